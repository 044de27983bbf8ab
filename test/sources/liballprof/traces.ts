/** Small traces written in tests, and schedules in a form that a test can spell out. */

import { parseCollectiveSpec } from '../../../src/collectives/choice.js';
import { CALC, DEP_OP, IREQUIRES, type Schedule, SEND } from '../../../src/schedule/schedule.js';
import { readTraces } from '../../../src/sources/liballprof/read-liballprof.js';
import type { TraceScheduleOptions } from '../../../src/sources/mpi/conversion-options.js';
import { type TraceSchedule, tracesToSchedule } from '../../../src/sources/mpi/convert.js';
import type { TraceFile, TraceSet } from '../../../src/sources/mpi/rank-trace.js';

const encoder = new TextEncoder();

/** The first algorithm of every collective, which no library's rules change. */
export const FIRST: TraceScheduleOptions = { collectives: [parseCollectiveSpec('default')] };

/**
 * Lines of one rank between MPI_Init (which ends at 100) and MPI_Finalize (at 1000). `W` stands for the
 * world's COMM of the rank, `D` for the TYPE of a double.
 */
export function rankText(lines: readonly string[], rank: number, size: number): string {
  const world = `9${rank}000,${rank},${size}`;
  const body = lines.map((line) => line.replace(/:W(?=:)/g, `:${world}`).replace(/:D(?=:)/g, ':10,8,8'));
  return [
    "# htor's PMPI Tracer 1.1 Output File",
    '# time: Sat Nov 21 07:11:33 2026',
    '',
    'MPI_Init:-:1:2:100',
    `MPI_Comm_rank:100:${world}:7:100`,
    ...body,
    'MPI_Finalize:1000:-',
    '',
  ].join('\n');
}

export function file(source: string, text: string, rank?: number): TraceFile {
  const chunks = [encoder.encode(text)];
  return rank === undefined ? { source, chunks } : { source, chunks, rank };
}

export function readRanks(ranks: readonly (readonly string[])[]): Promise<TraceSet> {
  return readTraces(ranks.map((lines, rank) => file(`rank${rank}`, rankText(lines, rank, ranks.length))));
}

export async function convert(
  ranks: readonly (readonly string[])[],
  options: TraceScheduleOptions = {},
): Promise<TraceSchedule> {
  return tracesToSchedule(await readRanks(ranks), options);
}

/** Operations of a rank, one a line: `l1: send 8b to 1 tag 7 < l2` (`<` requires, `~` irequires). */
export function listing(schedule: Schedule, rank: number): string[] {
  const first = schedule.rankStart[rank];
  const lines: string[] = [];
  for (let op = first; op < schedule.rankStart[rank + 1]; op++) {
    const value = schedule.value[op];
    const message = `b ${schedule.kind[op] === SEND ? 'to' : 'from'} ${schedule.peer[op]} tag ${schedule.tag[op]}`;
    const what =
      schedule.kind[op] === CALC
        ? `calc ${value}`
        : `${schedule.kind[op] === SEND ? 'send' : 'recv'} ${value}${message}`;
    const deps = [...schedule.deps.subarray(schedule.depStart[op], schedule.depStart[op + 1])].map(
      (dep) => `${(dep & IREQUIRES) === 0 ? '<' : '~'} l${(dep & DEP_OP) - first + 1}`,
    );
    lines.push([`l${op - first + 1}: ${what}`, ...deps].join(' '));
  }
  return lines;
}

/** Listing of rank 0 of a program, without the computation before MPI_Finalize. */
export async function rank0(
  ranks: readonly (readonly string[])[],
  options: TraceScheduleOptions = {},
): Promise<string[]> {
  const { schedule } = await convert(ranks, options);
  return listing(schedule, 0).slice(0, -1);
}

/** Traces of a library, which their header names. */
export async function convertUnder(
  library: string,
  ranks: readonly (readonly string[])[],
  options: TraceScheduleOptions = {},
  change = (text: string, _rank: number): string => text,
): Promise<TraceSchedule> {
  const texts = ranks.map((lines, rank) =>
    change(`# mpi: ${library}\n${rankText(lines, rank, ranks.length)}`, rank),
  );
  return tracesToSchedule(await readTraces(texts.map((text, i) => file(`rank${i}`, text, i))), options);
}

/** All messages, by rank in the order of the program. */
export function sent({ ranks, rankStart, kind, peer, value }: Schedule) {
  const found: { readonly from: number; readonly to: number; readonly bytes: number }[] = [];
  for (let from = 0; from < ranks; from++)
    for (let op = rankStart[from]; op < rankStart[from + 1]; op++)
      if (kind[op] === SEND) found.push({ from, to: peer[op], bytes: value[op] });
  return found;
}
