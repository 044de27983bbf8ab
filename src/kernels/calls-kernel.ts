/** Plain lines of traces in WebAssembly: what `sources/liballprof/read-liballprof.ts` takes, as columns, a window of the text at a time. */
import { Arena, addresses, bytesFor, type KernelFunction, moduleOf, TextWindow } from './arena.js';
import { CODE } from './calls.generated.js';

/** Bytes of the text in the arena at one time: with their columns they stay in a core's cache. */
const WINDOW = 1 << 17;
const NEWLINE = 10;
/** The shortest plain line, with its end: `M:0:0`. Fields of a row have two bytes at least. */
const SHORTEST_LINE = 6;
const SHORTEST_FIELD = 2;
const MOST_LINES = Math.ceil(WINDOW / SHORTEST_LINE);
const MOST_FIELDS = WINDOW / SHORTEST_FIELD;

/** How kernels/calls.ts has a call that is known: its code, lengths, kind, name and layout. */
const CALL = { bytes: 80, nameBytes: 4, layoutBytes: 5, kind: 6, name: 8, layout: 56 } as const;
const LONGEST_NAME = CALL.layout - CALL.name;
const LONGEST_LAYOUT = CALL.bytes - CALL.layout;
const MOST_CALLS = 256;
const SLOTS = 512;
/** How it has a communicator: handle, rank, size, index. */
const COMM_FIELDS = 4;
const MOST_COMMS = 32;

const COLUMNS = [MOST_LINES, 8 * MOST_LINES, 8 * MOST_LINES, 4 * MOST_LINES, 4 * MOST_LINES, 8 * MOST_FIELDS];
const OTHERS = [4 * MOST_LINES, 4 * MOST_LINES, 8 * MOST_LINES, 8 * MOST_LINES];
const TABLES = [
  CALL.bytes * MOST_CALLS,
  4 * MOST_CALLS,
  8 * MOST_CALLS,
  4 * SLOTS,
  8 * COMM_FIELDS * MOST_COMMS,
];

const EXPORTS = [
  'columns',
  'tables',
  'commsAre',
  'learn',
  'scan',
  'rowsFound',
  'fieldsFound',
  'othersFound',
  'linesPassed',
  'clockThen',
] as const;

type Exports = Readonly<Record<(typeof EXPORTS)[number], KernelFunction>>;

/** The kind of a call: whether it has a row, and if not, whether its communicator comes first. */
export const KIND = { other: 0, otherOfComm: 1, row: 2 } as const;

/** A call as lines write it. */
export interface KnownCall {
  /** Number that its rows have. */
  readonly code: number;
  readonly kind: (typeof KIND)[keyof typeof KIND];
  readonly name: Uint8Array;
  /** A letter for each field between the times, as bytes: those that CALLS explains, without lists. */
  readonly layout: Uint8Array;
}

/** How many calls of a name there were, and µs between their starts and ends. */
export interface Tally {
  calls: number;
  time: number;
}

/** Where in its lines, rows, fields and times a trace goes on. */
export interface CallPlace {
  readonly line: number;
  readonly row: number;
  readonly field: number;
  /** Whole µs that times are counted from, and µs since then up to which the calls before go. */
  readonly epoch: number;
  readonly clock: number;
}

/** What one call found, as columns of a trace. They hold until the next. */
export interface FoundCalls {
  readonly call: Uint8Array;
  readonly start: Float64Array;
  readonly end: Float64Array;
  readonly line: Uint32Array;
  /** First field of each row, among all of the trace. */
  readonly first: Uint32Array;
  readonly fields: Float64Array;
  /** Calls without a row that took time: code, row after it, µs. */
  readonly others: {
    readonly code: Uint32Array;
    readonly row: Uint32Array;
    readonly start: Float64Array;
    readonly time: Float64Array;
  };
  /** µs up to which the calls go. */
  readonly clock: number;
}

/** Kernels that no trace is read with: the next one needs none of its own. */
const idle: CallsKernel[] = [];

export class CallsKernel {
  readonly #kernel: Exports;
  readonly #window: TextWindow;
  readonly #call: Uint8Array;
  readonly #start: Float64Array;
  readonly #end: Float64Array;
  readonly #line: Uint32Array;
  readonly #first: Uint32Array;
  readonly #fields: Float64Array;
  readonly #otherCode: Uint32Array;
  readonly #otherRow: Uint32Array;
  readonly #otherStart: Float64Array;
  readonly #otherTime: Float64Array;
  readonly #calls: Uint8Array;
  readonly #counts: Uint32Array;
  readonly #times: Float64Array;
  readonly #slots: Uint32Array;
  readonly #comms: Float64Array;
  #callsKnown = 0;
  #commsKnown = 0;
  #at = 0;

  private constructor(arena: Arena) {
    this.#kernel = arena.exportsOf(moduleOf(CODE), EXPORTS);
    this.#window = new TextWindow(arena.u8(WINDOW));
    this.#call = arena.u8(MOST_LINES);
    this.#start = arena.f64(MOST_LINES);
    this.#end = arena.f64(MOST_LINES);
    this.#line = arena.u32(MOST_LINES);
    this.#first = arena.u32(MOST_LINES);
    this.#fields = arena.f64(MOST_FIELDS);
    this.#otherCode = arena.u32(MOST_LINES);
    this.#otherRow = arena.u32(MOST_LINES);
    this.#otherStart = arena.f64(MOST_LINES);
    this.#otherTime = arena.f64(MOST_LINES);
    this.#calls = arena.u8(CALL.bytes * MOST_CALLS);
    this.#counts = arena.u32(MOST_CALLS);
    this.#times = arena.f64(MOST_CALLS);
    this.#slots = arena.u32(SLOTS);
    this.#comms = arena.f64(COMM_FIELDS * MOST_COMMS);
    const rows = [this.#call, this.#start, this.#end, this.#line, this.#first, this.#fields];
    const others = [this.#otherCode, this.#otherRow, this.#otherStart, this.#otherTime];
    this.#kernel.columns(...addresses(...rows, ...others));
  }

  /** A kernel for a trace, of which it knows no call and no communicator; null where there is no memory for it. */
  static borrowed(): CallsKernel | null {
    const kernel = idle.pop() ?? CallsKernel.#made();
    if (kernel !== null) kernel.#begin();
    return kernel;
  }

  /** The trace is read. */
  giveBack(): void {
    this.opened();
    idle.push(this);
  }

  static #made(): CallsKernel | null {
    const arena = Arena.of(bytesFor([WINDOW, ...COLUMNS, ...OTHERS, ...TABLES]));
    return arena === null ? null : new CallsKernel(arena);
  }

  #begin(): void {
    const tables = [this.#calls, this.#counts, this.#times, this.#slots, this.#comms];
    this.#kernel.tables(...addresses(...tables));
    this.#callsKnown = 0;
    this.#commsKnown = 0;
  }

  /** The text is another now, though its buffer may be the same. */
  opened(): void {
    this.#window.opened();
  }

  /** Takes lines of a call from now on, of which there were as many as `tally` says. Its number, or −1: there is no room for it. */
  learn({ code, kind, name, layout }: KnownCall, { calls, time }: Tally): number {
    const known = this.#callsKnown;
    if (known === MOST_CALLS || name.length > LONGEST_NAME || layout.length > LONGEST_LAYOUT) return -1;
    const at = known * CALL.bytes;
    const entry = this.#calls.subarray(at, at + CALL.bytes);
    // The lowest byte first, as WebAssembly has it on any machine.
    entry.set([code & 0xff, code >>> 8, 0, 0]);
    entry[CALL.nameBytes] = name.length;
    entry[CALL.layoutBytes] = layout.length;
    entry[CALL.kind] = kind;
    entry.set(name, CALL.name);
    entry.set(layout, CALL.layout);
    this.#counts[known] = calls;
    this.#times[known] = time;
    this.#kernel.learn(known);
    return this.#callsKnown++;
  }

  /** Knows a communicator from now on, as long as there is room for it. */
  comm(handle: number, rank: number, size: number, index: number): void {
    if (this.#commsKnown === MOST_COMMS) return;
    this.#comms.set([handle, rank, size, index], COMM_FIELDS * this.#commsKnown++);
    this.#kernel.commsAre(this.#commsKnown);
  }

  /** Calls of number `known` so far, those that it was learnt with among them. */
  tally(known: number): Tally {
    return { calls: this.#counts[known], time: this.#times[known] };
  }

  /** Counts a call of number `known` that was read elsewhere. */
  count(known: number, time: number): void {
    this.#counts[known]++;
    this.#times[known] += time;
  }

  /**
   * Takes plain lines of `buffer` from `at`, which begins a line, up to one that is not plain, or to the window's end. Returns
   * how many.
   */
  scan(buffer: Uint8Array, at: number, { line, row, field, epoch, clock }: CallPlace): number {
    const window = this.#window;
    if (!window.holds(buffer, at)) this.#show(buffer, at);
    const { offset, to } = window;
    this.#at = this.#kernel.scan(offset + at, offset + to, line, row, field, epoch, clock) - offset;
    return this.#kernel.linesPassed();
  }

  /** Where in the text the scan stopped. */
  get at(): number {
    return this.#at;
  }

  /** Whether it stopped at a line that is not plain, not at the window's end. */
  get odd(): boolean {
    return this.#at < this.#window.to;
  }

  /** What it took. */
  found(): FoundCalls {
    const kernel = this.#kernel;
    const rows = kernel.rowsFound();
    const others = kernel.othersFound();
    return {
      call: this.#call.subarray(0, rows),
      start: this.#start.subarray(0, rows),
      end: this.#end.subarray(0, rows),
      line: this.#line.subarray(0, rows),
      first: this.#first.subarray(0, rows),
      fields: this.#fields.subarray(0, kernel.fieldsFound()),
      others: {
        code: this.#otherCode.subarray(0, others),
        row: this.#otherRow.subarray(0, others),
        start: this.#otherStart.subarray(0, others),
        time: this.#otherTime.subarray(0, others),
      },
      clock: kernel.clockThen(),
    };
  }

  /** Lays the whole lines from `at` on into the arena, as many as there is room for: every loop stops at a line's end. */
  #show(buffer: Uint8Array, at: number): void {
    const length = buffer.subarray(at, at + WINDOW).lastIndexOf(NEWLINE) + 1;
    this.#window.show(buffer, at, at + length);
  }
}
