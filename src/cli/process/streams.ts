/** Standard input, output and error of a run, the layout of text, and signs of progress. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { isatty, WriteStream } from 'node:tty';
import { parentPort } from 'node:worker_threads';
import { errorCode, fileError, writeAll } from './files.js';

// Layout of answers: plain text of any width, fitted to a terminal, or Markdown.

interface Layout {
  /** Columns of the terminal; null: unlimited. */
  readonly columns: number | null;
  readonly markdown: boolean;
}

const WIDE: Layout = { columns: null, markdown: false };

let current = WIDE;

export const layout = (): Layout => current;

/** Characters that command a terminal, except line breaks and tabs, and those that reverse text. */
const COMMANDS = /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Text for people as a terminal may show it: names of files, ranks and functions may contain any character. Those that
 * command it are shown as JavaScript writes them: `\r`, `\x1b`, `\u202e`.
 */
export const printable = (text: string): string =>
  text.replace(COMMANDS, (letter) => {
    if (letter === '\r') return '\\r';
    const code = letter.charCodeAt(0).toString(16);
    return code.length > 2 ? `\\u${code}` : `\\x${code.padStart(2, '0')}`;
  });

/** Makes text for people in a layout. `make` must be synchronous, because the layout is global. */
export function laidOut(wanted: Layout, make: () => string): string {
  const before = current;
  current = wanted;
  try {
    const text = printable(make());
    return wanted.markdown ? paragraphs(text) : wrapped(text, wanted.columns);
  } finally {
    current = before;
  }
}

/** Rows of a list that a terminal shows at once. */
const LISTED = 10;

/** Number of rows of a list that are shown, at most `most`. */
export const listed = (most: number): number =>
  current.columns === null || current.markdown ? most : Math.min(most, LISTED);

/** A note on `left` rows that are not shown; '' for none. */
export const moreText = (left: number, which = ''): string =>
  left > 0 ? `  … and ${left} more${which} (--json shows all)\n` : '';

/** Wraps sentences to the terminal's width; tables already fit. */
function wrapped(text: string, columns: number | null): string {
  if (columns === null) return text;
  return text
    .split('\n')
    .map((line) => ([...line].length <= columns ? line : wrappedLine(line, columns)))
    .join('\n');
}

/** Continuation lines are indented further. */
function wrappedLine(line: string, columns: number): string {
  const begin = line.length - line.trimStart().length;
  const parts = broken(line.trimStart(), columns, begin, begin + 2);
  return ' '.repeat(begin) + parts.join(`\n${' '.repeat(begin + 2)}`);
}

/** Lines of a wrapped text, the first after `begin` letters and the others after `indent`. */
export function broken(text: string, columns: number, begin: number, indent: number): string[] {
  const [first = '', ...words] = text.split(' ');
  const parts = [first];
  for (const word of words) {
    const longer = `${parts[parts.length - 1]} ${word}`;
    const room = columns - (parts.length === 1 ? begin : indent);
    if ([...longer].length <= room) parts[parts.length - 1] = longer;
    else if (word !== '') parts.push(word);
  }
  return parts.length === 1 ? parts : parts.map((part) => part.trimEnd());
}

/** Keeps lines of text, and separates tables and lists from them. */
function paragraphs(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  const made = lines.flatMap((line, i) => {
    const next = lines[i + 1] ?? '';
    if (line === '' || next === '') return [line];
    if (kindOf(line) !== kindOf(next)) return [line, ''];
    return [kindOf(line) === 'text' ? `${line}  ` : line];
  });
  return `${made
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()}\n`;
}

function kindOf(line: string): 'table' | 'list' | 'text' {
  if (line.startsWith('|')) return 'table';
  return line.startsWith('- ') ? 'list' : 'text';
}

export interface Streams {
  /** Takes all bytes or throws the system's error. */
  readonly out: (bytes: Uint8Array) => void;
  readonly err: (text: string) => void;
  /** Descriptor that `-` is read from. */
  readonly input: number;
  /** Whether standard error is a terminal, on which a bar can be drawn. */
  readonly terminal: boolean;
  /** Whether standard output is a terminal; left out otherwise. */
  readonly screen?: boolean;
  /** Width of that terminal; left out if unknown. */
  readonly columns?: number;
}

const STDIN = 0;
const STDOUT = 1;
export const STDERR = 2;

const PROCESS: Streams = {
  out: (bytes) => writeAll(STDOUT, bytes),
  err: (text) => writeAll(STDERR, new TextEncoder().encode(text)),
  input: STDIN,
  // A worker's own stderr is no terminal; the descriptor may be.
  terminal: isatty(STDERR),
  screen: isatty(STDOUT),
  get columns(): number {
    // A worker's own standard output is a pipe to its parent; the descriptor is the terminal.
    return process.stdout.columns ?? new WriteStream(STDOUT).columns;
  },
};

const given = new AsyncLocalStorage<Streams>();

/** Streams of the current run: the process's own, unless within {@link withStreams}. */
export const streams = (): Streams => given.getStore() ?? PROCESS;

/** Whether the current run has other streams than the process. */
const ownStreams = (): boolean => given.getStore() !== undefined;

/** Runs with other streams than the process's; concurrent runs keep their own. */
export function withStreams<Result>(own: Streams | undefined, run: () => Promise<Result>): Promise<Result> {
  return own === undefined ? run() : given.run(own, run);
}

/** Throws InputError if no space is left, and the system's EPIPE if the reader of a pipe has ended. */
export function toStdout(bytes: Uint8Array): void {
  try {
    streams().out(bytes);
  } catch (error) {
    throw errorCode(error) === 'EPIPE' ? error : fileError(error, 'standard output');
  }
}

/** Text for people on standard error. */
export const toStderr = (text: string): void => passToStderr(printable(text));

/** Output of another program, which may paint, on standard error. */
export function passToStderr(text: string): void {
  try {
    streams().err(text);
  } catch {
    // A full or closed standard error must not lose the answer.
  }
}

/** Layout of standard error; null columns if it is no terminal, or of unknown width. */
export function wordsLayout(): Layout {
  const { terminal, screen = false } = streams();
  const { columns = 0 } = terminal && screen ? streams() : {};
  return { columns: columns > 0 ? columns : null, markdown: false };
}

/** The same, wrapped to the terminal. */
export const toPerson = (text: string): void => passToStderr(wrapped(printable(text), wordsLayout().columns));

/** Both as text; standard output takes only JSON and words of ours, which may be painted. */
export const PRINT = { out: (text: string) => toStdout(new TextEncoder().encode(text)), err: toPerson };

/**
 * Passes errors of the process's streams, which cannot be caught, to `fail` instead of the previous listeners.
 */
export function guardStreams(fail: (error: Error) => void): void {
  process.stdout.removeAllListeners('error').on('error', (error: Error) => {
    if (errorCode(error) !== 'EPIPE') fail(fileError(error, 'standard output'));
  });
  process.stderr.removeAllListeners('error').on('error', () => undefined);
}

// A line on standard error every ten seconds during long work. The working thread is silent while it computes, so the main
// thread keeps its last message and the time.

const LINE_EVERY_MS = 10_000;

interface WorkingMessage {
  /** The current work; null: none that takes long. */
  readonly working: string | null;
}

export function isWorkingMessage(value: unknown): value is WorkingMessage {
  return typeof value === 'object' && value !== null && 'working' in value;
}

/** Sets the current work; work of a few seconds is not printed. A run with streams of its own writes there. */
export function working(what: string | null): void {
  if (parentPort === null || ownStreams()) ownHeartbeat().hear({ working: what });
  else parentPort.postMessage({ working: what } satisfies WorkingMessage);
}

export class Heartbeat {
  readonly #started = Date.now();
  #lastLine = Date.now();
  #working: string | null = null;

  hear({ working }: WorkingMessage): void {
    this.#working = working;
    this.beat();
  }

  /** Starts the timer; returns a function that stops it. */
  start(): () => void {
    const timer = setInterval(() => this.beat(), LINE_EVERY_MS / 10);
    return () => clearInterval(timer);
  }

  /** Prints a line if one is due. */
  beat(): void {
    const now = Date.now();
    if (this.#working === null || now - this.#lastLine < LINE_EVERY_MS) return;
    this.#lastLine = now;
    toStderr(`llamp-ts: ${this.#working} (${Math.floor((now - this.#started) / 1000)} s)\n`);
  }
}

/** For runs without a main thread, by their streams. */
const own = new WeakMap<Streams, Heartbeat>();

function ownHeartbeat(): Heartbeat {
  const run = streams();
  const heartbeat = own.get(run) ?? new Heartbeat();
  own.set(run, heartbeat);
  return heartbeat;
}
