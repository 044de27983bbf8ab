/** How well predictions meet measurements, in figures. */

/** The arithmetic mean; NaN of nothing. */
export function mean(values: readonly number[]): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}

/** Root of the mean square; NaN of nothing. */
export const rootMeanSquare = (values: readonly number[]): number =>
  Math.sqrt(mean(values.map((value) => value * value)));

/**
 * 1 − SSE/SST; below 0 when the mean of `measured` would predict better. Undefined where it has no meaning: no rows, all
 * of them the same and not met, or sums past the range of numbers.
 */
export function rSquared(measured: readonly number[], predicted: readonly number[]): number | undefined {
  const middle = mean(measured);
  let error = 0;
  let total = 0;
  for (let i = 0; i < measured.length; i++) {
    error += (measured[i] - predicted[i]) ** 2;
    total += (measured[i] - middle) ** 2;
  }
  if (measured.length > 0 && total === 0 && error === 0) return 1;
  const score = 1 - error / total;
  return Number.isFinite(score) ? score : undefined;
}

/** Slope of the line of least squares through points of two or more different x; NaN of others. */
export function slopeThrough(x: readonly number[], y: readonly number[]): number {
  const [middleX, middleY] = [mean(x), mean(y)];
  const moment = (other: readonly number[], middle: number): number =>
    x.reduce((sum, value, i) => sum + (value - middleX) * (other[i] - middle), 0);
  return moment(y, middleY) / moment(x, middleX);
}
