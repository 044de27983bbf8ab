import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isWhole } from '../part.js';
import { BIN } from './run.js';
import { scratch } from './scratch.js';

const folder = scratch();

/** A wavefront over `ranks` ranks, endless as a stream: rows of calc, recv, send. */
function* endless(): Generator<string> {
  yield 'num_ranks 1\nrank 0 {\n';
  for (let i = 1; ; i += 1000) {
    let text = '';
    for (let k = i; k < i + 1000; k++) text += `l${k}: calc 5\n${k > 1 ? `l${k} requires l${k - 1}\n` : ''}`;
    yield text;
  }
}

/** What ended a process, as a shell tells it. */
const statusOf = (code: number | null, signal: NodeJS.Signals | null): number | null =>
  signal === null ? code : ({ SIGINT: 130, SIGTERM: 143, SIGKILL: 137 }[String(signal)] ?? null);

/** How a process ends, which is killed where it does not within ten seconds. */
function statusAfter(child: ChildProcess): Promise<number | null> {
  const late = setTimeout(() => child.kill('SIGKILL'), 10_000);
  return new Promise((resolve) => {
    child.on('exit', (code, signal) => {
      clearTimeout(late);
      resolve(statusOf(code, signal));
    });
  });
}

it('SIGINT ends a run that would never end, with exit 130 and no output file', async () => {
  const child = spawn(process.execPath, [BIN, 'tolerance', '-', '--output', join(folder, 'answer.txt')]);
  child.stdin.on('error', () => undefined);
  const feed = endless();
  let taken = 0;
  await new Promise<void>((resolve) => {
    const pump = (): void => {
      while (!child.stdin.destroyed && child.stdin.write(feed.next().value));
      // By then it reads: a pipe alone takes one or two.
      if (++taken === 50) resolve();
    };
    child.stdin.on('drain', pump);
    pump();
  });
  child.kill('SIGINT');
  expect(await statusAfter(child)).toBe(130);
  expect(readdirSync(folder)).toEqual([]);
});

/** Makes Node loop for ever where it is to read `loop.goal`. */
const LOOPS = `
const fs = require('node:fs');
const { closeSync, openSync, readSync } = fs;
let looped = -1;
fs.openSync = (path, ...more) => {
  const file = openSync(path, ...more);
  if (String(path).endsWith('loop.goal')) looped = file;
  return file;
};
fs.closeSync = (file) => {
  if (file === looped) looped = -1;
  closeSync(file);
};
fs.readSync = (file, block, ...more) => {
  if (file === looped && block.length > 2) {
    fs.writeSync(2, 'loops');
    for (;;);
  }
  return readSync(file, block, ...more);
};`;

it.each([
  ['the thread of the process', 'tolerance'],
  ['a thread of its own', 'bounds'],
])('SIGTERM ends a computation that never returns, in %s', async (_, command) => {
  const input = join(folder, 'loop.goal');
  const preload = join(folder, 'loops.cjs');
  writeFileSync(input, 'num_ranks 1\nrank 0 {\nl1: calc 5\n}\n');
  writeFileSync(preload, LOOPS);
  const child = spawn(process.execPath, ['--require', preload, BIN, command, input]);
  await new Promise((resolve) => child.stderr.once('data', resolve));
  child.kill('SIGTERM');
  expect(await statusAfter(child)).toBe(143);
  for (const path of [input, preload]) rmSync(path);
});

it.each([
  ['SIGINT', 'noise', '--jitter', '*=normal:sd=10ns', '--json'],
  ['SIGTERM', 'bounds', '--json'],
  ['SIGTERM', 'tolerance', '--json'],
  ['SIGINT', 'check', '--json'],
  ['SIGINT', 'study', '--json'],
  ['SIGINT', 'study'],
] as const)(
  '%s says under --json and of a study that it ended the run: %s %s %s',
  async (signal, ...words) => {
    const input = join(folder, 'loop.goal');
    const preload = join(folder, 'loops.cjs');
    const study = join(folder, 'one.yaml');
    writeFileSync(input, 'num_ranks 1\nrank 0 {\nl1: calc 5\n}\n');
    writeFileSync(preload, LOOPS);
    writeFileSync(study, 'inputs: [loop.goal]\nquestions: [sensitivity]\n');
    const [command, ...flags] = words;
    const read = command === 'study' ? study : input;
    const child = spawn(process.execPath, ['--require', preload, BIN, command, read, ...flags]);
    const said = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr'] as const)
      child[stream].on('data', (bytes) => {
        said[stream] += bytes;
      });
    await expect.poll(() => said.stderr, { timeout: 10_000 }).toContain('loops');
    child.kill(signal);
    const code = signal === 'SIGINT' ? 130 : 143;
    expect(await statusAfter(child)).toBe(code);
    const mend = 'the finished cells are kept; run it again for the others';
    const problem = { what: 'interrupted', ...(command === 'study' && { mend }) };
    if (flags.some((flag) => flag === '--json'))
      expect(JSON.parse(said.stdout)).toMatchObject({
        error: { family: 'interrupted', exit_code: code, problems: [problem] },
      });
    else expect(said).toEqual({ stdout: '', stderr: `loopsllamp-ts: interrupted. The${mend.slice(3)}\n` });
    rmSync(join(folder, 'one.study'), { recursive: true, force: true });
    for (const path of [input, preload, study]) rmSync(path);
  },
);

it.runIf(isWhole && process.platform === 'linux')(
  'SIGTERM ends a run that waits for who writes a pipe',
  async () => {
    const input = join(folder, 'small.goal');
    const machine = join(folder, 'machine');
    writeFileSync(input, 'num_ranks 1\nrank 0 {\nl1: calc 5\n}\n');
    expect(spawnSync('mkfifo', [machine]).status).toBe(0);
    const child = spawn(process.execPath, [BIN, 'tolerance', input, '--machine', machine], {
      stdio: 'ignore',
    });
    await new Promise((resolve) => setTimeout(resolve, 1000));
    child.kill('SIGTERM');
    expect(await statusAfter(child)).toBe(143);
    for (const path of [input, machine]) rmSync(path);
  },
);

/** Rows enough that the program of them is longer than what a pipe takes. */
const chain = (): string => {
  const lines = Array.from({ length: 4000 }, (_, i) => `l${i + 1}: send 8b to 1 tag ${i}`);
  const received = lines.map((line) => line.replace('send', 'recv').replace('to 1', 'from 0'));
  return `num_ranks 2\nrank 0 {\n${lines.join('\n')}\n}\nrank 1 {\n${received.join('\n')}\n}\n`;
};

it.runIf(isWhole && process.platform === 'linux')(
  'SIGINT ends a small run whose answer nobody reads',
  async () => {
    const input = join(folder, 'chain.goal');
    const unread = join(folder, 'unread');
    writeFileSync(input, chain());
    expect(spawnSync('mkfifo', [unread]).status).toBe(0);
    const pipe = openSync(unread, 'r+');
    try {
      const child = spawn(process.execPath, [BIN, 'export', input, '--format', 'lp'], {
        stdio: ['ignore', pipe, 'ignore'],
      });
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
  },
);

it.runIf(process.platform === 'linux')('SIGTERM ends the program that is traced', async () => {
  const tracer = join(folder, 'libllamp-trace.so');
  const program = join(folder, 'endless');
  // The marks of a tracer are in its text; the loader passes over what is no library.
  writeFileSync(tracer, '\x7fELF LLAMP_TRACE');
  writeFileSync(program, '#!/bin/sh\necho $$\nexec sleep 600\n', { mode: 0o755 });
  const child = spawn(process.execPath, [
    ...[BIN, 'trace', 'run', '--tracer', tracer, '--output', join(folder, 'endless-traces')],
    ...['--', program],
  ]);
  const traced = await new Promise<number>((resolve) =>
    child.stdout.once('data', (said) => resolve(Number(said))),
  );
  // One that nobody has waited for is over, too.
  const runs = (): boolean => {
    try {
      return !/\) Z /.test(readFileSync(`/proc/${traced}/stat`, 'latin1'));
    } catch {
      return false;
    }
  };
  expect(runs()).toBe(true);
  child.kill('SIGTERM');
  expect(await statusAfter(child)).toBe(143);
  await expect.poll(runs, { timeout: 5000 }).toBe(false);
  for (const path of [tracer, program]) rmSync(path);
});
