import { describe, expect, it } from 'vitest';
import { curveAt } from '../../../src/analysis/exact-curve.js';
import { Model } from '../../../src/analysis/model.js';
import { logGPS } from '../../../src/machine/machine.js';
import { CALC, RECV, type Schedule, SEND } from '../../../src/schedule/schedule.js';
import { randomBelow, shuffled } from '../../../src/sources/patterns/random.js';
import {
  findPattern,
  makePattern,
  nearestDims,
  neighbour,
  PATTERNS,
} from '../../../src/sources/patterns/synthetic-patterns.js';

const count = (schedule: Schedule, kind: number) => schedule.kind.filter((one) => one === kind).length;

/** Runtime at latency L, with no overhead and no gap: the computations and latencies of the longest chain. */
async function runtime(schedule: Schedule, L: number): Promise<number> {
  // Throws where a message has no partner or the program deadlocks.
  const model = await Model.of(schedule, logGPS({ L, o: 0, G: 0 }), { engine: 'sweep' });
  return (await curveAt(model, [L]))[0].runtime;
}

/** Messages in the longest chain, of a schedule without computation. */
const depth = async (schedule: Schedule) => (await runtime(schedule, 1000)) / 1000;

describe('patterns', () => {
  it.each(PATTERNS.map((pattern) => pattern.name))('%s runs on any number of ranks', async (name) => {
    for (const ranks of [1, 2, 3, 4, 6, 7, 12, 16]) {
      const schedule = makePattern(name, { ranks, iterations: 3, bytes: 100, computeNs: 7 });
      expect(count(schedule, SEND)).toBe(count(schedule, RECV));
      expect(await runtime(schedule, 10)).toBeGreaterThanOrEqual(21);
    }
  });

  it('halo2d swaps four faces with its neighbours in one latency an iteration', async () => {
    // 4 × 3 ranks: 12 · 4 messages.
    const schedule = makePattern('halo2d', { ranks: 12, bytes: 64, iterations: 5 });
    expect(count(schedule, SEND)).toBe(5 * 12 * 4);
    expect(await depth(schedule)).toBe(5);
    expect(new Set(schedule.peer.subarray(0, schedule.rankStart[1]))).toEqual(new Set([0, 1, 2, 3, 9]));
  });

  it('halo3d swaps six faces; on an axis with one rank there is no neighbour', async () => {
    expect(count(makePattern('halo3d', { ranks: 8 }), SEND)).toBe(8 * 6);
    expect(count(makePattern('halo3d', { ranks: 4, dims: [1, 2, 2] }), SEND)).toBe(4 * 4);
  });

  it('sweep crosses the grid along its longest way', async () => {
    // 3 × 4 ranks: 2 + 3 messages from corner to corner; 3·3 + 2·4 = 17 in all.
    const schedule = makePattern('sweep', { ranks: 12, dims: [3, 4] });
    expect(count(schedule, SEND)).toBe(17);
    expect(await depth(schedule)).toBe(5);
    // Further iterations follow in the pipeline: (2 + 3 + 1) + 9 blocks of 100 ns on the longest way.
    const long = makePattern('sweep', { ranks: 12, dims: [3, 4], iterations: 10, computeNs: 100 });
    expect(await runtime(long, 1000)).toBe(5 * 1000 + 15 * 100);
  });

  it('ring passes every rank once, and pipelines its items', async () => {
    const schedule = makePattern('ring', { ranks: 5, iterations: 4 });
    expect(count(schedule, SEND)).toBe(20);
    expect(await depth(schedule)).toBe(5);
    // The last item leaves rank 0 after 4 computations and meets 4 more on its way.
    const busy = makePattern('ring', { ranks: 5, iterations: 4, computeNs: 100 });
    expect(await runtime(busy, 1000)).toBe(5 * 1000 + 8 * 100);
  });

  it.each([
    [2, 1],
    [5, 3],
    [8, 3],
    [9, 4],
  ])('dissemination over %i ranks takes %i rounds', async (ranks, rounds) => {
    const schedule = makePattern('dissemination', { ranks, iterations: 2, computeNs: 100 });
    expect(count(schedule, SEND)).toBe(2 * ranks * rounds);
    expect(await runtime(schedule, 1000)).toBe(2 * (rounds * 1000 + 100));
  });

  it('bisection pairs all ranks anew each iteration, as the seed says', async () => {
    const options = { ranks: 9, iterations: 6 };
    const schedule = makePattern('bisection', options);
    // One of nine is left over each time.
    expect(count(schedule, SEND)).toBe(6 * 8);
    expect(await depth(schedule)).toBe(6);
    expect(makePattern('bisection', options).peer).toEqual(schedule.peer);
    expect(makePattern('bisection', { ...options, seed: 2 }).peer).not.toEqual(schedule.peer);
  });

  it('a collective has the depth of its algorithm, once an iteration', async () => {
    // Binomial broadcast over 8: 3; ring allreduce over 8: 7; the chain over 5: 4.
    expect(await depth(makePattern('bcast', { ranks: 8 }))).toBe(3);
    expect(await depth(makePattern('barrier', { ranks: 8, iterations: 4 }))).toBe(12);
    expect(await depth(makePattern('bcast=chain', { ranks: 5, bytes: 64, root: 2 }))).toBe(4);
  });

  it('has one computation before each step', () => {
    const schedule = makePattern('halo2d', { ranks: 4, iterations: 3, computeNs: 42 });
    const computations = schedule.value.filter((value, op) => schedule.kind[op] === CALC && value === 42);
    expect(computations).toHaveLength(4 * 3);
  });
});

describe('what makes no pattern', () => {
  it.each([
    ['halo4d', { ranks: 4 }, "unknown pattern 'halo4d'. Did you mean halo2d?"],
    ['allreduce=rng', { ranks: 4 }, "unknown algorithm 'rng' of allreduce"],
    ['halo2d', { ranks: 0 }, 'ranks of a pattern is 0. Give a whole number from 1'],
    ['halo2d', { ranks: 4, bytes: -1 }, 'bytes of a pattern is -1'],
    ['halo2d', { ranks: 4, iterations: 0.5 }, 'iterations of a pattern is 0.5'],
    ['halo2d', { ranks: 4, computeNs: Number.NaN }, 'computation of a pattern is NaN ns'],
    ['bcast', { ranks: 4, root: 4 }, 'root of a pattern is 4. Give a whole number from 0 to 3'],
    [
      'halo2d',
      { ranks: 6, dims: [2, 2] },
      'a grid of 2x2 does not hold 6 ranks on 2 axes. Give dims such as 3x2',
    ],
  ])('refuses %s with %o', (name, options, message) => {
    expect(() => makePattern(name, options)).toThrow(message);
  });

  it('knows patterns by several spellings', () => {
    for (const name of ['HALO-2D', 'halo_2d', 'halo2d']) expect(findPattern(name).name).toBe('halo2d');
    expect(findPattern('MPI_Allreduce').name).toBe('allreduce');
    expect(findPattern('reduce-scatter').name).toBe('reduce_scatter');
  });
});

describe('grids', () => {
  it('are as near to squares and cubes as can be', () => {
    expect([12, 7, 16, 36].map((ranks) => nearestDims(ranks, 2))).toEqual([
      [4, 3],
      [7, 1],
      [4, 4],
      [6, 6],
    ]);
    expect([8, 12, 27, 64, 30].map((ranks) => nearestDims(ranks, 3))).toEqual([
      [2, 2, 2],
      [3, 2, 2],
      [3, 3, 3],
      [4, 4, 4],
      [5, 3, 2],
    ]);
  });

  it('have neighbours that know each other', () => {
    const dims = [3, 4, 2];
    for (let rank = 0; rank < 24; rank++) {
      for (const axis of [0, 1, 2])
        expect(neighbour(neighbour(rank, dims, axis, 1), dims, axis, -1)).toBe(rank);
    }
  });
});

describe('random numbers', () => {
  it('shuffle to permutations, near uniformly', () => {
    const below = randomBelow(3);
    const firsts = new Array<number>(5).fill(0);
    for (let i = 0; i < 5000; i++) {
      const order = shuffled(5, below);
      expect([...order].sort()).toEqual([0, 1, 2, 3, 4]);
      firsts[order[0]]++;
    }
    // 1000 each; four standard deviations are 113.
    for (const times of firsts) expect(Math.abs(times - 1000)).toBeLessThan(120);
  });
});
