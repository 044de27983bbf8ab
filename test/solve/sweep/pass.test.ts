import { describe, expect, it } from 'vitest';
import { Labels, pass, passAtInfinity, pathRows, valueAt } from '../../../src/solve/sweep/pass.js';
import {
  basisRange,
  largestWithin,
  rangeOfLambda,
  settledFrom,
} from '../../../src/solve/sweep/sweep-engine.js';
import { system, threeSlopes } from './systems.js';

describe('pass', () => {
  it('takes the longest path', () => {
    const labels = new Labels(3);
    expect(pass(threeSlopes, 1, labels)).toEqual({ c: 10, a: 0 });
    expect(pass(threeSlopes, 3, labels)).toEqual({ c: 8, a: 1 });
    expect(pass(threeSlopes, 4, labels)).toEqual({ c: 1, a: 3 });
    expect([...pathRows(threeSlopes, labels)]).toEqual([0, 3]);
    expect(valueAt(threeSlopes, { c: 1, a: 3 }, 4)).toBe(13);
  });

  it('takes the steeper line at a kink, or the flatter one', () => {
    const labels = new Labels(3);
    expect(pass(threeSlopes, 2, labels, 'right').a).toBe(1);
    expect(pass(threeSlopes, 2, labels, 'left').a).toBe(0);
    expect(pass(threeSlopes, 3.5, labels, 'right').a).toBe(3);
    expect(pass(threeSlopes, 3.5, labels, 'left').a).toBe(1);
  });

  it('is the same in any unit of time', () => {
    const scaled = system(
      [
        [0, 1, 1, 0],
        [0, 2, 10, 0],
        [0, 2, 8, 1],
        [1, 2, 0, 3],
      ],
      1_000,
    );
    const labels = new Labels(3);
    for (const x of [0, 1, 2, 3, 3.5, 9])
      expect(valueAt(scaled, pass(scaled, x, labels), x)).toBe(Math.max(10, 8 + x, 1 + 3 * x));
  });

  it('at infinity takes the steepest, and of those the highest', () => {
    const lines = system([
      [0, 1, 100, 1],
      [0, 1, 2, 2],
      [0, 1, 5, 2],
    ]);
    expect(passAtInfinity(lines, new Labels(2))).toEqual({ c: 5, a: 2 });
  });
});

describe('questions about T', () => {
  it('the largest x within a limit', () => {
    // 10 holds until 2; 11 = 8 + 3; 13 = 1 + 3·4.
    expect(largestWithin(threeSlopes, 10, 0)).toBe(2);
    expect(largestWithin(threeSlopes, 11, 0)).toBe(3);
    expect(largestWithin(threeSlopes, 13, 0)).toBe(4);
    expect(largestWithin(threeSlopes, 13, 4)).toBe(4);
    expect(largestWithin(system([[0, 1, 5, 0]]), 6, 0)).toBe(Number.POSITIVE_INFINITY);
  });

  it('where λ stays', () => {
    expect(rangeOfLambda(threeSlopes, 1)).toEqual({ low: 0, high: 2 });
    expect(rangeOfLambda(threeSlopes, 2)).toEqual({ low: 2, high: 3.5 });
    expect(rangeOfLambda(threeSlopes, 3)).toEqual({ low: 2, high: 3.5 });
    expect(rangeOfLambda(threeSlopes, 99)).toEqual({ low: 3.5, high: Number.POSITIVE_INFINITY });
  });

  it('where the basis stays: also kinks off the critical path end it', () => {
    // Vertex 1 is max(3, x), T is 100 + vertex 1 or 200: the kink at 3 does not show in T before 100.
    const lines = system([
      [0, 1, 3, 0],
      [0, 1, 0, 1],
      [0, 2, 200, 0],
      [1, 2, 100, 0],
    ]);
    expect(rangeOfLambda(lines, 1)).toEqual({ low: 0, high: 100 });
    expect(basisRange(lines, 1)).toEqual({ low: 0, high: 3 });
    expect(basisRange(lines, 50)).toEqual({ low: 3, high: 100 });
  });

  it('from where on nothing changes any more', () => {
    const from = settledFrom(threeSlopes, 0);
    expect(from).toBeGreaterThanOrEqual(3.5);
    expect(basisRange(threeSlopes, from).high).toBe(Number.POSITIVE_INFINITY);
  });
});
