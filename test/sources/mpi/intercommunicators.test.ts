/** Messages between the two groups of an intercommunicator, whose ranks are those of the other group. */
import { describe, expect, it } from 'vitest';
import { RECV, type Schedule, SEND } from '../../../src/schedule/schedule.js';
import { readTraces } from '../../../src/sources/liballprof/read-liballprof.js';
import type { TraceScheduleOptions } from '../../../src/sources/mpi/conversion-options.js';
import { tracesToSchedule } from '../../../src/sources/mpi/convert.js';
import { file } from '../liballprof/traces.js';

const GROUPS: readonly (readonly number[])[] = [
  [3, 1],
  [0, 4, 2],
];

/** Of each rank the note of the communicator `handle`, and `call` on it with what `peerOf` says for its rank there. */
function texts(notes: number, handle: number, call: (peer: number) => string): string[] {
  return [0, 1, 2, 3, 4].map((rank) => {
    const side = GROUPS.findIndex((group) => group.includes(rank));
    const [own, other] = [GROUPS[side], GROUPS[1 - side]];
    const me = own.indexOf(rank);
    const comm = `${handle},${me},${own.length}`;
    const made = Array.from({ length: notes }, (_, i) => [
      `MPI_Intercomm_create:${10 + i}:3,${me},${own.length}:0:1:0:5:${4 + i}:${10 + i}.5`,
      `#intercomm: ${4 + i},${own.length},${[...own, ...other].join(',')}`,
    ]).flat();
    return [
      '# llamp-trace 1',
      `# rank: ${rank}`,
      '# ranks: 5',
      'MPI_Init:-:0:0:1',
      `MPI_Comm_rank:2:1,${rank},5:7:3`,
      ...made,
      // The last of the second group has nobody to talk to.
      ...(me < 2 ? [call(me).replaceAll('COMM', comm)] : []),
      'MPI_Finalize:100:-',
      '',
    ].join('\n');
  });
}

async function scheduleOf(lines: readonly string[], options: TraceScheduleOptions = { strict: true }) {
  return tracesToSchedule(await readTraces(lines.map((text, rank) => file(`rank${rank}`, text, rank))), {
    skipCalls: ['Intercomm_create'],
    ...options,
  });
}

/** World ranks that each rank sends to, or receives from. */
function peers({ kind, peer, rankStart }: Schedule, wanted: number): number[][] {
  return Array.from({ length: rankStart.length - 1 }, (_, rank) =>
    [...peer.subarray(rankStart[rank], rankStart[rank + 1])].filter(
      (_one, i) => kind[rankStart[rank] + i] === wanted,
    ),
  );
}

const exchange = (peer: number): string =>
  `MPI_Sendrecv:20:0:1:0,8,8:${peer}:7:0:1:0,8,8:${peer}:7:COMM:0:30`;

describe('an intercommunicator', () => {
  it('has the other group to send to and to receive from', async () => {
    const { schedule } = await scheduleOf(texts(1, 4, exchange));
    // Rank i of a group exchanges with rank i of the other.
    const expected = [[3], [4], [], [0], [1]];
    expect(peers(schedule, SEND)).toEqual(expected);
    expect(peers(schedule, RECV)).toEqual(expected);
  });

  it('keeps its messages apart from those of another one of the same groups', async () => {
    const tags = async (handle: number) =>
      new Set((await scheduleOf(texts(2, handle, exchange))).schedule.tag.filter((tag) => tag !== 0));
    const [first, second] = [await tags(4), await tags(5)];
    expect(first.size).toBe(1);
    expect(second.size).toBe(1);
    expect(first).not.toEqual(second);
  });

  it('is of each copy of the program where there are several', async () => {
    const { schedule } = await scheduleOf(texts(1, 4, exchange), { copies: 2 });
    expect(peers(schedule, SEND)).toEqual([[3], [4], [], [0], [1], [8], [9], [], [5], [6]]);
  });

  it('refuses ranks that the other group has not', async () => {
    await expect(scheduleOf(texts(1, 4, () => exchange(2)))).rejects.toThrow(
      'rank 2 is not in this communicator of size 2',
    );
  });

  it('has collectives that are not understood', async () => {
    const { coverage } = await scheduleOf(
      texts(1, 4, () => 'MPI_Barrier:20:COMM:30'),
      {},
    );
    expect(coverage.calls.find(({ name }) => name === 'MPI_Barrier')).toMatchObject({ calls: 4, missed: 4 });
  });

  it('of another world is not understood', async () => {
    const lines = texts(1, 4, exchange).map((text) => text.replace(/(#intercomm: 4,\d,.*),\d\n/, '$1,-1\n'));
    const { coverage } = await scheduleOf(lines, {});
    expect(coverage.calls.find(({ name }) => name === 'MPI_Sendrecv')).toMatchObject({ calls: 4, missed: 4 });
  });

  it('is damaged where its groups are not whole', async () => {
    const lines = texts(1, 4, exchange).map((text) =>
      text.replace(/#intercomm: 4,\d,.*\n/, '#intercomm: 4,2,1\n'),
    );
    await expect(scheduleOf(lines)).rejects.toThrow("'#intercomm: 4,2,1' is not a note of a call");
  });
});
