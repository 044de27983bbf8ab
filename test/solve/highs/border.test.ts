import { describe, expect, it } from 'vitest';
import { Model } from '../../../src/analysis/model.js';
import { sensitivity } from '../../../src/analysis/sensitivity.js';
import { LimitError } from '../../../src/errors.js';
import { logGPS } from '../../../src/machine/machine.js';
import {
  BASIC,
  commonBorder,
  estimateBytes,
  HighsBorder,
  type LinearProgram,
  LOWER,
  WASM_LIMIT_BYTES,
} from '../../../src/solve/highs/border.js';
import { parseGoal } from '../../../src/sources/goal/read-goal.js';
import { inFull } from '../../part.js';

/** Minimise y with y ≥ 2 + x, y ≥ 5, x ≥ `least`: 2 + x from x = 3 on. */
function twoRows(least: number): LinearProgram {
  return {
    columns: 2,
    rows: 2,
    maximise: false,
    cost: Float64Array.of(0, 1),
    columnLower: Float64Array.of(least, 0),
    columnUpper: new Float64Array(2).fill(Number.POSITIVE_INFINITY),
    rowLower: Float64Array.of(2, 5),
    rowUpper: new Float64Array(2).fill(Number.POSITIVE_INFINITY),
    starts: Int32Array.of(0, 2, 3),
    indices: Int32Array.of(0, 1, 1),
    values: Float64Array.of(-1, 1, 1),
  };
}

/** A program that is large by its word only. */
const huge = (rows: number): LinearProgram => ({ ...twoRows(0), rows, columns: rows });

describe('HighsBorder', () => {
  it('solves, with duals: the reduced cost of x is the slope', async () => {
    const border = new HighsBorder();
    const solve = (least: number): Promise<[number, number]> =>
      border.solve(twoRows(least), {}, ({ solution }) => [solution.objective, solution.columnDual[0]]);
    expect(await solve(10)).toEqual([12, 1]);
    expect(await solve(1)).toEqual([5, 0]);
  });

  it('starts from a basis, and needs no iteration where it is optimal', async () => {
    const border = new HighsBorder();
    const solve = (binding: readonly number[]): Promise<[number, number]> =>
      border.solve(
        twoRows(10),
        { basis: { columns: Uint8Array.of(LOWER, BASIC), rows: Uint8Array.from(binding) } },
        ({ solution }) => [solution.objective, solution.iterations],
      );
    expect(await solve([LOWER, BASIC])).toEqual([12, 0]);
    const [objective, iterations] = await solve([BASIC, LOWER]);
    expect(objective).toBe(12);
    expect(iterations).toBeGreaterThan(0);
  });

  it('tells unbounded and infeasible programs', async () => {
    const border = new HighsBorder();
    const status = (program: LinearProgram): Promise<string> =>
      border.solve(program, {}, ({ solution }) => solution.status);
    expect(await status({ ...twoRows(0), maximise: true })).toBe('unbounded');
    expect(await status({ ...twoRows(0), columnUpper: Float64Array.of(10, 1) })).toBe('infeasible');
  });

  it('refuses what would not fit, with the number, before anything is loaded', async () => {
    const border = new HighsBorder();
    const rows = 2_000_000;
    const refusal = border.solve(
      huge(rows),
      { basis: { columns: new Uint8Array(0), rows: new Uint8Array(0) } },
      () => 0,
    );
    await expect(refusal).rejects.toThrow(LimitError);
    await expect(refusal).rejects.toThrow(
      /^a linear program of 2000000 rows needs about 2\.\d\d GiB in HiGHS, whose WebAssembly memory is limited to 2 GiB\. Use the sweep engine/,
    );
    expect(border.memoryBytes).toBe(0);
    expect(await border.solve(twoRows(10), {}, ({ solution }) => solution.objective)).toBe(12);
  });

  it('estimates more for more, and more from scratch', () => {
    expect(estimateBytes(10, 10, 10)).toBeLessThan(estimateBytes(20, 10, 10));
    expect(estimateBytes(10, 10, 10)).toBeLessThan(estimateBytes(10, 20, 10));
    expect(estimateBytes(10, 10, 10)).toBeLessThan(estimateBytes(10, 10, 20));
    expect(estimateBytes(1e5, 1e5, 3e5, true)).toBeGreaterThan(estimateBytes(1e5, 1e5, 3e5));
    // The paper's traces: 130 k rows fit by far, the largest published programs do not.
    expect(estimateBytes(133_000, 100_000, 400_000, true)).toBeLessThan(WASM_LIMIT_BYTES / 2);
    expect(estimateBytes(5e6, 4e6, 15e6)).toBeGreaterThan(WASM_LIMIT_BYTES);
  });

  it("keeps the solver's last lines, and no more", async () => {
    const border = new HighsBorder();
    expect(border.log).toEqual([]);
    for (let i = 0; i < 5; i++) await border.solve(twoRows(i), {}, () => 0);
    expect(border.log.length).toBeGreaterThan(3);
    expect(border.log.length).toBeLessThanOrEqual(20);
    expect(border.log.join('\n')).toMatch(/HiGHS|[Ss]implex|[Pp]resolve/);
  });

  it('disposes its models: memory does not grow, whatever happens to the reader', async () => {
    const border = new HighsBorder();
    const solve = async (n: number): Promise<void> => {
      const fails = n % 2 === 0;
      const done = border.solve(twoRows(n), {}, () => {
        if (fails) throw new RangeError('reader');
        return n;
      });
      if (fails) await expect(done).rejects.toThrow('reader');
      else expect(await done).toBe(n);
    };
    for (let n = 0; n < 20; n++) await solve(n);
    const before = border.memoryBytes;
    expect(before).toBeGreaterThan(0);
    for (let n = 0; n < 60; n++) await solve(n);
    expect(border.memoryBytes).toBe(before);
  });

  it('solves several programs at once, each with its own answer', async () => {
    const border = new HighsBorder();
    const found = await Promise.all(
      [3, 10, 1, 7].map((least) => border.solve(twoRows(least), {}, ({ solution }) => solution.objective)),
    );
    expect(found).toEqual([5, 12, 5, 9]);
  });
});

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
    const query = async (bytes: number): Promise<number> => {
      const text = `num_ranks 2\nrank 0 {\nl1: send ${bytes}b to 1\n}\nrank 1 {\nl1: recv ${bytes}b from 0\n}\n`;
      const machine = logGPS({ L: 1000, o: 500, G: 1, S: 65_536 });
      return (await sensitivity(await Model.of(parseGoal(text), machine, { engine: 'highs' }))).runtime;
    };
    // o + L + (s − 1)·G + o
    expect(await Promise.all([query(1), query(11), query(101)])).toEqual([2000, 2010, 2100]);
    expect(commonBorder()).toBe(border);
    expect(border.memoryBytes).toBeGreaterThan(0);
  });

  inFull('is let go when a large program has made it large', async () => {
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
