/** Functions of distributions to nearly full precision, tails included. Sources: NIST DLMF, chapters 5 and 8. */

/** The regularised incomplete gamma functions P(a, x) and Q(a, x) = 1 − P; both to about 1e-14, far tails relatively. */
export interface IncompleteGamma {
  readonly below: number;
  readonly above: number;
}

const PRECISION = 2 ** -54;
/** Series and fraction need about √a terms near x = a: this is a guard. */
const MAX_TERMS = 10_000_000;
/** From here on Stirling's series is precise with the terms below. */
const STIRLING_FROM = 15;
/** Coefficients of Stirling's series (DLMF 5.11.1): B₂ₖ / (2k (2k − 1)). */
const STIRLING = [1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360360, 1 / 156];

/** What ln Γ(a) is above (a − ½) ln a − a + ½ ln 2π, for a ≥ STIRLING_FROM. */
function stirling(a: number): number {
  const inverse = 1 / (a * a);
  return STIRLING.reduceRight((sum, term) => sum * inverse + term, 0) / a;
}

/** x^a e^(−x) / Γ(a + 1): what both expansions are multiplied by. */
function front(a: number, x: number): number {
  if (a >= STIRLING_FROM) {
    // Γ(a + 1) = a Γ(a); with x = a (1 + d) the powers meet in a (d − ln(1 + d)), without large numbers.
    const d = (x - a) / a;
    const apart = d < -0.5 ? d - Math.log(x / a) : d - Math.log1p(d);
    return Math.exp(-a * apart - stirling(a)) / Math.sqrt(2 * Math.PI * a);
  }
  return Math.exp(a * Math.log(x) - x) / gamma(a + 1);
}

/** Γ(a) for 0 < a < STIRLING_FROM + 1, raised by its recurrence to where Stirling's series holds. */
function gamma(a: number): number {
  let product = 1;
  let at = a;
  for (; at < STIRLING_FROM; at++) product *= at;
  const large = Math.sqrt((2 * Math.PI) / at) * Math.exp(at * Math.log(at) - at + stirling(at));
  return large / product;
}

/** P and Q for a > 0, x ≥ 0: the series DLMF 8.7.1 below a + 1, the continued fraction 8.9.2 above. */
export function incompleteGamma(a: number, x: number): IncompleteGamma {
  if (x <= 0) return { below: 0, above: 1 };
  if (x === Number.POSITIVE_INFINITY) return { below: 1, above: 0 };
  if (x < a + 1) {
    const below = front(a, x) * series(a, x);
    return { below, above: 1 - below };
  }
  const above = front(a, x) * a * fraction(a, x);
  return { below: 1 - above, above };
}

/** Σ xⁿ / ((a + 1) … (a + n)). */
function series(a: number, x: number): number {
  let sum = 1;
  let term = 1;
  for (let n = 1; n < MAX_TERMS; n++) {
    term *= x / (a + n);
    sum += term;
    if (term < sum * PRECISION) return sum;
  }
  throw new Error(`incomplete gamma of ${a}, ${x}: no convergence`);
}

/** 1 / (x + 1 − a − 1 (1 − a) / (x + 3 − a − 2 (2 − a) / …)) by Lentz's method. */
function fraction(a: number, x: number): number {
  const least = Number.MIN_VALUE / PRECISION;
  let b = x + 1 - a;
  let c = 1 / least;
  let d = 1 / b;
  let value = d;
  for (let n = 1; n < MAX_TERMS; n++) {
    const numerator = -n * (n - a);
    b += 2;
    d = 1 / (numerator * d + b || least);
    c = b + numerator / c || least;
    const factor = c * d;
    value *= factor;
    if (Math.abs(factor - 1) < 4 * PRECISION) return value;
  }
  throw new Error(`incomplete gamma of ${a}, ${x}: no convergence`);
}

/** Density of the gamma distribution of shape a and scale 1. */
export function gammaDensity(a: number, x: number): number {
  return x <= 0 ? 0 : (front(a, x) * a) / x;
}

/** P(Z > z) of the standard normal distribution: ½ Q(½, z²/2) for z ≥ 0 (DLMF 7.11.2). */
export function normalAbove(z: number): number {
  const { below, above } = incompleteGamma(0.5, (z * z) / 2);
  return z >= 0 ? above / 2 : 0.5 + below / 2;
}

export function normalDensity(z: number): number {
  return Math.exp(-(z * z) / 2) / Math.sqrt(2 * Math.PI);
}

/** What is needed to invert a distribution function. */
export interface Invertible {
  /** P(X ≤ x) and P(X > x). */
  below(x: number): number;
  above(x: number): number;
  density(x: number): number;
}

/** x with P(X ≤ x) = p, for 0 < p < 1 and x within [low, high]: Newton steps, halving where they leave the bracket. */
export function invert(one: Invertible, p: number, low: number, high: number): number {
  let left = low;
  let right = high;
  let x = (left + right) / 2;
  // The tail that is the smaller tells more digits.
  const upper = p > 0.5;
  const excess = (at: number): number => (upper ? 1 - p - one.above(at) : one.below(at) - p);
  for (let step = 0; step < 2_000; step++) {
    const over = excess(x);
    if (over === 0) return x;
    if (over > 0) right = x;
    else left = x;
    const newton = x - over / one.density(x);
    const next = newton > left && newton < right ? newton : (left + right) / 2;
    if (Math.abs(next - x) <= 2 ** -52 * Math.abs(next) || next === left || next === right) return next;
    x = next;
  }
  return x;
}
