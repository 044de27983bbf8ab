/** All collectives of all ranks, in order, checked against each other. */
import { CALLS, isAmongNeighbours } from './calls.js';
import type { Communicators } from './communicator.js';
import { Ledger } from './ledger.js';
import type { PartOf } from './parts.js';
import type { RankTrace } from './trace.js';

/** Calls that each rank of a sequence has made so far. */
interface Count {
  readonly size: number;
  readonly calls: number[];
}

const COLLECTIVE: readonly boolean[] = CALLS.map(
  ({ collective, kind }) => collective !== undefined || isAmongNeighbours(kind),
);

/** Throws an InputError where the ranks' collectives differ, or a rank lacks some. */
export function fillLedger(ranks: readonly RankTrace[], partOf: PartOf, comms: Communicators): Ledger {
  const ledger = new Ledger();
  const counts = new Map<number, Count>();
  for (const trace of ranks) {
    for (let row = 0; row < trace.rows; row++) {
      if (!COLLECTIVE[trace.call[row]]) continue;
      const part = partOf(trace, row);
      if (part === undefined) continue;
      let count = counts.get(part.sequence);
      if (count === undefined) {
        count = { size: part.size, calls: new Array<number>(part.size).fill(0) };
        counts.set(part.sequence, count);
      }
      ledger.add(part, count.calls[part.rank]++, trace, row);
    }
  }
  for (const [sequence, { size, calls }] of counts) {
    const world = (rank: number) => comms.list[sequence].ranks?.[rank] ?? rank;
    const nameOf = (rank: number) => `rank ${world(rank)} (${ranks[world(rank)].source})`;
    ledger.check(sequence, size, nameOf, calls);
  }
  return ledger;
}
