/** A certificate tells what is wrong with a solution, and by how much. */
import { describe, expect, it } from 'vitest';
import { Labels, pass, pathRows, valueAt } from '../../../src/solve/sweep/pass.js';
import { certify } from '../../../src/solve/sweep/sweep-engine.js';
import { threeSlopes } from './systems.js';

/** At 4 T is 1 + 3 · 4 = 13, over vertex 1, which is there at 1. */
function solved(x = 4) {
  const labels = new Labels(threeSlopes.vertices);
  const runtime = valueAt(threeSlopes, pass(threeSlopes, x, labels), x);
  return { x, labels, runtime, path: pathRows(threeSlopes, labels) };
}

describe('the certificate', () => {
  it('of a solution has no gap and no violation', () => {
    const { x, labels, runtime, path } = solved();
    expect(certify(threeSlopes, labels, x, runtime, path)).toMatchObject({
      primalNs: 13,
      dualNs: 13,
      rows: 4,
      violationNs: 0,
    });
  });

  it('tells by how much a time is too early', () => {
    const { x, labels, runtime, path } = solved();
    labels.c[2] -= 0.25;
    expect(certify(threeSlopes, labels, x, runtime, path).violationNs).toBe(0.25);
    labels.c[2] += 0.25;
    labels.a[2] -= 1;
    // The row over vertex 1 asks for 13 and finds 9; that of 8 + x asks for 12.
    expect(certify(threeSlopes, labels, x, runtime, path).violationNs).toBe(4);
    labels.c[1] = 0;
    // Now vertex 1 is 1 too early, and asks of the last one 1 less.
    expect(certify(threeSlopes, labels, x, runtime, path).violationNs).toBe(3);
  });

  it('shows that a path falls short', () => {
    const { x, labels, runtime } = solved();
    expect(certify(threeSlopes, labels, x, runtime, Uint32Array.of(2)).dualNs).toBe(8 + x);
  });
});
