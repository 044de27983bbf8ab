import { readFileSync } from 'node:fs';
import { compile, linesOf } from '../src/core.js';
import { buildGraph } from '../src/graph/execution-graph.js';
import { latencyAxis, logGPS, parseGoal } from '../src/index.js';
import { useKernels } from '../src/kernels/arena.js';
import { pass, sharedLabels } from '../src/solve/sweep/pass.js';

const [, , on, file] = process.argv;
useKernels(on === 'on');
const text = readFileSync(file);
const t: string[] = [];
const cpu = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
let s = cpu();
const lap = (n: string) => {
  const e = cpu();
  t.push(`${n} ${(e - s).toFixed(0)}`);
  s = cpu();
};
const m = logGPS({ L: 3000, o: 5000, G: 0.018, S: 262144 });
const schedule = parseGoal(text, { sizeHint: text.length });
lap('read');
const graph = buildGraph(schedule, m);
lap('graph');
const system = compile(graph, m);
lap('compile');
const lines = linesOf(system, latencyAxis(m));
lap('price');
const labels = sharedLabels(lines);
for (let k = 0; k < 5; k++) {
  pass(lines, 3000 + k, labels);
  lap('pass');
}
console.log(
  on,
  t.join(' | '),
  'sum',
  cpu().toFixed(0),
  'rss',
  (process.resourceUsage().maxRSS / 1024).toFixed(0),
);
