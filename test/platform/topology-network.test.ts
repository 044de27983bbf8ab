import { describe, expect, it } from 'vitest';
import { InputError, UsageError } from '../../src/errors.js';
import { homogeneous, routeLatencyNs, withLatencies } from '../../src/machine/parameters.js';
import { CASE_STUDY } from '../../src/platform/platform.js';
import { densePlacement, topologyNetwork } from '../../src/platform/topology-network.js';
import { build } from './build.js';

const costs = { ...CASE_STUDY, gapNsPerByte: 0.018, wireClasses: false };

describe('ranks on a fat tree of the case study', () => {
  const topology = build('fat-tree:k=16');
  const network = topologyNetwork(topology, costs, densePlacement(topology, 256));

  it('pay (h + 1)·ℓ_wire + h·d_switch', () => {
    // h = 1, 3 and 5 switches: 2·274 + 108, 4·274 + 3·108, 6·274 + 5·108.
    const latency = (a: number, b: number) => routeLatencyNs(network, network.routeOf(a, b));
    expect([latency(0, 7), latency(0, 8), latency(0, 64)]).toEqual([656, 1420, 2184]);
    expect(network.routes[network.routeOf(255, 0)]).toEqual({
      name: '5 switches',
      counts: [6],
      constantNs: 540,
      gap: 0,
    });
    expect(network.latencies).toEqual([{ name: 'wire', latencyNs: 274 }]);
    expect(network.gaps).toEqual([{ name: 'G', gapNsPerByte: 0.018 }]);
    expect(network.routes).toHaveLength(4);
  });

  it('cost the same with classes, whose counts sum to the wires', () => {
    const classes = topologyNetwork(topology, { ...costs, wireClasses: true }, densePlacement(topology, 256));
    expect(classes.latencies.map((one) => one.name)).toEqual(['terminal', 'pod', 'core']);
    for (const [a, b] of [
      [0, 1],
      [3, 9],
      [70, 2],
    ]) {
      const route = classes.routes[classes.routeOf(a, b)];
      const one = network.routes[network.routeOf(a, b)];
      expect(route.counts.reduce((sum, count) => sum + count, 0)).toBe(one.counts[0]);
      expect(routeLatencyNs(classes, classes.routeOf(a, b))).toBe(
        routeLatencyNs(network, network.routeOf(a, b)),
      );
    }
    expect(classes.routes[classes.routeOf(0, 64)].name).toBe('5 switches (2 terminal, 2 pod, 2 core)');
  });
});

describe('wire classes of a dragonfly', () => {
  const topology = build('dragonfly');
  const wireNs = { terminal: 100, intra: 200, inter: 1000 };
  const named = { ...costs, wireNs, wireClasses: true };

  it('have latencies of their own', () => {
    const network = topologyNetwork(topology, named, densePlacement(topology, 256));
    // Group 0's port 0 is on switch 0 and leads to group 1, where the way back is port 6 on switch 3.
    const far = network.routes[network.routeOf(0, 32 + 3 * 8)];
    expect(far.counts).toEqual([2, 0, 1]);
    expect(routeLatencyNs(network, network.routeOf(0, 56))).toBe(2 * 100 + 1000 + 2 * 108);
  });

  it('must all have one', () => {
    const missing = { ...named, wireNs: { terminal: 1, intra: 1 } };
    expect(() => topologyNetwork(topology, missing, Int32Array.of(0))).toThrow(
      "wire class 'inter' of topology dragonfly:g=8,a=4,p=8,h=2 has no latency. Give one to each of terminal, intra, inter",
    );
    expect(() => topologyNetwork(topology, { ...named, wireClasses: false }, Int32Array.of(0))).toThrow(
      UsageError,
    );
  });
});

describe('placement on endpoints', () => {
  const topology = build('torus:dims=2x2');

  it('several ranks on one pass no wire', () => {
    const network = topologyNetwork(
      topology,
      { ...costs, sameEndpointNs: 50 },
      densePlacement(topology, 8, 2),
    );
    expect(network.routes[network.routeOf(0, 1)]).toEqual({
      name: 'same endpoint',
      counts: [0],
      constantNs: 50,
      gap: 0,
    });
    // Endpoints 0 and 3 are two switches apart: 3 switches, 4 wires.
    expect(network.routes[network.routeOf(0, 7)].counts).toEqual([4]);
  });

  it('says the numbers when ranks do not fit', () => {
    expect(() => densePlacement(topology, 5)).toThrow('5 ranks do not fit on 4 endpoints');
    expect(() => densePlacement(topology, 9, 2)).toThrow(
      '9 ranks do not fit on 4 endpoints with 2 ranks each',
    );
    expect(() => topologyNetwork(topology, costs, Int32Array.of(0, 4))).toThrow(InputError);
    expect(() => topologyNetwork(topology, costs, Int32Array.of(0, 4))).toThrow('rank 1 is on endpoint 4');
  });
});

describe('a network', () => {
  it('of one latency has one class and one route', () => {
    const network = homogeneous(3000, 0.018);
    expect(network.latencies).toEqual([{ name: 'L', latencyNs: 3000 }]);
    expect(routeLatencyNs(network, network.routeOf(5, 9))).toBe(3000);
  });

  it('takes other latencies by name', () => {
    const network = withLatencies(homogeneous(3000, 0.018), new Map([['L', 5000]]));
    expect(routeLatencyNs(network, network.routeOf(0, 1))).toBe(5000);
    expect(() => withLatencies(network, new Map([['node', 1]]))).toThrow(
      "unknown latency class 'node'. The network has L",
    );
  });
});
