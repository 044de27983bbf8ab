/** Values of flags that name points and intervals of a parameter. */
import { UsageError } from '../../errors.js';
import type { Machine } from '../../machine/machine.js';
import { type Axis, axisByName } from '../../timing/axis.js';
import { parsePercents as percentsNamed } from '../../units/percents.js';
import { decimal, parseGapPerByte, parseTime } from '../../units/units.js';

/** A value of the axis' parameter; a leading + counts from the machine's value. */
export function parseOn(axis: Axis, text: string, name: string, unit?: string): number {
  const trimmed = text.trim();
  const delta = trimmed.startsWith('+') || trimmed.startsWith('-');
  const options = unit === undefined ? { name } : { name, unit };
  const plain = delta ? trimmed.slice(1) : trimmed;
  const parsed = axis.unit === 'ns' ? parseTime(plain, options) : parseGapPerByte(plain, options);
  const value = delta ? axis.base + (trimmed.startsWith('-') ? -parsed : parsed) : parsed;
  if (value < axis.lowest) {
    throw new UsageError(`${name} '${text}' makes ${axis.name} negative`, 'write a larger value');
  }
  return value;
}

export function parseList(axis: Axis, text: string, name: string, unit?: string): number[] {
  const parts = text.split(',').filter((part) => part.trim() !== '');
  if (parts.length === 0) throw new UsageError(`${name} is empty`, 'write values such as 0,1us,3us');
  return parts.map((part) => parseOn(axis, part, name, unit));
}

/** An interval a..b. */
export function parseRange(axis: Axis, text: string, name: string, unit?: string): readonly [number, number] {
  const ends = text.split('..');
  if (ends.length !== 2)
    throw new UsageError(`${name} '${text}' is not a range`, 'write a..b, such as 3us..103us or +0..+100us');
  const low = parseOn(axis, ends[0], name, unit);
  const high = parseOn(axis, ends[1], name, unit);
  if (high < low)
    throw new UsageError(`${name} '${text}' ends before it begins`, `write ${ends[1]}..${ends[0]}`);
  return [low, high];
}

/** Percentages, as in 1,2,5, of the flag that has them. */
export const parsePercents = (text: string, flag = '--pct'): number[] => percentsNamed(text, flag);

/** A percentage as a share: `5%` or 5. */
export function parseShare(text: string, name: string): number {
  const percent = decimal(text.trim().replace(/\s*%$/, ''));
  if (percent >= 0) return percent / 100;
  throw new UsageError(`${name} '${text}' is not a percentage`, 'write a number from 0, such as 5%');
}

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
    throw new UsageError(`--grid '${text}' is no grid`, 'write the points along both sides, such as 20x20');
  return [sides[0], sides[1]];
}
