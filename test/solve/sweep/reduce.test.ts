import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Model } from '../../../src/analysis/model.js';
import { logGPS } from '../../../src/machine/machine.js';
import { Labels, pass, valueAt } from '../../../src/solve/sweep/pass.js';
import { reduce } from '../../../src/solve/sweep/sparsify.js';
import { makePattern } from '../../../src/sources/patterns/synthetic-patterns.js';

const model = (seed: number): Promise<Model> =>
  Model.of(
    makePattern('bisection', { ranks: 16, bytes: 64, iterations: 30, computeNs: 700, seed }),
    logGPS({ L: 1000, o: 200, G: 0.5 }),
    { engine: 'sweep' },
  );

describe('a reduced system', () => {
  it('has the same T and slope everywhere on its interval, with fewer rows', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 50 }),
        fc.nat(3000),
        fc.nat(3000),
        async (seed, low, width) => {
          const made = await model(seed);
          const lines = made.lines(made.latency);
          const { lines: small, rowsBefore, rowsAfter } = reduce(lines, low, low + width);
          expect(rowsBefore).toBe(lines.rows);
          expect(rowsAfter).toBeLessThanOrEqual(rowsBefore);
          for (let k = 0; k <= 4; k++) {
            const x = low + Math.floor((k * width) / 4);
            const whole = pass(lines, x, new Labels(lines.vertices));
            const reduced = pass(small, x, new Labels(small.vertices));
            expect(valueAt(small, reduced, x)).toBe(valueAt(lines, whole, x));
            if (k > 0 && k < 4 && width > 3) expect(reduced.a).toBe(whole.a);
          }
        },
      ),
      { numRuns: 20 },
    );
  });
});

describe('a reduced system whose costs are no whole numbers', () => {
  it('keeps what is critical but for rounding', async () => {
    for (let seed = 1; seed <= 5; seed++) {
      const program = makePattern('bisection', {
        ranks: 16,
        bytes: 64,
        iterations: 30,
        computeNs: 700,
        seed,
      });
      const made = await Model.of(program, logGPS({ L: 1000, o: 200 / 3, G: Math.PI / 7 }), {
        engine: 'sweep',
      });
      const lines = made.lines(made.latency);
      expect(lines.exact).toBe(false);
      const { lines: small } = reduce(lines, 900, 1100);
      for (const x of [900, 1000, 1100]) {
        const whole = pass(lines, x, new Labels(lines.vertices));
        const reduced = pass(small, x, new Labels(small.vertices));
        const T = valueAt(lines, whole, x);
        expect(Math.abs(valueAt(small, reduced, x) - T)).toBeLessThanOrEqual(1e-13 * T);
      }
    }
  });
});
