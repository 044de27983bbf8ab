/** Other programs, run to their end. */
import { spawn } from 'node:child_process';
import { errorCode } from '../output/files.js';

export interface Ended {
  /** Null where a signal ended it. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** What it wrote, where nobody took it. */
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly env?: NodeJS.ProcessEnv;
  /** Takes what it writes, piece by piece. */
  readonly out?: (bytes: Uint8Array) => void;
  readonly err?: (bytes: Uint8Array) => void;
  /** Descriptor of its standard input; without one it has none. */
  readonly input?: number;
}

/** Runs a program; undefined where there is none of this name. Throws the system's error for others. */
export function run(words: readonly string[], options: RunOptions = {}): Promise<Ended | undefined> {
  const [command, ...rest] = words;
  return new Promise((resolve, reject) => {
    const child = spawn(command, rest, {
      env: options.env ?? process.env,
      stdio: [options.input ?? 'ignore', 'pipe', 'pipe'],
    });
    const stdout = new Kept();
    const stderr = new Kept();
    child.stdout?.on('data', options.out ?? stdout.take);
    child.stderr?.on('data', options.err ?? stderr.take);
    child.on('error', (error) => {
      if (errorCode(error) === 'ENOENT' || errorCode(error) === 'EACCES') resolve(undefined);
      else reject(error);
    });
    child.on('close', (code, signal) => resolve({ code, signal, stdout: stdout.text, stderr: stderr.text }));
  });
}

/** What nobody else takes. */
class Kept {
  text = '';
  readonly take = (bytes: Uint8Array): void => {
    this.text += new TextDecoder().decode(bytes);
  };
}
