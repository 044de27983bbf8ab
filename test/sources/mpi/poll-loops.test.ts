/** Loops of tests and probes that find nothing, in traces that record each of them. */
import { describe, expect, it } from 'vitest';
import { readTraces } from '../../../src/sources/liballprof/read-liballprof.js';
import { tracesToSchedule } from '../../../src/sources/mpi/convert.js';
import { readArchive } from '../../../src/sources/otf2/read-otf2.js';
import { INT, i, readWritten, W, z } from '../dumpi/samples.js';
import { convert, FIRST, file, listing, rankText } from '../liballprof/traces.js';
import { runOf } from '../otf2/describe.js';
import { encode } from '../otf2/encode.js';
import { anchorIn } from '../otf2/files.js';

/** Rank 0 receives from rank 1; `polls` are its calls from 110 µs on, the last of which ends at 500. */
const receiving = (...polls: string[]): string[][] => [
  ['MPI_Irecv:100:5:1:D:1:7:W:64:110', ...polls],
  ['MPI_Send:400:5:1:D:0:7:W:401'],
];

/** MPI_Tests at these times, of 1 µs each. */
const tests = (...times: number[]): string[] => times.map((time) => `MPI_Test:${time}:64:0:0:${time + 1}`);
const probes = (...times: number[]): string[] =>
  times.map((time) => `MPI_Iprobe:${time}:1:7:W:0:0:${time + 1}`);

/** Computation of rank 0 in ns, call by call. */
async function computed(ranks: readonly (readonly string[])[], options = FIRST) {
  const { schedule, coverage, warnings } = await convert(ranks, options);
  const calcs = listing(schedule, 0).flatMap((line) => /calc (\d+) /.exec(`${line} `)?.[1] ?? []);
  return { calcs: calcs.map(Number).filter((ns) => ns > 0), coverage, warnings };
}

const every = (from: number, until: number, step: number): number[] =>
  Array.from({ length: Math.ceil((until - from) / step) }, (_, k) => from + k * step);

describe('tests', () => {
  it('in a loop with brief gaps are waiting from the first on', async () => {
    // 2 µs from the Irecv to the first test; 500 µs from the last to MPI_Finalize.
    const { calcs, coverage, warnings } = await computed(receiving(...tests(...every(112, 500, 3))));
    expect(calcs).toEqual([2_000, 500_000]);
    expect(coverage.polls).toEqual({ waiting: 129 * 2_000, computation: 0, undecided: 0 });
    expect(warnings).toEqual([]);
  });

  it('may be interrupted by an eighth of the time of their loop', async () => {
    // 4 µs in the loop, so that 5.5 µs are brief, and 5.6 µs are not.
    const { calcs } = await computed(receiving(...tests(112, 115, 121.5)));
    expect(calcs[0]).toBe(2_000);
    expect((await computed(receiving(...tests(112, 115, 121.6)))).calcs[0]).toBe(7_600);
  });

  it('keep longer gaps as computation, which is undecided', async () => {
    const { calcs, coverage, warnings } = await computed(
      receiving(...tests(112, 213, 216), 'MPI_Test:317:64:0:0:318'),
    );
    // 2, 100 and 100 µs, and the first test by itself.
    expect(calcs).toEqual([203_000, 682_000]);
    expect(coverage.polls).toEqual({ waiting: 2_000, computation: 0, undecided: 200_000 });
    expect(warnings).toEqual([
      {
        code: 'polls',
        message:
          '11 % of the time is between tests or probes that find nothing, and may be waiting or computation. It counts as computation; if it is waiting, λ_L is larger and less latency is tolerated',
      },
    ]);
  });

  it('lead to an MPI_Wait, before which one test is no loop', async () => {
    const wait = 'MPI_Wait:300:64:0:301';
    expect((await computed(receiving(...tests(112, 114), wait))).calcs[0]).toBe(187_000);
    const single = await computed(receiving(...tests(112), wait));
    expect(single.calcs[0]).toBe(190_000);
    expect(single.coverage.polls).toBeUndefined();
  });

  it('are no loop over another call, but over one that does not communicate', async () => {
    const loop = (call: string) => receiving(...tests(112), call, ...tests(116));
    expect((await computed(loop('MPI_Wtime:114:115'))).calcs[0]).toBe(2_000);
    expect((await computed(loop('MPI_Put:114:115'))).calcs[0]).toBe(6_000);
    expect(
      (
        await computed(
          loop('MPI_Barrier:114:W:115').map((one, rank) =>
            rank === 0 ? one : [...one, 'MPI_Barrier:402:W:403'],
          ),
        )
      ).calcs.slice(0, 2),
    ).toEqual([4_000, 1_000]);
  });

  it('are computation by the published rules', async () => {
    const program = receiving(...tests(112, 115), 'MPI_Wait:118:64:0:119');
    expect((await computed(program, { rules: 'published' })).calcs[0]).toBe(8_000);
    expect((await computed(program)).calcs[0]).toBe(2_000);
  });
});

describe('probes', () => {
  it('in a loop wait for the message that is received next, and what follows the last is computation', async () => {
    const ranks = [
      [...probes(...every(110, 400, 2)), 'MPI_Recv:420:5:1:D:1:7:W:0:421'],
      ['MPI_Send:390:5:1:D:0:7:W:391'],
    ];
    expect((await computed(ranks)).calcs).toEqual([10_000 + 21_000, 579_000]);
    expect((await computed(ranks, { skipCalls: ['Iprobe'] })).calcs[0]).toBe(320_000 - 145_000);
  });

  it('and tests are one loop', async () => {
    const { calcs } = await computed(
      receiving('MPI_Iprobe:111:1:9:W:0:0:112', ...tests(113), 'MPI_Iprobe:115:1:9:W:0:0:116', ...tests(117)),
    );
    expect(calcs[0]).toBe(1_000);
  });

  it('that lead to no receive are computation', async () => {
    const { calcs } = await computed([
      [...probes(110, 112, 114), 'MPI_Send:116:5:1:D:1:7:W:117'],
      ['MPI_Recv:110:5:1:D:0:7:W:0:120'],
    ]);
    expect(calcs[0]).toBe(16_000);
  });
});

describe('other formats', () => {
  it('OTF2: tests without a completion', async () => {
    const run = runOf([
      (script) => {
        script.call('MPI_Irecv', ['mpi_irecv_request', 9]);
        for (let k = 0; k < 20; k++) script.call('MPI_Test', ['mpi_request_test', 9]);
        script.call('MPI_Test', ['mpi_irecv', 1, 0, 7, 8, 9]);
      },
      (script) => script.pass(300).call('MPI_Send', ['mpi_send', 0, 0, 7, 8]),
    ]);
    const { schedule, coverage } = tracesToSchedule(await readArchive(anchorIn(encode(run))), FIRST);
    expect(listing(schedule, 0).slice(0, 4)).toEqual([
      'l1: recv 8b from 1 tag 7 < l2',
      'l2: calc 10',
      'l3: calc 0 < l1 < l4',
      'l4: calc 10 ~ l1',
    ]);
    expect(coverage.polls).toEqual({ waiting: 200, computation: 0, undecided: 0 });
  });

  it('DUMPI: tests with a flag of 0, and probes', async () => {
    const set = await readWritten((writer, rank) => {
      const message = [i(1), INT, i(1 - rank), i(7), W];
      if (rank === 1) {
        writer.record('Send', message).record('Send', message);
        return;
      }
      writer.record('Irecv', [...message, i(5)]);
      for (let k = 0; k < 5; k++) writer.record('Test', [i(5), i(k === 4 ? 1 : 0), z()], at(100 + 3 * k));
      for (let k = 0; k < 5; k++)
        writer.record('Iprobe', [i(1), i(7), W, i(k === 4 ? 1 : 0), z()], at(120 + 3 * k));
      writer.record('Recv', [...message, z()], at(136));
    }, 2);
    const { schedule, coverage } = tracesToSchedule(set, FIRST);
    expect(coverage.polls?.waiting).toBe(2 * 4 * 1_000);
    // From the Irecv to the first test, between both loops, and from the last probe on.
    const [{ start, end }] = set.ranks;
    const calcs = listing(schedule, 0).flatMap((line) => /calc (\d+) /.exec(`${line} `)?.[1] ?? []);
    expect(
      calcs
        .map(Number)
        .filter((ns) => ns > 0)
        .slice(1, 3),
    ).toEqual([(start[1] - end[0]) * 1000, 8_000]);
  });

  it('our own tracer says what it took the gaps for, and what is waiting', async () => {
    const texts = [0, 1].map((rank) =>
      rankText([], rank, 2)
        .replace('\n', '\n# llamp-trace 3\n')
        .concat('# polls-waiting: 5000 ns in 2 gaps\n# polls-undecided: 20000 ns in 1 gaps\n'),
    );
    const set = await readTraces(texts.map((text, rank) => file(`rank${rank}`, text, rank)));
    const { coverage, warnings } = tracesToSchedule(set, FIRST);
    expect(coverage.polls).toEqual({ waiting: 10_000, computation: 0, undecided: 40_000 });
    expect(warnings.map(({ code }) => code)).toEqual(['polls']);
  });
});

const at = (start: number) => ({ start, end: start + 2 });
