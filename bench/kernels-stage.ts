/**
 * CPU time of the stages of one cold process, with kernels or without, in ms: a command runs each loop once.
 *
 *   node scripts/run-ts.js bench/kernels-stage.ts on|off FILE.goal
 */
import { readFileSync } from 'node:fs';
import { compile, linesOf } from '../src/core.js';
import { buildGraph } from '../src/graph/execution-graph.js';
import { latencyAxis, logGPS, parseGoal } from '../src/index.js';
import { useKernels } from '../src/kernels/arena.js';
import { pass, sharedLabels } from '../src/solve/sweep/pass.js';
import { Replay } from '../src/timing/replay.js';

const [, , kernels, file] = process.argv;
useKernels(kernels === 'on');
const machine = logGPS({ L: 3000, o: 5000, G: 0.018, S: 262_144 });
const text = readFileSync(file);

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const stages: string[] = [];
function timed<T>(name: string, run: () => T): T {
  const start = cpuMs();
  const result = run();
  stages.push(`${name} ${(cpuMs() - start).toFixed(0)}`);
  return result;
}

const schedule = timed('read', () => parseGoal(text, { sizeHint: text.length }));
const graph = timed('match and order', () => buildGraph(schedule, machine));
const system = timed('compile', () => compile(graph, machine));
const lines = timed('price', () => linesOf(system, latencyAxis(machine)));
const labels = timed('labels', () => sharedLabels(lines));
for (let k = 0; k < 5; k++) timed('pass', () => pass(lines, 3000 + k, labels));
timed('replay', () => new Replay(graph, machine).lastOp());
const peak = (process.resourceUsage().maxRSS / 1024).toFixed(0);
console.log(`${kernels}: ${stages.join(', ')}; peak ${peak} MiB`);
