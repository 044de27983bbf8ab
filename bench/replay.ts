/**
 * What it costs to play 1.17 million operations event by event, beside reading them and beside a longest-path pass; and how
 * that grows where every rank sends to every other at once.
 */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { Model } from '../src/analysis/model.js';
import { logGPS } from '../src/machine/machine.js';
import { simulate } from '../src/simulation/simulate.js';
import { LOGGOPSIM } from '../src/simulation/simulation.js';
import { parseGoal } from '../src/sources/goal/read-goal.js';
import { makePattern } from '../src/sources/patterns/synthetic-patterns.js';

const [path = '../shared/data/goal/lulesh-27-big.goal.gz'] = process.argv.slice(2);
const machine = logGPS({ L: 3000, o: 1500, G: 1, g: 0, S: 65_535 });
const RUNS = 5;

function timed<Result>(work: () => Result): [number, Result] {
  const began = performance.now();
  const result = work();
  return [performance.now() - began, result];
}

const text = gunzipSync(readFileSync(path));
const [reading, schedule] = timed(() => parseGoal(text, { source: path }));
const [modelling, model] = await (async () => {
  const began = performance.now();
  const made = await Model.of(schedule, machine, { engine: 'sweep' });
  return [performance.now() - began, made] as const;
})();
const mended = Array.from({ length: RUNS }, () => timed(() => simulate(schedule, machine))[0]);
const odd = Array.from(
  { length: RUNS },
  () => timed(() => simulate(schedule, machine, { peculiarities: LOGGOPSIM }))[0],
);
const passes = Array.from(
  { length: RUNS },
  () => timed(() => model.engine.evaluate(model.lines(model.latency), 3000))[0],
);

const least = (times: readonly number[]): string => Math.min(...times).toFixed(0);
console.log(`operations ${schedule.operations}`);
console.log(`read                      ${reading.toFixed(0)} ms`);
console.log(`match, order, compile     ${modelling.toFixed(0)} ms`);
console.log(`replay, first and least   ${mended[0].toFixed(0)} ${least(mended)} ms`);
console.log(`as LogGOPSim, least       ${least(odd)} ms`);
console.log(`one longest-path pass     ${least(passes)} ms`);

for (const ranks of [64, 128, 256, 512]) {
  const exchange = makePattern('alltoall', { ranks });
  const times = Array.from({ length: 3 }, () => timed(() => simulate(exchange, machine))[0]);
  const each = (Math.min(...times) * 1e6) / exchange.operations;
  console.log(`alltoall of ${ranks} ranks       ${each.toFixed(0)} ns an operation`);
}
