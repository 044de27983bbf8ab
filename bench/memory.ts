/**
 * What each stage of a tolerance takes of a GOAL text that is read piece by piece: CPU time, and where the bytes are, per operation.
 * A file's size is told to the reader, as a command does; that of a pipe (-) is not known.
 *
 *   node scripts/run-ts.js bench/memory.ts on|off FILE.goal|-
 */
import { createReadStream, statSync } from 'node:fs';
import { compile, linesOf } from '../src/core.js';
import { buildGraph } from '../src/graph/execution-graph.js';
import { latencyAxis, logGPS } from '../src/index.js';
import { useKernels } from '../src/kernels/arena.js';
import { pass, sharedLabels } from '../src/solve/sweep/pass.js';
import { readGoal } from '../src/sources/goal/read-goal.js';

const [, , kernels, path] = process.argv;
useKernels(kernels === 'on');
const machine = logGPS({ L: 3000, o: 5000, G: 0.018, S: 262_144 });
const CHUNK = 1 << 20;

/** Bytes of an operation. */
let operations = 1;
const per = (bytes: number): string => (bytes / operations).toFixed(1);

/** Columns of what is kept, by name: bytes that are written. */
function columnsOf(value: object): string {
  const columns = Object.entries(value).filter(([, one]) => ArrayBuffer.isView(one));
  const sum = columns.reduce((bytes, [, one]) => bytes + one.byteLength, 0);
  const names = columns.map(([name, one]) => `${name} ${per(one.byteLength)}`);
  return `${per(sum)} = ${names.join(' + ')}`;
}

let before = process.resourceUsage();
function told(name: string, kept: object): void {
  const now = process.resourceUsage();
  const user = (now.userCPUTime - before.userCPUTime) / operations;
  const system = (now.systemCPUTime - before.systemCPUTime) / operations;
  const faults = ((now.minorPageFault - before.minorPageFault) * 4096) / operations;
  const times = `user ${(1000 * user).toFixed(0)} ns, system ${(1000 * system).toFixed(0)} ns, touched ${faults.toFixed(0)} B`;
  const peak = `resident ${per(process.memoryUsage.rss())} B, at most ${per(now.maxRSS * 1024)} B`;
  console.log(`${name}: ${times}, ${peak}; columns ${columnsOf(kept)}`);
  before = now;
}

const input = path === '-' ? process.stdin : createReadStream(path, { highWaterMark: CHUNK });
const sizeHint = path === '-' ? 0 : statSync(path).size;
const schedule = await readGoal(input, { sizeHint });
operations = schedule.operations;
told('read', schedule);
const graph = buildGraph(schedule, machine);
told('match and order', graph);
const system = compile(graph, machine);
told('compile', system);
const lines = linesOf(system, latencyAxis(machine));
told('price', { base: lines.base, slope: lines.slope });
const labels = sharedLabels(lines);
for (const which of ['first', 'second', 'third']) {
  pass(lines, 3000 + which.length, labels);
  told(`${which} pass`, labels);
}
