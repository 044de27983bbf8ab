/** What a rank has received so far, and so what its next send must wait for. */
import { mod } from './blocks.js';
import { type Effect, type Op, type OperationSink, Register } from './types.js';

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

  /** The reduction of what `received` brought. Returns the operation that has the new result. */
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
