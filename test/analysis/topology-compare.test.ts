import { describe, expect, it } from 'vitest';
import {
  compareTopologies,
  slowdownOf,
  type TopologyVariant,
  wireAxis,
} from '../../src/analysis/compare-topologies.js';
import { criticalValues, runtimeAt } from '../../src/analysis/piecewise.js';
import { logGPS } from '../../src/machine/machine.js';
import type { Topology } from '../../src/platform/topology.js';
import { densePlacement, type TopologyCosts, topologyNetwork } from '../../src/platform/topology-network.js';
import { parseGoal } from '../../src/sources/goal/read-goal.js';
import { generated } from '../topologies.js';

/** One message of 1 B from rank 0 to rank 8, beside 3 µs of computation on rank 1. */
const schedule = parseGoal(
  `num_ranks 9\nrank 0 {\nl1: send 1b to 8\n}\nrank 1 {\nl1: calc 3000\n}\n${[2, 3, 4, 5, 6, 7]
    .map((rank) => `rank ${rank} {\n}\n`)
    .join('')}rank 8 {\nl1: recv 1b from 0\n}\n`,
);

function variant(spec: string, costs: Partial<TopologyCosts> = {}): TopologyVariant {
  const topology = generated(spec);
  const whole = { wireNs: 274, switchNs: 108, gapNsPerByte: 0, wireClasses: true, ...costs };
  const network = topologyNetwork(topology, whole, densePlacement(topology, 9));
  return { name: spec, machine: { ...logGPS({ L: 0, o: 100, G: 0 }), network } };
}

/** Wires of a shortest way between two endpoints, by a search of its own over the graph. */
function wiresBetween(topology: Topology, from: number, to: number): number {
  const { graph } = topology;
  if (graph === undefined) throw new Error('no graph');
  const nodes = graph.filterNodes((_, { kind }) => kind === 'endpoint');
  const far = new Map([[nodes[from], 0]]);
  const queue = [nodes[from]];
  for (const at of queue) {
    for (const next of graph.neighbors(at)) {
      if (far.has(next)) continue;
      far.set(next, (far.get(at) ?? 0) + 1);
      queue.push(next);
    }
  }
  return far.get(nodes[to]) ?? Number.NaN;
}

it('a slowdown by nothing is nothing, however T is added up', () => {
  expect(slowdownOf(4685326.026, 4685326.026 * (1 + Number.EPSILON))).toBe(0);
  expect(slowdownOf(0, 0)).toBe(0);
  expect(slowdownOf(1010, 1000)).toBeCloseTo(0.01, 12);
  expect(slowdownOf(1_000_000.001, 1_000_000)).toBeCloseTo(1e-9, 14);
});

describe('latency that is added to every wire', () => {
  // One message of 1 B between two endpoints anywhere: T = 2·100 + w·(274 + Δ) + (w − 1)·108.
  it.each(['fat-tree:k=4', 'torus:dims=4x4,p=1', 'slim-fly:q=3', 'hyperx:dims=3x3,p=2'])(
    'costs as much as there are wires on the way, %s',
    async (spec) => {
      const topology = generated(spec);
      for (const [from, to] of [
        [0, 1],
        [3, 9],
        [7, 15],
      ]) {
        const message = parseGoal(
          'num_ranks 2\nrank 0 {\nl1: send 1b to 1\n}\nrank 1 {\nl1: recv 1b from 0\n}\n',
        );
        const costs = { wireNs: 274, switchNs: 108, gapNsPerByte: 0, wireClasses: true };
        const network = topologyNetwork(topology, costs, Int32Array.from([from, to]));
        const machine = { ...logGPS({ L: 0, o: 100, G: 0 }), network };
        const [{ slower, result }] = await compareTopologies(message, [{ name: spec, machine }], {
          percents: [1],
          added: () => [0, 100, 500],
        });
        const wires = wiresBetween(topology, from, to);
        const runtime = (added: number): number => 200 + wires * (274 + added) + (wires - 1) * 108;
        expect(result.runtime).toBeCloseTo(runtime(0), 6);
        for (const one of slower) {
          expect(one.runtime).toBeCloseTo(runtime(one.added), 6);
          expect(one.slowdown).toBeCloseTo(runtime(one.added) / runtime(0) - 1, 12);
        }
        expect(slower.map(({ added }) => added)).toEqual([0, 100, 500]);
      }
    },
  );
});

describe('topologies side by side', () => {
  // Fat tree of k = 4: four endpoints a pod, so 0 and 8 are in different pods: 6 wires, 5 switches.
  // T = 200 + 6·ℓ + 540 = 2384 at 274 ns: below 3000, the computation. T = 3030 (1 %) at ℓ = 2290/6.
  // Torus 3×3: 0 is at (0, 0), 8 at (2, 2): one step in each dimension round the back, 4 wires and 3 switches.
  // T = 200 + 4·ℓ + 324 ≤ 3030 up to ℓ = 2506/4.
  it.each(['sweep', 'highs'] as const)('by hand, %s', async (engine) => {
    const [tree, torus] = await compareTopologies(
      schedule,
      [variant('fat-tree:k=4'), variant('torus:dims=3x3')],
      { percents: [1], range: () => [274, 500], model: { engine } },
    );
    for (const [one, most, kink] of [
      [tree, 2290 / 6, 2260 / 6],
      [torus, 2506 / 4, null],
    ] as const) {
      expect(one.result.runtime).toBeCloseTo(3000, 9);
      expect(one.result.tolerance[0].value).toBeCloseTo(most, 6);
      expect(one.curve === null ? null : criticalValues(one.curve).map(({ x }) => x)).toEqual(
        kink === null ? [] : [expect.closeTo(kink, 6)],
      );
    }
    expect(tree.curve === null ? 0 : runtimeAt(tree.curve, 500)).toBeCloseTo(200 + 540 + 3000, 6);
    // All else fixed: two terminal wires of six, two in each tier.
    for (const value of Object.values(tree.toleranceByClass))
      expect(value).toBeCloseTo(274 + (3030 - 2384) / 2, 6);
    expect(Object.keys(tree.toleranceByClass)).toEqual(['terminal', 'pod', 'core']);
    expect(torus.toleranceByClass.terminal).toBeCloseTo(274 + (3030 - 200 - 324 - 4 * 274) / 2, 6);
  });

  it('counts wires by class where the message decides', async () => {
    const [tree] = await compareTopologies(schedule, [variant('fat-tree:k=4', { wireNs: 1000 })], {
      percents: [1],
    });
    expect(tree.result.runtime).toBeCloseTo(200 + 6000 + 540, 9);
    expect(tree.lambdaByClass).toEqual({ terminal: 2, pod: 2, core: 2 });
    expect(tree.curve).toBeNull();
  });

  it('moves all wires together, by their latency or by what is added to it', () => {
    expect(wireAxis(variant('fat-tree:k=4').machine)).toMatchObject({ base: 274, relative: false });
    const costs = { wireNs: { terminal: 100, pod: 200, core: 500 } };
    expect(wireAxis(variant('fat-tree:k=4', costs).machine)).toMatchObject({ base: 0, relative: true });
  });
});
