/** Plain lines of GOAL text in WebAssembly: what `plainLines` of `sources/goal` takes, as columns, a window of the text at a time. */
import { Arena, addresses, bytesFor, type KernelFunction, moduleOf, TextWindow } from './arena.js';
import { CODE } from './scan.generated.js';

/** Bytes of the text in the arena at one time: with their columns they stay in a core's cache. */
const WINDOW = 1 << 18;
/** Bytes behind the window: loops stop at a zero, and words are compared four bytes at a time. */
const PADDING = 16;
/** The shortest plain lines: `l1: calc 1` and `l1 requires l1`, each with its end. */
const SHORTEST_OPERATION = 11;
const SHORTEST_DEPENDENCY = 15;
/** Longest plain line, and more: what stops that far from a window's end was not cut off by it. */
const LONGEST_LINE = 256;

const EXPORTS = [
  'columns',
  'scan',
  'operationsFound',
  'dependenciesFound',
  'linesPassed',
  'highestLabel',
  'labelsInPlace',
  'valuesInWords',
] as const;

type Exports = Readonly<Record<(typeof EXPORTS)[number], KernelFunction>>;

/** Operations of a rank as columns, `operations` of each, and dependencies of that rank. */
export interface OperationColumns {
  readonly operations: number;
  readonly kind: Uint8Array;
  /** In 32 bits where these hold all of them. */
  readonly value: Uint32Array | Float64Array;
  readonly peer: Int32Array;
  readonly tag: Int32Array;
  /** Lines in the input. */
  readonly line: Uint32Array;
  /** n of label `l<n>`. */
  readonly label: Uint32Array;
  /** Whether each is the operation's place in the rank, from 1. */
  readonly inPlace: boolean;
  /** Two of the rank's operations for each dependency: what waits, and what for, with the flag of `irequires` or without. */
  readonly pairs: Uint32Array;
}

/** What one call found; its columns hold until the next. */
export interface Found extends OperationColumns {
  /** Largest label, −1 for none. */
  readonly highest: number;
  /** Where in the text the scan stopped, and how many lines it took. */
  readonly at: number;
  readonly lines: number;
}

/** Where in its rank, its labels and its lines a text goes on. */
export interface Place {
  /** Line of the input. */
  readonly line: number;
  /** Operations of the rank so far. */
  readonly first: number;
  readonly ranks: number;
  /** Labels of the column that may be used. */
  readonly limit: number;
}

export class ScanKernel {
  /** By n of label `l<n>` 1 more than its operation, 0 for none; all 0 at first. */
  readonly labels: Int32Array;
  readonly #kernel: Exports;
  readonly #window: TextWindow;
  readonly #kind: Uint8Array;
  readonly #value: Float64Array;
  readonly #words: Uint32Array;
  readonly #peer: Int32Array;
  readonly #tag: Int32Array;
  readonly #line: Uint32Array;
  readonly #label: Uint32Array;
  readonly #pairs: Uint32Array;

  private constructor(arena: Arena, labels: number) {
    const operations = Math.ceil(WINDOW / SHORTEST_OPERATION);
    this.#kernel = arena.exportsOf(moduleOf(CODE), EXPORTS);
    this.#window = new TextWindow(arena.u8(WINDOW + PADDING));
    this.#kind = arena.u8(operations);
    this.#value = arena.f64(operations);
    this.#words = arena.u32(operations);
    this.#peer = arena.i32(operations);
    this.#tag = arena.i32(operations);
    this.#line = arena.u32(operations);
    this.#label = arena.u32(operations);
    this.#pairs = arena.u32(2 * Math.ceil(WINDOW / SHORTEST_DEPENDENCY));
    this.labels = arena.i32(labels);
    const numbers = [this.#value, this.#words, this.#peer, this.#tag, this.#line, this.#label];
    this.#kernel.columns(...addresses(this.#kind, ...numbers, this.#pairs, this.labels));
  }

  /** A scanner of texts with labels up to about `labels` in a rank; null where there is no memory for it. */
  static of(labels: number): ScanKernel | null {
    const operations = Math.ceil(WINDOW / SHORTEST_OPERATION);
    const columns = [1, 8, 4, 4, 4, 4, 4].map((bytes) => bytes * operations);
    const pairs = 8 * Math.ceil(WINDOW / SHORTEST_DEPENDENCY);
    const arena = Arena.of(bytesFor([WINDOW + PADDING, ...columns, pairs, 4 * labels]));
    return arena === null ? null : new ScanKernel(arena, labels);
  }

  /** The text is another now, though its buffer may be the same. */
  opened(): void {
    this.#window.opened();
  }

  /**
   * Hands plain lines of `text[at, end)` to `take`, up to a statement that is not plain; `placed`: how lines and rank go on
   * from what was taken. Returns where it stopped.
   */
  lines(
    text: Uint8Array,
    at: number,
    end: number,
    take: (found: Found) => void,
    placed: () => Place,
  ): number {
    const window = this.#window;
    for (let from = at; ; ) {
      if (!window.holds(text, from)) window.show(text, from, Math.min(from + WINDOW, end), PADDING);
      const found = this.#scan(from, placed());
      take(found);
      const cut = window.to < end && window.to - found.at < LONGEST_LINE;
      if (!cut || (found.at === from && from === window.from)) return found.at;
      from = found.at;
      window.opened();
    }
  }

  #scan(at: number, { line, first, ranks, limit }: Place): Found {
    const { offset, to } = this.#window;
    const kernel = this.#kernel;
    const stop = kernel.scan(offset + at, offset + to, line, first, ranks, limit);
    const operations = kernel.operationsFound();
    return {
      operations,
      kind: this.#kind.subarray(0, operations),
      value: (kernel.valuesInWords() !== 0 ? this.#words : this.#value).subarray(0, operations),
      peer: this.#peer.subarray(0, operations),
      tag: this.#tag.subarray(0, operations),
      line: this.#line.subarray(0, operations),
      label: this.#label.subarray(0, operations),
      inPlace: kernel.labelsInPlace() !== 0,
      pairs: this.#pairs.subarray(0, 2 * kernel.dependenciesFound()),
      highest: kernel.highestLabel(),
      at: stop - offset,
      lines: kernel.linesPassed(),
    };
  }
}
