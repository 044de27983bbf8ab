/** What is told of collectives that traces have, and of choices that none of them takes. */
import { describe, expect, it } from 'vitest';
import { parseCollectiveSpec } from '../../../src/collectives/choice.js';
import type { TraceScheduleOptions } from '../../../src/sources/mpi/conversion-options.js';
import { convert } from '../liballprof/traces.js';

/** What is told of four ranks that all make these calls, in a run of 900 µs. */
async function told(lines: readonly string[], options: TraceScheduleOptions = {}, ranks = 4) {
  const { warnings } = await convert(
    Array.from({ length: ranks }, () => lines),
    options,
  );
  return warnings.filter(({ code }) => code === 'collectives-unattended').map(({ message }) => message);
}

const IALLREDUCE = 'MPI_Iallreduce:110:1:2:4:D:3:W:5000:120';
const WAIT = (from: number) => `MPI_Wait:${from}:5000:7:${from + 10}`;

describe('a nonblocking collective of several rounds', () => {
  it('is told to go on by itself while the program computes', async () => {
    // 390 of 900 µs without a call.
    expect(await told([IALLREDUCE, WAIT(510)])).toEqual([
      'nonblocking collectives (MPI_Iallreduce) are assumed to progress while the program computes (43 % of its ' +
        'time without an MPI call); in a library without a progress thread they progress only in MPI calls, ' +
        'so T may be larger and less latency hidden',
    ]);
  });

  it('may be a persistent one, which has the name that it was described by', async () => {
    const described = 'MPI_Allreduce_init:102:1:2:4:D:3:W:0:5000:103';
    const [message] = await told([described, 'MPI_Start:110:5000:120', WAIT(510)]);
    expect(message).toContain('(MPI_Allreduce_init) are assumed to progress');
    expect(message).toContain('43 % of its time without an MPI call');
  });

  it('may be looked after by any call: the longest time without one counts', async () => {
    const tests = [200, 300, 400].map((at) => `MPI_Test:${at}:5000:6:7:${at + 10}`);
    const [message] = await told([IALLREDUCE, ...tests, WAIT(510)]);
    // 100 of 900 µs, between the last test and the wait.
    expect(message).toContain('11 % of its time');
  });

  it.each([
    ['it is waited for at once', [IALLREDUCE, WAIT(120)], {}, 4],
    ['it has one round', [IALLREDUCE, WAIT(510)], {}, 2],
    ['it blocks', ['MPI_Allreduce:110:1:2:4:D:3:W:120', 'MPI_Barrier:510:W:520'], {}, 4],
    [
      'by the published rules it is over before what follows',
      [IALLREDUCE, WAIT(510)],
      { rules: 'published' },
      4,
    ],
  ] as const)('is not where %s', async (_, lines, options, ranks) => {
    expect(await told(lines, options, ranks)).toEqual([]);
  });
});

/** The choices that no call of a run with one allreduce of 32 B takes. */
async function idle(...chosen: readonly string[]): Promise<string[]> {
  const lines = ['MPI_Allreduce:110:1:2:4:D:3:W:120'];
  const { warnings } = await convert([lines, lines], { collectives: chosen.map(parseCollectiveSpec) });
  return warnings
    .filter(({ code }) => code === 'choice-without-calls')
    .map(({ message }) => message.replace(/^no call of the traces uses (.*); there is no (.*)$/, '$1 | $2'));
}

describe('a chosen algorithm that no call takes is told', () => {
  const or = 'of these sizes, or an earlier choice applies to them';

  it('where the program has no such collective, or none of that size', async () => {
    expect(await idle('bcast=chain')).toEqual([`bcast=chain | bcast ${or}`]);
    expect(await idle('allreduce=ring@64B..')).toEqual([`allreduce=ring@64B.. | allreduce ${or}`]);
  });

  it('where another choice comes first', async () => {
    expect(await idle('allreduce=ring', 'allreduce=rabenseifner')).toEqual([
      `allreduce=rabenseifner | allreduce ${or}`,
    ]);
    expect(await idle('auto', 'allreduce=ring')).toEqual([`allreduce=ring | allreduce ${or}`]);
  });

  it('and no other', async () => {
    expect(await idle('allreduce=ring@..64B', 'allreduce=rabenseifner@1MiB..')).toHaveLength(1);
    expect(await idle('allreduce=ring', 'auto')).toEqual([]);
    expect(await idle()).toEqual([]);
  });
});
