/**
 * What lower bounds cost on 1.17 million operations, as ratios to matching and ordering in the same run: levels, stretches and
 * rows, and the upper bound. CPU time, the least of several rounds.
 */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { served } from '../src/analysis/runtime-bounds.js';
import { compileBounded } from '../src/bounds/bounded-system.js';
import { levelsOf } from '../src/bounds/levels.js';
import { buildGraph } from '../src/graph/execution-graph.js';
import { logGPS } from '../src/machine/machine.js';
import { parseGoal } from '../src/sources/goal/read-goal.js';
import { compile } from '../src/timing/compile.js';

const [path = '../shared/data/goal/lulesh-27-big.goal.gz', rounds = '3'] = process.argv.slice(2);
const machine = logGPS({ L: 3000, o: 1500, G: 1, g: 0 });
const least = new Map<string, number>();

function timed<Result>(name: string, work: () => Result): Result {
  const began = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(began);
  least.set(name, Math.min(least.get(name) ?? Number.POSITIVE_INFINITY, user + system));
  return result;
}

const text = path.endsWith('.gz') ? gunzipSync(readFileSync(path)) : readFileSync(path);
const schedule = parseGoal(text, { source: path });
for (let round = 0; round < Number(rounds); round++) {
  const graph = timed('match and order', () => buildGraph(schedule, machine));
  const plain = timed('plain rows', () => compile(graph, machine));
  const levels = timed('levels', () => levelsOf(graph));
  const bounded = timed('levels, and rows with bounds', () => compileBounded(graph, machine, null));
  timed('upper bound', () => served(graph, machine, null));
  if (round > 0) continue;
  console.log(`operations ${schedule.operations}, ranks ${schedule.ranks}`);
  console.log(`levels ${levels.byComponent.map(({ firsts }) => firsts.length).join(', ')}`);
  console.log(`rows ${plain.rows}, with bounds ${bounded.rows}`);
}
const building = least.get('match and order') ?? 0;
for (const [name, time] of least) console.log(`${name.padEnd(30)} ${(time / building).toFixed(1)}`);
console.log(`resident ${(process.memoryUsage().rss / 2 ** 20).toFixed(0)} MiB`);
