/** Samples against what probability theory says of simple programs. Bounds are five standard errors: seeds are fixed. */
import { describe, expect, it } from 'vitest';
import { gammaDistribution, lognormal } from '../../src/analysis/distributions.js';
import { buildGraph } from '../../src/graph/execution-graph.js';
import { logGPS, type Machine } from '../../src/machine/machine.js';
import { periodic } from '../../src/noise/detours.js';
import type { Noise } from '../../src/noise/noise-model.js';
import { type NoiseQuestion, noiseAnswer } from '../../src/noise/noise-runs.js';
import { samplerBy, samplerOf } from '../../src/noise/sampling.js';
import { ScheduleBuilder } from '../../src/schedule/builder.js';
import type { Schedule } from '../../src/schedule/schedule.js';
import { latencyAxis } from '../../src/timing/axis.js';
import { Replay } from '../../src/timing/replay.js';
import { atOnce, numbers } from '../goal.js';
import { sampleModel } from '../report/samples.js';

const quiet: Noise = { jitter: new Map(), computation: null, detours: null, delays: [] };
const exponential = (mean: number) => samplerBy((p) => -mean * Math.log1p(-p), mean, mean);
const machine = logGPS({ L: 1000, o: 0, G: 0 });

function ask(schedule: Schedule, noise: Noise, more: Partial<NoiseQuestion> = {}, on: Machine = machine) {
  return noiseAnswer(buildGraph(schedule, on), on, {
    noise,
    samples: 4096,
    seed: 1,
    axis: latencyAxis(on),
    at: [],
    percents: [],
    share: 0.95,
    followed: 0,
    names: () => [],
    ...more,
  });
}

/** Each of `n` ranks sends a message to the last one, which waits for all. */
const barrier = (n: number): Schedule =>
  atOnce(
    n + 1,
    1,
    numbers(n).map((rank) => [rank, n]),
  );

/** Two ranks that pass one message to and fro, `hops` times. */
function chain(hops: number): Schedule {
  const builder = new ScheduleBuilder(2);
  for (let rank = 0; rank < 2; rank++) {
    builder.beginRank(rank);
    for (let hop = 0; hop < hops; hop++) {
      if (hop % 2 === rank) builder.send(1, 1 - rank, 0);
      else builder.recv(1, 1 - rank, 0);
      if (hop > 0) builder.requires(hop, hop - 1);
    }
  }
  return builder.finish();
}

describe('the latest of n exponential latencies', () => {
  // E max = μ (1 + 1/2 + … + 1/n), Var max = μ² (1 + 1/4 + … + 1/n²).
  it.each([1, 2, 5, 33])('of %d comes after H_n times the mean', (n) => {
    const harmonic = Array.from({ length: n }, (_, i) => 1 / (i + 1)).reduce((a, b) => a + b, 0);
    const squares = Array.from({ length: n }, (_, i) => 1 / (i + 1) ** 2).reduce((a, b) => a + b, 0);
    const { summary, amplification } = ask(barrier(n), {
      ...quiet,
      jitter: new Map([['L', exponential(700)]]),
    });
    expect(Math.abs(summary.mean - 1000 - 700 * harmonic)).toBeLessThan(5 * summary.standardError);
    expect(Math.abs(summary.sd / (700 * Math.sqrt(squares)) - 1)).toBeLessThan(0.1);
    // What is expected on the path without noise is one mean: all others come on top.
    expect(amplification).toBeCloseTo((summary.mean - 1000) / 700, 9);
  });
});

describe('latencies one after the other', () => {
  it('add up: mean, variance and quantiles of Erlang', () => {
    const { summary, amplification, absorption } = ask(chain(50), {
      ...quiet,
      jitter: new Map([['L', exponential(100)]]),
    });
    expect(Math.abs(summary.mean - 50_000 - 5000)).toBeLessThan(5 * summary.standardError);
    expect(Math.abs(summary.sd / (100 * Math.sqrt(50)) - 1)).toBeLessThan(0.06);
    // SciPy 1.17.1, gamma.ppf([.05, .5, .95], 50, scale=100).
    for (const [share, value] of [
      [0.05, 3896.473],
      [0.5, 4966.706],
      [0.95, 6217.106],
    ]) {
      const found = summary.quantiles.find((one) => one.share === share);
      expect(found?.low).toBeLessThan(50_000 + value);
      expect(found?.high).toBeGreaterThan(50_000 + value);
    }
    expect(amplification).toBeCloseTo(1, 1);
    // Either rank receives half of it.
    expect(absorption).toBeCloseTo(-1, 1);
  });
});

describe('a program with noise', () => {
  const names = ['halo3d-4', 'ring-4'] as const;
  const jitter = new Map([['L', samplerOf(gammaDistribution(0.5, 2000))]]);

  it.each(names)('takes at least as long on average as with the mean of its noise: %s', async (name) => {
    const { graph, machine: on } = await sampleModel(name);
    const { summary, runtime } = ask(graph.schedule, { ...quiet, jitter }, { samples: 256 }, on);
    const later = { ...on, network: { ...on.network, latencies: [{ name: 'L', latencyNs: 4000 }] } };
    const mean = new Replay(graph, later).runtime;
    expect(summary.mean).toBeGreaterThan(mean - 5 * summary.standardError);
    expect(runtime).toBe(new Replay(graph, on).runtime);
  });

  it('is hit the less often by a detour the shorter it computes', () => {
    // 100 of every 1,000 ns from a random moment on: a computation of 50 ns meets one that begins in its 50 ns, and waits
    // for the rest of one that is on: (50 · 100 + 100 · 50) / 1000 ns.
    const builder = new ScheduleBuilder(1);
    builder.beginRank(0);
    builder.calc(50);
    const { summary } = ask(builder.finish(), {
      ...quiet,
      detours: { list: periodic(1000, 100), together: false },
    });
    expect(Math.abs(summary.mean - 60)).toBeLessThan(5 * summary.standardError);
  });

  it('is late together where detours are', () => {
    const builder = new ScheduleBuilder(8);
    for (let rank = 0; rank < 8; rank++) {
      builder.beginRank(rank);
      builder.calc(50);
    }
    const mean = (together: boolean): number =>
      ask(builder.finish(), { ...quiet, detours: { list: periodic(1000, 100), together } }).summary.mean;
    expect(Math.abs(mean(true) - 60)).toBeLessThan(2.5);
    expect(mean(false)).toBeGreaterThan(85);
  });

  it('varies by as much as its computations do', () => {
    const builder = new ScheduleBuilder(1);
    builder.beginRank(0);
    for (let op = 0; op < 100; op++) {
      builder.calc(1000);
      if (op > 0) builder.requires(op, op - 1);
    }
    const variance = Math.log1p(0.05 ** 2);
    const computation = samplerOf(lognormal(Math.exp(-variance / 2), Math.sqrt(variance)));
    const { summary, expected } = ask(builder.finish(), { ...quiet, computation });
    expect(Math.abs(summary.mean - 100_000)).toBeLessThan(5 * summary.standardError);
    expect(Math.abs(summary.sd / (1000 * 0.05 * 10) - 1)).toBeLessThan(0.06);
    expect(expected.onPath).toBe(0);
  });
});

describe('what is borne', () => {
  it('is where the quantile of the largest of a sum meets its limit', () => {
    // P95 of an Erlang of 50 grows as the factor does: 0.1 · 50,000 = factor · 6217.106 (SciPy).
    const { tolerances } = ask(
      chain(50),
      { ...quiet, jitter: new Map([['L', exponential(100)]]) },
      { percents: [10, 100] },
    );
    expect(tolerances[0].factor).toBeCloseTo(5000 / 6217.106, 1);
    // 50 latencies may grow together by what the quantile leaves: at 100 % 50,000 − 6,217.
    expect(tolerances[0].growth).toBeNull();
    expect(Math.abs((tolerances[1].growth ?? 0) - (50_000 - 6217.106) / 50)).toBeLessThan(5);
    expect(Math.abs(tolerances[1].quietGrowth - 1000)).toBeLessThan(0.2);
  });

  it('is that of the plain program without noise, also where a rank is late', () => {
    // 50 latencies of 1000; 50 % are 25,000 = 50 · 500, of which a rank that is late by 20,000 leaves 50 · 100.
    const late: Noise = { ...quiet, delays: [{ rank: 0, ns: 20_000, share: 0 }] };
    const { runtime, delayed, tolerances, points } = ask(chain(50), late, {
      percents: [50],
      at: [1000, 1500],
    });
    expect([runtime, delayed]).toEqual([50_000, 70_000]);
    const [{ growth, quietGrowth }] = tolerances;
    expect([growth ?? 0, quietGrowth].map(Math.round)).toEqual([100, 500]);
    expect(points.map((point) => [point.runtime, point.summary.mean])).toEqual([
      [50_000, 70_000],
      [75_000, 95_000],
    ]);
  });

  it('is any noise where none is on a long path', () => {
    const builder = new ScheduleBuilder(1);
    builder.beginRank(0);
    builder.calc(1000);
    const { tolerances } = ask(
      builder.finish(),
      { ...quiet, jitter: new Map([['L', exponential(100)]]) },
      { percents: [1], samples: 64 },
    );
    expect(tolerances).toEqual([{ percent: 1, factor: Infinity, growth: Infinity, quietGrowth: Infinity }]);
  });
});

describe('criticality', () => {
  it('is even among ranks that are alike, and theirs who are late', () => {
    const noise = { ...quiet, jitter: new Map([['L', exponential(700)]]) };
    const { criticality } = ask(barrier(4), noise, { followed: 2000 });
    expect(criticality.runs).toBe(2000);
    expect(criticality.pairs.map(({ name }) => name).sort()).toEqual([
      '0 to 4',
      '1 to 4',
      '2 to 4',
      '3 to 4',
    ]);
    for (const { share } of criticality.pairs) expect(Math.abs(share - 0.25)).toBeLessThan(0.05);
    // Rank 0 begins 700 ns later: P(700 + X0 > the largest of three) = E (1 − e^(−1 − x))³ = 1 − 3/(2e) + 3/(3e²) − 1/(4e³).
    const late = ask(barrier(4), { ...noise, delays: [{ rank: 0, ns: 700, share: 0 }] }, { followed: 2000 });
    const own = late.criticality.pairs.find(({ name }) => name === '0 to 4')?.share ?? 0;
    expect(Math.abs(own - (1 - 3 / (2 * Math.E) + 1 / Math.E ** 2 - 1 / (4 * Math.E ** 3)))).toBeLessThan(
      0.055,
    );
  });
});
