import { describe, expect, it } from 'vitest';
import { logGPS } from '../../../src/machine/machine.js';
import { Labels, pass, passAtInfinity, pathRows, valueAt } from '../../../src/solve/sweep/pass.js';
import { piecesByEnvelope } from '../../../src/solve/sweep/pieces.js';
import { type Plane, PlaneLabels, type PlaneSystem, planePass } from '../../../src/solve/sweep/planes.js';
import {
  basisRange,
  certify,
  largestWithin,
  rangeOfLambda,
  settledFrom,
} from '../../../src/solve/sweep/sweep-engine.js';
import { gapAxis, latencyAxis } from '../../../src/timing/axis.js';
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

/** Peak of lines that are kept at once on [0, 10]. */
function peakOf(lines: typeof threeSlopes): number {
  let peak = 0;
  piecesByEnvelope(lines, 0, 10, (lived) => {
    peak = lived;
  });
  return peak;
}

it('counts the lines of all vertices that are still needed', () => {
  // A chain: a vertex lets go of the one before when it has read it.
  expect(
    peakOf(
      system([
        [0, 1, 1, 0],
        [1, 2, 1, 1],
      ]),
    ),
  ).toBe(1);
  // Time zero and vertex 1 are let go of when the end, of three lines, is there.
  expect(peakOf(threeSlopes)).toBe(3);
});

/** One row from time zero to the end for each plane. */
function rowsOf(planes: readonly Plane[], scale = 1, exact = true): PlaneSystem {
  const machine = logGPS({ L: 1, o: 1, G: 1 });
  const column = (of: (plane: Plane) => number): Float64Array => Float64Array.from(planes, of);
  return {
    vertices: 2,
    rows: planes.length,
    rowStart: Uint32Array.of(0, 0, planes.length),
    from: new Uint32Array(planes.length),
    base: column(({ c }) => c),
    slope: column(({ a }) => a),
    slopeY: column(({ b }) => b),
    scale,
    exact,
    axes: [latencyAxis(machine), gapAxis(machine)],
  };
}

const level = { c: 100, a: 0, b: 0 };
const alongX = { c: 0, a: 1, b: 0 };
const alongY = { c: 0, a: 0, b: 1 };
const steepX = { c: -100, a: 2, b: 0 };

describe('planePass', () => {
  const at = (planes: readonly Plane[], x: number, y: number, exact = true): Plane =>
    planePass(rowsOf(planes, 1, exact), x, y, new PlaneLabels(2));

  it('takes the highest plane', () => {
    expect(at([level, alongX, alongY], 90, 80)).toEqual(level);
    expect(at([level, alongX, alongY], 110, 80)).toEqual(alongX);
    expect(at([level, alongX, alongY], 110, 120)).toEqual(alongY);
  });

  it.each([
    ['in x', [level, alongX, steepX], steepX],
    ['in y where they are as steep in x', [level, alongY], alongY],
    ['in x rather than in y', [level, alongY, alongX], alongX],
  ] as const)(
    'takes of equally high ones the steepest %s, in whatever order they stand',
    (_, planes, taken) => {
      for (const exact of [true, false]) {
        expect(at(planes, 100, 100, exact)).toEqual(taken);
        expect(at(planes.toReversed(), 100, 100, exact)).toEqual(taken);
      }
    },
  );

  it('takes those as equally high that rounding alone tells apart', () => {
    const third = { c: 100 - 1e-14, a: 1 / 3, b: 0 };
    expect(at([{ c: 200, a: 0, b: 0 }, third], 300, 0, false)).toEqual(third);
  });
});
