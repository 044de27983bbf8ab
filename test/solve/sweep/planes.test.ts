import { describe, expect, it } from 'vitest';
import { logGPS } from '../../../src/machine/machine.js';
import { type Plane, PlaneLabels, type PlaneSystem, planePass } from '../../../src/solve/sweep/planes.js';
import { gapAxis, latencyAxis } from '../../../src/timing/axis.js';

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
