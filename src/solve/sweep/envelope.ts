/**
 * All pieces of T(x) on an interval by one pass: every vertex carries the upper envelope of its paths on the
 * interval, and gives it back when the last row that starts from it is done.
 */
import type { LineSystem } from '../../timing/lines.js';
import type { LinePiece } from './pieces.js';

/** Smallest block of the pool, in lines. */
const SMALLEST = 2;

/**
 * Blocks of 2^k lines in one growing array, each size with a list of free blocks. A line takes two numbers: c and a.
 */
class Pool {
  data = new Float64Array(1 << 16);
  #end = 0;
  readonly #free: number[][] = [];

  static sizeClass(count: number): number {
    return Math.max(32 - Math.clz32(count - 1), 1);
  }

  take(count: number): number {
    const size = Pool.sizeClass(Math.max(count, SMALLEST));
    const reused = this.#free[size]?.pop();
    if (reused !== undefined) return reused;
    const at = this.#end;
    this.#end += 2 << size;
    if (this.#end > this.data.length) {
      const data = new Float64Array(Math.max(this.data.length * 1.5, this.#end));
      data.set(this.data);
      this.data = data;
    }
    return at;
  }

  give(at: number, count: number): void {
    const size = Pool.sizeClass(Math.max(count, SMALLEST));
    this.#free[size] ??= [];
    this.#free[size].push(at);
  }
}

/** A growing list of lines sorted by slope. */
class LineList {
  data = new Float64Array(256);
  count = 0;

  reserve(count: number): void {
    if (count * 2 <= this.data.length) return;
    const data = new Float64Array(Math.max(count * 2, this.data.length * 2));
    data.set(this.data.subarray(0, this.count * 2));
    this.data = data;
  }
}

/** The pieces of T on [low, high], ascending. `onMemory` is told the peak of live lines. */
export function piecesByEnvelope(
  lines: LineSystem,
  low: number,
  high: number,
  onMemory?: (peakLines: number) => void,
): LinePiece[] {
  const { vertices, rowStart, from, base, slope, scale } = lines;
  const left = low * scale;
  const right = high * scale;
  const pool = new Pool();
  const place = new Uint32Array(vertices);
  const counts = new Uint32Array(vertices);
  const uses = new Uint32Array(vertices);
  for (let r = 0; r < lines.rows; r++) uses[from[r]]++;
  uses[vertices - 1]++;
  let merged = new LineList();
  let spare = new LineList();
  let live = 1;
  let peak = 1;
  place[0] = pool.take(1);
  counts[0] = 1;
  pool.data[place[0]] = 0;
  pool.data[place[0] + 1] = 0;
  for (let v = 1; v < vertices; v++) {
    merged.count = 0;
    for (let r = rowStart[v]; r < rowStart[v + 1]; r++) {
      const u = from[r];
      merge(merged, spare, pool.data, place[u], counts[u], base[r], slope[r]);
      [merged, spare] = [spare, merged];
      if (--uses[u] === 0) {
        pool.give(place[u], counts[u]);
        live -= counts[u];
      }
    }
    hull(merged, left, right);
    place[v] = pool.take(merged.count);
    counts[v] = merged.count;
    live += merged.count;
    if (live > peak) peak = live;
    pool.data.set(merged.data.subarray(0, merged.count * 2), place[v]);
    if (uses[v] === 0) {
      pool.give(place[v], counts[v]);
      live -= counts[v];
    }
  }
  onMemory?.(peak);
  return piecesOf(pool.data, place[vertices - 1], counts[vertices - 1], low, scale);
}

/** `out` = `list` and the shifted envelope together, by ascending slope; of equal slopes the higher. */
function merge(
  list: LineList,
  out: LineList,
  pool: Float64Array,
  at: number,
  count: number,
  base: number,
  slope: number,
): void {
  out.reserve(list.count + count);
  const from = list.data;
  const to = out.data;
  let i = 0;
  let j = 0;
  let n = 0;
  while (i < list.count || j < count) {
    const c = j < count ? pool[at + 2 * j] + base : 0;
    const a = j < count ? pool[at + 2 * j + 1] + slope : Number.POSITIVE_INFINITY;
    const otherA = i < list.count ? from[2 * i + 1] : Number.POSITIVE_INFINITY;
    if (a === otherA) {
      to[n] = Math.max(c, from[2 * i]);
      to[n + 1] = a;
      i++;
      j++;
    } else if (a < otherA) {
      to[n] = c;
      to[n + 1] = a;
      j++;
    } else {
      to[n] = from[2 * i];
      to[n + 1] = otherA;
      i++;
    }
    n += 2;
  }
  out.count = n / 2;
}

/** Keeps the lines that are the maximum somewhere on [left, right]; in place, slopes strictly ascending. */
function hull(list: LineList, left: number, right: number): void {
  const { data } = list;
  let n = 0;
  for (let i = 0; i < list.count; i++) {
    const c = data[2 * i];
    const a = data[2 * i + 1];
    while (n > 0 && covers(data, n, c, a, left)) n--;
    // Flatter lines that were higher at the right end keep a steeper one out.
    if (n > 0 && c + a * right <= data[2 * n - 2] + data[2 * n - 1] * right) continue;
    data[2 * n] = c;
    data[2 * n + 1] = a;
    n++;
  }
  list.count = n;
}

/** Whether the steeper line (c, a) makes the last of n lines useless. */
function covers(data: Float64Array, n: number, c: number, a: number, left: number): boolean {
  const lastC = data[2 * n - 2];
  const lastA = data[2 * n - 1];
  if (c + a * left >= lastC + lastA * left) return true;
  if (n === 1) return false;
  const beforeC = data[2 * n - 4];
  const beforeA = data[2 * n - 3];
  return (beforeC - lastC) * (a - beforeA) >= (beforeC - c) * (lastA - beforeA);
}

function piecesOf(data: Float64Array, at: number, count: number, low: number, scale: number): LinePiece[] {
  const pieces: LinePiece[] = [];
  for (let i = 0; i < count; i++) {
    const line = { c: data[at + 2 * i], a: data[at + 2 * i + 1] };
    const before = pieces.at(-1);
    const start = before === undefined ? low : (before.line.c - line.c) / (line.a - before.line.a) / scale;
    pieces.push({ start, line });
  }
  return pieces;
}
