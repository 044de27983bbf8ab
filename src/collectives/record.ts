/** All ranks' operations of one call, kept as they are emitted: for figures, pictures and tests. */
import type {
  CollectiveAlgorithm,
  CollectiveCall,
  CollectiveOptions,
  Effect,
  Op,
  OperationSink,
  Register,
} from './types.js';
import { DEFAULT_OPTIONS } from './types.js';

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

class Recorder implements OperationSink {
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
  /** Bytes of rank `rank`'s block, where blocks differ; alltoallv: of what `rank` sends to `to`. */
  readonly blocks?: (rank: number, to: number) => number;
  readonly options?: Partial<CollectiveOptions>;
}

/** One rank's view of a call in which all ranks know all blocks. */
export function callOf(whole: WholeCall, rank: number, perPair = false): CollectiveCall {
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
export function recordOne(algorithm: CollectiveAlgorithm, call: CollectiveCall): RecordedOp[] {
  const recorder = new Recorder();
  algorithm.emit(call, recorder);
  return recorder.ops;
}
