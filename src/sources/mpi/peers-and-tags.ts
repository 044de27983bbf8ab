/**
 * Whom a message is for, and the tag that it has in the schedule. In the world, tags of point-to-point messages are the
 * program's own and the k-th collective has 1000000 + k, as in the published generator; every other communicator has a
 * range of its own. All of them are whole numbers that a double keeps exactly.
 */

import { InputError } from '../../errors.js';
import { ANY, anyTagBelow, TAGS } from '../../schedule/schedule.js';
import { type Communicators, namedBy, UNKNOWN_COMM } from './communicator.js';
import { CALLS, type CallKind, P2P, REPLACE, SENDRECV } from './mpi-calls.js';
import { placeOf, type RankTrace } from './rank-trace.js';
import { libraryOf } from './trace-set.js';

/** The published generator's first tag of a collective. */
const WORLD_COLLECTIVES = 1_000_000;
/** Range of a communicator: its own tags, then its collectives. */
const RANGE = 2 * TAGS;

/**
 * First tag of the world's collectives: the published one, or the next free million above the program's tags, which
 * none of them passes.
 */
export function firstCollectiveTag(largestTag: number): number {
  if (largestTag < WORLD_COLLECTIVES) return WORLD_COLLECTIVES;
  return Math.min(TAGS, (Math.floor(largestTag / WORLD_COLLECTIVES) + 1) * WORLD_COLLECTIVES);
}

/** Tag of the k-th collective on communicator `comm` (0: the world); `first` is {@link firstCollectiveTag}. */
function collectiveTag(comm: number, k: number, first: number): number {
  return comm === 0 ? first + k : comm * RANGE + TAGS + k;
}

/** Tags of one rank's messages, and the communicators that keep them apart. */
export interface RankTags {
  /** Communicator of a row; UNKNOWN_COMM where its members are not known. */
  comm(row: number): number;
  /** Tag of a message of a row, which has `tag` there. */
  message(row: number, tag: number): number;
  /** Tag of the k-th collective of a sequence, which a row takes part in. */
  collective(row: number, sequence: number, k: number): number;
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

  /** Any tag is any of the row's communicator, of messages alone: no receive takes what a collective sends. */
  message(row: number, tag: number): number {
    const comm = this.comm(row);
    return tag < 0 ? anyTagBelow(collectiveTag(comm, 0, this.#first)) : comm * RANGE + tag;
  }

  collective(_row: number, sequence: number, k: number): number {
    return collectiveTag(sequence, k, this.#first);
  }
}

/**
 * As the published generator: all are the world, their handles distinguished by the order of their first use on the
 * rank, whose number is in bits 24 up.
 */
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
    const number = this.#number(row);
    return tag < 0 ? ANY : number * 2 ** 24 + tag;
  }

  collective(row: number, _sequence: number, k: number): number {
    return this.message(row, WORLD_COLLECTIVES + k);
  }

  #number(row: number): number {
    const { comms, args, argStart, call } = this.#trace;
    const { handle } = comms[args[argStart[row] + CALLS[call[row]].commArg]];
    const number = this.#numbers.get(handle) ?? this.#numbers.size;
    this.#numbers.set(handle, number);
    return number;
  }
}

/** No rank: MPI_PROC_NULL, whose messages do not exist. */
export const NOBODY = -2;

/** Places of the ranks that a call sends to and receives from; −1: none. */
function rankArgs(kind: CallKind): { readonly to: number; readonly from: number } {
  if (kind === 'sendrecv') return { to: SENDRECV.dest, from: SENDRECV.source };
  if (kind === 'sendrecv-replace') return { to: REPLACE.dest, from: REPLACE.source };
  return {
    to: /^(i?send|send-init)$/.test(kind) ? P2P.peer : -1,
    from: /^(i?recv|recv-init)$/.test(kind) ? P2P.peer : -1,
  };
}

/** By code of the call. */
export const RANK_ARGS = CALLS.map(({ kind }) => rankArgs(kind));

/**
 * A header may say it. Otherwise any source is −1 and no rank −2 with Open MPI, the other way round with MPICH. A
 * negative destination is no rank; without one, the only negative source is any source; where both occur, the world's
 * handle identifies the library. Returns the value of no rank, or NaN where there is none.
 */
export function findNobody(ranks: readonly RankTrace[]): number {
  const stated = new Set(ranks.map(({ header }) => header.procNull));
  const [nobody] = stated;
  if (stated.size === 1 && nobody !== undefined) return nobody;
  const to = new Set<number>();
  const from = new Set<number>();
  for (const trace of ranks) {
    for (let row = 0; row < trace.rows; row++) {
      const place = RANK_ARGS[trace.call[row]];
      const at = trace.argStart[row];
      if (place.to >= 0 && trace.args[at + place.to] < 0) to.add(trace.args[at + place.to]);
      if (place.from >= 0 && trace.args[at + place.from] < 0) from.add(trace.args[at + place.from]);
    }
  }
  if (to.size === 1) return [...to][0];
  if (from.size + to.size < 2) return Number.NaN;
  return libraryOf(ranks) === 'mpich' ? -1 : -2;
}

/** Peers and tags of one rank's messages. */
export class MessagePeers {
  readonly #trace: RankTrace;
  readonly #comms: Communicators;
  readonly #world: number;
  readonly #nobody: number;
  readonly #tags: RankTags;

  constructor(trace: RankTrace, comms: Communicators, nobody: number, tags: RankTags) {
    this.#trace = trace;
    this.#comms = comms;
    this.#world = comms.list[0].size;
    this.#nobody = nobody;
    this.#tags = tags;
  }

  /** Whether the members of a row's communicator are known. */
  known(row: number): boolean {
    return this.#tags.comm(row) !== UNKNOWN_COMM;
  }

  /** World rank of `rank` of the row's communicator, ANY, or NOBODY. */
  world(row: number, rank: number): number {
    if (rank < 0) return rank === this.#nobody ? NOBODY : ANY;
    const comm = this.#tags.comm(row);
    const named = comm > 0 ? namedBy(this.#comms.list[comm], this.#trace.rank) : null;
    const size = named === null ? this.#world : named.length;
    if (rank >= size) this.#damaged(row, `rank ${rank} is not in this communicator of size ${size}`);
    return named === null ? rank : named[rank];
  }

  /** World rank that a message goes to, or NOBODY: a destination is never any rank. */
  destination(row: number, rank: number): number {
    const to = this.world(row, rank);
    if (to === ANY) this.#damaged(row, `a message goes to rank ${rank}`);
    return to;
  }

  /** Tag of a message that is sent: only receives take any tag. */
  sentTag(row: number, tag: number): number {
    if (tag < 0) this.#damaged(row, `a message is sent with tag ${tag}`);
    return this.tag(row, tag);
  }

  tag(row: number, tag: number): number {
    if (tag >= TAGS) this.#damaged(row, `tag ${tag} exceeds 2^31 − 1, the highest of MPI`);
    return this.#tags.message(row, tag);
  }

  /** Tag of the k-th collective of a sequence; see {@link RankTags.collective}. */
  collectiveTag(row: number, sequence: number, k: number): number {
    return this.#tags.collective(row, sequence, k);
  }

  #damaged(row: number, what: string): never {
    throw new InputError({
      place: placeOf(this.#trace, row),
      what,
      mend: 'the line is damaged, or the files are of different runs',
    });
  }
}
