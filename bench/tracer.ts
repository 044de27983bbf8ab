/**
 * What the tracer costs per call: ns with it less ns without it, least of several runs of one rank.
 *
 *   node scripts/run-ts.js bench/tracer.ts
 */
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Bench, findMpi, type RunOptions } from '../test/tracer/mpi.js';

const RUNS = 3;
const TRACER = fileURLToPath(new URL('../tracer/', import.meta.url));
const PROGRAM = fileURLToPath(new URL('tracer.c', import.meta.url));

function least(bench: Bench, options: RunOptions): Map<string, number> {
  const times = new Map<string, number>();
  for (let i = 0; i < RUNS; i++) {
    const { code, stdout, stderr, folder } = bench.run(PROGRAM, { ...options, ranks: 1 });
    if (code !== 0) throw new Error(stderr);
    rmSync(folder, { recursive: true, force: true });
    for (const line of stdout.trim().split('\n')) {
      const [name, ns] = line.split(' ');
      times.set(name, Math.min(times.get(name) ?? Number.POSITIVE_INFINITY, Number(ns)));
    }
  }
  return times;
}

const WAYS: readonly (readonly [name: string, options: RunOptions])[] = [
  ['loaded, not asked to', { env: { LLAMP_TRACE: '' } }],
  ['without call sites', { env: { LLAMP_FORMAT: 'binary', LLAMP_DEPTH: '0' } }],
  ['as it comes', { env: { LLAMP_FORMAT: 'binary' } }],
  ['four frames', { env: { LLAMP_FORMAT: 'binary', LLAMP_DEPTH: '4' } }],
  ['CPU clock', { env: { LLAMP_FORMAT: 'binary', LLAMP_CLOCK: 'cpu' } }],
];

for (const name of ['Open MPI', 'MPICH'] as const) {
  const library = findMpi(name);
  if (library === undefined) continue;
  const bench = new Bench(library, TRACER);
  try {
    const plain = least(bench, { traced: false });
    const calls = [...plain.keys()];
    console.log(`${name}: ns per call${calls.map((call) => call.padStart(18)).join('')}`);
    const row = (title: string, ns: (call: string) => number) =>
      console.log(`  ${title.padEnd(22)}${calls.map((call) => ns(call).toFixed(0).padStart(18)).join('')}`);
    row('without the tracer', (call) => plain.get(call) ?? Number.NaN);
    for (const [title, options] of WAYS) {
      const traced = least(bench, options);
      row(`+ ${title}`, (call) => (traced.get(call) ?? Number.NaN) - (plain.get(call) ?? Number.NaN));
    }
  } finally {
    bench.remove();
  }
}
