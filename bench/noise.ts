/** What 64 runs with noise cost beside a longest-path pass and beside an evaluation of the sweep engine. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { discrete, gammaDistribution, lognormal } from '../src/analysis/distributions.js';
import { Model } from '../src/analysis/model.js';
import { logGPS } from '../src/machine/machine.js';
import { compileNoise } from '../src/noise/compile-noise.js';
import { Detours, periodic } from '../src/noise/detours.js';
import { KernelLanes } from '../src/noise/kernel-lanes.js';
import { Lanes } from '../src/noise/noise-lanes.js';
import { type Noise, placesOf } from '../src/noise/noise-model.js';
import { samplerOf } from '../src/noise/sampling.js';
import { Labels, pass } from '../src/solve/sweep/pass.js';
import { parseGoal } from '../src/sources/goal/read-goal.js';

const [path = '../shared/data/goal/lulesh-27-big.goal.gz'] = process.argv.slice(2);
const machine = logGPS({ L: 3000, o: 1500, G: 1, S: 65_535 });
const ROUNDS = 15;

/** CPU time of this process, ms: other work on the machine does not count. */
function cpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function timed(work: () => unknown): number {
  const began = cpu();
  work();
  return cpu() - began;
}

const raw = readFileSync(path);
const schedule = parseGoal(raw[0] === 0x1f ? gunzipSync(raw) : raw, { source: path });
const model = await Model.of(schedule, machine, { engine: 'sweep' });
const lines = model.lines(model.latency);
const labels = new Labels(lines.vertices);
// A pass in TypeScript is the unit, whatever the noise is played in.
const plain = { ...lines, base: Float64Array.from(lines.base) };

const quiet: Noise = { jitter: new Map(), computation: null, detours: null, delays: [] };
const jitter = samplerOf(lognormal(200, 1));
const seen = Array.from({ length: 1000 }, (_, i) => i * i);
const factor = samplerOf(lognormal(1, 0.01));
const short = { list: periodic(1e6, 1e4), together: false };
/** As measured: detours of 1 to 20 µs, 1,000 in a second. */
const measured = new Detours(
  Array.from({ length: 1000 }, (_, i) => ({
    start: 1e6 * i + ((i * 7919) % 1000) * 500,
    length: 1000 + 19 * ((i * 104729) % 1000),
  })),
  1e9,
);
const cases: Readonly<Record<string, Noise>> = {
  'no noise': quiet,
  'jitter of messages': { ...quiet, jitter: new Map([['L', jitter]]) },
  'jitter, gamma': { ...quiet, jitter: new Map([['L', samplerOf(gammaDistribution(2, 100))]]) },
  'jitter, values seen': {
    ...quiet,
    jitter: new Map([
      [
        'L',
        samplerOf(
          discrete(
            seen,
            seen.map(() => 1),
          ),
        ),
      ],
    ]),
  },
  'each computation': { ...quiet, computation: factor },
  detours: { ...quiet, detours: short },
  'detours as measured': { ...quiet, detours: { list: measured, together: false } },
  'all of them': {
    jitter: new Map([['L', jitter]]),
    computation: factor,
    detours: short,
    delays: [{ rank: 1, ns: 0, share: 0.02 }],
  },
};

console.log(`operations ${schedule.operations}`);
for (const [name, noise] of Object.entries(cases)) {
  const places = placesOf(machine, noise);
  const program = compileNoise(model.graph, machine, { places, axis: model.latency });
  const lanes = KernelLanes.of(program, { noise, seed: 1 }) ?? new Lanes(program, { noise, seed: 1 });
  const found = Array.from({ length: ROUNDS }, (_, round) => [
    timed(() => pass(plain, 3000, labels)),
    timed(() => lanes.play(64 * round, { x: 3000, scale: 1 })),
  ]);
  const evaluations: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const began = cpu();
    await model.engine.evaluate(lines, 3000);
    evaluations.push(cpu() - began);
  }
  const least = (values: readonly number[]): number => Math.min(...values);
  const one = least(found.map(([passing]) => passing));
  const many = least(found.map(([, noisy]) => noisy));
  const evaluation = least(evaluations);
  console.log(
    `${name.padEnd(20)} ${program.vertices} vertices, ${program.rows} rows, ${program.slots} slots: ` +
      `64 runs ${many.toFixed(0)} ms, a pass ${one.toFixed(1)} ms (${(many / one).toFixed(1)} of them), ` +
      `an evaluation ${evaluation.toFixed(1)} ms (${(many / evaluation).toFixed(1)} of them)`,
  );
}
