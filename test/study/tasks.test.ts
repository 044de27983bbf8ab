import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tasksOf } from '../../src/study/study-cells.js';

/** [cells] the input of each: 3 cells of input 0, 1 of input 1 … */
const inputs = (...sizes: number[]): number[] =>
  sizes.flatMap((size, i) => Array.from({ length: size }, () => i));

describe('tasks', () => {
  it('are one for each input', () => {
    expect(tasksOf(inputs(3, 1, 2))).toEqual([[0, 1, 2], [3], [4, 5]]);
  });

  it('split the cells of an input evenly where there are fewer inputs than tasks', () => {
    expect(tasksOf(inputs(6, 2), { tasks: 4 })).toEqual([
      [0, 1],
      [2, 3],
      [4, 5],
      [6, 7],
    ]);
    expect(tasksOf(inputs(7), { tasks: 3 })).toEqual([
      [0, 1],
      [2, 3],
      [4, 5, 6],
    ]);
    expect(tasksOf(inputs(2, 1), { tasks: 9 })).toEqual([[0], [1], [2]]);
  });

  it('have several inputs where there are more of them', () => {
    expect(tasksOf(inputs(2, 2, 2, 2), { tasks: 2 })).toEqual([
      [0, 1, 2, 3],
      [4, 5, 6, 7],
    ]);
    expect(tasksOf(inputs(9, 1, 1), { tasks: 2 })).toEqual([
      [0, 1, 2, 3, 4, 5, 6, 7, 8],
      [9, 10],
    ]);
    expect(tasksOf(inputs(1, 1, 9), { tasks: 2 })[1]).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it('have as many cells as a file bounds them to', () => {
    expect(tasksOf(inputs(5, 2), { cellsPerTask: 2 })).toEqual([[0], [1, 2], [3, 4], [5, 6]]);
  });

  it('have every cell once, in order, as many tasks as asked, none empty, and hold together what reads one input', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(sizes, fc.integer({ min: 1, max: 90 }), (counts, tasks) => {
        const inputOf = inputs(...counts);
        const made = tasksOf(inputOf, { tasks });
        expect(made.flat()).toEqual(inputOf.map((_, i) => i));
        expect(made).toHaveLength(Math.min(tasks, inputOf.length));
        expect(made.every(({ length }) => length > 0)).toBe(true);
        const reads = made.flatMap((cells) => [...new Set(cells.map((cell) => inputOf[cell]))]).length;
        expect(reads).toBe(Math.max(counts.length, made.length));
      }),
    );
  });
});
