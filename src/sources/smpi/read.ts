/** Reads the files of an SMPI trace, each of one rank or of several. */
import { InputError } from '../../errors.js';
import { checkRanks } from '../mpi/check-ranks.js';
import type { RankTrace, TraceFile, TraceSet } from '../mpi/trace.js';
import { ActionNames } from './action-names.js';
import { RankCalls } from './rank-calls.js';
import type { RawActions } from './raw-actions.js';
import { ActionScanner } from './scanner.js';
import { WaitWarnings } from './wait-warnings.js';

export interface SmpiOptions {
  /** Flops that a core computes in a second; needed where computation is counted in flops. */
  readonly flopRate?: number;
}

interface Actions {
  readonly source: string;
  readonly raw: RawActions;
}

/** Actions of all files by rank. */
async function readActions(files: Iterable<TraceFile>, names: ActionNames): Promise<Map<number, Actions>> {
  const found = new Map<number, Actions>();
  for (const { source, chunks } of files) {
    const scanner = new ActionScanner(source, names);
    for await (const chunk of chunks) scanner.push(chunk);
    scanner.finish();
    for (const [rank, columns] of scanner.ranks) {
      const raw = columns.done();
      const before = found.get(rank);
      if (before !== undefined) refuseTwice(source, raw.line[0], rank, before.source);
      found.set(rank, { source, raw });
    }
  }
  return found;
}

function refuseTwice(source: string, line: number, rank: number, before: string): never {
  throw new InputError({
    place: { source, line },
    what: `an action of rank ${rank}, whose actions are in ${before}`,
    mend: 'the files are of different runs, or one is given twice',
  });
}

/** How many ranks there are: all numbers below the largest must be there. */
function ranksOf(found: ReadonlyMap<number, Actions>): number {
  let largest = 0;
  for (const rank of found.keys()) largest = Math.max(largest, rank);
  if (found.size === largest + 1) return found.size;
  let missing = 0;
  while (found.has(missing)) missing++;
  const { source, raw } = found.get(largest) ?? { source: '', raw: undefined };
  throw new InputError({
    place: { source, line: raw?.line[0] ?? 1 },
    what: `an action of rank ${largest}, but there is none of rank ${missing}`,
    mend: 'give the files of all ranks of one run, or the list of them',
  });
}

/**
 * Reads the files of one run. Throws InputError with file and line for what cannot be read and for ranks that are not
 * there, and UsageError for computation in flops without a rate.
 */
export async function readSmpi(
  files: Iterable<TraceFile>,
  { flopRate }: SmpiOptions = {},
): Promise<TraceSet> {
  const names = new ActionNames();
  const found = await readActions(files, names);
  if (found.size === 0) throw new InputError({ what: 'no trace files', mend: 'give the file of rank 0' });
  const ranks = ranksOf(found);
  const nameOf = (code: number): string => names.nameOf(code);
  const waits = new WaitWarnings();
  const traces: RankTrace[] = [];
  for (const [rank, { source, raw }] of found) {
    traces.push(new RankCalls(raw, { source, rank, ranks, flopRate, nameOf, waits }).done());
    found.delete(rank);
  }
  const set = checkRanks(traces);
  return { ...set, warnings: [...waits.list(), ...set.warnings] };
}
