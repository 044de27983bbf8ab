/** What repeats in a sequence, against a search that looks at every place. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { agreements, longestRun, stretchesOf } from '../../../src/analysis/cut/iterations.js';

it('counts how far a sequence agrees with itself further on', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 60 }), (list) => {
      const expected = list.map((_, i) => {
        if (i === 0) return 0;
        const apart = list.slice(i).findIndex((one, k) => one !== list[k]);
        return apart < 0 ? list.length - i : apart;
      });
      expect([...agreements(Int32Array.from(list))]).toEqual(expected);
    }),
  );
});

it('finds nothing where nothing comes three times in a row', () => {
  expect(longestRun(Int32Array.from([1, 2, 1, 2, 3, 4, 5]))).toBeNull();
  expect(longestRun(Int32Array.from([]))).toBeNull();
});

it('finds the longest run of any period that goes over a quarter, as a search of all pairs does', () => {
  const list = fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(list, fc.constantFrom(2, 3), (words, least) => {
      let longest = 0;
      for (let period = 1; period < words.length; period++)
        for (const anchor of [0.25, 0.5, 0.75].map((part) => Math.floor(part * words.length))) {
          let begin = anchor;
          while (begin > 0 && words[begin - 1] === words[begin - 1 + period]) begin--;
          let end = anchor + period;
          while (end < words.length && words[end] === words[end - period]) end++;
          if (end <= words.length && end - begin >= least * period) longest = Math.max(longest, end - begin);
        }
      const run = longestRun(Int32Array.from(words), least);
      expect(run === null ? 0 : run.end - run.begin).toBe(longest);
    }),
  );
});

it('tells the stretches of a loop from others of its period', () => {
  // a b a b a b, then b a b a b a b a by other sizes, then c d c d c d.
  const words = Int32Array.from([1, 2, 1, 2, 1, 2, 9, 5, 4, 5, 4, 5, 4, 5, 4, 9, 6, 7, 6, 7, 6, 7]);
  const kinds = Int32Array.from([1, 2, 1, 2, 1, 2, 9, 2, 1, 2, 1, 2, 1, 2, 1, 9, 6, 7, 6, 7, 6, 7]);
  const run = { begin: 7, end: 15, period: 2 };
  expect(stretchesOf(words, kinds, run)).toEqual([{ begin: 0, end: 6, period: 2 }, run]);
});
