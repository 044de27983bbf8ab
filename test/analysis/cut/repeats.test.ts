/** What repeats in a sequence, against a search that looks at every place. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { agreements, longestRun } from '../../../src/analysis/cut/repeats.js';

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

it('finds a loop between what comes before and behind it', () => {
  const shape = fc.record({
    body: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 12 }),
    times: fc.integer({ min: 5, max: 20 }),
    before: fc.integer({ min: 0, max: 10 }),
    behind: fc.integer({ min: 0, max: 10 }),
  });
  fc.assert(
    fc.property(shape, ({ body, times, before, behind }) => {
      // Words of their own, so that the loop is all that repeats.
      const words = (count: number, from: number): number[] =>
        Array.from({ length: count }, (_, i) => from + i);
      const loop = Array.from({ length: times }, () => body).flat();
      const run = longestRun(Int32Array.from([...words(before, 100), ...loop, ...words(behind, 200)]));
      const covers = Math.max(before, behind) < loop.length;
      if (!covers) return;
      expect(run).toMatchObject({ begin: before, end: before + loop.length });
      expect(body.length % (run?.period ?? 0)).toBe(0);
    }),
  );
});

it('finds nothing where nothing comes three times in a row', () => {
  expect(longestRun(Int32Array.from([1, 2, 1, 2, 3, 4, 5]))).toBeNull();
  expect(longestRun(Int32Array.from([]))).toBeNull();
});
