/** Events of archives by their numbers: held against what the library of OTF2 prints of them. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { Calls, REGION_BEGINS } from '../../../src/schedule/program-calls.js';
import { describeOp, rankOf } from '../../../src/schedule/schedule.js';
import { tracesToSchedule } from '../../../src/sources/mpi/convert.js';
import { readArchive } from '../../../src/sources/otf2/read-otf2.js';
import { type Body, NO_ROOT, runOf } from './describe.js';
import { anchorIn, archiveAt } from './files.js';
import { Folders, HAS_LIBRARY, writeByLibrary } from './library.js';

const folders = new Folders();
afterAll(() => folders.remove());

/** Regions with calls, without, and one within another. */
const computing: Body = (script) => {
  script.enter('main').pass(5).enter('setup').pass(70).enter('tables').pass(9).leave('tables').leave('setup');
  for (let i = 0; i < 3; i++) {
    script.enter('step').pass(20).enter('kernel').pass(100).leave('kernel');
    script.call('MPI_Barrier', ['mpi_collective_end', 'BARRIER', 0, NO_ROOT, 0, 0]).leave('step').pass(3);
  }
  script.leave('main');
};

const FOLDER = fileURLToPath(new URL('../../../traces/otf2/solver-4', import.meta.url));

/** By location, in their order: `MPI_Send 3` of the third enter of MPI_Send, any other event ''. */
function printed(anchor: string): string[][] {
  const text = execFileSync('otf2-print', [anchor], { encoding: 'utf8', maxBuffer: 1 << 26 });
  const found: string[][] = [];
  const seen = new Map<string, number>();
  for (const line of text.split('\n')) {
    const [, event, location, rest] = /^([A-Z_]+)\s+(\d+)\s+\d+\s+(.*)$/.exec(line) ?? [];
    if (event === undefined) continue;
    const events = found[Number(location)] ?? [];
    found[Number(location)] = events;
    const name = event === 'ENTER' ? /"(MPI_\w+)"/.exec(rest)?.[1] : undefined;
    const count = (seen.get(`${location} ${name}`) ?? 0) + 1;
    seen.set(`${location} ${name}`, count);
    events.push(name === undefined ? '' : `${name} ${count}`);
  }
  return found;
}

/** Regions of the program as otf2-print tells them, by location: `15 enter solve`. */
function printedRegions(anchor: string): string[][] {
  const text = execFileSync('otf2-print', [anchor], { encoding: 'utf8', maxBuffer: 1 << 26 });
  const found: string[][] = [];
  for (const line of text.split('\n')) {
    const [, event, location, time, name] =
      /^(ENTER|LEAVE)\s+(\d+)\s+(\d+)\s+Region: "([^"]*)"/.exec(line) ?? [];
    if (event === undefined || name.startsWith('MPI_')) continue;
    found[Number(location)] ??= [];
    found[Number(location)].push(`${time} ${event === 'ENTER' ? 'begin' : 'end'} ${name}`);
  }
  return found;
}

describe.skipIf(!HAS_LIBRARY)('regions of an archive', () => {
  it.each([
    ['of the solver', FOLDER, 4],
    ['that compute, and that compute only', null, 1],
  ])('%s are marks, each at its time', async (_, folder, ranks) => {
    const at = folder ?? folders.next();
    if (folder === null) writeByLibrary(runOf([computing]), at);
    const expected = printedRegions(join(at, 'traces.otf2'));
    expect(expected).toHaveLength(ranks);
    const { ranks: read } = await readArchive(anchorIn(archiveAt(at)));
    const times = read.map(({ marks }) =>
      [...(marks?.kind ?? [])].map((kind, i) => {
        const name = marks?.names[marks.value[i]];
        return `${kind === REGION_BEGINS ? 'begin' : 'end'} ${name}`;
      }),
    );
    expect(times).toEqual(expected.map((list) => list.map((line) => line.replace(/^\d+ /, ''))));
    for (const [rank, { marks }] of read.entries()) {
      const ticks = expected[rank].map((line) => Number(line.split(' ')[0]));
      const since = [...(marks?.time ?? [])].map((us) => Math.round((us - (marks?.time[0] ?? 0)) * 1000));
      expect(since).toEqual(ticks.map((tick) => tick - ticks[0]));
    }
  });
});

describe.skipIf(!HAS_LIBRARY)('operations of an archive', () => {
  it('stand at the event that enters their call, the which-of-its-name they say', async () => {
    const events = printed(join(FOLDER, 'traces.otf2'));
    const { schedule } = tracesToSchedule(await readArchive(anchorIn(archiveAt(FOLDER))));
    const calls = Calls.of(schedule);
    for (let op = 0; op < schedule.operations; op++) {
      const rank = rankOf(schedule, op);
      const origin = calls?.operation(rank, op);
      expect(`${origin?.call} ${origin?.occurrence}`, describeOp(schedule, op)).toBe(
        events[rank][(origin?.at ?? 0) - 1],
      );
    }
    expect(schedule.operations).toBe(328);
  });
});
