/** What people write of a distribution: `3us:0.5,5us:0.3,10us:0.2`, `normal:mean=3us,sd=500ns` … */
import {
  type Distribution,
  discrete,
  gammaDistribution,
  lognormal,
  normal,
} from '../../analysis/distribution.js';
import { UsageError } from '../../errors.js';
import type { Axis } from '../../timing/axis.js';
import { decimal } from '../../units/units.js';
import { parseOn } from './parameters.js';

const NAME = '--latency-distribution';
const EXAMPLES =
  'write values with weights (3us:0.5,5us:0.3,10us:0.2), normal:mean=3us,sd=500ns, lognormal:median=3us,sigma=0.3 or gamma:shape=4,scale=750ns';

/** Parameters of the families, the required ones first; `|` parts alternatives. */
const FAMILIES: Readonly<Record<string, readonly string[]>> = {
  normal: ['mean', 'sd'],
  lognormal: ['median|mean', 'sigma'],
  gamma: ['shape', 'scale'],
};

/** A distribution of the axis' parameter. Throws UsageError. */
export function parseDistribution(axis: Axis, text: string, unit?: string): Distribution {
  const [family, ...rest] = text.trim().split(':');
  if (!Object.hasOwn(FAMILIES, family)) return list(axis, text, unit);
  const given = parameters(family, rest.join(':'), text);
  /** A value of the parameter, or a distance between two. */
  const value = (key: string): number => parseOn(axis, of(given, key), `${NAME} ${key}`, unit);
  const length = (key: string): number =>
    parseOn({ ...axis, base: 0, lowest: 0 }, of(given, key), `${NAME} ${key}`, unit);
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

function list(axis: Axis, text: string, unit?: string): Distribution {
  const parts = text.split(',').filter((part) => part.trim() !== '');
  if (parts.length === 0) throw new UsageError(`${NAME} is empty`, EXAMPLES);
  if (/^[a-z]+:/i.test(text.trim()))
    throw new UsageError(`${NAME} '${text}' is of no known family`, EXAMPLES);
  const values: number[] = [];
  const weights: number[] = [];
  for (const part of parts) {
    const [value, weight, ...more] = part.split(':');
    if (more.length > 0) throw new UsageError(`${NAME} '${part}' is no value with a weight`, EXAMPLES);
    values.push(parseOn(axis, value, NAME, unit));
    weights.push(weight === undefined ? 1 : number(weight, `weight of ${value.trim()}`));
  }
  return discrete(values, weights);
}

function parameters(family: string, text: string, whole: string): Map<string, string> {
  const given = new Map<string, string>();
  for (const part of text.split(',')) {
    const at = part.indexOf('=');
    const key = part.slice(0, at).trim();
    if (at < 0 || given.has(key)) throw new UsageError(`${NAME} '${whole}' cannot be read`, EXAMPLES);
    given.set(key, part.slice(at + 1));
  }
  const wanted = FAMILIES[family];
  const complete = wanted.every((keys) => keys.split('|').filter((key) => given.has(key)).length === 1);
  if (!complete || given.size !== wanted.length) {
    throw new UsageError(
      `${NAME} '${whole}': a ${family} distribution has ${wanted.join(' and ')}`,
      EXAMPLES,
    );
  }
  return given;
}

const of = (given: ReadonlyMap<string, string>, key: string): string => given.get(key) ?? '';

function number(text: string, name: string): number {
  const value = decimal(text.trim());
  if (!(value >= 0))
    throw new UsageError(
      `${name} '${text}' is not a number from 0`,
      'write a number without a unit, such as 0.3',
    );
  return value;
}
