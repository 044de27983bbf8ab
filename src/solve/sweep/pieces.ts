/** All pieces of T(x) on an interval by repeated passes: intersect tangents, evaluate there, go on on both sides. */
import type { LineSystem } from '../../timing/lines.js';
import { Labels, type Line, pass } from './pass.js';
import { type Ends, reduce } from './reduce.js';

/** A line and where it begins to be T. */
export interface LinePiece {
  readonly start: number;
  readonly line: Line;
}

/** Rows below which a reduction costs more than it saves. */
const WORTH_REDUCING = 512;
/** How much smaller a system must have become to be reduced further. */
const SHRINKS = 0.7;
/** Rounding of a value that is not made of whole numbers. */
const SAME = 1e-13;

interface Task {
  readonly lines: LineSystem;
  readonly ends: Ends;
  /** Whether another reduction is worth trying. */
  readonly reducible: boolean;
}

export interface PieceStatistics {
  /** Passes, in passes over the whole system. */
  passes: number;
  rowsBefore: number;
  rowsAfter: number;
}

/**
 * The pieces of T on [low, high], ascending; their lines are exact where the system is. Each half works on the rows
 * that can be critical there, so that later passes get ever cheaper.
 */
export function piecesByPasses(
  lines: LineSystem,
  low: number,
  high: number,
  statistics?: PieceStatistics,
): LinePiece[] {
  const first = reduce(lines, low, high, true);
  if (statistics !== undefined) {
    statistics.rowsBefore = first.rowsBefore;
    statistics.rowsAfter = first.rowsAfter;
    statistics.passes = high > low ? 4 : 2;
  }
  const pieces: LinePiece[] = [{ start: low, line: first.ends.lowLine }];
  const tasks: Task[] = [{ lines: first.lines, ends: first.ends, reducible: true }];
  let labels = new Labels(first.lines.vertices);
  for (let task = tasks.pop(); task !== undefined; task = tasks.pop()) {
    const { lowLine, highLine } = task.ends;
    if (lowLine.a === highLine.a) continue;
    const x = between(meetAt(lines, lowLine, highLine), task.ends);
    if (labels.c.length < task.lines.vertices) labels = new Labels(task.lines.vertices);
    const line = pass(task.lines, x, labels, 'right');
    if (statistics !== undefined) statistics.passes += task.lines.rows / lines.rows;
    if (x <= task.ends.low || x >= task.ends.high || !exceeds(lines, line, lowLine, highLine, x)) {
      pieces.push({ start: x, line: highLine });
      continue;
    }
    const left = half(task, task.ends.low, x);
    const right = half(task, x, task.ends.high);
    // The right half waits: pieces come out in ascending order.
    tasks.push(right, left);
  }
  return pieces;
}

function half(task: Task, low: number, high: number): Task {
  if (!task.reducible || task.lines.rows < WORTH_REDUCING) {
    const labels = new Labels(task.lines.vertices);
    const lowLine = low === task.ends.low ? task.ends.lowLine : pass(task.lines, low, labels, 'right');
    const highLine = high === task.ends.high ? task.ends.highLine : pass(task.lines, high, labels, 'left');
    return { lines: task.lines, ends: { low, high, lowLine, highLine }, reducible: false };
  }
  const { lines, ends, rowsAfter, rowsBefore } = reduce(task.lines, low, high, true);
  return { lines, ends, reducible: rowsAfter < rowsBefore * SHRINKS };
}

function meetAt(lines: LineSystem, low: Line, high: Line): number {
  return (low.c - high.c) / (high.a - low.a) / lines.scale;
}

const between = (x: number, { low, high }: Ends): number => Math.min(Math.max(x, low), high);

/** Whether `line` rises above the point where both tangents meet; decided in whole numbers where the lines have them. */
function exceeds(lines: LineSystem, line: Line, low: Line, high: Line, x: number): boolean {
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
  return line.c + line.a * at > tangent + Math.abs(tangent) * SAME;
}
