/** Operations of calls, each kept once: most calls of a program are like another one. */
import type { RecordedOp } from '../collectives/record.js';
import type { PlannedOp } from './types.js';

export class Templates {
  readonly list: PlannedOp[][] = [];
  readonly #numbers = new Map<string, number>();

  /** The number of these operations, whose peers are ranks of a communicator; `ranks`: theirs in the world. */
  add(operations: readonly RecordedOp[], ranks: Int32Array | null): number {
    const planned = operations.map((op) => plannedOp(op, ranks));
    const key = JSON.stringify(planned);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.list.length);
    return this.list.push(planned) - 1;
  }
}

function plannedOp({ kind, value, peer, requires }: RecordedOp, ranks: Int32Array | null): PlannedOp {
  return {
    kind,
    peer: kind === 'calc' ? 0 : ranks === null ? peer : ranks[peer],
    value: Math.round(value),
    after: [...new Set(requires)].sort((a, b) => a - b),
  };
}
