/**
 * The published search for critical latencies (LLAMP, Algorithm 2): from the upper end down, solve, read the basis
 * range of L, step below it, solve again. Kept for comparison; it knows breakpoints up to its step.
 */
import type { LinePiece } from '../solve/sweep/pieces.js';
import type { LineSystem } from '../timing/lines.js';
import type { Model } from './model.js';

export interface RangingOptions {
  /** Least distance between two solves, ns. */
  readonly step?: number;
  /** How far below a range's end the next solve is made, ns. */
  readonly epsilon?: number;
}

const STEP = 100;
const EPSILON = 1e-3;

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
  const down: { x: number; runtime: number; lambda: number }[] = [];
  let x = high;
  for (;;) {
    const { runtime, lambda } = await model.engine.evaluate(lines, x);
    down.push({ x, runtime, lambda });
    if (x <= low) break;
    const range = await model.engine.basisRange(lines, x);
    x = Math.max(Math.min(range.low - epsilon, x - step), low);
  }
  // Ranges are narrower than pieces: those of one slope are one piece.
  const pieces: LinePiece[] = [];
  for (const { x: at, runtime, lambda } of down.reverse()) {
    const line = { c: (runtime - lambda * at) * lines.scale, a: lambda };
    const before = pieces.at(-1);
    if (before?.line.a === lambda) continue;
    const start =
      before === undefined ? low : (before.line.c - line.c) / (line.a - before.line.a) / lines.scale;
    pieces.push({ start: Math.min(Math.max(start, low), high), line });
  }
  return pieces;
}
