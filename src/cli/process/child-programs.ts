/** Runs other programs to their end, and launchers with a library preloaded before a program's MPI. */
import { type ChildProcess, spawn } from 'node:child_process';
import { basename } from 'node:path';
import { UsageError } from '../../errors.js';
import { childRuns, errorCode } from './files.js';
import { passToStderr, toStdout } from './streams.js';

export interface Ended {
  /** Null if a signal ended it. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Whether it was stopped by its time limit. */
  readonly late: boolean;
  /** Its output that was not streamed. */
  readonly stdout: string;
  readonly stderr: string;
}

interface RunOptions {
  /** Its working folder; by default the current one. */
  readonly folder?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Receives its output piece by piece. */
  readonly out?: (bytes: Uint8Array) => void;
  readonly err?: (bytes: Uint8Array) => void;
  /** Descriptor of its standard input; without one it has none. */
  readonly input?: number;
  /** After so many ms it is stopped. */
  readonly timeout?: number;
}

/** Time for a stopped program to end by itself, ms. */
const LAST_WORDS = 2_000;

/** Runs a program; undefined if it does not exist. Throws the system's other errors. */
export function run(words: readonly string[], options: RunOptions = {}): Promise<Ended | undefined> {
  const [command, ...rest] = words;
  return new Promise((resolve, reject) => {
    const child = spawn(command, rest, {
      cwd: options.folder,
      env: options.env ?? process.env,
      stdio: [options.input ?? 'ignore', 'pipe', 'pipe'],
    });
    const stdout = new Kept();
    const stderr = new Kept();
    const output = new Passing(options.out ?? stdout.take);
    const errors = new Passing(options.err ?? stderr.take);
    child.stdout?.on('data', output.take);
    child.stderr?.on('data', errors.take);
    const { pid } = child;
    if (pid !== undefined) childRuns(pid, true);
    const limit = limitOn(child, options.timeout);
    child.on('error', (error) => {
      if (errorCode(error) === 'ENOENT' || errorCode(error) === 'EACCES') resolve(undefined);
      else reject(error);
    });
    child.on('close', (code, signal) => {
      if (pid !== undefined) childRuns(pid, false);
      limit.end();
      const failed = output.failed ?? errors.failed;
      if (failed !== null) reject(failed);
      else resolve({ code, signal, late: limit.late, stdout: stdout.text, stderr: stderr.text });
    });
  });
}

/** Stops a program after `ms`; does not wait for its children, which may keep its output open. */
function limitOn(child: ChildProcess, ms: number | undefined): { late: boolean; end(): void } {
  const limit = { late: false, end: () => timers.forEach(clearTimeout) };
  const timers: NodeJS.Timeout[] = [];
  if (ms === undefined) return limit;
  const ask = (): void => {
    limit.late = true;
    child.kill('SIGTERM');
  };
  const force = (): void => {
    child.kill('SIGKILL');
    child.stdout?.destroy();
    child.stderr?.destroy();
  };
  timers.push(setTimeout(ask, ms), setTimeout(force, ms + LAST_WORDS));
  return limit;
}

class Kept {
  text = '';
  readonly #decoder = new TextDecoder();
  readonly take = (bytes: Uint8Array): void => {
    this.text += this.#decoder.decode(bytes, { stream: true });
  };
}

/** Passes output on until that fails; the program runs on without it, because its trace matters more. */
class Passing {
  /** The reason; null where the reader of a pipe has only ended. */
  failed: unknown = null;
  #open = true;
  readonly #to: (bytes: Uint8Array) => void;

  constructor(to: (bytes: Uint8Array) => void) {
    this.#to = to;
  }

  readonly take = (bytes: Uint8Array): void => {
    try {
      if (this.#open) this.#to(bytes);
    } catch (error) {
      this.#open = false;
      if (errorCode(error) !== 'EPIPE') this.failed = error;
    }
  };
}

/** How launchers pass variables to the ranks: words for each, before the launcher's own. */
const HANDED: Readonly<Record<'openmpi' | 'hydra', (name: string, value: string) => readonly string[]>> = {
  openmpi: (name, value) => ['-x', `${name}=${value}`],
  hydra: (name, value) => ['-genv', name, value],
};

/** Launchers that may be of either; all others (srun, aprun …) hand their own environment on. */
const LAUNCHER = /^(mpirun|mpiexec|orterun|prterun|mpiexec\.hydra)([.-]\w+)*$/;

interface Launch {
  readonly words: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

/** LD_PRELOAD with a library before those already in it. Throws UsageError for a path that it would divide. */
export function preloaded(library: string): { readonly LD_PRELOAD: string } {
  if (/[\s:]/.test(library))
    throw new UsageError(
      `the tracer '${library}' cannot be preloaded, because LD_PRELOAD divides its value at blanks and colons`,
      'use an output folder without them',
    );
  return { LD_PRELOAD: [library, process.env.LD_PRELOAD ?? ''].filter((one) => one !== '').join(':') };
}

/**
 * `words` changed so that every rank gets the `variables`. Open MPI and Hydra get flags, and do not preload the library
 * themselves.
 */
export async function launchOf(
  words: readonly string[],
  variables: Readonly<Record<string, string>>,
): Promise<Launch> {
  const [launcher, ...rest] = words;
  const kind = LAUNCHER.test(basename(launcher)) ? await kindOf(launcher) : undefined;
  if (kind === undefined) return { words, env: { ...process.env, ...variables } };
  const handed = Object.entries(variables).flatMap(([name, value]) => HANDED[kind](name, value));
  // Open MPI takes them for one of several programs only, which `:` divides; Hydra takes -genv for all.
  const each =
    kind === 'openmpi' ? rest.flatMap((word) => (word === ':' ? [word, ...handed] : [word])) : rest;
  return { words: [launcher, ...handed, ...each], env: process.env };
}

async function kindOf(launcher: string): Promise<keyof typeof HANDED | undefined> {
  const ended = await run([launcher, '--version']);
  if (ended === undefined) return undefined;
  const said = `${ended.stdout}${ended.stderr}`;
  if (/open[ -]?mpi|open-rte|prrte/i.test(said)) return 'openmpi';
  return /hydra|intel\(r\) mpi/i.test(said) ? 'hydra' : undefined;
}

/** To standard error; characters may be divided between pieces. */
function said(): (bytes: Uint8Array) => void {
  const decoder = new TextDecoder();
  return (bytes) => passToStderr(decoder.decode(bytes, { stream: true }));
}

/** Standard output, or standard error with --json. */
export const wordsOut = (json: boolean): Required<Pick<RunOptions, 'out' | 'err'>> => ({
  out: json ? said() : toStdout,
  err: said(),
});
