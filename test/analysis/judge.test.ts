import { describe, expect, it } from 'vitest';
import {
  pricesSharing,
  SUPPORTED,
  type Support,
  supportOf,
  supportWarning,
} from '../../src/analysis/collective-support.js';
import { crossingsOf } from '../../src/analysis/curve-crossovers.js';
import { Model } from '../../src/analysis/model.js';
import {
  bestOf,
  budgetTolerances,
  type Candidate,
  type Contender,
  combinations,
  idleAxes,
  judge,
  leastRuntime,
  namedCollectives,
  valuesOf,
  variantResult,
} from '../../src/analysis/rank-variants.js';
import { sensitivity } from '../../src/analysis/sensitivity.js';
import { collectiveAxis, namedAxis } from '../../src/cli/flags/collective-choices.js';
import { parseCollectiveSpec } from '../../src/collectives/choice.js';
import { logGPS, type Machine } from '../../src/machine/machine.js';
import { parseGoal } from '../../src/sources/goal/read-goal.js';
import { goalText } from '../goal.js';
import { twoClasses } from '../networks.js';
import { patternSchedule } from '../pattern-schedule.js';

/** A program of T = c + a·L: a messages one after the other, and a computation. */
function chain(c: number, a: number): string {
  const ops = Array.from({ length: a }, (_, i) => i);
  const rank = (own: number): string =>
    ops
      .map((i) =>
        i % 2 === own ? `m${i}: send 1b to ${1 - own} tag ${i}` : `m${i}: recv 1b from ${1 - own} tag ${i}`,
      )
      .join('\n');
  const after = ops
    .slice(1)
    .map((i) => `m${i} requires m${i - 1}`)
    .join('\n');
  return `num_ranks 2\nrank 0 {\nw: calc ${c}\n${rank(0)}\nm0 requires w\n${after}\n}\nrank 1 {\n${rank(1)}\n${after}\n}\n`;
}

async function candidate(c: number, a: number, L = 100, support: Support = SUPPORTED): Promise<Candidate> {
  const model = await Model.of(parseGoal(chain(c, a)), logGPS({ L, o: 0, G: 0 }), { engine: 'sweep' });
  return { result: await variantResult(model, [10, 50]), support };
}

const unpriced: Support = { supported: false, unpriced: ['bcast=linear'], reason: 'because' };

describe('a budget', () => {
  it('is that of the fastest: slowness bears nothing', async () => {
    // L = 100. T: 1000 + 2 L = 1200; 1080 + 1 L = 1180; 9000 + 1 L = 9100.
    const list = [await candidate(1000, 2), await candidate(1080, 1), await candidate(9000, 1)];
    const { budgets, best, tolerant } = judge(list);
    // 10 %: 1298. 1000 + 2 L ≤ 1298: L ≤ 149; 1080 + L ≤ 1298: L ≤ 218. 50 %: 1770: L ≤ 385, L ≤ 690.
    expect(budgets.map((one) => one.map(({ delta }) => delta))).toEqual([
      [49, 285],
      [118, 590],
      [null, null],
    ]);
    expect(budgets[2]).toEqual([
      { percent: 10, limit: 1298, delta: null, reason: 'over-budget' },
      { percent: 50, limit: 1770, delta: null, reason: 'over-budget' },
    ]);
    // By its own runtime the slowest would bear 910 more, and be called the most tolerant.
    expect(list[2].result.tolerance[0].delta).toBe(910);
    expect([best, tolerant]).toEqual([1, 1]);
  });

  it('may make a slower one the most tolerant, within it', async () => {
    // T: 900 + 2 L = 1100, 1050 + L = 1150. 10 %: 1210: L ≤ 155, L ≤ 160.
    const { budgets, best, tolerant, crossovers } = judge([
      await candidate(900, 2),
      await candidate(1050, 1),
    ]);
    expect(budgets.map(([{ delta }]) => delta)).toEqual([55, 60]);
    expect([best, tolerant]).toEqual([0, 1]);
    // 900 + 2 L = 1050 + L at L = 150; followed until one has doubled: 900 + 2 L = 2200 at 650, 2300 at 1250.
    expect(crossovers).toHaveLength(1);
    expect(crossingsOf(crossovers[0])).toEqual([50]);
    expect([crossovers[0].low, crossovers[0].high]).toEqual([0, 550]);
  });

  it('calls none of several the fastest, or the most tolerant, that do the same', async () => {
    // T: 1000 + 2 L = 1200, 1100 + L = 1200, and the first once more. 10 %: 1320: L ≤ 160, L ≤ 220.
    const list = [await candidate(1000, 2), await candidate(1100, 1), await candidate(1000, 2)];
    const { alike, best, tolerant } = judge(list);
    expect(alike).toEqual({ runtime: [0, 1, 2], tolerance: [1] });
    expect([best, tolerant]).toEqual([1, 1]);
    expect(judge([list[0], list[2]]).alike).toEqual({ runtime: [0, 1], tolerance: [0, 1] });
    const { alike: priced } = judge([list[0], await candidate(1000, 2, 100, unpriced)]);
    expect(priced).toEqual({ runtime: [0], tolerance: [0] });
    expect(judge([await candidate(1000, 2, 100, unpriced)]).alike).toEqual({ runtime: [], tolerance: [] });
  });

  it('counts what is added to each machine of its own', async () => {
    // 1000 + L at L = 100, 1000 + L at L = 40: 1100 and 1040. 10 %: 1144, that is 44 and 104 more.
    const { budgets } = judge([await candidate(1000, 1, 100), await candidate(1000, 1, 40)]);
    expect(budgets.map(([{ delta }]) => delta)).toEqual([44, 104]);
  });

  it('is not set by what cannot be priced, nor borne by it', async () => {
    const quick = await candidate(10, 1, 100, unpriced);
    const { budgets, best, tolerant, crossovers } = judge([quick, await candidate(1000, 1)]);
    expect(budgets[0][0]).toEqual({
      percent: 10,
      limit: expect.closeTo(1210),
      delta: null,
      reason: 'unsupported',
    });
    expect(budgets[1][0].delta).toBeCloseTo(110, 9);
    expect([best, tolerant]).toEqual([1, 1]);
    expect(crossovers).toEqual([]);
    expect(judge([quick])).toMatchObject({ best: -1, tolerant: -1 });
    expect(judge([quick]).budgets[0][0]).toEqual({
      percent: 10,
      limit: null,
      delta: null,
      reason: 'unsupported',
    });
  });

  it('has no end where no message is on the path', () => {
    const flat = {
      base: 0,
      low: 0,
      high: Number.POSITIVE_INFINITY,
      scale: 1,
      exact: true,
      lines: [{ c: 5, a: 0 }],
      ends: null,
    };
    const own = [{ percent: 1, value: Number.POSITIVE_INFINITY, delta: Number.POSITIVE_INFINITY }];
    const one: Contender = { runtime: 5, tolerance: own, curve: flat, supported: true };
    expect(budgetTolerances([one])[0][0].delta).toBe(Number.POSITIVE_INFINITY);
    expect(leastRuntime([])).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('combinations', () => {
  const axes = [
    collectiveAxis('allreduce=ring,rabenseifner'),
    collectiveAxis('bcast=chain'),
    namedAxis('map-by', 'core,node'),
  ];

  it('are all of them, the last axis fastest, named by what varies', () => {
    expect(combinations(axes).map(({ name }) => name)).toEqual([
      'allreduce=ring map-by=core',
      'allreduce=ring map-by=node',
      'allreduce=rabenseifner map-by=core',
      'allreduce=rabenseifner map-by=node',
    ]);
    const [first] = combinations(axes);
    expect(valuesOf(axes, first, 'collective')).toEqual(['allreduce=ring', 'bcast=chain']);
    expect(valuesOf(axes, first, 'machine')).toEqual([]);
  });

  it('name collectives, unless a choice is for all of them', () => {
    expect(namedCollectives(axes)).toEqual(['allreduce', 'bcast']);
    expect(namedCollectives([namedAxis('map-by', 'core,node')])).toEqual([]);
    expect(namedCollectives([collectiveAxis('auto,default')])).toBeNull();
  });

  it('of single values have the names of all', () => {
    expect(combinations([collectiveAxis('bcast=chain')]).map(({ name }) => name)).toEqual(['bcast=chain']);
  });

  it('tell along which axis nothing changes', () => {
    // Answers of the four above: the mapping changes nothing, then the algorithm, then both do.
    expect(idleAxes(axes, ['1', '1', '2', '2']).map(({ name }) => name)).toEqual(['map-by']);
    expect(idleAxes(axes, ['1', '2', '1', '2']).map(({ name }) => name)).toEqual(['allreduce']);
    expect(idleAxes(axes, ['1', '2', '2', '1'])).toEqual([]);
  });
});

/** Two classes: `near` (100 ns) between ranks of one pair 2i, 2i + 1, else `far` (1000 ns). */
const nearPairs = twoClasses({ latencies: [100, 1000], routeOf: (a, b) => (a >> 1 === b >> 1 ? 0 : 1) });
const machine: Machine = { ...logGPS({ L: 0, o: 0, G: 0 }), network: nearPairs };

/** Rank 0 computes 900 and sends near to 1, 0 computes nothing and sends far to 2; each ends on its own. */
const goal = goalText(
  'a: calc 950\nn: send 1b to 1\nn requires a\nf: send 1b to 2',
  'r: recv 1b from 0',
  'r: recv 1b from 0',
);

describe('a variant', () => {
  for (const engine of ['sweep', 'highs'] as const)
    it(`has a tolerance for each class, and the class that ends it (${engine})`, async () => {
      const model = await Model.of(parseGoal(goal), machine, { engine });
      const result = await variantResult(model, [10, 20]);
      // T = max(950 + near, far) = 1050. At 10 %: 1155 = 950 + near → near ≤ 205; far ≤ 1155, at 20 %: 310 and 1260.
      expect(result.runtime).toBe(1050);
      const [near, far] = result.classes ?? [];
      expect([near.lambda, far.lambda]).toEqual([1, 0]);
      expect(near.tolerance.map(({ delta }) => delta)).toEqual([105, 210]);
      expect(far.tolerance.map(({ delta }) => delta)).toEqual([155, 260]);
      expect(result.limitingClass).toBe('near');
    });

  it('has none on a machine with one class', async () => {
    const model = await Model.of(parseGoal(goal), logGPS({ L: 100, o: 0, G: 0 }));
    expect(await variantResult(model, [1])).toMatchObject({ classes: null, limitingClass: null });
  });
});

describe('the best', () => {
  it('has the least runtime, or the largest tolerance; the other figure decides ties, then the order', () => {
    const scores = [
      { runtime: 2, tolerance: 9 },
      { runtime: 1, tolerance: 3 },
      { runtime: 1, tolerance: 4 },
      { runtime: 1, tolerance: 4 },
      { runtime: 3, tolerance: 9 },
    ];
    expect(bestOf('runtime', scores)).toBe(2);
    expect(bestOf('tolerance', scores)).toBe(0);
    expect(bestOf('runtime', [])).toBe(-1);
    // With fewer that cannot be priced a variant is better, whatever it takes.
    expect(bestOf('runtime', [{ unpriced: 1, runtime: 1, tolerance: 9 }, ...scores.slice(0, 1)])).toBe(1);
  });
});

describe('ring against recursive doubling', () => {
  it('the ring is more sensitive to latency, and grows so with the ranks', async () => {
    const testbed = logGPS({ L: 3000, o: 5000, G: 0.018 });
    let before = 0;
    for (const ranks of [8, 32, 64]) {
      const lambda = async (algorithm: string): Promise<number> => {
        const flags = { pattern: 'allreduce', ranks, bytes: '8KiB', compute: '100us', iterations: 1 };
        const schedule = patternSchedule(flags, [`allreduce=${algorithm}`]);
        return (await sensitivity(await Model.of(schedule, testbed, { engine: 'sweep' }))).lambda.L;
      };
      const [ring, doubling] = [await lambda('ring'), await lambda('recursive-doubling')];
      // Reduce-scatter and allgather round the ring: 2 (p − 1) steps; doubling: log2 p.
      expect(ring).toBe(2 * (ranks - 1));
      expect(doubling).toBe(Math.log2(ranks));
      expect(ring / doubling).toBeGreaterThan(before);
      before = ring / doubling;
    }
  });
});

const plain = logGPS({ L: 1000, o: 100, G: 0.1 });
const ordered = { ...plain, cpu: 'ordered', nic: 'ordered' } as const;
const bcast = { collective: 'bcast', ranks: 8, bytes: 1024 } as const;
const of = (machine: typeof plain, text: string, use: Parameters<typeof supportOf>[1][number] = bcast) =>
  supportOf(machine, [use], [parseCollectiveSpec(text)]);

describe('what the model can price', () => {
  it('is everything where CPU and NIC are shared', () => {
    expect([plain, { ...plain, nic: 'serial' as const }, ordered].map(pricesSharing)).toEqual([
      false,
      false,
      true,
    ]);
    expect(of(ordered, 'bcast=linear')).toEqual({ supported: true, unpriced: [], reason: null });
  });

  it('is in the plain model what a rank does step by step', () => {
    expect(of(plain, 'bcast=chain').supported).toBe(true);
    for (const name of ['linear', 'binomial', 'binary', 'knomial']) {
      const { supported, unpriced, reason } = of(plain, `bcast=${name}`);
      expect([supported, unpriced]).toEqual([false, [`bcast=${name}`]]);
      expect(reason).toContain(`bcast=${name} sends or receives several messages of a rank at once`);
    }
    // Two ranks have nothing to do at once.
    expect(of(plain, 'bcast=linear', { ...bcast, ranks: 2 }).supported).toBe(true);
  });

  it('is asked of the algorithm that a size and a number of ranks get', () => {
    const large = { ...bcast, bytes: 1 << 20 };
    expect(of(plain, 'bcast=linear@64KiB..', bcast).unpriced).toEqual(['bcast=binomial']);
    expect(of(plain, 'bcast=linear@64KiB..', large).unpriced).toEqual(['bcast=linear']);
    expect(of(plain, 'bcast=chain', { ...bcast, collective: 'reduce' }).unpriced).toEqual([
      'reduce=binomial',
    ]);
  });

  it('is told once, with what follows from it', () => {
    const [linear, chain] = [of(plain, 'bcast=linear'), of(plain, 'bcast=chain')];
    expect(supportWarning([chain])).toBeNull();
    expect(supportWarning([linear, chain])?.message).toMatch(/^bcast=linear sends .* not marked best$/);
    expect(supportWarning([linear])?.message).toMatch(/no variant is marked best$/);
  });
});
