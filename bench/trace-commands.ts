/**
 * Whole commands on binary traces: of how many calls a second `tolerance` and `curve` answer, and what part is reading.
 *
 *   node scripts/run-ts.js bench/trace-commands.ts [CALLS]
 */
import { spawnSync } from 'node:child_process';
import { createReadStream, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RecordReader } from '../src/sources/llamp-trace/read-llamp-trace.js';
import { readTracesBy } from '../src/sources/mpi/trace-set.js';
import { binaryTrace } from './binary-trace.js';

const CALLS = Number(process.argv[2] ?? 10_000_000);
const RANKS = 8;
const RUNS = 2;

const folder = mkdtempSync(join(tmpdir(), 'llamp-bench-'));
const paths = Array.from({ length: RANKS }, (_, rank) => {
  const path = join(folder, `rank-${rank}.bin`);
  writeFileSync(path, binaryTrace(Math.ceil(CALLS / RANKS / 3) * 3, { rank, ranks: RANKS }));
  return path;
});
const bytes = paths.reduce((sum, path) => sum + statSync(path).size, 0);

async function least(run: () => Promise<void> | void): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < RUNS; i++) {
    const start = performance.now();
    await run();
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

const reading = await least(async () => {
  const files = paths.map((source, rank) => ({ source, rank, chunks: createReadStream(source) }));
  await readTracesBy((source, rank) => new RecordReader(source, rank), files);
});
const line = (name: string, ms: number): void =>
  console.log(
    `${name.padEnd(10)}${(ms / 1e3).toFixed(2).padStart(7)} s  ${(bytes / 1e3 / ms).toFixed(0).padStart(4)} MB/s  ` +
      `${(ms / reading).toFixed(1)} times reading`,
  );
console.log(`${RANKS} ranks, ${(bytes / 1e6).toFixed(0)} MB`);
line('reading', reading);
for (const command of [
  ['tolerance', '--engine', 'sweep'],
  ['curve', '--latency-range', '3us..103us'],
]) {
  const [name, ...flags] = command;
  const args = ['bin/run.js', name, paths[0], ...flags, '--quiet'];
  line(
    name,
    await least(() => {
      const { status, stderr } = spawnSync('node', args, { encoding: 'utf8', maxBuffer: 1e9 });
      if (status !== 0) throw new Error(stderr);
    }),
  );
}
rmSync(folder, { recursive: true });
