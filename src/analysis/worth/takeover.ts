/**
 * Where the next parameter takes over. A parameter of price p that the critical path pays n times has the share n·p/T: by
 * so many percent T falls with one percent less of it. Who makes one parameter cheaper makes its share smaller, until that
 * of another is larger: from there on one percent of the other brings more.
 */
import { machineAt } from '../../timing/axis.js';
import { Replay } from '../../timing/replay.js';
import { pathPrices } from '../difference/prices.js';
import type { Model } from '../model.js';
import type { Curve, Piece } from '../piecewise.js';

/** Where another parameter begins to bring more than this one. */
export interface Takeover {
  /** Value of this one; that of the machine where the other brings more already. */
  readonly below: number;
  /** `o`, a latency class or a gap class; null: none is on the critical path from there on, and nothing brings anything. */
  readonly name: string | null;
}

/** Pieces of a curve that are followed: one play of the program each. */
export const MOST_PIECES = 200;

/**
 * Goes down a curve that ends at the machine's value, piece by piece: on each the critical path is one, its time on this
 * parameter is λ·x, and that on the others stays. null: none takes over, as far as {@link MOST_PIECES} lead.
 */
export function takeover(model: Model, curve: Curve): Takeover | null {
  const { pieces, axis } = curve;
  for (const piece of pieces.slice(-MOST_PIECES).reverse()) {
    const other = largestOther(model, curve, piece);
    if (piece.lambda === 0) return { below: Math.min(piece.end, axis.base), name: other?.name ?? null };
    // Shares are equal where λ·x is the other's time.
    const equal = other === null ? 0 : other.ns / piece.lambda;
    if (other !== null && equal > piece.start)
      return { below: Math.min(equal, piece.end, axis.base), name: other.name };
  }
  return null;
}

interface Share {
  readonly name: string;
  /** Time of the critical path, ns. */
  readonly ns: number;
}

/** The parameter besides the curve's own that the path of a piece spends most time on; null where it spends none. */
function largestOther({ graph, machine }: Model, { axis }: Curve, piece: Piece): Share | null {
  const x = (piece.start + piece.end) / 2;
  const at = machineAt(machine, axis, x);
  const steps = new Replay(piece.graph ?? graph, at).criticalPath();
  const own = (kind: string, name: string): boolean =>
    (axis.overhead && kind === 'overhead') ||
    (axis.latency !== null &&
      kind === 'latency' &&
      machine.network.latencies[Number(axis.latency)]?.name === name) ||
    (axis.gap !== null && kind === 'bandwidth' && machine.network.gaps[Number(axis.gap)]?.name === name);
  return pathPrices(at, steps)
    .filter(({ kind, name }) => !own(kind, name))
    .map(({ name, price, count }) => ({ name, ns: price * count }))
    .reduce<Share | null>((most, one) => (one.ns > (most?.ns ?? 0) ? one : most), null);
}
