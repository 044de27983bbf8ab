/**
 * Student's t distribution of a whole number of degrees of freedom. Source: M. Abramowitz, I. Stegun, *Handbook of
 * Mathematical Functions*, 26.7.3 and 26.7.4.
 */

/** P(|t| ≤ x) with `freedom` degrees of freedom, x ≥ 0. */
export function studentWithin(x: number, freedom: number): number {
  const angle = Math.atan(x / Math.sqrt(freedom));
  const cos2 = Math.cos(angle) ** 2;
  const odd = freedom % 2 === 1;
  let term = odd ? Math.cos(angle) : 1;
  let sum = freedom === 1 ? 0 : term;
  for (let k = odd ? 3 : 2; k < freedom; k += 2) {
    term *= ((k - 1) / k) * cos2;
    sum += term;
  }
  const series = Math.sin(angle) * sum;
  return odd ? (2 / Math.PI) * (angle + series) : series;
}

/** x with P(|t| ≤ x) = `share`, for 0 < share < 1. */
export function studentQuantile(share: number, freedom: number): number {
  let low = 0;
  let high = 1;
  while (studentWithin(high, freedom) < share) high *= 2;
  for (;;) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high) return middle;
    if (studentWithin(middle, freedom) < share) low = middle;
    else high = middle;
  }
}
