/** The fewest points whose line through neighbours keeps within given bounds. */

/** What a line may be at one x. */
export interface Bounds {
  readonly x: number;
  /** What was measured; between `low` and `high`. */
  readonly y: number;
  readonly low: number;
  readonly high: number;
}

/** How the points up to one are best met. */
interface Best {
  readonly knots: number;
  /** Sum of distances, as shares of the room that the bounds leave. */
  readonly misfit: number;
  readonly before: number;
}

/**
 * Indices of the points, ascending by x, that a line through them needs; the first and the last are among them. Of
 * equally few the ones that meet the others best.
 */
export function fewestKnots(points: readonly Bounds[]): number[] {
  const best: Best[] = [{ knots: 1, misfit: 0, before: -1 }];
  for (let to = 1; to < points.length; to++) best.push(bestTo(points, best, to));
  const found: number[] = [];
  for (let at = points.length - 1; at >= 0; at = best[at].before) found.unshift(at);
  return found;
}

function bestTo(points: readonly Bounds[], best: readonly Best[], to: number): Best {
  let found: Best = { knots: Number.POSITIVE_INFINITY, misfit: 0, before: to - 1 };
  for (let from = to - 1; from >= 0; from--) {
    const misfit = misfitBetween(points, from, to);
    if (misfit === null) continue;
    const one: Best = { knots: best[from].knots + 1, misfit: best[from].misfit + misfit, before: from };
    if (one.knots < found.knots || (one.knots === found.knots && one.misfit < found.misfit)) found = one;
  }
  return found;
}

/** How far the points between two lie from the line through them; null where one is out of its bounds. */
function misfitBetween(points: readonly Bounds[], from: number, to: number): number | null {
  const [a, b] = [points[from], points[to]];
  let misfit = 0;
  for (const { x, y, low, high } of points.slice(from + 1, to)) {
    const line = a.y + ((b.y - a.y) * (x - a.x)) / (b.x - a.x);
    if (line < low || line > high) return null;
    misfit += high === low ? 0 : Math.abs(line - y) / (high - low);
  }
  return misfit;
}
