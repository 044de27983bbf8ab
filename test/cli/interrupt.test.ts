import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BIN } from './run.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'llamp-interrupt-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A wavefront over `ranks` ranks, endless as a stream: rows of calc, recv, send. */
function* endless(): Generator<string> {
  yield 'num_ranks 1\nrank 0 {\n';
  for (let i = 1; ; i += 1000) {
    let text = '';
    for (let k = i; k < i + 1000; k++) text += `l${k}: calc 5\n${k > 1 ? `l${k} requires l${k - 1}\n` : ''}`;
    yield text;
  }
}

it('SIGINT ends a run that would never end, with exit 130 and no output file', async () => {
  const child = spawn(process.execPath, [BIN, 'tolerance', '-', '--output', join(folder, 'answer.txt')]);
  child.stdin.on('error', () => undefined);
  const feed = endless();
  const pump = (): void => {
    while (!child.stdin.destroyed && child.stdin.write(feed.next().value));
  };
  child.stdin.on('drain', pump);
  pump();
  await new Promise((resolve) => setTimeout(resolve, 1500));
  child.kill('SIGINT');
  const code = await new Promise<number | null>((resolve) => child.on('exit', resolve));
  expect(code).toBe(130);
  expect(readdirSync(folder)).toEqual([]);
});
