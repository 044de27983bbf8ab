/** Lists that the flags of `collective` take: names, counts, sizes and ranges of both. */

import { UsageError } from '../../errors.js';
import { namesInstead } from '../../nearest.js';
import { decimal, parseSize } from '../../units/units.js';

/** More points than this are a slip of the keyboard. */
const MOST_VALUES = 100_000;

/** A known name. Throws UsageError that suggests one. */
export function oneName<T extends string>(text: string, known: readonly T[], flag: string): T {
  const found = known.find((name) => name === text.trim());
  if (found !== undefined) return found;
  throw new UsageError(`${flag} '${text.trim()}' is unknown`, namesInstead(text.trim(), known));
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
 * step as long as b is not passed.
 */
function values(text: string, flag: string, read: (part: string) => number): readonly number[] {
  const found = new Set(parts(text, flag).flatMap((part) => rangeOf(part, flag, read)));
  return [...found].sort((a, b) => a - b);
}

function rangeOf(part: string, flag: string, read: (part: string) => number): readonly number[] {
  const match = /^(.*?)\.\.(.*?)(?::(.*))?$/.exec(part);
  if (match === null) return [read(part)];
  const [low, high] = [read(match[1]), read(match[2])];
  if (high < low)
    throw new UsageError(`${flag} '${part}' ends before it begins`, `write ${match[2]}..${match[1]}`);
  const step = match[3] === undefined ? undefined : read(match[3]);
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
    const bytes = parseSize(part, { name: flag, unit: 'B' });
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
