/** T over two parameters, as the flags of `curve` ask. */
import type { Model } from '../../analysis/model.js';
import { type Surface, surface } from '../../analysis/surface.js';
import { UsageError } from '../../errors.js';
import type { CurveFlags } from '../flags/curve.js';
import { parsePair, parseRange } from '../flags/parameters.js';
import { LATENCY_RANGE } from '../flags/question.js';

/** Null where no surface is asked for. `grid`: points along both sides. Throws UsageError. */
export function surfaceAsked(
  model: Model,
  grid: readonly [number, number],
  { surface: pair, 'latency-range': range, unit }: CurveFlags,
): Surface | null {
  if (pair === undefined || range === undefined) return null;
  const axes = parsePair(model.machine, pair, '--surface');
  const ranges = range.split(',');
  if (ranges.length !== 2) {
    throw new UsageError(
      `${LATENCY_RANGE} '${range}' does not give one interval for each of ${pair}`,
      'write two, such as 3us..103us,0.018ns/B..1ns/B',
    );
  }
  const [x, y] = axes.map((axis, i) => parseRange(axis, ranges[i], LATENCY_RANGE, unit));
  return surface(model, axes, { x, y }, { grid });
}
