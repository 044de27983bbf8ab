import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placementOf } from '../../src/collective-models/latency-model.js';
import { knotValue, type ScheduleCosts } from '../../src/collective-models/schedule-costs.js';
import {
  collectiveProgram,
  evaluateCall,
  scheduleModel,
} from '../../src/collective-models/schedule-model.js';

/** Small messages cost 1, 2, 4, 8 µs by channel; data 1 ns per byte alone on every channel. */
const COSTS: ScheduleCosts = {
  shape: { nodes: 2, socketsPerNode: 2, coresPerSocket: 8, coresPerCache: 4 },
  message: [1, 2, 4, 8].map((us) => [
    [1, us],
    [1_000_001, us + 1000],
  ]),
  overheadUs: [0.1, 0.1, 0.1, 0.1],
  gapUs: [0.5, 0.5, 0.5, 0.5],
  reduceService: Array.from({ length: 4 }, () => ({ intercept: 0.2, slope: 0 })),
  sourceBandwidth: [2000, 2000, 2000, 2000],
  destinationBandwidth: [2000, 2000, 2000, 2000],
  nicBandwidth: 2000,
  nicCopyUsPerByte: 1e-4,
  bufferedBytes: 100_000,
  forwardBcastUs: 0.3,
  forwardReduceUs: 0.4,
  forwardShare: 0,
  nicSendUs: 0.05,
  nicReceiveUs: 0.05,
  queueSocketUs: 0.02,
  queueNodeUs: 0.02,
  receiveUs: 0.02,
  forwardedBandwidth: 1000,
  memoryBandwidth: 50_000,
};
const query = { collective: 'bcast', mapping: 'core', bytes: 1, segments: 1 } as const;

describe('programs', () => {
  it("sends along four chains and Open MPI's binary tree", () => {
    const parents = (algorithm: 'chain' | 'binary', ranks: number) =>
      collectiveProgram('bcast', algorithm, ranks, 8, 1).map(
        (steps) => steps.find(({ kind }) => kind === 'recv')?.peer,
      );
    // 9 ranks: chains 1 2, 3 4, 5 6, 7 8
    expect(parents('chain', 9)).toEqual([undefined, 0, 1, 0, 3, 0, 5, 0, 7]);
    // level 0: 1 2; level 1: 1 + 2, 1 + 4, 2 + 2, 2 + 4
    expect(parents('binary', 7)).toEqual([undefined, 0, 0, 1, 2, 1, 2]);
  });

  it('cuts chains into segments that follow each other', () => {
    const [root, second] = collectiveProgram('bcast', 'chain', 3, 1000, 4);
    expect(root.filter(({ peer }) => peer === 1).map(({ bytes }) => bytes)).toEqual([250, 250, 250, 250]);
    expect(second).toHaveLength(4);
    expect(collectiveProgram('reduce', 'linear', 3, 1000, 4)[1]).toHaveLength(1);
    expect(() => collectiveProgram('bcast', 'default', 3, 1, 1)).toThrow(/no fixed messages/);
  });
});

describe('evaluation', () => {
  const times = (
    algorithm: 'linear' | 'chain' | 'binary',
    ranks: number,
    bytes: number,
    collective: 'bcast' | 'reduce' = 'bcast',
  ) =>
    evaluateCall(COSTS, placementOf(COSTS.shape, 'core', ranks), {
      program: collectiveProgram(collective, algorithm, ranks, bytes, 1),
      forwardUs: () => COSTS.forwardBcastUs,
    });

  it('a message alone takes what was measured', () => {
    expect(times('linear', 2, 1).completionUs).toBeCloseTo(1, 9);
    // the sender is done after its overhead 0.1 and the queue 0.3 · 0.02
    expect(times('linear', 2, 1).meanUs).toBeCloseTo((1 + 0.106) / 2, 9);
  });

  it('a hop of a chain costs the message and the forwarding', () => {
    // 6 ranks: chains 1 2, 3, 4, 5; rank 1 hands on to rank 2 in the same cache
    const [one, two] = [times('chain', 5, 1), times('chain', 6, 1)];
    expect(one.completionUs).toBeGreaterThan(2);
    expect(two.completionUs).toBeGreaterThanOrEqual(one.completionUs);
    // rank 1 has it at 1 µs, forwards at 1.3, rank 2 has it at 2.3: before the root's fourth message to
    // rank 5, sent at 1.5 (3 gaps) through the socket: 3.5
    expect(two.completionUs).toBeCloseTo(3.5, 9);
  });

  it('a buffered message leaves its sender free, a larger one keeps it', () => {
    const buffered = times('linear', 2, 50_001, 'reduce');
    // data: 50 µs at 1 ns per byte from the sender's 0.106 on; sender and receiver end with them
    expect(buffered.completionUs).toBeCloseTo(50.106, 6);
    const across = evaluateCall(COSTS, placementOf(COSTS.shape, 'node', 2), {
      program: collectiveProgram('reduce', 'linear', 2, 50_001, 1),
      forwardUs: () => 0,
    });
    // over the network the sender is done when the card has the data: 0.1 + 50001 · 1e-4
    expect(across.meanUs).toBeCloseTo((50.1 + 5.1001) / 2, 3);
    const met = times('linear', 2, 200_001);
    // the header takes the 1 µs of a small message less the receiver's part, then 200 µs of data
    expect(met.completionUs).toBeCloseTo(200 + 0.98, 6);
    expect(met.meanUs).toBeCloseTo(met.completionUs, 6);
  });

  it('messages at once share the bandwidth of their source', () => {
    // 3 receivers in one cache: each alone would run at 1000 B/µs, together they get 2000
    const shared = times('linear', 4, 200_001);
    expect(shared.completionUs).toBeGreaterThan((3 * 200_000) / 2000);
    expect(shared.completionUs).toBeLessThan((3 * 200_000) / 2000 + 5);
  });

  it('a rank passes on what it received no faster than freshly received memory allows', () => {
    const fast = { ...COSTS, forwardedBandwidth: 1e9, forwardBcastUs: 0 };
    const slow = { ...COSTS, forwardedBandwidth: 500, forwardBcastUs: 0 };
    const ask = { ...query, algorithm: 'chain', ranks: 6, bytes: 200_001 } as const;
    const difference =
      scheduleModel(slow).times(ask).completionUs - scheduleModel(fast).times(ask).completionUs;
    expect(difference).toBeGreaterThan(100);
  });
});

describe('the model', () => {
  const model = scheduleModel(COSTS);

  it('answers both figures for every tree, mapping and size', () => {
    const kinds = fc.record({
      collective: fc.constantFrom('bcast', 'reduce'),
      algorithm: fc.constantFrom('linear', 'chain', 'binary'),
      mapping: fc.constantFrom('core', 'socket', 'node'),
      ranks: fc.integer({ min: 2, max: 32 }),
      bytes: fc.constantFrom(1, 1000, 50_000, 500_000),
      segments: fc.integer({ min: 1, max: 4 }),
    } as const);
    fc.assert(
      fc.property(kinds, (ask) => {
        const { meanUs, completionUs, ranksUs } = model.times(ask);
        expect(meanUs).toBeGreaterThan(0);
        expect(completionUs).toBeGreaterThanOrEqual(meanUs);
        expect(model.predict(ask).latencyUs).toBe(meanUs);
        expect(model.times(ask)).toEqual({ meanUs, completionUs, ranksUs });
      }),
      { numRuns: 60 },
    );
  });

  it('refuses what does not fit', () => {
    expect(() => model.predict({ ...query, algorithm: 'chain', ranks: 33 })).toThrow(
      /do not fit on 32 cores/,
    );
    expect(() => model.predict({ ...query, algorithm: 'default', ranks: 8 })).toThrow(/no fixed messages/);
  });
});

describe('parts', () => {
  it('a curve is linear between knots and beyond the last', () => {
    const knots = [
      [1, 2],
      [11, 4],
      [21, 10],
    ] as const;
    expect([0.5, 1, 6, 11, 16, 31].map((bytes) => knotValue(knots, bytes))).toEqual([2, 2, 3, 4, 7, 16]);
  });
});
