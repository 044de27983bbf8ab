/** Laws over the number of ranks, against laws that are known: exact, noisy, and in closed form. */
import { describe, expect, it } from 'vitest';
import { studentQuantile } from '../../src/analysis/statistics.js';
import { randomBelow } from '../../src/sources/patterns/random.js';
import {
  lawAt,
  predictAt,
  scalingLaw,
  TERMS,
  type Term,
  termAt,
  termText,
} from '../../src/study/scaling-law.js';
import { cases, runs } from '../part.js';

const POWERS = [4, 8, 16, 32, 64];

/** Among them none is a power of two but the first: each term is another there than with whole rounds. */
const BETWEEN = [4, 6, 11, 24, 50, 100];

const roundings = (laws: readonly { readonly term: Term | null }[]) => laws.map(({ term }) => term?.rounding);

const pointsOf = (ranks: readonly number[], value: (p: number) => number) =>
  ranks.map((p) => ({ ranks: p, value: value(p) }));

describe('an exact law', () => {
  it.each(TERMS.map((term) => [termText(term), term] as const))(
    '%s is recovered with both coefficients',
    (_, term) => {
      const { best } = scalingLaw(pointsOf(BETWEEN, (p) => 1000 + 7 * termAt(term, p)));
      expect(best.exact).toBe(true);
      expect(best.term).toEqual(term);
      expect(best.constant).toBeCloseTo(1000, 4);
      expect(best.coefficient).toBeCloseTo(7, 4);
    },
  );

  it.each(TERMS.filter(({ j }) => j !== 0).map((term) => [termText(term), term] as const))(
    '%s through powers of two is not told from whole rounds, and all are predicted',
    (_, term) => {
      const of = (p: number): number => 1000 + 7 * termAt(term, p);
      const law = scalingLaw(pointsOf(POWERS, of));
      expect(roundings(law.plausible)).toEqual(['none', 'up', 'down']);
      for (const one of law.plausible) expect(one.term).toMatchObject({ i: term.i, j: term.j });
      const { value, rounded, low, high } = predictAt(law, 48);
      const by = (log: number): number => 1000 + 7 * 48 ** term.i.value * log ** term.j;
      expect(value).toBeCloseTo(by(Math.log2(48)), 6);
      expect(rounded?.map((one) => one.toFixed(6))).toEqual([by(5).toFixed(6), by(6).toFixed(6)]);
      expect([low, high].map((one) => one.toFixed(6))).toEqual(
        [by(5), by(6)].sort((a, b) => a - b).map((one) => one.toFixed(6)),
      );
      expect(predictAt(law, 128).rounded).toBeNull();
    },
  );

  it('is told from four points, and a constant from three', () => {
    const { best } = scalingLaw(pointsOf([8, 27, 64, 125], (p) => 3 * p ** (2 / 3)));
    expect(best.term && termText(best.term)).toBe('p^(2/3)');
    expect(scalingLaw(pointsOf([2, 4, 8], () => 5)).best).toMatchObject({
      term: null,
      constant: 5,
      exact: true,
    });
  });

  it('holds where values are 0, and predicts itself without an interval', () => {
    const law = scalingLaw(pointsOf([1, 2, 4, 8], (p) => p - 1));
    expect(law.best.term && termText(law.best.term)).toBe('p');
    const { value, low, high, beyond } = predictAt(law, 64);
    expect([value, low, high].map((one) => Number(one.toFixed(6)))).toEqual([63, 63, 63]);
    expect(beyond).toBe(8);
  });
});

/** Normal deviates by Box and Muller. */
function noise(seed: number): () => number {
  const below = randomBelow(seed);
  const random = () => below(2 ** 30) / 2 ** 30;
  return () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

const RUNS = runs(200);

/** Shares of runs that find the law's own term, and whose interval holds a new value at four times the largest. */
function trials(law: (p: number) => number, term: string, ranks: readonly number[], sd: number) {
  const deviate = noise(7);
  let found = 0;
  let held = 0;
  const far = 4 * Math.max(...ranks);
  for (let run = 0; run < RUNS; run++) {
    const fitted = scalingLaw(pointsOf(ranks, (p) => law(p) * (1 + sd * deviate())));
    if ((fitted.best.term === null ? 'constant' : termText(fitted.best.term)) === term) found++;
    const { low, high } = predictAt(fitted, far);
    const value = law(far) * (1 + sd * deviate());
    if (low <= value && value <= high) held++;
  }
  return { found: found / RUNS, held: held / RUNS };
}

describe('a noisy law', () => {
  it.each([
    ['constant', () => 100, 0.9],
    ['log2 p', (p: number) => 50 + 10 * Math.log2(p), 0.85],
    ['p^-1', (p: number) => 5 + 100 / p, 0.95],
  ] as const)('%s is recovered from five points with 1 %% of noise', (term, law, least) => {
    expect(trials(law, term, POWERS, 0.01).found).toBeGreaterThanOrEqual(least);
  });

  it.each(cases([0.01, 0.05], () => false))(
    'is held by its interval at four times the largest, with %d of noise',
    (sd) => {
      const laws: [string, (p: number) => number][] = [
        ['constant', () => 100],
        ['log2 p', (p) => 50 + 10 * Math.log2(p)],
        ['p', (p) => 50 + 10 * p],
        ['p · log2 p', (p) => 50 + p * Math.log2(p)],
        ['p^-1', (p) => 5 + 100 / p],
      ];
      for (const [term, law] of laws) expect(trials(law, term, POWERS, sd).held).toBeGreaterThanOrEqual(0.88);
    },
  );
});

describe('what is not fitted', () => {
  it('fewer than three numbers of ranks, or one twice', () => {
    expect(() => scalingLaw(pointsOf([2, 4], (p) => p))).toThrow(/needs 3 numbers of ranks; the input has 2/);
    expect(() => scalingLaw(pointsOf([2, 4, 4, 8], (p) => p))).toThrow(/same number of ranks/);
    expect(() => scalingLaw(pointsOf([2, 4, 8], () => Number.POSITIVE_INFINITY))).toThrow(
      'the value of a point is not finite. Omit the point',
    );
    expect(() => scalingLaw(pointsOf([0, 2, 4, 8], () => 5))).toThrow('a point has fewer than 1 rank');
  });

  it('laws that would go below zero', () => {
    const falling = scalingLaw([
      { ranks: 2, value: 30 },
      { ranks: 4, value: 20 },
      { ranks: 8, value: 11 },
    ]);
    for (const law of falling.plausible)
      for (const p of [2, 16, 1024]) expect(lawAt(law, p)).toBeGreaterThanOrEqual(0);
  });
});

it("quantiles of Student's distribution are those of printed tables", () => {
  // Two-sided 95 %, Abramowitz and Stegun, table 26.10.
  const table = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228];
  table.forEach((value, k) => {
    expect(studentQuantile(0.95, k + 1)).toBeCloseTo(value, 3);
  });
});

it('a term that one point alone tells is no law: there is nothing to hold it against', () => {
  // log2(p)/p is 1/2 at 2 and at 4 ranks: 30 − 40·log2(p)/p goes through all three whatever the third is.
  const points = [
    { ranks: 2, value: 10 },
    { ranks: 4, value: 10 },
    { ranks: 16, value: 20 },
  ];
  const { best, plausible } = scalingLaw(points);
  expect([best, ...plausible].map(({ term }) => term && termText(term))).not.toContain('p^-1 · log2 p');
  for (const law of [best, ...plausible]) expect(law.crossError).toBeGreaterThan(0.05);
});
