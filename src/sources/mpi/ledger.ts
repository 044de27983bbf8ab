/**
 * The collectives of each communicator in order, as all ranks see them: the k-th call on a communicator is
 * the same call on all its ranks. What does not fit (another call, another root, another size) is an error
 * with both places, for it would give a schedule with lost messages.
 */
import type { CollectiveName } from '../../collectives/names.js';
import { InputError } from '../../errors.js';
import { CALLS } from './calls.js';
import { hasEqualSizes, impossible, listedBlock, listedTotal, ownBytes, rootOf } from './collective-calls.js';
import type { RankTrace } from './trace.js';

/** One collective over all its ranks. */
export interface CollectiveEntry {
  readonly code: number;
  readonly root: number;
  /** Bytes of its unit where that is the same on all ranks; else the sum of what the ranks give. */
  bytes: number;
  /** [size] block of each rank, for the kinds whose blocks differ. */
  readonly blocks: Float64Array | undefined;
  /** Who called it first. */
  readonly trace: RankTrace;
  readonly row: number;
  ranks: number;
}

/** Which row takes part in a collective, and where. */
export interface CallPart {
  /** Sequence of calls that it counts in: the communicator, as the rules see it. */
  readonly sequence: number;
  readonly rank: number;
  readonly size: number;
  /** For messages. */
  readonly made: string;
}

const placeOf = (trace: RankTrace, row: number) => ({ source: trace.source, line: trace.line[row] });
const ordinal = (k: number): string => `collective number ${k + 1}`;

export class Ledger {
  readonly #sequences: CollectiveEntry[][] = [];
  readonly #made: string[] = [];

  /** The k-th collective of a sequence. */
  entry(sequence: number, k: number): CollectiveEntry {
    return this.#sequences[sequence][k];
  }

  /** Adds a rank's k-th call on its communicator. */
  add(part: CallPart, k: number, trace: RankTrace, row: number): void {
    let entries = this.#sequences[part.sequence];
    if (entries === undefined) {
      entries = [];
      this.#sequences[part.sequence] = entries;
      this.#made[part.sequence] = part.made;
    }
    const known = entries[k];
    const entry = known ?? newEntry(part, trace, row);
    if (known === undefined) entries[k] = entry;
    else checkAlike(entry, part, k, trace, row);
    entry.ranks++;
    const kind = CALLS[entry.code].collective ?? 'barrier';
    const bytes = ownBytes(kind, trace, row, part.rank);
    const wrong = impossible(kind, trace, row, part.size) ?? (bytes < 0 ? `${bytes} B` : undefined);
    if (wrong !== undefined) refuseAlone(trace, row, wrong);
    if (known !== undefined) checkLists(kind, entry, part, k, trace, row);
    if (entry.blocks !== undefined) {
      entry.blocks[part.rank] = bytes;
      entry.bytes += bytes;
    } else if (kind === 'alltoallv' || kind === 'reduce_scatter') {
      entry.bytes += listedTotal(kind, trace, row);
    } else if (known !== undefined && hasEqualSizes(kind) && bytes !== entry.bytes) {
      refuse(entry, part, k, trace, row, `${bytes} B`, `${entry.bytes} B`);
    }
  }

  /** Every collective must have been called by all ranks of its communicator. */
  check(sequence: number, size: number, rankName: (rank: number) => string, calls: readonly number[]): void {
    const entries = this.#sequences[sequence] ?? [];
    const k = entries.findIndex((entry) => entry.ranks < size);
    if (k < 0) return;
    const missing = calls.findIndex((count) => count <= k);
    const { code, trace, row } = entries[k];
    throw new InputError({
      place: placeOf(trace, row),
      what:
        `${CALLS[code].name} is ${ordinal(k)} on ${this.#made[sequence]}, but ${rankName(missing)} has only ` +
        `${calls[missing]}`,
      mend: 'the files are of different runs, or one is cut short',
    });
  }
}

function newEntry(part: CallPart, trace: RankTrace, row: number): CollectiveEntry {
  const code = trace.call[row];
  const kind = CALLS[code].collective ?? 'barrier';
  const differ = kind === 'gatherv' || kind === 'scatterv' || kind === 'allgatherv';
  return {
    code,
    root: rootOf(kind, trace, row),
    bytes: differ ? 0 : ownBytes(kind, trace, row, part.rank),
    blocks: differ ? new Float64Array(part.size) : undefined,
    trace,
    row,
    ranks: 0,
  };
}

function checkAlike(entry: CollectiveEntry, part: CallPart, k: number, trace: RankTrace, row: number): void {
  const code = trace.call[row];
  if (code !== entry.code) {
    refuse(entry, part, k, trace, row, CALLS[code].name, CALLS[entry.code].name);
  }
  const root = rootOf(CALLS[code].collective ?? 'barrier', trace, row);
  if (root !== entry.root) refuse(entry, part, k, trace, row, `root ${root}`, `root ${entry.root}`);
}

/** Every block must be as long as whoever called first lists it. */
function checkLists(
  kind: CollectiveName,
  entry: CollectiveEntry,
  part: CallPart,
  k: number,
  trace: RankTrace,
  row: number,
): void {
  for (let rank = 0; rank < part.size; rank++) {
    const [here, there] = [
      listedBlock(kind, trace, row, rank),
      listedBlock(kind, entry.trace, entry.row, rank),
    ];
    if (here === undefined || there === undefined) return;
    if (here !== there) refuse(entry, part, k, trace, row, `${here} B for its rank ${rank}`, `${there} B`);
  }
}

function refuseAlone(trace: RankTrace, row: number, what: string): never {
  throw new InputError({
    place: placeOf(trace, row),
    what: `${CALLS[trace.call[row]].name} with ${what}`,
    mend: 'the line is damaged, or the program is wrong',
  });
}

function refuse(
  entry: CollectiveEntry,
  part: CallPart,
  k: number,
  trace: RankTrace,
  row: number,
  here: string,
  there: string,
): never {
  const other = `${entry.trace.source}:${entry.trace.line[entry.row]}`;
  const name = CALLS[trace.call[row]].name;
  throw new InputError({
    place: placeOf(trace, row),
    what: `${name}, ${ordinal(k)} on ${part.made}, has ${here} here, but ${there} at ${other}`,
    mend: 'the files are of different runs, or the program is wrong',
  });
}

/** Bytes by which the algorithm is chosen: of the unit, or the mean of blocks that differ. */
export function typicalBytes(entry: CollectiveEntry, size: number): number {
  const kind = CALLS[entry.code].collective;
  if (entry.blocks !== undefined) return entry.bytes / size;
  if (kind === 'alltoallv' || kind === 'reduce_scatter') return entry.bytes / size ** 2;
  return entry.bytes;
}
