/** A straight line through timings, fitted so that small messages count as much as large ones. */

export interface RelativeLine {
  /** α, in the unit of the timings. */
  readonly intercept: number;
  /** β, per byte. */
  readonly slope: number;
}

/**
 * The line α + β·m with the least Σ ((α + β·m − t)/t)² over points (m, t), t > 0: weighted least squares
 * with weights 1/t². Needs two different m; throws RangeError otherwise.
 */
export function relativeLeastSquares(sizes: readonly number[], times: readonly number[]): RelativeLine {
  let weight = 0;
  let meanSize = 0;
  let meanTime = 0;
  for (let i = 0; i < sizes.length; i++) {
    const w = 1 / (times[i] * times[i]);
    weight += w;
    meanSize += w * sizes[i];
    meanTime += w * times[i];
  }
  meanSize /= weight;
  meanTime /= weight;
  let spread = 0;
  let covariance = 0;
  for (let i = 0; i < sizes.length; i++) {
    const w = 1 / (times[i] * times[i]);
    spread += w * (sizes[i] - meanSize) ** 2;
    covariance += w * (sizes[i] - meanSize) * (times[i] - meanTime);
  }
  if (!(spread > 0)) throw new RangeError('a line needs timings of two different sizes');
  const slope = covariance / spread;
  return { intercept: meanTime - slope * meanSize, slope };
}
