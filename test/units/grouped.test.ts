import { expect, it } from 'vitest';
import { grouped } from '../../src/units.js';

it('puts commas where the formatting of the host puts them', () => {
  for (const n of [0, 7, 999, 1000, 12_345, 999_999, 1_000_000, 1_166_181, Number.MAX_SAFE_INTEGER, -1234])
    expect(grouped(n)).toBe(n.toLocaleString('en-US'));
});
