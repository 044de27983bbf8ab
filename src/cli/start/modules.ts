/** Modules of a bundle: chunks compiled together where they are needed together, evaluated as Node evaluates CommonJS. */
import { Script } from 'node:vm';
import { ENTRY, type Index } from './bundle.js';
import type { CodeCache } from './code-cache.js';

interface Module {
  exports: unknown;
}

type Require = (wanted: number | string) => unknown;
type Factory = (require: Require, module: Module, exports: unknown) => void;

/** A place in the part `code`. */
export interface Piece {
  readonly at: number;
  readonly bytes: number;
}

/** Pieces of the part `code`, which is ASCII throughout, as a list in the language: `[a,b]`. */
export type CodeText = (pieces: readonly Piece[]) => string;

/** Modules of Node's that take a while to load, and that few command lines use. */
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

/** A module that is loaded when something of it is first asked for. */
function late(load: () => object): object {
  let loaded: object | null = null;
  const real = (): object => {
    loaded ??= load();
    return loaded;
  };
  return new Proxy(
    {},
    {
      get: (_, key) => (key === '__esModule' ? undefined : Reflect.get(real(), key)),
      has: (_, key) => Reflect.has(real(), key),
      ownKeys: () => Reflect.ownKeys(real()),
      getOwnPropertyDescriptor: (_, key) => {
        const found = Reflect.getOwnPropertyDescriptor(real(), key);
        return found && { ...found, configurable: true };
      },
    },
  );
}

/**
 * What a module exports once it is evaluated, which changes no more, as values: for loops that read it, a getter behind a
 * getter takes longer than what they do with it.
 */
const settled = (exported: unknown): object =>
  Object.assign(Object.defineProperty({}, '__esModule', { value: true }), exported);

/** Name of the code in traces of errors. */
const FILENAME = 'llamp-ts';

export class Modules {
  readonly #index: Index;
  readonly #code: CodeText;
  readonly #cache: CodeCache | null;
  readonly #others: (name: string) => unknown;
  readonly #factories = new Map<number, Factory>();
  readonly #modules = new Map<number, Module>();

  /** `others`: gives Node's own modules, and packages that are not in the bundle. */
  constructor(index: Index, code: CodeText, cache: CodeCache | null, others: (name: string) => unknown) {
    this.#index = index;
    this.#code = code;
    this.#cache = cache;
    this.#others = others;
  }

  /** Compiles what entries need, all at once; names that are no entry are left out. */
  prepare(entries: readonly string[]): void {
    this.#compile(entries.flatMap((name) => this.#index.entries[name] ?? []));
  }

  /** What an entry exports. */
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
    const module: Module = { exports: {} };
    this.#modules.set(chunk, module);
    this.#factories.get(chunk)?.(this.#require, module, module.exports);
    module.exports = settled(module.exports);
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

  /** Those that are not compiled yet, with all that they are evaluated with, by place. */
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
