/**
 * The work happens in a thread of its own, so that Ctrl-C ends a run at once, however deep it is in a sweep or a
 * solve, and what it leaves half-written is removed. Small work happens here, where no handler of a signal would run while
 * it computes: it leaves signals to the system, which ends it anywhere, but for the moments in which a file is half-written.
 */
import { homedir, tmpdir, userInfo } from 'node:os';
import { isMainThread, type Worker } from 'node:worker_threads';
import { hear, isTemporaryMessage, removeTemporaries, watchTemporaries } from '../process/files.js';
import { startThread } from '../process/package-files.js';
import { EXIT, runsHere } from '../process/startup.js';
import { guardStreams, Heartbeat, isWorkingMessage, PRINT } from '../process/streams.js';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
const CODES = { SIGINT: EXIT.interrupted, SIGTERM: 143 } as const;
/** Within so many ms a thread ends that can be ended. */
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
    if (isTemporaryMessage(message)) hear(message);
    else if (isWorkingMessage(message)) heartbeat.hear(message);
  });
  onSignals((signal) => endThread(worker, signal));
  let refused: Error | null = null;
  const { watchMemory } = await import('../process/memory.js');
  const endWatch = watchMemory((error) => {
    refused = error;
    void worker.terminate();
  });
  // What ends the thread from outside, such as a heap that is full, reaches only this one.
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

/** A thread that computes ends at once; one that waits for the system, as for the writer of a pipe, ends with the process only. */
function endThread(worker: Worker, signal: (typeof SIGNALS)[number]): void {
  worker.on('exit', () => stop(CODES[signal]));
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

/** Who fails has time to load what explains it. */
async function failed(argv: readonly string[], error: unknown): Promise<number> {
  const { reportFailure } = await import('./main.js');
  return reportFailure(error, argv.includes('--json'), PRINT);
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
