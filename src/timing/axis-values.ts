/** Values of an axis' parameter as text: points, lists and intervals. */

import { UsageError } from '../errors.js';
import { parseGapPerByte, parseTime } from '../units.js';
import type { Axis } from './axis.js';

/** A value of the axis' parameter; a leading + counts from the machine's value. */
export function parseOn(axis: Axis, text: string, name: string, unit?: string): number {
  const trimmed = text.trim();
  const delta = trimmed.startsWith('+') || trimmed.startsWith('-');
  const sign = delta ? trimmed.slice(0, 1) : '';
  const options = { name, sign, ...(unit === undefined ? {} : { unit }) };
  const plain = trimmed.slice(sign.length);
  const parsed = axis.unit === 'ns' ? parseTime(plain, options) : parseGapPerByte(plain, options);
  const value = delta ? axis.base + (sign === '-' ? -parsed : parsed) : parsed;
  if (value < axis.lowest) {
    throw new UsageError(`${name} '${text}' makes ${axis.name} negative`, 'give a larger value');
  }
  return value;
}

/** What messages show as values of a parameter, by its unit. */
export const EXAMPLES = {
  ns: {
    one: '3us',
    list: '0,1us,3us',
    range: '3us..103us or +0..+100us',
    distribution:
      'values with weights (3us:0.5,5us:0.3,10us:0.2), normal:mean=3us,sd=500ns, lognormal:median=3us,sigma=0.3 or gamma:shape=4,scale=750ns',
  },
  'ns/B': {
    one: '0.018ns/B',
    list: '0,0.018ns/B,0.1ns/B',
    range: '0.018ns/B..1ns/B or +0..+1ns/B',
    distribution:
      'values with weights (0.01ns/B:0.5,0.02ns/B:0.5), normal:mean=0.02ns/B,sd=0.001ns/B, lognormal:median=0.02ns/B,sigma=0.3 or gamma:shape=4,scale=0.005ns/B',
  },
} as const satisfies Readonly<Record<Axis['unit'], unknown>>;

export function parseList(axis: Axis, text: string, name: string): number[] {
  const parts = text.split(',').filter((part) => part.trim() !== '');
  if (parts.length === 0)
    throw new UsageError(`${name} is empty`, `write values such as ${EXAMPLES[axis.unit].list}`);
  return parts.map((part) => parseOn(axis, part, name));
}

/** An interval a..b. */
export function parseRange(axis: Axis, text: string, name: string): readonly [number, number] {
  const ends = text.split('..');
  if (ends.length !== 2 || text.includes('...'))
    throw new UsageError(
      `${name} '${text}' is not a range`,
      `write a..b, such as ${EXAMPLES[axis.unit].range}`,
    );
  const low = parseOn(axis, ends[0], name);
  const high = parseOn(axis, ends[1], name);
  if (high < low)
    throw new UsageError(`${name} '${text}' ends before it begins`, `write ${ends[1]}..${ends[0]}`);
  return [low, high];
}
