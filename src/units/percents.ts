/** Lists of percentages as people write them. */
import { UsageError } from '../errors.js';
import { decimal, MAX_QUANTITY } from './units.js';

/** Percentages from 0, each once, as in `1,2,5` or `1 %, 5 %`. `name`: what they are called in errors. Throws UsageError. */
export function parsePercents(text: string, name = 'percentages'): number[] {
  const values = text.split(',').map((part) => {
    const value = decimal(part.trim().replace(/\s*%$/, ''));
    if (!(value >= 0)) {
      throw new UsageError(`${name} '${part}' is not a percentage`, 'write numbers from 0, such as 1,2,5');
    }
    if (value > MAX_QUANTITY)
      throw new UsageError(`${name} '${part}' is more than 2^53`, 'write a smaller one');
    return value;
  });
  return [...new Set(values)];
}
