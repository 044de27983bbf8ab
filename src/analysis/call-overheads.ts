/** The overhead o of a traced run, from the times of its MPI calls, and the T that a model predicts for that run. */
import type { Warning } from '../errors.js';
import type { ExecutionGraph } from '../graph/execution-graph.js';
import { isEnd, opOf } from '../graph/graph-events.js';
import { added, isSynchronous, MessageCosts, NO_COST, WIRE } from '../machine/costs.js';
import type { Machine } from '../machine/machine.js';
import { homogeneous } from '../machine/parameters.js';
import { COMPUTATION, type ScheduleCalls } from '../schedule/program-calls.js';
import { CALC, DEP_OP, IREQUIRES, ONE_SIDED, RECV, type Schedule, SEND } from '../schedule/schedule.js';
import { formatTime } from '../units.js';
import { quantile } from './statistics.js';

/** The source of o. */
export type OverheadSource =
  /** Calls that waited for messages of a known latency: their time beyond that. */
  | 'waits'
  /** Nonblocking, persistent, buffered and small sends, which do not wait: their time. */
  | 'sends'
  /** Sends that may wait for their receiver: the time of the faster ones. */
  | 'blocking-sends';

/** o of a traced run. */
export interface CallOverhead {
  readonly from: OverheadSource;
  /** Number of calls used. */
  readonly calls: number;
  /** o, ns: for `waits` the mean, so that T is met overall; for `sends` the median; otherwise the lower quartile. */
  readonly overheadNs: number;
  /** Quartiles of the calls, ns. */
  readonly lowerNs: number;
  readonly upperNs: number;
}

/** Fewer calls are not enough. */
const FEW = 20;
/** An MPI_Send of up to so many bytes does not wait for its receiver; from 257 B Open MPI 4.1 may (btl_vader_max_inline_send). */
const SURELY_EAGER = 256;
/** Sends that need not wait for their receiver, and the subset that never does. */
const SENDS = /^MPI_(I?[br]?send(_c)?|Start(all)?)$/i;
const NONBLOCKING_SENDS = /^MPI_((I[br]?|B)send(_c)?|Start(all)?)$/i;

/** The time of a call beyond the wait for its messages, µs, and how many o it contains. */
interface Excess {
  readonly time: number;
  readonly overheads: number;
  readonly latencies: number;
}

/**
 * o of the run that `graph` was made from; null with too few calls. With injected latency it comes from calls that waited:
 * each call begins when the trace says, so errors do not add up; the expected duration is known, and the excess is one o
 * for each end of a message on its longest way (LogGPS: o at the sender, L, o at the receiver). Otherwise it comes from
 * sends. `machine`: its G and S are those of the traced run.
 */
export function callOverhead(graph: ExecutionGraph, machine: Machine): CallOverhead | null {
  const { calls } = graph.schedule;
  if (calls === null) return null;
  if (calls.injectedNs !== null) {
    const network = homogeneous(calls.injectedNs, machine.network.gaps[0].gapNsPerByte);
    const all = excesses(graph, calls, { ...machine, network });
    const waited = all.filter(({ latencies, time }) => latencies > 0 && !Number.isNaN(time));
    const found = waited.length < FEW ? null : byWaits(waited);
    if (found !== null) return found;
  }
  const { free, blocking } = sendTimes(graph.schedule, calls);
  if (free.length >= FEW) return summary('sends', free, quantile(free, 0.5));
  return blocking.length < FEW ? null : summary('blocking-sends', blocking, quantile(blocking, 0.25));
}

/** Quartiles that differ by more than this factor leave o uncertain. */
const WIDE = 2;

/** The warning where calls of a trace differ so much that o may be another: of several traces, for the widest spread. */
export function overheadWarning(found: readonly CallOverhead[]): Warning | null {
  const wide = found.filter(({ lowerNs, upperNs }) => upperNs > WIDE * lowerNs);
  if (wide.length === 0) return null;
  const { overheadNs, lowerNs, upperNs } = wide.reduce((a, b) =>
    b.upperNs * a.lowerNs > a.upperNs * b.lowerNs ? b : a,
  );
  const message = `o from the traces is ${formatTime(overheadNs)}, but half of the calls have between ${formatTime(lowerNs)} and ${formatTime(upperNs)}, so o is uncertain`;
  return { code: 'overhead-spread', message };
}

/** null: calls end before their messages arrive, so the clocks of the ranks differ. */
function byWaits(all: readonly Excess[]): CallOverhead | null {
  const waited = withoutDominant(all);
  const time = waited.reduce((sum, one) => sum + one.time, 0);
  const overheads = waited.reduce((sum, one) => sum + one.overheads, 0);
  const each = waited.map((one) => (one.time / one.overheads) * 1000);
  return time < 0 ? null : summary('waits', each, (time / overheads) * 1000);
}

/** Without calls that have more than half of the time of all, such as one large message, or a stop of the whole machine. */
function withoutDominant(all: readonly Excess[]): readonly Excess[] {
  const sorted = [...all].sort((a, b) => b.time - a.time);
  let left = sorted.reduce((sum, one) => sum + one.time, 0);
  let first = 0;
  while (first < sorted.length - 1 && sorted[first].time > left / 2 && left > 0) left -= sorted[first++].time;
  return first === 0 ? all : sorted.slice(first);
}

function summary(from: OverheadSource, each: readonly number[], overheadNs: number): CallOverhead {
  const at = (share: number): number => Math.max(0, quantile(each, share));
  return {
    from,
    calls: each.length,
    overheadNs: Math.round(overheadNs),
    lowerNs: at(0.25),
    upperNs: at(0.75),
  };
}

/** Durations of sends, ns: of those that never wait, and of others. Messages that one MPI_Startall begins share its time. */
function sendTimes(schedule: Schedule, calls: ScheduleCalls): { free: number[]; blocking: number[] } {
  const { kind, value, rankStart } = schedule;
  const times = { free: [] as number[], blocking: [] as number[] };
  calls.ranks.forEach(({ name, start, end }, rank) => {
    const last = rankStart[rank + 1];
    for (let op = rankStart[rank]; op < last; ) {
      const call = calls.of[op];
      const first = op;
      let messages = 0;
      for (; op < last && calls.of[op] === call; op++) if (kind[op] !== CALC) messages++;
      const named = calls.names[name[call]];
      if (named === undefined || !SENDS.test(named)) continue;
      for (let send = first; send < op; send++) {
        if (kind[send] !== SEND) continue;
        const isFree = NONBLOCKING_SENDS.test(named) || value[send] <= SURELY_EAGER;
        times[isFree ? 'free' : 'blocking'].push(((end[call] - start[call]) * 1000) / messages);
      }
    }
  });
  return times;
}

/** Plays each call of the trace from its traced beginning with o = 0; returns the time of each beyond that. */
function excesses(graph: ExecutionGraph, calls: ScheduleCalls, machine: Machine): Excess[] {
  const played = new PlayedCalls(graph, calls, machine);
  for (const event of graph.order) played.reach(opOf(event), isEnd(event));
  return played.excesses();
}

/** When an operation ends, µs from the start of the run, and the o and L on the way there from where its call began. */
interface Reached {
  readonly time: number;
  readonly overheads: number;
  readonly latencies: number;
}

/** Operations that wait for their receiver: no call shows for how long. */
const UNKNOWN: Reached = { time: Number.POSITIVE_INFINITY, overheads: 0, latencies: 0 };

class PlayedCalls {
  readonly #graph: ExecutionGraph;
  readonly #calls: ScheduleCalls;
  readonly #costs: MessageCosts;
  /** [operations] begin and end of each; not set: not reached yet, or a computation between calls. */
  readonly #posts: (Reached | undefined)[] = [];
  readonly #ends: (Reached | undefined)[] = [];
  /** By rank and call: the last of its operations to end. */
  readonly #last: Map<number, Reached>[];

  constructor(graph: ExecutionGraph, calls: ScheduleCalls, machine: Machine) {
    this.#graph = graph;
    this.#calls = calls;
    this.#costs = new MessageCosts(graph.schedule, { ...machine, overhead: 0, overheadBySize: null });
    this.#last = calls.ranks.map(() => new Map());
  }

  /** An event of the graph, after all that it waits for. */
  reach(op: number, isEnd: boolean): void {
    const { schedule, partner } = this.#graph;
    if (schedule.callNames[schedule.call?.[op] ?? 0] === COMPUTATION) return;
    const post = this.#posts[op] ?? this.#begin(op);
    this.#posts[op] = post;
    if (schedule.kind[op] === RECV) {
      if (isEnd) this.#end(op, this.#received(post, partner[op]));
    } else if (schedule.kind[op] === SEND) this.#end(op, this.#sent(post, op));
    else this.#end(op, post);
  }

  #begin(op: number): Reached {
    const { depStart, deps, kind } = this.#graph.schedule;
    const call = this.#calls.of[op];
    const { start } = this.#timesOf(this.#costs.rank[op], call);
    let post: Reached = { time: start, overheads: 0, latencies: 0 };
    for (let i = depStart[op]; i < depStart[op + 1]; i++) {
      const dep = deps[i] & DEP_OP;
      const end = this.#ends[dep];
      // Of other calls, only the messages and one-sided operations that this call completes.
      const counts = this.#calls.of[dep] === call || kind[dep] === RECV || this.#isRoundTrip(dep);
      if ((deps[i] & IREQUIRES) === 0 && counts && end !== undefined && end.time > post.time) post = end;
    }
    return post;
  }

  #sent(post: Reached, send: number): Reached {
    if (this.#isRoundTrip(send)) return this.#answered(post, send);
    const { schedule, machine } = this.#costs;
    if (isSynchronous(schedule, machine, send)) return UNKNOWN;
    return { ...post, overheads: post.overheads + 1 };
  }

  #isRoundTrip(op: number): boolean {
    return this.#graph.schedule.synchronous?.[op] === ONE_SIDED;
  }

  #answered(post: Reached, send: number): Reached {
    const { sendToMeet, sendEnd } = this.#costs.of(send);
    const counted = added(sendToMeet, sendEnd ?? NO_COST);
    return {
      time: post.time + this.#costs.price(send, counted) / 1000,
      overheads: post.overheads + counted.overheads,
      latencies: post.latencies + counted.latencies,
    };
  }

  #received(post: Reached, send: number): Reached {
    const sent = this.#posts[send];
    if (this.#ends[send] === UNKNOWN) return UNKNOWN;
    const arrives = sent === undefined ? 0 : sent.time + this.#costs.price(send, WIRE) / 1000;
    if (sent === undefined || arrives <= post.time) return { ...post, overheads: post.overheads + 1 };
    return { time: arrives, overheads: sent.overheads + 2, latencies: sent.latencies + 1 };
  }

  #end(op: number, end: Reached): void {
    this.#ends[op] = end;
    const last = this.#last[this.#costs.rank[op]];
    const call = this.#calls.of[op];
    if (this.#waitsFor(op, call, end) && end.time >= (last.get(call)?.time ?? 0)) last.set(call, end);
  }

  /**
   * Whether the call waits for the operation. Of a nonblocking call those are the sends that it starts itself; another call
   * completes its receives and the later rounds of its collective, which follow messages. For a one-sided operation only the
   * join waits.
   */
  #waitsFor(op: number, call: number, { latencies }: Reached): boolean {
    if (this.#isRoundTrip(op)) return false;
    const { name } = this.#calls.ranks[this.#costs.rank[op]];
    if (!/^MPI_(I|Start)/.test(this.#calls.names[name[call]])) return true;
    return this.#graph.schedule.kind[op] === SEND && latencies === 0;
  }

  /** A receive behind a probe begins with that, which waited for its message; computation between both is left out. */
  #timesOf(rank: number, call: number): { readonly start: number; readonly end: number } {
    const { name, start, end, initEnd, origin } = this.#calls.ranks[rank];
    const isNamed = (at: number, names: RegExp): boolean => names.test(this.#calls.names[name[at]] ?? '');
    const probed = call > 0 && isNamed(call, /^MPI_M?recv$/i) && isNamed(call - 1, /^MPI_M?probe$/i);
    const since = origin - initEnd;
    if (!probed) return { start: start[call] + since, end: end[call] + since };
    return { start: start[call - 1] + since, end: end[call] - (start[call] - end[call - 1]) + since };
  }

  excesses(): Excess[] {
    return this.#last.flatMap((last, rank) =>
      [...last]
        .filter(([, reached]) => reached !== UNKNOWN)
        .map(([call, { time, ...counts }]) => ({ time: this.#timesOf(rank, call).end - time, ...counts })),
    );
  }
}

/** T of the traced run, ns: from the first end of MPI_Init to the last rank's MPI_Finalize; null where a trace has no end. */
export function tracedRuntime({ calls }: Schedule): number | null {
  if (calls === null) return null;
  const ends = calls.ranks.map(
    ({ initEnd, finalizeStart, origin }) => (origin || 0) + finalizeStart - initEnd,
  );
  const last = ends.reduce((a, b) => Math.max(a, b), 0);
  return ends.some(Number.isNaN) ? null : last * 1000;
}
