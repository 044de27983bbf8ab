/**
 * Reads the traces of all ranks of a run, as liballprof writes them: "collprof 0.9" of 2009 and
 * "PMPI Tracer 1.1" (lines in traces.md). Bytes in, columns out.
 */
import { type RankReaderOf, readTracesBy } from '../mpi/read.js';
import type { TraceFile, TraceSet } from '../mpi/trace.js';
import { RankScanner } from './scanner.js';

export const scanner: RankReaderOf = (source, rank) => new RankScanner(source, rank);

/**
 * Reads one file per rank, one after the other. Throws an InputError with file and line for lines that
 * cannot be read, times that go backwards, a missing rank, and files that are not of one run.
 */
export const readTraces = (files: readonly TraceFile[]): Promise<TraceSet> => readTracesBy(scanner, files);
