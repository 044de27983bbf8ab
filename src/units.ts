/**
 * Quantities with units: parsed from what people write (`3us`, `256KiB`, `0.018ns/B`, `100Gbit/s`),
 * branded so that a time is never taken for a size, and formatted for people.
 * Inside, times are nanoseconds, sizes bytes, gaps nanoseconds per byte.
 */
import { UsageError } from './errors.js';

// Decimal numbers times the factor of a unit, rounded once: doubles in between lose whole ns past 15 digits.

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
function scaled(text: string, factor: number, limit: number): number {
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

declare const unit: unique symbol;
/** A time in nanoseconds. */
export type Nanoseconds = number & { readonly [unit]?: 'ns' };
/** A size in bytes. */
export type Bytes = number & { readonly [unit]?: 'B' };
/** A gap per byte in nanoseconds per byte: the reciprocal of a bandwidth. */
export type NsPerByte = number & { readonly [unit]?: 'ns/B' };

/**
 * Largest time in ns (104 days), size in bytes and gap in ns/B: past it doubles lose whole numbers, and up to it no
 * sum or product in this project leaves their range.
 */
export const MAX_QUANTITY = 2 ** 53;

/** Every unit that is read, by kind: so many ns, bytes, bits per second, flops per second are one of it. */
export const UNITS = {
  time: {
    ps: 1e-3,
    ns: 1,
    us: 1e3,
    µs: 1e3,
    μs: 1e3,
    ms: 1e6,
    s: 1e9,
    min: 6e10,
  },
  size: {
    B: 1,
    kB: 1e3,
    KB: 1e3,
    MB: 1e6,
    GB: 1e9,
    TB: 1e12,
    KiB: 2 ** 10,
    MiB: 2 ** 20,
    GiB: 2 ** 30,
    TiB: 2 ** 40,
  },
  rate: {
    'bit/s': 1,
    'kbit/s': 1e3,
    'Mbit/s': 1e6,
    'Gbit/s': 1e9,
    'Tbit/s': 1e12,
    bps: 1,
    kbps: 1e3,
    Mbps: 1e6,
    Gbps: 1e9,
    Tbps: 1e12,
    'b/s': 1,
    'kb/s': 1e3,
    'Mb/s': 1e6,
    'Gb/s': 1e9,
    'Tb/s': 1e12,
    'B/s': 8,
    'kB/s': 8e3,
    'MB/s': 8e6,
    'GB/s': 8e9,
    'TB/s': 8e12,
    'KiB/s': 8 * 2 ** 10,
    'MiB/s': 8 * 2 ** 20,
    'GiB/s': 8 * 2 ** 30,
  },
  /** The units of SimGrid's platforms. */
  flops: {
    f: 1,
    kf: 1e3,
    Mf: 1e6,
    Gf: 1e9,
    Tf: 1e12,
    Pf: 1e15,
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, number>>>>;

const TIME: Readonly<Record<string, number>> = UNITS.time;
const SIZE: Readonly<Record<string, number>> = UNITS.size;
const RATE: Readonly<Record<string, number>> = UNITS.rate;
const FLOPS: Readonly<Record<string, number>> = UNITS.flops;

interface Quantity {
  /** As it was written. */
  readonly number: string;
  readonly value: number;
  readonly unit: string;
}

/** A number and what follows it; undefined when the text does not begin with a number. */
function split(text: string): Quantity | undefined {
  const match = /^\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)\s*(\S*)\s*$/.exec(text);
  if (match === null) return undefined;
  return { number: match[1], value: Number(match[1]), unit: match[2] };
}

/** A number in decimals, with an exponent or without; NaN for anything else: hexadecimal, infinite, blank. */
export function decimal(text: string): number {
  const value = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(value) ? value : Number.NaN;
}

/** What a quantity is called in errors, and the unit of bare numbers. */
export interface ParseOptions {
  /** What the value is for, as in "latency": it names the culprit in errors. */
  readonly name?: string;
  /** Unit that a bare number has, such as that of a column; without it a bare non-zero number is refused. */
  readonly unit?: string;
  /** A word that the caller takes in place of a quantity. */
  readonly word?: string;
  /** What the caller took off the front, such as the + of a distance: errors show the whole. */
  readonly sign?: string;
}

/** What stands in place of a unit in `3 000`, `3,000ns` and `3us,4us`. */
const SEVERAL = /^\d|,/;

function parse(
  text: string,
  kind: string,
  units: Readonly<Record<string, number>>,
  example: string,
  options: ParseOptions,
): number {
  const { sign = '' } = options;
  const what = `${options.name ?? kind} '${sign}${text}'`;
  const quantity = split(text);
  if (quantity === undefined)
    throw new UsageError(
      `${what} is not a quantity`,
      `write a number with a unit, such as ${example}${options.word === undefined ? '' : `, or ${options.word}`}`,
    );
  if (!Number.isFinite(quantity.value))
    throw new UsageError(`${what} is not finite`, `write a number such as ${example}`);
  if (quantity.value < 0)
    throw new UsageError(`${what} is negative`, `write a number from 0, such as ${example}`);
  let wanted = quantity.unit;
  if (wanted === '') {
    if (quantity.value === 0) return 0;
    if (options.unit === undefined || !Object.hasOwn(units, options.unit)) {
      const small = quantity.value < 1e-3 ? 's' : quantity.value < 100 ? 'us' : 'ns';
      const guess = Object.hasOwn(units, small) ? small : Object.keys(units)[0];
      throw new UsageError(`${what} has no unit`, `did you mean ${sign}${quantity.number}${guess}?`);
    }
    wanted = options.unit;
  }
  const factor = Object.hasOwn(units, wanted) ? units[wanted] : undefined;
  if (factor === undefined) {
    if (SEVERAL.test(wanted))
      throw new UsageError(
        `${what} is not one quantity`,
        `write one, without separators, such as ${example}`,
      );
    throw new UsageError(
      `${what} has the unknown unit '${wanted}'`,
      `units are ${Object.keys(units).join(', ')}`,
    );
  }
  const value = scaled(quantity.number, factor, MAX_QUANTITY);
  return withinRange(value, what, base(units));
}

/** The unit that quantities of a kind have inside. */
const base = (units: Readonly<Record<string, number>>): string =>
  Object.keys(units).find((unit) => units[unit] === 1) ?? '';

/** Scaling may leave the range that the number itself was in. */
function withinRange(value: number, what: string, unit: string): number {
  if (value <= MAX_QUANTITY) return value;
  throw new UsageError(`${what} is more than 2^53 ${unit}`, 'write a smaller value');
}

/** A time in nanoseconds. Throws a UsageError that names the fix. */
export function parseTime(text: string, options: ParseOptions = {}): Nanoseconds {
  return parse(text, 'time', TIME, '3us', options);
}

/** A size in whole bytes; a bare number is bytes. */
export function parseSize(text: string, options: Pick<ParseOptions, 'name'> = {}): Bytes {
  const bytes = parse(text, 'size', SIZE, '256KiB', { ...options, unit: 'B' });
  if (!Number.isInteger(bytes)) {
    throw new UsageError(
      `${options.name ?? 'size'} '${text}' is not a whole number of bytes`,
      'write whole bytes',
    );
  }
  return bytes;
}

const PER_BYTE = Object.fromEntries(Object.entries(TIME).map(([time, ns]) => [`${time}/B`, ns]));

/** A gap per byte in ns/B, written as a time per byte (`0.018ns/B`) or as a bandwidth (`100Gbit/s`). */
export function parseGapPerByte(text: string, options: ParseOptions = {}): NsPerByte {
  const { name = 'gap per byte', sign = '' } = options;
  const what = `${name} '${sign}${text}'`;
  const quantity = split(text);
  if (quantity !== undefined && Object.hasOwn(RATE, quantity.unit)) {
    const bitsPerSecond = quantity.value * RATE[quantity.unit];
    if (!(bitsPerSecond > 0 && Number.isFinite(bitsPerSecond)))
      throw new UsageError(`${what} is not a bandwidth`, 'write one above 0, such as 100Gbit/s');
    return withinRange(Number((8e9 / bitsPerSecond).toPrecision(15)), `the gap of ${what}`, 'ns/B');
  }
  const perByte = /^(.*)\/B$/.exec(quantity === undefined ? '' : quantity.unit);
  if (quantity === undefined || (perByte === null && quantity.unit !== '')) {
    throw new UsageError(
      `${what} is neither a time per byte nor a bandwidth`,
      'write 0.018ns/B or 100Gbit/s',
    );
  }
  const bare = options.unit !== undefined && Object.hasOwn(TIME, options.unit);
  if (perByte === null && quantity.value > 0 && !bare) {
    throw new UsageError(
      `${what} has no unit`,
      `did you mean ${sign}${quantity.number}${quantity.value < 1 ? 'ns/B' : 'Gbit/s'}?`,
    );
  }
  const unit = bare ? { unit: `${options.unit}/B` } : {};
  return parse(text, name, PER_BYTE, '0.018ns/B', { ...options, ...unit });
}

/** Flops in a second, such as `1Gf`; a bare number is flops. More than 0. */
export function parseFlopRate(text: string, options: ParseOptions = {}): number {
  const rate = parse(text, 'flop rate', FLOPS, '1Gf', { unit: 'f', ...options });
  if (rate > 0) return rate;
  throw new UsageError(`${options.name ?? 'flop rate'} '${text}' is not above 0`, 'write a rate such as 1Gf');
}

/** Four significant digits without trailing zeros. */
function digits(value: number): string {
  return Number(value.toPrecision(4)).toString();
}

/** A unit in which numbers are shown. */
interface ShownUnit {
  readonly name: string;
  /** ns or B of one. */
  readonly size: number;
  /** The least number shown in it, ns or B. */
  readonly from: number;
}

const shown = (name: keyof typeof UNITS.time | keyof typeof UNITS.size, from?: number): ShownUnit => {
  const size = TIME[name] ?? SIZE[name];
  return { name, size, from: from ?? size };
};

/** From the largest to the smallest. */
export const SHOWN_TIMES = [shown('s'), shown('ms'), shown('µs'), shown('ns', 0.1), shown('ps', 0)];
const SHOWN_SIZES = [shown('TiB'), shown('GiB'), shown('MiB'), shown('KiB'), shown('B', 0)];

/** `value` in the largest unit that it reaches; what rounds up to a unit is shown in it. */
function fitting(value: number, units: readonly ShownUnit[]): string {
  const rounded = Math.abs(Number(value.toPrecision(4)));
  const { name, size } = units.find(({ from }) => rounded >= from) ?? units[units.length - 1];
  return `${digits(value / size)} ${name}`;
}

/** A time in the unit that fits: `1.615 µs`. For people only; JSON and CSV never round. */
export function formatTime(ns: number): string {
  if (!Number.isFinite(ns)) return ns > 0 ? 'unlimited' : String(ns);
  return ns === 0 ? '0 ns' : fitting(ns, SHOWN_TIMES);
}

const METRES: Readonly<Record<string, number>> = { cm: 0.01, m: 1, km: 1000 };

/** A length in metres: `2m`, `50cm`, `3 km`; null for anything else. */
export function parseLength(text: string): number | null {
  const [, number = '', unit = ''] = /^\s*([\d.]+)\s*(cm|m|km)\s*$/.exec(text) ?? [];
  const metres = decimal(number) * (METRES[unit] ?? Number.NaN);
  return Number.isFinite(metres) ? metres : null;
}

/** A size in binary units: `256 KiB`. */
export function formatSize(bytes: number): string {
  return Number.isFinite(bytes) ? fitting(bytes, SHOWN_SIZES) : 'unlimited';
}

/** A gap per byte: `0.018 ns/B`. */
export function formatGapPerByte(nsPerByte: number): string {
  return Number.isFinite(nsPerByte) ? `${digits(nsPerByte)} ns/B` : 'unlimited';
}

/** Bandwidth of a gap per byte: `444.4 Gbit/s`. */
export function formatBandwidth(nsPerByte: number): string {
  if (nsPerByte === 0) return 'unlimited';
  const gbit = 8 / nsPerByte;
  return gbit >= 1 ? `${digits(gbit)} Gbit/s` : `${digits(gbit * 1e3)} Mbit/s`;
}

/** A whole number with commas between groups of three digits. The host's own formatting takes as long to load as a small answer. */
export const grouped = (n: number): string => String(n).replace(/\B(?=(?:\d{3})+$)/g, ',');

// Lists of percentages as people write them.

/** Percentages from 0, each once, as in `1,2,5` or `1 %, 5 %`. `name`: what they are called in errors. Throws UsageError. */
export function parsePercents(text: string, name = 'percentages'): number[] {
  const values = text.split(',').map((part) => {
    const value = decimal(part.trim().replace(/\s*%$/, ''));
    if (!(value >= 0)) {
      throw new UsageError(`${name} '${part}' is not a percentage`, 'write numbers from 0, such as 1,2,5');
    }
    if (value > MAX_QUANTITY)
      throw new UsageError(`${name} '${part}' is more than 2^53`, 'write a smaller value');
    return value;
  });
  return [...new Set(values)];
}

/** A percentage as a share: `5%` or 5. */
export function parseShare(text: string, name: string): number {
  const percent = decimal(text.trim().replace(/\s*%$/, ''));
  if (percent >= 0) return percent / 100;
  throw new UsageError(`${name} '${text}' is not a percentage`, 'write one number, such as 5%');
}
