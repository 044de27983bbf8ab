/** Standard input, output and error of a run, how its words are laid out there, and what says that it still works. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { isatty, WriteStream } from 'node:tty';
import { parentPort } from 'node:worker_threads';
import { errorCode, fileError, writeAll } from './files.js';

// How answers are laid out where they are read: as plain text of any width, within a terminal, or as Markdown.

interface Layout {
  /** Columns of the terminal; null: as wide as it comes. */
  readonly columns: number | null;
  readonly markdown: boolean;
}

const WIDE: Layout = { columns: null, markdown: false };

let current = WIDE;

/** That of the text that is made now. */
export const layout = (): Layout => current;

/** Makes text in a layout. `make` may not wait: what others make meanwhile would be laid out so as well. */
export function laidOut(wanted: Layout, make: () => string): string {
  const before = current;
  current = wanted;
  try {
    const text = make();
    return wanted.markdown ? paragraphs(text) : wrapped(text, wanted.columns);
  } finally {
    current = before;
  }
}

/** Rows of a list that a terminal shows at once. */
const LISTED = 10;

/** How many rows of a list are shown where there are never more than `most`. */
export const listed = (most: number): number =>
  current.columns === null || current.markdown ? most : Math.min(most, LISTED);

/** Behind a list of which `left` rows are not shown; '' behind all of it. */
export const moreText = (left: number, which = ''): string =>
  left > 0 ? `  … and ${left} more${which} (--json has all)\n` : '';

/** Sentences broken between words where a terminal is too narrow for them; tables are no wider than it. */
function wrapped(text: string, columns: number | null): string {
  if (columns === null) return text;
  return text
    .split('\n')
    .map((line) => ([...line].length <= columns ? line : wrappedLine(line, columns)))
    .join('\n');
}

/** Goes on further in than it begins. */
function wrappedLine(line: string, columns: number): string {
  const begin = line.length - line.trimStart().length;
  const parts = broken(line.trimStart(), columns, begin, begin + 2);
  return ' '.repeat(begin) + parts.join(`\n${' '.repeat(begin + 2)}`);
}

/** Parts of a text between words, of which the first begins behind `begin` letters and the others behind `indent`. */
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

/** Lines of text stay lines, and tables and lists stand by themselves. */
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
  terminal: isatty(STDERR),
  screen: isatty(STDOUT),
  get columns(): number {
    // A worker's own standard output is a pipe to its parent; the descriptor is the terminal.
    return process.stdout.columns ?? new WriteStream(STDOUT).columns;
  },
};

const given = new AsyncLocalStorage<Streams>();

/** Those of the run that asks: the process's own, but within {@link withStreams}. */
export const streams = (): Streams => given.getStore() ?? PROCESS;

/** Whether the run that asks has other streams than the process. */
const ownStreams = (): boolean => given.getStore() !== undefined;

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

// A line on standard error every ten seconds that says what takes so long. The work happens in a thread of its own,
// which says nothing while it computes: the main thread keeps what it heard last, and the time.

const LINE_EVERY_MS = 10_000;

interface WorkingMessage {
  /** What is being done; null: nothing that takes long. */
  readonly working: string | null;
}

export function isWorkingMessage(value: unknown): value is WorkingMessage {
  return typeof value === 'object' && value !== null && 'working' in value;
}

/** Says what is done from now on. Nothing is printed of what is done within seconds. A run with streams of its own tells them. */
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

  /** Beats by itself; returns what ends it. */
  start(): () => void {
    const timer = setInterval(() => this.beat(), LINE_EVERY_MS / 10);
    return () => clearInterval(timer);
  }

  /** Prints the line that is due, if one is. */
  beat(): void {
    const now = Date.now();
    if (this.#working === null || now - this.#lastLine < LINE_EVERY_MS) return;
    this.#lastLine = now;
    toStderr(`llamp-ts: ${this.#working} (${Math.floor((now - this.#started) / 1000)} s)\n`);
  }
}

/** Of runs without a main thread above them, each known by its streams. */
const own = new WeakMap<Streams, Heartbeat>();

function ownHeartbeat(): Heartbeat {
  const run = streams();
  const heartbeat = own.get(run) ?? new Heartbeat();
  own.set(run, heartbeat);
  return heartbeat;
}
