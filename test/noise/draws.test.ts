import { beforeAll, describe, expect, it } from 'vitest';
import { discrete, gammaDistribution, lognormal } from '../../src/analysis/distributions.js';
import { DRAW, drawWords, philox, samplerBy, samplerOf } from '../../src/noise/sampling.js';

const words = (text: string): number[] => text.split(' ').map((word) => Number.parseInt(word, 16));

describe('philox', () => {
  // Random123 1.14.0, tests/kat_vectors, philox4x32 10: counter, key, result.
  it.each([
    ['00000000 00000000 00000000 00000000', '00000000 00000000', '6627e8d5 e169c58d bc57ac4c 9b00dbd8'],
    ['ffffffff ffffffff ffffffff ffffffff', 'ffffffff ffffffff', '408f276d 41c83b0e a20bc7c6 6d5451fd'],
    ['243f6a88 85a308d3 13198a2e 03707344', 'a4093822 299f31d0', 'd16cfe09 94fdcceb 5001e420 24126ea1'],
  ])('%s under %s', (counter, key, expected) => {
    const out = new Int32Array(4);
    const [a, b, c, d] = words(counter);
    const [k, l] = words(key);
    philox(out, a, b, c, d, k, l);
    expect([...new Uint32Array(out.buffer)]).toEqual(words(expected));
  });
});

/** pcg4d as published, on whole numbers of any size, modulo 2^32. */
function pcg4d(input: readonly bigint[]): bigint[] {
  const mask = (1n << 32n) - 1n;
  let [x, y, z, w] = input.map((word) => (word * 1664525n + 1013904223n) & mask);
  const mix = (): void => {
    x = (x + y * w) & mask;
    y = (y + z * x) & mask;
    z = (z + x * y) & mask;
    w = (w + y * z) & mask;
  };
  mix();
  [x, y, z, w] = [x, y, z, w].map((word) => word ^ (word >> 16n));
  mix();
  return [x, y, z, w];
}

function drawn(lanes: number, seed: number, of: number, first = 0, index = 0): Int32Array {
  const out = new Int32Array(lanes);
  drawWords(out, first, seed, DRAW.latency, of, 0, index);
  return out;
}

describe('draws', () => {
  it('are pcg4d under a key of Philox, the number of the four lanes added to its first word', () => {
    const key = new Int32Array(4);
    philox(key, 17, 0, 0, DRAW.latency, 5, 0);
    const own = [...new Uint32Array(key.buffer)].map(BigInt);
    const expected = Array.from({ length: 16 }, (_, block) =>
      pcg4d([(own[0] + BigInt(block)) & 0xffff_ffffn, ...own.slice(1)]).map(Number),
    );
    expect([...new Uint32Array(drawn(64, 5, 17).buffer)]).toEqual(expected.flat());
  });

  it('depend on neither how many there are nor on where they begin', () => {
    const all = drawn(256, 3, 99);
    expect(drawn(64, 3, 99, 128)).toEqual(all.subarray(128, 192));
    expect(drawn(4, 3, 99, 252)).toEqual(all.subarray(252));
  });

  it('tell seeds of more than 32 bits apart', () => {
    expect(drawn(4, 1, 0)).not.toEqual(drawn(4, 1 + 2 ** 32, 0));
  });

  /** χ² of 4,096 cells of two words each, between its quantiles of 10^-6 and 1 − 10^-6 (SciPy: 3679.1, 4539.7). */
  const CELLS = 4096;
  const n = 100_000;
  const evenly = (pair: (i: number) => readonly [number, number]): void => {
    const seen = new Float64Array(CELLS);
    for (let i = 0; i < n; i++) {
      const [one, other] = pair(i);
      seen[((one >>> 26) << 6) | (other >>> 26)]++;
    }
    const square = seen.reduce((sum, count) => sum + (count - n / CELLS) ** 2 / (n / CELLS), 0);
    expect(square).toBeGreaterThan(3679.1);
    expect(square).toBeLessThan(4539.7);
  };

  describe('of one operation', () => {
    const APART = [1, 4, 63];
    /** [operations × (1 + lanes apart)] the first lane, then those that are so far from it. */
    const lanes = new Int32Array(n * (1 + APART.length));
    beforeAll(() => {
      for (let i = 0, at = 0; i < n; i++) {
        const all = drawn(64, 1, i);
        lanes[at++] = all[0];
        for (const apart of APART) lanes[at++] = all[apart];
      }
    });

    it.each(APART.map((apart, k) => [apart, k + 1]))('fill the plane evenly: lanes %d apart', (_, column) => {
      evenly((i) => {
        const first = i * (1 + APART.length);
        return [lanes[first], lanes[first + column]];
      });
    });
  });

  it('fill the plane evenly: of one lane, neighbouring operations, latencies of a message, seeds, batches', () => {
    evenly((i) => [drawn(4, 1, i)[0], drawn(4, 1, i + 1)[0]]);
    evenly((i) => [drawn(4, 1, i)[1], drawn(4, 1, i, 0, 1)[1]]);
    evenly((i) => [drawn(4, 1, i)[2], drawn(4, 2, i)[2]]);
    evenly((i) => [drawn(4, 1, i)[3], drawn(4, 1, i, 64)[3]]);
  });
});

/** The word whose place among all words is p. */
const wordAt = (p: number): Int32Array => Int32Array.of(Math.min(Math.floor(p * 2 ** 32), 2 ** 32 - 1) | 0);

describe('samplers', () => {
  const shares = [2 ** -33, 1e-6, 0.01, 0.3, 0.5, 0.77, 0.99, 1 - 1e-6, 1 - 2 ** -33];
  const PARTS = 2 ** 30;
  // SciPy 1.17.1: lognorm.ppf(p, s, scale=m) of mean 200 and sd 300, gamma.ppf(p, 2.5, scale=40), −50·log1p(−p).
  it.each([
    [
      'lognormal',
      samplerOf(lognormal(200 * Math.exp(-Math.log1p(2.25) / 2), Math.sqrt(Math.log1p(2.25)))),
      [
        0.11396434489533436, 0.6366043131238226, 8.876167385837366, 62.78209021645412, 110.94003924504582,
        247.42943755906904, 1386.5998434561081, 19333.34734604719, 107995.99049155046,
      ],
    ],
    [
      'gamma',
      samplerOf(gammaDistribution(2.5, 40)),
      [
        0.006872517447436829, 0.25792320412994174, 11.085961534565545, 59.99816265519813, 87.02920382191053,
        137.5269851680313, 301.7254493877798, 717.7637375922085, 1104.8331534159872,
      ],
    ],
    ['exponential', samplerBy((p) => -50 * Math.log1p(-p), 50, 50), shares.map((p) => -50 * Math.log1p(-p))],
  ])('%s: quantiles', (_, sampler, expected) => {
    const found = shares.map((p) => {
      const sums = new Float64Array(1);
      sampler.times(PARTS)(sums, wordAt(p));
      return sums[0] / PARTS;
    });
    // A word stands for its middle: at the ends that is half of the probability that is left.
    for (const [i, p] of shares.entries())
      if (p > 1e-7 && p < 1 - 1e-7)
        expect(Math.abs(found[i] / expected[i] - 1), `at ${p}`).toBeLessThan(2e-4);
    expect(Math.abs(found[0] / expected[0] - 1)).toBeLessThan(0.05);
    expect(Math.abs(found[8] / expected[8] - 1)).toBeLessThan(0.05);
  });

  it('draw values of a list just as often as they stand in it', () => {
    const sampler = samplerOf(discrete([0, 10, 1000], [90, 9, 1]));
    const at = (p: number): number => {
      const sums = new Float64Array(1);
      sampler.times(1)(sums, wordAt(p));
      return sums[0];
    };
    expect([0, 0.5, 0.8999999, 0.9000001, 0.9899999, 0.9900001, 1].map(at)).toEqual([
      0, 0, 0, 10, 10, 1000, 1000,
    ]);
    expect(sampler.mean).toBeCloseTo(10.9, 12);
  });

  it('refuse noise below 0', () => {
    expect(() => samplerOf(discrete([-1, 2], [1, 1]))).toThrow('below 0');
  });
});
