/** Calls that list the requests which they name, by numbers of any order: no distance between them matters. */
import { describe, expect, it } from 'vitest';
import { tracesToSchedule } from '../../../src/sources/mpi/convert.js';
import { CALLS } from '../../../src/sources/mpi/mpi-calls.js';
import { RankColumns } from '../../../src/sources/mpi/rank-columns.js';
import type { RankTrace } from '../../../src/sources/mpi/rank-trace.js';
import { checkRanks } from '../../../src/sources/mpi/trace-set.js';
import { listing } from '../liballprof/traces.js';

type Row = readonly [name: string, at: number, args: readonly number[]];

const HEADER = {
  noted: false,
  library: '',
  requestPitch: undefined,
  procNull: undefined,
  rank: undefined,
  ranks: undefined,
  date: Number.NaN,
  dateLine: 0,
};

/** A rank of two whose calls take 1 µs each. */
function rankOf(rank: number, rows: readonly Row[]): RankTrace {
  const columns = new RankColumns((what) => {
    throw new Error(what);
  });
  columns.comm(7, rank, 2, 1);
  columns.other('MPI_Init', 0, 0, 1);
  for (const [i, [name, at, args]] of rows.entries()) {
    const first = columns.args.length;
    for (const arg of args) columns.args.push(arg);
    const code = CALLS.findIndex((call) => call.name === name);
    columns.tallyOf(name, i + 2).calls++;
    columns.row(code, at, at + 1, i + 2, first);
  }
  columns.other('MPI_Finalize', 1000, 1000, rows.length + 2);
  return columns.done({ source: `rank${rank}`, rank, header: HEADER, notes: null, stacks: null });
}

const message = (request: number, tag: number): number[] => [1, 8, 1, tag, 0, request];
const sends: Row[] = [0, 1, 2].map((tag) => ['MPI_Send', 10 * tag, [1, 8, 0, tag, 0]]);
const receives: Row[] = [
  ['MPI_Irecv', 0, message(41, 0)],
  ['MPI_Irecv', 10, message(7, 1)],
  ['MPI_Irecv', 20, message(999, 2)],
];

function madeOf(rows: readonly Row[], requestPitch?: 4) {
  const set = checkRanks([rankOf(0, rows), rankOf(1, sends)]);
  return tracesToSchedule(set, requestPitch === undefined ? {} : { requestPitch });
}

describe('a call that lists its requests', () => {
  it('completes those and no other', () => {
    const made = madeOf([...receives, ['MPI_Waitall', 30, [2, 999, 999, 41]], ['MPI_Wait', 40, [7]]]);
    expect(made.warnings).toEqual([]);
    expect(made.requestPitch.needed).toBe(false);
    const ops = listing(made.schedule, 0);
    // The joint of the Waitall waits for the first and the third receive, that of the Wait for the second.
    expect(ops[6]).toMatch(/^l7: calc 0 < l1 < l5 < /);
    expect(ops[8]).toMatch(/^l9: calc 0 < l3 < /);
  });

  it('takes them as they come in a Waitany', () => {
    const made = madeOf([
      ...receives,
      ['MPI_Waitany', 30, [3, 41, 41, 7, 999]],
      ['MPI_Waitany', 40, [3, 41, 41, 7, 999]],
      ['MPI_Waitany', 50, [3, 41, 41, 7, 999]],
    ]);
    expect(made.warnings).toEqual([]);
    expect(listing(made.schedule, 0).filter((op) => op.includes('calc 0 <'))).toHaveLength(3);
  });

  it('has no distance between them to be told', () => {
    const rows: Row[] = [...receives, ['MPI_Waitall', 30, [3, 41, 41, 7, 999]]];
    const made = madeOf(rows, 4);
    expect(made.requestPitch).toEqual({ pitch: 4, needed: false });
    expect(made.warnings).toEqual([]);
  });

  it('starts the persistent requests that it lists', () => {
    const define = (request: number, tag: number, at: number): Row => [
      'MPI_Recv_init',
      at,
      message(request, tag),
    ];
    const made = madeOf([
      define(5, 0, 0),
      define(90, 1, 5),
      define(6, 2, 8),
      ['MPI_Startall', 10, [3, 5, 5, 90, 6]],
      ['MPI_Waitall', 20, [3, 90, 90, 6, 5]],
    ]);
    expect(made.warnings).toEqual([]);
    expect(made.coverage.calls.every(({ missed }) => missed === 0)).toBe(true);
  });
});
