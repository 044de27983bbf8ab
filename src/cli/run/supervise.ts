/**
 * The work happens in a thread of its own, so that Ctrl-C ends a run at once, however deep it is in a sweep or a
 * solve, and what it leaves half-written is removed.
 */
import { homedir, tmpdir, userInfo } from 'node:os';
import { fileURLToPath } from 'node:url';
import { isMainThread, Worker } from 'node:worker_threads';
import { Heartbeat, isWorkingMessage } from '../output/heartbeat.js';
import { guardStreams, PRINT } from '../output/streams.js';
import { hear, isTemporaryMessage, removeTemporaries } from '../output/temporary.js';
import { EXIT, reportFailure } from './exit.js';

const SIGTERM_CODE = 143;

/** Asks that take no time: a thread would only delay them. */
const QUICK = new Set(['--help', '-h', '--version', '-v', 'help', 'autocomplete']);

/** Runs the command line of this process; `script` is the URL of the entry file. */
export async function supervise(script: string): Promise<void> {
  const argv = process.argv.slice(2);
  const fail = (error: unknown): number => reportFailure(error, argv.includes('--json'), PRINT);
  ensureHome();
  if (!isMainThread || argv.length === 0 || argv.some((word) => QUICK.has(word))) {
    const { main } = await import('./main.js');
    guardStreams((error) => process.exit(fail(error)));
    process.exitCode = await main(argv, script);
    return;
  }
  const stop = (code: number) => () => {
    removeTemporaries();
    process.exit(code);
  };
  guardStreams((error) => stop(fail(error))());
  const heartbeat = new Heartbeat();
  const endHeartbeat = heartbeat.start();
  const worker = new Worker(fileURLToPath(script), { argv, stdin: false });
  worker.on('message', (message: unknown) => {
    if (isTemporaryMessage(message)) hear(message);
    else if (isWorkingMessage(message)) heartbeat.hear(message);
  });
  process.on('SIGINT', stop(EXIT.interrupted));
  process.on('SIGTERM', stop(SIGTERM_CODE));
  // What ends the thread from outside, such as a heap that is full, reaches only this one.
  process.exitCode = await new Promise<number>((resolve) => {
    worker.on('error', (error) => resolve(fail(error)));
    worker.on('exit', resolve);
  });
  endHeartbeat();
  removeTemporaries();
}

/** oclif cannot be loaded by a user without a home, or without a name, as containers make them; it wants a home and a shell. */
function ensureHome(): void {
  try {
    homedir();
  } catch {
    process.env.HOME = tmpdir();
  }
  try {
    userInfo();
  } catch {
    process.env.SHELL ??= '/bin/sh';
  }
}
