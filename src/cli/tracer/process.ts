/** Other programs, run to their end. */
import { type ChildProcess, spawn } from 'node:child_process';
import { errorCode } from '../output/files.js';

export interface Ended {
  /** Null where a signal ended it. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Whether it was stopped because its time was over. */
  readonly late: boolean;
  /** What it wrote, where nobody took it. */
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  /** Where it runs; here, unless told. */
  readonly folder?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Takes what it writes, piece by piece. */
  readonly out?: (bytes: Uint8Array) => void;
  readonly err?: (bytes: Uint8Array) => void;
  /** Descriptor of its standard input; without one it has none. */
  readonly input?: number;
  /** After so many ms it is stopped. */
  readonly timeout?: number;
}

/** What is stopped has so many ms to end by itself. */
const LAST_WORDS = 2_000;

/** Runs a program; undefined where there is none of this name. Throws the system's error for others. */
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
    child.stdout?.on('data', options.out ?? stdout.take);
    child.stderr?.on('data', options.err ?? stderr.take);
    const limit = limitOn(child, options.timeout);
    child.on('error', (error) => {
      if (errorCode(error) === 'ENOENT' || errorCode(error) === 'EACCES') resolve(undefined);
      else reject(error);
    });
    child.on('close', (code, signal) => {
      limit.end();
      resolve({ code, signal, late: limit.late, stdout: stdout.text, stderr: stderr.text });
    });
  });
}

/** Stops a program that takes longer than `ms`; what it has started may keep its output open and is not waited for. */
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

/** What nobody else takes. */
class Kept {
  text = '';
  readonly take = (bytes: Uint8Array): void => {
    this.text += new TextDecoder().decode(bytes);
  };
}
