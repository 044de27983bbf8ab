/** Convex polygons in the plane of two parameters, and how half-planes cut them. */

/** A corner; polygons share corners that a cut leaves alone, so that one is looked at once. */
export interface Corner {
  readonly x: number;
  readonly y: number;
}

/** Corners against the clock; one or two of them where the polygon has no area. */
export type Polygon = readonly Corner[];

/** Corners nearer to each other than this share of the polygon's coordinates are one but for rounding. */
const SAME_PLACE = 1e-12;

export function rectangle(lowX: number, highX: number, lowY: number, highY: number): Corner[] {
  return [
    { x: lowX, y: lowY },
    { x: highX, y: lowY },
    { x: highX, y: highY },
    { x: lowX, y: highY },
  ];
}

/**
 * The part of a polygon in which `above` ≤ slack, for a function that is linear in x and y (Sutherland and Hodgman,
 * "Reentrant polygon clipping", 1974, one edge). A new corner lies between two old ones, so that it is as exact on
 * the old edge as they are, however flat the angle.
 */
export function cut(polygon: Polygon, above: (corner: Corner) => number, slack: number): Corner[] {
  const heights = polygon.map(above);
  const left: Corner[] = [];
  polygon.forEach((corner, i) => {
    const next = (i + 1) % polygon.length;
    const inside = heights[i] <= slack;
    if (inside) left.push(corner);
    // A corner on the cut is a corner already.
    if (inside === heights[next] <= slack || Math.abs(heights[inside ? i : next]) <= slack) return;
    left.push(between(corner, polygon[next], heights[i] / (heights[i] - heights[next])));
  });
  return left;
}

function between(from: Corner, to: Corner, share: number): Corner {
  return { x: mix(from.x, to.x, share), y: mix(from.y, to.y, share) };
}

/** Equal ends stay what they are: an edge along an axis remains one. */
const mix = (from: number, to: number, share: number): number =>
  from === to ? from : from + share * (to - from);

/** Without corners that rounding made of one. */
export function tidy(polygon: Polygon): Corner[] {
  const nearX = SAME_PLACE * Math.max(...polygon.map(({ x }) => Math.abs(x)));
  const nearY = SAME_PLACE * Math.max(...polygon.map(({ y }) => Math.abs(y)));
  const same = (one: Corner, other: Corner): boolean =>
    Math.abs(one.x - other.x) <= nearX && Math.abs(one.y - other.y) <= nearY;
  const kept: Corner[] = [];
  for (const corner of polygon) {
    const before = kept.at(-1);
    if (before === undefined || !same(before, corner)) kept.push(corner);
  }
  while (kept.length > 1 && same(kept[0], kept[kept.length - 1])) kept.pop();
  return kept;
}
