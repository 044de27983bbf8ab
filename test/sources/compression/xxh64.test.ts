import { expect, it } from 'vitest';
import { Xxh64 } from '../../../src/sources/xxh64.js';

function hash(text: string, piece = text.length + 1): string {
  const bytes = new TextEncoder().encode(text);
  const sum = new Xxh64();
  for (let at = 0; at < bytes.length; at += piece) sum.update(bytes.subarray(at, at + piece));
  return sum.digest().toString(16);
}

// Values that implementations of others publish for seed 0.
it.each([
  ['', 'ef46db3751d8e999'],
  ['a', 'd24ec4f1a98c6e5b'],
  ['abc', '44bc2cf5ad770999'],
  ['Nobody inspects the spammish repetition', 'fbcea83c8a378bf1'],
])('of %j is %s', (text, wanted) => {
  expect(hash(text)).toBe(wanted);
});

it('is the same however the bytes are cut', () => {
  const text = 'l1: send 8b to 1\n'.repeat(6000);
  expect(new Set([1, 7, 31, 32, 33, 40_000, 200_000].map((piece) => hash(text, piece))).size).toBe(1);
});
