/** Numbers out of rounds. */
import type { Spread } from './result.js';

/** Of an even number of values the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

export function spreadOf(values: readonly number[]): Spread {
  return {
    median: median(values),
    low: Math.min(...values),
    high: Math.max(...values),
    rounds: values.length,
  };
}

/** Of the least squares line through the points of (log x, log y); null below two points or where a value is not positive. */
export function logSlope(points: readonly { readonly x: number; readonly y: number }[]): number | null {
  if (points.length < 2 || points.some(({ x, y }) => !(x > 0 && y > 0))) return null;
  const logs = points.map(({ x, y }) => [Math.log(x), Math.log(y)]);
  const mean = (of: number): number => logs.reduce((sum, log) => sum + log[of], 0) / logs.length;
  const [mx, my] = [mean(0), mean(1)];
  const across = logs.reduce((sum, [x, y]) => sum + (x - mx) * (y - my), 0);
  const along = logs.reduce((sum, [x]) => sum + (x - mx) ** 2, 0);
  return along > 0 ? across / along : null;
}
