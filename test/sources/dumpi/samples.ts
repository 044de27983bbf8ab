/** Files of DUMPI written in tests, and their calls in a form that a test can spell out. */
import { readDumpi } from '../../../src/sources/dumpi/read-dumpi.js';
import { CALLS } from '../../../src/sources/mpi/mpi-calls.js';
import {
  listOf,
  type RankTrace,
  type RowLists,
  type TraceFile,
  type TraceSet,
} from '../../../src/sources/mpi/rank-trace.js';
import { COMM, DumpiWriter, type Field, TYPE, type WriterOptions } from './writer.js';

/** Fields: of 32 and of 16 bits, lists, statuses; the world, an int, a double. */
export const i = (value: number): Field => ['i', value];
export const h = (value: number): Field => ['h', value];
export const l = (...items: number[]): Field => ['l', items];
export const z = (...items: (readonly [source: number, tag: number])[]): Field => [
  'z',
  items.map(([source, tag]) => ({ bytes: 8, source, tag })),
];
export const W = h(COMM.world);
export const INT = h(TYPE.int);
export const DOUBLE = h(TYPE.double);

export type Write = (writer: DumpiWriter, rank: number) => void;

export const file = (bytes: Uint8Array, rank = 0): TraceFile => ({
  source: `rank${rank}`,
  rank,
  chunks: [bytes],
});

/** A rank's file: what is written, between MPI_Init and MPI_Finalize. */
export function written(write: Write, rank = 0, options: WriterOptions = {}): Uint8Array {
  const writer = new DumpiWriter(options);
  writer.record('Init', [['v', [[46, 47, 97]]]]);
  write(writer, rank);
  return writer.record('Finalize').done();
}

export function readWritten(write: Write, ranks = 1, options: WriterOptions = {}): Promise<TraceSet> {
  return readDumpi(Array.from({ length: ranks }, (_, rank) => file(written(write, rank, options), rank)));
}

const list = (notes: RowLists | undefined, row: number): number[] =>
  notes === undefined ? [] : [...listOf(notes, row)];

/** Calls of a rank: `MPI_Send 10 8 1 7 0`, the fields that are kept, and behind `!` and `?` what it completed and took. */
export const callsOf = (trace: RankTrace): string[] =>
  Array.from({ length: trace.rows }, (_, row) => {
    const args = trace.args.subarray(trace.argStart[row], trace.argStart[row + 1]);
    const completed = list(trace.notes?.completed, row);
    const matched = list(trace.notes?.matched, row);
    return [
      CALLS[trace.call[row]].name,
      ...args,
      ...(completed.length > 0 ? ['!', ...completed] : []),
      ...(matched.length > 0 ? ['?', ...matched] : []),
    ].join(' ');
  });

/** Calls of rank 0. */
export async function rank0(write: Write, ranks = 1, options: WriterOptions = {}): Promise<string[]> {
  return callsOf((await readWritten(write, ranks, options)).ranks[0]);
}

/** Members of communicators as a rank's calls note them: `handle: ranks`. */
export const membersOf = (trace: RankTrace): string[] =>
  [...(trace.notes?.members.row ?? [])].map((row) => {
    const [handle, ...ranks] = list(trace.notes?.members, row);
    return `${handle}: ${ranks.join(' ')}`;
  });
