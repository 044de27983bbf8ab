/** One rank of a synthetic program, written as a program is: each step follows the one before. */

import { emitCollective } from '../../collectives/emit.js';
import type { CollectiveAlgorithm, CollectiveCall } from '../../collectives/types.js';
import type { ScheduleBuilder } from '../../schedule/builder.js';

/** One message of an exchange. */
export interface Message {
  readonly to?: number;
  readonly from?: number;
  readonly bytes: number;
  readonly tag: number;
}

/** One rank of a synthetic program as it is written: messages and computations one after the other. */
export class RankProgram {
  readonly rank: number;
  readonly #builder: ScheduleBuilder;
  #last = -1;

  constructor(builder: ScheduleBuilder, rank: number) {
    this.#builder = builder;
    this.rank = rank;
  }

  /** A computation; written also when it takes no time, as traces do. */
  compute(ns: number): void {
    this.#follow(this.#builder.calc(ns));
  }

  /** A blocking send. */
  send(bytes: number, to: number, tag: number): void {
    this.#follow(this.#builder.send(bytes, to, tag));
  }

  /** A blocking receive. */
  recv(bytes: number, from: number, tag: number): void {
    this.#follow(this.#builder.recv(bytes, from, tag));
  }

  /** Nonblocking messages, all posted together, and a wait for all of them. */
  exchange(messages: readonly Message[]): void {
    const ops = messages.map(({ to, from, bytes, tag }) =>
      to === undefined ? this.#builder.recv(bytes, from ?? 0, tag) : this.#builder.send(bytes, to, tag),
    );
    this.#join(ops, ops);
  }

  /** A collective of all ranks. */
  collective(algorithm: CollectiveAlgorithm, call: CollectiveCall, tag: number): void {
    const { first, last } = emitCollective(this.#builder, algorithm, call, { ranks: null, tag });
    this.#join(first, last);
  }

  #join(first: readonly number[], last: readonly number[]): void {
    const before = this.#last;
    if (before >= 0) for (const op of first) this.#builder.requires(op, before);
    const join = this.#builder.calc(0);
    for (const op of last) this.#builder.requires(join, op);
    if (last.length === 0 && before >= 0) this.#builder.requires(join, before);
    this.#last = join;
  }

  #follow(op: number): void {
    if (this.#last >= 0) this.#builder.requires(op, this.#last);
    this.#last = op;
  }
}
