import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/errors.js';
import { logGPS, type Machine } from '../../src/machine/machine.js';
import { axisByName, classAxis, gapAxis, latencyAxis, overheadAxis } from '../../src/timing/axis.js';
import { pricesOf } from '../../src/timing/lines.js';

const machine = logGPS({ L: 3_000, o: 5_000, G: 0.018 });
const classes: Machine = {
  ...machine,
  network: {
    latencies: [
      { name: 'core', latencyNs: 20 },
      { name: 'node', latencyNs: 700 },
    ],
    gaps: [
      { name: 'g0', gapNsPerByte: 0.5 },
      { name: 'g1', gapNsPerByte: 0.25 },
    ],
    routes: [
      { name: 'a', counts: [1, 0], constantNs: 4, gap: 0 },
      { name: 'b', counts: [2, 3], constantNs: 0, gap: 1 },
    ],
    routeOf: () => 0,
  },
};

describe('axes', () => {
  it('stand for the one latency, gap and overhead of a homogeneous machine', () => {
    expect(latencyAxis(machine)).toMatchObject({ name: 'L', base: 3_000, relative: false, lowest: 0 });
    expect(gapAxis(machine)).toMatchObject({ name: 'G', base: 0.018, relative: false, unit: 'ns/B' });
    expect(overheadAxis(machine)).toMatchObject({ name: 'o', base: 5_000, relative: false });
  });

  it('are added to all classes where there are several, down to the smallest being 0', () => {
    expect(latencyAxis(classes)).toMatchObject({ base: 0, relative: true, lowest: -20 });
    expect(gapAxis(classes)).toMatchObject({ base: 0, relative: true, lowest: -0.25 });
    const table = [
      { bytes: 1, ns: 70 },
      { bytes: 9, ns: 90 },
    ];
    expect(overheadAxis({ ...machine, overheadBySize: table })).toMatchObject({
      relative: true,
      lowest: -70,
    });
    expect(classAxis(classes, 1)).toMatchObject({ name: 'node', base: 700, relative: false, latency: 1 });
  });

  it('are found by name, or refused with the names there are', () => {
    expect(axisByName(classes, 'node')).toEqual(classAxis(classes, 1));
    expect(axisByName(machine, 'L')).toEqual(latencyAxis(machine));
    expect(axisByName(machine, 'G')).toEqual(gapAxis(machine));
    expect(axisByName(machine, 'o')).toEqual(overheadAxis(machine));
    expect(() => axisByName(classes, 'cache')).toThrow(UsageError);
    expect(() => axisByName(classes, 'cache')).toThrow(
      "unknown parameter 'cache': there are L, G, o, core, node",
    );
    expect(() => axisByName(machine, 'l')).toThrow('did you mean L? There are L, G, o');
  });
});

describe('prices', () => {
  it('are whole numbers in the unit that makes them so', () => {
    const prices = pricesOf(machine, latencyAxis(machine), true);
    expect(prices).toMatchObject({ scale: 1_000, exact: true, overhead: 5_000_000 });
    expect([...prices.gap, ...prices.latency, ...prices.latencySlope]).toEqual([18, 0, 1]);
  });

  it('leave the moving parameter out of the fixed part', () => {
    const prices = pricesOf(machine, overheadAxis(machine), true);
    expect([prices.overhead, prices.overheadSlope, ...prices.latency]).toEqual([0, 1, 3_000_000]);
    const gaps = pricesOf(machine, gapAxis(machine), true);
    expect([gaps.scale, ...gaps.gap, ...gaps.gapSlope]).toEqual([1, 0, 1]);
  });

  it('keep the fixed part where the axis is added to it', () => {
    const prices = pricesOf(classes, latencyAxis(classes), true);
    expect([...prices.latency]).toEqual([24 * 100, 2_140 * 100]);
    expect([...prices.latencySlope]).toEqual([1, 5]);
    const one = pricesOf(classes, classAxis(classes, 1), true);
    expect([...one.latency]).toEqual([24 * 100, 40 * 100]);
    expect([...one.latencySlope]).toEqual([0, 3]);
  });

  it('stay in ns where nothing makes them whole, or computations are not', () => {
    expect(pricesOf(logGPS({ L: 1, o: Math.PI, G: 0 }), latencyAxis(machine), true)).toMatchObject({
      scale: 1,
      exact: false,
    });
    expect(pricesOf(machine, latencyAxis(machine), false)).toMatchObject({ scale: 1, exact: false });
  });
});
