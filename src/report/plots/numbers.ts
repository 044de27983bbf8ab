/** Numbers on axes and labels: no locale, no noise of binary fractions. */

export interface Unit {
  readonly name: string;
  /** ns (or B) per unit. */
  readonly size: number;
}

const TIMES: readonly Unit[] = [
  { name: 's', size: 1e9 },
  { name: 'ms', size: 1e6 },
  { name: 'µs', size: 1e3 },
  { name: 'ns', size: 1 },
];

/** The unit in which the larger of two times is at least 1. */
export function timeUnit(low: number, high: number = low): Unit {
  const largest = Math.max(Math.abs(low), Math.abs(high));
  return TIMES.find((unit) => largest >= unit.size) ?? TIMES[TIMES.length - 1];
}

/** The unit of values of a parameter: a time, or a gap per byte. */
export function axisUnit(axis: { readonly unit: 'ns' | 'ns/B' }, low: number, high: number = low): Unit {
  return axis.unit === 'ns/B' ? { name: 'ns/B', size: 1 } : timeUnit(low, high);
}

/** The unit for a logarithmic axis: that of the middle of its values, which are above zero. */
export const logTimeUnit = (low: number, high: number): Unit => timeUnit(Math.sqrt(low * high));

/** At most `precision` significant digits, without trailing zeros or an exponent up to 10^21. */
export function plain(value: number, precision = 6): string {
  if (!Number.isFinite(value)) return value > 0 ? 'unlimited' : String(value);
  const text = String(Number(value.toPrecision(precision)));
  return text.startsWith('-') ? `−${text.slice(1)}` : text;
}

/** A share as a percentage. */
export const percent = (share: number): string => `${plain(share * 100, 3)} %`;

const STEPS = [1, 2, 5, 10];

/** Round values from `low` to `high`, about `count` of them. */
export function ticks(low: number, high: number, count: number): number[] {
  if (!(high > low)) return [low];
  const raw = (high - low) / count;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = (STEPS.find((one) => one * power >= raw * 0.75) ?? 10) * power;
  const values: number[] = [];
  const last = Math.floor(high / step + 1e-9);
  for (let i = Math.ceil(low / step - 1e-9); i <= last; i++) values.push(Number((i * step).toPrecision(12)));
  return values;
}

/** An interval with room on both sides; never empty. */
export function padded(low: number, high: number, share = 0.05): readonly [number, number] {
  if (high > low) return [low - (high - low) * share, high + (high - low) * share];
  const size = Math.abs(low) || 1;
  return [low - size * share, high + size * share];
}
