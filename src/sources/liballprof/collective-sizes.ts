/** Which collectives a program calls, and with which sizes: what there is to choose. */
import type { CollectiveName } from '../../collectives/names.js';
import { CALLS } from './calls.js';
import { findCommunicators } from './communicators.js';
import { fillLedger } from './fill-ledger.js';
import { typicalBytes } from './ledger.js';
import { partsByCommunicator, publishedParts } from './parts.js';
import type { TraceSet } from './trace.js';

/** Calls of one collective with one size. */
export interface CollectiveSize {
  readonly collective: CollectiveName;
  /** By which the algorithm is chosen: of the unit, or the mean of blocks that differ. */
  readonly bytes: number;
  readonly calls: number;
  /** Ranks of the largest communicator among them. */
  readonly ranks: number;
}

/**
 * Collectives of several ranks by name and size, ascending. A call counts once, not once per rank.
 * Throws an InputError where the ranks' collectives do not fit together.
 */
export function collectiveSizes(set: TraceSet, published: boolean): CollectiveSize[] {
  const found = new Map<string, CollectiveSize>();
  for (const one of collectiveCalls(set, published)) {
    const key = `${one.collective} ${one.bytes}`;
    const before = found.get(key) ?? { ...one, calls: 0, ranks: 0 };
    const ranks = Math.max(before.ranks, one.ranks);
    found.set(key, { ...before, calls: before.calls + one.calls, ranks });
  }
  return [...found.values()].sort((a, b) => byName(a.collective, b.collective) || a.bytes - b.bytes);
}

/** The same by name, size and number of ranks, in the order in which they first come. Throws an InputError. */
export function collectiveCalls({ ranks }: TraceSet, published: boolean): CollectiveSize[] {
  const comms = findCommunicators(ranks);
  const partOf = published ? publishedParts(ranks.length) : partsByCommunicator(comms);
  const ledger = fillLedger(ranks, partOf, comms);
  const found = new Map<string, CollectiveSize>();
  for (const trace of ranks) {
    const count = new Map<number, number>();
    for (let row = 0; row < trace.rows; row++) {
      const collective = CALLS[trace.call[row]].collective;
      const part = collective === undefined ? undefined : partOf(trace, row);
      if (collective === undefined || part === undefined) continue;
      const k = count.get(part.sequence) ?? 0;
      count.set(part.sequence, k + 1);
      if (part.rank !== 0 || part.size < 2) continue;
      const bytes = collective === 'barrier' ? 1 : typicalBytes(ledger.entry(part.sequence, k), part.size);
      const key = `${collective} ${bytes} ${part.size}`;
      const calls = (found.get(key)?.calls ?? 0) + 1;
      found.set(key, { collective, bytes, calls, ranks: part.size });
    }
  }
  return [...found.values()];
}

const byName = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
