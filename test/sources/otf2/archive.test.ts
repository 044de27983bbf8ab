/** Archives as a whole: forms that files may have, what they lack, and what they hold besides calls. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tracesToSchedule } from '../../../src/sources/mpi/convert.js';
import type { TraceSet } from '../../../src/sources/mpi/rank-trace.js';
import { readArchive } from '../../../src/sources/otf2/read-otf2.js';
import { calls, type Description, runOf } from './describe.js';
import { type Encoding, encode } from './encode.js';
import { everything } from './everything.js';
import { anchorIn, archiveAt, SAMPLES } from './files.js';

const read = (run: Description, encoding: Encoding = {}): Promise<TraceSet> =>
  readArchive(anchorIn(encode(run, encoding)));

describe('an archive', () => {
  it('of the library of OTF2 is read as described', async () => {
    const sample = archiveAt(join(SAMPLES, 'everything'));
    const [ours, theirs] = await Promise.all([read(everything()), readArchive(anchorIn(sample))]);
    expect(theirs.ranks).toEqual(
      ours.ranks.map((trace) => ({ ...trace, header: { ...trace.header, date: expect.anything() } })),
    );
    const { schedule, coverage, requestPitch } = tracesToSchedule(theirs);
    expect([schedule.ranks, requestPitch.needed]).toEqual([2, false]);
    expect(coverage.calls.filter((one) => one.missed > 0).map(({ name }) => name)).toEqual([
      'MEASUREMENT OFF',
      'TRACE BUFFER FLUSH',
      'MPI_Put',
    ]);
  });

  it('is the same in either order of bytes, in chunks of any size and in pieces of any', async () => {
    const [plain, big, chunked] = await Promise.all([
      read(everything()),
      read(everything(), { big: true }),
      readArchive(anchorIn(encode({ ...everything(), chunk: 1_024 }), 7)),
    ]);
    expect(big).toEqual(plain);
    expect(chunked).toEqual(plain);
  });

  it('may end within MPI_Finalize, where some tools stop', async () => {
    const run = runOf([calls('Send')]);
    const [location] = run.locations;
    const cut = { ...run, locations: [{ ...location, events: location.events.slice(0, -1) }] };
    const [ours, whole] = [await read(cut), await read(run)];
    expect(ours.ranks[0].finalizeStart).toBe(whole.ranks[0].finalizeStart);
    expect(ours.warnings).toEqual([]);
  });

  it('with another number of events than is defined is read with a warning', async () => {
    const run = runOf([calls('Send')]);
    const archive = encode(run);
    const longer = encode(runOf([calls('Send', 'Send')]));
    archive.set('traces/0.evt', longer.get('traces/0.evt') ?? new Uint8Array(0));
    const { warnings } = await readArchive(anchorIn(archive));
    expect(warnings).toMatchObject([{ code: 'otf2-events', message: /^traces\/0\.evt: / }]);
  });

  it('of more than threads says so', async () => {
    const run = runOf([(script) => script.call('MPI_Send').event('rma_win_create', 0)]);
    const metrics = { rank: 0, name: 'power', type: 'METRIC', events: [] } as const;
    const { warnings } = await read({ ...run, locations: [...run.locations, metrics] });
    expect(warnings.map(({ code }) => code)).toEqual(['otf2-one-sided', 'otf2-locations']);
  });

  it('of calling contexts tells the path by them', async () => {
    const run = runOf([(script) => script.enter('main').call('MPI_Send')]);
    const main = run.regions.findIndex(({ name }) => name === 'main');
    const send = run.regions.findIndex(({ name }) => name === 'MPI_Send');
    const contexts = [
      [main, -1],
      [send, 0],
    ] as const;
    const [location] = run.locations;
    const events = location.events.map((event): typeof event => {
      const [time, name, region] = event;
      const context = contexts.findIndex(([one]) => one === region);
      if (context < 0) return event;
      return name === 'enter'
        ? [time, 'calling_context_enter', context, 1]
        : [time, 'calling_context_leave', context];
    });
    const [plain, set] = [
      await read(run),
      await read({ ...run, contexts, locations: [{ ...location, events }] }),
    ];
    expect(set.sites?.list).toEqual([
      { frames: [{ object: '', offset: main, named: { function: 'main', file: '', line: 0 } }] },
    ]);
    expect(set.ranks[0].start).toEqual(plain.ranks[0].start);
  });

  it('without definitions of its locations numbers everything alike', async () => {
    const run = runOf([calls('Send')]);
    expect(await read(run, { locals: false })).toEqual(await read(run));
  });
});
