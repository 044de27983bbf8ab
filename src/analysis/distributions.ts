/**
 * Distributions of a parameter, computed from formulas without sampling, with the special functions that they need to
 * nearly full precision, including tails (NIST DLMF, chapters 5 and 8).
 */
import { checkNumber, checkNumbers, UsageError } from '../errors.js';

/** Probability and moments about `center` of a part of a distribution: ∫ (x − center)^k dF, k = 0, 1, 2. */
export type Moments = readonly [number, number, number];

/** A distribution with a density, by its moments and quantiles; values in the unit of the parameter. */
export interface ContinuousDistribution {
  readonly kind: 'continuous';
  /** As in "normal, mean 3 µs": the family. */
  readonly family: 'normal' | 'lognormal' | 'gamma';
  /** Lower end of the values; there is no upper end. */
  readonly low: number;
  /** Share of the family's probability below `low` that was cut off; the rest is scaled to 1. */
  readonly cutOff: number;
  /** Centre of the moments. */
  readonly center: number;
  /** Moments of the values above x. */
  above(x: number): Moments;
  /** Moments of the values from `low` to x. */
  below(x: number): Moments;
  /** x with P(X ≤ x) = p. */
  quantile(p: number): number;
}

/** Finitely many values, ascending, with their probabilities. */
export interface DiscreteDistribution {
  readonly kind: 'discrete';
  readonly values: readonly number[];
  readonly probabilities: readonly number[];
}

/** The distribution of a parameter. */
export type Distribution = ContinuousDistribution | DiscreteDistribution;

/** Standard deviations from the mean beyond which a double holds no probability. */
const FARTHEST = 39;
/** Rounding error of a cumulated probability. */
const ROUNDING = 1e-12;

const standardNormal: Invertible = {
  below: (z) => normalAbove(-z),
  above: normalAbove,
  density: normalDensity,
};

const normalQuantile = (p: number): number => invert(standardNormal, p, -FARTHEST, FARTHEST);

/** Values with weights, in any order; weights are scaled to sum up to 1. Throws UsageError. */
export function discrete(values: readonly number[], weights: readonly number[]): DiscreteDistribution {
  checkNumbers('discrete: values', values);
  checkNumbers('discrete: weights', weights);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (values.length !== weights.length || weights.some((weight) => !(weight >= 0)) || !(total > 0)) {
    throw new UsageError(
      'a distribution needs a weight of 0 or more for each value, and at least one weight above 0',
    );
  }
  const merged = new Map<number, number>();
  values.forEach((value, i) => {
    if (weights[i] > 0) merged.set(value, (merged.get(value) ?? 0) + weights[i] / total);
  });
  const sorted = [...merged].sort(([one], [other]) => one - other);
  return {
    kind: 'discrete',
    values: sorted.map(([value]) => value),
    probabilities: sorted.map(([, probability]) => probability),
  };
}

/** The normal distribution, truncated below `low`, because a latency is not negative. Throws UsageError. */
export function normal(mean: number, sd: number, low = 0): Distribution {
  checkNumber('normal: mean', mean);
  checkNumber('normal: low', low);
  if (sd === 0) return discrete([mean], [1]);
  checkPositive('sd', sd);
  const start = (low - mean) / sd;
  const mass = normalAbove(start);
  if (!(mass > 0)) throw new UsageError(`a normal distribution about ${mean} has no values above ${low}`);
  const cut = normalDensity(start);
  /** ∫ from z on of (1, σu, σ²u²) φ(u) du. */
  const raw = (z: number): Moments => {
    const tail = normalAbove(z);
    const density = normalDensity(z);
    return [tail, sd * density, sd * sd * (tail + edge(z, density))];
  };
  return {
    kind: 'continuous',
    family: 'normal',
    low,
    cutOff: normalAbove(-start),
    center: mean,
    above: (x) => scaled(raw(Math.max((x - mean) / sd, start)), 1 / mass),
    below: (x) => {
      const z = Math.max((x - mean) / sd, start);
      const density = normalDensity(z);
      const inside = z < 0 ? normalAbove(-z) - normalAbove(-start) : mass - normalAbove(z);
      const spread = inside + edge(start, cut) - edge(z, density);
      return scaled([inside, sd * (cut - density), sd * sd * spread], 1 / mass);
    },
    quantile: (p) => {
      const share = normalAbove(-start) + p * mass;
      const z = p > 0.5 ? -normalQuantile((1 - p) * mass) : normalQuantile(share);
      return Math.max(mean + sd * z, low);
    },
  };
}

/** z φ(z), which is 0 at infinity. */
const edge = (z: number, density: number): number => (density === 0 ? 0 : z * density);

/** e to a normal: `median` is e^μ, `sigma` the standard deviation of the logarithm. Throws UsageError. */
export function lognormal(median: number, sigma: number): Distribution {
  if (sigma === 0 || median === 0) return discrete([median], [1]);
  checkPositive('median', median);
  checkPositive('sigma', sigma);
  const power = (k: number): number => median ** k * Math.exp((k * k * sigma * sigma) / 2);
  const z = (x: number, k: number): number => Math.log(x / median) / sigma - k * sigma;
  return fromRaw('lognormal', power(1), {
    above: (x, k) => power(k) * (x <= 0 ? 1 : normalAbove(z(x, k))),
    below: (x, k) => power(k) * (x <= 0 ? 0 : normalAbove(-z(x, k))),
    quantile: (p) => median * Math.exp(sigma * normalQuantile(p)),
  });
}

/** The gamma distribution of density x^(shape − 1) e^(−x/scale). Throws UsageError. */
export function gammaDistribution(shape: number, scale: number): Distribution {
  checkPositive('shape', shape);
  if (scale === 0) return discrete([0], [1]);
  checkPositive('scale', scale);
  const power = (k: number): number => {
    let product = 1;
    for (let i = 0; i < k; i++) product *= scale * (shape + i);
    return product;
  };
  const standard: Invertible = {
    below: (x) => incompleteGamma(shape, x).below,
    above: (x) => incompleteGamma(shape, x).above,
    density: (x) => gammaDensity(shape, x),
  };
  const highest = shape + FARTHEST * Math.sqrt(shape) + FARTHEST * FARTHEST;
  return fromRaw('gamma', shape * scale, {
    above: (x, k) => power(k) * incompleteGamma(shape + k, x / scale).above,
    below: (x, k) => power(k) * incompleteGamma(shape + k, x / scale).below,
    quantile: (p) => scale * invert(standard, p, 0, highest),
  });
}

/** A distribution of positive values whose moments about 0 are known: E[X^k; X > x] and E[X^k; X ≤ x]. */
function fromRaw(
  family: ContinuousDistribution['family'],
  center: number,
  raw: {
    above(x: number, k: number): number;
    below(x: number, k: number): number;
    quantile(p: number): number;
  },
): ContinuousDistribution {
  const about = (part: (k: number) => number): Moments => {
    const [zero, one, two] = [part(0), part(1), part(2)];
    return [zero, one - center * zero, two - 2 * center * one + center * center * zero];
  };
  return {
    kind: 'continuous',
    family,
    low: 0,
    cutOff: 0,
    center,
    above: (x) => about((k) => raw.above(x, k)),
    below: (x) => about((k) => raw.below(x, k)),
    quantile: raw.quantile,
  };
}

/** Moments of the values in (from, to]; `to` may be Infinity. Differences are taken in the tail that is nearer. */
export function momentsBetween(one: ContinuousDistribution, from: number, to: number): Moments {
  if (to === Number.POSITIVE_INFINITY) return one.above(from);
  if (from >= one.center) return minus(one.above(from), one.above(to));
  if (to <= one.center) return minus(one.below(to), one.below(from));
  return minus(minus(one.above(one.low), one.below(from)), one.above(to));
}

/** Smallest value that is not exceeded with probability p. */
export function quantileOf(one: Distribution, p: number): number {
  if (one.kind === 'continuous') return one.quantile(p);
  let sum = 0;
  for (let i = 0; i < one.values.length; i++) {
    sum += one.probabilities[i];
    if (sum >= p - ROUNDING) return one.values[i];
  }
  return one.values[one.values.length - 1];
}

/** Probability that a value drawn from the distribution is above `x`. */
export function probabilityAbove(one: Distribution, x: number): number {
  if (x === Number.POSITIVE_INFINITY) return 0;
  if (one.kind === 'continuous') return one.above(x)[0];
  return one.probabilities.reduce((sum, share, i) => (one.values[i] > x ? sum + share : sum), 0);
}

/** Mean and standard deviation of the parameter itself. */
export function meanAndDeviation(one: Distribution): { readonly mean: number; readonly sd: number } {
  if (one.kind === 'continuous') {
    const [, first, second] = one.above(one.low);
    return { mean: one.center + first, sd: Math.sqrt(Math.max(second - first * first, 0)) };
  }
  return spreadOf(one.values, one.probabilities);
}

/** Mean and standard deviation of values with probabilities. */
export function spreadOf(
  values: readonly number[],
  probabilities: readonly number[],
): { readonly mean: number; readonly sd: number } {
  const mean = values.reduce((sum, value, i) => sum + probabilities[i] * value, 0);
  const variance = values.reduce((sum, value, i) => sum + probabilities[i] * (value - mean) ** 2, 0);
  return { mean, sd: Math.sqrt(variance) };
}

const scaled = ([zero, one, two]: Moments, by: number): Moments => [zero * by, one * by, two * by];

const minus = (one: Moments, other: Moments): Moments => [
  one[0] - other[0],
  one[1] - other[1],
  one[2] - other[2],
];

function checkPositive(name: string, value: number): void {
  if (!(value > 0 && Number.isFinite(value)))
    throw new UsageError(`${name} of a distribution is ${value}`, 'give a value above 0');
}

/** The regularised incomplete gamma functions P(a, x) and Q(a, x) = 1 − P; both to about 1e-14, far tails relatively. */
interface IncompleteGamma {
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

/** The excess of ln Γ(a) over (a − ½) ln a − a + ½ ln 2π, for a ≥ STIRLING_FROM. */
function stirling(a: number): number {
  const inverse = 1 / (a * a);
  return STIRLING.reduceRight((sum, term) => sum * inverse + term, 0) / a;
}

/** x^a e^(−x) / Γ(a + 1): the common factor of both expansions. */
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

/** Inputs for inverting a distribution function. */
interface Invertible {
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
  // The smaller tail has more digits.
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
