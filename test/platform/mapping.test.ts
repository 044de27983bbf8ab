import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/errors.js';
import { mapBy } from '../../src/platform/mapping.js';
import { coreCount, type Platform, platformNetwork } from '../../src/platform/platform.js';
import { platformPreset } from '../../src/platform/platform-presets.js';

const { platform: epyc } = platformPreset('epyc-orfeo');

/** Global core index of (node, socket, core) on epyc-orfeo. */
const at = (node: number, socket: number, core: number) => node * 128 + socket * 64 + core;

function hierarchy(...levels: readonly (readonly [string, number])[]): Platform {
  return {
    name: 'test',
    source: '',
    channels: levels.map(([name], i) => ({ name, latencyNs: 1000 / (i + 1), gapNsPerByte: 0.1 * (i + 1) })),
    levels: levels.map(([name, count], channel) => ({ name, count, channel })),
  };
}

describe('map-by on epyc-orfeo', () => {
  // The formulas of Tallone's table, written down apart from the generic dealing.
  const table: Record<string, (r: number) => number> = {
    core: (r) => at(Math.floor(r / 128), Math.floor(r / 64) % 2, r % 64),
    socket: (r) => at(Math.floor(r / 128), r % 2, Math.floor((r % 128) / 2)),
    node: (r) => at(r % 2, Math.floor(r / 2) % 2, Math.floor(r / 4)),
  };
  it.each(Object.keys(table))('%s follows the table', (level) => {
    for (const ranks of [1, 2, 5, 129, 256]) {
      expect([...mapBy(epyc, level, ranks)]).toEqual(
        Array.from({ length: ranks }, (_, r) => table[level](r)),
      );
    }
  });

  it('deals CCXs of a node in turn', () => {
    // 32 CCXs of 4 cores: rank 31 takes the last one, rank 32 the second core of the first.
    const mapping = mapBy(epyc, 'ccx', 200);
    expect([mapping[0], mapping[1], mapping[31], mapping[32], mapping[128]]).toEqual([0, 4, 124, 1, 128]);
  });

  it('gives each pair the channel of the innermost unit that it shares', () => {
    const network = platformNetwork(epyc, Int32Array.of(0, 3, 4, 64, 128));
    const names = [1, 2, 3, 4].map((rank) => network.routes[network.routeOf(0, rank)].name);
    expect(names).toEqual(['cache', 'core', 'socket', 'node']);
    expect(network.routes[network.routeOf(0, 0)].name).toBe('cache');
    const node = network.routes[network.routeOf(4, 0)];
    expect(node.counts).toEqual([0, 0, 0, 1]);
    expect(network.latencies[3]).toEqual({ name: 'node', latencyNs: 2130.23 - 180 });
    expect(network.gaps[node.gap]).toEqual({ name: 'node', gapNsPerByte: 0.0976275 });
  });

  it('says the numbers when ranks do not fit', () => {
    expect(() => mapBy(epyc, 'core', 257)).toThrow('257 ranks do not fit on 256 cores');
    expect(() => mapBy(epyc, 'core', 9, { ranksPerNode: 4 })).toThrow(
      '9 ranks do not fit on 2 nodes with 4 ranks per node. Place more ranks on a node, give the platform more nodes or run fewer ranks',
    );
    const most = '129 ranks per node do not fit, because a node has 128 cores. Use at most 128 per node';
    expect(() => mapBy(epyc, 'core', 9, { ranksPerNode: 129 })).toThrow(UsageError);
    expect(() => mapBy(epyc, 'core', 9, { ranksPerNode: 129 })).toThrow(most);
    expect(() => mapBy(epyc, 'core', 9, { ranksPerNode: 0 })).toThrow(UsageError);
    expect(() => mapBy(epyc, 'numa', 9)).toThrow('(node, socket, ccx, core)');
  });
});

describe('ranks per node', () => {
  const four = hierarchy(['node', 4], ['core', 8]);
  it('fills each node up to it', () => {
    expect([...mapBy(four, 'core', 5, { ranksPerNode: 2 })]).toEqual([0, 1, 8, 9, 16]);
  });
  it('deals over no more nodes than that takes', () => {
    // 5 ranks, 2 a node: three nodes in turn.
    expect([...mapBy(four, 'node', 5, { ranksPerNode: 2 })]).toEqual([0, 8, 16, 1, 9]);
    expect([...mapBy(four, 'node', 5)]).toEqual([0, 8, 16, 24, 1]);
  });
});

describe('levels around the node', () => {
  const racks = hierarchy(['rack', 2], ['node', 3], ['core', 2]);
  it('by rack: racks in turn, then the nodes of each', () => {
    // Nodes 0–2 in rack 0, 3–5 in rack 1; node n has cores 2n and 2n + 1.
    expect([...mapBy(racks, 'rack', 8)]).toEqual([0, 6, 2, 8, 4, 10, 1, 7]);
  });
  it('by node: nodes of the first rack in turn until it is full', () => {
    expect([...mapBy(racks, 'node', 8)]).toEqual([0, 2, 4, 1, 3, 5, 6, 8]);
  });
});

it('gives each rank a core of its own, whatever the hierarchy', () => {
  const levels = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(levels, fc.nat(), fc.nat(), fc.nat(), (counts, node, by, fill) => {
      const at = node % counts.length;
      const platform = hierarchy(...counts.map((count, i) => [i === at ? 'node' : `l${i}`, count] as const));
      const perNode = counts.slice(at + 1).reduce((a, b) => a * b, 1);
      const ranksPerNode = 1 + (fill % perNode);
      const ranks = (coreCount(platform) / perNode) * ranksPerNode;
      const mapping = mapBy(platform, platform.levels[by % counts.length].name, ranks, { ranksPerNode });
      expect(new Set(mapping).size).toBe(ranks);
      expect(mapping.every((core) => core >= 0 && core < coreCount(platform))).toBe(true);
      const perNodeCount = new Map<number, number>();
      for (const core of mapping) {
        const host = Math.floor(core / perNode);
        perNodeCount.set(host, (perNodeCount.get(host) ?? 0) + 1);
      }
      expect([...perNodeCount.values()].every((count) => count === ranksPerNode)).toBe(true);
    }),
  );
});
