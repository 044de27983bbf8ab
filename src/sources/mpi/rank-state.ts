/** One rank on its way from calls to operations: its clock, what the next operation follows, its requests. */

import type { JoinLatencies } from '../../collectives/recorded-calls.js';
import { InputError, joinWarnings, type Warning } from '../../errors.js';
import { ScheduleBuilder } from '../../schedule/builder.js';
import { COMPUTATION, type ComputationParts } from '../../schedule/program-calls.js';
import { type MemoryGuard, NONE, type Schedule, SEND } from '../../schedule/schedule.js';
import type { Coverage } from '../program.js';
import type { CallPart, Ledger, PartOf } from './collective-calls.js';
import type { CollectiveChoices } from './collective-choices.js';
import { type Communicators, UNKNOWN_COMM } from './communicator.js';
import { Arrivals, Completions, waitOrders } from './completions.js';
import { BetweenCalls } from './computation-parts.js';
import type { RuleSet } from './conversion-options.js';
import { percent, type SkippedCalls } from './coverage.js';
import { EarlyReceives } from './early-receives.js';
import { type MatchedProbes, matchedProbes } from './matched-probes.js';
import { CALLS } from './mpi-calls.js';
import { MessagePeers } from './peers-and-tags.js';
import { hasPolls, isTest, PollLoops } from './poll-loops.js';
import { placeOf, type RankTrace, type RequestPitch } from './rank-trace.js';
import { type ActiveReuse, OpenRequests, PersistentRequests } from './requests.js';
import { MarkPlaces, type PlacedMarks } from './trace-marks.js';
import type { TracedReceives } from './traced-receives.js';
import { Windows, type Wire } from './windows.js';

interface ThreadState {
  /** As {@link RankState.clock}. */
  clock: number;
  /** Predecessors of the next computation: these operations, all in the same way. */
  before: readonly number[];
  beforeStart: boolean;
  /** Further predecessors of the next call besides its computation: a call that a change lets overlap that. */
  overlapped: readonly number[];
}

/** State that all ranks share while calls become operations. */
export interface Conversion extends CollectiveChoices {
  readonly builder: TraceBuilder;
  readonly comms: Communicators;
  readonly ledger: Ledger;
  readonly partOf: PartOf;
  readonly pitch: RequestPitch;
  readonly reuse: ActiveReuse;
  /** Value of MPI_PROC_NULL; NaN: no call has it. */
  readonly nobody: number;
  /** Tag of the world's first collective. */
  readonly firstTag: number;
  readonly joinLatencies: JoinLatencies;
  readonly skipped: SkippedCalls;
  /** Time that the tracer takes for each call, ns. */
  readonly overhead: number;
  /** Whether any rank receives what a probe has matched. */
  readonly probes: boolean;
  /** null: receives from any source are matched without a look at the trace. */
  readonly traced: TracedReceives | null;
  readonly unattended: UnattendedCalls;
  /** [traced ranks] by the rank's number of a call site its index among those of all; null where none is known. */
  readonly sites: readonly Uint32Array[] | null;
}

/** A collective in its place: the k-th of its sequence. */
export interface PlacedCollective {
  readonly part: CallPart;
  readonly k: number;
}

export class RankState {
  readonly trace: RankTrace;
  readonly conversion: Conversion;
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
  /** By row of an MPI_Wait: the requests that it chooses from, the one that it took first. */
  readonly changingWaits: ReadonlyMap<number, readonly number[]>;
  /** Operations, by their place in the rank, whose requests were cancelled, and of receives that were freed. */
  readonly cancelled: number[] = [];
  readonly freed: number[] = [];
  readonly persistent: PersistentRequests;
  /** Files, by their communicators in the trace, of which this rank sees parts that are apart. */
  readonly strided = new Set<number>();
  /** Null without one-sided calls. */
  readonly windows: Windows | null;
  readonly probes: MatchedProbes;
  /** By row of a matched receive the operation that its probe began. */
  readonly probed = new Map<number, number>();
  /** Null without polls, and where they compute. */
  readonly polls: PollLoops | null;
  /** Operations of matched probes, and of the calls that receive their messages. */
  readonly received: (readonly [probe: number, call: number])[] = [];
  /** Null where no message was looked for over other calls. */
  readonly #early: EarlyReceives | null;
  /** What the rank did while it looked for the message that is received before `row`; null: nothing. */
  #aside: { readonly op: number; readonly row: number } | null = null;
  /** By row of the call that describes a persistent collective. */
  readonly described = new Map<number, PlacedCollective>();
  /** Collectives of each sequence so far. */
  readonly #collectives: number[] = [];
  readonly #between: BetweenCalls;
  /** Clock at the beginning of the row at hand. */
  #entered = 0;
  /** Whether its operations are there. */
  #computed = false;
  readonly #marks: MarkPlaces | null;
  /** As {@link Conversion.sites}, of this rank. */
  readonly #sites: Uint32Array | null;
  readonly #communicators: Int32Array | null;
  /** Of the row at hand: what its operations begin with, and whether a change lets what follows overlap them. */
  #first: readonly number[] = [];
  #late = false;
  /** By thread. */
  readonly #threads: ThreadState[] = [];
  #thread: ThreadState;

  /** `wire`: where one-sided calls go; null without any. */
  constructor(trace: RankTrace, conversion: Conversion, wire: Wire | null) {
    const { builder, comms, firstTag, nobody, overhead, pitch, reuse, rules, sites, skipped } = conversion;
    this.trace = trace;
    this.conversion = conversion;
    this.builder = builder;
    this.pitch = pitch;
    this.rules = rules;
    this.peers = new MessagePeers(trace, comms, nobody, rules.tags(trace, comms, firstTag));
    this.windows = wire && new Windows(trace, comms, this.peers, conversion.library, wire);
    this.completions = new Completions(trace, pitch);
    this.persistent = new PersistentRequests(trace, pitch);
    this.probes = matchedProbes(trace);
    this.requests = new OpenRequests(trace, reuse);
    this.arrivals = rules.keepsArrivals ? null : new Arrivals(builder);
    this.changingWaits = rules.keepsArrivals ? new Map() : waitOrders(trace);
    this.polls = rules.waitsByPolls && hasPolls(trace) ? new PollLoops(trace, skipped) : null;
    const oneThread = rules.waitsByPolls && trace.thread === null;
    this.#early = oneThread && trace.notes?.looked !== undefined ? new EarlyReceives(trace) : null;
    this.#thread = this.#turnTo(0);
    this.#between = new BetweenCalls(trace, skipped, overhead);
    this.#marks = trace.marks === null ? null : new MarkPlaces(trace.marks);
    this.#sites = sites === null ? null : sites[trace.rank % sites.length];
    this.#communicators = comms.ofRow[trace.rank];
  }

  arg(row: number, index: number): number {
    return this.trace.args[this.trace.argStart[row] + index];
  }

  /** Bytes of `count` items of `size`, both of them fields of a row. */
  bytes(row: number, count: number, size: number): number {
    const bytes = this.arg(row, count) * this.arg(row, size);
    if (bytes >= 0 && bytes <= Number.MAX_SAFE_INTEGER) return bytes;
    throw new InputError({
      place: placeOf(this.trace, row),
      what: `a message with count ${this.arg(row, count)} and items of ${this.arg(row, size)} B`,
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
    const { thread: threads, changes } = this.trace;
    const thread = threads?.[row] ?? 0;
    this.#thread = this.#turnTo(thread);
    this.#late = changes !== undefined && changes.late[row] === 1;
    // Marks are those of the first thread.
    if (thread === 0) this.#marks?.reach(this.trace.start[row], this.clock);
    this.clock += this.#between.reach(row, thread);
    this.#entered = this.clock;
    this.#computed = false;
    this.polls?.reach(row, thread);
    if (this.#aside?.row === row) this.#rejoin(this.#aside.op);
    const code = (this.trace.called ?? this.trace.call)[row];
    this.builder.from(this.trace.line[row], row, code, this.#siteOf(row));
  }

  /** The probe of `row` found a message: its receive need not wait for calls since it was first looked for. */
  found(row: number): void {
    const early = this.#early?.of(row);
    if (early === undefined) return;
    const op = this.builder.calc(0);
    this.#after(op, this.#thread);
    this.#aside = { op, row: row + 2 };
    this.#thread.before = early.before;
    this.#thread.beforeStart = early.beforeStart;
  }

  /** What follows waits for that, too. */
  #rejoin(aside: number): void {
    this.#thread.overlapped = [...this.#thread.overlapped, aside];
    this.#aside = null;
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

  /** The place of the collective of a row, which is the next of its sequence; undefined where it is not understood. */
  placeCollective(row: number): PlacedCollective | undefined {
    const part = this.conversion.partOf(this.trace, row);
    if (part === undefined) return undefined;
    const k = this.#collectives[part.sequence] ?? 0;
    this.#collectives[part.sequence] = k + 1;
    return { part, k };
  }

  /** The call of a row is left out: its time is no computation. */
  skip(row: number): void {
    this.clock += this.trace.end[row] - this.trace.start[row];
    this.#between.leftOut();
  }

  /** The rule of the call of a row has been applied. */
  leave(row: number, understood: boolean): void {
    if (this.#computed) return;
    const { call, start, end } = this.trace;
    if (understood && isTest(call[row])) this.#between.leftOut();
    else this.#between.remains(end[row] - start[row] - (this.clock - this.#entered), understood);
  }

  /**
   * The computation before a call: `first` (the call's operations without other dependencies) require it. It takes the
   * time from the end of the last handled call; the time inside the call itself is dropped.
   */
  computeBefore(row: number, first: readonly number[]): void {
    this.#first = first;
    this.#early?.add(row, this.#thread);
    this.builder.inFrontOf(this.trace.line[row], row);
    this.#compute(row, this.#startOf(row), first);
    this.clock = this.trace.end[row];
  }

  /** Not before the end of the last call, where time in a loop of polls is skipped. */
  #startOf(row: number): number {
    const start = this.trace.start[row];
    const since = this.polls?.startOf(row) ?? start;
    return since < start ? Math.max(this.clock, since) : start;
  }

  /** The computation after the last call: of the first thread, when all others are done. */
  finish(): void {
    const { finalizeStart, finalizeLine, rows } = this.trace;
    this.#thread = this.#turnTo(0);
    if (this.#aside !== null) this.#rejoin(this.#aside.op);
    this.#marks?.reach(Number.POSITIVE_INFINITY, this.clock);
    this.clock += this.#between.reach(rows, 0);
    if (Number.isNaN(finalizeStart)) {
      this.#marks?.place(rows, 0);
      return;
    }
    this.builder.inFrontOf(finalizeLine, rows);
    const last = this.#compute(rows, finalizeStart, []);
    for (const thread of this.#threads)
      if (thread !== undefined && thread !== this.#thread) this.#after(last, thread);
  }

  /** The next operations wait for the end of these … */
  follow(ops: readonly number[]): void {
    if (this.#late) {
      this.followStart(this.#first);
      this.#thread.overlapped = ops;
      return;
    }
    this.#thread.before = ops;
    this.#thread.beforeStart = false;
  }

  /** … or only to start. */
  followStart(ops: readonly number[]): void {
    this.#thread.before = ops;
    this.#thread.beforeStart = true;
  }

  /** A rank's view of a file begins. */
  viewed(file: number, strided: boolean): void {
    if (strided) this.strided.add(file);
    else this.strided.delete(file);
  }

  #turnTo(thread: number): ThreadState {
    this.builder.onCpu(thread);
    this.#threads[thread] ??= { clock: this.trace.initEnd, before: [], beforeStart: false, overlapped: [] };
    return this.#threads[thread];
  }

  /** What its computations consist of, when it is finished. */
  get parts(): ComputationParts {
    return this.#between.parts;
  }

  /** The rank's marks at their places, when it is finished; null without any. */
  get marks(): PlacedMarks | null {
    const { marks } = this.trace;
    return marks === null || this.#marks === null ? null : { names: marks.names, marks: this.#marks.done() };
  }

  /** Computation of the thread at hand, in front of the call of `row`. */
  #compute(row: number, start: number, first: readonly number[]): number {
    const { builder } = this;
    const factor = this.trace.changes?.factor[row] ?? 1;
    const maybe = this.polls?.takeUndecided() ?? 0;
    if (maybe > 0) this.#between.mayWait(maybe);
    const ns = Math.round(this.#between.close(row, (start - this.clock) * 1000) * factor);
    this.#computed = true;
    const calc = builder.calc(ns);
    if (this.#thread === this.#threads[0]) this.#marks?.place(row, ns);
    const over = this.#thread.overlapped.length === 0 ? calc : this.#joinOverlapped(calc);
    // By index here and below, because each call has one operation and an iterator costs more where nothing is compiled yet.
    for (let i = 0; i < first.length; i++) builder.requires(first[i], over);
    this.#after(calc, this.#thread);
    return over;
  }

  /** Successors of a computation, and of the call that went on during it. */
  #joinOverlapped(calc: number): number {
    const join = this.builder.calc(0);
    for (const op of [calc, ...this.#thread.overlapped]) this.builder.requires(join, op);
    this.#thread.overlapped = [];
    return join;
  }

  /** Whether a change leaves out the messages of a row that `bits` names. */
  leaves(row: number, bits: number): boolean {
    return ((this.trace.changes?.left[row] ?? 0) & bits) !== 0;
  }

  /** A computation comes behind what a thread did last. */
  #after(calc: number, { before, beforeStart }: ThreadState): void {
    for (let i = 0; i < before.length; i++) {
      if (beforeStart) this.builder.irequires(calc, before[i]);
      else this.builder.requires(calc, before[i]);
    }
  }
}

const COMPUTED = CALLS.length;

/** A builder that gives every operation the line and call of the trace that it comes from. */
export class TraceBuilder extends ScheduleBuilder {
  #source = '';
  #traceLine = 0;
  #cpu = 0;
  /** By call the builder's code of its name. */
  readonly #codes: number[] = [];

  constructor(ranks: number, memory: MemoryGuard | null = null) {
    super(ranks, () => ({ source: this.#source, line: this.#traceLine }), memory);
  }

  /** Operations of the next rank come from this file. */
  beginTrace(rank: number, source: string): void {
    this.beginRank(rank);
    this.#source = source;
  }

  /**
   * Operations from now on come from this line, and from the rank's `index`-th MPI call, made at `site`. `call`: index into
   * CALLS; COMPUTED: the time between calls.
   */
  from(line: number, index: number, call: number, site: number): void {
    this.#traceLine = line;
    this.callIndexIs(index);
    this.#codes[call] ??= this.callCode(call === COMPUTED ? COMPUTATION : CALLS[call].name);
    this.callCodeIs(this.#codes[call]);
    this.siteIs(site);
  }

  /** Operations from now on are before the rank's `index`-th call, which comes from this line. */
  inFrontOf(line: number, index: number): void {
    this.from(line, index, COMPUTED, NONE);
  }

  /** Operations from now on run on this CPU. */
  onCpu(cpu: number): void {
    this.#cpu = cpu;
  }

  override calc(ns: number): number {
    return this.#placed(super.calc(ns));
  }

  override send(bytes: number, to: number, tag = 0): number {
    return this.#placed(super.send(bytes, to, tag));
  }

  override recv(bytes: number, from: number, tag = 0): number {
    return this.#placed(super.recv(bytes, from, tag));
  }

  #placed(op: number): number {
    this.line(this.#traceLine);
    if (this.#cpu > 0) this.resource(this.#cpu, 0);
    return op;
  }
}

/** Below this share of the ranks' time it is the gap between a call and its wait. */
const LEAST_SHARE = 0.001;

/** A call that is not complete, the row that began it, and the longest time since without an MPI call, µs. */
interface UnderWay {
  readonly name: string;
  readonly row: number;
  longest: number;
}

/**
 * Nonblocking collectives of several rounds that the model lets go on while the program computes. Libraries without a
 * thread of their own for that begin the next round only in an MPI call (docs/reading-the-numbers.md).
 */
export class UnattendedCalls {
  readonly #names = new Set<string>();
  /** Of each call the longest time without an MPI call, over all calls and ranks, µs. */
  #time = 0;
  /** By request. */
  readonly #open = new Map<number, UnderWay>();

  /** The call that row `described` says was begun in `row`, and goes on by rounds. */
  issued({ rules, trace }: RankState, row: number, request: number, described = row): void {
    if (!rules.collectivesGoOn) return;
    this.#open.set(request, { name: CALLS[trace.call[described]].name, row, longest: 0 });
  }

  /** The rank comes to `row`; `rows`: there is no further one. */
  reach({ trace, requests }: RankState, row: number): void {
    if (this.#open.size === 0) return;
    const gap = row < trace.rows ? trace.start[row] - trace.end[row - 1] : 0;
    for (const [request, call] of this.#open) {
      const isOpen = row < trace.rows && requests.get(request)?.row === call.row;
      if (isOpen) call.longest = Math.max(call.longest, gap);
      else this.#open.delete(request);
      if (isOpen || call.longest <= 0) continue;
      this.#names.add(call.name);
      this.#time += call.longest;
    }
  }

  warning({ time }: Coverage): Warning | null {
    const share = time > 0 ? (this.#time * 1000) / time : 0;
    if (share < LEAST_SHARE) return null;
    const names = [...this.#names];
    const message = `nonblocking collectives (${names.join(', ')}) are assumed to progress while the program computes (${percent(share)} of its time without an MPI call); in a library without a progress thread they progress only in MPI calls, so T may be larger and less latency hidden`;
    return { code: 'collectives-unattended', names, message };
  }
}

/** Rows of all ranks that say the same, in words: how many, and where the first is. */
class Rows {
  count = 0;
  first = '';

  add(trace: RankTrace, rows: readonly number[]): void {
    if (rows.length === 0) return;
    if (this.count === 0) {
      const row = rows.reduce((a, b) => Math.min(a, b));
      this.first = `${trace.source}:${trace.line[row]} (${CALLS[trace.call[row]].name})`;
    }
    this.count += rows.length;
  }
}

/** Facts about requests that the traces do not state, over all ranks. */
export class RequestWarnings {
  /** Calls that chose between requests without a proof. */
  readonly #guesses = new Rows();
  /** Waits that complete the same requests in changing orders, and whether they are taken for choices. */
  readonly #waits = new Rows();
  readonly #chosen: boolean;
  /** What issued requests without completion, and those of them that are a fault of the traces. */
  readonly #never: { readonly trace: RankTrace; readonly row: number; readonly op: number }[] = [];
  readonly #open = new Rows();
  #whole = false;

  /** `chosen`: whether Waits in changing orders are taken for choices. */
  constructor(chosen: boolean) {
    this.#chosen = chosen;
  }

  /** A rank at its end, whose operations begin with `first`. */
  add({ trace, changingWaits, completions, decided, requests }: RankState, first: number): void {
    this.#guesses.add(
      trace,
      completions.guesses.filter((row) => !decided.has(row)),
    );
    this.#waits.add(trace, [...changingWaits.keys()]);
    // A trace that ends early says so.
    if (Number.isNaN(trace.finalizeStart)) return;
    for (const { row, op } of requests.neverCompleted()) this.#never.push({ trace, row, op: first + op });
  }

  /** Completions that are not to be missed: of `dropped` receives, and in the traces of a `whole` run of sends. */
  settle({ kind }: Schedule, whole: boolean, dropped: readonly number[]): void {
    this.#whole = whole;
    const without = new Set(dropped);
    for (const { trace, row, op } of this.#never)
      if (!without.has(op) && !(whole && kind[op] === SEND)) this.#open.add(trace, [row]);
  }

  get warnings(): Warning[] {
    const [guesses, waits, open] = [this.#guesses, this.#waits, this.#open];
    const calls = guesses.count === 1 ? 'call completes' : 'calls complete';
    const changing = `${waits.count} calls of MPI_Wait complete the same requests in changing orders`;
    const were = open.count === 1 ? 'request was' : 'requests were';
    return joinWarnings(
      guesses.count > 0 && {
        code: 'completion-order',
        count: guesses.count,
        message: `${guesses.count} ${calls} any of several requests, and the traces do not show which; the oldest is used, and this order is kept; first at ${guesses.first}`,
      },
      waits.count > 0 && {
        code: this.#chosen ? 'waits-as-choices' : 'waits-change',
        count: waits.count,
        message: this.#chosen
          ? `${changing} and are treated as MPI_Waitany; first at ${waits.first}`
          : `${changing}, as if each MPI_Waitany had been recorded as an MPI_Wait; their order is kept; first at ${waits.first}`,
      },
      open.count > 0 && {
        code: 'requests-open',
        message: `${open.count} ${were} never completed${this.#whole ? ' by the program' : '; a line may be missing'}; first at ${open.first}`,
      },
    );
  }
}
