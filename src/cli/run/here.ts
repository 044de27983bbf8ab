/**
 * Whether a command line is so little work that it runs where it is: a thread of its own would take longer to start than
 * it works.
 */
import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { HARDLY_SOLVED_BYTES } from '../pipeline/tiering.js';

/** Asks that take no time: a thread would only delay them. */
const QUICK: ReadonlySet<string> = new Set(['--help', '-h', '--version', '-v', 'help', 'autocomplete']);

/** Questions whose time goes with the size of their input, and that keep no other program waiting. */
const QUESTIONS: ReadonlySet<string> = new Set([
  'budget',
  'check',
  'critical-latencies',
  'curve',
  'graph',
  'lp',
  'path',
  'phases',
  'sensitivity',
  'tolerance',
]);
/** Those that HiGHS answers where the program is small. */
const SOLVED: ReadonlySet<string> = new Set(['budget', 'sensitivity', 'tolerance']);
const WITHOUT_INPUT: ReadonlySet<string> = new Set(['completion', 'demo', 'docs']);

/** Bytes of input below which the work takes some tenths of a second at most. */
const SMALL_BYTES = 1024 * 1024;
/** Bytes of input below which most functions run for too short a time to repay the compiler that optimizes them. */
const LITTLE_BYTES = 8 * SMALL_BYTES;
const SMALL_FILES = 64;
const FIRST_PROCESS = 1;
/** How much larger than its file the content of a compressed one is taken to be. */
const UNPACKED = 20;

/** What a command line reads, as far as its words name files. */
export interface Reading {
  /** No end where there are none, too many, or what nobody can look at. */
  readonly bytes: number;
  /** What files are called by: their extensions, of a folder those of what is in it, behind a slash. */
  readonly kinds: readonly string[];
}

/** Whether a command line runs in the thread that it is given to, rather than in one of its own. */
export function runsHere(argv: readonly string[], reading: () => Reading = () => readingOf(argv)): boolean {
  return !isMainThread || argv.some((word) => QUICK.has(word)) || isSmall(argv, reading);
}

/** Whether a command line reads files, and little: whatever it is asked, it begins with short loops. */
export const readsLittle = (argv: readonly string[], { bytes }: Reading = readingOf(argv)): boolean =>
  bytes <= LITTLE_BYTES;

/** Whether a command line reads so much that the solver is hardly asked, unless by name. */
export function hardlySolves(argv: readonly string[], { bytes }: Reading = readingOf(argv)): boolean {
  return Number.isFinite(bytes) && bytes > HARDLY_SOLVED_BYTES && !says(argv, 'highs');
}

const says = (argv: readonly string[], engine: 'highs' | 'sweep'): boolean =>
  argv.some((word) => word === engine || word === `--engine=${engine}`);

/** Whether it may ask HiGHS, and reads little: then the solver is made ready for small programs. */
export const mayAskSolver = (argv: readonly string[], reading?: Reading): boolean =>
  readsLittle(argv, reading) && !says(argv, 'sweep');

/** Whether it will. */
export const asksSolver = (argv: readonly string[], reading?: Reading): boolean =>
  SOLVED.has(argv[0]) && mayAskSolver(argv, reading);

/** Whether it reads so little that most of its work is starting. */
export const readsSmall = (argv: readonly string[], { bytes }: Reading = readingOf(argv)): boolean =>
  bytes <= SMALL_BYTES;

function isSmall([command]: readonly string[], reading: () => Reading): boolean {
  // The system ends the first process of a container only by signals that it handles.
  if (process.pid === FIRST_PROCESS) return false;
  if (command === undefined || WITHOUT_INPUT.has(command)) return true;
  return QUESTIONS.has(command) && readsSmall([], reading());
}

export function readingOf([, ...words]: readonly string[]): Reading {
  const none = { bytes: Number.POSITIVE_INFINITY, kinds: [] };
  if (words.includes('-')) return none;
  try {
    const named = words.map(settingOf).map(filesAt);
    const files = named.flatMap(({ paths }) => paths);
    if (files.length === 0 || files.length > SMALL_FILES) return none;
    const kinds = named.flatMap(({ folder, paths }) =>
      paths.map((path) => (folder ? '/' : '') + extname(path)),
    );
    return { bytes: files.reduce((sum, file) => sum + bytesOf(file), 0), kinds: [...new Set(kinds)] };
  } catch {
    // What can't be looked at is told by who reads it.
    return none;
  }
}

/** A word, or what a flag is set to within it. */
const settingOf = (word: string): string => (word.startsWith('-') ? word.slice(word.indexOf('=') + 1) : word);

/** The file that a word names, those of a folder, none where there is neither. */
function filesAt(path: string): { readonly folder: boolean; readonly paths: readonly string[] } {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return { folder: false, paths: [] };
  if (!found.isDirectory()) return { folder: false, paths: [path] };
  return { folder: true, paths: readdirSync(path).map((name) => join(path, name)) };
}

/** What reading a file brings; no end where it is none, such as a pipe. */
function bytesOf(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return 0;
  if (found.isDirectory()) return Number.POSITIVE_INFINITY;
  if (!found.isFile()) return Number.POSITIVE_INFINITY;
  return found.size * (isCompressed(path) ? UNPACKED : 1);
}

const GZIP = 0x1f8b;
const ZSTD = 0x28b5;

function isCompressed(path: string): boolean {
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(2);
    const magic = readSync(file, head) === head.length ? head.readUInt16BE() : 0;
    return magic === GZIP || magic === ZSTD;
  } finally {
    closeSync(file);
  }
}
