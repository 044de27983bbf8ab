/** Who is in the communicators of DUMPI's traces, and who is nobody. */
import { describe, expect, it } from 'vitest';
import { tracesToSchedule } from '../../../src/sources/mpi/convert.js';
import { callsOf, h, INT, i, l, membersOf, readWritten, W, type Write, z } from './samples.js';
import { COMM, type Field, TYPE } from './writer.js';

const none = z();
const NEW = COMM.own;
const UNDEFINED = -32766;

const members = async (write: Write, ranks: number): Promise<string[][]> =>
  (await readWritten(write, ranks)).ranks.map(membersOf);

describe('the members of a communicator', () => {
  it('of a dup are those of its parent, of a split those of its color by key', async () => {
    const write: Write = (writer, rank) => {
      writer.record('Comm_dup', [W, h(NEW)]);
      writer.record('Comm_split', [h(NEW), i(rank % 2), i(-rank), h(NEW + 1)]);
      writer.record('Comm_split', [W, i(rank < 1 ? 0 : UNDEFINED), i(0), h(rank < 1 ? NEW + 2 : COMM.null)]);
      writer.record('Comm_dup', [h(COMM.self), h(NEW + 3)]);
    };
    expect(await members(write, 4)).toEqual([
      ['4: 0 1 2 3', '5: 2 0', '6: 0', '7: 0'],
      ['4: 0 1 2 3', '5: 3 1', '7: 1'],
      ['4: 0 1 2 3', '5: 2 0', '7: 2'],
      ['4: 0 1 2 3', '5: 3 1', '7: 3'],
    ]);
  });

  it('of a group are its ranks, however it was made', async () => {
    const ranges: Field = [
      'm',
      [
        [3, 0, -2],
        [0, 0, 1],
      ],
    ];
    const write: Write = (writer, rank) => {
      writer.record('Comm_group', [W, h(3)]);
      writer.record('Group_incl', [h(3), i(3), l(2, 0, 1), h(4)]);
      writer.record('Group_excl', [h(3), i(1), l(1), h(5)]);
      writer.record('Group_union', [h(4), h(5), h(6)]);
      writer.record('Group_intersection', [h(4), h(5), h(7)]);
      writer.record('Group_difference', [h(3), h(7), h(8)]);
      writer.record('Group_range_incl', [h(3), i(2), ranges, h(9)]);
      writer.record('Group_range_excl', [h(3), i(1), ['m', [[0, 1, 1]]], h(10)]);
      writer.record('Group_union', [h(2), h(10), h(11)]);
      const of: readonly (readonly [group: number, ranks: readonly number[]])[] = [
        [6, [2, 0, 1, 3]],
        [7, [2, 0]],
        [8, [1, 3]],
        [9, [3, 1, 0]],
        [10, [2, 3]],
        [11, [2, 3]],
      ];
      for (const [group, ranks] of of)
        writer.record('Comm_create', [W, h(group), h(ranks.includes(rank) ? group + 10 : COMM.null)]);
    };
    expect(await members(write, 4)).toEqual([
      ['16: 2 0 1 3', '17: 2 0', '19: 3 1 0'],
      ['16: 2 0 1 3', '18: 1 3', '19: 3 1 0'],
      ['16: 2 0 1 3', '17: 2 0', '20: 2 3', '21: 2 3'],
      ['16: 2 0 1 3', '18: 1 3', '19: 3 1 0', '20: 2 3', '21: 2 3'],
    ]);
  });

  it('of a grid are its first ranks, and rows and columns of it', async () => {
    const write: Write = (writer, rank) => {
      const inGrid = rank < 6;
      writer.record('Cart_create', [W, i(2), l(2, 3), l(0, 0), i(0), h(inGrid ? NEW : COMM.null)]);
      writer.record('Graph_create', [i(2), W, i(2), l(1, 2), l(1, 0), i(0), h(rank < 2 ? 9 : COMM.null)]);
      if (!inGrid) return;
      writer.record('Cart_sub', [i(2), h(NEW), l(0, 1), h(NEW + 1)]);
      writer.record('Cart_sub', [i(2), h(NEW), l(1, 0), h(NEW + 2)]);
    };
    const [first, , , , last, out] = await members(write, 7).then((all) => [...all.slice(0, 5), all[6]]);
    expect(first).toEqual(['4: 0 1 2 3 4 5', '9: 0 1', '5: 0 1 2', '6: 0 3']);
    expect(last).toEqual(['4: 0 1 2 3 4 5', '5: 3 4 5', '6: 1 4']);
    expect(out).toEqual([]);
  });

  it('are those of its last making, where a number is used again', async () => {
    const write: Write = (writer, rank) => {
      writer.record('Comm_split', [W, i(rank % 2), i(0), h(NEW)]);
      writer.record('Barrier', [h(NEW)]);
      writer.record('Comm_free', [h(NEW)]);
      writer.record('Comm_split', [W, i(rank < 2 ? 0 : 1), i(0), h(NEW)]);
      writer.record('Barrier', [h(NEW)]);
      writer.record('Comm_free', [h(NEW)]);
      writer.record('Intercomm_create', [h(COMM.self), i(0), W, i(0), i(5), h(NEW)]);
      writer.record('Barrier', [h(NEW)]);
    };
    const set = await readWritten(write, 4);
    const { schedule, coverage } = tracesToSchedule(set, { skipCalls: ['Comm_*'] });
    expect(coverage.calls.find(({ name }) => name === 'MPI_Barrier')).toMatchObject({ calls: 12, missed: 4 });
    expect(schedule.peer[schedule.kind.indexOf(1)]).toBe(2);
  });

  it('are those that ranks meet for, or it is an error', async () => {
    const late: Write = (writer, rank) => {
      if (rank === 0) writer.record('Comm_dup', [W, h(NEW)]);
    };
    await expect(members(late, 2)).rejects.toThrow(
      'rank0:2: rank 0 calls MPI_Comm_dup, but rank 1 (rank1) does not. The files are of different runs',
    );
    const other: Write = (writer, rank) => {
      if (rank === 0) writer.record('Comm_dup', [W, h(NEW)]);
      else writer.record('Comm_split', [W, i(0), i(0), h(NEW)]);
    };
    await expect(members(other, 2)).rejects.toThrow(
      'rank1:2: MPI_Comm_split here, but MPI_Comm_dup at rank0:2',
    );
  });

  it('name the ranks of messages and collectives on it', async () => {
    const write: Write = (writer, rank) => {
      writer.record('Comm_split', [W, i(rank % 2), i(0), h(NEW)]);
      const message = [i(1), INT, i(rank < 2 ? 1 : 0), i(5), h(NEW)];
      if (rank < 2) writer.record('Send', message);
      else writer.record('Recv', [...message, none]);
      writer.record('Allreduce', [i(1), h(TYPE.double), ['b', 3], h(NEW)]);
    };
    const { coverage, warnings } = tracesToSchedule(await readWritten(write, 4));
    expect(coverage.calls.every(({ missed }) => missed === 0)).toBe(true);
    expect(warnings.map(({ code }) => code)).toEqual(['collective-defaults']);
  });
});

describe('nobody', () => {
  const send = (to: number): Field[] => [i(1), INT, i(to), i(5), W];
  /** A line of ranks, each of which sends to the next and receives from the one before; `nobody` at its ends. */
  const line =
    (nobody: number, wild = false): Write =>
    (writer, rank) => {
      const to = rank === 2 ? nobody : rank + 1;
      writer.record('Isend', [...send(to), i(7)]);
      writer.record('Irecv', [...send(rank === 0 ? nobody : wild ? -1 : rank - 1), i(8)]);
      writer.record('Waitall', [i(2), l(7, 8), none]);
    };
  const sources = async (write: Write): Promise<(string | undefined)[]> =>
    (await readWritten(write, 3)).ranks.map((trace) => callsOf(trace)[1].split(' ')[3]);

  it('is −2 in traces of Open MPI', async () => {
    expect(await sources(line(-2))).toEqual(['-2', '0', '1']);
    expect(await sources(line(-2, true))).toEqual(['-2', '-1', '-1']);
  });

  it('is −1 in traces of MPICH, as is any source: messages tell which', async () => {
    expect(await sources(line(-1))).toEqual(['-2', '0', '1']);
    expect(await sources(line(-1, true))).toEqual(['-2', '-1', '-1']);
    const { schedule } = tracesToSchedule(await readWritten(line(-1, true), 3));
    expect([...schedule.kind].filter((kind) => kind === 1)).toHaveLength(2);
  });

  it('is counted over persistent messages and both halves of a Sendrecv', async () => {
    const write: Write = (writer, rank) => {
      const [to, from] = [rank === 2 ? -1 : rank + 1, rank === 0 ? -1 : rank - 1];
      writer.record('Recv_init', [...send(rank === 0 ? -1 : -1), i(4)]);
      writer.record('Send_init', [...send(to), i(5)]);
      writer.record('Startall', [i(2), l(4, 5)]).record('Waitall', [i(2), l(4, 5), none]);
      writer
        .record('Start', [i(4)])
        .record('Start', [i(5)])
        .record('Waitall', [i(2), l(4, 5), none]);
      const half = [i(1), INT];
      writer.record('Sendrecv', [...half, i(to), i(1), ...half, i(from), i(1), W, none]);
    };
    const { ranks } = await readWritten(write, 3);
    expect(ranks.map((trace) => callsOf(trace)[0].split(' ')[3])).toEqual(['-2', '-1', '-1']);
  });

  it('is refused where some receives from −1 are of messages, and nothing tells which', async () => {
    const write: Write = (writer, rank) => {
      if (rank === 0) writer.record('Send', send(1)).record('Send', send(-1));
      if (rank === 1) writer.record('Recv', [...send(-1), none]).record('Recv', [...send(-1), none]);
    };
    await expect(readWritten(write, 2)).rejects.toThrow(
      'the number of receives from −1 (2) differs from the number of messages that are left for them (1)',
    );
  });
});
