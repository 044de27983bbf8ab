/**
 * One WebAssembly memory for columns, so that kernels reach them in place. All of it is reserved at the start and never
 * grows, because growing would detach the columns; untouched memory costs nothing. With it the common parts of all kernels:
 * the window of a text in it, kernels compiled on first use, long loops a part at a time.
 */

// The used part of WebAssembly's interface: the language's own types lack it, those of browsers and Node differ.
interface Memory {
  readonly buffer: ArrayBuffer;
}

/** Compiled code without an interface. */
type Module = object;

interface Interface {
  readonly Memory: new (pages: { readonly initial: number; readonly maximum: number }) => Memory;
  readonly Module: new (code: Uint8Array) => Module;
  readonly Instance: new (
    module: Module,
    imports: { readonly env: { readonly memory: Memory } },
  ) => { readonly exports: object };
}

/** A function of a kernel: addresses and numbers in, a number out or nothing that is looked at. */
export type KernelFunction = (...numbers: number[]) => number;

/** WebAssembly of the engine that this runs in; undefined where it has none, or the policy of a page refuses to compile any. */
function engine(): Interface | undefined {
  if (known === null) {
    const found: unknown = Reflect.get(globalThis, 'WebAssembly');
    known = { engine: isInterface(found) && compiles(found) ? found : undefined };
  }
  return known.engine;
}

let known: { readonly engine: Interface | undefined } | null = null;

/** A module without anything: its magic and version. */
const EMPTY = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);

function compiles({ Module }: Interface): boolean {
  try {
    return new Module(EMPTY) instanceof Module;
  } catch {
    return false;
  }
}

const isInterface = (found: unknown): found is Interface =>
  typeof found === 'object' && found !== null && hasFunctions(found, ['Memory', 'Module', 'Instance']);

/** Whether `found` has functions of these names. */
function hasFunctions<Name extends string>(
  found: object,
  names: readonly Name[],
): found is Readonly<Record<Name, KernelFunction>> {
  return names.every((name) => typeof Reflect.get(found, name) === 'function');
}

/** A WebAssembly memory of 32 bits ends here. */
const MOST_BYTES = 2 ** 32;
const PAGE_BYTES = 2 ** 16;
/** Columns begin where a vector may. */
const ALIGNED = 16;

/** Rows, or operations, from which a kernel saves more than its start costs. */
const WORTH_A_KERNEL = 1 << 12;

const arenas = new WeakMap<ArrayBufferLike, Arena>();
let least = WORTH_A_KERNEL;

/**
 * Lets kernels compute where there are at least `size` rows, or operations, or nowhere: then all is computed in TypeScript,
 * with the same results.
 */
export function useKernels(use: boolean, size: number = WORTH_A_KERNEL): void {
  least = use ? size : Number.POSITIVE_INFINITY;
}

/** Whether a kernel is wanted for so many rows, or operations. */
export const worthAKernel = (size: number): boolean => size >= least;

type Numbers = Uint8Array | Uint16Array | Int32Array | Uint32Array | Float64Array;

/** Addresses of columns in their memory, for kernels. */
export const addresses = (...columns: readonly ArrayBufferView[]): number[] =>
  columns.map(({ byteOffset }) => byteOffset);

/** Bytes that an arena needs for columns of so many bytes each. */
export function bytesFor(columns: readonly number[]): number {
  return columns.reduce((sum, bytes) => sum + Math.ceil(bytes / ALIGNED) * ALIGNED, ALIGNED);
}

export class Arena {
  readonly memory: Memory;
  readonly #buffer: ArrayBuffer;
  readonly #instances = new Map<Module, object>();
  /** The first bytes stay free: no column has the address 0. */
  #used = ALIGNED;
  /** Up to here memory was written, whether what was there is still held or not. */
  #written = 0;

  private constructor(memory: Memory) {
    this.memory = memory;
    this.#buffer = memory.buffer;
    arenas.set(memory.buffer, this);
  }

  /** Whether kernels compute, and an arena may have as many `bytes`. */
  static mayHave(bytes: number): boolean {
    return least < Number.POSITIVE_INFINITY && bytes <= MOST_BYTES - PAGE_BYTES;
  }

  /** Room for `bytes`; null where there is no WebAssembly, or no memory of that size. */
  static of(bytes: number): Arena | null {
    const wasm = engine();
    if (wasm === undefined || !Arena.mayHave(bytes)) return null;
    const pages = Math.ceil(bytes / PAGE_BYTES);
    try {
      return new Arena(new wasm.Memory({ initial: pages, maximum: pages }));
    } catch (error) {
      // Address space is limited, or none is left.
      if (error instanceof RangeError) return null;
      throw error;
    }
  }

  /** The arena that contains all of these columns, or null. */
  static holding(...columns: readonly Numbers[]): Arena | null {
    const arena = least === Number.POSITIVE_INFINITY ? undefined : arenas.get(columns[0].buffer);
    if (arena === undefined) return null;
    return columns.every(({ buffer }) => buffer === arena.#buffer) ? arena : null;
  }

  /** Whether there is room for as many `bytes` more. */
  hasRoom(bytes: number): boolean {
    return this.#used + bytes <= this.#buffer.byteLength;
  }

  /** All that is held, or lent, by now will be written. */
  wrote(): void {
    this.#written = Math.max(this.#written, this.#used);
  }

  /** How many of the next `bytes` were never written: what they take of the host's memory. */
  fresh(bytes: number): number {
    return Math.min(bytes, Math.max(0, this.#used + bytes - this.#written));
  }

  u8 = (n: number): Uint8Array => new Uint8Array(this.#buffer, this.#take(n), n);
  u16 = (n: number): Uint16Array => new Uint16Array(this.#buffer, this.#take(2 * n), n);
  i32 = (n: number): Int32Array => new Int32Array(this.#buffer, this.#take(4 * n), n);
  u32 = (n: number): Uint32Array => new Uint32Array(this.#buffer, this.#take(4 * n), n);
  f64 = (n: number): Float64Array => new Float64Array(this.#buffer, this.#take(8 * n), n);

  /** A copy of `column` in this arena, made by one of its `make`. */
  copy<T extends Numbers>(column: Numbers, make: (n: number) => T): T {
    const copy = make(column.length);
    copy.set(column);
    return copy;
  }

  /** Lends columns that `work` makes: their room is free again when it ends. They hold whatever was there before. */
  lend<Result>(work: () => Result): Result {
    const used = this.#used;
    try {
      return work();
    } finally {
      this.#used = used;
    }
  }

  /**
   * The functions of these names that `module` exports, over this memory. Throws where there is no WebAssembly: there is no
   * arena then.
   */
  exportsOf<Name extends string>(
    module: Module,
    names: readonly Name[],
  ): Readonly<Record<Name, KernelFunction>> {
    const found = this.#instances.get(module) ?? this.#instance(module);
    if (!hasFunctions(found, names)) throw new Error(`a kernel lacks one of ${names.join(', ')}`);
    return found;
  }

  #instance(module: Module): object {
    const wasm = engine();
    if (wasm === undefined) throw new Error('WebAssembly is not available');
    const { exports } = new wasm.Instance(module, { env: { memory: this.memory } });
    this.#instances.set(module, exports);
    return exports;
  }

  #take(bytes: number): number {
    const at = this.#used;
    this.#used = Math.ceil((at + bytes) / ALIGNED) * ALIGNED;
    return at;
  }
}

/** The part of a text in an arena, and which part of which text it is. */
export class TextWindow {
  readonly #bytes: Uint8Array;
  #buffer: Uint8Array | null = null;
  #from = 0;
  #to = 0;

  /** `bytes` of the arena. */
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Where in the text it begins, and where it ends. */
  get from(): number {
    return this.#from;
  }
  get to(): number {
    return this.#to;
  }

  /** What is added to a place in the text for its address in the arena. */
  get offset(): number {
    return this.#bytes.byteOffset - this.#from;
  }

  holds(buffer: Uint8Array, at: number): boolean {
    return this.#buffer === buffer && at >= this.#from && at < this.#to;
  }

  /** Lays `buffer[from, to)` into the arena, with `padding` zeros behind. */
  show(buffer: Uint8Array, from: number, to: number, padding = 0): void {
    this.#buffer = buffer;
    this.#from = from;
    this.#to = to;
    this.#bytes.set(buffer.subarray(from, to));
    this.#bytes.fill(0, to - from, to - from + padding);
  }

  /** The text is another now, though its buffer may be the same. */
  opened(): void {
    this.#buffer = null;
  }
}

/** Kernels, compiled when they are first wanted. */
const modules = new Map<string, Module>();

/**
 * The module whose WebAssembly is `code`, in base64. Compiled on the spot: it has a few kilobytes, and browsers compile up to
 * 8 MB so (Chromium's limit for a page's own thread; 4 KB before version 115).
 */
export function moduleOf(code: string): Module {
  const known = modules.get(code);
  if (known !== undefined) return known;
  const wasm = engine();
  if (wasm === undefined) throw new Error('WebAssembly is not available to compile kernels');
  const module = new wasm.Module(Uint8Array.from(atob(code), (letter) => letter.charCodeAt(0)));
  modules.set(code, module);
  return module;
}

/**
 * Operations, events or vertices of one call. Long loops go a part at a time: between calls an engine changes over to what it
 * has compiled well meanwhile.
 */
export const PART = 1 << 15;

/** Calls `each` for parts of [from, end) until it returns false, whatever else it returns; whether it never did. */
export function parts(from: number, end: number, each: (first: number, end: number) => unknown): boolean {
  for (let first = from; first < end; first += PART)
    if (each(first, Math.min(first + PART, end)) === false) return false;
  return true;
}

/** The same for ranks, as many at a time as have so many operations. */
export function rankParts(rankStart: Uint32Array, each: (first: number, end: number) => void): void {
  const ranks = rankStart.length - 1;
  for (let first = 0; first < ranks; ) {
    let end = first + 1;
    while (end < ranks && rankStart[end + 1] - rankStart[first] <= PART) end++;
    each(first, end);
    first = end;
  }
}
