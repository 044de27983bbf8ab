/**
 * Every kind of picture as a committed SVG: gallery and regression test in one. `npm run write -- pictures` writes them anew;
 * look at them before committing. A warning of the plotting library fails.
 */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { crossoverMap } from '../../src/analysis/algorithm-crossovers.js';
import { SUPPORTED } from '../../src/analysis/collective-support.js';
import { gammaDistribution } from '../../src/analysis/distributions.js';
import { drawnGraph } from '../../src/analysis/drawn-graph.js';
import { exactCurve } from '../../src/analysis/exact-curve.js';
import { Model } from '../../src/analysis/model.js';
import { type Curve, runtimeAt } from '../../src/analysis/piecewise.js';
import { pairwise } from '../../src/analysis/rank-pairs.js';
import { type Follow, judge, variantResult } from '../../src/analysis/rank-variants.js';
import { FINE_QUANTILES, runtimeDistribution } from '../../src/analysis/runtime-distribution.js';
import { tolerance } from '../../src/analysis/sensitivity.js';
import { frontier } from '../../src/analysis/tolerance-frontier.js';
import { parseDistribution } from '../../src/cli/flags/parameter-values.js';
import { parseCollectiveSpec } from '../../src/collectives/choice.js';
import { algorithmsOf } from '../../src/collectives/registry.js';
import { logGPS, type Machine } from '../../src/machine/machine.js';
import type { Network } from '../../src/machine/parameters.js';
import { noiseAnswer } from '../../src/noise/noise-runs.js';
import { samplerOf } from '../../src/noise/sampling.js';
import {
  budgetPlot,
  comparePlot,
  criticalLatenciesPlot,
  crossoverMapPlot,
  curvePlot,
  differencePlot,
  distributionPlot,
  frontierPlot,
  gridPlot,
  noisePlot,
  overlayPlot,
  pairwisePlot,
  phasesPlot,
  placementPlot,
  scalingPlot,
  spaceTimePlot,
  tolerancePlot,
  topologyPlot,
  uncertaintyPlot,
  zonesOf,
} from '../../src/report/plots/all-plots.js';
import { ScheduleBuilder } from '../../src/schedule/builder.js';
import { parseGoal } from '../../src/sources/goal/read-goal.js';
import { scaling } from '../../src/study/scaling-law.js';
import { gapAxis, latencyAxis } from '../../src/timing/axis.js';
import { patternSchedule } from '../pattern-schedule.js';
import { expectPicture, watchWarnings } from './gallery.js';
import { machine, overlappedRing, sampleModel } from './samples.js';

watchWarnings();

async function curveOf(name: string, on = machine): Promise<Curve> {
  return exactCurve(await sampleModel(name, on), 3000, 103_000);
}

it('curve', async () => {
  const model = await Model.of(overlappedRing(6, 24), machine);
  const curve = await exactCurve(model, 3000, 83_000);
  await expectPicture('curve', curvePlot(curve, { title: 'a ring that computes while its messages travel' }));
});

it('curve with measured points', async () => {
  const curve = await curveOf('halo3d-4');
  // Points that lie off the prediction by a known share stand for measurements.
  const measured = [0, 20, 40, 60, 80, 100].map((delta, i) => ({
    x: 3000 + delta * 1000,
    runtime: runtimeAt(curve, 3000 + delta * 1000) * (1 + 0.004 * (i % 2 === 0 ? 1 : -1)),
  }));
  const title = 'halo3d-4: predicted and measured';
  await expectPicture('curve-measured', curvePlot(curve, { title, measured, percents: [1, 2, 5, 10] }));
});

it('a curve that latency does not move', async () => {
  const { axis } = await curveOf('ring-4');
  const piece = { start: 3000, end: 103_000, runtime: 2e6, lambda: 0, otherLatency: 0 };
  const flat: Curve = { axis, low: 3000, high: 103_000, pieces: [piece], lambdaBefore: 0, lambdaAfter: 0 };
  await expectPicture('curve-flat', curvePlot(flat, { title: 'nothing waits for the network' }));
});

it('a curve over the gap per byte', async () => {
  const model = await Model.of(overlappedRing(6, 24), machine);
  const curve = await exactCurve(model, 0.018, 20, { axis: gapAxis(machine) });
  const title = 'a ring that computes while its messages travel, over G';
  await expectPicture('curve-gap', curvePlot(curve, { title }));
});

it('frontier', async () => {
  const model = await sampleModel('halo3d-4');
  const { frontiers } = frontier(model, [1, 2, 5], [model.latency, gapAxis(machine)]);
  await expectPicture('frontier', frontierPlot(frontiers, { title: 'halo3d-4: joint tolerance of L and G' }));
});

it('a frontier with a parameter that nothing pays', async () => {
  // Two computations after another: L and G may be anything; over o as well.
  const builder = new ScheduleBuilder(1);
  builder.beginRank(0);
  builder.calc(1_000);
  const model = await Model.of(builder.finish(), machine, { engine: 'sweep' });
  const { frontiers } = frontier(model, [1], [model.latency, gapAxis(machine)]);
  const svg = frontierPlot(frontiers);
  expect(svg).toContain('any L, or any G');
  expect(svg).not.toMatch(/NaN|undefined|Infinity/);
});

it('distribution', async () => {
  const model = await sampleModel('jacobi2d-4');
  const gamma = parseDistribution(model.latency, 'lognormal:median=3us,sigma=0.3');
  const result = await runtimeDistribution(model, gamma, [1, 2, 5], model.latency, FINE_QUANTILES);
  await expectPicture('distribution', distributionPlot(result, { title: 'jacobi2d-4: L is lognormal' }));
});

it('distribution of a few values', async () => {
  const model = await sampleModel('jacobi2d-4');
  const few = parseDistribution(model.latency, '3us:0.5,5us:0.3,10us:0.2');
  const result = await runtimeDistribution(model, few, [1, 10], model.latency, FINE_QUANTILES);
  const title = 'jacobi2d-4: L is 3, 5 or 10 µs';
  await expectPicture('distribution-steps', distributionPlot(result, { title }));
});

it('runs with noise', async () => {
  const { graph, latency, machine: on } = await sampleModel('jacobi2d-4');
  const times = noiseAnswer(graph, on, {
    noise: {
      jitter: new Map([['L', samplerOf(gammaDistribution(1, 2000))]]),
      computation: null,
      detours: null,
      delays: [],
    },
    samples: 1024,
    seed: 1,
    axis: latency,
    at: [],
    percents: [],
    share: 0.95,
    followed: 0,
    names: () => [],
  });
  const title = 'jacobi2d-4: latencies with exponential jitter';
  await expectPicture('noise', noisePlot(times, { title, subtitle: 'jitter L=exp:mean=2us' }));
});

it('phases', async () => {
  // Iterations of a program that computes ever less, the last of which no message decides.
  const rows = Array.from({ length: 12 }, (_, i) => ({
    name: String(i + 1),
    runtime: 90_000 - 4_000 * i,
    lambda: i === 11 ? 0 : 5,
    rho: i === 11 ? 0 : 15_000 / (90_000 - 4_000 * i),
    tolerance: i === 11 ? Number.POSITIVE_INFINITY : (900 - 40 * i) / 5,
  }));
  await expectPicture('phases', phasesPlot(rows, { percent: 1, axis: 'iteration' }));
});

it('budget', async () => {
  // Half of the first program's T is overhead; nothing of the second is latency.
  const programs = [
    {
      name: 'cg-4',
      parameters: [
        { name: 'o 5 µs', share: 0.487, cost: '+102.6 ns' },
        { name: 'L 3 µs', share: 0.146, cost: '+205.3 ns' },
        { name: 'G 444.4 Gbit/s', share: 0.0002, cost: 'at 7.983 Gbit/s' },
      ],
      calls: [
        { name: 'L of MPI_Allreduce', share: 0.117, cost: '+256.1 ns' },
        { name: 'L of MPI_Isend', share: 0.029, cost: '+1.035 µs' },
      ],
    },
    { name: 'serial', parameters: [{ name: 'L 3 µs', share: 0, cost: 'never' }], calls: [] },
  ];
  await expectPicture('budget', budgetPlot(programs, { percent: 1 }));
});

it('difference', async () => {
  const groups = Array.from({ length: 14 }, (_, i) => ({
    name: i === 0 ? 'a_function_with_a_name_of_more_than_32_letters' : `rank ${i}`,
    value: i === 0 ? 30_000 : -1_000,
  }));
  const kinds = [
    { name: 'computation', value: 8_000 },
    { name: 'overhead', value: 51_000 },
    { name: 'latency', value: -42_000 },
    { name: 'bandwidth', value: 0 },
  ];
  const svg = differencePlot({ a: 517_000, b: 534_000, kinds, groups }, { by: 'function' });
  // Both lists end at 17 µs, and what has no row of its own is in that of the others.
  expect(svg.match(/>\+17</g)).toHaveLength(2);
  expect(svg).toContain('5 others');
  await expectPicture('difference', svg);
});

it('uncertainty', async () => {
  const values = [6.476, 6.174, 5.851, Number.POSITIVE_INFINITY, 5.943];
  const panels = [
    {
      axis: 'runtime T (ms)',
      points: values.map((_, i) => ({ name: `run ${i + 1}`, value: 11 + ((i * 7) % 5) / 4 })),
      spread: [11.25, 11.5, 11.75],
    },
    {
      axis: 'ΔL at 1 % (µs)',
      points: values.map((value, i) => ({ name: `run ${i + 1}`, value })),
      spread: [5.943, 6.174, 6.476],
    },
  ] as const;
  const band = 'shaded: between the quartiles; dashed: the median';
  await expectPicture('uncertainty', uncertaintyPlot(panels, { band }));
  const none = { axis: 'ΔL (ns)', points: [{ name: 'run', value: Number.POSITIVE_INFINITY }], spread: null };
  expect(uncertaintyPlot([none], { band })).not.toMatch(/NaN|undefined|Infinity/);
});

it('critical latencies', async () => {
  const title = 'a ring that computes while its messages travel: critical latencies';
  const curve = await exactCurve(await Model.of(overlappedRing(6, 24), machine), 1000, 83_000);
  await expectPicture('critical-latencies', criticalLatenciesPlot(curve, { title }));
});

const rowOf = (name: string, curve: Curve) => ({
  name,
  tolerance: zonesOf(curve).map(({ percent, tolerance }) => ({ percent, delta: tolerance })),
});

it('tolerance', async () => {
  await expectPicture('tolerance', tolerancePlot([rowOf('cg-4', await curveOf('cg-4'))]));
});

it('tolerance of several programs', async () => {
  const rows = [];
  for (const name of ['cg-4', 'halo3d-4', 'mixed-4']) rows.push(rowOf(name, await curveOf(name)));
  const flat = { name: 'serial', tolerance: [{ percent: 1, delta: Number.POSITIVE_INFINITY }] };
  await expectPicture('tolerance-many', tolerancePlot([...rows, flat]));
});

it('several programs over each other', async () => {
  const lines = [];
  for (const name of ['cg-4', 'halo3d-4', 'jacobi2d-4']) lines.push({ name, curve: await curveOf(name) });
  await expectPicture('overlay', overlayPlot(lines, { machine: 'cscs-testbed' }));
});

it('pictures of several programs side by side', async () => {
  const cells = [];
  for (const name of ['cg-4', 'halo3d-4', 'mixed-4'])
    cells.push({ name, svg: tolerancePlot([rowOf(name, await curveOf(name))]) });
  await expectPicture('grid', gridPlot(cells));
});

async function broadcasts(follow: Follow = {}) {
  const algorithms = ['scatter-allgather', 'chain', 'binary', 'binomial'];
  const rows = [];
  for (const algorithm of algorithms) {
    const flags = { pattern: 'bcast', ranks: 32, bytes: '2MiB' };
    const schedule = patternSchedule(flags, [`bcast=${algorithm}`]);
    const on: Machine = { ...logGPS({ L: 3000, o: 1000, G: 0.1 }), cpu: 'ordered', nic: 'ordered' };
    const model = await Model.of(schedule, on, { engine: 'sweep' });
    const result = await variantResult(model, [1], follow);
    rows.push({ name: algorithm, result, support: SUPPORTED });
  }
  const { budgets, best, tolerant, crossovers } = judge(rows);
  const compared = rows.map(({ name, result }, i) => ({
    name,
    runtime: result.runtime,
    lambda: result.lambda.L,
    tolerance: budgets[i][0].delta,
    without: budgets[i][0].reason,
    curve: result,
  }));
  const options = { title: '2 MiB to 32 ranks', percent: 1, fastest: best, tolerant, crossovers, base: 3000 };
  return { compared, options };
}

it('compare', async () => {
  const { compared, options } = await broadcasts();
  await expectPicture('compare', comparePlot(compared, options));
});

it('crossover map', async () => {
  const on: Machine = { ...logGPS({ L: 3000, o: 500, G: 0.1 }), cpu: 'ordered', nic: 'ordered' };
  const names = algorithmsOf('bcast').map(({ name }) => name);
  const question = {
    collective: 'bcast' as const,
    candidates: names.map((name) => parseCollectiveSpec(`bcast=${name}`)),
    ranks: 16,
    root: 0,
    sizes: Array.from({ length: 13 }, (_, i) => 2 ** (10 + i)),
    low: 100 - 3000,
    high: 97_000,
    at: [0],
  };
  const map = await crossoverMap(on, question);
  const one = { ranks: 16, axis: latencyAxis(on), low: 100, high: 100_000, at: [0], map };
  await expectPicture('crossover-map', crossoverMapPlot([one], { collective: 'bcast', names }));
});

it('compare over a range', async () => {
  const { compared, options } = await broadcasts({ range: { low: 0, high: 40_000 } });
  await expectPicture('compare-curves', comparePlot(compared, { ...options, curves: true }));
});

it('compare where nothing can be priced', async () => {
  const without = 'unsupported' as const;
  const rows = [
    { name: 'linear', runtime: 21_000, lambda: 1, tolerance: null, without },
    { name: 'binomial', runtime: 43_000, lambda: 4, tolerance: null, without },
  ];
  await expectPicture('compare-unpriced', comparePlot(rows, { percent: 1, fastest: -1, tolerant: -1 }));
});

it('pairwise', async () => {
  const model = await sampleModel('mixed-4');
  const { ranks, pairs } = await pairwise(model);
  const values = pairs.flatMap(({ low, high, lambdaL: value }) => [
    { source: low, destination: high, value },
    { source: high, destination: low, value },
  ]);
  const options = { title: 'mixed-4: λ by pair', bothWays: true };
  await expectPicture('pairwise', pairwisePlot(ranks, values, options));
});

it('pairwise of more ranks than fit', async () => {
  // Every rank sends to the next three, the farther the less.
  const values = Array.from({ length: 512 * 3 }, (_, i) => ({
    source: Math.floor(i / 3),
    destination: (Math.floor(i / 3) + 1 + (i % 3)) % 512,
    value: 3 - (i % 3),
  }));
  await expectPicture('pairwise-grouped', pairwisePlot(512, values));
});

it('placement', async () => {
  const mappings = [
    { name: 'block', runtime: 21_400_000 },
    { name: 'round robin', runtime: 23_900_000 },
    { name: 'by volume', runtime: 20_700_000 },
    { name: 'search', runtime: 19_800_000 },
  ];
  const progress = [21.4, 21.1, 20.6, 20.55, 20.1, 19.9, 19.8].map((ms) => ms * 1e6);
  await expectPicture('placement', placementPlot(mappings, { progress }));
});

it('space-time', async () => {
  // Fig. 4 of the LLAMP paper, with an overhead that is seen.
  const text = readFileSync(new URL('../../goal-samples/fig4.goal', import.meta.url));
  const model = await Model.of(parseGoal(text), logGPS({ L: 500, o: 200, G: 5 }));
  await expectPicture('space-time', spaceTimePlot(drawnGraph(model, [0, 1]), { title: 'LLAMP, Fig. 4' }));
});

/** A wire of 274 ns, a switch of 108 ns (LLAMP §IV-2); a message from i to j crosses `links(i, j)` wires. */
function wires(links: (i: number, j: number) => number): Machine {
  const most = 8;
  const network: Network = {
    latencies: [{ name: 'wire', latencyNs: 274 }],
    gaps: [{ name: 'G', gapNsPerByte: 0.018 }],
    routes: Array.from({ length: most }, (_, i) => ({
      name: `${i} wires`,
      counts: [i],
      constantNs: Math.max(i - 1, 0) * 108,
      gap: 0,
    })),
    routeOf: links,
  };
  return { ...machine, network };
}

it('topology', async () => {
  const topologies: [string, (i: number, j: number) => number][] = [
    ['one switch', () => 2],
    ['two switches', (i, j) => (i >> 1 === j >> 1 ? 2 : 3)],
    ['fat tree of three tiers', () => 6],
  ];
  const lines = [];
  for (const [name, links] of topologies) {
    const model = await sampleModel('sweep-4', wires(links));
    lines.push({ name, curve: await exactCurve(model, 274, 2274) });
  }
  await expectPicture('topology', topologyPlot(lines, { title: 'sweep-4 on three topologies' }));
});

it('several pictures can stand in one page', async () => {
  const curve = await curveOf('cg-4');
  const ids = (svg: string): string[] => [...svg.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]);
  const first = ids(curvePlot(curve, { idPrefix: 'a' }));
  const second = ids(curvePlot(curve, { idPrefix: 'b' }));
  expect(first.length).toBeGreaterThan(2);
  expect(new Set([...first, ...second]).size).toBe(first.length + second.length);
});

it('scaling', async () => {
  const runtimes = [1_190_000, 1_260_000, 1_400_000, 1_530_000, 1_700_000];
  const runs = await Promise.all(
    runtimes.map(async (runtime, k) => {
      const result = await tolerance(
        await Model.of(patternSchedule({ pattern: 'ring', ranks: 4 }), machine),
        [1],
      );
      const lambda = { ...result.lambda, L: 3 * (k + 2) };
      const [first] = result.tolerance;
      const limits = [{ ...first, delta: (0.01 * runtime) / lambda.L }];
      return { ranks: 2 ** (k + 2), result: { ...result, runtime, lambda, tolerance: limits } };
    }),
  );
  const quantities = scaling(runs, [128, 256]);
  await expectPicture(
    'scaling',
    scalingPlot(quantities, runs[0].result.axis, { title: 'a program at 4 to 64 ranks' }),
  );
});
