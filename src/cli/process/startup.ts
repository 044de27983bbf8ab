/**
 * Decisions from the words of a command line before anything is loaded: command, thread, flags of V8; and exit codes.
 */

import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { versions } from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { isMainThread } from 'node:worker_threads';

/**
 * Work of a function of WebAssembly before that, about ten times V8's default. For most programs compiling took longer than
 * HiGHS itself. For small ones V8 would compile the factorization for 40 ms, which the end of the process waits for.
 */
const BUDGET = { small: 2_000_000_000, other: 20_000_000 } as const;

/** Bytes of input above which `auto` will probably not choose HiGHS. */
export const HARDLY_SOLVED_BYTES = 16 * 2 ** 20;
/** Bytes of input up to which most questions take about a second, of which a thread would be a tenth. */
const HERE_BYTES = 64 * 2 ** 20;

/** Requests every option of a command. */
export const WHOLE_HELP = '--help=all';
const HELP: ReadonlySet<string> = new Set(['--help', '-h', WHOLE_HELP]);

export interface HelpQuery {
  /** The command line without the words for help. */
  readonly words: readonly string[];
  /** Whether every option is requested. */
  readonly all: boolean;
}

/** Words of ours: those behind -- are another program's. */
export function ownWords(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf('--');
  return end < 0 ? argv : argv.slice(0, end);
}

/** The help that a command line requests; null if it runs a command. `help tolerance` is `tolerance --help`. */
export function helpQuery(argv: readonly string[]): HelpQuery | null {
  const own = ownWords(argv);
  const verb = argv[0] === 'help';
  if (argv.length > 0 && !verb && !own.some((word) => HELP.has(word))) return null;
  const every: ReadonlySet<string> = new Set(verb ? [WHOLE_HELP, '--all'] : [WHOLE_HELP]);
  return {
    words: own.slice(verb ? 1 : 0).filter((word) => !HELP.has(word) && !every.has(word)),
    all: own.some((word) => every.has(word)),
  };
}

/** Commands that take no time: a thread would only delay them. */
const QUICK: ReadonlySet<string> = new Set([...HELP, '--version', '-v', 'help', 'autocomplete']);

/** Commands whose time grows with their input. */
const QUESTIONS: ReadonlySet<string> = new Set([
  'budget',
  'check',
  'critical-latencies',
  'curve',
  'export',
  'path',
  'replay',
  'schedgen',
  'sensitivity',
  'tolerance',
]);
/** Commands that use HiGHS for small programs. */
const SOLVED: ReadonlySet<string> = new Set(['budget', 'sensitivity', 'tolerance']);
const WITHOUT_INPUT: ReadonlySet<string> = new Set(['completion', 'demo', 'docs']);

/** Bytes of input up to which most of HiGHS is called too seldom to be compiled twice. */
const SMALL_BYTES = 1024 * 1024;
/** Bytes of input below which optimizing functions takes longer than it saves. */
const LITTLE_BYTES = 8 * SMALL_BYTES;
const SMALL_FILES = 64;
const FIRST_PROCESS = 1;
/** Assumed ratio of unpacked to compressed size. */
const UNPACKED = 20;

/** Whether a command line runs in the current thread rather than in one of its own. */
export function runsHere(argv: readonly string[], bytes: () => number = () => bytesRead(argv)): boolean {
  return !isMainThread || ownWords(argv).some((word) => QUICK.has(word)) || isSmall(argv, bytes);
}

/** Whether a command line reads small files only, so that its loops are short. */
export const readsLittle = (argv: readonly string[], bytes = bytesRead(argv)): boolean =>
  bytes <= LITTLE_BYTES;

/** Whether the input is so large that the solver is used only by --engine. */
function hardlySolves(argv: readonly string[], bytes: number): boolean {
  return Number.isFinite(bytes) && bytes > HARDLY_SOLVED_BYTES && !says(argv, 'highs');
}

const says = (argv: readonly string[], engine: 'highs' | 'sweep'): boolean =>
  argv.some((word) => word === engine || word === `--engine=${engine}`);

/** Whether it may use HiGHS on a small program: the solver is then loaded early. */
const mayAskSolver = (argv: readonly string[], bytes: number): boolean =>
  readsLittle(argv, bytes) && !says(argv, 'sweep');

/** Whether it will, for commands that always do. */
export const asksSolver = (argv: readonly string[], bytes: number): boolean =>
  SOLVED.has(argv[0]) && mayAskSolver(argv, bytes);

/** With `--json` a signal must give an object as well, which a thread that computes cannot write. */
const promisesObject = (argv: readonly string[]): boolean => ownWords(argv).includes('--json');

function isSmall(argv: readonly string[], bytes: () => number): boolean {
  const [command] = argv;
  // The first process of a container ends only by signals that it handles.
  if (process.pid === FIRST_PROCESS) return false;
  if (command === undefined || WITHOUT_INPUT.has(command)) return true;
  return QUESTIONS.has(command) && !promisesObject(argv) && bytes() <= HERE_BYTES;
}

/** Bytes of the files that a command line names; infinite if there are none, too many, or unreadable ones. */
export function bytesRead([, ...words]: readonly string[]): number {
  if (words.includes('-')) return Number.POSITIVE_INFINITY;
  try {
    const files = words.map(settingOf).flatMap(filesAt);
    if (files.length === 0 || files.length > SMALL_FILES) return Number.POSITIVE_INFINITY;
    return files.reduce((sum, file) => sum + bytesOf(file), 0);
  } catch {
    // The reader reports unreadable files.
    return Number.POSITIVE_INFINITY;
  }
}

/** A word, or the value of a flag in it. */
const settingOf = (word: string): string => (word.startsWith('-') ? word.slice(word.indexOf('=') + 1) : word);

/** The file that a word names, those of a folder, or none. */
function filesAt(path: string): string[] {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return [];
  return found.isDirectory() ? readdirSync(path).map((name) => join(path, name)) : [path];
}

/** Bytes of a file when read; infinite for others, such as pipes. */
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

/** The id of the command that begins a command line, `study:status` rather than `study`; undefined if there is none. */
export function commandOf(argv: readonly string[], ids: ReadonlySet<string>): string | undefined {
  return [argv.slice(0, 2), argv.slice(0, 1)].map((words) => words.join(':')).find((id) => ids.has(id));
}

// Flags of V8 for short runs, which make it optimize late. Tests run under them, too.

/** First number of Node's version. */
const NODE = Number.parseInt(versions.node, 10);

/** Newest Node whose V8 is known to have the flag. */
const NEWEST = 21;

/** Bytes of bytecode that a function runs, several times over, before V8 looks whether to optimize it; by itself 67,584. */
const PATIENCE = 1_000_000;

/** None if V8 does not know them. */
export const OPTIMIZE_LATE: readonly string[] = NODE <= NEWEST ? [`--interrupt-budget=${PATIENCE}`] : [];

// How V8 compiles in this process. Cached code is valid only for the flags it was made under, so they are set first.

/** Newest Node whose V8 is known to have a flag: it complains about one that it does not know. */
const NEWEST_WITH = { lazyValidation: 24, compilationHints: 22 } as const;

/**
 * Makes V8 validate functions of the solver on their first call, because a run calls few of them. For small inputs most loops
 * end before optimizing pays, and code that is optimized early is often deoptimized. Flags of the solver are set here, too:
 * set later, they would invalidate cached code. Without the solver no flag is set: Node's own cached code is for V8's
 * defaults, and a thread with other flags would compile all of Node's modules again.
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
  // Code without hints, the short loops of the hot path, is then compiled as a whole.
  setFlagsFromString('--experimental-wasm-compilation-hints');
  setFlagsFromString('--no-wasm-lazy-compilation');
  // On two cores, several threads would take this one's core and wait for each other.
  setFlagsFromString('--wasm-num-compilation-tasks=1');
}
