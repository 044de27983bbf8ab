/** The gallery's pictures of models of collectives and of measured messages; {@link expectPicture} says what is held. */
import { it } from 'vitest';
import { SHIPPED_PLATFORM } from '../../src/collective-models/modelled-platform.js';
import { caseStudies } from '../../src/collective-models/taulop/contention-tables.js';
import { platformTransfers } from '../../src/collective-models/taulop/formulas-by-name.js';
import { readMeasurements } from '../../src/measure/benchmark-times.js';
import { fitMachine } from '../../src/measure/fit-machine.js';
import { contentionPicture } from '../../src/questions/collective/contention.js';
import { overheadPicture } from '../../src/questions/measure.js';
import * as plots from '../../src/report/plots/all-plots.js';
import { collectivePlot, multiplesPlot } from '../../src/report/plots/collective-plot.js';
import { simulate } from '../measure/simulated.js';
import { expectPicture, watchWarnings } from './gallery.js';

watchWarnings();

it('collective', async () => {
  // Binomial tree: ⌈log2 P⌉ rounds of L + 2o; linear: P − 1 sends of o, then L + o.
  const processes = [2, 4, 8, 16, 32, 64, 128, 256];
  const tree = (p: number) => Math.ceil(Math.log2(p)) * 4000;
  const linear = (p: number) => (p - 1) * 500 + 3500;
  const points = (latency: (p: number) => number) => processes.map((x) => ({ x, latency: latency(x) }));
  const svg = collectivePlot(
    [
      { name: 'binomial tree: model', measured: false, points: points(tree), style: 0 },
      { name: 'binomial tree: measured', measured: true, points: points((p) => tree(p) * 1.07), style: 0 },
      { name: 'linear: model', measured: false, points: points(linear), style: 1 },
      { name: 'linear: measured', measured: true, points: points((p) => linear(p) * 0.93), style: 1 },
    ],
    { title: 'bcast of 8 B', subtitle: 'L = 3 µs, o = 0.5 µs', over: 'processes' },
  );
  await expectPicture('collective', svg);
});

it('small multiples', async () => {
  const sizes = Array.from({ length: 12 }, (_, i) => 2 ** (2 * i));
  const multiples = ['bcast', 'reduce', 'allreduce', 'allgather', 'alltoall'].map((title, k) => ({
    title,
    predicted: sizes.map((x) => ({ x, time: 1500 * (k + 1) + 0.2 * (k + 1) * x })),
    measured: sizes.map((x, i) => ({
      x,
      time: (1500 * (k + 1) + 0.2 * (k + 1) * x) * (i % 2 === 0 ? 1.15 : 0.9),
    })),
    note: `R² = 0.9${9 - k}`,
  }));
  await expectPicture(
    'multiples',
    multiplesPlot(multiples, { x: 'message size (B)', log: true, subtitle: '5 collectives' }),
  );
});

it('small multiples of two models', async () => {
  const ranks = [2, 4, 8, 16, 32, 64];
  const times = (ns: (P: number) => number) => ranks.map((x) => ({ x, time: ns(x) }));
  const panel = (title: string, k: number, both: boolean) => ({
    title,
    measured: times((P) => 1000 * k * Math.log2(P) * (P % 8 === 0 ? 1.1 : 0.95)),
    predicted: [],
    models: [
      { name: 'a tree', predicted: both ? times((P) => 1000 * k * Math.log2(P)) : [] },
      { name: 'a line', predicted: times((P) => 900 * k + 90 * k * P) },
    ],
    note: both ? 'R² 0.98, 0.91' : 'R² –, 0.91',
  });
  const panels = [panel('bcast', 1, true), panel('reduce', 2, true), panel('default', 3, false)];
  await expectPicture('multiples-models', multiplesPlot(panels, { x: 'processes' }));
});

it('messages by core', async () => {
  const cores = (from: number, to: number, ns: number, style: number) => [
    {
      name: `channel ${style}: measured`,
      measured: true,
      style,
      points: Array.from({ length: to - from }, (_, i) => ({ x: from + i, latency: ns + 10 * (i % 3) })),
    },
    {
      name: `channel ${style}: fitted`,
      measured: false,
      style,
      points: [from, to - 1].map((x) => ({ x, latency: ns * 1.1 })),
    },
  ];
  const series = [...cores(0, 4, 150, 0), ...cores(4, 16, 400, 1), ...cores(16, 32, 700, 2)];
  await expectPicture(
    'collective-cores',
    collectivePlot(series, { title: 'Messages of 1 B', over: 'cores' }),
  );
});

it('overhead by size', async () => {
  // From 4 KiB on a copy at 2 GB/s, which no single o and G meet.
  const copied = (bytes: number) => (bytes < 4096 ? 0 : bytes * 0.5);
  const printed = simulate(
    { L: 1000, send: 300, receive: 500, g: 100, G: 0.1, S: 65_536, extra: copied },
    { most: 2 ** 18 },
  );
  const measured = fitMachine(readMeasurements(printed, 'simulated'));
  await expectPicture('overhead', overheadPicture(plots, { measured, machine: 'simulated.yaml' }));
});

it('bandwidth', async () => {
  const question = {
    platform: SHIPPED_PLATFORM,
    transfers: platformTransfers(SHIPPED_PLATFORM, 'core'),
    channel: 'core' as const,
    bytes: Array.from({ length: 11 }, (_, i) => 2 ** (10 + i)),
    segmentBytes: 8192,
    ranks: [16, 32, 64],
    ringRanks: 32,
    ranksPerNode: [1, 4, 8],
  };
  const query = { question, studies: caseStudies(question) };
  await expectPicture('bandwidth', contentionPicture(plots, query));
});
