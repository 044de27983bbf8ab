/**
 * What the words of a command line tell before anything is loaded: whether it runs where it is, which command it is,
 * which flags of V8 it runs under; and its exit codes.
 */

import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { versions } from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { isMainThread } from 'node:worker_threads';

// When V8 compiles WebAssembly anew, faster.

/**
 * How much a function of WebAssembly does before that: about ten times V8's own measure. Most programs are solved before it
 * pays: compiling took longer than all that HiGHS did for them. Of small programs even the factorization is over before: V8
 * compiles it for 40 ms, and the process does not end before that is done.
 */
const BUDGET = { small: 2_000_000_000, other: 20_000_000 } as const;

/** Bytes of input above which `auto` will hardly choose HiGHS. */
export const HARDLY_SOLVED_BYTES = 16 * 2 ** 20;

// What words ask for help.

/** Asks for every option of a command. */
export const WHOLE_HELP = '--help=all';
const HELP: ReadonlySet<string> = new Set(['--help', '-h', WHOLE_HELP]);

export interface HelpAsked {
  /** The command line without the words that ask for help. */
  readonly words: readonly string[];
  /** Whether every option is asked for. */
  readonly all: boolean;
}

/** The help that a command line asks for; null where it runs a command. `help tolerance` is `tolerance --help`. */
export function helpAsked(argv: readonly string[]): HelpAsked | null {
  const end = argv.indexOf('--');
  const own = end < 0 ? argv : argv.slice(0, end);
  const verb = argv[0] === 'help';
  if (argv.length > 0 && !verb && !own.some((word) => HELP.has(word))) return null;
  const every: ReadonlySet<string> = new Set(verb ? [WHOLE_HELP, '--all'] : [WHOLE_HELP]);
  return {
    words: own.slice(verb ? 1 : 0).filter((word) => !HELP.has(word) && !every.has(word)),
    all: own.some((word) => every.has(word)),
  };
}

/** Asks that take no time: a thread would only delay them. */
const QUICK: ReadonlySet<string> = new Set([...HELP, '--version', '-v', 'help', 'autocomplete']);

/** Questions whose time goes with the size of their input, and that keep no other program waiting. */
const QUESTIONS: ReadonlySet<string> = new Set([
  'budget',
  'check',
  'critical-latencies',
  'curve',
  'export',
  'path',
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

/** Whether a command line runs in the thread that it is given to, rather than in one of its own. */
export function runsHere(argv: readonly string[], bytes: () => number = () => bytesRead(argv)): boolean {
  return !isMainThread || argv.some((word) => QUICK.has(word)) || isSmall(argv, bytes);
}

/** Whether a command line reads files, and little: whatever it is asked, it begins with short loops. */
export const readsLittle = (argv: readonly string[], bytes = bytesRead(argv)): boolean =>
  bytes <= LITTLE_BYTES;

/** Whether a command line reads so much that the solver is hardly asked, unless by name. */
function hardlySolves(argv: readonly string[], bytes: number): boolean {
  return Number.isFinite(bytes) && bytes > HARDLY_SOLVED_BYTES && !says(argv, 'highs');
}

const says = (argv: readonly string[], engine: 'highs' | 'sweep'): boolean =>
  argv.some((word) => word === engine || word === `--engine=${engine}`);

/** Whether it may ask HiGHS, and reads little: then the solver is made ready for small programs. */
const mayAskSolver = (argv: readonly string[], bytes: number): boolean =>
  readsLittle(argv, bytes) && !says(argv, 'sweep');

/** Whether it will, of commands whose names say so. */
export const asksSolver = (argv: readonly string[], bytes: number): boolean =>
  SOLVED.has(argv[0]) && mayAskSolver(argv, bytes);

function isSmall([command]: readonly string[], bytes: () => number): boolean {
  // The system ends the first process of a container only by signals that it handles.
  if (process.pid === FIRST_PROCESS) return false;
  if (command === undefined || WITHOUT_INPUT.has(command)) return true;
  return QUESTIONS.has(command) && bytes() <= SMALL_BYTES;
}

/** Bytes of the files that a command line names; no end where there are none, too many, or what nobody can look at. */
export function bytesRead([, ...words]: readonly string[]): number {
  if (words.includes('-')) return Number.POSITIVE_INFINITY;
  try {
    const files = words.map(settingOf).flatMap(filesAt);
    if (files.length === 0 || files.length > SMALL_FILES) return Number.POSITIVE_INFINITY;
    return files.reduce((sum, file) => sum + bytesOf(file), 0);
  } catch {
    // What can't be looked at is told by who reads it.
    return Number.POSITIVE_INFINITY;
  }
}

/** A word, or what a flag is set to within it. */
const settingOf = (word: string): string => (word.startsWith('-') ? word.slice(word.indexOf('=') + 1) : word);

/** The file that a word names, those of a folder, none where there is neither. */
function filesAt(path: string): string[] {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return [];
  return found.isDirectory() ? readdirSync(path).map((name) => join(path, name)) : [path];
}

/** What reading a file brings; no end where it is none, such as a pipe. */
function bytesOf(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return 0;
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

/** Exit codes, promised in docs/cli.md. */
export const EXIT = {
  ok: 0,
  bug: 1,
  usage: 2,
  input: 3,
  model: 4,
  limit: 5,
  gate: 10,
  interrupted: 130,
} as const;

/** The id of the command that begins a command line, `study:status` rather than `study`; undefined where none does. */
export function commandOf(argv: readonly string[], ids: ReadonlySet<string>): string | undefined {
  return [argv.slice(0, 2), argv.slice(0, 1)].map((words) => words.join(':')).find((id) => ids.has(id));
}

// The flags of V8 under which it optimizes late: for what is over soon. Tests run under them, too.

/** First number of Node's version. */
const NODE = Number.parseInt(versions.node, 10);

/** Newest Node whose V8 is known to have the flag. */
const NEWEST = 21;

/** Bytes of bytecode that a function runs, several times over, before V8 looks whether to optimize it; by itself 67,584. */
const PATIENCE = 1_000_000;

/** None where V8 does not know them. */
export const OPTIMIZE_LATE: readonly string[] = NODE <= NEWEST ? [`--interrupt-budget=${PATIENCE}`] : [];

// How V8 compiles in this process. Compiled code is kept for the flags that it was made under, so they come first.

/** Newest Node whose V8 is known to have a flag: it complains about one that it does not know. */
const NEWEST_WITH = { lazyValidation: 24, compilationHints: 22 } as const;

/**
 * Lets V8 look at a function of the solver when it is first called, not at all of them when it is loaded: it comes with the
 * bundle, and a run calls few of them. Of little input most loops are over before they were worth optimizing, and what is
 * optimized so early is often wrong about what comes next, and made again. What the solver wants is set here, too, where it
 * may be asked: set later it would make compiled code that is kept another's. Where the solver is hardly asked no flag is set: Node's own
 * compiled code is for V8's defaults, and a thread that is started under other flags compiles all of Node's modules anew.
 */
export function setCompiler(argv: readonly string[], bytes = bytesRead(argv)): void {
  if (hardlySolves(argv, bytes)) return;
  if (NODE <= NEWEST_WITH.lazyValidation) setFlagsFromString('--wasm-lazy-validation');
  if (!readsLittle(argv, bytes)) return;
  for (const flag of OPTIMIZE_LATE) setFlagsFromString(flag);
  if (!mayAskSolver(argv, bytes)) return;
  const budget = bytes <= SMALL_BYTES ? BUDGET.small : BUDGET.other;
  setFlagsFromString(`--wasm-tiering-budget=${budget}`);
  if (NODE > NEWEST_WITH.compilationHints) return;
  // What has no hints is then compiled as a whole: loops of the hot path, which are short.
  setFlagsFromString('--experimental-wasm-compilation-hints');
  setFlagsFromString('--no-wasm-lazy-compilation');
  // Several threads would take this one's core where there are two, and wait for each other.
  setFlagsFromString('--wasm-num-compilation-tasks=1');
}
