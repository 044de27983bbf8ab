/** Lines that a kernel takes: of calls that the trace had before, in the one layout that they have, without a list. */
import { worthAKernel } from '../../kernels/arena.js';
import { CallsKernel, KIND, type KnownCall } from '../../kernels/calls.js';
import { CALLS } from '../mpi/calls.js';
import { HAS_ROW, isMilestone, type RankColumns } from '../mpi/rank-columns.js';
import type { CallTally } from '../mpi/trace.js';
import type { CallNames } from './call-names.js';
import type { LineCursor } from './cursor.js';

/** A line has more bytes, but is worth several operations. */
const BYTES_PER_OPERATION = 16;
/** So many lines at most are read without another try, where one line after the other is not plain. */
const LONGEST_WAIT = 63;
/** The kernel does not know it. */
const UNKNOWN = -1;

const encoder = new TextEncoder();

export class PlainCalls {
  readonly #names: CallNames;
  readonly #columns: RankColumns;
  /** Null: lines are not for a kernel; undefined: nobody knows yet. */
  #kernel: CallsKernel | null | undefined;
  /** By code the kernel's number of a call, and what it counts for. */
  readonly #known: number[] = [];
  readonly #tallies: CallTally[] = [];
  readonly #nameOf = (code: number): string => this.#names.nameOf(code);
  #comms = 0;
  #wait = 0;
  #nextWait = 1;

  constructor(names: CallNames, columns: RankColumns) {
    this.#names = names;
    this.#columns = columns;
  }

  /** A piece of the text: the first decides. */
  opened(chunk: Uint8Array): void {
    if (this.#kernel === undefined)
      this.#kernel = worthAKernel(chunk.length / BYTES_PER_OPERATION) ? CallsKernel.borrowed() : null;
    this.#kernel?.opened();
  }

  /**
   * Takes lines of `chunk` from `from`, which begins a line, and moves the line of `cursor` on; returns where the first begins
   * that it does not take. `epoch`: whole µs that times are counted from.
   */
  take(chunk: Uint8Array, from: number, cursor: LineCursor, epoch: number): number {
    const kernel = this.#kernel;
    const columns = this.#columns;
    if (kernel === null || kernel === undefined || columns.finalized) return from;
    if (this.#wait > 0) {
      this.#wait--;
      return from;
    }
    const before = cursor.line;
    for (let at = from; at < chunk.length; at = kernel.at) {
      const { length: row, clock } = columns;
      const line = cursor.line + 1;
      const lines = kernel.scan(chunk, at, { line, row, field: columns.args.length, epoch, clock });
      if (lines > 0) columns.take(kernel.found(), this.#nameOf);
      cursor.line += lines;
      if (kernel.odd || lines === 0) break;
    }
    const none = before === cursor.line;
    this.#wait = none ? this.#nextWait : 0;
    this.#nextWait = none ? Math.min(2 * this.#nextWait, LONGEST_WAIT) : 1;
    return none ? from : kernel.at;
  }

  /** A call was read elsewhere that took so many µs, the last that `tally` counts. */
  saw(code: number, time: number, tally: CallTally): void {
    const kernel = this.#kernel;
    if (kernel === null || kernel === undefined) return;
    const known = this.#known[code];
    if (known !== undefined) {
      if (known !== UNKNOWN) kernel.count(known, time);
      return;
    }
    const call = this.#plain(code);
    this.#known[code] = call === undefined ? UNKNOWN : kernel.learn(call, tally);
    this.#tallies[code] = tally;
  }

  /** A communicator of the columns. */
  comm(handle: number, rank: number, size: number, index: number): void {
    if (index < this.#comms) return;
    this.#comms = index + 1;
    this.#kernel?.comm(handle, rank, size, index);
  }

  /** The trace is read: what the kernel counted is told. */
  done(): void {
    const kernel = this.#kernel;
    if (kernel === null || kernel === undefined) return;
    for (const [code, known] of this.#known.entries())
      if (known !== undefined && known !== UNKNOWN) Object.assign(this.#tallies[code], kernel.tally(known));
    this.givenUp();
  }

  /** No more is read of the trace: another may have the kernel. */
  givenUp(): void {
    this.#kernel?.giveBack();
    this.#kernel = null;
  }

  /** A call as the kernel knows it; undefined where its lines are not for it. */
  #plain(code: number): KnownCall | undefined {
    const name = this.#names.nameOf(code);
    const { layouts } = code < CALLS.length ? CALLS[code] : OTHER;
    const row = code < CALLS.length && HAS_ROW[code];
    if (layouts.length > 1 || layouts[0].includes('L') || isMilestone(name)) return undefined;
    const kind = row ? KIND.row : code < CALLS.length ? KIND.otherOfComm : KIND.other;
    return { code, kind, name: encoder.encode(name), layout: encoder.encode(layouts[0]) };
  }
}

/** A call of which nothing but its times is read. */
const OTHER = { layouts: [''] } as const;
