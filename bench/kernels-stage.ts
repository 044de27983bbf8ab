/**
 * CPU time of the stages of one cold process, with kernels or without, in ms: a command runs each loop once.
 *
 *   node scripts/run-ts.js bench/kernels-stage.ts on|off FILE.goal [--json]
 */
import { readFileSync } from 'node:fs';
import { compile, linesOf } from '../src/core.js';
import { buildGraph } from '../src/graph/execution-graph.js';
import { latencyAxis, logGPS, parseGoal } from '../src/index.js';
import { useKernels } from '../src/kernels/arena.js';
import { pass, placed, sharedLabels } from '../src/solve/sweep/pass.js';
import { piecesByPasses } from '../src/solve/sweep/pieces.js';
import { bytesOfContracting, withContracted } from '../src/solve/sweep/sparsify.js';
import { Replay } from '../src/timing/replay.js';
import { Stages } from './harness/stages.js';

const [, , kernels, file, json] = process.argv;
useKernels(kernels === 'on');
const machine = logGPS({ L: 3000, o: 5000, G: 0.018, S: 262_144 });
const text = readFileSync(file);

const stages = new Stages();

const schedule = stages.timed('read', () => parseGoal(text, { sizeHint: text.length }));
const graph = stages.timed('match and order', () => buildGraph(schedule, machine));
const system = stages.timed('compile', () => compile(graph, machine));
const lines = stages.timed('price', () => linesOf(system, latencyAxis(machine)));
const labels = stages.timed('labels', () => sharedLabels(lines));
for (const [k, which] of ['first', 'second', 'third', 'fourth', 'fifth'].entries())
  stages.timed(`${which} pass`, () => pass(lines, 3000 + k, labels));
stages.timed('critical latencies', () => piecesByPasses(lines, 3000, 103_000));
stages.timed('replay', () => new Replay(graph, machine).lastOp());
let left = lines.rows;
stages.timed('contract', () =>
  withContracted(placed(lines, bytesOfContracting(lines, 0)), 3000, 103_000, ({ rows }) => {
    left = rows;
  }),
);

/** CPU time of the stages of such a name, in ms. */
const cpuOf = (name: RegExp): number[] =>
  stages.all.flatMap(({ name: own, cpu }) => (name.test(own) && cpu !== null ? [cpu] : []));
if (json === '--json') console.log(JSON.stringify(stages.all));
else {
  const peak = (process.resourceUsage().maxRSS / 1024).toFixed(0);
  const shown = stages.all.map(({ name, cpu }) => `${name} ${cpu?.toFixed(0)}`);
  const least = Math.min(...cpuOf(/pass$/));
  const passes = (cpuOf(/^critical/)[0] / least).toFixed(0);
  console.log(
    `${kernels}: ${shown.join(', ')}; the critical latencies as ${passes} passes; ${lines.rows} rows, contracted ${left}; peak ${peak} MiB`,
  );
}
