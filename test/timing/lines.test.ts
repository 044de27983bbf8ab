import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/errors.js';
import { buildGraph } from '../../src/graph/execution-graph.js';
import { logGPS, type Machine } from '../../src/machine/machine.js';
import { parseGoal } from '../../src/sources/goal/read-goal.js';
import {
  type Axis,
  axisByName,
  classAxis,
  gapAxis,
  latencyAxis,
  overheadAxis,
} from '../../src/timing/axis.js';
import { compile } from '../../src/timing/compile.js';
import { linesOf, pricesOf } from '../../src/timing/line-system.js';

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

describe('slopes', () => {
  const schedule = parseGoal(
    'num_ranks 2\nrank 0 {\nl1: calc 7\nl2: send 9b to 1\nl2 requires l1\n}\nrank 1 {\nl1: recv 9b from 0\nl2: calc 5\nl2 requires l1\n}\n',
  );

  it('are the column of what rows pay alone, where x is one price of all', () => {
    const system = compile(buildGraph(schedule, machine), machine);
    const { latencies, bytes, overheads } = system;
    const slopes = [latencyAxis, gapAxis, overheadAxis].map((axis) => linesOf(system, axis(machine)).slope);
    expect(slopes.map((slope, i) => slope === [latencies, bytes, overheads][i])).toEqual([true, true, true]);
    // The message: one latency, 8 bytes, o at both ends, of which its receiver's lies behind the meeting.
    expect(slopes.map((slope) => Math.max(...slope))).toEqual([1, 8, 1]);
  });

  it('are sums where routes pay x in different ways', () => {
    const far: Machine = { ...classes, network: { ...classes.network, routeOf: () => 1 } };
    const system = compile(buildGraph(schedule, far), far);
    const slopeOf = (axis: Axis): number => Math.max(...linesOf(system, axis).slope);
    // Route b has 2 core and 3 node latencies, and the second gap.
    expect(slopeOf(latencyAxis(far))).toBe(5);
    expect([slopeOf(classAxis(far, 0)), slopeOf(classAxis(far, 1))]).toEqual([2, 3]);
    expect(slopeOf(gapAxis(far))).toBe(8);
  });
});

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
      "unknown parameter 'cache'. Use one of L, G, o, core, node",
    );
    expect(() => axisByName(machine, 'l')).toThrow('Did you mean L? Use one of L, G, o');
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
