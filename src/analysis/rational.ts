/** Fractions of whole numbers, for decisions that rounding must not make. */

/** n / d, d > 0; not reduced. */
export interface Rational {
  readonly n: bigint;
  readonly d: bigint;
}

/** Bits of a quotient: more than a double keeps. */
const QUOTIENT_BITS = 64;

/** A finite double as what it is: a whole number over a power of two. */
export function rational(value: number): Rational {
  let scaled = value;
  let d = 1n;
  while (!Number.isInteger(scaled)) {
    scaled *= 2;
    d *= 2n;
  }
  return { n: BigInt(scaled), d };
}

export const plus = (a: Rational, b: Rational): Rational => ({ n: a.n * b.d + b.n * a.d, d: a.d * b.d });

export const minus = (a: Rational, b: Rational): Rational => ({ n: a.n * b.d - b.n * a.d, d: a.d * b.d });

export const times = (a: Rational, b: Rational): Rational => ({ n: a.n * b.n, d: a.d * b.d });

/** `b` is not zero. */
export function over(a: Rational, b: Rational): Rational {
  return b.n < 0n ? { n: -a.n * b.d, d: a.d * -b.n } : { n: a.n * b.d, d: a.d * b.n };
}

/** −1, 0 or 1. */
export const signOf = ({ n }: Rational): number => (n > 0n ? 1 : n < 0n ? -1 : 0);

/** The nearest double, but for the last bit. */
export function toNumber({ n, d }: Rational): number {
  if (n < 0n) return -toNumber({ n: -n, d });
  const excess = bitsOf(d) - bitsOf(n) + QUOTIENT_BITS;
  const shift = BigInt(Math.max(excess, 0));
  return Number((n << shift) / d) / 2 ** Number(shift);
}

const bitsOf = (value: bigint): number => value.toString(16).length * 4;
