import { createReadStream } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createGunzip } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  collectiveFlags,
  collectiveSizes,
  sizeText,
  type TuneAnswer,
  type TuneChoice,
  tune,
  tuneChoices,
} from '../../src/analysis/tuning.js';
import { chooseAlgorithm, openMpiChoice, parseCollectiveSpec } from '../../src/collectives/choice.js';
import { COLLECTIVES } from '../../src/collectives/collective-algorithm.js';
import { mpichChoice } from '../../src/collectives/mpich.js';
import { isOffered } from '../../src/collectives/openmpi-rules.js';
import { readTraces } from '../../src/sources/liballprof/read-liballprof.js';
import { collectiveCalls } from '../../src/sources/mpi/trace-program.js';
import type { CollectiveSize } from '../../src/sources/program.js';

const size = (collective: CollectiveSize['collective'], bytes: number, calls = 1): CollectiveSize => ({
  collective,
  bytes,
  calls,
  ranks: 8,
});

describe('equals', () => {
  const answersOf =
    (runtimes: Readonly<Record<string, number>>) =>
    async (list: readonly (readonly string[])[]): Promise<TuneAnswer[]> =>
      list.map(([flag]) => ({ runtime: runtimes[flag ?? 'default'] ?? 500, within: () => 7 }));
  const found = async (candidates: readonly string[], runtimes: Readonly<Record<string, number>>) => {
    const choice = { ...tuneChoices([size('allreduce', 8)], 1)[0], candidates };
    const options = { most: 99, percent: 1, references: [[]], evaluate: answersOf(runtimes) };
    return (await tune([choice], options)).found;
  };
  const flagsFound = async (...query: Parameters<typeof found>) =>
    (await found(...query)).map(({ flags }) => flags);

  it('go to what is there already: nothing is changed for nothing', async () => {
    const runtimes = { default: 100, 'allreduce=ring': 100, 'allreduce=linear': 100 + 1e-9 };
    expect(await flagsFound(['ring', 'linear'], runtimes)).toEqual([[], []]);
  });

  it('that differ by rounding alone go to the first, which a library has', async () => {
    const choices = tuneChoices([size('allreduce', 8)], 1)[0].candidates;
    expect(choices.indexOf('rabenseifner')).toBeLessThan(choices.indexOf('dissemination'));
    const runtimes = {
      default: 200,
      'allreduce=rabenseifner': 100,
      'allreduce=dissemination': 100 - 1e-10,
    };
    expect(await flagsFound(choices, runtimes)).toEqual([
      ['allreduce=rabenseifner'],
      ['allreduce=rabenseifner'],
    ]);
  });

  it('are told, but for what is chosen without a word', async () => {
    const others = { 'allreduce=linear': 100 + 1e-9, 'allreduce=dissemination': 101 };
    const candidates = ['ring', 'linear', 'dissemination'];
    const tiesOf = async (runtimes: Readonly<Record<string, number>>) =>
      (await found(candidates, runtimes)).map(({ ties }) => ties.map(({ flags }) => flags));
    const linear = [['allreduce=linear']];
    // The default is `ring`, or something else and slower.
    expect(await tiesOf({ ...others, default: 100, 'allreduce=ring': 100 })).toEqual([linear, linear]);
    expect(await tiesOf({ ...others, default: 200, 'allreduce=ring': 100 })).toEqual([linear, linear]);
    expect(await tiesOf({ ...others, default: 200, 'allreduce=ring': 90 })).toEqual([[], []]);
  });

  it.each([
    ['allreduce', 'recursive-doubling', true],
    ['allreduce', 'dissemination', false],
    ['allgather', 'linear', false],
    ['bcast', 'linear', true],
    ['barrier', 'dissemination', true],
    ['reduce_scatter', 'pairwise', true],
  ] as const)('of %s: a library has %s is %s', (collective, name, offered) => {
    expect(isOffered(collective, name)).toBe(offered);
  });

  it('all that MPICH and Open MPI choose is known to be theirs', () => {
    // For two ranks Open MPI has algorithms of their own.
    for (const collective of COLLECTIVES)
      for (const ranks of [2, 3, 4, 8, 33, 1000])
        for (const bytes of [0, 1, 300, 3000, 40_000, 1e6])
          for (const choose of [mpichChoice, openMpiChoice])
            if (ranks > 2)
              expect(isOffered(collective, choose(collective, ranks, bytes).algorithm.name)).toBe(true);
  });
});

describe('choices', () => {
  it('cut the sizes that occur at their widest gaps', () => {
    const sizes = [8, 16, 24, 4096, 8192, 2 ** 20].map((bytes) => size('bcast', bytes, 2));
    const bounds = (classes: number) =>
      tuneChoices(sizes, classes).map(({ from, to, least, most, calls }) => [from, to, least, most, calls]);
    // Ratios: 2, 1.5, 170.7, 2, 128.
    expect(bounds(3)).toEqual([
      [0, 4096, 8, 24, 6],
      [4096, 2 ** 20, 4096, 8192, 4],
      [2 ** 20, Number.POSITIVE_INFINITY, 2 ** 20, 2 ** 20, 2],
    ]);
    expect(bounds(2).map(([from]) => from)).toEqual([0, 4096]);
    expect(bounds(9)).toEqual(bounds(3));
    expect(bounds(1)).toEqual([[0, Number.POSITIVE_INFINITY, 8, 2 ** 20, 12]]);
  });

  it('offer every algorithm, the default first, segments only where they divide the message', () => {
    const [small] = tuneChoices([size('bcast', 1024)], 3);
    const [large] = tuneChoices([size('bcast', 2 ** 20)], 3);
    expect(small.candidates[0]).toBe('binomial');
    expect(small.candidates.filter((text) => text.includes('segment'))).toEqual([]);
    expect(large.candidates).toContain('chain:fanout=4:segment=64KiB');
    expect(tuneChoices([size('allgather', 8)], 3)[0].candidates).toContain('dissemination');
    for (const { candidates, collective } of [small, large])
      for (const text of candidates) expect(() => parseCollectiveSpec(`${collective}=${text}`)).not.toThrow();
  });

  it('become flags that choose just that for every size, neighbours with one algorithm as one', () => {
    const sizes = [8, 4096, 2 ** 20].map((bytes) => size('reduce', bytes));
    const choices = tuneChoices([...sizes, size('barrier', 1)], 3);
    expect(collectiveFlags(choices, [0, 0, 0, 1])).toEqual(['reduce=binomial', 'barrier=linear']);
    fc.assert(
      fc.property(fc.tuple(fc.nat(6), fc.nat(6), fc.nat(6)), (point) => {
        const specs = collectiveFlags(choices, [...point, 0]).map((text) => parseCollectiveSpec(text));
        sizes.forEach(({ bytes }, i) => {
          const wanted = parseCollectiveSpec(`reduce=${choices[i].candidates[point[i]]}`);
          const chosen = chooseAlgorithm(specs, 'reduce', 8, bytes);
          expect(chosen.algorithm).toBe(wanted.algorithm);
          expect(chosen.options).toMatchObject(wanted.options);
        });
      }),
    );
  });

  it('write sizes exactly', () => {
    expect([0, 1, 1000, 1024, 1536, 2 ** 20].map(sizeText)).toEqual([
      '0B',
      '1B',
      '1000B',
      '1KiB',
      '1536B',
      '1MiB',
    ]);
  });
});

/** Choices with made-up candidates a0, a1 …; the search sees only their flags. */
const madeUp = (counts: readonly number[]): TuneChoice[] =>
  counts.map((count, i) => ({
    collective: i % 2 === 0 ? 'bcast' : 'reduce',
    from: i,
    to: i + 1,
    least: i,
    most: i,
    calls: 1,
    candidates: Array.from({ length: count }, (_, c) => `a${c}`),
  }));

/** The candidates' numbers out of the flags, when no two neighbours are one flag. */
const pointOf = (flags: readonly string[]): number[] =>
  flags.map((flag) => Number(/=a(\d+)/.exec(flag)?.[1]));

describe('the search', () => {
  it('finds the optimum where choices do not interact, and evaluates nothing twice', async () => {
    const cost = [
      [5, 3, 4],
      [1, 2, 0],
    ];
    const query: string[] = [];
    const evaluate = async (list: readonly (readonly string[])[]): Promise<TuneAnswer[]> =>
      list.map((flags) => {
        query.push(flags.join(' '));
        const [a, b] = pointOf(flags);
        return { runtime: cost[0][a] + cost[1][b], within: () => a + b };
      });
    // 34 % over the least runtime, 3, is 4.02: [2, 2] takes 4 and is within, [0, 2] takes 5 and is not.
    const options = { most: 100, percent: 34, evaluate };
    const { found, tried, combinations } = await tune(madeUp([3, 3]), options);
    expect(combinations).toBe(9);
    expect(found.map(({ objective, flags, score }) => [objective, pointOf(flags), score])).toEqual([
      ['runtime', [1, 2], { unpriced: 0, runtime: 3, tolerance: 3 }],
      ['tolerance', [2, 2], { unpriced: 0, runtime: 4, tolerance: 4 }],
    ]);
    expect(found.every(({ complete }) => complete)).toBe(true);
    expect(new Set(query).size).toBe(query.length);
    expect(tried.map(({ flags }) => flags.join(' '))).toEqual(query);
  });

  it('ends where no single change is better, at the best of all that was tried', async () => {
    const numbers = fc.array(fc.nat(50), { minLength: 18, maxLength: 18 });
    await fc.assert(
      fc.asyncProperty(numbers, numbers, async (runtimes, tolerances) => {
        const counts = [3, 2, 3];
        const indexOf = ([a, b, c]: readonly number[]): number => (a * counts[1] + b) * counts[2] + c;
        const evaluate = async (list: readonly (readonly string[])[]): Promise<TuneAnswer[]> =>
          list.map((flags) => {
            const index = indexOf(pointOf(flags));
            return { runtime: runtimes[index], within: () => tolerances[index] };
          });
        const { found, tried } = await tune(madeUp(counts), { most: 1000, percent: 50, evaluate });
        const limit = 1.5 * Math.min(...tried.map(({ score }) => score.runtime));
        const scoreAt = (point: readonly number[]): { runtime: number; tolerance: number } => {
          const runtime = runtimes[indexOf(point)];
          const tolerance = runtime <= limit ? tolerances[indexOf(point)] : Number.NEGATIVE_INFINITY;
          return { runtime, tolerance };
        };
        const [runtime, tolerance] = found.map(({ flags }) => pointOf(flags));
        const all = tried.map(({ score }) => score);
        expect(scoreAt(runtime).runtime).toBe(Math.min(...all.map((one) => one.runtime)));
        expect(scoreAt(tolerance).tolerance).toBe(Math.max(...all.map((one) => one.tolerance)));
        counts.forEach((count, i) => {
          for (let c = 0; c < count; c++) {
            expect(scoreAt(runtime.with(i, c)).runtime).toBeGreaterThanOrEqual(scoreAt(runtime).runtime);
            expect(scoreAt(tolerance.with(i, c)).tolerance).toBeLessThanOrEqual(scoreAt(tolerance).tolerance);
          }
        });
      }),
    );
  });

  it('stops when its evaluations are used up, and says so', async () => {
    const evaluate = async (list: readonly (readonly string[])[]): Promise<TuneAnswer[]> =>
      list.map((flags) => ({ runtime: 9 - pointOf(flags)[0], within: () => 0 }));
    const { found, tried } = await tune(madeUp([4, 4]), { most: 5, percent: 1, evaluate });
    expect(tried.length).toBeLessThanOrEqual(5);
    expect(found[0]).toMatchObject({ complete: false, score: { runtime: 6 } });
  });

  it('does not call slowness tolerance: what is over the budget of the fastest bears nothing', async () => {
    // a1 takes ten times as long as a0 and would bear ten times as much until it is 1 % slower than itself.
    const evaluate = async (list: readonly (readonly string[])[]): Promise<TuneAnswer[]> =>
      list.map((flags) => {
        const runtime = 100 * 10 ** pointOf(flags)[0];
        return { runtime, within: (limit) => limit - runtime };
      });
    const { found, tried } = await tune(madeUp([2]), { most: 9, percent: 1, evaluate });
    expect(found.map(({ flags }) => pointOf(flags))).toEqual([[0], [0]]);
    expect(found[1].score.tolerance).toBeCloseTo(1, 9);
    expect(tried[1].score.tolerance).toBe(Number.NEGATIVE_INFINITY);
  });

  it('recommends nothing worse than what it is held against', async () => {
    const evaluate = async (list: readonly (readonly string[])[]): Promise<TuneAnswer[]> =>
      list.map((flags) =>
        flags.length === 0
          ? { runtime: 5, within: () => 2 }
          : { runtime: 7 + pointOf(flags)[0], within: () => 9 },
      );
    const options = { most: 9, percent: 10, references: [[]], evaluate };
    const { found, references } = await tune(madeUp([2]), options);
    expect(references).toEqual([{ flags: [], score: { unpriced: 0, runtime: 5, tolerance: 2 } }]);
    expect(found.map(({ flags }) => flags)).toEqual([[], []]);
  });

  it('prefers what the model can price, and lets nothing else set the budget', async () => {
    // a0 of both cannot be priced and seem quick: [1, 1] alone counts.
    const evaluate = async (list: readonly (readonly string[])[]): Promise<TuneAnswer[]> =>
      list.map((flags) => {
        const [a, b] = pointOf(flags);
        return { unpriced: 2 - a - b, runtime: 10 * (1 + a + b), within: () => 4 };
      });
    const { found, tried } = await tune(madeUp([2, 2]), { most: 9, percent: 1, evaluate });
    expect(found.map(({ flags }) => pointOf(flags))).toEqual([
      [1, 1],
      [1, 1],
    ]);
    expect(found[1].score).toEqual({ unpriced: 0, runtime: 30, tolerance: 4 });
    // Less than the budget, but no rival.
    expect(tried[0].score).toMatchObject({ unpriced: 2, runtime: 10 });
  });
});

describe('collectives of traces', () => {
  it('are counted once per call with the size by which algorithms are chosen', async () => {
    const files = [0, 1, 2, 3].map((rank) => {
      const source = fileURLToPath(
        new URL(`../../traces/mixed-4/pmpi-trace-rank-${rank}.txt.gz`, import.meta.url),
      );
      return { source, rank, chunks: createReadStream(source).pipe(createGunzip()) };
    });
    const sizes = collectiveSizes(collectiveCalls(await readTraces(files), {}));
    const names = ['allgather', 'allreduce', 'alltoall', 'barrier', 'bcast', 'reduce'];
    expect(sizes).toEqual(
      names.map((collective) => ({
        collective,
        bytes: collective === 'barrier' ? 1 : 512,
        calls: 10,
        ranks: 4,
      })),
    );
  });
});
