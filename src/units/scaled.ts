/** Decimal numbers times the factor of a unit, rounded once: doubles in between lose whole ns past 15 digits. */

const DECIMAL = /^[+-]?(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/;

/** A decimal number times a factor, exact: `digits` · 10^`power`, without its sign. */
interface Product {
  readonly digits: bigint;
  readonly power: number;
}

/** `factor`: a whole number, or one over a power of ten. */
function product(text: string, factor: number): Product {
  const [, whole = '', fraction = '', exponent = '0'] = DECIMAL.exec(text) ?? [];
  const digits = BigInt(`${whole}${fraction}`);
  const power = Number(exponent) - fraction.length;
  return factor < 1
    ? { digits, power: power - Math.round(-Math.log10(factor)) }
    : { digits: digits * BigInt(factor), power };
}

/**
 * The decimal number `text`, which is not negative, times `factor`, which is whole or one over a power of ten: the double next to
 * it, and Infinity for what is more than `limit`, a whole number, however little.
 */
export function scaled(text: string, factor: number, limit: number): number {
  const { digits, power } = product(text, factor);
  const value = Number(`${digits}e${power}`);
  if (value !== limit) return value > limit ? Number.POSITIVE_INFINITY : value;
  // As many digits as `limit` has and the text has behind them: powers are no larger here.
  const [number, most] =
    power < 0
      ? [digits, BigInt(limit) * 10n ** BigInt(-power)]
      : [digits * 10n ** BigInt(power), BigInt(limit)];
  return number > most ? Number.POSITIVE_INFINITY : value;
}
