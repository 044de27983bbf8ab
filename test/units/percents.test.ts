/** Lists of percentages. */
import { expect, it } from 'vitest';
import { parsePercents } from '../../src/units.js';

it.each([
  ['1,2,5', [1, 2, 5]],
  ['1 %, 5%', [1, 5]],
  ['0.5', [0.5]],
  // A column of a table for each: two would have one name.
  ['1,2,1.0', [1, 2]],
])('%s is %j', (text, expected) => {
  expect(parsePercents(text)).toEqual(expected);
});

it.each(['', 'x', '-1', '1,,2', '1e300'])('%j is refused', (text) => {
  expect(() => parsePercents(text)).toThrow();
});
