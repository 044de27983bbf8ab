/** Every question that reads a curve tells where not all orders of messages were looked at. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCli } from '../cli/run.js';

let folder: string;
let file: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'llamp-orders-'));
  file = join(folder, 'orders.goal');
  writeFileSync(file, program());
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** More rounds than a curve follows orders. */
const ROUNDS = 24;

/**
 * In round i, rank 0 takes two messages from anyone and works 1000 behind the first: one comes by ranks 1 and 2, after three
 * latencies, the other by rank 3, after two and 100·i. Which is first changes at L = 100·i, so each round adds an order.
 */
function program(): string {
  const ranks: string[][] = [[], [], [], []];
  for (let i = 1; i <= ROUNDS; i++) {
    ranks[0].push(`q${i}: send 1b to 1`, `p${i}: send 1b to 3`);
    ranks[0].push(`a${i}: recv 1b from -1 tag ${i}`, `wa${i}: calc 1000`, `wa${i} requires a${i}`);
    ranks[0].push(`b${i}: recv 1b from -1 tag ${i}`, `b${i} requires a${i}`);
    ranks[0].push(`wb${i}: calc 100`, `wb${i} requires b${i}`, `wb${i} requires wa${i}`);
    if (i > 1) ranks[0].push(...['q', 'p', 'a'].map((op) => `${op}${i} requires wb${i - 1}`));
    ranks[1].push(`r${i}: recv 1b from 0`, `s${i}: send 1b to 2`, `s${i} requires r${i}`);
    ranks[2].push(`r${i}: recv 1b from 1`, `s${i}: send 1b to 0 tag ${i}`, `s${i} requires r${i}`);
    ranks[3].push(`r${i}: recv 1b from 0`, `c${i}: calc ${100 * i}`, `c${i} requires r${i}`);
    ranks[3].push(`s${i}: send 1b to 0 tag ${i}`, `s${i} requires c${i}`);
  }
  return `num_ranks 4\n${ranks.map((ops, rank) => `rank ${rank} {\n${ops.join('\n')}\n}\n`).join('')}`;
}

const MACHINE = ['-o', '0', '-G', '0', '-S', 'none'];

it.each([
  ['curve', '-L', '50ns', '--latency-range', '0..3us'],
  ['critical-latencies', '-L', '50ns', '--latency-range', '0..3us'],
  ['tolerance', '-L', '3us', '--runtime', '60us'],
  ['budget', '-L', '3us'],
  ['report', '-L', '50ns', '--latency-range', '0..3us', '--output', 'report.html'],
  ['compare', '--machine', 'cscs-testbed,piz-daint', '--latency-range', '-1us..+3us'],
])('%s', async (...words) => {
  const at = words.findIndex((word) => word.startsWith('-'));
  const argv = [...words.slice(0, at), file, ...words.slice(at), ...MACHINE];
  const { code, stdout, stderr } = await runCli(argv, { cwd: folder });
  expect(code, stdout + stderr).toBe(0);
  expect(stderr).toContain('more than 16 orders of messages');
});
