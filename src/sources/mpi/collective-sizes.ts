/** Which collectives traces call, and with which sizes: what there is to choose. */
import type { CollectiveSize } from '../program.js';
import { CALLS, isBound } from './calls.js';
import { carriedOut, pitchOfStarts } from './carried-out.js';
import { EmptyCalls } from './empty-calls.js';
import { fillLedger } from './fill-ledger.js';
import { typicalBytes } from './ledger.js';
import { libraryOf } from './library.js';
import type { ConversionOptions } from './options.js';
import { ruleSetOf } from './rule-set.js';
import type { TraceSet } from './trace.js';
import { walkedRun } from './walked-run.js';

/**
 * Collectives of several ranks by name, size and number of ranks, in the order in which they first come. A call counts
 * once, not once per rank, and a persistent one at each start. Throws an InputError where the ranks' collectives do not fit together.
 */
export function collectiveCalls(set: TraceSet, options: ConversionOptions): CollectiveSize[] {
  const rules = ruleSetOf(options);
  const { ranks, comms } = walkedRun(set.ranks, options);
  const partOf = rules.parts(comms, ranks.length);
  const ledger = fillLedger(ranks, partOf, comms);
  const empty = new EmptyCalls(rules.sendsEmpty ? null : libraryOf(set.ranks));
  const pitch = pitchOfStarts(ranks, options.requestPitch ?? rules.pitch);
  const found = new Map<string, CollectiveSize>();
  for (const trace of ranks) {
    for (const { row, part, k } of carriedOut(trace, partOf, pitch)) {
      const { collective } = CALLS[trace.call[row]];
      // Among neighbours there is nothing to choose.
      if (collective === undefined || part.rank !== 0 || part.size < 2) continue;
      const entry = ledger.entry(part.sequence, k);
      if (empty.withoutData(entry, part) !== null) continue;
      const bytes = collective === 'barrier' ? 1 : typicalBytes(entry, part.size);
      const key = `${collective} ${bytes} ${part.size}`;
      const { calls = 0, unbound = 0 } = found.get(key) ?? {};
      const free = unbound + (isBound(CALLS[entry.code]) ? 0 : 1);
      found.set(key, {
        collective,
        bytes,
        calls: calls + 1,
        ranks: part.size,
        ...(free === 0 ? {} : { unbound: free }),
      });
    }
  }
  return [...found.values()];
}
