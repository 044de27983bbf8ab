/** A program's execution schedule, as columns, and the growing typed arrays that columns are made of. */
import {
  callPlaceText,
  callText,
  operationCall,
  type ScheduleCalls,
  type ScheduleSites,
} from './program-calls.js';

/** No operation, or no event of one, in columns that hold them. */
export const NONE = 0xffff_ffff;

type Numbers = Uint8Array | Uint16Array | Int32Array | Uint32Array | Float64Array;

/** Numbers that are whole and below 2^32 nearly everywhere: 32 bits each as long as all are, doubles from the first that is not. */
export type Amounts = Uint32Array | Float64Array;

/** Whether a column holds `value` as it is. */
export const holds = (column: Amounts, value: number): boolean =>
  value >>> 0 === value || column instanceof Float64Array;

/** `column` as doubles, of which the first `length` are kept. */
export function doubles(column: Amounts, length: number): Float64Array {
  if (column instanceof Float64Array) return column;
  const wide = f64(column.length);
  // Room that was only reserved is left so: untouched memory costs nothing.
  for (let i = 0; i < length; i++) if (column[i] !== 0) wide[i] = column[i];
  return wide;
}

/** Growth factor: 1.5 keeps old and new column together below 2.5 times the data. */
const GROWTH = 1.5;
const INITIAL = 1024;
/**
 * Columns of that many elements are copied seldom: untouched room costs only addresses, but a copy doubles the memory.
 * No more elements than that are reserved beyond the need.
 */
const LARGE = 1 << 20;
const LARGE_GROWTH = 32;
const MOST_RESERVED = 1 << 28;

/** A longer column; where addresses are limited, one that is little longer. Throws RangeError where there is none at all. */
function longer<T>(make: (capacity: number) => T, needed: number, capacity: number): T {
  const least = Math.max(needed, Math.ceil(capacity * GROWTH), INITIAL);
  if (capacity < LARGE) return make(least);
  const much = Math.min(Math.max(needed, capacity * LARGE_GROWTH), needed + MOST_RESERVED);
  if (much <= least) return make(least);
  try {
    return make(much);
  } catch (error) {
    if (error instanceof RangeError) return make(least);
    throw error;
  }
}

/** A column and its length; `at` is replaced when it grows, so read it again after each push. */
export class Column<T extends Numbers> {
  at: T;
  length = 0;
  readonly #make: (capacity: number) => T;

  constructor(make: (capacity: number) => T, capacity = 0) {
    this.#make = make;
    this.at = make(capacity);
  }

  push(value: number): void {
    if (this.length === this.at.length) this.reserve(this.length + 1);
    this.at[this.length++] = value;
  }

  /** Room for `needed` elements in all. */
  reserve(needed: number): void {
    if (needed <= this.at.length) return;
    const next = longer(this.#make, needed, this.at.length);
    next.set(this.at.subarray(0, this.length));
    this.at = next;
  }

  /** Extends to `length` with `value`; does nothing when it is as long. */
  fill(length: number, value: number): void {
    if (length <= this.length) return;
    this.reserve(length);
    this.at.fill(value, this.length, length);
    this.length = length;
  }

  append(values: T): void {
    const length = this.length + values.length;
    this.reserve(length);
    this.at.set(values, this.length);
    this.length = length;
  }

  /** The filled part, without a copy. */
  done(): T {
    return this.at.subarray(0, this.length) as T;
  }
}

export const u8 = (n: number): Uint8Array => new Uint8Array(n);
export const u16 = (n: number): Uint16Array => new Uint16Array(n);
export const i32 = (n: number): Int32Array => new Int32Array(n);
export const u32 = (n: number): Uint32Array => new Uint32Array(n);
export const f64 = (n: number): Float64Array => new Float64Array(n);

/** `array` with room for at least `needed` elements, its contents kept. */
export function grown<T extends Numbers>(array: T, make: (capacity: number) => T, needed: number): T {
  if (needed <= array.length) return array;
  const next = longer(make, needed, array.length);
  next.set(array);
  return next;
}

/** Called before memory is taken, so that a program that is too large is refused, not killed. */
export interface MemoryGuard {
  /**
   * `bytes` are about to be written that were not before; `operations`: how many are known by now. Throws a LimitError
   * where there is no room for them.
   */
  need(bytes: number, operations?: number): void;
}

// Lines of the input: operations that follow each other are mostly a few lines apart, a byte each.

/** Operations of a block, as bits of their number. */
const BLOCK_BITS = 6;
const BLOCK = 1 << BLOCK_BITS;
const MOST_STEP = 0xff;

/** Lines of the input by operation, see {@link lineOf}. */
export interface InputLines {
  /** [blocks] line of the first operation of each. */
  readonly first: Uint32Array;
  /** [operations] lines behind the operation before it in the block. */
  readonly step: Uint8Array;
  /** Blocks with steps that no byte holds: [BLOCK] lines of their operations. */
  readonly wide: ReadonlyMap<number, Uint32Array>;
}

/** Line of an operation, from 1. */
export function lineOf({ first, step, wide }: InputLines, op: number): number {
  const block = op >>> BLOCK_BITS;
  const begin = block << BLOCK_BITS;
  const lines = wide.get(block);
  if (lines !== undefined) return lines[op - begin];
  let line = first[block];
  for (let i = begin; i <= op; i++) line += step[i];
  return line;
}

/** Lines of operations while they are read. */
export class LineColumn {
  readonly #first = new Column(u32);
  readonly #step = new Column(u8);
  readonly #wide = new Map<number, Uint32Array>();
  /** [BLOCK] lines of the last block. */
  #lines = u32(BLOCK);
  #last = 0;

  get length(): number {
    return this.#step.length;
  }

  reserve(operations: number): void {
    this.#step.reserve(operations);
  }

  push(line: number): void {
    const op = this.#step.length;
    const place = op & (BLOCK - 1);
    const step = place === 0 ? 0 : line - this.#last;
    if (place === 0) this.#begin(op >>> BLOCK_BITS, line);
    this.#lines[place] = line;
    if (step < 0 || step > MOST_STEP) this.#wide.set(op >>> BLOCK_BITS, this.#lines);
    this.#step.push(step);
    this.#last = line;
  }

  append(lines: Uint32Array): void {
    this.#step.reserve(this.#step.length + lines.length);
    for (const line of lines) this.push(line);
  }

  done(): InputLines {
    return { first: this.#first.done(), step: this.#step.done(), wide: this.#wide };
  }

  #begin(block: number, line: number): void {
    this.#first.push(line);
    if (this.#wide.has(block - 1)) this.#lines = u32(BLOCK);
  }
}

// A program's execution schedule: what every rank does and in which order, as columns.
// One row is one operation. Operations of a rank are contiguous and keep the order of the input
// (which MPI's matching rule needs); they are addressed by a global index `op` in [0, operations).
// Source: Hoefler, Siebert, Lumsdaine, "Group Operation Assembly Language" (2009).

/** Kinds of operation, the values of {@link Schedule.kind}. */
export const CALC = 0;
/** Kind of a send. */
export const SEND = 1;
/** Kind of a receive. */
export const RECV = 2;

/** `peer` of a receive from any source, and `tag` of a receive of any tag. */
export const ANY = -1;
/** Tags of one communicator's messages: MPI has 0 to 2^31 − 1. */
export const TAGS = 2 ** 31;
/** `peer` of a send or receive that has no partner: generators for simulators name a rank that is not there. */
export const NOBODY = -2;
/** The rank that such generators name. */
export const NOBODY_RANK = 9_999_999;

/** More ranks than any machine has: a larger number is a mistake, not a program. */
export const MAX_RANKS = 1 << 26;

/** `tag` of a receive that takes any of the last {@link TAGS} tags below `end`, which is at least 2: those of one communicator. */
export const anyTagBelow = (end: number): number => -end;

/** Whether a receive of `tag` takes messages of more than one tag. */
export const isAnyTag = (tag: number): boolean => tag < 0;

/** Whether a receive whose tag is `wanted` takes a message of `tag`. */
export function takesTag(wanted: number, tag: number): boolean {
  if (wanted >= ANY) return wanted === ANY || wanted === tag;
  return tag < -wanted && tag >= -wanted - TAGS;
}

/** Flag on an entry of {@link Schedule.deps}: the dependency is `irequires` (starts after the *start* of it). */
export const IREQUIRES = 0x8000_0000;
/** Mask that takes the operation out of an entry of {@link Schedule.deps}. */
export const DEP_OP = 0x7fff_ffff;

/** Flag on an entry of {@link Schedule.traced}: what the rank does next is about the source of the message. */
export const NAMED = 0x8000_0000;

/** Faults that no MPI accepts but schedules made for simulators may have. */
export interface Leniency {
  /** `send`: a message has the bytes of its send, where its receive has room for fewer. Left out: that is an error. */
  readonly sizes?: 'send';
  /**
   * `ignore`: a send without a receive costs its sender as much as an eager one, a receive without a message takes no
   * time; dependent operations go on. `left`: so are sends that need no receive to end, and receives that no operation
   * waits for; all others are errors. Left out: all are errors.
   */
  readonly unmatched?: 'ignore' | 'left';
}

/** All ranks' operations, as columns: operations of one rank after those of the other, and their dependencies. */
export interface Schedule {
  /** Number of ranks; some may be empty. */
  readonly ranks: number;
  /** Number of operations over all ranks. */
  readonly operations: number;
  /** [ranks + 1] first operation of each rank. */
  readonly rankStart: Uint32Array;
  /** [operations] CALC, SEND or RECV. */
  readonly kind: Uint8Array;
  /** [operations] calc: duration in ns; send and recv: bytes; 32 bits wide when all are whole and fit. */
  readonly value: Uint32Array | Float64Array;
  /** [operations] send: destination or NOBODY; recv: source, ANY or NOBODY; calc: 0. */
  readonly peer: Int32Array;
  /** [operations] message tag, an integer up to 2^53; recv: or ANY, or {@link anyTagBelow}; 32 bits wide when every tag fits. */
  readonly tag: Int32Array | Float64Array;
  /**
   * [operations] {@link SYNCHRONOUS}: a send that is over only when its receive has begun, whatever its size;
   * {@link ONE_SIDED}: an operation that the target's network answers; {@link BUFFERED}: a send of a copy, over when its CPU
   * is done, whatever its size; 0 for others; null without any.
   */
  readonly synchronous: Uint8Array | null;
  /** [operations + 1] start of an operation's dependencies in `deps`. */
  readonly depStart: Uint32Array;
  /** [dependencies] `op | IREQUIRES?`: operations of the same rank that come before, ascending by op. */
  readonly deps: Uint32Array;
  /** [operations] cpu and nic that an operation runs on; null when all are 0. */
  readonly cpu: Uint16Array | null;
  readonly nic: Uint16Array | null;
  /** [operations] n of label `l<n>`; null when the i-th operation of every rank is `l<i>`, i from 1. */
  readonly labelNumber: Uint32Array | null;
  /** Labels that are not `l<n>`, by operation. */
  readonly labelName: ReadonlyMap<number, string>;
  /** Lines of the operations in the input; null for schedules that were not read from text. */
  readonly lines: InputLines | null;
  /** [operations] index into `callNames`: the MPI call that made the operation, '' before the first was named; null when unknown. */
  readonly call: Uint16Array | null;
  readonly callNames: readonly string[];
  /** The calls of the program one by one, and which of them made each operation; null where the input does not say. */
  readonly calls: ScheduleCalls | null;
  /**
   * [operations] what the same collective call issues (before a send) or takes (before a receive), in the order in
   * which the library is written; NONE without. It binds where CPUs or NICs are `ordered`. null: no call says so.
   */
  readonly behind: Uint32Array | null;
  /**
   * [operations] Receives that the program takes as their messages arrive (MPI_Waitany and related calls): the one that
   * it took before in the run of the schedule, the receive itself where it was the first of them; NONE for other
   * operations. Operations after the k-th of them wait for the k-th message. null: there are none.
   */
  readonly takenAfter: Uint32Array | null;
  /**
   * [operations] Receives from any source or of any tag: `send | NAMED?`, the send whose message the receive took in the
   * run of the schedule, where that is known; NONE for other operations. Left out: none is known.
   */
  readonly traced?: Uint32Array;
  /**
   * [operations] Receives that stand for a matched probe: the operation of the call that receives its message, which waits
   * for the probe; NONE for other operations. Their sends come behind computations of no time. Left out: there are none.
   */
  readonly received?: Uint32Array;
  /** Faults that matching accepts; left out: none. */
  readonly lenient?: Leniency;
  /** The MPI library of the run, if it sends some of the messages by its rendezvous. Left out: none of them, or an unknown one. */
  readonly library?: KnownLibrary | undefined;
  /** [operations] 1: a send that was let pass without a receive: it is over when its CPU is done, whatever its size. Left out: none. */
  readonly unreceived?: Uint8Array;
  /** Call sites; null where the input does not say. */
  readonly sites: ScheduleSites | null;
}

/** Values of {@link Schedule.synchronous}. */
export const SYNCHRONOUS = 1;
export const ONE_SIDED = 2;
export const BUFFERED = 3;
/** How a send ends that is none of size alone. */
export type SendMode = typeof SYNCHRONOUS | typeof ONE_SIDED | typeof BUFFERED;

/** A library whose rendezvous was measured. */
export type KnownLibrary = 'Open MPI' | 'MPICH 4';

/** Rank that owns `op`, by bisection over `rankStart`. */
export function rankOf(schedule: Pick<Schedule, 'rankStart'>, op: number): number {
  const starts = schedule.rankStart;
  let low = 0;
  let high = starts.length - 2;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (starts[middle] <= op) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** [operations] rank that owns each: for many lookups. */
export function ranksOf({ ranks, operations, rankStart }: Schedule): Uint32Array {
  const owners = new Uint32Array(operations);
  for (let rank = 0; rank < ranks; rank++) owners.fill(rank, rankStart[rank], rankStart[rank + 1]);
  return owners;
}

/** Label of `op` as it is written in GOAL, such as `l12`. */
export function labelOf(schedule: Schedule, op: number): string {
  const name = schedule.labelName.get(op);
  if (name !== undefined) return name;
  if (schedule.labelNumber !== null) return `l${schedule.labelNumber[op]}`;
  return `l${op - schedule.rankStart[rankOf(schedule, op)] + 1}`;
}

function peerText(peer: number): string {
  if (peer === NOBODY) return `${NOBODY_RANK} (not a rank)`;
  return peer === ANY ? 'any source' : String(peer);
}

/**
 * One operation in words, such as `rank 0, l3: send 8b to 1 tag 7 (line 12)`; of a trace by its call, such as
 * `rank 0, MPI_Send#2: send 8b to 1 tag 7 (trace-0.txt:12)`.
 */
export function describeOp(schedule: Schedule, op: number): string {
  const rank = rankOf(schedule, op);
  const value = schedule.value[op];
  const peer = schedule.peer[op];
  const tag = schedule.tag[op];
  const what =
    schedule.kind[op] === CALC
      ? `calc ${value}`
      : schedule.kind[op] === SEND
        ? `send ${value}b to ${peerText(peer)} tag ${tag}`
        : `recv ${value}b from ${peerText(peer)} tag ${isAnyTag(tag) ? 'any' : tag}`;
  const origin = operationCall(schedule, rank, op);
  if (origin !== null) return `rank ${rank}, ${callText(origin)}: ${what} (${callPlaceText(origin)})`;
  const where = schedule.lines === null ? '' : ` (line ${lineOf(schedule.lines, op)})`;
  return `rank ${rank}, ${labelOf(schedule, op)}: ${what}${where}`;
}

/** Counts that every answer states about its input. */
export interface ScheduleSummary {
  readonly ranks: number;
  readonly operations: number;
  readonly calcs: number;
  readonly sends: number;
  readonly recvs: number;
  readonly dependencies: number;
}

/** Counts of a schedule: operations by kind, bytes, dependencies. */
export function summarize(schedule: Schedule): ScheduleSummary {
  const counts = [0, 0, 0];
  for (let op = 0; op < schedule.operations; op++) counts[schedule.kind[op]]++;
  return {
    ranks: schedule.ranks,
    operations: schedule.operations,
    calcs: counts[CALC],
    sends: counts[SEND],
    recvs: counts[RECV],
    dependencies: schedule.deps.length,
  };
}
