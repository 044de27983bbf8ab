/**
 * Systems with the same T on an interval, of fewer rows: which rows can be critical between values of x at which T is known,
 * rows that no critical path uses left out, vertices that one row leads on from joined to the vertex behind.
 */

import { bytesFor } from '../../kernels/arena.js';
import {
  contractKernel,
  type Onward,
  type OwnColumns,
  POINT_NUMBERS,
  type Sifted,
  siftKernel,
  wordsOf,
} from '../../kernels/sweep-kernels.js';
import { NONE } from '../../schedule/schedule.js';
import type { LineSystem } from '../../timing/line-system.js';
import {
  fillLanes,
  forwardAt,
  inArena,
  madeSystem,
  type PathLine,
  PLACE_NUMBERS,
  type Placed,
  POINTS_AT_ONCE,
  systemRoom,
} from './pass.js';

// A smaller system with the same T(x) on an interval: rows that no critical path uses anywhere in it are left out.
// The longest path through a row is convex in x, so it is below the chord of its values at both ends; T is above
// its tangents there. Where the chord stays below the tangents, the row can never be critical in between.

/** What rounding may add to the sum of a path's three parts, relative to T. */
const MARGIN = 1e-12;

/** A value of x, and a line of T there. */
export interface Point {
  readonly x: number;
  readonly line: PathLine;
}

interface Gap {
  /** Where the tangents meet, and its place between the points, 0 to 1. */
  readonly x: number;
  readonly share: number;
  /** How far the chord is above the tangents there, in 1/scale ns. */
  readonly depth: number;
}

/** T is between its tangents and its chord: where the room between them is widest, and how wide. */
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

/** Bytes that {@link sparsify} takes. */
export function bytesOfSparsifying({ vertices }: Pick<LineSystem, 'vertices'>): number {
  const lanes = 8 * vertices * POINTS_AT_ONCE;
  return bytesFor([8 * POINT_NUMBERS, 8 * PLACE_NUMBERS, lanes, lanes, 4 * POINTS_AT_ONCE]);
}

/** Numbers of the results of {@link sparsify}. */
export const keptNumbers = ({ rows }: Pick<LineSystem, 'rows'>): number => POINTS_AT_ONCE * wordsOf(rows);

/**
 * Marks in `kept` [{@link keptNumbers}] the rows that can be critical somewhere between two neighbouring `points`, of which
 * there are at most {@link POINTS_AT_ONCE}, of the `parts` that are looked for: a bit for each row, first those of the part from
 * point 0. Returns how many they are, by part.
 */
export function sparsify(
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
      // A path with a row that is never critical is not, either: rows before it can be ignored.
      for (let j = 0; j < n && found; j++)
        ahead[u + j] = Math.max(ahead[u + j], ahead[here + j] + b + s * at[j]);
    }
  }
}

// A system with the same T on an interval, of fewer rows: a vertex that one row leads on from is joined to the vertex behind it,
// and of rows between the same two vertices those stay that are highest somewhere. These are the node and the parallel reductions
// of Bein, Kamburowski and Stallmann (SIAM J. Comput. 21(6), 1992). In programs most vertices are such: of what a send and a
// receive wait for, little is waited for twice.

/** A vertex that more than one row leads on from, time zero, or the end. */
const STAYS = NONE - 1;
/** A system is contracted and rewritten only where no more than this share of its vertices and of its rows is left. */
const SHARE_LEFT = 0.8;

const mostOf = (n: number): number => Math.floor(n * SHARE_LEFT);

type Size = Pick<LineSystem, 'vertices' | 'rows'>;

/** What is left at the most. */
export const mostLeft = ({ vertices, rows }: Size): Size => ({
  vertices: mostOf(vertices),
  rows: mostOf(rows),
});

const bytesOfOwn = ({ vertices, rows }: Size): number =>
  bytesFor([4 * (vertices + 1), 4 * mostOf(rows), 8 * mostOf(rows), 8 * mostOf(rows)]);

/** Bytes that {@link withContracted} takes, where its work takes `bytes`. */
export function bytesOfContracting(lines: Size, bytes: number): number {
  const { vertices } = lines;
  const onward = bytesFor([4 * vertices, 8 * vertices, 8 * vertices, 4 * vertices, 4 * vertices]);
  return bytesOfOwn(lines) + Math.max(onward, bytes);
}

/** Shows `work` the system contracted on [low, high], or null where it would not be much smaller. */
export function withContracted(
  { lines, room }: Placed,
  low: number,
  high: number,
  work: (smaller: LineSystem) => void,
): boolean {
  return room.lend(() => {
    const own = systemRoom(room, lines.vertices, mostOf(lines.rows));
    const left = room.lend(() => contract({ lines, room }, own, [low * lines.scale, high * lines.scale]));
    if (left === null) return false;
    own.rowStart[left.vertices] = left.rows;
    work(madeSystem(lines, own, left));
    return true;
  });
}

type IntervalEnds = readonly [number, number];

function contract({ lines, room }: Placed, own: OwnColumns, ends: IntervalEnds): Size | null {
  const { vertices } = lines;
  const columns = {
    onward: room.u32(vertices).fill(NONE),
    onwardBase: room.f64(vertices),
    onwardSlope: room.f64(vertices),
    count: room.u32(vertices).fill(0),
    place: room.u32(vertices),
  };
  columns.onward[0] = STAYS;
  columns.onward[vertices - 1] = STAYS;
  const most = mostLeft(lines);
  const fits = (left: number, rows: number): boolean => left <= most.vertices && rows <= most.rows;
  const held = inArena(lines, ...Object.values(own), ...Object.values(columns));
  if (held !== null) return contractKernel(held.arena, held.rows, columns, own, ends, fits);
  join(lines, columns, ends);
  const left = number(lines, columns, own);
  if (!fits(left.vertices, left.rows)) return null;
  write(lines, columns, own);
  return { vertices: left.vertices, rows: thin(left.vertices, columns, own, ends) };
}

/** Whether line (b, s) rises nowhere between the ends above line (c, a): with c − b a whole number, rounding does not feign it. */
function below(b: number, s: number, c: number, a: number, [low, high]: IntervalEnds): boolean {
  const steeper = s - a;
  if (steeper === 0) return b <= c;
  return c - b > steeper * (steeper > 0 ? high : low);
}

/** Where vertices lead on to, from the end down: to where the vertex behind leads on. */
function join(
  lines: LineSystem,
  { onward, onwardBase, onwardSlope, count }: Onward,
  ends: IntervalEnds,
): void {
  const { vertices, rowStart, from, base, slope } = lines;
  for (let v = vertices - 1; v > 0; v--) {
    if (onward[v] === NONE) continue;
    const joined = onward[v] !== STAYS;
    const to = joined ? onward[v] : v;
    const b = joined ? onwardBase[v] : 0;
    const s = joined ? onwardSlope[v] : 0;
    // Its own row is none any more.
    count[to] += rowStart[v + 1] - rowStart[v] - (joined ? 1 : 0);
    for (let r = rowStart[v]; r < rowStart[v + 1]; r++) {
      const u = from[r];
      if (onward[u] === STAYS) continue;
      const c = base[r] + b;
      const a = slope[r] + s;
      if (onward[u] !== NONE) {
        const same = onward[u] === to;
        if (same && below(c, a, onwardBase[u], onwardSlope[u], ends)) continue;
        if (!same || !below(onwardBase[u], onwardSlope[u], c, a, ends)) {
          onward[u] = STAYS;
          continue;
        }
      }
      onward[u] = to;
      onwardBase[u] = c;
      onwardSlope[u] = a;
    }
  }
}

/** Numbers the vertices that stay; `count` says from then on, by number, where the next of their rows is written. */
function number({ vertices }: LineSystem, { onward, count, place }: Onward, { rowStart }: OwnColumns): Size {
  const left = { vertices: 0, rows: 0 };
  for (let v = 0; v < vertices; v++) {
    if (onward[v] !== STAYS) continue;
    const most = count[v];
    place[v] = left.vertices;
    rowStart[left.vertices] = left.rows;
    count[left.vertices++] = left.rows;
    left.rows += most;
  }
  return left;
}

/** Writes the rows that come from vertices that stay, each to where it leads on to. */
function write(lines: LineSystem, columns: Onward, own: OwnColumns): void {
  const { vertices, rowStart, from, base, slope } = lines;
  const { onward, onwardBase, onwardSlope, count, place } = columns;
  for (let v = 0; v < vertices; v++) {
    if (onward[v] === NONE) continue;
    const joined = onward[v] !== STAYS;
    const target = place[joined ? onward[v] : v];
    const b = joined ? onwardBase[v] : 0;
    const s = joined ? onwardSlope[v] : 0;
    for (let r = rowStart[v]; r < rowStart[v + 1]; r++) {
      if (onward[from[r]] !== STAYS) continue;
      const row = count[target]++;
      own.from[row] = place[from[r]];
      own.base[row] = base[r] + b;
      own.slope[row] = slope[r] + s;
    }
  }
}

/** Leaves out rows that rise nowhere above another between the same vertices, and closes gaps; returns how many are left. */
function thin(
  vertices: number,
  { onward: behind, count }: Onward,
  own: OwnColumns,
  ends: IntervalEnds,
): number {
  const { rowStart, from, base, slope } = own;
  behind.fill(0, 0, vertices);
  let kept = 0;
  for (let v = 0; v < vertices; v++) {
    const start = rowStart[v];
    const begin = kept;
    rowStart[v] = begin;
    for (let r = start; r < count[v]; r++) {
      const u = from[r];
      const known = behind[u] - 1;
      let to = kept;
      if (known >= begin) {
        if (below(base[r], slope[r], base[known], slope[known], ends)) continue;
        if (below(base[known], slope[known], base[r], slope[r], ends)) to = known;
      }
      if (to === kept) behind[u] = ++kept;
      from[to] = u;
      base[to] = base[r];
      slope[to] = slope[r];
    }
  }
  return kept;
}
