/** Which rows of a system can be critical between values of x at which T is known. */
import { bytesFor } from '../../kernels/arena.js';
import { POINT_NUMBERS, type Sifted, siftKernel, wordsOf } from '../../kernels/split.js';
import type { LineSystem } from '../../timing/lines.js';
import { fillLanes, forwardAt, PLACE_NUMBERS, POINTS_AT_ONCE } from './multipass.js';
import type { PathLine } from './pass.js';
import { MARGIN } from './reduce.js';
import { inArena, type Placed } from './room.js';

/** A value of x, and a line of T there. */
export interface Point {
  readonly x: number;
  readonly line: PathLine;
}

interface Gap {
  /** Where the tangents meet, and its place between the points, 0 to 1. */
  readonly x: number;
  readonly share: number;
  /** How far the chord lies above the tangents there, in 1/scale ns. */
  readonly depth: number;
}

/** T lies between its tangents and its chord: where the room between them is widest, and how wide. */
export function gapBetween({ scale }: Pick<LineSystem, 'scale'>, low: Point, high: Point): Gap {
  const left = low.x * scale;
  const right = high.x * scale;
  if (high.line.a <= low.line.a || right <= left) return { x: low.x, share: 0, depth: 0 };
  const at = Math.min(Math.max((low.line.c - high.line.c) / (high.line.a - low.line.a), left), right);
  const share = (at - left) / (right - left);
  const lowT = low.line.c + low.line.a * left;
  const highT = high.line.c + high.line.a * right;
  const depth = lowT + share * (highT - lowT) - (low.line.c + low.line.a * at);
  return { x: at / scale, share, depth: Math.max(depth, 0) };
}

/** Bytes that {@link sift} takes. */
export function bytesOfSifting({ vertices }: Pick<LineSystem, 'vertices'>): number {
  const lanes = 8 * vertices * POINTS_AT_ONCE;
  return bytesFor([8 * POINT_NUMBERS, 8 * PLACE_NUMBERS, lanes, lanes, 4 * POINTS_AT_ONCE]);
}

/** Numbers of what {@link sift} finds. */
export const keptNumbers = ({ rows }: Pick<LineSystem, 'rows'>): number => POINTS_AT_ONCE * wordsOf(rows);

/**
 * Marks in `kept` [{@link keptNumbers}] the rows that can be critical somewhere between two neighbouring `points`, of which
 * there are at most {@link POINTS_AT_ONCE}, of the `parts` that are looked for: a bit for each row, first those of the part from
 * point 0. Returns how many they are, by part.
 */
export function sift(
  { lines, room }: Placed,
  points: readonly Point[],
  parts: readonly boolean[],
  kept: Uint32Array,
): number[] {
  const n = points.length;
  const { vertices, scale } = lines;
  const gaps = points.slice(1).map((point, i) => gapBetween(lines, points[i], point));
  const at = points.map(({ x }) => x * scale);
  const total = points.map(({ line }, j) => line.c + line.a * at[j]);
  const slack = MARGIN * Math.max(...total.map(Math.abs));
  const reach = gaps.map(({ depth }) => depth + slack);
  const numbers = room.f64(POINT_NUMBERS).fill(0);
  const lanes = [0, 1, 2, 3].map((k) => numbers.subarray(k * POINTS_AT_ONCE, (k + 1) * POINTS_AT_ONCE));
  for (const [k, values] of [at, total, reach, gaps.map(({ share }) => share)].entries())
    fillLanes(lanes[k], values);
  kept.fill(0);
  const values = room.f64(vertices * POINTS_AT_ONCE);
  const ahead = room.f64(vertices * POINTS_AT_ONCE).fill(Number.NEGATIVE_INFINITY);
  ahead.fill(0, (vertices - 1) * POINTS_AT_ONCE);
  const counts = room.u32(POINTS_AT_ONCE).fill(0);
  const places = at.map((p) => ({ p, q: 1 }));
  forwardAt(lines, places, room.f64(PLACE_NUMBERS), values);
  const farthest = Math.max(...reach.filter((_, i) => parts[i]), slack);
  const wanted = parts.reduce((bits, part, i) => bits | (part ? 1 << i : 0), 0);
  const sifted = { points: numbers, slack, farthest, wanted, ahead, values, kept, counts };
  siftWith(lines, sifted, n);
  return Array.from(counts);
}

function siftWith(lines: LineSystem, sifted: Sifted, n: number): void {
  const { vertices, rowStart, from, base, slope } = lines;
  const { points, slack, farthest, wanted, ahead, values, kept, counts } = sifted;
  const held = inArena(lines, points, ahead, values, kept, counts);
  if (held !== null) {
    siftKernel(held.arena, held.rows, sifted);
    return;
  }
  const [at, total, reach, share] = [0, 1, 2, 3].map((k) => points.subarray(k * POINTS_AT_ONCE));
  const behind = new Float64Array(n);
  const words = wordsOf(lines.rows);
  for (let v = vertices - 1; v > 0; v--) {
    const here = v * POINTS_AT_ONCE;
    if (ahead[here] === Number.NEGATIVE_INFINITY) continue;
    for (let r = rowStart[v]; r < rowStart[v + 1]; r++) {
      const u = from[r] * POINTS_AT_ONCE;
      const b = base[r];
      const s = slope[r];
      let nearest = Number.POSITIVE_INFINITY;
      for (let j = 0; j < n; j++) {
        behind[j] = total[j] - (values[u + j] + (ahead[here + j] + b + s * at[j]));
        if (behind[j] < nearest) nearest = behind[j];
      }
      // A chord between two points is nowhere nearer to T than both of them.
      if (nearest > farthest) continue;
      let found = false;
      for (let i = 0; i + 1 < n; i++) {
        if ((wanted & (1 << i)) === 0) continue;
        const left = behind[i];
        const right = behind[i + 1];
        if (left > slack && right > slack && left + share[i] * (right - left) > reach[i]) continue;
        kept[i * words + (r >>> 5)] |= 1 << (r & 31);
        counts[i]++;
        found = true;
      }
      // A path with a row that is never critical is not, either: what lies before it need not know of it.
      for (let j = 0; j < n && found; j++)
        ahead[u + j] = Math.max(ahead[u + j], ahead[here + j] + b + s * at[j]);
    }
  }
}
