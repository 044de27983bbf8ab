// Runs before each file of tests under `npm run mutate`, within the process of the tests: notes which mutants each test
// reaches, or leaves out the tests that do not reach the mutant of now, and ends a process that a mutant keeps busy.
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, afterEach, beforeEach, expect } from 'vitest';

const folder = process.env.LLAMP_MUTATE;
/** By file, or null for all: `limits`, ms of CPU; `tests`, those to run. */
const { limits, tests } = JSON.parse(readFileSync(join(folder, 'asked.json'), 'utf8'));
const cpu = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** Counts CPU, not hours: on a busy machine an honest test takes long. A thread, for a loop lets no timer run. */
const WATCH = `
const { parentPort, workerData: { mark } } = require('node:worker_threads');
const { writeFileSync } = require('node:fs');
let until = Infinity;
parentPort.on('message', (next) => { until = next; }).unref();
setInterval(() => {
  const { user, system } = process.cpuUsage();
  if ((user + system) / 1000 < until) return;
  writeFileSync(mark, '');
  process.kill(process.pid, 'SIGKILL');
}, 250);`;

if (limits !== null) {
  const workerData = { mark: join(folder, 'endless') };
  globalThis.mutantsWatch ??= new Worker(WATCH, { eval: true, workerData, execArgv: [] });
  globalThis.mutantsWatch.unref();
  globalThis.mutantsWatch.postMessage(cpu() + limits[expect.getState().testPath]);
}
writeFileSync(join(folder, 'pid'), String(process.pid));

if (tests === null) noteHits();
else {
  const wanted = new Set(tests[expect.getState().testPath]);
  beforeEach(({ task, skip }) => {
    if (!wanted.has(task.id)) skip();
  });
}

function noteHits() {
  const began = cpu();
  const around = new Set();
  const found = {};
  let now = around;
  let from = began;
  globalThis.hitMutant = (ids) => {
    for (const id of ids) now.add(id);
  };
  beforeEach(() => {
    now = new Set();
    from = cpu();
  });
  afterEach(({ task }) => {
    found[task.id] = { hits: [...now], cpu: cpu() - from };
    now = around;
  });
  afterAll(() => {
    const note = { file: expect.getState().testPath, around: [...around], cpu: cpu() - began, tests: found };
    appendFileSync(join(folder, 'hits.jsonl'), `${JSON.stringify(note)}\n`);
  });
}
