/**
 * Reads the traces of all ranks of a run, as liballprof writes them: "collprof 0.9" of 2009 and
 * "PMPI Tracer 1.1" (lines in traces.md). Bytes in, columns out; which files make a set, and whether they
 * are compressed, is for the caller (see names.ts).
 */
import { checkRanks } from './check-ranks.js';
import { RankScanner } from './scanner.js';
import type { RankTrace, TraceFile, TraceSet } from './trace.js';

async function readRank(file: TraceFile, rank: number): Promise<RankTrace> {
  const scanner = new RankScanner(file.source, rank);
  for await (const chunk of file.chunks) scanner.push(chunk);
  return scanner.finish();
}

/**
 * Reads one file per rank, one after the other. Throws an InputError with file and line for lines that
 * cannot be read, times that go backwards, a missing rank, and files that are not of one run.
 */
export async function readTraces(files: readonly TraceFile[]): Promise<TraceSet> {
  const ranks: RankTrace[] = [];
  for (const [index, file] of files.entries()) ranks.push(await readRank(file, file.rank ?? index));
  return checkRanks(ranks);
}
