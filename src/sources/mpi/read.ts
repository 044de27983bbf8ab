/** Reads the traces of all ranks of a run, one file each. Which files make a set, and whether they are compressed, is for the caller. */
import { checkRanks } from './check-ranks.js';
import type { RankTrace, TraceFile, TraceSet } from './trace.js';

/** Takes the bytes of one rank's file, in order, and gives what they say. */
export interface RankReader {
  push(bytes: Uint8Array): void;
  finish(): RankTrace;
}

export type RankReaderOf = (source: string, rank: number) => RankReader;

async function readRank(file: TraceFile, rank: number, readerOf: RankReaderOf): Promise<RankTrace> {
  const reader = readerOf(file.source, rank);
  for await (const chunk of file.chunks) reader.push(chunk);
  return reader.finish();
}

/**
 * Reads one file per rank, one after the other. Throws an InputError with file and line for what cannot be read, times
 * that go backwards, a missing rank, and files that are not of one run.
 */
export async function readTracesBy(readerOf: RankReaderOf, files: readonly TraceFile[]): Promise<TraceSet> {
  const ranks: RankTrace[] = [];
  for (const [index, file] of files.entries()) ranks.push(await readRank(file, file.rank ?? index, readerOf));
  return checkRanks(ranks);
}
