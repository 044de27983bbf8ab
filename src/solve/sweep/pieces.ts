/** All pieces of T(x) on an interval by repeated passes: intersect tangents, evaluate there, go on on both sides. */
import type { LineSystem } from '../../timing/lines.js';
import { POINTS_AT_ONCE } from './multipass.js';
import { type PathLine, pass, sharedLabels } from './pass.js';
import { type CurvePart, type Point, split } from './split.js';
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

/** Bytes of a vertex at the points of one split, forward and backward, and of what its parts know of it; and of a row. */
const SPLIT_VERTEX_BYTES = 2 * 8 * POINTS_AT_ONCE + 24;
const SPLIT_ROW_BYTES = 28;

/** Bytes that {@link piecesByPasses} takes besides the lines; less where most rows are never critical. */
export const bytesOfPieces = ({ rows, vertices }: LineSystem): number =>
  rows > WORTH_SPLITTING ? vertices * SPLIT_VERTEX_BYTES + rows * SPLIT_ROW_BYTES : 0;

interface Task extends CurvePart {
  readonly splittable: boolean;
}

export interface PieceStatistics {
  /** Work in passes over the whole system. */
  passes: number;
}

/**
 * The pieces of T on [low, high], ascending; their lines are exact where the system is. Large systems are split into
 * parts that hold only what can be critical in them, so that most passes are over few rows.
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
  const pieces: LinePiece[] = [{ start: low, line: first.line }];
  const tasks: Task[] = [{ low: first, high: last, lines, splittable: true }];
  for (let task = tasks.pop(); task !== undefined; task = tasks.pop()) {
    if (task.low.line.a >= task.high.line.a) continue;
    if (task.splittable && task.lines.rows > WORTH_SPLITTING) {
      tasks.push(...splitTask(task, lines.rows, statistics).reverse());
      continue;
    }
    const x = meetAt(lines, task.low.line, task.high.line);
    const line = pass(task.lines, x, labels, 'right');
    statistics.passes += task.lines.rows / lines.rows;
    if (x <= task.low.x || x >= task.high.x || !exceeds(lines, line, task.low.line, task.high.line, x)) {
      pieces.push({ start: Math.min(Math.max(x, task.low.x), task.high.x), line: task.high.line });
      continue;
    }
    const middle: Point = { x, line };
    // The right half waits: pieces come out in ascending order.
    tasks.push({ ...task, low: middle, splittable: true }, { ...task, high: middle, splittable: true });
  }
  return pieces;
}

function splitTask(task: Task, whole: number, statistics: PieceStatistics): Task[] {
  const counts = { points: 0 };
  const parts = split(task.lines, task.low, task.high, counts);
  statistics.passes += (2 * counts.points * task.lines.rows) / whole;
  return parts.map((part) => ({ ...part, splittable: part.lines.rows < task.lines.rows * SHRINKS }));
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
