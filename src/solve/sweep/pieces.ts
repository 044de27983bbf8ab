/** All pieces of T(x) on an interval by repeated passes: intersect tangents, evaluate there, go on on both sides. */
import type { LineSystem } from '../../timing/lines.js';
import { bytesOfContracting, mostLeft, withContracted } from './contract.js';
import { spansBetween } from './meets.js';
import { type PathLine, pass, sharedLabels } from './pass.js';
import { bytesToPlace, placed } from './room.js';
import type { Point } from './sift.js';
import { bytesOfSplit, type CurvePart, split } from './split.js';
import { SAME_RUNTIME } from './ties.js';

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

export interface PieceStatistics {
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
    // Where no point lay between the ends, splitting once more would find none either.
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
