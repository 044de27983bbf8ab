/**
 * Every stage from bytes to answers on one schedule, in ms, as MB/s or ns per operation, and as ratios to one pass.
 *
 *   node scripts/run-ts.js bench/pipeline.ts FILE.goal[.gz]
 */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { Model } from '../src/analysis/model.js';
import { compile, linesOf, type TimingSystem } from '../src/core.js';
import { matchExact } from '../src/graph/match.js';
import { topologicalOrder } from '../src/graph/program-order.js';
import { latencyAxis, logGPS, parseGoal } from '../src/index.js';
import { HighsBorder } from '../src/solve/highs/border.js';
import { HighsEngine } from '../src/solve/highs/highs-engine.js';
import { pass, sharedLabels } from '../src/solve/sweep/pass.js';
import { piecesByEnvelope, piecesByPasses } from '../src/solve/sweep/pieces.js';
import { wavefront } from './wavefront-text.js';

const ROUNDS = 5;
const machine = logGPS({ L: 3000, o: 5000, G: 0.018, S: 262_144 });

const raw = readFileSync(process.argv[2] ?? '../shared/data/goal/lulesh-27-big.goal.gz');
const text = raw[0] === 0x1f ? gunzipSync(raw) : raw;

const times = new Map<string, number[]>();
function timed<T>(name: string, run: () => T): T {
  const start = performance.now();
  const result = run();
  times.set(name, [...(times.get(name) ?? []), performance.now() - start]);
  return result;
}
/** Least of the rounds: what the machine does else only adds. */
const least = (values: readonly number[]): number => Math.min(...values);
const ms = (name: string): number => least(times.get(name) ?? [Number.NaN]);

let system: TimingSystem | undefined;
let operations = 0;
for (let round = 0; round < ROUNDS; round++) {
  const schedule = timed('read', () => parseGoal(text, { sizeHint: text.length }));
  operations = schedule.operations;
  const matching = timed('match', () => matchExact(schedule));
  const { partner, messages } = matching;
  const order = timed('order', () => topologicalOrder(schedule, partner, machine));
  const { rendezvous, protocol } = machine;
  const graph = {
    schedule,
    partner,
    messages,
    order,
    rendezvous,
    protocol,
    serial: null,
    program: null,
    wildcardGuesses: 0,
    wildcardsTraced: { named: 0, cyclic: 0 },
    arrivals: 0,
    warnings: [],
  };
  const made = timed('compile', () => compile(graph, machine));
  const lines = timed('price', () => linesOf(made, latencyAxis(machine)));
  const labels = sharedLabels(lines);
  for (let k = 0; k < 5; k++) timed('pass', () => pass(lines, 3000 + k, labels));
  system = made;
}
if (system === undefined) throw new Error('nothing measured');

const lines = linesOf(system, latencyAxis(machine));
const statistics = { passes: 0 };
const pieces = piecesByPasses(lines, 3000, 103_000, statistics).length;
for (let k = 0; k < 3; k++) timed('critical latencies, passes', () => piecesByPasses(lines, 3000, 103_000));
for (let k = 0; k < 3; k++)
  timed('critical latencies, envelope', () => piecesByEnvelope(lines, 3000, 103_000));

const onePass = ms('pass');
console.log(
  `${operations} operations, ${(text.length / 1e6).toFixed(1)} MB, ${system.vertices} vertices, ${system.rows} rows`,
);
console.log('stage                          ms      ns/operation   passes');
for (const name of times.keys()) {
  const rate = name === 'read' ? `   ${(text.length / 1e6 / ms(name)).toFixed(2)} GB/s` : '';
  console.log(
    `${name.padEnd(29)}${ms(name).toFixed(1).padStart(7)}${((ms(name) * 1e6) / operations).toFixed(1).padStart(12)}${(ms(name) / onePass).toFixed(1).padStart(11)}${rate}`,
  );
}
console.log(
  `critical latencies in [3 µs, 103 µs]: ${pieces - 1}, found at as many x as ${statistics.passes.toFixed(0)} passes over the whole`,
);

/** Bytes of all typed arrays of a value. */
const bytesOf = (value: object): number =>
  Object.values(value).reduce((sum: number, one) => sum + (ArrayBuffer.isView(one) ? one.byteLength : 0), 0);
const { graph } = system;
const graphBytes = bytesOf({
  partner: graph.partner,
  order: graph.order,
  kind: graph.schedule.kind,
  value: graph.schedule.value,
  depStart: graph.schedule.depStart,
  deps: graph.schedule.deps,
});
console.log(
  `bytes per operation: schedule ${(bytesOf(graph.schedule) / operations).toFixed(1)}, ExecutionGraph ${(graphBytes / operations).toFixed(1)}, TimingSystem ${(bytesOf(system) / operations).toFixed(1)}`,
);
console.log(`peak RSS ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB`);

/** HiGHS on a program of 100–200 k rows: from the basis of the critical path, and by its own presolve. */
const medium = await Model.of(parseGoal([...wavefront(120_000, 8)].join('')), machine, { engine: 'sweep' });
const mediumLines = medium.lines(medium.latency);
async function solving(cold: boolean): Promise<number> {
  const border = new HighsBorder();
  const engine = new HighsEngine(medium.system, { cold, border });
  await engine.evaluate(mediumLines, 3000);
  const start = performance.now();
  await engine.evaluate(mediumLines, 3001);
  return performance.now() - start;
}
const warm = await solving(false);
const cold = await solving(true);
console.log(
  `HiGHS on ${mediumLines.rows} rows: from the basis ${warm.toFixed(0)} ms, presolve and simplex ${cold.toFixed(0)} ms, ratio ${(cold / warm).toFixed(1)}`,
);
