import { describe, expect, it } from 'vitest';
import { type Schedule, SEND } from '../../../src/schedule/schedule.js';
import { convert, FIRST, listing, sent } from './traces.js';

/** Without the messages of the calls that make communicators. */
const APART = { skipCalls: ['Comm_*', 'Cart_*'] };

/** COMM of a rank: handles are addresses, different on each rank. */
const comm = (handle: number, rank: number, of: number, size: number) => `${handle}${rank},${of},${size}`;

const traffic = (schedule: Schedule): string[] =>
  [...new Set(sent(schedule).map(({ from, to }) => `${from}>${to}`))].sort();

describe('communicators', () => {
  it('sends within a split by color and key to the ranks of the world', async () => {
    // Colors 0: ranks 0, 2; 1: ranks 1, 3; keys turn the order round: rank 2 is rank 0 of its communicator.
    const lines = (rank: number) => {
      const own = comm(770, rank, rank < 2 ? 1 : 0, 2);
      const peer = rank < 2 ? `MPI_Send:120:1:1:D:0:5:${own}:121` : `MPI_Recv:120:1:1:D:1:5:${own}:0:121`;
      return [`MPI_Comm_split:110:W:${rank % 2}:${-rank}:4444:115`, peer];
    };
    const { schedule } = await convert([0, 1, 2, 3].map(lines), APART);
    expect(traffic(schedule)).toEqual(['0>2', '1>3']);
    // Communicator 1 has the tags from 2^32 on; Comm_split is left out.
    expect(listing(schedule, 0).slice(0, 2)).toEqual([
      `l1: send 8b to 2 tag ${2 ** 32 + 5} < l2`,
      'l2: calc 15000',
    ]);
    expect(listing(schedule, 1)[0]).toBe(`l1: send 8b to 3 tag ${2 * 2 ** 32 + 5} < l2`);
  });

  it('counts collectives by communicator', async () => {
    const lines = (rank: number) => [
      'MPI_Comm_split:110:W:0:0:4444:115',
      'MPI_Barrier:116:W:117',
      `MPI_Barrier:118:${comm(770, rank, rank, 2)}:119`,
      'MPI_Barrier:120:W:121',
    ];
    const { schedule } = await convert([0, 1].map(lines), APART);
    const tags = [0, 1].map((rank) =>
      [...schedule.tag.subarray(schedule.rankStart[rank], schedule.rankStart[rank + 1])].filter(
        (tag) => tag > 0,
      ),
    );
    const expected = [1_000_000, 1_000_000, 2 ** 32 + 2 ** 31, 2 ** 32 + 2 ** 31, 1_000_001, 1_000_001];
    expect(tags).toEqual([expected, expected]);
  });

  it('keeps a duplicate apart from the world, whose size and ranks it has', async () => {
    const lines = (rank: number) => [
      'MPI_Comm_dup:110:W:4444:115',
      rank === 0
        ? `MPI_Send:120:1:1:D:1:5:${comm(770, rank, rank, 2)}:121`
        : `MPI_Recv:120:1:1:D:0:5:${comm(770, rank, rank, 2)}:0:121`,
    ];
    const { schedule } = await convert([0, 1].map(lines), APART);
    expect(schedule.tag[0]).toBe(2 ** 32 + 5);
  });

  it('takes a second handle of the world for the world where nothing was made', async () => {
    // A program in C and Fortran: Fortran's handle is 0.
    const lines = (rank: number) => [`MPI_Barrier:110:W:111`, `MPI_Barrier:112:0,${rank},2:113`];
    const { schedule } = await convert([0, 1].map(lines), APART);
    expect(Math.max(...schedule.tag)).toBe(1_000_001);
  });

  it('gives MPI_COMM_SELF no messages', async () => {
    const { schedule } = await convert([['MPI_Barrier:110:55,0,1:111'], ['MPI_Barrier:110:56,0,1:111']]);
    expect(traffic(schedule)).toEqual([]);
  });

  /** A 2 × 2 grid with row and column communicators; ranks 0 and 3 have the same rank in both. */
  const grid = (rank: number, use: (row: string, column: string) => string[]) => [
    `MPI_Comm_split:110:W:${rank >> 1}:${rank}:4444:111`,
    `MPI_Comm_split:112:W:${rank & 1}:${rank}:5555:113`,
    ...use(comm(770, rank, rank & 1, 2), comm(880, rank, rank >> 1, 2)),
  ];

  it('tells two communicators with the same ranks apart by what is called on them', async () => {
    const ranks = [0, 1, 2, 3].map((rank) =>
      // The column is used first, and otherwise than the row.
      grid(rank, (row, column) => [
        `MPI_Barrier:120:${column}:121`,
        `MPI_Allreduce:122:1:2:1:D:3:${row}:123`,
      ]),
    );
    const { schedule, warnings } = await convert(ranks, { ...FIRST, skipCalls: ['Comm_*'] });
    expect(warnings).toEqual([]);
    expect(traffic(schedule)).toEqual(['0>1', '0>2', '1>0', '1>3', '2>0', '2>3', '3>1', '3>2']);
    const barriers = [...schedule.peer].filter(
      (_, op) => schedule.kind[op] === SEND && schedule.value[op] === 0,
    );
    expect(barriers).toEqual([2, 3, 0, 1]);
  });

  it('says that it guesses where nothing tells them apart', async () => {
    const ranks = [0, 1, 2, 3].map((rank) =>
      grid(rank, (row, column) => [`MPI_Barrier:120:${row}:121`, `MPI_Barrier:122:${column}:123`]),
    );
    const { warnings, schedule } = await convert(ranks, { ...FIRST, skipCalls: ['Comm_*'] });
    expect(warnings.map((warning) => warning.code)).toEqual(['communicator-guess']);
    const barriers = [...schedule.peer].filter((_, op) => schedule.kind[op] === SEND);
    expect(barriers).toEqual([1, 2, 0, 3, 3, 0, 2, 1]);
  });

  it('splits a split again', async () => {
    const lines = (rank: number) => [
      `MPI_Comm_split:110:W:${rank >> 1}:0:4444:111`,
      `MPI_Comm_split:112:${comm(770, rank, rank & 1, 2)}:0:${-rank}:5555:113`,
      `MPI_Bcast:114:1:1:D:0:${comm(880, rank, 1 - (rank & 1), 2)}:115`,
    ];
    const { schedule } = await convert([0, 1, 2, 3].map(lines), APART);
    expect(traffic(schedule)).toEqual(['1>0', '3>2']);
  });

  it('binds a handle anew after it was freed', async () => {
    const own = (rank: number) => comm(770, rank, rank & 1, 2);
    const lines = (rank: number) => [
      `MPI_Comm_split:110:W:${rank >> 1}:0:4444:111`,
      `MPI_Bcast:112:1:1:D:0:${own(rank)}:113`,
      'MPI_Comm_free:114:4444:115',
      // The same handle, rank and size, but now 0 and 3, 1 and 2 are together.
      `MPI_Comm_split:116:W:${rank === 0 || rank === 3 ? 0 : 1}:${rank & 1}:4444:117`,
      `MPI_Bcast:118:1:1:D:0:${own(rank)}:119`,
    ];
    const { schedule } = await convert([0, 1, 2, 3].map(lines), APART);
    expect(traffic(schedule)).toEqual(['0>1', '0>3', '2>1', '2>3']);
  });

  it('finds the members of rows and columns of a Cartesian grid by their ranks', async () => {
    // 2 × 3: rank = 3·row + column.
    const lines = (rank: number) => [
      `MPI_Cart_create:110:W:2:1:2:0:3333:111`,
      `MPI_Cart_sub:112:${comm(660, rank, rank, 6)}:1:4444:113`,
      `MPI_Cart_sub:114:${comm(660, rank, rank, 6)}:1:5555:115`,
      `MPI_Bcast:116:1:1:D:0:${comm(770, rank, rank % 3, 3)}:117`,
      `MPI_Bcast:118:1:1:D:0:${comm(880, rank, Math.floor(rank / 3), 2)}:119`,
    ];
    const { schedule, coverage } = await convert([0, 1, 2, 3, 4, 5].map(lines), APART);
    expect(coverage.calls.find((call) => call.name === 'MPI_Bcast')?.missed).toBe(0);
    expect(traffic(schedule)).toEqual(['0>1', '0>2', '0>3', '1>4', '2>5', '3>4', '3>5']);
  });

  it('counts calls on communicators that it cannot follow as not understood', async () => {
    const lines = (rank: number) => [`MPI_Bcast:116:1:1:D:0:${comm(770, rank, rank % 2, 2)}:117`];
    const { coverage, warnings } = await convert(
      [0, 1, 2, 3].map((rank) => [...lines(rank), 'MPI_Barrier:120:W:121']),
      FIRST,
    );
    expect(coverage.calls.find((call) => call.name === 'MPI_Bcast')?.missed).toBe(4);
    expect(warnings.map((warning) => warning.code)).toEqual(['calls-not-understood']);
  });

  it('leaves sub-communicators out by the published rules', async () => {
    const lines = (rank: number) => [
      `MPI_Comm_split:110:W:${rank >> 1}:0:4444:111`,
      `MPI_Bcast:112:1:1:D:0:${comm(770, rank, rank & 1, 2)}:113`,
      'MPI_Barrier:120:W:121',
    ];
    const { schedule } = await convert([0, 1, 2, 3].map(lines), { rules: 'published' });
    expect(listing(schedule, 0)[0]).toBe('l1: send 1b to 1 tag 1000000 < l6');
    expect(listing(schedule, 0)[5]).toBe('l6: calc 20000');
  });

  it('refuses a rank that takes no part in a split', async () => {
    await expect(convert([['MPI_Comm_split:110:W:0:0:4444:111'], []])).rejects.toThrow(
      'rank0:6: rank 0 calls MPI_Comm_split, but rank 1 (rank1) does not',
    );
    await expect(
      convert([['MPI_Comm_split:110:W:0:0:4444:111'], ['MPI_Comm_dup:110:W:4444:111']]),
    ).rejects.toThrow('rank1:6: MPI_Comm_dup here, but MPI_Comm_split at rank0:6');
  });

  it('refuses a rank beyond the communicator', async () => {
    await expect(convert([['MPI_Send:110:1:1:D:2:5:W:111'], []])).rejects.toThrow(
      'rank0:6: rank 2 is not in this communicator of size 2',
    );
  });
});
