/** All ranks' operations of one call, kept as they are emitted, and their figures, pictures and concurrent sends. */
import {
  type CollectiveAlgorithm,
  type CollectiveCall,
  type CollectiveFigures,
  type CollectiveOptions,
  DEFAULT_OPTIONS,
  type Effect,
  type Op,
  type OperationSink,
  type Register,
} from './collective-algorithm.js';

import { emitInTurn } from './data-flow.js';
import { emitJoin } from './joins.js';
import type { CallRules } from './library-calls.js';

/** What a send carries: slots [from, to) of a register. */
export interface Carried {
  readonly from: number;
  readonly to: number;
  readonly register: Register;
}

/** What a receive does with it. */
export interface Taken {
  readonly effect: Effect;
  readonly register: Register;
}

/** One operation of one rank, with what it waits for and what it carries. */
export interface RecordedOp {
  readonly kind: 'send' | 'recv' | 'calc';
  /** Bytes, or nanoseconds of a calc. */
  readonly value: number;
  /** The other rank; −1 for a calc. */
  readonly peer: number;
  /** Operations of the same rank that this one waits for. */
  readonly requires: Op[];
  readonly carries: Carried[];
  readonly takes: Taken[];
}

export class Recorder implements OperationSink {
  readonly ops: RecordedOp[] = [];
  readonly payload = {
    carries: (send: Op, from: number, to: number, register: Register): void => {
      if (to > from) this.ops[send].carries.push({ from, to, register });
    },
    takes: (recv: Op, effect: Effect, register: Register): void => {
      this.ops[recv].takes.push({ effect, register });
    },
  };

  send(bytes: number, to: number): Op {
    return this.#add('send', bytes, to);
  }

  recv(bytes: number, from: number): Op {
    return this.#add('recv', bytes, from);
  }

  irecv(bytes: number, from: number): Op {
    return this.#add('recv', bytes, from);
  }

  calc(ns: number): Op {
    return this.#add('calc', ns, -1);
  }

  requires(after: Op, before: Op): void {
    this.ops[after].requires.push(before);
  }

  #add(kind: RecordedOp['kind'], value: number, peer: number): Op {
    return this.ops.push({ kind, value, peer, requires: [], carries: [], takes: [] }) - 1;
  }
}

/** A call as all its ranks make it. */
export interface WholeCall {
  readonly size: number;
  readonly root?: number;
  readonly bytes: number;
  /** Bytes of rank `rank`'s block, where blocks differ; alltoallv: of the block that `rank` sends to `to`. */
  readonly blocks?: (rank: number, to: number) => number;
  readonly options?: Partial<CollectiveOptions>;
}

/** One rank's view of a call in which all ranks know all blocks. */
function callOf(whole: WholeCall, rank: number, perPair = false): CollectiveCall {
  const { blocks } = whole;
  const view = {
    rank,
    size: whole.size,
    root: whole.root ?? 0,
    bytes: whole.bytes,
    options: { ...DEFAULT_OPTIONS, ...whole.options },
  };
  if (blocks === undefined) return view;
  if (!perPair) return { ...view, bytesOf: (other) => blocks(other, other) };
  return { ...view, bytesOf: (to) => blocks(rank, to), recvBytesOf: (from) => blocks(from, rank) };
}

/** [size] each rank's operations. `perPair`: the blocks are of pairs of ranks (alltoallv). */
export function recordCollective(
  algorithm: CollectiveAlgorithm,
  whole: WholeCall,
  perPair = false,
): RecordedOp[][] {
  return Array.from({ length: whole.size }, (_, rank) => recordOne(algorithm, callOf(whole, rank, perPair)));
}

/** The operations of one rank. */
function recordOne(algorithm: CollectiveAlgorithm, call: CollectiveCall): RecordedOp[] {
  const recorder = new Recorder();
  algorithm.emit(call, recorder);
  return recorder.ops;
}

// Figures of a collective by generating all its ranks and following its messages.

/** One operation of one rank. */
interface OpRef {
  readonly rank: number;
  readonly op: number;
}

/** A recorded call with its messages matched, in an order in which everything comes after what it waits for. */
interface FollowedCall {
  /** All operations; a receive comes after its send. */
  readonly order: readonly OpRef[];
  /** [rank][op] of a receive: the send that it gets; undefined otherwise. */
  readonly sender: readonly (readonly (OpRef | undefined)[])[];
}

/** Pairs the k-th send from i to j with the k-th receive on j from i. Throws where one is left over. */
function matchMessages(ranks: readonly (readonly RecordedOp[])[]): (OpRef | undefined)[][] {
  const queues = new Map<number, OpRef[]>();
  const key = (from: number, to: number): number => from * ranks.length + to;
  ranks.forEach((ops, rank) => {
    ops.forEach((op, i) => {
      if (op.kind !== 'send') return;
      const queue = queues.get(key(rank, op.peer));
      if (queue === undefined) queues.set(key(rank, op.peer), [{ rank, op: i }]);
      else queue.push({ rank, op: i });
    });
  });
  const taken = new Map<number, number>();
  const sender = ranks.map((ops, rank) =>
    ops.map((op, i) => {
      if (op.kind !== 'recv') return undefined;
      const pair = key(op.peer, rank);
      const next = taken.get(pair) ?? 0;
      taken.set(pair, next + 1);
      const found = queues.get(pair)?.[next];
      if (found === undefined) throw new Error(`no send from ${op.peer} for receive ${i} of rank ${rank}`);
      return found;
    }),
  );
  for (const [pair, queue] of queues) {
    if ((taken.get(pair) ?? 0) < queue.length) {
      throw new Error(
        `no receive for a send from ${Math.floor(pair / ranks.length)} to ${pair % ranks.length}`,
      );
    }
  }
  return sender;
}

/**
 * Matches and orders a recorded call. Throws an Error on a message without its other half or a deadlock:
 * either is a fault of the algorithm. `rendezvous`: a send is over only when its receive has been posted.
 */
export function follow(ranks: readonly (readonly RecordedOp[])[], rendezvous = false): FollowedCall {
  const sender = matchMessages(ranks);
  const waiting = ranks.map((ops) => ops.map((op) => op.requires.length));
  const after: OpRef[][][] = ranks.map((ops) => ops.map(() => []));
  const waitFor = (later: OpRef, earlier: OpRef): void => {
    after[earlier.rank][earlier.op].push(later);
  };
  ranks.forEach((ops, rank) => {
    ops.forEach((op, i) => {
      for (const before of op.requires) waitFor({ rank, op: i }, { rank, op: before });
      const sent = sender[rank][i];
      if (sent === undefined) return;
      waiting[rank][i]++;
      waitFor({ rank, op: i }, sent);
      if (!rendezvous) return;
      // A receive is posted when what it requires is over, so the send waits for the same.
      for (const before of op.requires) {
        waiting[sent.rank][sent.op]++;
        waitFor(sent, { rank, op: before });
      }
    });
  });
  const order: OpRef[] = [];
  ranks.forEach((ops, rank) => {
    for (let op = 0; op < ops.length; op++) if (waiting[rank][op] === 0) order.push({ rank, op });
  });
  for (let next = 0; next < order.length; next++) {
    const { rank, op } = order[next];
    for (const later of after[rank][op]) {
      if (--waiting[later.rank][later.op] === 0) order.push(later);
    }
  }
  const total = ranks.reduce((sum, ops) => sum + ops.length, 0);
  if (order.length < total)
    throw new Error(`deadlock: ${total - order.length} of ${total} operations never start`);
  return { order, sender };
}

/** [rank][op] messages in the longest chain up to and with this operation's. */
function chainLengths(ranks: readonly (readonly RecordedOp[])[], followed: FollowedCall): number[][] {
  const length = ranks.map((ops) => new Array<number>(ops.length).fill(0));
  for (const { rank, op } of followed.order) {
    let longest = 0;
    for (const before of ranks[rank][op].requires) longest = Math.max(longest, length[rank][before]);
    const sent = followed.sender[rank][op];
    if (sent !== undefined) longest = Math.max(longest, length[sent.rank][sent.op] + 1);
    length[rank][op] = longest;
  }
  return length;
}

/** Figures of one call, counted. Costs time and memory by its number of messages. */
export function describeCollective(
  algorithm: CollectiveAlgorithm,
  whole: WholeCall,
  perPair = false,
): CollectiveFigures {
  const ranks = recordCollective(algorithm, whole, perPair);
  const lengths = chainLengths(ranks, follow(ranks));
  let messages = 0;
  let bytes = 0;
  let depth = 0;
  ranks.forEach((ops, rank) => {
    ops.forEach((op, i) => {
      depth = Math.max(depth, lengths[rank][i]);
      if (op.kind !== 'send') return;
      messages++;
      bytes += op.value;
    });
  });
  return { messages, bytes, depth };
}

/**
 * Latencies until the last rank leaves a join (joins.ts), all having entered at once; its new communicator has the ranks of
 * the old one in their order.
 */
export function joinLatencies(rules: CallRules, name: string, size: number): number {
  const parts = (['callers', 'made'] as const).map(
    (among): CollectiveAlgorithm => ({
      name,
      summary: '',
      uses: [],
      emit: ({ rank }, out) => emitJoin(rules, { name, among, rank, size }, out),
    }),
  );
  const whole: CollectiveAlgorithm = {
    name,
    summary: '',
    uses: [],
    emit: (call, out) =>
      emitInTurn(
        parts.map((algorithm) => ({ algorithm, call })),
        out,
      ),
  };
  return describeCollective(whole, { size, bytes: 8 }).depth;
}

/** The same, counted once for each name and number of ranks. */
export class JoinLatencies {
  readonly #rules: CallRules;
  readonly #counted = new Map<string, number>();

  constructor(rules: CallRules) {
    this.#rules = rules;
  }

  of(name: string, size: number): number {
    const key = `${name} ${size}`;
    const latencies = this.#counted.get(key) ?? joinLatencies(this.#rules, name, size);
    this.#counted.set(key, latencies);
    return latencies;
  }
}

/**
 * Whether an algorithm has a rank send, or take, several messages at once. LogGPS as published spaces only what waits
 * for something: of sends that become ready at one moment each takes as long as one alone.
 */
type AtOnce = 'sends' | 'receives';

/** Up to here every rank is looked at. */
const ALL_RANKS = 64;
/** Beyond, so many at either end of the ranks, where roots and leaves of trees are, and as many between. */
const AT_ENDS = 16;

/** What some rank has several of at once; null: whatever a rank sends or takes, it does one after the other. */
export function atOnce(algorithm: CollectiveAlgorithm, whole: WholeCall, perPair = false): AtOnce | null {
  for (const rank of sampled(whole.size)) {
    const found = ofRank(recordOne(algorithm, callOf(whole, rank, perPair)));
    if (found !== null) return found;
  }
  return null;
}

function sampled(size: number): number[] {
  if (size <= ALL_RANKS) return Array.from({ length: size }, (_, rank) => rank);
  const step = size / AT_ENDS;
  const ends = Array.from({ length: AT_ENDS }, (_, i) => [i, size - 1 - i, Math.floor(i * step)]).flat();
  return [...new Set(ends)].sort((a, b) => a - b);
}

/** The operations of one rank. */
export function ofRank(ops: readonly RecordedOp[]): AtOnce | null {
  if (anyAlike(ops, 'send', receivesBefore(ops))) return 'sends';
  return anyAlike(ops, 'recv', sendsAfter(ops)) ? 'receives' : null;
}

/** [op] operations that a send waits for: receives, also through computations, and the sends before it. */
function receivesBefore(ops: readonly RecordedOp[]): number[][] {
  return ops.map(({ kind }, op) => (kind === 'send' ? reached(ops, op, (at) => ops[at].requires) : []));
}

/** [op] which sends wait for a receive, also through computations: what its message is needed for. */
function sendsAfter(ops: readonly RecordedOp[]): number[][] {
  const waiting: number[][] = ops.map(() => []);
  ops.forEach(({ requires }, op) => {
    for (const before of requires) waiting[before].push(op);
  });
  return ops.map(({ kind }, op) => (kind === 'recv' ? reached(ops, op, (at) => waiting[at]) : []));
}

/** Sends and receives next to `op` along `next`, seen through computations; ascending. */
function reached(ops: readonly RecordedOp[], op: number, next: (at: number) => readonly number[]): number[] {
  const found = new Set<number>();
  const seen = new Set<number>([op]);
  const open = [op];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const one of next(at)) {
      if (seen.has(one)) continue;
      seen.add(one);
      if (ops[one].kind === 'calc') open.push(one);
      else found.add(one);
    }
  }
  return [...found].sort((a, b) => a - b);
}

/** Whether two operations of a kind have the same neighbours: nothing then comes between them. */
function anyAlike(ops: readonly RecordedOp[], kind: RecordedOp['kind'], of: readonly number[][]): boolean {
  const groups = new Map<string, number[][]>();
  for (let op = 0; op < ops.length; op++) {
    if (ops[op].kind !== kind) continue;
    const own = of[op];
    const key = `${own.length} ${own[0]} ${own[own.length - 1]}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [own]);
    else if (group.some((other) => other.every((value, i) => value === own[i]))) return true;
    else group.push(own);
  }
  return false;
}
