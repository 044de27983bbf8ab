/** Puts one rank's part of a collective into a schedule, ready to be tied to what comes before and after. */
import { LimitError } from '../errors.js';
import type { ScheduleBuilder } from '../schedule/builder.js';
import type { CollectiveAlgorithm, CollectiveCall, Op, OperationSink } from './collective-algorithm.js';

/** Where a call lives in the program. */
export interface CallContext {
  /** [size] world rank of each rank of the communicator; null: the same. */
  readonly ranks: Int32Array | null;
  /** Tag of every message of this call: the same on all its ranks, used by nothing else between them. */
  readonly tag: number;
  /** The call goes on beside the program (nonblocking): who comes first there is not the program's order. */
  readonly nonblocking?: boolean;
}

/** The operations of one rank in one call. Both lists are empty where the rank has nothing to do. */
export interface EmittedCollective {
  /** Operations that wait for nothing within the call: to require the computation before it. */
  readonly first: readonly Op[];
  /** Operations for which nothing within the call waits: to be required by what comes after it. */
  readonly last: readonly Op[];
  /** Whether an operation waits for another one of the call: somebody must begin it then. */
  readonly staged: boolean;
}

/** More are probably a mistake in the unit of a segment. */
const MOST_OPERATIONS = 2 ** 22;

/** A sink over a schedule builder that remembers the order of the call, which operations wait and which are waited for. */
class BuilderSink implements OperationSink {
  readonly #builder: ScheduleBuilder;
  readonly #context: CallContext;
  readonly #base: number;
  /** By operation from #base: bit 0, it waits; bit 1, it is waited for. */
  readonly #bound: number[] = [];
  #lastSend = -1;
  #lastTaken = -1;

  constructor(builder: ScheduleBuilder, context: CallContext) {
    this.#builder = builder;
    this.#context = context;
    this.#base = builder.rankOperations;
  }

  send(bytes: number, to: number): Op {
    this.#another();
    const op = this.#builder.send(bytes, this.#world(to), this.#context.tag);
    if (this.#lastSend >= 0) this.#builder.behind(this.#lastSend);
    if (this.#context.nonblocking !== true) this.#lastSend = op;
    return op;
  }

  recv(bytes: number, from: number): Op {
    const op = this.irecv(bytes, from);
    if (this.#lastTaken >= 0) this.#builder.behind(this.#lastTaken);
    if (this.#context.nonblocking !== true) this.#lastTaken = op;
    return op;
  }

  irecv(bytes: number, from: number): Op {
    this.#another();
    return this.#builder.recv(bytes, this.#world(from), this.#context.tag);
  }

  calc(ns: number): Op {
    this.#another();
    return this.#builder.calc(ns);
  }

  requires(after: Op, before: Op): void {
    this.#bound[after - this.#base] |= 1;
    this.#bound[before - this.#base] |= 2;
    this.#builder.requires(after, before);
  }

  emitted(): EmittedCollective {
    const first: Op[] = [];
    const last: Op[] = [];
    for (let i = 0; i < this.#bound.length; i++) {
      if ((this.#bound[i] & 1) === 0) first.push(this.#base + i);
      if ((this.#bound[i] & 2) === 0) last.push(this.#base + i);
    }
    return { first, last, staged: first.length < this.#bound.length };
  }

  #another(): void {
    if (this.#bound.push(0) <= MOST_OPERATIONS) return;
    throw new LimitError(
      `a collective call has more than ${MOST_OPERATIONS} operations on one rank`,
      'divide its message into fewer segments, such as segment=64KiB',
    );
  }

  #world(rank: number): number {
    const { ranks } = this.#context;
    return ranks === null ? rank : ranks[rank];
  }
}

/**
 * Adds the operations of `call.rank` to the builder's open rank.
 * Source of the way they are tied: traces.md, "The published generator".
 */
export function emitCollective(
  builder: ScheduleBuilder,
  algorithm: Pick<CollectiveAlgorithm, 'emit'>,
  call: CollectiveCall,
  context: CallContext,
): EmittedCollective {
  const sink = new BuilderSink(builder, context);
  algorithm.emit(call, sink);
  return sink.emitted();
}

/**
 * As {@link emitCollective}, between two computations as the published generator writes them: the first
 * operations require `before` (skipped when undefined), and a zero computation requires the last ones, or
 * `before` where the rank has nothing to do. Returns that computation.
 */
export function emitCollectiveCall(
  builder: ScheduleBuilder,
  algorithm: CollectiveAlgorithm,
  call: CollectiveCall,
  context: CallContext,
  before?: Op,
): Op {
  const { first, last } = emitCollective(builder, algorithm, call, context);
  const end = builder.calc(0);
  for (const op of last) builder.requires(end, op);
  if (before !== undefined) {
    for (const op of first) builder.requires(op, before);
    if (last.length === 0) builder.requires(end, before);
  }
  return end;
}
