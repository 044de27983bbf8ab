/** The axes of a panel: units, round values, and the values that fit. Nothing is drawn here. */
import type { Axis } from '../../timing/axis.js';
import { SHOWN_TIMES } from '../../units.js';

/** A unit of the numbers on an axis. */
export interface Unit {
  readonly name: string;
  /** ns (or B) per unit. */
  readonly size: number;
}

const TIMES: readonly Unit[] = SHOWN_TIMES.filter(({ size }) => size >= 1);

/** The unit in which the larger of two times is at least 1. */
export function timeUnit(low: number, high: number = low): Unit {
  const largest = Math.max(Math.abs(low), Math.abs(high));
  return TIMES.find((unit) => largest >= unit.size) ?? TIMES[TIMES.length - 1];
}

/** The unit of a parameter's values: a time, or a gap per byte. */
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

// Logarithmic axes: round values and room.

/** Factors of round values between powers of ten, where few powers fit. */
const FINE = [1, 2, 5];
const FEW = 3;

/** An interval with a share of its logarithmic length as room on both sides; both ends above zero. */
function logDomain(low: number, high: number, share: number): readonly [number, number] {
  const room = (high / low) ** share * (high > low ? 1 : 2);
  return [low / room, high * room];
}

/** Round values in [low, high] for a logarithmic axis, about `count`: powers of two, or 1-2-5 by decades. */
function logTicks(low: number, high: number, base: 2 | 10, count: number): number[] {
  const log = base === 2 ? Math.log2 : Math.log10;
  const first = Math.floor(log(low));
  const last = Math.ceil(log(high));
  const decades = Math.log10(high / low);
  const factors = base === 10 && decades < FEW ? FINE : [1];
  const values: number[] = [];
  for (let power = first; power <= last; power++) {
    for (const factor of factors) values.push(Number((factor * base ** power).toPrecision(12)));
  }
  const inside = values.filter((value) => value >= low * (1 - 1e-9) && value <= high * (1 + 1e-9));
  const every = Math.max(1, Math.ceil(inside.length / count));
  return inside.filter((_, i) => i % every === 0);
}

/** A size with a binary prefix if it is a round one. */
export function shortSize(bytes: number): string {
  if (bytes >= 2 ** 20 && bytes % 2 ** 20 === 0) return `${plain(bytes / 2 ** 20)}Mi`;
  if (bytes >= 2 ** 10 && bytes % 2 ** 10 === 0) return `${plain(bytes / 2 ** 10)}Ki`;
  return plain(bytes);
}

// Names of parameters in plots.

/** Name of added amounts. */
export function addedName(axis: Axis): string {
  if (axis.latency !== null) return axis.wires === true ? 'added latency per wire' : 'added latency';
  return axis.overhead ? 'added overhead' : 'added gap per byte';
}

/** What λ counts on this axis. */
export function counted(axis: Axis): string {
  if (axis.latency !== null) return axis.wires === true ? 'wires' : 'latencies';
  return axis.overhead ? 'overheads' : 'bytes';
}

/** Its full name. */
export function axisName(axis: Axis): string {
  if (axis.relative) return axis.wires === true ? addedName(axis) : `${addedName(axis)}, to every class`;
  if (axis.latency !== null) return axis.wires === true ? 'latency per wire' : `latency ${axis.name}`;
  return axis.overhead ? `overhead ${axis.name}` : `gap per byte ${axis.name}`;
}

/** The numbers without a unit. */
export const PLAIN: Unit = { name: '', size: 1 };

/** Least and largest of the values that are finite; 0 and 0 for none. */
export function extent(values: Iterable<number>): readonly [number, number] {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  return least > most ? [0, 0] : [least, most];
}

/** An axis of a panel. All values are those of the data; the unit is that of the labels. */
export interface Scale {
  /** Values at the left or lower, and at the right or upper end. */
  readonly ends: readonly [number, number];
  readonly ticks: readonly number[];
  /** Labels of the ticks. */
  readonly words: readonly string[];
  readonly title: string;
  readonly unit: Unit;
  readonly log: boolean;
}

interface ScaleOptions {
  /** `ns`: times, in a readable unit. */
  readonly unit?: Unit | 'ns' | 'ns/B';
  /** Room before the first and after the last value, as shares of the range. */
  readonly room?: readonly [number, number];
  /** Base of the powers on a logarithmic axis. */
  readonly log?: 2 | 10;
  /** Approximate number of ticks. */
  readonly count?: number;
  /** Ticks at whole numbers only, unless all values are below one. */
  readonly whole?: boolean;
  readonly format?: (value: number) => string;
  /** Text after the unit. */
  readonly note?: string;
}

/** The axis with room for all values; for a logarithmic one they are above zero. */
export function scaleOf(values: Iterable<number>, name: string, options: ScaleOptions = {}): Scale {
  const { room = [0, 0], log, whole = false, format = (value) => plain(value) } = options;
  const { count = log === undefined ? 6 : 12 } = options;
  const [least, most] = extent(values);
  const unit = unitOf(options.unit ?? PLAIN, least, most, log !== undefined);
  const ends = log === undefined ? withRoom(least, most, room, unit.size) : logDomain(least, most, room[1]);
  const [low, high] = ends.map((value) => value / unit.size);
  const round = log === undefined ? ticks(low, high, count) : logTicks(low, high, log, count);
  const shown = whole && most / unit.size >= 1 ? round.filter(Number.isInteger) : round;
  return {
    ends,
    ticks: shown.map((value) => value * unit.size),
    words: shown.map(format),
    title: `${name}${unit.name === '' ? '' : ` (${unit.name})`}${options.note ?? ''}`,
    unit,
    log: log !== undefined,
  };
}

function unitOf(unit: Unit | 'ns' | 'ns/B', least: number, most: number, log: boolean): Unit {
  if (typeof unit === 'object') return unit;
  return log ? logTimeUnit(least, most) : axisUnit({ unit }, least, most);
}

/** An axis without range is as long as its unit; room does not extend below 0. */
function withRoom(least: number, most: number, [before, past]: readonly [number, number], unit: number) {
  const length = most > least ? most - least : Math.abs(least) || unit;
  const end = most > least || before > 0 ? most : least + length;
  const low = least - before * length;
  return [least < 0 ? low : Math.max(low, 0), end + past * length] as const;
}

/** An axis of places from 0 on, each with its name in its middle, from the top or the left. */
export function placesOf(names: readonly string[], title = '', every = 1): Scale {
  const shown = names.map((_, i) => i).filter((i) => i % every === 0);
  return {
    ends: [0, Math.max(names.length, 1)],
    ticks: shown.map((i) => i + 0.5),
    words: shown.map((i) => names[i]),
    title,
    unit: PLAIN,
    log: false,
  };
}

/** Reversed. */
export const reversed = (scale: Scale): Scale => ({ ...scale, ends: [scale.ends[1], scale.ends[0]] });

/** The same axis without labels, for a panel above another that has them. */
export const silent = (scale: Scale): Scale => ({ ...scale, words: scale.words.map(() => ''), title: '' });
