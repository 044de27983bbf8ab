/** Collectives that libraries make of others: one after the other on every rank. */
import type { CollectiveAlgorithm, CollectiveCall, Effect, Op, OperationSink, Register } from './types.js';

/** One of the parts, as the rank calls it. */
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
