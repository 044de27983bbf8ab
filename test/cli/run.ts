/** The built command line, within the process of the tests or as a process of its own. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';

/** Where the built command line finds its package. */
export const ROOT = new URL('../../bin/run.js', import.meta.url).href;
/** What a user starts. */
export const BIN = fileURLToPath(ROOT);

export const built: Promise<typeof import('../../src/cli/run/main.js')> = import(
  new URL('../../dist/cli/run/main.js', import.meta.url).href
);

export interface CliResult {
  readonly code: number | null;
  readonly stdout: string;
  /** Without lines of progress, which any run may print that a busy machine makes long. */
  readonly stderr: string;
}

/** What a run said, without its lines of progress: `llamp-ts: reading 7 % (10 s)`. */
export const withoutProgress = (said: string): string => said.replace(/^llamp-ts: .* \(\d+ s\)\n/gm, '');

export interface CliOptions {
  /** What standard input holds; by default nothing. */
  readonly input?: string | Uint8Array;
  /** The folder that names of files are relative to. */
  readonly cwd?: string;
  /** Whether standard output passes for a terminal. */
  readonly screen?: boolean;
  /** How wide that terminal is. */
  readonly columns?: number;
}

export interface SpawnOptions extends CliOptions {
  readonly env?: Readonly<Record<string, string>>;
}

/** A command line: its words, or a text of them without spaces in any. */
export type Line = string | readonly string[];

const wordsOf = (line: Line): readonly string[] => (typeof line === 'string' ? line.split(' ') : line);

/** Does `work` where programs are looked for in these folders only: for what a command line starts. */
export async function withPath<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  const before = process.env.PATH;
  process.env.PATH = path;
  try {
    return await work();
  } finally {
    process.env.PATH = before;
  }
}

/** Runs a command line in this process, from its words to its exit code. */
export async function runCli(argv: Line, options: CliOptions = {}): Promise<CliResult> {
  const { pieces, code } = await runInOrder(argv, options);
  const of = (stream: Piece['stream']): string =>
    text(pieces.filter((piece) => piece.stream === stream).map(({ bytes }) => bytes));
  return { code, stdout: of('stdout'), stderr: withoutProgress(of('stderr')) };
}

/** The JSON that a command line prints, which ends well and warns of nothing outside of it. */
export async function askJson(line: Line, options: CliOptions = {}) {
  const { code, stdout, stderr } = await runCli([...wordsOf(line), '--json', '--quiet'], options);
  expect([code, stderr], stdout).toEqual([0, '']);
  return JSON.parse(stdout);
}

/** Holds that a command line ends with a code and words, and has no answer. */
export async function expectRefusal(
  line: Line,
  code: number,
  words: string | RegExp,
  options?: CliOptions,
): Promise<void> {
  const told = await runCli(line, options);
  expect([told.code, told.stdout], told.stderr).toEqual([code, '']);
  expect(told.stderr).toMatch(words);
}

/** The same with both outputs in one place, in the order in which they are written, as on a terminal. */
export async function runShown(argv: Line): Promise<{ code: number; output: string }> {
  const { pieces, code } = await runInOrder(argv);
  return { code, output: withoutProgress(text(pieces.map(({ bytes }) => bytes))) };
}

interface Piece {
  readonly stream: 'stdout' | 'stderr';
  readonly bytes: Uint8Array;
}

const text = (pieces: readonly Uint8Array[]): string => Buffer.concat(pieces).toString('utf8');

async function runInOrder(
  line: Line,
  { cwd, input = '', screen = false, columns }: CliOptions = {},
): Promise<{ readonly code: number; readonly pieces: readonly Piece[] }> {
  const { main } = await built;
  const pieces: Piece[] = [];
  const before = process.cwd();
  const descriptor = input === '' ? nothing() : holding(input);
  if (cwd !== undefined) process.chdir(cwd);
  try {
    const code = await main(wordsOf(line), ROOT, {
      // What is written may be written over afterwards.
      out: (bytes) => pieces.push({ stream: 'stdout', bytes: bytes.slice() }),
      err: (words) => pieces.push({ stream: 'stderr', bytes: Buffer.from(words) }),
      input: descriptor,
      terminal: false,
      screen,
      ...(columns === undefined ? {} : { columns }),
    });
    return { code, pieces };
  } finally {
    process.chdir(before);
    if (descriptor !== empty) closeSync(descriptor);
  }
}

let empty: number | undefined;

/** A descriptor at the end of its file, the same for all runs. */
function nothing(): number {
  empty ??= holding('');
  return empty;
}

/** A descriptor that gives `content` when it is read. */
function holding(content: string | Uint8Array): number {
  const folder = mkdtempSync(join(tmpdir(), 'llamp-input-'));
  const file = join(folder, 'input');
  writeFileSync(file, content);
  const descriptor = openSync(file, 'r');
  rmSync(folder, { recursive: true });
  return descriptor;
}

/** Runs the command line as a user does: for what only a process has, such as pipes, signals, an environment. */
export function spawnCli(argv: Line, options: SpawnOptions = {}): Promise<CliResult> {
  const child = spawn(process.execPath, [BIN, ...wordsOf(argv)], {
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    env: { ...process.env, NO_COLOR: '1', ...options.env },
  });
  // A run that fails before it reads its input closes the pipe.
  child.stdin.on('error', () => undefined);
  child.stdin.end(options.input ?? '');
  return ended(child);
}

/** What a process says until it ends. */
export function ended(child: ChildProcessByStdio<Writable | null, Readable, Readable>): Promise<CliResult> {
  return new Promise((resolve, reject) => {
    let [stdout, stderr] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      stdout += chunk;
    });
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      stderr += chunk;
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr: withoutProgress(stderr) }));
  });
}
