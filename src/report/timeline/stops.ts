/** At which latencies a report shows the critical path: one stop a piece of the curve, or a choice of them. */
import { type Curve, pieceAt } from '../../analysis/piecewise.js';

export interface StopPlace {
  /** Where the picture is drawn: the base, or the middle of its piece. */
  readonly x: number;
  /** The piece, on which the critical path crosses the same number of latencies. */
  readonly low: number;
  readonly high: number;
}

/** At most `limit` stops: the pieces at `wanted` values and both ends, then the widest gaps over L. */
export function stopsOf(curve: Curve, wanted: readonly number[], limit: number): StopPlace[] {
  const { pieces } = curve;
  const chosen = new Set<number>();
  const indexOf = (x: number): number =>
    pieces.indexOf(pieceAt(curve, Math.min(Math.max(x, curve.low), curve.high)));
  for (const x of wanted) chosen.add(indexOf(x));
  chosen.add(0).add(pieces.length - 1);
  const room = Math.max(limit, chosen.size);
  while (chosen.size < Math.min(room, pieces.length)) chosen.add(loneliest(curve, chosen));
  return [...chosen].sort((a, b) => a - b).map((i) => placeOf(curve, i));
}

/** The piece that is furthest over L from those chosen. */
function loneliest(curve: Curve, chosen: ReadonlySet<number>): number {
  const middle = (i: number): number => (curve.pieces[i].start + curve.pieces[i].end) / 2;
  const places = [...chosen].map(middle);
  let best = -1;
  let most = -1;
  for (let i = 0; i < curve.pieces.length; i++) {
    if (chosen.has(i)) continue;
    const gap = Math.min(...places.map((place) => Math.abs(place - middle(i))));
    if (gap <= most) continue;
    best = i;
    most = gap;
  }
  return best;
}

function placeOf(curve: Curve, index: number): StopPlace {
  const { start, end } = curve.pieces[index];
  const { base } = curve.axis;
  const last = index === curve.pieces.length - 1;
  const atBase = base >= start && (base < end || (last && base <= end));
  return { x: atBase ? base : (start + end) / 2, low: start, high: end };
}
