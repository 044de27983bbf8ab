import { describe, expect, it } from 'vitest';
import { Model } from '../../../src/analysis/model.js';
import { sensitivity } from '../../../src/analysis/sensitivity.js';
import { logGPS } from '../../../src/machine/machine.js';
import {
  BASIC,
  commonBorder,
  type HighsBorder,
  type LinearProgram,
  LOWER,
} from '../../../src/solve/highs/border.js';
import { parseGoal } from '../../../src/sources/goal/read-goal.js';

/** Minimise the sum of y_i ≥ i. */
function rows(count: number): LinearProgram {
  const places = Int32Array.from({ length: count }, (_, i) => i);
  return {
    columns: count,
    rows: count,
    maximise: false,
    cost: new Float64Array(count).fill(1),
    columnLower: new Float64Array(count),
    columnUpper: new Float64Array(count).fill(Number.POSITIVE_INFINITY),
    rowLower: Float64Array.from(places),
    rowUpper: new Float64Array(count).fill(Number.POSITIVE_INFINITY),
    starts: Int32Array.from({ length: count + 1 }, (_, i) => i),
    indices: places,
    values: new Float64Array(count).fill(1),
  };
}

const solve = (border: HighsBorder, count: number): Promise<number> =>
  border.solve(
    rows(count),
    { basis: { columns: new Uint8Array(count).fill(BASIC), rows: new Uint8Array(count).fill(LOWER) } },
    ({ solution }) => solution.objective,
  );

describe('the border that models share', () => {
  it('is one for all models of a process, whose answers stay their own', async () => {
    const border = commonBorder();
    const asked = async (bytes: number): Promise<number> => {
      const text = `num_ranks 2\nrank 0 {\nl1: send ${bytes}b to 1\n}\nrank 1 {\nl1: recv ${bytes}b from 0\n}\n`;
      const machine = logGPS({ L: 1000, o: 500, G: 1, S: 65_536 });
      return (await sensitivity(await Model.of(parseGoal(text), machine, { engine: 'highs' }))).runtime;
    };
    // o + L + (s − 1)·G + o
    expect(await Promise.all([asked(1), asked(11), asked(101)])).toEqual([2000, 2010, 2100]);
    expect(commonBorder()).toBe(border);
    expect(border.memoryBytes).toBeGreaterThan(0);
  });

  it('is let go when a large program has made it large', async () => {
    const border = commonBorder();
    const count = 200_000;
    expect(await solve(border, count)).toBe((count * (count - 1)) / 2);
    expect(border.memoryBytes).toBeGreaterThan(2 ** 27);
    const next = commonBorder();
    expect(next).not.toBe(border);
    expect(await solve(next, 3)).toBe(3);
    expect(next.memoryBytes).toBeLessThan(2 ** 27);
    expect(commonBorder()).toBe(next);
  });
});
