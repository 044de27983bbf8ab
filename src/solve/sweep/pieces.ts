/** All pieces of T(x) on an interval by repeated passes: intersect tangents, evaluate there, go on on both sides. */
import type { LineSystem } from '../../timing/line-system.js';
import { bytesToPlace, type PathLine, pass, placed, SAME_RUNTIME, sharedLabels } from './pass.js';
import { bytesOfContracting, mostLeft, type Point, withContracted } from './sparsify.js';
import { bytesOfSplit, type CurvePart, spansBetween, split } from './split.js';

/** A line and where it begins to be T. */
export interface LinePiece {
  readonly start: number;
  readonly line: PathLine;
}

/** Rows above which a system is split into smaller ones before it is passed over again and again. */
const WORTH_SPLITTING = 20_000;
/** A part that kept more than this share of the rows is not split again at once: one pass cuts it first. */
const SHRINKS = 0.5;

/** Places looked up in a large part before it is split after all: that takes as long as some hundreds. */
const PLACES_BEFORE_SPLIT = 128;

/** Bytes that {@link piecesByPasses} writes besides the lines, and were not written before. */
export const bytesOfPieces = (lines: LineSystem): number =>
  lines.rows > WORTH_SPLITTING ? bytesToPlace(lines, bytesOfWhole(lines)) : 0;

/** Bytes for a large system, contracted or not. */
const bytesOfWhole = (lines: LineSystem): number =>
  Math.max(bytesOfContracting(lines, bytesOfSplit(mostLeft(lines))), bytesOfSplit(lines));

interface PieceStatistics {
  /** Work in passes over the whole system. */
  passes: number;
}

/**
 * The pieces of T on [low, high], ascending; their lines are exact where the system is. Large systems are contracted,
 * and split into parts that hold only what can be critical in them, so that most passes are over few rows.
 */
export function piecesByPasses(
  lines: LineSystem,
  low: number,
  high: number,
  statistics: PieceStatistics = { passes: 0 },
): LinePiece[] {
  const labels = sharedLabels(lines);
  const first = { x: low, line: pass(lines, low, labels, 'right') };
  const last = { x: high, line: high > low ? pass(lines, high, labels, 'left') : first.line };
  statistics.passes += high > low ? 2 : 1;
  const found = { pieces: [{ start: low, line: first.line }], whole: lines.rows, statistics };
  piecesOfWhole({ low: first, high: last, lines }, found);
  return found.pieces;
}

/** Adds the pieces behind the first of the whole interval; a large system is contracted before, where it has more than one. */
function piecesOfWhole(part: Interval, found: Found): void {
  const { lines, low, high } = part;
  if (lines.rows <= WORTH_SPLITTING || low.line.a >= high.line.a) {
    piecesBetween(part, true, found);
    return;
  }
  const there = placed(lines, bytesOfWhole(lines));
  const done = withContracted(there, low.x, high.x, (smaller) => {
    piecesBetween({ low, high, lines: smaller }, true, found);
  });
  if (!done) piecesBetween({ low, high, lines: there.lines }, true, found);
}

interface Found {
  readonly pieces: LinePiece[];
  /** Rows of the whole system. */
  readonly whole: number;
  readonly statistics: PieceStatistics;
}

/** An interval, and the system that is T on it. */
interface Interval {
  readonly low: Point;
  readonly high: Point;
  readonly lines: LineSystem;
}

interface Task {
  readonly low: Point;
  readonly high: Point;
  readonly splittable: boolean;
}

/**
 * Adds the pieces behind the first of a part; `fresh`: no pass is made over it before it is split. `places`: how many are looked
 * up in a large one before.
 */
function piecesBetween(
  { low, high, lines }: Interval,
  fresh: boolean,
  found: Found,
  places = PLACES_BEFORE_SPLIT,
): void {
  if (low.line.a >= high.line.a) return;
  const large = lines.rows > WORTH_SPLITTING;
  if (large && fresh) {
    piecesOfParts(lines, low, high, found);
    return;
  }
  if (!lines.exact) {
    piecesOneByOne(lines, low, high, found);
    return;
  }
  const { statistics, whole } = found;
  const most = large ? places : Number.POSITIVE_INFINITY;
  const spans = spansBetween(lines, low, high, most, (count) => {
    statistics.passes += (count * lines.rows) / whole;
  });
  if (spans === null) {
    piecesOfParts(lines, low, high, found);
    return;
  }
  for (const span of spans) {
    if (span.closed) addPiece(found, lines, span.low, span.high);
    else piecesOneByOne(lines, span.low, span.high, found);
  }
}

/** The line of `high` begins where it meets that of `low`. */
function addPiece({ pieces }: Found, lines: LineSystem, low: Point, high: Point): void {
  const x = meetAt(lines, low.line, high.line);
  const start = Math.min(Math.max(x, low.x), high.x);
  // Where three lines meet at once, the one between has no length.
  if (pieces.length > 1 && pieces[pieces.length - 1].start === start) pieces.pop();
  pieces.push({ start, line: high.line });
}

/** The same with a pass for each line and each place where two meet, for sums that are rounded. */
function piecesOneByOne(lines: LineSystem, low: Point, high: Point, found: Found): void {
  const labels = sharedLabels(lines);
  const { whole, statistics } = found;
  const tasks: Task[] = [{ low, high, splittable: false }];
  for (let task = tasks.pop(); task !== undefined; task = tasks.pop()) {
    if (task.low.line.a >= task.high.line.a) continue;
    if (task.splittable && lines.rows > WORTH_SPLITTING) {
      piecesOfParts(lines, task.low, task.high, found);
      continue;
    }
    const x = meetAt(lines, task.low.line, task.high.line);
    const line = pass(lines, x, labels, 'right');
    statistics.passes += lines.rows / whole;
    if (x <= task.low.x || x >= task.high.x || !exceeds(lines, line, task.low.line, task.high.line, x)) {
      addPiece(found, lines, task.low, task.high);
      continue;
    }
    const middle: Point = { x, line };
    // The right half waits: pieces come out in ascending order.
    tasks.push(
      { low: middle, high: task.high, splittable: true },
      { low: task.low, high: middle, splittable: true },
    );
  }
}

function piecesOfParts(lines: LineSystem, low: Point, high: Point, found: Found): void {
  const counts = { points: 0 };
  const visit = (part: CurvePart): void => {
    if (part.lines === null) {
      if (part.low.line.a < part.high.line.a) addPiece(found, lines, part.low, part.high);
      return;
    }
    // Where no point was between the ends, splitting again would find none either.
    const same = part.low.x === low.x && part.high.x === high.x;
    const fresh = !part.lines.exact && part.lines.rows < lines.rows * SHRINKS;
    piecesBetween(
      { ...part, lines: part.lines },
      fresh,
      found,
      same ? Number.POSITIVE_INFINITY : PLACES_BEFORE_SPLIT,
    );
  };
  split(lines, low, high, visit, counts);
  found.statistics.passes += (counts.points * lines.rows) / found.whole;
}

function meetAt(lines: LineSystem, low: PathLine, high: PathLine): number {
  return (low.c - high.c) / (high.a - low.a) / lines.scale;
}

/** Whether `line` rises above the point where both tangents meet; decided in whole numbers where the lines have them. */
function exceeds(lines: LineSystem, line: PathLine, low: PathLine, high: PathLine, x: number): boolean {
  if ((line.a === low.a && line.c === low.c) || (line.a === high.a && line.c === high.c)) return false;
  if (
    lines.exact &&
    [line, low, high].every((one) => Number.isSafeInteger(one.c) && Number.isSafeInteger(one.a))
  ) {
    const rise = BigInt(line.c - low.c) * BigInt(high.a - low.a);
    const run = BigInt(line.a - low.a) * BigInt(low.c - high.c);
    return rise + run > 0n;
  }
  const at = x * lines.scale;
  const tangent = low.c + low.a * at;
  return line.c + line.a * at > tangent + Math.abs(tangent) * SAME_RUNTIME;
}

// All pieces of T(x) on an interval by one pass: every vertex carries the upper envelope of its paths on the
// interval, and gives it back when the last row that starts from it is done.

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

/** The pieces of T on [low, high], ascending. `onMemory` gets the peak of live lines. */
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
