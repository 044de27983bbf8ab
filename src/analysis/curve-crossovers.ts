/**
 * The faster of two programs at each latency, exactly. T of both is piecewise linear, and so is their difference: between
 * two kinks it has at most one root. Signs are decided in doubles where these are safe, otherwise in exact fractions.
 */
import type { Interval } from '../solve/engine.js';
import type { LatencyCurve } from './piecewise.js';

/** An interval of added latency on which one of two is faster, or both are equal. */
export interface Stretch {
  /** Added latency, ns; `to` is Infinity where nothing ends it. */
  readonly from: number;
  readonly to: number;
  readonly faster: 'first' | 'second' | 'neither';
}

/** Relative difference up to which doubles do not determine the sign of a difference of runtimes. */
const DOUBTFUL = 1e-9;
/** Relative difference up to which runtimes that are not sums of whole numbers are equal. */
const SAME = 1e-12;

/** A line of T over added latency, in doubles and exactly. */
interface ExactLine {
  readonly start: number;
  readonly slope: number;
  readonly exactStart: Rational;
  readonly exactSlope: Rational;
}

/** An added latency, as the nearest double and exactly. */
interface Point {
  readonly x: number;
  readonly exact: Rational;
}

interface Prepared {
  readonly lines: readonly ExactLine[];
  /** [lines − 1] where each ends. */
  readonly ends: readonly Point[];
  readonly exact: boolean;
}

/** Interval of a pair of lines. `end` null: without end. */
interface Span {
  readonly begin: Point;
  readonly end: Point | null;
  readonly first: ExactLine;
  readonly second: ExactLine;
}

const prepared = new WeakMap<LatencyCurve, Prepared>();

function prepare(curve: LatencyCurve): Prepared {
  const kept = prepared.get(curve);
  if (kept !== undefined) return kept;
  const scale = rational(curve.scale);
  const base = rational(curve.base);
  const lines = curve.lines.map(({ c, a }): ExactLine => {
    const exactSlope = rational(a);
    const exactStart = plus(over(rational(c), scale), times(exactSlope, base));
    return { start: toNumber(exactStart), slope: a, exactStart, exactSlope };
  });
  const ends =
    curve.ends?.map((end) => pointOf(rational(end))) ??
    lines.slice(1).map((line, i) => rootOf(lines[i], line));
  const made = { lines, ends, exact: curve.exact };
  prepared.set(curve, made);
  return made;
}

/** Where two lines of different slope meet. */
const rootOf = (one: ExactLine, other: ExactLine): Point =>
  pointOf(over(minus(one.exactStart, other.exactStart), minus(other.exactSlope, one.exactSlope)));

const pointOf = (exact: Rational): Point => ({ x: toNumber(exact), exact });

/** Negative where `a` is left of `b`. */
function compare(a: Point, b: Point): number {
  const difference = a.x - b.x;
  const certain = Math.abs(difference) > Math.max(Math.abs(a.x), Math.abs(b.x)) * DOUBTFUL;
  return certain ? difference : signOf(minus(a.exact, b.exact));
}

/**
 * The faster one over added latency from `low` to `high`, which both curves must reach; ascending, neighbours differ.
 * Curves that touch and part again have no stretch there.
 */
export function stretches(first: LatencyCurve, second: LatencyCurve, low: number, high: number): Stretch[] {
  const one = prepare(first);
  const other = prepare(second);
  const exact = one.exact && other.exact;
  const found: { from: Point; to: Point | null; sign: number }[] = [];
  const add = (from: Point, to: Point | null, sign: number): void => {
    const last = found.at(-1);
    if (last?.sign === sign) last.to = to;
    else found.push({ from, to, sign });
  };
  const end = Number.isFinite(high) ? pointOf(rational(high)) : null;
  for (const span of spansOf(one, other, pointOf(rational(low)), end)) {
    const atBegin = signAt(span, span.begin, exact);
    const atEnd = span.end === null ? signBeyond(span, exact) : signAt(span, span.end, exact);
    if (atBegin * atEnd >= 0) {
      add(span.begin, span.end, atBegin === 0 ? atEnd : atBegin);
      continue;
    }
    const root = rootOf(span.first, span.second);
    add(span.begin, root, atBegin);
    add(root, span.end, atEnd);
  }
  return found.map(({ from, to, sign }) => ({
    from: from.x,
    to: to?.x ?? Number.POSITIVE_INFINITY,
    faster: sign < 0 ? 'first' : sign > 0 ? 'second' : 'neither',
  }));
}

/** The intervals between kinks of either curve; none is empty unless it is the only one. */
function spansOf(one: Prepared, other: Prepared, low: Point, high: Point | null): Span[] {
  const spans: Span[] = [];
  let [i, j] = [pastKinks(one, low, 0), pastKinks(other, low, 0)];
  for (let begin = low; ; ) {
    const [first, second] = [one.lines[i], other.lines[j]];
    const end = least(least(one.ends[i] ?? null, other.ends[j] ?? null), high);
    spans.push({ begin, end, first, second });
    if (end === null || (high !== null && compare(end, high) >= 0)) return spans;
    begin = end;
    i = pastKinks(one, begin, i);
    j = pastKinks(other, begin, j);
  }
}

/** The line that is valid right of `x`, from line `i` on. */
function pastKinks({ ends }: Prepared, x: Point, i: number): number {
  let at = i;
  while (at < ends.length && compare(ends[at], x) <= 0) at++;
  return at;
}

function least(a: Point | null, b: Point | null): Point | null {
  if (a === null) return b;
  return b === null || compare(a, b) <= 0 ? a : b;
}

/** Sign of T of the first less T of the second at x. */
function signAt({ first, second }: Span, { x, exact: at }: Point, exact: boolean): number {
  const one = first.start + first.slope * x;
  const other = second.start + second.slope * x;
  const difference = one - other;
  const size = Math.max(Math.abs(one), Math.abs(other), Math.abs(first.start), Math.abs(second.start));
  if (Math.abs(difference) > size * DOUBTFUL) return Math.sign(difference);
  if (!exact && Math.abs(difference) <= size * SAME) return 0;
  const start = minus(first.exactStart, second.exactStart);
  return signOf(plus(start, times(minus(first.exactSlope, second.exactSlope), at)));
}

/** The same as x grows without limit. */
function signBeyond(span: Span, exact: boolean): number {
  const { first, second } = span;
  return first.slope === second.slope
    ? signAt(span, span.begin, exact)
    : Math.sign(first.slope - second.slope);
}

/** Two of several variants, and the faster one over the latency. */
export interface Crossover {
  /** Indices of the two, `first` < `second`. */
  readonly first: number;
  readonly second: number;
  /** Added latency between which both are known, ns; `high` is Infinity where neither grows. */
  readonly low: number;
  readonly high: number;
  readonly stretches: readonly Stretch[];
}

/** A curve, and the range of added latency in which it is compared. */
export interface Followed {
  readonly curve: LatencyCurve;
  readonly followed: Interval;
}

/** Every pair of the available curves, over the range that both cover. */
export function crossovers(list: readonly (Followed | null)[]): Crossover[] {
  const found: Crossover[] = [];
  for (const [first, one] of list.entries()) {
    if (one === null) continue;
    for (let second = first + 1; second < list.length; second++) {
      const other = list[second];
      if (other === null) continue;
      const low = Math.max(one.followed.low, other.followed.low);
      const high = Math.min(one.followed.high, other.followed.high);
      if (high < low) continue;
      found.push({ first, second, low, high, stretches: stretches(one.curve, other.curve, low, high) });
    }
  }
  return found;
}

/** Added latencies at which the faster one changes. */
export const crossingsOf = ({ stretches: list }: Pick<Crossover, 'stretches'>): number[] =>
  list.slice(1).map(({ from }) => from);

// Exact fractions, for decisions that rounding must not affect.

/** n / d, d > 0; not reduced. */
interface Rational {
  readonly n: bigint;
  readonly d: bigint;
}

/** Bits of a quotient, more than a double has. */
const QUOTIENT_BITS = 64;

/** A finite double as an exact fraction: a whole number over a power of two. */
function rational(value: number): Rational {
  let scaled = value;
  let d = 1n;
  while (!Number.isInteger(scaled)) {
    scaled *= 2;
    d *= 2n;
  }
  return { n: BigInt(scaled), d };
}

const plus = (a: Rational, b: Rational): Rational => ({ n: a.n * b.d + b.n * a.d, d: a.d * b.d });

const minus = (a: Rational, b: Rational): Rational => ({ n: a.n * b.d - b.n * a.d, d: a.d * b.d });

const times = (a: Rational, b: Rational): Rational => ({ n: a.n * b.n, d: a.d * b.d });

/** `b` is not zero. */
function over(a: Rational, b: Rational): Rational {
  return b.n < 0n ? { n: -a.n * b.d, d: a.d * -b.n } : { n: a.n * b.d, d: a.d * b.n };
}

/** −1, 0 or 1. */
const signOf = ({ n }: Rational): number => (n > 0n ? 1 : n < 0n ? -1 : 0);

/** The nearest double, but for the last bit. */
function toNumber({ n, d }: Rational): number {
  if (n < 0n) return -toNumber({ n: -n, d });
  const excess = bitsOf(d) - bitsOf(n) + QUOTIENT_BITS;
  const shift = BigInt(Math.max(excess, 0));
  return Number((n << shift) / d) / 2 ** Number(shift);
}

const bitsOf = (value: bigint): number => value.toString(16).length * 4;
