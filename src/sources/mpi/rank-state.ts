/** One rank on its way from calls to operations: its clock, what the next operation follows, its requests. */
import { InputError } from '../../errors.js';
import { NONE } from '../../schedule/columns.js';
import { Arrivals } from './arrivals.js';
import { CALLS } from './calls.js';
import { UNKNOWN_COMM } from './communicator.js';
import { Completions } from './completions.js';
import { MarkPlaces, type PlacedMarks } from './marks.js';
import { type ActiveReuse, OpenRequests } from './open-requests.js';
import type { MessagePeers } from './peers.js';
import { PersistentRequests } from './persistent-requests.js';
import type { RuleSet } from './rule-set.js';
import { type SkippedCalls, SkippedTime } from './skip.js';
import type { RankTrace, RequestPitch } from './trace.js';
import type { TraceBuilder } from './trace-builder.js';
import { waitOrders } from './wait-orders.js';

/** Where a thread of the rank is. */
interface ThreadState {
  /** As {@link RankState.clock}. */
  clock: number;
  /** What the next computation follows: these operations, all in the same way. */
  before: readonly number[];
  beforeStart: boolean;
}

export class RankState {
  readonly trace: RankTrace;
  readonly builder: TraceBuilder;
  readonly peers: MessagePeers;
  readonly pitch: RequestPitch;
  readonly rules: RuleSet;
  readonly completions: Completions;
  readonly requests: OpenRequests;
  /** null: the rules keep what is taken as it comes in the order of the traces. */
  readonly arrivals: Arrivals | null;
  /** Rows of calls whose choice between requests is the model's. */
  readonly decided = new Set<number>();
  /** By row of an MPI_Wait: the requests that it stands for a choice of, that which it took first. */
  readonly changingWaits: ReadonlyMap<number, readonly number[]>;
  /** Operations, by their place in the rank, whose requests were cancelled. */
  readonly cancelled: number[] = [];
  readonly persistent: PersistentRequests;
  readonly #skipped: SkippedTime;
  readonly #marks: MarkPlaces | null;
  /** By the rank's number of a call site its index among those of all ranks; null where it tells of none. */
  readonly #sites: Uint32Array | null;
  readonly #communicators: Int32Array | null;
  /** By thread. */
  readonly #threads: ThreadState[] = [];
  #thread: ThreadState;

  constructor(
    trace: RankTrace,
    builder: TraceBuilder,
    peers: MessagePeers,
    pitch: RequestPitch,
    rules: RuleSet,
    reuse: ActiveReuse,
    skipped: SkippedCalls,
    sites: Uint32Array | null,
    communicators: Int32Array | null,
  ) {
    this.trace = trace;
    this.builder = builder;
    this.peers = peers;
    this.pitch = pitch;
    this.rules = rules;
    this.completions = new Completions(trace, pitch);
    this.persistent = new PersistentRequests(trace, pitch);
    this.requests = new OpenRequests(trace, reuse);
    this.arrivals = rules.keepsArrivals ? null : new Arrivals(builder);
    this.changingWaits = rules.keepsArrivals ? new Map() : waitOrders(trace);
    this.#thread = this.#turnTo(0);
    this.#skipped = new SkippedTime(trace, skipped);
    this.#marks = trace.marks === null ? null : new MarkPlaces(trace.marks);
    this.#sites = sites;
    this.#communicators = communicators;
  }

  arg(row: number, index: number): number {
    return this.trace.args[this.trace.argStart[row] + index];
  }

  /** Bytes of `count` items of `size`, both of them fields of a row. */
  bytes(row: number, count: number, size: number): number {
    const bytes = this.arg(row, count) * this.arg(row, size);
    if (bytes >= 0 && bytes <= Number.MAX_SAFE_INTEGER) return bytes;
    throw new InputError({
      place: { source: this.trace.source, line: this.trace.line[row] },
      what: `a message of ${this.arg(row, count)} items of ${this.arg(row, size)} B`,
      mend: 'the line is damaged',
    });
  }

  /** End of the last handled call of the thread at hand, later by what does not count as computation since, in µs. */
  get clock(): number {
    return this.#thread.clock;
  }

  set clock(time: number) {
    this.#thread.clock = time;
  }

  /** Operations from now on belong to the call of a row. */
  enter(row: number): void {
    const thread = this.trace.thread?.[row] ?? 0;
    this.#thread = this.#turnTo(thread);
    // Marks are those of the first thread.
    if (thread === 0) this.#marks?.reach(this.trace.start[row], this.clock);
    this.clock += this.#skipped.before(row, thread);
    const code = (this.trace.called ?? this.trace.call)[row];
    this.builder.from(this.trace.line[row], row, CALLS[code].name, this.#siteOf(row));
  }

  #siteOf(row: number): number {
    const { site } = this.trace;
    return site === null || this.#sites === null ? NONE : this.#sites[site[row]];
  }

  /** The call of a row starts what others describe: it is on their communicator; on none where they have several. */
  startsFrom(row: number, definitions: readonly number[]): void {
    const comms = this.#communicators;
    if (comms === null) return;
    const [comm = UNKNOWN_COMM, ...others] = new Set(definitions.map((definition) => comms[definition]));
    comms[row] = others.length === 0 ? comm : UNKNOWN_COMM;
  }

  /** The call of a row is left out: its time is no computation. */
  skip(row: number): void {
    this.clock += this.trace.end[row] - this.trace.start[row];
  }

  /**
   * The computation before a call: `first` (the call's operations that wait for nothing else) require it.
   * It takes the time from the end of the last handled call; the time inside the call itself is dropped.
   */
  computeBefore(row: number, first: readonly number[]): void {
    this.builder.inFrontOf(this.trace.line[row], row);
    this.#compute(row, this.trace.start[row], first);
    this.clock = this.trace.end[row];
  }

  /** The computation after the last call: of the first thread, when all others are done. */
  finish(): void {
    const { finalizeStart, finalizeLine, rows } = this.trace;
    this.#thread = this.#turnTo(0);
    this.#marks?.reach(Number.POSITIVE_INFINITY, this.clock);
    this.clock += this.#skipped.before(rows, 0);
    if (Number.isNaN(finalizeStart)) {
      this.#marks?.place(rows, 0);
      return;
    }
    this.builder.inFrontOf(finalizeLine, rows);
    const last = this.#compute(rows, finalizeStart, []);
    for (const thread of this.#threads)
      if (thread !== undefined && thread !== this.#thread) this.#after(last, thread);
  }

  /** What comes next waits for these operations to finish … */
  follow(ops: readonly number[]): void {
    this.#thread.before = ops;
    this.#thread.beforeStart = false;
  }

  /** … or only to start. */
  followStart(ops: readonly number[]): void {
    this.#thread.before = ops;
    this.#thread.beforeStart = true;
  }

  #turnTo(thread: number): ThreadState {
    this.builder.onCpu(thread);
    this.#threads[thread] ??= { clock: this.trace.initEnd, before: [], beforeStart: false };
    return this.#threads[thread];
  }

  /** The rank's marks at their places, when it is finished; null without any. */
  get marks(): PlacedMarks | null {
    const { marks } = this.trace;
    return marks === null || this.#marks === null ? null : { names: marks.names, marks: this.#marks.done() };
  }

  /** Computation of the thread at hand, in front of the call of `row`. */
  #compute(row: number, start: number, first: readonly number[]): number {
    const { builder } = this;
    const ns = Math.round((start - this.clock) * 1000);
    const calc = builder.calc(ns);
    if (this.#thread === this.#threads[0]) this.#marks?.place(row, ns);
    // By index here and below, for each call has its one operation: an iterator costs more where nothing is compiled yet.
    for (let i = 0; i < first.length; i++) builder.requires(first[i], calc);
    this.#after(calc, this.#thread);
    return calc;
  }

  /** A computation comes behind what a thread did last. */
  #after(calc: number, { before, beforeStart }: ThreadState): void {
    for (let i = 0; i < before.length; i++) {
      if (beforeStart) this.builder.irequires(calc, before[i]);
      else this.builder.requires(calc, before[i]);
    }
  }
}
