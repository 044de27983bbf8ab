/** Messages between the two groups of an intercommunicator, whose ranks are those of the other group. */
import { describe, expect, it } from 'vitest';
import { logGPS } from '../../../src/machine/machine.js';
import { RECV, type Schedule, SEND } from '../../../src/schedule/schedule.js';
import { simulate } from '../../../src/simulation/simulate.js';
import { readTraces } from '../../../src/sources/liballprof/read-liballprof.js';
import type { TraceScheduleOptions } from '../../../src/sources/mpi/conversion-options.js';
import { tracesToSchedule } from '../../../src/sources/mpi/convert.js';
import { file } from '../liballprof/traces.js';

const GROUPS: readonly (readonly number[])[] = [
  [3, 1],
  [0, 4, 2],
];

/** Of each rank the notes of communicators, and calls on the one with `handle`, by its rank and group there. */
function texts(
  notes: number,
  handle: number,
  calls: (rank: number, group: number) => readonly string[],
  mpi = 'Open MPI v4.1.4',
): string[] {
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
      `# mpi: ${mpi}`,
      '# proc-null: -2',
      `# rank: ${rank}`,
      '# ranks: 5',
      'MPI_Init:-:0:0:1',
      `MPI_Comm_rank:2:1,${rank},5:7:3`,
      ...made,
      ...calls(me, side).map((line) => line.replaceAll('COMM', comm)),
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

const sendrecv = (peer: number): string =>
  `MPI_Sendrecv:20:0:1:0,8,8:${peer}:7:0:1:0,8,8:${peer}:7:COMM:0:30`;
/** The last of the second group has nobody to talk to. */
const exchange = (rank: number): readonly string[] => (rank < 2 ? [sendrecv(rank)] : []);

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
    await expect(scheduleOf(texts(1, 4, () => [sendrecv(2)]))).rejects.toThrow(
      'rank 2 is not in this communicator of size 2',
    );
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

/** Latencies until each rank is done. */
async function latencies(calls: Parameters<typeof texts>[2], mpi?: string): Promise<number[]> {
  const { schedule } = await scheduleOf(texts(1, 4, calls, mpi));
  const { ends } = simulate(schedule, logGPS({ L: 10_000_000, o: 0, G: 0, S: 1e9 }));
  return Array.from(ends, (end) => Math.floor(end / 10_000_000));
}

describe('collectives of an intercommunicator', () => {
  /** Of the group (3, 1) the second one is the root. */
  const root = (rank: number, group: number): number => {
    if (group === 1) return 1;
    return rank === 1 ? -4 : -2;
  };

  it('are messages between leaders and collectives of each group', async () => {
    const barrier = () => ['MPI_Barrier:20:COMM:30'];
    // 0 leads (0, 4, 2) and 3 leads (3, 1): a reduction of one latency, the exchange, a chain of two latencies or one.
    expect(await latencies(barrier)).toEqual([2, 3, 4, 2, 3]);
    // A barrier of each group (2 and 1), then (0, 4, 2), which has the first rank, tells the other and hears of it.
    expect(await latencies(barrier, 'MPICH Version:\t4.0.2')).toEqual([4, 4, 5, 3, 5]);
  });

  it('have their root in one group', async () => {
    const bcast = (rank: number, group: number) => [`MPI_Bcast:20:0:8:0,1,1:${root(rank, group)}:COMM:30`];
    expect(await latencies(bcast, 'MPICH Version:\t4.0.2')).toEqual([1, 0, 2, 0, 2]);
    const gather = (rank: number, group: number) => [
      `MPI_Gather:20:0:8:0,1,1:0:${root(rank, group) === -4 ? '8:0,1,1' : '0:0,0,0'}:${root(rank, group)}:COMM:30`,
    ];
    expect((await latencies(gather))[1]).toBe(2);
  });

  it('are begun and completed', async () => {
    const alltoall = () => ['MPI_Ialltoall:20:0:8:0,1,1:0:8:0,1,1:COMM:77:21', 'MPI_Wait:22:77:0:30'];
    expect(await latencies(alltoall)).toEqual([1, 1, 1, 1, 1]);
  });

  it('have roots that fit each other', async () => {
    const bcast = (rank: number, group: number) => [
      `MPI_Bcast:20:0:8:0,1,1:${group === 1 ? rank % 2 : root(rank, group)}:COMM:30`,
    ];
    await expect(scheduleOf(texts(1, 4, bcast))).rejects.toThrow(/root \d here, but root \d at/);
    const beyond = () => ['MPI_Bcast:20:0:8:0,1,1:5:COMM:30'];
    await expect(scheduleOf(texts(1, 4, beyond))).rejects.toThrow('root 5 in a communicator of size 2');
  });

  it('without data on any rank send nothing', async () => {
    expect(await latencies(() => ['MPI_Allreduce:20:0:0:0:0,8,8:0:COMM:30'])).toEqual([0, 0, 0, 0, 0]);
  });
});
