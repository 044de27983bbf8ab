/** What lower bounds cost on 1.17 million operations: levels, stretches and rows, beside matching, ordering and the plain rows. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { compileBounded } from '../src/bounds/bounded-system.js';
import { levelsOf } from '../src/bounds/levels.js';
import { buildGraph } from '../src/graph/execution-graph.js';
import { logGPS } from '../src/machine/machine.js';
import { parseGoal } from '../src/sources/goal/read.js';
import { compile } from '../src/timing/compile.js';

const [path = '../shared/data/goal/lulesh-27-big.goal.gz'] = process.argv.slice(2);
const machine = logGPS({ L: 3000, o: 1500, G: 1, g: 0 });

function timed<Result>(work: () => Result): [number, Result] {
  const began = performance.now();
  const result = work();
  return [performance.now() - began, result];
}

const text = path.endsWith('.gz') ? gunzipSync(readFileSync(path)) : readFileSync(path);
const schedule = parseGoal(text, { source: path });
const [building, graph] = timed(() => buildGraph(schedule, machine));
const [compiling, plain] = timed(() => compile(graph, machine));
const [levelling, levels] = timed(() => levelsOf(graph));
const [bounding, bounded] = timed(() => compileBounded(graph, machine, { links: null }));

console.log(`operations ${schedule.operations}, ranks ${schedule.ranks}`);
console.log(`levels ${levels.byComponent.map(({ firsts }) => firsts.length).join(', ')}`);
console.log(`match and order     ${building.toFixed(0)} ms`);
console.log(`plain rows          ${compiling.toFixed(0)} ms, ${plain.rows}`);
console.log(`levels              ${levelling.toFixed(0)} ms`);
console.log(`rows with bounds    ${bounding.toFixed(0)} ms, ${bounded.rows}, levels once more`);
console.log(`resident            ${(process.memoryUsage().rss / 2 ** 20).toFixed(0)} MiB`);
