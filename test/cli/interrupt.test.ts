import { spawn, spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
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

/** Rows enough that the program of them is longer than what a pipe takes. */
const chain = (): string => {
  const lines = Array.from({ length: 4000 }, (_, i) => `l${i + 1}: send 8b to 1 tag ${i}`);
  const received = lines.map((line) => line.replace('send', 'recv').replace('to 1', 'from 0'));
  return `num_ranks 2\nrank 0 {\n${lines.join('\n')}\n}\nrank 1 {\n${received.join('\n')}\n}\n`;
};

it.runIf(process.platform === 'linux')('SIGINT ends a small run whose answer nobody reads', async () => {
  const input = join(folder, 'chain.goal');
  const unread = join(folder, 'unread');
  writeFileSync(input, chain());
  expect(spawnSync('mkfifo', [unread]).status).toBe(0);
  const pipe = openSync(unread, 'r+');
  try {
    const child = spawn(process.execPath, [BIN, 'lp', input], { stdio: ['ignore', pipe, 'ignore'] });
    const ended = new Promise((resolve) => child.on('exit', (code, signal) => resolve(code ?? signal)));
    const waited = new Promise((resolve) => setTimeout(() => resolve('waits'), 3000));
    expect(await Promise.race([ended, waited])).toBe('waits');
    child.kill('SIGINT');
    // A shell tells 130 for both.
    expect([130, 'SIGINT']).toContain(await ended);
  } finally {
    closeSync(pipe);
    for (const path of [input, unread]) rmSync(path);
  }
});
