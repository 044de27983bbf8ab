/**
 * MPI_ANY_TAG is any tag of a message on the receive's communicator: what collectives send, and messages on other
 * communicators, are none (MPI 3.1, 3.2.4, 5.12 and 6.1). Who meets whom is known: no other size would be whole.
 */
import { describe, expect, it } from 'vitest';
import { buildGraph } from '../../../src/graph/execution-graph.js';
import { logGPS } from '../../../src/machine/machine.js';
import { anyTagBelow, NONE, RECV, type Schedule, TAGS, takesTag } from '../../../src/schedule/schedule.js';
import { simulate } from '../../../src/simulation/simulate.js';
import { goalWarnings } from '../../../src/sources/goal/write-goal.js';
import { convert } from '../liballprof/traces.js';

const MACHINE = logGPS({ L: 1000, o: 100, G: 1 });

/** Bytes of each receive of a rank, and of the message that it takes. */
function received(schedule: Schedule, rank: number): [number, number][] {
  const { partner } = buildGraph(schedule, MACHINE);
  const found: [number, number][] = [];
  for (let op = schedule.rankStart[rank]; op < schedule.rankStart[rank + 1]; op++)
    if (schedule.kind[op] === RECV && partner[op] !== NONE)
      found.push([schedule.value[op], schedule.value[partner[op]]]);
  return found;
}

const duplicate = (rank: number): string => `77${rank},${rank},2`;

/** Rank 0 has a receive of anything posted while all meet in a barrier. */
const BARRIER = [
  ['MPI_Irecv:110:3:1:D:-1:-1:W:64:111', 'MPI_Barrier:120:W:130', 'MPI_Wait:140:64:0:150'],
  ['MPI_Barrier:120:W:130', 'MPI_Send:140:3:1:D:0:7:W:150'],
];

const LAST = [
  ['MPI_Irecv:110:3:1:D:1:-1:W:64:111', 'MPI_Barrier:120:W:130', 'MPI_Wait:140:64:0:150'],
  ['MPI_Barrier:120:W:130', `MPI_Send:140:3:1:D:0:${TAGS - 1}:W:150`],
];

/** Rank 0 receives any tag on a duplicate of the world, to which 2 doubles were sent before. */
const DUPLICATE = [
  [
    'MPI_Comm_dup:110:W:4444:115',
    `MPI_Recv:120:3:4:D:1:-1:${duplicate(0)}:0:121`,
    'MPI_Recv:130:3:2:D:1:5:W:0:131',
  ],
  [
    'MPI_Comm_dup:110:W:4444:115',
    'MPI_Isend:120:3:2:D:0:5:W:64:121',
    `MPI_Send:122:3:4:D:0:5:${duplicate(1)}:123`,
    'MPI_Wait:124:64:0:125',
  ],
];

describe('a receive of any tag', () => {
  it.each([
    ['of a collective', BARRIER, [8, 0]],
    // The first is of the MPI_Comm_dup itself.
    ['of another communicator', DUPLICATE, [0, 32, 16]],
    ['of a collective, for one of the last tag that MPI has', LAST, [8, 0]],
  ])('takes no message %s', async (_, traces, bytes) => {
    const { schedule } = await convert(traces);
    expect(received(schedule, 0)).toEqual(bytes.map((one) => [one, one]));
  });

  it('is played event by event alike', async () => {
    for (const traces of [BARRIER, DUPLICATE]) {
      const { schedule } = await convert(traces);
      // Where a receive takes what is not its own, another one waits for ever, which is refused.
      expect(simulate(schedule, MACHINE).warnings).toEqual([]);
    }
  });

  it('is told of where GOAL, which has no communicators, lets it take more', async () => {
    for (const traces of [BARRIER, DUPLICATE])
      expect(goalWarnings((await convert(traces)).schedule)).toMatchObject([
        { code: 'goal-any-tag', count: 1 },
      ]);
    const alone = [['MPI_Recv:110:3:1:D:-1:-1:W:0:111'], ['MPI_Send:110:3:1:D:0:7:W:111']];
    expect(goalWarnings((await convert(alone)).schedule)).toEqual([]);
  });
});

describe('the tags that a receive takes', () => {
  it.each([
    [7, 7, true],
    [7, 8, false],
    [-1, 2 ** 40, true],
    [anyTagBelow(1_000_000), 0, true],
    [anyTagBelow(1_000_000), 999_999, true],
    [anyTagBelow(1_000_000), 1_000_000, false],
    [anyTagBelow(2 ** 32 + TAGS), 2 ** 32 - 1, false],
    [anyTagBelow(2 ** 32 + TAGS), 2 ** 32, true],
    [anyTagBelow(2 ** 32 + TAGS), 2 ** 32 + TAGS - 1, true],
    [anyTagBelow(2 ** 32 + TAGS), 2 ** 32 + TAGS, false],
  ])('%d: %d %s', (wanted, tag, taken) => {
    expect(takesTag(wanted, tag)).toBe(taken);
  });
});
