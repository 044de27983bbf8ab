import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crossingsOf, crossovers, stretches } from '../../src/analysis/curve-crossovers.js';
import { exactCurve, latencyCurve } from '../../src/analysis/exact-curve.js';
import { Model } from '../../src/analysis/model.js';
import { addedWithin, type LatencyCurve, runtimeAt, runtimeWith } from '../../src/analysis/piecewise.js';
import { logGPS } from '../../src/machine/machine.js';
import { patternSchedule } from '../pattern-schedule.js';

/** The upper envelope of lines [c, a], those kept that are highest somewhere in 0 … high. Whole numbers. */
function curveOf(lines: readonly (readonly [number, number])[], high: number, base = 0): LatencyCurve {
  // On a grid fine enough that no piece between whole-numbered lines of these sizes is missed.
  const kept = lines.filter(([c, a], i) => {
    let [from, to] = [base, base + high];
    for (const [k, [otherC, otherA]] of lines.entries()) {
      if (k === i) continue;
      if (otherA === a && (otherC > c || (otherC === c && k < i))) return false;
      if (otherA < a) from = Math.max(from, (otherC - c) / (a - otherA));
      if (otherA > a) to = Math.min(to, (c - otherC) / (otherA - a));
    }
    return from < to;
  });
  kept.sort((one, other) => one[1] - other[1]);
  return { base, low: 0, high, scale: 1, exact: true, lines: kept.map(([c, a]) => ({ c, a })), ends: null };
}

const followed = (curve: LatencyCurve) => ({ curve, followed: { low: curve.low, high: curve.high } });

describe('which of two is faster', () => {
  it('changes where their lines meet', () => {
    // 100 + x against 40 + 4x: equal at x = 20.
    const [flat, steep] = [curveOf([[100, 1]], 50), curveOf([[40, 4]], 50)];
    expect(stretches(flat, steep, 0, 50)).toEqual([
      { from: 0, to: 20, faster: 'second' },
      { from: 20, to: 50, faster: 'first' },
    ]);
    expect(stretches(flat, steep, 0, 19)).toEqual([{ from: 0, to: 19, faster: 'second' }]);
    // 100 + x against 41 + 4x: at 59/3, the double that is nearest.
    const [crossing] = crossovers([flat, curveOf([[41, 4]], 50)].map(followed));
    expect(crossingsOf(crossing)).toEqual([59 / 3]);
  });

  it('is neither where they coincide, be it between kinks of one or of both', () => {
    const one = curveOf(
      [
        [10, 0],
        [0, 1],
        [-40, 3],
      ],
      60,
    );
    const other = curveOf(
      [
        [8, 0],
        [0, 1],
        [-100, 4],
      ],
      60,
    );
    // 10 against max(8, x) until 10; x for both until 20; then 3x − 40 against x, 4x − 100 from 33⅓, equal at 60.
    expect(stretches(one, other, 0, 60)).toEqual([
      { from: 0, to: 10, faster: 'second' },
      { from: 10, to: 20, faster: 'neither' },
      { from: 20, to: 60, faster: 'second' },
    ]);
    expect(stretches(one, one, 0, 60)).toEqual([{ from: 0, to: 60, faster: 'neither' }]);
  });

  it('is told from machines with different latencies by what is added to each', () => {
    // 100 + L from L = 30 on, 110 + L from L = 10 on, both + Δ: 130 + Δ, 120 + Δ.
    const [slow, quick] = [curveOf([[100, 1]], 9, 30), curveOf([[110, 1]], 9, 10)];
    expect(stretches(slow, quick, 0, 9)).toEqual([{ from: 0, to: 9, faster: 'second' }]);
  });

  it('is known without end where neither grows', () => {
    const [one, other] = [5, 7].map((c) => ({ ...curveOf([[c, 0]], 1), high: Number.POSITIVE_INFINITY }));
    const [{ stretches: list }] = crossovers([one, other].map(followed));
    expect(list).toEqual([{ from: 0, to: Number.POSITIVE_INFINITY, faster: 'first' }]);
  });

  it('is told of curves that are not convex: the least over several orders', () => {
    // 20 + 2x up to 20, then 50 + x/2; against 10 + 2x.
    const bent: LatencyCurve = {
      ...{ base: 0, low: 0, high: 80, scale: 1, exact: false },
      lines: [
        { c: 20, a: 2 },
        { c: 50, a: 0.5 },
      ],
      ends: [20],
    };
    const straight = curveOf([[10, 2]], 80);
    // Below it until 20, where 60 meets 50; 50 + x/2 = 10 + 2x at 80/3.
    expect(stretches(bent, straight, 0, 80)).toEqual([
      { from: 0, to: 80 / 3, faster: 'second' },
      { from: 80 / 3, to: 80, faster: 'first' },
    ]);
    expect([0, 20, 40].map((added) => runtimeWith(bent, added))).toEqual([20, 60, 70]);
    expect([30, 60, 80].map((limit) => addedWithin(bent, limit))).toEqual([5, 20, 60]);
    expect(addedWithin(bent, 1000)).toBe(80);
    // Of one that is convex the line that is there first ends it: 10 + x = 50 at 40, 2x − 10 = 50 at 30.
    const convex = curveOf(
      [
        [10, 1],
        [-10, 2],
      ],
      40,
    );
    expect(addedWithin(convex, 50)).toBe(30);
  });

  it('does not mistake rounding for a crossing', () => {
    const [c, a] = [0.1 + 0.2, 0.7];
    const one = { ...curveOf([[c * 1e6, a]], 50), exact: false };
    const other = { ...curveOf([[(c + 2 ** -54) * 1e6, a]], 50), exact: false };
    expect(stretches(one, other, 0, 50)).toEqual([{ from: 0, to: 50, faster: 'neither' }]);
  });

  it('equals brute force on random convex curves', () => {
    const line = fc.tuple(fc.integer({ min: -200, max: 200 }), fc.integer({ min: 0, max: 12 }));
    const lines = fc.array(line, { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(lines, lines, fc.integer({ min: 0, max: 9 }), (first, second, base) => {
        const high = 60;
        const [one, other] = [curveOf(first, high, base), curveOf(second, high, base)];
        const top = (list: typeof first, x: number): number =>
          Math.max(...list.map(([c, a]) => c + a * (base + x)));
        // Every place where anything can change: where two of all lines meet.
        const all = [...first, ...second];
        const places = all.flatMap(([c, a], i) =>
          all.slice(i + 1).flatMap(([d, b]) => (a === b ? [] : [(c - d) / (b - a) - base])),
        );
        const points = [0, high, ...places.filter((x) => x > 0 && x < high)].sort((a, b) => a - b);
        const list = stretches(one, other, 0, high);
        for (let i = 1; i < points.length; i++) {
          if (points[i] - points[i - 1] < 1e-9) continue;
          const middle = (points[i] + points[i - 1]) / 2;
          const difference = top(first, middle) - top(second, middle);
          const found = list.find(({ from, to }) => from <= middle && middle <= to);
          const expected = Math.abs(difference) < 1e-9 ? 'neither' : difference < 0 ? 'first' : 'second';
          expect(found?.faster).toBe(expected);
        }
        expect(list[0].from).toBe(0);
        expect(list.at(-1)?.to).toBe(high);
        for (let i = 1; i < list.length; i++) {
          expect(list[i].from).toBe(list[i - 1].to);
          expect(list[i].faster).not.toBe(list[i - 1].faster);
          // Both are equal where they change, to the last digits of a double.
          const gap = runtimeWith(one, list[i].from) - runtimeWith(other, list[i].from);
          expect(Math.abs(gap)).toBeLessThan(1e-11 * 1000);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('curves of programs', () => {
  const machine = logGPS({ L: 3000, o: 500, G: 0.018 });
  it('follow the order that is found at each latency, where who comes first depends on it', async () => {
    const flags = { pattern: 'alltoall', ranks: 6, bytes: '4KiB', compute: '3us', iterations: 2 };
    const serial = { ...machine, cpu: 'serial', nic: 'serial' } as const;
    const schedule = patternSchedule(flags, ['alltoall=linear']);
    const model = await Model.of(schedule, serial, { engine: 'sweep' });
    const curve = await latencyCurve(model, 0, 40_000);
    const whole = await exactCurve(model, 3000, 43_000);
    for (let added = 0; added <= 40_000; added += 500)
      expect(runtimeWith(curve, added)).toBeCloseTo(runtimeAt(whole, 3000 + added), 6);
    for (const limit of [1.05, 1.5].map((share) => share * runtimeWith(curve, 0))) {
      const added = addedWithin(curve, limit);
      expect(runtimeWith(curve, added)).toBeCloseTo(limit, 6);
    }
  });
});
