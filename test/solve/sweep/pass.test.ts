import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { logGPS } from '../../../src/machine/machine.js';
import {
  Labels,
  type PathLine,
  pass,
  passAtInfinity,
  pathRows,
  valueAt,
} from '../../../src/solve/sweep/pass.js';
import { piecesByEnvelope } from '../../../src/solve/sweep/pieces.js';
import { type Plane, PlaneLabels, type PlaneSystem, planePass } from '../../../src/solve/sweep/planes.js';
import {
  basisRange,
  CriticalRows,
  certify,
  derivativeBy,
  largestWithin,
  rangeOfLambda,
  settledFrom,
} from '../../../src/solve/sweep/sweep-engine.js';
import { gapAxis, latencyAxis } from '../../../src/timing/axis.js';
import type { LineSystem } from '../../../src/timing/line-system.js';
import { fractionalSystems, randomSystems, wholeSystems } from '../../kernels/systems.js';
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

function criticalAt(lines: LineSystem, x: number): CriticalRows | null {
  const labels = new Labels(lines.vertices);
  const line: PathLine = pass(lines, x, labels, 'right');
  return CriticalRows.of(lines, labels, x, line);
}

/** Small systems whose costs are thirtieths, a fifth of them thirds: sums that doubles round. */
const thirtieths = randomSystems(fc.constantFrom(0, 3, 6, 9, 10)).filter(
  ({ vertices, rows }) => vertices <= 12 && rows <= 60,
);

interface Sum {
  readonly length: number;
  readonly a: number;
  readonly paid: number;
}

/** The longest of all paths to the end, by whole numbers of thirtieths at a whole x. */
function longestPaths(
  { vertices, rowStart, from, base, slope }: LineSystem,
  counts: number[],
  x: number,
): Sum[] {
  const to: Sum[][] = [[{ length: 0, a: 0, paid: 0 }]];
  for (let v = 1; v < vertices; v++) {
    const all = new Map<string, Sum>();
    for (let r = rowStart[v]; r < rowStart[v + 1]; r++)
      for (const { length, a, paid } of to[from[r]]) {
        const sum = { length: length + base[r] + 30 * slope[r] * x, a: a + slope[r], paid: paid + counts[r] };
        all.set(`${sum.length} ${sum.a} ${sum.paid}`, sum);
      }
    to.push([...all.values()]);
  }
  const most = Math.max(...to[vertices - 1].map(({ length }) => length));
  return to[vertices - 1].filter(({ length }) => length === most);
}

describe('critical rows', () => {
  it('of a kink are those of both its paths, of a line those of one', () => {
    // At 2 T is 10 = 8 + 2, at 3 only 8 + 3.
    expect([...(criticalAt(threeSlopes, 2)?.columns.rows ?? [])].sort()).toEqual([1, 2]);
    expect(criticalAt(threeSlopes, 3)?.columns.rows).toEqual(Uint32Array.of(2));
  });

  it('tell the flattest line and the most that a path pays, one path at a time', () => {
    // Two paths of 6 at x = 1: 4 + 2·x and 6; the first pays 1 + 1, the second 5.
    const lines = system([
      [0, 1, 2, 1],
      [0, 2, 6, 0],
      [1, 2, 2, 1],
    ]);
    const rows = criticalAt(lines, 1);
    expect(rows?.flattest()).toEqual({ c: 6, a: 0 });
    expect(rows?.mostPaid(Uint16Array.of(1, 5, 1))).toBe(5);
    expect(rows?.mostPaid(Uint16Array.of(1, 1, 1))).toBe(2);
    expect(criticalAt(lines, 2)?.mostPaid(Uint16Array.of(1, 5, 1))).toBe(2);
  });

  it('answer as passes do', () => {
    const places = fc.constantFrom(0, 1, 2, 4, 0.5, 1 / 3);
    const count = fc.array(fc.nat(9), { minLength: 240, maxLength: 240 });
    fc.assert(
      fc.property(fc.oneof(fractionalSystems, wholeSystems), places, count, (lines, x, counts) => {
        const rows = criticalAt(lines, x);
        const paid = Uint16Array.from(counts.slice(0, lines.rows));
        const left = pass(lines, x, new Labels(lines.vertices), 'left');
        expect(rows?.exact).toBe(lines.exact && Number.isInteger(x));
        // Sums that are rounded may differ in c.
        expect(rows?.flattest()).toEqual(rows?.exact ? left : { c: expect.anything(), a: left.a });
        expect(rows?.mostPaid(paid)).toBe(derivativeBy(lines, x, paid));
      }),
      { numRuns: 300 },
    );
  });

  it('are those of the longest of all paths, in fractions, where doubles round their sums', () => {
    const count = fc.array(fc.nat(9), { minLength: 60, maxLength: 60 });
    let ties = 0;
    fc.assert(
      fc.property(thirtieths, count, fc.nat(3), (whole, counts, x) => {
        const paths = longestPaths(whole, counts, x);
        const rounded = { ...whole, base: whole.base.map((one) => one / 30), exact: false };
        const rows = criticalAt(rounded, x);
        expect(rows?.flattest().a).toBe(Math.min(...paths.map(({ a }) => a)));
        expect(rows?.mostPaid(Uint16Array.from(counts))).toBe(Math.max(...paths.map(({ paid }) => paid)));
        if (new Set(paths.map(({ a, paid }) => `${a} ${paid}`)).size > 1) ties++;
      }),
      { numRuns: 1000 },
    );
    expect(ties).toBeGreaterThan(100);
  });
});
