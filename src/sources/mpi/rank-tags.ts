/** Tags of one rank's messages, and the communicators that keep them apart. */
import { CALLS } from './calls.js';
import type { Communicators } from './communicator.js';
import { collectiveTag, messageTag, publishedTag } from './tags.js';
import type { RankTrace } from './trace.js';

export interface RankTags {
  /** Communicator of a row; UNKNOWN_COMM where its members are not known. */
  comm(row: number): number;
  /** Tag of a message of a row, which has `tag` there. */
  message(row: number, tag: number): number;
  /** Tag of the k-th collective of a sequence, which a row takes part in; `first` is that of the world's collectives. */
  collective(row: number, sequence: number, k: number, first: number): number;
}

/** Every communicator has a range of tags. */
export class TagsByCommunicator implements RankTags {
  readonly #ofRow: Int32Array | null;
  readonly #first: number;

  /** `first`: tag of the world's first collective. */
  constructor(trace: RankTrace, comms: Communicators, first: number) {
    this.#ofRow = comms.ofRow[trace.rank];
    this.#first = first;
  }

  comm(row: number): number {
    return this.#ofRow === null ? 0 : this.#ofRow[row];
  }

  message(row: number, tag: number): number {
    return messageTag(this.comm(row), tag, this.#first);
  }

  collective(_row: number, sequence: number, k: number, first: number): number {
    return collectiveTag(sequence, k, first);
  }
}

/** As the published generator: all are the world, their handles told apart by the order of their first use. */
export class PublishedTags implements RankTags {
  readonly #trace: RankTrace;
  /** Numbers of communicators by handle. */
  readonly #numbers = new Map<number, number>();

  constructor(trace: RankTrace) {
    this.#trace = trace;
  }

  comm(): number {
    return 0;
  }

  message(row: number, tag: number): number {
    return publishedTag(this.#number(row), tag);
  }

  collective(row: number, _sequence: number, k: number, first: number): number {
    return publishedTag(this.#number(row), first + k);
  }

  #number(row: number): number {
    const { comms, args, argStart, call } = this.#trace;
    const { handle } = comms[args[argStart[row] + CALLS[call[row]].commArg]];
    const number = this.#numbers.get(handle) ?? this.#numbers.size;
    this.#numbers.set(handle, number);
    return number;
  }
}
