/** Standard input, output and error of a run: an answer that cannot be written is an error, a word beside it that cannot is lost. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { WriteStream } from 'node:tty';
import { errorCode, fileError, writeAll } from './files.js';
import { type Layout, wrapped } from './layout.js';
import { isTerminal } from './terminal.js';

/** What a command line reads from and writes to. */
export interface Streams {
  /** Takes all bytes or throws the system's error. */
  readonly out: (bytes: Uint8Array) => void;
  readonly err: (text: string) => void;
  /** Descriptor that `-` is read from. */
  readonly input: number;
  /** Whether standard error is a terminal, on which a bar can be drawn. */
  readonly terminal: boolean;
  /** Whether standard output is a terminal, which shows text only; left out where it is none. */
  readonly screen?: boolean;
  /** Letters in a line of that terminal; left out where it is none, or does not say. */
  readonly columns?: number;
}

const STDIN = 0;
const STDOUT = 1;
export const STDERR = 2;

const PROCESS: Streams = {
  out: (bytes) => writeAll(STDOUT, bytes),
  err: (text) => writeAll(STDERR, new TextEncoder().encode(text)),
  input: STDIN,
  // A worker's own stderr is not known to be a terminal; the descriptor is.
  terminal: isTerminal(STDERR),
  screen: isTerminal(STDOUT),
  get columns(): number {
    // A worker's own standard output is a pipe to its parent; the descriptor is the terminal.
    return process.stdout.columns ?? new WriteStream(STDOUT).columns;
  },
};

const given = new AsyncLocalStorage<Streams>();

/** Those of the run that asks: the process's own, but within {@link withStreams}. */
export const streams = (): Streams => given.getStore() ?? PROCESS;

/** Whether the run that asks has other streams than the process. */
export const ownStreams = (): boolean => given.getStore() !== undefined;

/** Runs with other streams than the process's. Runs beside each other keep to their own. */
export function withStreams<Result>(own: Streams | undefined, run: () => Promise<Result>): Promise<Result> {
  return own === undefined ? run() : given.run(own, run);
}

/** Throws InputError where there is no room, and the system's EPIPE where the reader of a pipe has gone. */
export function toStdout(bytes: Uint8Array): void {
  try {
    streams().out(bytes);
  } catch (error) {
    throw errorCode(error) === 'EPIPE' ? error : fileError(error, 'standard output');
  }
}

export function toStderr(text: string): void {
  try {
    streams().err(text);
  } catch {
    // A full or closed standard error must not cost the answer.
  }
}

/** The terminal that standard error is; null columns where it is none, or not known how wide. */
export function wordsLayout(): Layout {
  const { terminal, screen = false } = streams();
  const { columns = 0 } = terminal && screen ? streams() : {};
  return { columns: columns > 0 ? columns : null, markdown: false };
}

/** Words to the person, broken where lines of a terminal end. */
export const toPerson = (text: string): void => toStderr(wrapped(text, wordsLayout().columns));

/** Both as text. */
export const PRINT = { out: (text: string) => toStdout(new TextEncoder().encode(text)), err: toPerson };

/**
 * What others write to the streams of the process tells of errors when it is too late to catch them. `fail` hears of
 * them in place of whoever listened before.
 */
export function guardStreams(fail: (error: Error) => void): void {
  process.stdout.removeAllListeners('error').on('error', (error: Error) => {
    if (errorCode(error) !== 'EPIPE') fail(fileError(error, 'standard output'));
  });
  process.stderr.removeAllListeners('error').on('error', () => undefined);
}
