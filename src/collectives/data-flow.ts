/** What algorithms are written with: shares of a vector and blocks of ranks, what a rank has received so far, collectives one after the other. */
import {
  type CollectiveAlgorithm,
  type CollectiveCall,
  type CollectiveFigures,
  type Effect,
  type Op,
  type OperationSink,
  Register,
} from './collective-algorithm.js';

/**
 * Start of share `i` when `bytes` are cut into `parts` shares that differ by at most one byte, the larger ones
 * first. `i` = parts gives `bytes`.
 */
export function shareStart(bytes: number, parts: number, i: number): number {
  const small = Math.floor(bytes / parts);
  return i * small + Math.min(i, bytes - parts * small);
}

/**
 * Bytes of the elements that libraries cut vectors between: doubles, where the vector may be of doubles. A call
 * does not say its type; for floats and integers a cut may be off by half an element.
 */
export function elementBytes(bytes: number): number {
  return bytes % 8 === 0 ? 8 : 1;
}

/** {@link shareStart} of whole elements: the larger shares first. */
export function elementShare(bytes: number, parts: number, i: number): number {
  const element = elementBytes(bytes);
  return element * shareStart(bytes / element, parts, i);
}

/**
 * Start of share `i` when a vector is halved again and again into `parts` shares, a power of two, of each half the
 * lower one being the smaller. `i` = parts gives `bytes`.
 */
export function halvedStart(bytes: number, parts: number, i: number): number {
  if (i === parts) return bytes;
  const element = elementBytes(bytes);
  let start = 0;
  let length = bytes / element;
  for (let half = parts / 2; half >= 1; half /= 2) {
    const lower = Math.floor(length / 2);
    const isUpper = Math.floor(i / half) % 2 === 1;
    if (isUpper) start += lower;
    length = isUpper ? length - lower : lower;
  }
  return element * start;
}

/** Number of messages that `bytes` are sent in; an empty vector still takes one. */
export function segmentCount(bytes: number, segment: number): number {
  return segment > 0 && bytes > segment ? Math.ceil(bytes / segment) : 1;
}

/** `a` modulo `n`, in [0, n). */
export function mod(a: number, n: number): number {
  const rest = a % n;
  return rest < 0 ? rest + n : rest;
}

/** Largest power of two not above `n` (n ≥ 1). */
export function powerBelow(n: number): number {
  let power = 1;
  while (power * 2 <= n) power *= 2;
  return power;
}

/** Whether `n` is a power of two. */
export const isPower = (n: number): boolean => powerBelow(n) === n;

/** ⌊log₂ n⌋ for n ≥ 1. */
export function floorLog2(n: number): number {
  let log = 0;
  for (let power = 2; power <= n; power *= 2) log++;
  return log;
}

/** ⌈log₂ n⌉ for n ≥ 1. */
export function ceilLog2(n: number): number {
  let log = 0;
  for (let power = 1; power < n; power *= 2) log++;
  return log;
}

/** Figures of messages of `bytes` each. */
export const alike = (messages: number, bytes: number, depth: number): CollectiveFigures => ({
  messages,
  bytes: messages * bytes,
  depth,
});

/** Bytes of rank `rank`'s block. */
export function blockBytes(call: CollectiveCall, rank: number): number {
  return call.bytesOf?.(rank) ?? call.bytes;
}

/** Bytes of `count` ranks' blocks from `first` on, past the last rank on to rank 0. */
export function runBytes(call: CollectiveCall, first: number, count: number): number {
  if (call.bytesOf === undefined) return count * call.bytes;
  let sum = 0;
  for (let i = 0; i < count; i++) sum += call.bytesOf((first + i) % call.size);
  return sum;
}

/**
 * How p ranks are folded onto a power of two: of the first 2·rest ranks, neighbours (2i, 2i+1) share one place
 * and only one of the two takes part; every later rank has its own.
 */
export interface Fold {
  /** Number of places, the largest power of two up to p. */
  readonly power: number;
  /** Number of ranks too many. */
  readonly rest: number;
  /** This rank's place, or −1 where its neighbour takes part for both. */
  readonly place: number;
  /** The neighbour that shares the place, or −1. */
  readonly neighbour: number;
}

/** `even`: of two that share a place, the even rank takes part, else the odd one. */
export function fold(rank: number, size: number, even = false): Fold {
  const power = powerBelow(size);
  const rest = size - power;
  if (rank >= 2 * rest) return { power, rest, place: rank - rest, neighbour: -1 };
  const isEven = rank % 2 === 0;
  return {
    power,
    rest,
    place: isEven === even ? rank >> 1 : -1,
    neighbour: isEven ? rank + 1 : rank - 1,
  };
}

/** Rank that takes part at `place`. */
export function unfold(place: number, rest: number, even = false): number {
  if (place >= rest) return place + rest;
  return even ? 2 * place : 2 * place + 1;
}

/** First rank whose block belongs to `place`; place + 1 gives the end. */
export function placeStart(place: number, rest: number): number {
  return place < rest ? 2 * place : place + rest;
}

/**
 * Messages in the longest chain of one exchange at each distance 1, 2, 4 …, with a message before and after for
 * ranks beyond a power of two. From place a it ends at the opposite place power − 1 − a, so both messages count
 * only where such a pair of places is shared, which takes more than power / 2 ranks too many.
 */
export function foldedDepth(size: number): number {
  const { power, rest } = fold(0, size);
  if (rest === 0) return ceilLog2(power);
  return ceilLog2(power) + (2 * rest > power ? 2 : 1);
}

/**
 * Adds operations and ties them by the flow of the data. Receives wait for nothing: their buffers are free from
 * the start, so they are posted with the call.
 */
export class DataFlow {
  readonly #out: OperationSink;
  readonly #perByte: number;
  readonly #all: boolean;
  readonly #held: Op[] = [];
  /** Last reduction: they run one after the other, into one buffer. */
  #reduction: Op = -1;

  /** `all`: a send waits for everything received before, else for the last receive only. */
  constructor(out: OperationSink, reducePerByte: number, all: boolean) {
    this.#out = out;
    this.#perByte = reducePerByte;
    this.#all = all;
  }

  /** A send of slots [from, end). */
  send(to: number, bytes: number, from: number, end: number, register: Register = Register.Result): Op {
    const op = this.#out.send(bytes, to);
    this.#out.payload?.carries(op, from, end, register);
    for (const before of this.#held) this.#out.requires(op, before);
    return op;
  }

  /** A send of `count` slots from `first` on, numbered modulo `size`. */
  sendRun(to: number, bytes: number, first: number, count: number, size: number): Op {
    const start = mod(first, size);
    const op = this.send(to, bytes, start, Math.min(start + count, size));
    if (start + count > size) this.#out.payload?.carries(op, 0, start + count - size, Register.Result);
    return op;
  }

  /** A send of single slots that need not be neighbours. */
  sendSlots(to: number, bytes: number, slots: readonly number[]): Op {
    const op = this.send(to, bytes, 0, 0);
    for (const slot of slots) this.#out.payload?.carries(op, slot, slot + 1, Register.Result);
    return op;
  }

  /** A receive of data that is kept as it comes. */
  receive(from: number, bytes: number, effect: Effect = 'copy', register: Register = Register.Result): Op {
    return this.#keep(this.#out.recv(bytes, from), effect, register);
  }

  /** One of several receives that may be taken in any order. */
  receiveAny(from: number, bytes: number, effect: Effect = 'copy'): Op {
    return this.#keep(this.#out.irecv(bytes, from), effect, Register.Result);
  }

  #keep(received: Op, effect: Effect, register: Register): Op {
    this.#out.payload?.takes(received, effect, register);
    this.hold(received);
    return received;
  }

  /** A receive of a partial result, and its reduction. Returns the operation that has the new result. */
  combine(from: number, bytes: number, register: Register = Register.Result): Op {
    const op = this.#out.recv(bytes, from);
    this.#out.payload?.takes(op, 'combine', register);
    return this.reduce(op, bytes);
  }

  /** The reduction of the `received` data. Returns the operation that has the new result. */
  reduce(received: Op, bytes: number): Op {
    if (this.#perByte === 0 || bytes === 0) {
      this.hold(received);
      return received;
    }
    const op = this.#out.calc(bytes * this.#perByte);
    this.#out.requires(op, received);
    if (this.#reduction >= 0) {
      this.#out.requires(op, this.#reduction);
      const at = this.#held.indexOf(this.#reduction);
      if (at >= 0) this.#held.splice(at, 1);
    }
    this.#reduction = op;
    this.hold(op);
    return op;
  }

  /** Later sends wait for `op`. */
  hold(op: Op): void {
    if (!this.#all) this.#held.length = 0;
    this.#held.push(op);
  }
}

/** One of several collectives that a library makes another of, as the rank calls it. */
export interface CollectivePart {
  readonly algorithm: CollectiveAlgorithm;
  readonly call: CollectiveCall;
  /** Where its slots are not those of the whole call: each of its messages carries all of that many slots. */
  readonly slots?: number;
}

/** Passes on to a sink what one part emits, and remembers which operations wait and which are waited for. */
class PartSink implements OperationSink {
  readonly payload: OperationSink['payload'];
  readonly #out: OperationSink;
  readonly #ops: Op[] = [];
  readonly #waiting = new Set<Op>();
  readonly #waitedFor = new Set<Op>();

  constructor(out: OperationSink, slots: number | undefined) {
    this.#out = out;
    const { payload } = out;
    this.payload = payload && {
      carries: (send: Op, from: number, to: number, register: Register): void =>
        payload.carries(send, slots === undefined ? from : 0, slots ?? to, register),
      takes: (recv: Op, effect: Effect, register: Register): void => payload.takes(recv, effect, register),
    };
  }

  send(bytes: number, to: number): Op {
    return this.#noted(this.#out.send(bytes, to));
  }

  recv(bytes: number, from: number): Op {
    return this.#noted(this.#out.recv(bytes, from));
  }

  irecv(bytes: number, from: number): Op {
    return this.#noted(this.#out.irecv(bytes, from));
  }

  calc(ns: number): Op {
    return this.#noted(this.#out.calc(ns));
  }

  requires(after: Op, before: Op): void {
    this.#waiting.add(after);
    this.#waitedFor.add(before);
    this.#out.requires(after, before);
  }

  first(): Op[] {
    return this.#ops.filter((op) => !this.#waiting.has(op));
  }

  last(): Op[] {
    return this.#ops.filter((op) => !this.#waitedFor.has(op));
  }

  #noted(op: Op): Op {
    this.#ops.push(op);
    return op;
  }
}

/** The rank enters each part when the one before is over on it. */
export function emitInTurn(parts: readonly CollectivePart[], out: OperationSink): void {
  let before: readonly Op[] = [];
  for (const { algorithm, call, slots } of parts) {
    const sink = new PartSink(out, slots);
    algorithm.emit(call, sink);
    for (const op of sink.first()) for (const done of before) out.requires(op, done);
    const last = sink.last();
    if (last.length > 0) before = last;
  }
}
