/**
 * Content of a bundle (modules in chunks, files that ship with them) and its loader: compiles and evaluates chunks, caches
 * compiled code, adds hints for the solver.
 */
import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { cachedDataVersionTag } from 'node:v8';
import { Script } from 'node:vm';
import type { KeptFolder } from '../process/cache-folder.js';

/** Modules that the same commands need, as the text of one function of `require`, `module` and `exports`. */
interface Chunk {
  /** Place in the part `code`, bytes. */
  readonly at: number;
  readonly bytes: number;
  /** Chunks that are evaluated with it. */
  readonly needs: readonly number[];
}

export interface Index {
  /** Digest of the bundle's content, which distinguishes builds of one version. */
  readonly id: string;
  readonly version: string;
  /** Bytes of each part. */
  readonly sizes: Readonly<Record<PartName, number>>;
  readonly chunks: readonly Chunk[];
  /** Chunks by entry: `app`, `command tolerance`, `thread pool` … */
  readonly entries: Readonly<Record<string, number>>;
  /** Place and length in the part `files` by path in the package. */
  readonly files: Readonly<Record<string, readonly [at: number, bytes: number]>>;
  readonly solver: SolverHints;
}

export type PartName = 'code' | 'files' | 'solver';

/** One of them. */
export type Part = Buffer<ArrayBuffer>;

export const commandEntry = (id: string): string => `command ${id}`;
export const threadEntry = (role: string): string => `thread ${role}`;
const jobEntry = (job: string): string => `job ${job}`;

/** Name for requiring an entry without an import. */
const ENTRY = 'llamp-ts:';

/** Name of the module of a pool's job. */
export const pooledIn = (job: string): string => `${ENTRY}${jobEntry(job)}`;

// The custom section of the solver's WebAssembly for V8's compilation hints: functions to compile at once in the background,
// and functions to compile on their first call. Engines that do not know the section ignore it.

/** Facts of the solver's WebAssembly at build time. */
export interface SolverHints {
  /** Its length, which identifies its release. */
  readonly bytes: number;
  /** Offset for the section, after that of functions, bytes. */
  readonly at: number;
  /** Number of its functions without imports. */
  readonly functions: number;
  /** Functions that a small solve calls, by number. */
  readonly called: readonly number[];
}

const NAME = Buffer.from('compilationHints');
const CUSTOM = 0;
/** A byte for each function: how it is compiled; the compilers are V8's choice. */
const WHEN_CALLED = 1;
const AT_ONCE = 2;

/** A number of LEB128, as WebAssembly writes lengths. */
function leb(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 0x7f; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  return [...bytes, rest];
}

/** WebAssembly with its hints; unchanged if they are of another release. */
export function withHints(wasm: Part, { bytes, at, functions, called }: SolverHints): Part {
  if (wasm.length !== bytes) return wasm;
  const hints = Buffer.alloc(functions, WHEN_CALLED);
  for (const one of called) hints[one] = AT_ONCE;
  const head = Buffer.from([...leb(NAME.length), ...NAME, ...leb(functions)]);
  const section = [Buffer.from([CUSTOM, ...leb(head.length + functions)]), head, hints];
  return Buffer.concat([wasm.subarray(0, at), ...section, wasm.subarray(at)]);
}

// Cached code of the scripts of one command: a line of JSON with the scripts and their sizes, then V8's bytes of each. V8
// refuses code of another text, version or flags; the file's name contains the flags, because a command may run under several.

interface Head {
  /** Of a successful run, because a failed one compiles less. */
  readonly whole: boolean;
  readonly scripts: readonly (readonly [key: string, bytes: number])[];
}

/** Scripts of other runs of the command that are kept, too. */
const MOST_SCRIPTS = 32;
const LINE_END = 10;

export class CodeCache {
  readonly #folder: KeptFolder;
  readonly #name: string;
  readonly #data = new Map<string, Part>();
  readonly #scripts = new Map<string, Script>();
  /** Of V8 and its flags. */
  readonly #tag = cachedDataVersionTag();
  #complete = false;

  constructor(folder: KeptFolder, name: string) {
    this.#folder = folder;
    this.#name = `${name.replaceAll(/[^a-z]+/g, '-')}-${this.#tag.toString(16)}.code`;
    const kept = folder.read(this.#name);
    if (kept !== null) this.#open(kept);
  }

  /** A damaged file counts as empty. */
  #open(kept: Part): void {
    try {
      const end = kept.indexOf(LINE_END);
      const { whole, scripts }: Head = JSON.parse(kept.toString('latin1', 0, end));
      let at = end + 1;
      if (scripts.reduce((sum, [, bytes]) => sum + bytes, at) !== kept.length) return;
      for (const [key, bytes] of scripts) {
        this.#data.set(key, kept.subarray(at, at + bytes));
        at += bytes;
      }
      this.#complete = whole;
    } catch {
      this.#data.clear();
    }
  }

  /** `key`: names the text within the bundle. */
  compile(key: string, text: string, filename: string): Script {
    const cachedData = this.#data.get(key);
    const script = new Script(text, { filename, ...(cachedData === undefined ? {} : { cachedData }) });
    if (cachedData === undefined || script.cachedDataRejected === true) this.#complete = false;
    this.#scripts.set(key, script);
    return script;
  }

  /**
   * Keeps the compiled code of this run, unless that of all its scripts is kept already. `whole`: the run has succeeded; a
   * failed run adds nothing. Flags must not have changed since the start, because V8 would refuse the code.
   */
  keep(whole: boolean): void {
    if (this.#complete || cachedDataVersionTag() !== this.#tag) return;
    if (!whole && this.#data.size > 0) return;
    const data = new Map([...this.#scripts].map(([key, script]) => [key, script.createCachedData()]));
    for (const [key, bytes] of this.#data)
      if (!data.has(key) && data.size < MOST_SCRIPTS) data.set(key, Buffer.from(bytes));
    const head: Head = {
      whole,
      scripts: [...data].map(([key, { length }]) => [key, length]),
    };
    this.#folder.write(
      this.#name,
      Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...data.values()]),
    );
  }
}

// Modules of a bundle: chunks that are needed together are compiled together, and evaluated like CommonJS.

interface Module {
  exports: unknown;
}

type Require = (wanted: number | string) => unknown;
type Factory = (require: Require, module: Module, exports: unknown) => void;

/** A place in the part `code`. */
interface Piece {
  readonly at: number;
  readonly bytes: number;
}

/** Pieces of the part `code`, which is ASCII throughout, as a list in the language: `[a,b]`. */
export type CodeText = (pieces: readonly Piece[]) => string;

/** Modules of Node that load slowly and are rarely used. */
const LATE: ReadonlySet<string> = new Set([
  'child_process',
  'crypto',
  'fs/promises',
  'http',
  'https',
  'perf_hooks',
  'readline',
  'readline/promises',
  'tty',
  'zlib',
]);

/**
 * Whether a descriptor may be a terminal, without Node's tty module, which loads all network code. A terminal is a device
 * other than /dev/null.
 */
export function mayBeTerminal(descriptor: number): boolean {
  try {
    const found = fstatSync(descriptor);
    return found.isCharacterDevice() && found.rdev !== statSync('/dev/null', { throwIfNoEntry: false })?.rdev;
  } catch {
    // The descriptor is closed, or the system does not support this.
    return true;
  }
}

/** A module that is loaded on its first use, except for a check of a descriptor that is certainly no terminal. */
function late(load: () => object): object {
  let loaded: object | null = null;
  const real = (): object => {
    loaded ??= load();
    return loaded;
  };
  return new Proxy(
    {},
    {
      get: (_, key) => {
        if (key === '__esModule') return undefined;
        if (key === 'isatty')
          return (descriptor: number) => mayBeTerminal(descriptor) && Reflect.get(real(), key)(descriptor);
        return Reflect.get(real(), key);
      },
      has: (_, key) => Reflect.has(real(), key),
      ownKeys: () => Reflect.ownKeys(real()),
      getOwnPropertyDescriptor: (_, key) => {
        const found = Reflect.getOwnPropertyDescriptor(real(), key);
        return found && { ...found, configurable: true };
      },
    },
  );
}

/** Name of the code in stack traces. */
const FILENAME = 'llamp-ts';

export class Modules {
  readonly #index: Index;
  readonly #code: CodeText;
  readonly #cache: CodeCache | null;
  readonly #others: (name: string) => unknown;
  readonly #factories = new Map<number, Factory>();
  readonly #modules = new Map<number, Module>();

  /** `others`: loads Node's modules, and packages outside of the bundle. */
  constructor(index: Index, code: CodeText, cache: CodeCache | null, others: (name: string) => unknown) {
    this.#index = index;
    this.#code = code;
    this.#cache = cache;
    this.#others = others;
  }

  /** Compiles the chunks of entries together; ignores unknown names. */
  prepare(entries: readonly string[]): void {
    this.#compile(entries.flatMap((name) => this.#index.entries[name] ?? []));
  }

  /** Exports of an entry. */
  entry(name: string): unknown {
    const chunk = this.#index.entries[name];
    if (chunk === undefined) throw new Error(`the bundle has no ${name}`);
    return this.#require(chunk);
  }

  readonly #require: Require = (wanted) => {
    if (typeof wanted === 'number') return this.#chunk(wanted);
    if (wanted.startsWith(ENTRY)) return this.entry(wanted.slice(ENTRY.length));
    if (!LATE.has(wanted.replace(/^node:/, ''))) return this.#others(wanted);
    return late(() => Object(this.#others(wanted)));
  };

  #chunk(chunk: number): unknown {
    const known = this.#modules.get(chunk);
    if (known !== undefined) return known.exports;
    if (!this.#factories.has(chunk)) this.#compile([chunk]);
    const module: Module = { exports: Object.defineProperty({}, '__esModule', { value: true }) };
    this.#modules.set(chunk, module);
    this.#factories.get(chunk)?.(this.#require, module, module.exports);
    return module.exports;
  }

  #compile(chunks: readonly number[]): void {
    const wanted = this.#missing(chunks);
    if (wanted.length === 0) return;
    const text = this.#code(wanted.map((chunk) => this.#index.chunks[chunk]));
    const script =
      this.#cache === null
        ? new Script(text, { filename: FILENAME })
        : this.#cache.compile(wanted.join(), text, FILENAME);
    const factories: readonly Factory[] = script.runInThisContext();
    for (const [i, chunk] of wanted.entries()) this.#factories.set(chunk, factories[i]);
  }

  /** Chunks that are not compiled yet, with their dependencies, by place. */
  #missing(chunks: readonly number[]): number[] {
    const found = new Set<number>();
    const open = [...chunks];
    for (let chunk = open.pop(); chunk !== undefined; chunk = open.pop()) {
      if (found.has(chunk) || this.#factories.has(chunk)) continue;
      found.add(chunk);
      open.push(...this.#index.chunks[chunk].needs);
    }
    return [...found].sort((a, b) => a - b);
  }
}

const OPEN = '['.charCodeAt(0);
const BETWEEN = ','.charCodeAt(0);
const CLOSE = ']'.charCodeAt(0);

/**
 * Pieces as the elements of a list, in one buffer and one string: a command's code is a megabyte, and concatenated strings
 * would become garbage.
 */
function listOf(pieces: readonly Piece[], copy: (to: Buffer, at: number, piece: Piece) => void): string {
  const list = Buffer.allocUnsafe(pieces.reduce((sum, { bytes }) => sum + bytes + 1, 1));
  let end = 0;
  for (const piece of pieces) {
    list[end] = end === 0 ? OPEN : BETWEEN;
    copy(list, end + 1, piece);
    end += piece.bytes + 1;
  }
  list[end] = CLOSE;
  return list.toString('latin1');
}

/** Text of a file of ASCII. Throws the system's errors. */
export const textOf =
  (path: string): CodeText =>
  (pieces) => {
    const file = openSync(path, 'r');
    try {
      return listOf(pieces, (to, at, piece) => {
        if (readSync(file, to, at, piece.bytes, piece.at) !== piece.bytes)
          throw new Error(`${path} is not whole`);
      });
    } finally {
      closeSync(file);
    }
  };

/** Text of bytes in memory, ASCII too. */
export const textIn =
  (bytes: Uint8Array): CodeText =>
  (pieces) =>
    listOf(pieces, (to, at, piece) => to.set(bytes.subarray(piece.at, piece.at + piece.bytes), at));
