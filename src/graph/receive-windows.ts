/**
 * Receives that may be taken in any order (Irecv … Waitall): a wait for all of them takes at least the sum of their
 * times, from the last send that precedes all of theirs (model.md, "Order of arrival"). Linear in every parameter, exact while the receiver
 * is busy, a lower bound otherwise.
 */
import { isSynchronous, type Protocol } from '../machine/costs.js';
import {
  DEP_OP,
  grown,
  IREQUIRES,
  NONE,
  RECV,
  ranksOf,
  type Schedule,
  SEND,
  u32,
} from '../schedule/schedule.js';
import { isEnd, opOf } from './graph-events.js';

/** Most numbers kept: with more ranks and receives, sends of fewer ranks are followed. */
const MOST_NUMBERS = 2 ** 26;

/** Position in the chain of sends of a rank, by followed rank; null: nothing precedes. Never changed once made. */
type Past = Int32Array | null;

/**
 * Which sends of each rank precede an event, whatever the parameters: the latest one per rank, found in one pass over
 * the events. A rank's sends count as far as the program's order makes a chain of them.
 */
class Ancestors {
  readonly #schedule: Schedule;
  readonly #partner: Uint32Array;
  readonly #before: Uint32Array;
  /** [operations] rank of each. */
  readonly #rank: Uint32Array;
  /** Followed ranks, and the place of each rank among them, -1 for the others. */
  readonly #followed: readonly number[];
  readonly #place: Int32Array;
  /** [followed] the chain of sends of a rank. */
  readonly #chains: Uint32Array[] = [];
  /** [operations] position of a send in its chain, and of the last one before any operation; -1 without. */
  readonly #position: Int32Array;
  readonly #own: Int32Array;
  /** By event: post and end. */
  readonly #posts: Past[] = [];
  readonly #ends: Past[] = [];
  /** [operations] longest computation before the post, ns, and 1 for each message on the way. */
  readonly #depth: Float64Array;
  readonly #depthAtEnd: Float64Array;

  /** `order`: the events, each behind its predecessors; `before`: {@link ProgramOrder.before}. */
  constructor(
    schedule: Schedule,
    partner: Uint32Array,
    protocol: Protocol,
    before: Uint32Array,
    order: Uint32Array,
  ) {
    const { operations, ranks, kind } = schedule;
    this.#schedule = schedule;
    this.#partner = partner;
    this.#before = before;
    this.#rank = ranksOf(schedule);
    const receives = kind.reduce((sum, one) => sum + (one === RECV ? 1 : 0), 0);
    const most = Math.max(1, Math.min(ranks, Math.floor(MOST_NUMBERS / Math.max(receives, 1))));
    this.#followed = Array.from({ length: most }, (_, i) => Math.floor((i * ranks) / most));
    this.#place = new Int32Array(ranks).fill(-1);
    this.#followed.forEach((one, i) => {
      this.#place[one] = i;
    });
    this.#position = new Int32Array(operations).fill(-1);
    this.#own = new Int32Array(operations).fill(-1);
    this.#depth = new Float64Array(operations);
    this.#depthAtEnd = new Float64Array(operations);
    this.#chain();
    for (let i = 0; i < order.length; i++) {
      if (isEnd(order[i])) this.#end(opOf(order[i]));
      else this.#post(opOf(order[i]), protocol);
    }
  }

  /**
   * The send that precedes (or is) every one of `sends`, of several the one behind the longest computation; NONE where
   * there is none that is followed.
   */
  common(sends: readonly number[]): number {
    let best = NONE;
    for (let i = 0; i < this.#followed.length; i++) {
      let position = Number.POSITIVE_INFINITY;
      for (const send of sends) position = Math.min(position, this.#positionBefore(send, i));
      if (position < 0) continue;
      const found = this.#chains[i][position];
      if (best === NONE || this.#depth[found] > this.#depth[best]) best = found;
    }
    return best;
  }

  /** Position in the chain of followed rank `i` of the last send that precedes or is `send`; -1 without. */
  #positionBefore(send: number, i: number): number {
    const known = this.#posts[send]?.[i] ?? -1;
    if (this.#followed[i] !== this.#rank[send]) return known;
    return Math.max(known, this.#position[send], this.#own[send]);
  }

  /** The longest chain from each rank's first send on, in the order of the schedule. */
  #chain(): void {
    const { rankStart, kind } = this.#schedule;
    for (const rank of this.#followed) {
      let chain = u32(0);
      let length = 0;
      for (let op = rankStart[rank]; op < rankStart[rank + 1]; op++) {
        if (kind[op] !== SEND || (length > 0 && this.#before[op] !== chain[length - 1])) continue;
        this.#position[op] = length;
        chain = grown(chain, u32, length + 1);
        chain[length++] = op;
      }
      this.#chains.push(chain);
    }
  }

  #post(op: number, protocol: Protocol): void {
    const { depStart, deps, kind, value } = this.#schedule;
    let past: Past = null;
    for (let i = depStart[op]; i < depStart[op + 1]; i++) {
      const dep = deps[i] & DEP_OP;
      const start = (deps[i] & IREQUIRES) !== 0;
      past = this.#joined(past, start ? this.#posts[dep] : (this.#ends[dep] ?? this.#posts[dep]));
      this.#depth[op] = Math.max(this.#depth[op], start ? this.#depth[dep] : this.#depthAtEnd[dep]);
      this.#own[op] = Math.max(this.#own[op], this.#own[dep], this.#position[dep]);
    }
    const before = this.#before[op];
    if (kind[op] === SEND && before !== NONE) {
      past = this.#joined(past, this.#posts[before]);
      this.#depth[op] = Math.max(this.#depth[op], this.#depth[before]);
      this.#own[op] = Math.max(this.#own[op], this.#own[before], this.#position[before]);
    }
    this.#posts[op] = past;
    this.#ends[op] = null;
    const computes = kind[op] !== SEND && kind[op] !== RECV;
    this.#depthAtEnd[op] = this.#depth[op] + (computes ? value[op] : 0);
    if (kind[op] === SEND && !isSynchronous(this.#schedule, protocol, op)) this.#ends[op] = past;
    if (computes) this.#ends[op] = past;
  }

  /** A receive, or a send that waits for its receiver: behind its own post and that of the other end. */
  #end(op: number): void {
    const other = this.#partner[op];
    const rank = this.#rank[other];
    let past = this.#joined(this.#posts[op], this.#posts[other]);
    const at = this.#place[rank];
    const position = Math.max(this.#own[other], this.#position[other]);
    if (at >= 0 && position > (past?.[at] ?? -1)) {
      past = past === null ? new Int32Array(this.#followed.length).fill(-1) : past.slice();
      past[at] = position;
    }
    this.#ends[op] = past;
    this.#depthAtEnd[op] = Math.max(this.#depth[op], this.#depth[other]) + 1;
  }

  /** The common past of either; one of the two where it contains the other. */
  #joined(one: Past, other: Past): Past {
    if (one === null || one === other) return other;
    if (other === null) return one;
    let less = false;
    let more = false;
    for (let i = 0; i < one.length; i++) {
      if (one[i] < other[i]) less = true;
      else if (one[i] > other[i]) more = true;
    }
    if (!less) return one;
    return more ? one.map((position, i) => Math.max(position, other[i])) : other;
  }
}

/** Whether two operations of a rank run on the same CPU and NIC. */
export function shareResource({ cpu, nic }: Schedule, one: number, other: number): boolean {
  return (cpu === null || cpu[one] === cpu[other]) && (nic === null || nic[one] === nic[other]);
}

/** Receives that an operation waits for, and the group whose receives it waits for as well. */
interface ReceiveGroup {
  readonly op: number;
  readonly recvs: readonly number[];
  readonly earlier: ReceiveGroup | null;
  /** The first operation that waits for one of them: posts after it belong to another exchange. */
  readonly head: number;
}

/**
 * Groups in the order of the schedule, each behind its `earlier`; of a single receive only where one behind it has more.
 * `before`: {@link ProgramOrder.before}.
 */
function groupsOf(schedule: Schedule, before: Uint32Array): ReceiveGroup[] {
  return new Grouping(schedule, before).groups();
}

/** Which receives an operation waits for together, as far as no order among them is known. */
class Grouping {
  readonly #schedule: Schedule;
  readonly #before: Uint32Array;
  /** [operations] operation of the last group before each, NONE without. */
  readonly #open: Uint32Array;
  /** [operations] the receive of a group that has one: most have, and no more is kept of them. */
  readonly #single: Uint32Array;
  /** The other groups, and those that one behind them needs. */
  readonly #made = new Map<number, ReceiveGroup>();

  constructor(schedule: Schedule, before: Uint32Array) {
    this.#schedule = schedule;
    this.#before = before;
    this.#open = new Uint32Array(schedule.operations).fill(NONE);
    this.#single = new Uint32Array(schedule.operations);
  }

  groups(): ReceiveGroup[] {
    for (let op = 0; op < this.#schedule.operations; op++) this.#operation(op);
    return [...this.#made.values()].sort((one, other) => one.op - other.op);
  }

  #operation(op: number): void {
    const past = this.#pastOf(op);
    this.#open[op] = past;
    const recvs = joined(this.#schedule, this.#before, op);
    if (recvs.length === 0) return;
    const twin = this.#twinOf(op);
    if (twin !== NONE && this.#waitsFor(twin, recvs)) {
      // Posted behind one that waits for the same.
      this.#open[op] = twin;
      return;
    }
    this.#open[op] = op;
    if (past !== NONE && this.#continues(past, recvs)) {
      const earlier = this.#groupAt(past);
      this.#made.set(op, { op, recvs, earlier, head: earlier.head });
    } else if (recvs.length > 1) this.#made.set(op, { op, recvs, earlier: null, head: op });
    else this.#single[op] = recvs[0];
  }

  /** The last group that is over before `op`. */
  #pastOf(op: number): number {
    const { depStart, deps } = this.#schedule;
    let past = NONE;
    for (let i = depStart[op]; i < depStart[op + 1]; i++) {
      const dep = deps[i] & DEP_OP;
      const group = dep < op ? this.#open[dep] : NONE;
      if (group !== NONE && (past === NONE || group > past)) past = group;
    }
    return past;
  }

  /** The group of the send before `op`. */
  #twinOf(op: number): number {
    const before = this.#schedule.kind[op] === SEND ? this.#before[op] : NONE;
    return before === NONE ? NONE : this.#open[before];
  }

  #waitsFor(group: number, recvs: readonly number[]): boolean {
    const made = this.#made.get(group);
    if (made === undefined) return recvs.length === 1 && recvs[0] === this.#single[group];
    return made.recvs.length === recvs.length && made.recvs.every((one, i) => one === recvs[i]);
  }

  /** Whether `recvs` were posted before anyone waited for those of `past`, on the same CPU and NIC. */
  #continues(past: number, recvs: readonly number[]): boolean {
    const made = this.#made.get(past);
    const first = made?.recvs[0] ?? this.#single[past];
    if (!shareResource(this.#schedule, first, recvs[0])) return false;
    const head = made?.head ?? past;
    return recvs.every((recv) => recv < head);
  }

  #groupAt(op: number): ReceiveGroup {
    const made = this.#made.get(op);
    if (made !== undefined) return made;
    const group = { op, recvs: [this.#single[op]], earlier: null, head: op };
    this.#made.set(op, group);
    return group;
  }
}

const NO_RECEIVES: readonly number[] = [];

/** The receives of one CPU and NIC whose end `op` waits for, without those that are taken after another of them. */
function joined(schedule: Schedule, before: Uint32Array, op: number): readonly number[] {
  const { depStart, deps, kind } = schedule;
  let recvs: number[] | null = null;
  for (let i = depStart[op]; i < depStart[op + 1]; i++) {
    if ((deps[i] & IREQUIRES) !== 0 || kind[deps[i]] !== RECV) continue;
    if (recvs === null) recvs = [deps[i]];
    // Input may repeat a dependency.
    else if (recvs[recvs.length - 1] !== deps[i]) recvs.push(deps[i]);
  }
  return recvs === null ? NO_RECEIVES : unordered(schedule, before, recvs);
}

function unordered(schedule: Schedule, before: Uint32Array, recvs: readonly number[]): readonly number[] {
  if (recvs.length < 2) return recvs;
  const mates = new Set(recvs);
  return recvs.filter((recv) => !mates.has(before[recv]) && shareResource(schedule, recv, recvs[0]));
}

/** By rank, the receives that nothing but the end of the program waits for: two or more. */
function groupsAtEnd(schedule: Schedule, before: Uint32Array): (readonly number[])[] {
  const { deps, rankStart, ranks, kind, operations } = schedule;
  const waited = new Uint8Array(operations);
  for (const dep of deps) if ((dep & IREQUIRES) === 0) waited[dep] = 1;
  const groups: (readonly number[])[] = [];
  for (let rank = 0; rank < ranks; rank++) {
    const recvs: number[] = [];
    for (let op = rankStart[rank]; op < rankStart[rank + 1]; op++) {
      if (kind[op] === RECV && waited[op] === 0) recvs.push(op);
    }
    const free = unordered(schedule, before, recvs);
    if (free.length > 1) groups.push(free);
  }
  return groups;
}

/** Receives that one operation waits for, and where all of their messages come after. */
export interface Window {
  /** Operation at whose start all receives are over. */
  readonly op: number;
  /** Send whose post precedes all messages; NONE: the start of the program. */
  readonly from: number;
  /** The receives that are new here, and the window whose receives are over as well. */
  readonly recvs: readonly number[];
  readonly earlier: Window | null;
  /** Receives in all. */
  readonly count: number;
}

/** Windows of all receives, as columns. */
export interface Windows {
  /** By the operation that waits. */
  readonly byOp: ReadonlyMap<number, Window>;
  /** For which only the end of the program waits; their `op` is the last receive. */
  readonly atEnd: readonly Window[];
}

/** All windows of a schedule. `order`: its events in the program's order. */
export function windowsOf(
  schedule: Schedule,
  partner: Uint32Array,
  protocol: Protocol,
  before: Uint32Array,
  order: Uint32Array,
): Windows {
  const byOp = new Map<number, Window>();
  const groups = groupsOf(schedule, before);
  const last = groupsAtEnd(schedule, before);
  if (groups.length === 0 && last.length === 0) return { byOp, atEnd: [] };
  const ancestors = new Ancestors(schedule, partner, protocol, before, order);
  for (const { op, recvs, earlier } of groups) {
    const past = earlier === null ? null : (byOp.get(earlier.op) ?? null);
    const sends = recvs.map((recv) => partner[recv]);
    if (past !== null && past.from !== NONE) sends.push(past.from);
    // Without a predecessor there is no send that precedes both.
    const from = past?.from === NONE ? NONE : ancestors.common(sends);
    byOp.set(op, { op, from, recvs, earlier: past, count: recvs.length + (past?.count ?? 0) });
  }
  const atEnd = last.map((recvs): Window => {
    const from = ancestors.common(recvs.map((recv) => partner[recv]));
    return { op: recvs[recvs.length - 1], from, recvs, earlier: null, count: recvs.length };
  });
  return { byOp, atEnd };
}
