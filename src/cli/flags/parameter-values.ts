/** Values of flags: points, intervals and distributions of a parameter, percentages, lists of names, counts and sizes. */

import {
  type Distribution,
  discrete,
  gammaDistribution,
  lognormal,
  normal,
} from '../../analysis/distributions.js';
import { namesInstead, UsageError } from '../../errors.js';
import type { Machine } from '../../machine/machine.js';
import { type Axis, axisByName } from '../../timing/axis.js';
import { EXAMPLES, parseOn } from '../../timing/axis-values.js';
import { decimal, parseSize, parsePercents as percentsNamed } from '../../units.js';

/** Percentages of a flag, as in 1,2,5. */
export const parsePercents = (text: string, flag = '--pct'): number[] => percentsNamed(text, flag);

/** Two parameters by name, as in L,G. */
export function parsePair(machine: Machine, text: string, name: string): readonly [Axis, Axis] {
  const names = text.split(',').map((part) => part.trim());
  if (names.length !== 2 || names[0] === names[1])
    throw new UsageError(`${name} '${text}' does not name two parameters`, 'write two, such as L,G');
  return [axisByName(machine, names[0]), axisByName(machine, names[1])];
}

/** Points along two sides, as in 20x20. */
export function parseGrid(text: string): readonly [number, number] {
  const match = /^\s*(\d{1,4})\s*[x×]\s*(\d{1,4})\s*$/.exec(text);
  const sides = match === null ? [] : [Number(match[1]), Number(match[2])];
  if (sides.length !== 2 || sides.some((side) => side < 1))
    throw new UsageError(
      `--grid '${text}' cannot be read`,
      'write the number of points of both parameters, such as 20x20',
    );
  return [sides[0], sides[1]];
}

// Lists that the flags of `collective` take: names, counts, sizes and ranges of both.

/** More points are probably a typing error. */
const MOST_VALUES = 100_000;

/** A known name. Throws UsageError that suggests one. */
export function oneName<T extends string>(
  text: string,
  known: readonly T[],
  flag: string,
  also: readonly string[] = [],
): T {
  const found = known.find((name) => name === text.trim());
  if (found !== undefined) return found;
  throw new UsageError(`${flag} '${text.trim()}' is unknown`, namesInstead(text.trim(), [...known, ...also]));
}

/** Known names, separated by commas, each once. */
export function names<T extends string>(text: string, known: readonly T[], flag: string): readonly T[] {
  return [...new Set(parts(text, flag).map((part) => oneName(part, known, flag)))];
}

function parts(text: string, flag: string): readonly string[] {
  const found = text.split(',').filter((part) => part.trim() !== '');
  if (found.length === 0) throw new UsageError(`${flag} is empty`, 'write one value or more');
  return found;
}

/**
 * Numbers and ranges, ascending and each once: `2,4`; `a..b` doubles from a and ends with b; `a..b:step` adds
 * step up to b.
 */
function values(text: string, flag: string, read: (part: string) => number): readonly number[] {
  const found = new Set(parts(text, flag).flatMap((part) => rangeOf(part, flag, read)));
  return [...found].sort((a, b) => a - b);
}

function rangeOf(part: string, flag: string, read: (part: string) => number): readonly number[] {
  const match = /^(.*?)\.\.(.*?)(:(.*))?$/.exec(part);
  if (match === null) return [read(part)];
  const [low, high] = [read(match[1]), read(match[2])];
  if (high < low)
    throw new UsageError(
      `${flag} '${part}' ends before it begins`,
      `write ${match[2]}..${match[1]}${match[3] ?? ''}`,
    );
  const step = match[4] === undefined ? undefined : read(match[4]);
  const list: number[] = [];
  for (let at = low; at <= high; at = step === undefined ? at * 2 : at + step) {
    list.push(at);
    if (list.length > MOST_VALUES)
      throw new UsageError(`${flag} '${part}' has more than ${MOST_VALUES} values`, 'write a larger step');
  }
  if (step === undefined && list[list.length - 1] !== high) list.push(high);
  return list;
}

/** Whole numbers from `least`: `2,4,8`, `2..256` or `2..256:2`. */
export function counts(text: string, flag: string, least: number): readonly number[] {
  const read = (part: string): number => {
    const value = decimal(part.trim());
    if (Number.isSafeInteger(value) && value >= 1) return value;
    throw new UsageError(
      `${flag} '${part}' is not a whole number from ${least}`,
      `write numbers or ranges such as ${least * 4}, 2..256 (doubling) or 2..256:2 (step 2)`,
    );
  };
  const list = values(text, flag, read);
  if (list[0] < least)
    throw new UsageError(`${flag} '${list[0]}' is too small`, `write whole numbers from ${least}`);
  return list;
}

/** Sizes from 1 B; a bare number counts bytes. Ranges as for counts. */
export function sizes(text: string, flag: string): readonly number[] {
  const read = (part: string): number => {
    const bytes = parseSize(part, { name: flag });
    if (bytes > 0) return bytes;
    throw new UsageError(`${flag} '${part}' is not above 0`, 'write a size such as 1B or 64KiB');
  };
  return values(text, flag, read);
}

/** The value of a list that may have only one. */
export function only(list: readonly number[], flag: string): number {
  if (list.length === 1) return list[0];
  throw new UsageError(`${flag} names ${list.length} values`, 'write one');
}

const NAME = '--latency-distribution';
const mendOf = ({ unit }: Axis): string => `write ${EXAMPLES[unit].distribution}`;

/** Parameters of the families, the required ones first; `|` parts alternatives. */
const FAMILIES: Readonly<Record<string, readonly string[]>> = {
  normal: ['mean', 'sd'],
  lognormal: ['median|mean', 'sigma'],
  gamma: ['shape', 'scale'],
};

/** A distribution of the axis' parameter. Throws UsageError. */
export function parseDistribution(axis: Axis, text: string): Distribution {
  const [family, ...rest] = text.trim().split(':');
  if (!Object.hasOwn(FAMILIES, family)) return list(axis, text);
  const given = parameters(family, rest.join(':'), { whole: text, mend: mendOf(axis) });
  /** A value of the parameter, or a distance between two. */
  const value = (key: string): number => parseOn(axis, of(given, key), `${NAME} ${key}`);
  const length = (key: string): number =>
    parseOn({ ...axis, name: key, base: 0, lowest: 0 }, of(given, key), `${NAME} ${key}`);
  const plain = (key: string): number => number(of(given, key), `${NAME} ${key}`);
  switch (family) {
    case 'normal':
      return normal(value('mean'), length('sd'), axis.lowest);
    case 'lognormal': {
      const sigma = plain('sigma');
      // The mean of a lognormal is its median · e^(σ²/2).
      const median = given.has('median') ? value('median') : value('mean') * Math.exp((-sigma * sigma) / 2);
      return lognormal(median, sigma);
    }
    default:
      return gammaDistribution(plain('shape'), length('scale'));
  }
}

function list(axis: Axis, text: string): Distribution {
  const parts = text.split(',').filter((part) => part.trim() !== '');
  if (parts.length === 0) throw new UsageError(`${NAME} is empty`, mendOf(axis));
  if (/^[a-z]+:/i.test(text.trim()))
    throw new UsageError(`${NAME} '${text}' is not a known distribution`, mendOf(axis));
  const values: number[] = [];
  const weights: number[] = [];
  for (const part of parts) {
    const [value, weight, ...more] = part.split(':');
    if (more.length > 0) throw new UsageError(`${NAME} '${part}' is not a value with a weight`, mendOf(axis));
    values.push(parseOn(axis, value, NAME));
    weights.push(weight === undefined ? 1 : number(weight, `weight of ${value.trim()}`));
  }
  return discrete(values, weights);
}

function parameters(
  family: string,
  text: string,
  { whole, mend }: { readonly whole: string; readonly mend: string },
): Map<string, string> {
  const given = new Map<string, string>();
  for (const part of text.split(',')) {
    const at = part.indexOf('=');
    const key = part.slice(0, at).trim();
    if (at < 0 || given.has(key)) throw new UsageError(`${NAME} '${whole}' cannot be read`, mend);
    given.set(key, part.slice(at + 1));
  }
  const wanted = FAMILIES[family];
  const complete = wanted.every((keys) => keys.split('|').filter((key) => given.has(key)).length === 1);
  if (!complete || given.size !== wanted.length) {
    throw new UsageError(
      `${NAME} '${whole}' is a ${family} distribution, which needs ${wanted.map((keys) => keys.replace('|', ' or ')).join(', and ')}, and nothing else`,
      mend,
    );
  }
  return given;
}

const of = (given: ReadonlyMap<string, string>, key: string): string => given.get(key) ?? '';

function number(text: string, name: string): number {
  const value = decimal(text.trim());
  if (!(value >= 0))
    throw new UsageError(
      `${name} '${text}' is not a number of at least 0`,
      'write a number without a unit, such as 0.3',
    );
  return value;
}
