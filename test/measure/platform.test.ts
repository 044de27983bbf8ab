/** Pairs of ranks at several distances → a platform whose round trips are those measured. */
import { describe, expect, it } from 'vitest';
import {
  type CorePlace,
  type Measurements,
  type RawPoint,
  readMeasurements,
} from '../../src/measure/benchmark-times.js';
import { fitMachine } from '../../src/measure/fit-machine.js';
import {
  channelsOf,
  distanceOf,
  type MeasuredChannel,
  pairsByDistance,
  platformText,
  shapeOf,
} from '../../src/measure/platform-text.js';
import { mapBy } from '../../src/platform/mapping.js';
import { platformNetwork } from '../../src/platform/platform.js';
import { readPlatform } from '../../src/platform/platform-file.js';
import { type Simulated, simulate } from './simulated.js';

const HOSTS = ['n1', 'n2'];
const NEAREST: Simulated = { L: 100, send: 150, receive: 250, g: 200, G: 0.05, S: 4096 };
/** L and G by distance. */
const WIRES = {
  cache: { L: 100, G: 0.05 },
  core: { L: 350, G: 0.1 },
  socket: { L: 700, G: 0.12 },
  node: { L: 1900, G: 0.09 },
};

/** Two hosts of two sockets, of two caches, of two cores: [cores]. */
const CORES: CorePlace[] = HOSTS.flatMap((host) =>
  Array.from({ length: 8 }, (_, cpu) => ({ host, cpu, socket: cpu >> 2, cache: (cpu >> 1) * 2 })),
);

/** Round trips of a pair, of the same machine with another wire. */
function tripsOf(from: number, to: number, wire: { L: number; G: number }): RawPoint[] {
  const { points } = readMeasurements(simulate({ ...NEAREST, ...wire }, { repeats: 3 }), 'simulated');
  return points.filter(({ kind }) => kind === 'round-trip').map((point) => ({ ...point, from, to }));
}

/** A rank on each core; pairs with rank 0 of every distance. */
function measured(): Measurements {
  const first = readMeasurements(simulate(NEAREST, { repeats: 3 }), 'simulated');
  const ranks = CORES.map((core, rank) => ({ ...core, rank, bound: true, cores: 8 }));
  const others: [number, keyof typeof WIRES][] = [
    [2, 'core'],
    [3, 'core'],
    [4, 'socket'],
    [8, 'node'],
  ];
  const points = [...first.points, ...others.flatMap(([to, name]) => tripsOf(0, to, WIRES[name]))];
  return { ...first, ranks, cores: CORES, points };
}

function channels(measurements: Measurements): MeasuredChannel[] {
  return channelsOf(measurements.points, pairsByDistance(measurements), fitMachine(measurements));
}

describe('distances', () => {
  it.each([
    [0, 1, 'cache'],
    [0, 2, 'core'],
    [1, 7, 'socket'],
    [3, 12, 'node'],
  ])('from core %d to %d is %s', (one, other, wanted) => {
    expect(distanceOf(CORES[one], CORES[other])).toBe(wanted);
  });

  it('are those of the pairs that were measured', () => {
    expect([...pairsByDistance(measured())]).toEqual([
      ['cache', [[0, 1]]],
      [
        'core',
        [
          [0, 2],
          [0, 3],
        ],
      ],
      ['socket', [[0, 4]]],
      ['node', [[0, 8]]],
    ]);
  });

  it('are refused of ranks that may move, or that share a core', () => {
    const { ranks, ...rest } = measured();
    const loose = ranks.map((rank) => ({ ...rank, bound: rank.rank !== 5 }));
    expect(() => pairsByDistance({ ...rest, ranks: loose })).toThrow('rank 5 is not bound to one core of n1');
    const together = ranks.map((rank) => (rank.rank === 5 ? { ...rank, cpu: 3 } : rank));
    expect(() => pairsByDistance({ ...rest, ranks: together })).toThrow(
      'ranks 3 and 5 are both on core 3 of n1',
    );
  });

  it('nest alike, or are refused', () => {
    expect(shapeOf({ cores: CORES })).toEqual({ hosts: HOSTS, sockets: 2, caches: 2, cores: 2 });
    expect(() => shapeOf({ cores: CORES.slice(1) })).toThrow('the number of cores per cache differs (1, 2)');
    expect(() => shapeOf({ cores: [] })).toThrow('the number of sockets per host differs');
  });
});

describe('channels', () => {
  it('have the L and G of their wires', () => {
    for (const { name, L, G, error } of channels(measured())) {
      expect(L, name).toBeCloseTo(WIRES[name].L, 6);
      expect(G, name).toBeCloseTo(WIRES[name].G, 9);
      expect(error, name).toBeLessThan(1e-9);
    }
  });

  it('never have an L below 0', () => {
    const measurements = measured();
    const nearer = {
      ...measurements,
      points: [...measurements.points, ...tripsOf(2, 3, { L: -50, G: 0.05 })],
    };
    const [cache] = channelsOf(nearer.points, new Map([['cache', [[2, 3]]]]), fitMachine(measurements));
    expect(cache.L).toBe(0);
  });
});

describe('the platform file', () => {
  const options = { name: 'two hosts', source: 'tests', machine: 'm.yaml' };

  it('gives every two ranks the wire between them', () => {
    const measurements = measured();
    const text = platformText(channels(measurements), shapeOf(measurements), options);
    const { platform, warnings } = readPlatform(text, 'platform.yaml');
    expect([warnings, platform.name, platform.hosts]).toEqual([[], 'two hosts', HOSTS]);
    expect(platform.overheadNs).toBeUndefined();
    const network = platformNetwork(platform, mapBy(platform, 'core', 16));
    for (let a = 0; a < 16; a++)
      for (let b = 0; b < 16; b++) {
        if (a === b) continue;
        const { name } = network.routes[network.routeOf(a, b)];
        expect(name).toBe(distanceOf(CORES[a], CORES[b]));
      }
    expect(network.latencies.map(({ name, latencyNs }) => [name, latencyNs])).toEqual(
      Object.entries(WIRES).map(([name, { L }]) => [name, L]),
    );
  });

  it('of one cache has two levels, of which one separates nobody', () => {
    const measurements = measured();
    const [cache] = channels(measurements);
    const shape = { hosts: ['n1'], sockets: 1, caches: 1, cores: 2 };
    const { platform } = readPlatform(platformText([cache], shape, options), 'platform.yaml');
    expect(platform.levels).toEqual([
      { name: 'node', count: 1, channel: 0 },
      { name: 'core', count: 2, channel: 0 },
    ]);
  });

  it('is refused where cores are farther apart than any ranks were', () => {
    const measurements = measured();
    const near = channels(measurements).filter(({ name }) => name !== 'socket');
    expect(() => platformText(near, shapeOf(measurements), options)).toThrow(
      'no round trip was measured between sockets of one host',
    );
  });
});
