/** The stages of the point-to-point model, by hand on a platform of round figures, and on the shipped one. */
import { describe, expect, it } from 'vitest';
import { EPYC_ORFEO } from '../../src/collective-models/data/epyc-orfeo.js';
import { orderBreaks } from '../../src/collective-models/fit/channel-fits.js';
import type { CollectivePlatform } from '../../src/collective-models/fit/platform-fit.js';
import { CHANNELS } from '../../src/collective-models/latency-model.js';
import { placedTree } from '../../src/collective-models/model-parts.js';
import { p2pModel } from '../../src/collective-models/p2p-model.js';

/** On every channel a flat tree of P ranks takes 10·P µs at 1 B and 100·P µs at 91 B: P·(9 + bytes). */
function round(): CollectivePlatform {
  const tree = [10, 100].map((slope, i) => ({
    kind: 'line' as const,
    bytes: [1, 91][i],
    line: { intercept: 0, slope },
  }));
  const channels = CHANNELS.map((channel) => ({ channel, sizes: tree }));
  return {
    name: 'round',
    source: 'by hand',
    shape: { nodes: 2, socketsPerNode: 2, coresPerSocket: 8, coresPerCache: 4 },
    hockney: CHANNELS.map((channel) => ({ channel, small: { intercept: 1, slope: 0 } })),
    nbft: { bcast: channels, reduce: channels },
    loggp: [],
  };
}

describe('stages of the point-to-point model', () => {
  const at = (algorithm: 'linear' | 'chain' | 'binary', ranks: number, bytes: number, segments: number) =>
    p2pModel(round()).predict({ collective: 'bcast', algorithm, mapping: 'core', ranks, bytes, segments })
      .latencyUs;

  it('linear: one flat tree of all ranks, whatever the segments', () => {
    expect(at('linear', 5, 1, 1)).toBeCloseTo(5 * 10, 9);
    expect(at('linear', 5, 31, 3)).toBeCloseTo(5 * 40, 9);
  });

  it('chain: P − 1 hops and a stage for every further segment (eq. 2)', () => {
    // Each stage is a flat tree of two ranks: 2·(9 + m/n_s).
    expect(at('chain', 5, 1, 1)).toBeCloseTo(4 * 2 * 10, 9);
    expect(at('chain', 5, 33, 3)).toBeCloseTo((4 + 2) * 2 * (9 + 11), 9);
  });

  it('binary: the height of the tree and a stage for every further segment (eq. 3)', () => {
    // 7 ranks: height 2, each parent sends to two: flat trees of three ranks.
    expect(at('binary', 7, 1, 1)).toBeCloseTo(2 * 3 * 10, 9);
    expect(at('binary', 7, 33, 3)).toBeCloseTo((2 + 2) * 3 * (9 + 11), 9);
    // 8 ranks: the parent of rank 7 has one child alone, at depth 2.
    expect(at('binary', 8, 1, 1)).toBeCloseTo(2 * 3 * 10 + 2 * 10, 9);
    expect(at('binary', 2, 1, 1)).toBeCloseTo(2 * 10, 9);
  });

  it.each([
    ['linear', 9, 4, 1],
    ['chain', 2, 1, 1],
    ['chain', 9, 4, 11],
    ['binary', 2, 1, 1],
    ['binary', 7, 1, 2],
    ['binary', 8, 1, 3],
    ['binary', 256, 5, 12],
  ] as const)('%s of %i ranks and %i segments has %i', (algorithm, ranks, segments, stages) => {
    const query = { collective: 'bcast', mapping: 'core', bytes: 1 } as const;
    expect(placedTree(EPYC_ORFEO.shape, { ...query, algorithm, ranks, segments }).stages).toBe(stages);
  });
});

describe('the point-to-point model on the shipped platform', () => {
  const query = { collective: 'bcast', algorithm: 'chain', mapping: 'core', ranks: 4 } as const;

  it('prices a segment by either way', () => {
    const [bySize, byShare] = [p2pModel(EPYC_ORFEO), p2pModel(EPYC_ORFEO, 'share-of-whole')];
    // Four ranks share a cache: 4 + 2 − 2 stages of one send to one rank.
    const one = (bytes: number) => bySize.predict({ ...query, ranks: 2, segments: 1, bytes }).latencyUs;
    const cut = { ...query, segments: 2 };
    expect(bySize.predict({ ...cut, bytes: 65536 }).latencyUs).toBeCloseTo(4 * one(32768), 9);
    expect(byShare.predict({ ...cut, bytes: 65536 }).latencyUs).toBeCloseTo(4 * (one(65536) / 2), 9);
    const tiny = bySize.predict({ ...cut, bytes: 1 });
    expect(tiny.latencyUs).toBeCloseTo(4 * one(1), 9);
    expect(tiny.warnings.map(({ code }) => code)).toEqual(['size-not-fitted']);
  });

  it('shows where the order of the channels breaks', () => {
    const sizes = Array.from({ length: 21 }, (_, i) => 2 ** i);
    const breaks = orderBreaks(EPYC_ORFEO.hockney, sizes);
    expect(breaks).toContainEqual({ lower: 'socket', higher: 'node', fromBytes: 16384, toBytes: 1048576 });
    expect(breaks.every(({ lower }) => lower !== 'cache')).toBe(true);
  });
});
