/**
 * What tools save by keeping what a next question does not change: a replay moved against a new one, another S against a
 * model of its own, rows that equal ranks share against all rows. Ratios of CPU time within this run, the least of five each.
 *
 *   node scripts/run-ts.js bench/tools.ts [FILE.goal.gz]
 */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { Model, type ModelOptions } from '../src/analysis/model.js';
import { variantResult } from '../src/analysis/rank-variants.js';
import { buildGraph } from '../src/graph/execution-graph.js';
import { logGPS, type Machine } from '../src/machine/machine.js';
import { parseGoal } from '../src/sources/goal/read-goal.js';
import { makePattern } from '../src/sources/patterns/synthetic-patterns.js';
import { compileMerged } from '../src/timing/compile.js';
import { Replay } from '../src/timing/replay.js';

const [path = '../shared/data/goal/lulesh-27-big.goal.gz'] = process.argv.slice(2);
const ROUNDS = 5;
const RANKS = 1024;

/** CPU time of the process, ms. */
async function cpuOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e3;
}

/** Both in turn, round after round: the least of each, ms. */
async function compared(name: string, before: () => unknown, now: () => unknown): Promise<void> {
  const least = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < ROUNDS; round++)
    for (const [i, work] of [before, now].entries()) least[i] = Math.min(least[i], await cpuOf(work));
  const [long, short] = least;
  console.log(`${name}: ${long.toFixed(0)} → ${short.toFixed(0)} ms, ratio ${(long / short).toFixed(2)}`);
}

const machine = logGPS({ L: 3000, o: 1500, G: 0.018, g: 0, S: 65_536 });
const schedule = parseGoal(gunzipSync(readFileSync(path)), { source: path });
const model = await Model.of(schedule, machine, { engine: 'sweep' });
const replay = new Replay(model.graph, machine);
let x = machine.network.latencies[0].latencyNs;
await compared(
  `critical path of ${schedule.operations} operations, replays`,
  () => new Replay(model.graph, machine, model.latency, ++x).criticalPath(),
  () => {
    replay.moveTo(++x);
    replay.criticalPath();
  },
);

let largest = 0;
for (const value of schedule.value) largest = Math.max(largest, value);
/** Twice the largest message: no message is sent otherwise. */
const above = { ...machine, rendezvous: 2 * largest };
const there = await model.on(above);
const answered = async (of: Model | null): Promise<unknown> =>
  of === null ? null : of.engine.evaluate(of.lines(of.latency), of.latency.base);
await compared(
  'an S that no message notices',
  async () => answered(await there.on({ ...above, rendezvous: above.rendezvous + ++x })),
  () => answered(there.repriced({ ...above, rendezvous: above.rendezvous + ++x })),
);

const ordered: Machine = { ...machine, cpu: 'ordered', nic: 'ordered' };
for (const algorithm of ['recursive-doubling', 'ring-full']) {
  const graph = buildGraph(makePattern(`allreduce=${algorithm}`, { ranks: RANKS, bytes: 8 }), ordered);
  const rows: number[] = [];
  const judged = async (options: ModelOptions): Promise<unknown> => {
    const made = await Model.ofGraph(graph, ordered, { engine: 'sweep', ...options });
    rows.push(made.system.rows);
    return variantResult(made, [1], { range: { low: 0, high: 0 } });
  };
  await compared(
    `allreduce=${algorithm} on ${RANKS} ranks, all rows against shared ones`,
    () => judged({}),
    () => judged({ compile: compileMerged }),
  );
  console.log(`  rows ${rows[0]} → ${rows[1]}`);
}
