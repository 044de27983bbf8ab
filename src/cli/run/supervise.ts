/**
 * Large work, and all work whose end `--json` promises to report, runs in a thread of its own, so that Ctrl-C ends it at once,
 * and partly written files are removed. Other small work runs here, where no signal handler could run during computation: the
 * system handles signals, except while a file is written.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { homedir, tmpdir, userInfo } from 'node:os';
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

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
const CODES = { SIGINT: EXIT.interrupted, SIGTERM: 143 } as const;
/** Time limit for a thread to end, ms. */
const TERMINATED_MS = 1000;
/** Time for a signal to reach another process of the group, ms. */
const GROUP_MS = 250;

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
    if (isLeftMessage(message)) {
      hear(message);
      if ('child' in message) witness.watch();
    } else if (isWorkingMessage(message)) heartbeat.hear(message);
  });
  const witness = new GroupWitness();
  onSignals((signal) => endThread(worker, argv, signal, witness));
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
  witness.end();
  return code;
}

function onSignals(act: (signal: (typeof SIGNALS)[number]) => void): void {
  for (const signal of SIGNALS) process.on(signal, () => act(signal));
}

function leaveSignals(): void {
  for (const signal of SIGNALS) process.removeAllListeners(signal);
}

/** A computing thread ends at once; one that waits for the system, such as for a pipe, ends only with the process. */
function endThread(
  worker: Worker,
  argv: readonly string[],
  signal: (typeof SIGNALS)[number],
  witness: GroupWitness,
): void {
  const passed = passOn(signal, witness);
  worker.on('exit', async () => {
    const { reportInterruption } = await import('./main.js');
    await passed;
    reportInterruption(argv, CODES[signal]);
    stop(CODES[signal]);
  });
  void worker.terminate();
  setTimeout(() => {
    leaveSignals();
    removeTemporaries();
    process.kill(process.pid, signal);
    process.exit(CODES[signal]);
  }, TERMINATED_MS);
}

/** Launchers take a second signal as the wish to end at once, without their ranks: only one must reach them. */
async function passOn(signal: NodeJS.Signals, witness: GroupWitness): Promise<void> {
  if (!(await witness.saw(signal))) signalChildren(signal);
}

/**
 * Shows whether a signal came to all processes of the group, as from a terminal or from timeout(1), or to this one alone: a
 * process that does nothing, while other programs run.
 */
class GroupWitness {
  #process: ChildProcess | undefined;

  /** Another program runs. */
  watch(): void {
    // It ends with the other end of its pipe, which is this process.
    this.#process ??= spawn('cat', { stdio: ['pipe', 'ignore', 'ignore'] }).on('error', () => undefined);
  }

  end(): void {
    this.#process?.stdin?.end();
  }

  async saw(signal: NodeJS.Signals): Promise<boolean> {
    const seen = this.#process;
    if (seen === undefined) return false;
    if (seen.exitCode === null && seen.signalCode === null)
      await new Promise((resolve) => {
        seen.once('exit', resolve);
        setTimeout(resolve, GROUP_MS);
      });
    return seen.signalCode === signal;
  }
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
