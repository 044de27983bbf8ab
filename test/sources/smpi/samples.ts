/** SMPI traces written in tests, and their calls in a form that a test can spell out. */

import type { TraceScheduleOptions } from '../../../src/sources/mpi/conversion-options.js';
import { type TraceSchedule, tracesToSchedule } from '../../../src/sources/mpi/convert.js';
import { CALLS } from '../../../src/sources/mpi/mpi-calls.js';
import type { RankTrace, TraceFile, TraceSet } from '../../../src/sources/mpi/rank-trace.js';
import { readSmpi, type SmpiOptions } from '../../../src/sources/smpi/read-smpi.js';

export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

export const file = (source: string, text: string): TraceFile => ({ source, chunks: [bytes(text)] });

export const GIGA: SmpiOptions = { flopRate: 1e9 };

/** Lines of all ranks in one file, which begin with their rank; `init` before and `finalize` behind are added. */
export function readLines(
  lines: readonly string[],
  ranks = 2,
  options: SmpiOptions = GIGA,
): Promise<TraceSet> {
  const all = Array.from({ length: ranks }, (_, rank) => rank);
  const text = [
    ...all.map((rank) => `${rank} init`),
    ...lines,
    ...all.map((rank) => `${rank} finalize`),
    '',
  ].join('\n');
  return readSmpi([file('all.txt', text)], options);
}

export async function convertLines(
  lines: readonly string[],
  ranks = 2,
  options: TraceScheduleOptions = {},
): Promise<TraceSchedule> {
  return tracesToSchedule(await readLines(lines, ranks), options);
}

/** Calls of a rank: `MPI_Send@0 1 8 1 7 0`, the time in µs and the fields that are kept. */
export const callsOf = ({ rows, call, start, args, argStart }: RankTrace): string[] =>
  Array.from({ length: rows }, (_, row) =>
    [`${CALLS[call[row]].name}@${start[row]}`, ...args.subarray(argStart[row], argStart[row + 1])].join(' '),
  );

/** Calls of rank 0 of the lines. */
export async function rank0(lines: readonly string[], ranks = 2, options = GIGA): Promise<string[]> {
  return callsOf((await readLines(lines, ranks, options)).ranks[0]);
}
