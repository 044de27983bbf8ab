/**
 * The published search for critical latencies (LLAMP, Algorithm 2): from the upper end down, solve, read the basis
 * range of L, step below it, solve again. Kept for comparison. Where a step has passed over a piece, its two ends would
 * meet at a latency where nothing changes: the walk then goes back into the step.
 */
import { LimitError } from '../errors.js';
import type { PathLine } from '../solve/sweep/pass.js';
import type { LinePiece } from '../solve/sweep/pieces.js';
import { SAME_RUNTIME } from '../solve/sweep/ties.js';
import type { LineSystem } from '../timing/lines.js';
import type { Model } from './model.js';

/** Who hears how far the walk has come. */
export interface RangingOptions {
  /** Least distance between two solves, ns. */
  readonly step?: number;
  /** How far below a range's end the next solve is made, ns. */
  readonly epsilon?: number;
}

const STEP = 100;
const EPSILON = 1e-3;
const MAX_SOLVES = 100_000;

/** Pieces on [low, high] as the walk sees them, ascending. */
export async function walkByRanging(
  model: Model,
  lines: LineSystem,
  low: number,
  high: number,
  options: RangingOptions = {},
): Promise<LinePiece[]> {
  const step = options.step ?? STEP;
  const epsilon = options.epsilon ?? EPSILON;
  const down: Solved[] = [];
  let x = high;
  for (let solves = 0; ; solves++) {
    if (solves === MAX_SOLVES) {
      throw new LimitError(
        `ranging has not reached ${low} ns in ${MAX_SOLVES} solves`,
        'ask for a shorter interval or take a larger step',
      );
    }
    const solved = await solve(model, lines, x);
    down.push(solved);
    if (x <= low) break;
    const range = await model.engine.basisRange(lines, x);
    x = Math.max(Math.min(range.low - epsilon, x - step), low);
  }
  // Ranges are narrower than pieces: those of one slope are one piece.
  const pieces: LinePiece[] = [];
  const waiting = down;
  let last = waiting.pop();
  if (last !== undefined) pieces.push({ start: low, line: lineOf(lines, last) });
  for (let next = waiting.pop(); last !== undefined && next !== undefined; next = waiting.pop()) {
    if (next.lambda !== last.lambda) {
      const start = meeting(last, next);
      const between = start > last.x && start < next.x ? await solve(model, lines, start) : next;
      if (between.lambda > last.lambda && between.lambda < next.lambda && isAbove(between, last)) {
        waiting.push(next, between);
        continue;
      }
      pieces.push({ start: Math.min(Math.max(start, low), high), line: lineOf(lines, next) });
    }
    last = next;
  }
  return pieces;
}

/** T and its right derivative at x. */
interface Solved {
  readonly x: number;
  readonly runtime: number;
  readonly lambda: number;
}

async function solve(model: Model, lines: LineSystem, x: number): Promise<Solved> {
  const { runtime, lambda } = await model.engine.evaluate(lines, x);
  return { x, runtime, lambda };
}

function lineOf(lines: LineSystem, { x, runtime, lambda }: Solved): PathLine {
  return { c: (runtime - lambda * x) * lines.scale, a: lambda };
}

/** Whether T lies above the tangent of another place: more than sums round. Where three tangents meet, none is passed over. */
function isAbove({ x, runtime }: Solved, other: Solved): boolean {
  return runtime - (other.runtime + other.lambda * (x - other.x)) > SAME_RUNTIME * runtime;
}

/** x at which the tangents of two places meet. */
function meeting(one: Solved, other: Solved): number {
  const rise = one.runtime - one.lambda * one.x - (other.runtime - other.lambda * other.x);
  return rise / (other.lambda - one.lambda);
}
