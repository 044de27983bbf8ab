/** How many latencies joins take. */
import { type CollectiveAlgorithm, DEFAULT_OPTIONS } from '../../src/collectives/collective-algorithm.js';
import { emitInTurn } from '../../src/collectives/data-flow.js';
import { emitJoin } from '../../src/collectives/joins.js';
import { type MpiLibrary, rulesOf } from '../../src/collectives/library-calls.js';
import { describeCollective } from '../../src/collectives/recorded-calls.js';

/** Messages in the longest chain of a join, whose new communicator has the ranks of the old one in their order. */
export function latencies(library: MpiLibrary, name: string, size: number): number {
  const rules = rulesOf(library, true, [], DEFAULT_OPTIONS);
  const among = (who: 'callers' | 'made'): CollectiveAlgorithm => ({
    name,
    summary: '',
    uses: [],
    emit: ({ rank }, out) => emitJoin(rules, { name, among: who, rank, size }, out),
  });
  const whole: CollectiveAlgorithm = {
    ...among('callers'),
    emit: (call, out) =>
      emitInTurn(
        [
          { algorithm: among('callers'), call },
          { algorithm: among('made'), call },
        ],
        out,
      ),
  };
  return describeCollective(whole, { size, bytes: 8 }).depth;
}
