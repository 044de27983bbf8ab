/**
 * Large work runs in a thread of its own, so that Ctrl-C ends it at once, and partly written files are removed. Small work
 * runs here, where no signal handler could run during computation: the system handles signals, except while a file is
 * written.
 */
import { homedir, tmpdir, userInfo } from 'node:os';
import { isatty } from 'node:tty';
import { isMainThread, type Worker } from 'node:worker_threads';
import {
  hear,
  isLeftMessage,
  removeTemporaries,
  signalChildren,
  watchTemporaries,
} from '../process/files.js';
import { startThread } from '../process/package-files.js';
import { EXIT, ownWords, runsHere } from '../process/startup.js';
import { guardStreams, Heartbeat, isWorkingMessage, PRINT } from '../process/streams.js';

const STDIN = 0;
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
const CODES = { SIGINT: EXIT.interrupted, SIGTERM: 143 } as const;
/** Time limit for a thread to end, ms. */
const TERMINATED_MS = 1000;

/** Runs the command line of this process; `script` is the URL of the entry file. */
export async function supervise(script: string, here?: boolean): Promise<void> {
  const argv = process.argv.slice(2);
  ensureHome();
  if (here ?? runsHere(argv)) await runHere(argv, script);
  else process.exitCode = await runInThread(argv);
  removeTemporaries();
}

async function runHere(argv: readonly string[], script: string): Promise<void> {
  guardStreams(async (error) => process.exit(await failed(argv, error)));
  if (isMainThread)
    watchTemporaries((any) => {
      if (any) onSignals((signal) => stop(CODES[signal]));
      else leaveSignals();
    });
  const { main } = await import('./main.js');
  process.exitCode = await main(argv, script);
}

/** The exit code of a thread that does the work. */
async function runInThread(argv: string[]): Promise<number> {
  guardStreams(async (error) => stop(await failed(argv, error)));
  const heartbeat = new Heartbeat();
  const endHeartbeat = heartbeat.start();
  const worker = startThread('command', { argv, stdin: false });
  worker.on('message', (message: unknown) => {
    if (isLeftMessage(message)) hear(message);
    else if (isWorkingMessage(message)) heartbeat.hear(message);
  });
  onSignals((signal) => endThread(worker, argv, signal));
  let refused: Error | null = null;
  const { watchMemory } = await import('../process/memory.js');
  const endWatch = watchMemory((error) => {
    refused = error;
    void worker.terminate();
  });
  // Only this thread sees failures such as a full heap.
  const code = await new Promise<number>((resolve) => {
    worker.on('error', (error) => resolve(failed(argv, error)));
    worker.on('exit', (exit) => resolve(refused === null ? exit : failed(argv, refused)));
  });
  endWatch();
  endHeartbeat();
  return code;
}

function onSignals(act: (signal: (typeof SIGNALS)[number]) => void): void {
  for (const signal of SIGNALS) process.on(signal, () => act(signal));
}

function leaveSignals(): void {
  for (const signal of SIGNALS) process.removeAllListeners(signal);
}

/** A computing thread ends at once; one that waits for the system, such as for a pipe, ends only with the process. */
function endThread(worker: Worker, argv: readonly string[], signal: (typeof SIGNALS)[number]): void {
  worker.on('exit', async () => {
    const { reportInterruption } = await import('./main.js');
    reportInterruption(argv, CODES[signal]);
    stop(CODES[signal]);
  });
  // A terminal sends Ctrl-C to them, too.
  if (signal !== 'SIGINT' || !isatty(STDIN)) signalChildren(signal);
  void worker.terminate();
  setTimeout(() => {
    leaveSignals();
    removeTemporaries();
    process.kill(process.pid, signal);
    process.exit(CODES[signal]);
  }, TERMINATED_MS);
}

function stop(code: number): void {
  removeTemporaries();
  process.exit(code);
}

/** Loaded only after a failure. */
async function failed(argv: readonly string[], error: unknown): Promise<number> {
  const { reportFailure } = await import('./main.js');
  return reportFailure(error, ownWords(argv).includes('--json'), PRINT);
}

/** oclif needs a home and a shell, which users in containers may lack. */
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
