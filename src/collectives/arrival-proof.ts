/**
 * Algorithms of users: before a call is used, the operations of all its ranks are recorded, and the data are followed along
 * them. An error has its place in the file of the algorithm.
 */
import { InputError, LlampError, type Place } from '../errors.js';
import type { CollectiveAlgorithm, CollectiveCall, CollectiveName, Op } from './collective-algorithm.js';
import { brokenPromise } from './promises.js';
import { follow, type RecordedOp, Recorder, type WholeCall } from './recorded-calls.js';

/** The place of a stack of calls: that of its innermost line in the file of the algorithms. */
export type PlaceOf = (stack: string | undefined) => Place;

/** Ranks up to which a call is followed as it is; for more ranks, half as many are followed, until they are so few. */
const MOST_RANKS = 256;
/** Ranks and bytes up to which the declared contents of messages are followed, slot by slot. */
const MOST_DECLARED = { ranks: 32, bytes: 4096 };

/** `algorithm` as it is, but that a call is followed before it is used for the first time. Its errors are InputErrors. */
export function provedAlgorithm(
  collective: CollectiveName,
  algorithm: CollectiveAlgorithm,
  placeOf: PlaceOf,
): CollectiveAlgorithm {
  const proved = new Set<string>();
  return {
    ...algorithm,
    emit: (call, out) => {
      const followed = followedCall(collective, call);
      const key = JSON.stringify(followed);
      if (!proved.has(key)) new Proof(collective, algorithm, followed, placeOf).hold();
      proved.add(key);
      try {
        algorithm.emit(call, out);
      } catch (error) {
        // Limits and other errors of the input are not the algorithm's fault.
        if (error instanceof LlampError) throw error;
        throw thrownBy(
          error,
          `${collective}=${algorithm.name} on rank ${call.rank} of ${call.size}`,
          placeOf,
        );
      }
    },
  };
}

function thrownBy(error: unknown, where: string, placeOf: PlaceOf): InputError {
  const [what, stack] = error instanceof Error ? [error.message, error.stack] : [String(error), undefined];
  return new InputError({ place: placeOf(stack), what: `${where}: ${what}` });
}

/** A call that is followed, as plain values. */
interface FollowedCall extends Omit<WholeCall, 'blocks' | 'options'> {
  readonly root: number;
  readonly options: CollectiveCall['options'];
  /** [ranks] bytes of each one's block, where blocks may differ. */
  readonly sizes: readonly number[] | null;
}

function followedCall(collective: CollectiveName, call: CollectiveCall): FollowedCall {
  let { size } = call;
  while (size > MOST_RANKS) size = Math.ceil(size / 2);
  const { root, bytes, options, bytesOf } = call;
  // A rank of an alltoallv knows its own blocks only: all are taken to be of one size.
  const sizeOf = collective === 'alltoallv' ? () => bytes : bytesOf;
  const sizes = sizeOf === undefined ? null : Array.from({ length: size }, (_, rank) => sizeOf(rank));
  return { size, root: root % size, bytes, options, sizes };
}

/** Where the data of one rank must come from. */
type Sources = (rank: number, from: number) => boolean;

const EVERYONE: Sources = () => true;

/** One call of an algorithm, compared with the promise of its collective. */
class Proof {
  readonly #collective: CollectiveName;
  readonly #algorithm: CollectiveAlgorithm;
  readonly #call: FollowedCall;
  readonly #whole: WholeCall;
  readonly #placeOf: PlaceOf;

  constructor(
    collective: CollectiveName,
    algorithm: CollectiveAlgorithm,
    call: FollowedCall,
    placeOf: PlaceOf,
  ) {
    const { sizes, ...whole } = call;
    const perPair = collective === 'alltoallv';
    this.#collective = collective;
    this.#algorithm = algorithm;
    this.#call = call;
    this.#whole =
      sizes === null ? whole : { ...whole, blocks: (rank, to) => sizes[perPair ? rank : to] ?? 0 };
    this.#placeOf = placeOf;
  }

  /** Throws InputError for the first thing that is wrong. */
  hold(): void {
    const ranks = Array.from({ length: this.#whole.size }, (_, rank) => this.#record(rank).ops);
    this.#holdPairs(ranks);
    this.#holdHearing(ranks);
    this.#checkDeclared(ranks);
  }

  /** The operations of one rank. `stackAt`: the operation whose stack of calls is kept. */
  #record(rank: number, stackAt = -1): CheckedRecorder {
    const { size, root, bytes, options, sizes } = this.#call;
    const sizeOf = (other: number): number => sizes?.[other] ?? 0;
    const blocks = sizes === null ? {} : { bytesOf: sizeOf, recvBytesOf: sizeOf };
    const recorder = new CheckedRecorder(size, stackAt);
    try {
      this.#algorithm.emit({ rank, size, root, bytes, options, ...blocks }, recorder);
    } catch (error) {
      throw thrownBy(error, `${this.#name}, on rank ${rank}`, this.#placeOf);
    }
    return recorder;
  }

  /** Every message has both ends, and room where it comes. */
  #holdPairs(ranks: readonly (readonly RecordedOp[])[]): void {
    const { size } = this.#whole;
    const ends = (kind: RecordedOp['kind'], pairOf: (rank: number, peer: number) => number) => {
      const found = new Map<number, { rank: number; op: Op; bytes: number }[]>();
      for (const [rank, ops] of ranks.entries())
        for (const [op, one] of ops.entries()) {
          if (one.kind !== kind) continue;
          const pair = pairOf(rank, one.peer);
          const others = found.get(pair) ?? [];
          found.set(pair, others);
          others.push({ rank, op, bytes: one.value });
        }
      return found;
    };
    const sends = ends('send', (rank, to) => rank * size + to);
    const receives = ends('recv', (rank, from) => from * size + rank);
    for (const pair of [...new Set([...sends.keys(), ...receives.keys()])].sort((a, b) => a - b)) {
      const [sent, taken] = [sends.get(pair) ?? [], receives.get(pair) ?? []];
      const [from, to] = [Math.floor(pair / size), pair % size];
      const short = taken.findIndex(({ bytes }, i) => i < sent.length && bytes < sent[i].bytes);
      const lone = sent[taken.length] ?? taken[sent.length] ?? taken[short];
      if (lone === undefined) continue;
      const [many, few] = [sent.length, taken.length].map((count, i) =>
        count === 1
          ? `1 ${i === 0 ? 'message' : 'receive'}`
          : `${count} ${i === 0 ? 'messages' : 'receives'}`,
      );
      const what =
        sent.length === taken.length
          ? `rank ${to} receives ${taken[short].bytes} B of a message of ${sent[short].bytes} B from rank ${from}`
          : `rank ${from} sends ${many} to rank ${to}, which has ${few} from it`;
      this.#fail(what, 'give each send one receive of at least its size', lone);
    }
  }

  /** Every rank hears of all whose data it must have, by sends that wait for the receives of the data that they pass on. */
  #holdHearing(ranks: readonly (readonly RecordedOp[])[]): void {
    const { size } = this.#whole;
    const heard = this.#heard(ranks);
    const must = this.#sources();
    for (let rank = 0; rank < size; rank++)
      for (let from = 0; from < size; from++) {
        if (from === rank || !must(rank, from) || ((heard[rank][from >> 5] >>> (from & 31)) & 1) === 1)
          continue;
        const op = ranks[rank].findLastIndex(({ kind }) => kind === 'recv');
        this.#fail(
          `rank ${rank} ends without ${this.#lacking} rank ${from}`,
          'call out.requires(send, receive) for each receive whose data a send passes on',
          op < 0 ? this.#firstOp(ranks) : { rank, op },
        );
      }
  }

  /** [rank] bits of the ranks whose data it has in the end. */
  #heard(ranks: readonly (readonly RecordedOp[])[]): Uint32Array[] {
    const words = Math.ceil(ranks.length / 32);
    const own = (rank: number): Uint32Array => {
      const bits = new Uint32Array(words);
      bits[rank >> 5] = 1 << (rank & 31);
      return bits;
    };
    const join = (into: Uint32Array, more: Uint32Array): void => {
      for (let i = 0; i < words; i++) into[i] |= more[i];
    };
    const ends = ranks.map((_, rank) => own(rank));
    const byOp = ranks.map((ops): Uint32Array[] => new Array(ops.length));
    const { order, sender } = this.#followed(ranks);
    for (const { rank, op } of order) {
      const bits = own(rank);
      for (const before of ranks[rank][op].requires) join(bits, byOp[rank][before]);
      const from = sender[rank][op];
      if (from !== undefined) join(bits, byOp[from.rank][from.op]);
      byOp[rank][op] = bits;
      join(ends[rank], bits);
    }
    return ends;
  }

  #followed(ranks: readonly (readonly RecordedOp[])[]): ReturnType<typeof follow> {
    try {
      return follow(ranks);
    } catch (error) {
      const what = error instanceof Error ? error.message : String(error);
      return this.#fail(what, 'remove the cyclic dependency', this.#firstOp(ranks));
    }
  }

  /** No rank needs an empty block, but a rank that leaves a barrier has heard of all. */
  #sources(): Sources {
    const { root, sizes, bytes } = this.#call;
    if (this.#collective === 'barrier') return EVERYONE;
    const blockOf = (rank: number): number => sizes?.[rank] ?? bytes;
    const filled = (rank: number): boolean => blockOf(rank) > 0;
    switch (this.#collective) {
      case 'bcast':
        return (_, from) => from === root && bytes > 0;
      case 'scatter':
      case 'scatterv':
        return (rank, from) => from === root && filled(rank);
      case 'reduce':
        return (rank) => rank === root && bytes > 0;
      case 'gather':
      case 'gatherv':
        return (rank, from) => rank === root && filled(from);
      case 'scan':
      case 'exscan':
        return (rank, from) => from < rank && bytes > 0;
      case 'reduce_scatter':
      case 'reduce_scatter_block':
        return filled;
      default:
        return (_, from) => filled(from);
    }
  }

  /** The part of another rank's data that is missing, in front of its name. */
  get #lacking(): string {
    switch (this.#collective) {
      case 'barrier':
        return 'having heard of';
      case 'bcast':
        return 'the vector of';
      case 'scatter':
      case 'scatterv':
        return 'its block of';
      case 'reduce':
      case 'allreduce':
      case 'scan':
      case 'exscan':
      case 'reduce_scatter':
      case 'reduce_scatter_block':
        return 'the contribution of';
      default:
        return 'the block of';
    }
  }

  /** The data that messages declare (`out.payload`) arrive where the collective promises them, with the declared sizes. */
  #checkDeclared(ranks: readonly (readonly RecordedOp[])[]): void {
    const { size, bytes } = this.#whole;
    const isDeclared = ranks.some((ops) =>
      ops.some(({ carries, takes }) => carries.length + takes.length > 0),
    );
    if (!isDeclared || size > MOST_DECLARED.ranks || bytes > MOST_DECLARED.bytes) return;
    const broken = this.#brokenPromise();
    if (broken !== undefined)
      this.#fail(
        `by the carries and takes of out.payload, ${broken}`,
        'correct the slots in carries and takes of senders and receivers, or remove all payload declarations',
        this.#firstOp(ranks),
      );
  }

  #brokenPromise(): string | undefined {
    try {
      return brokenPromise(this.#collective, this.#algorithm, this.#whole, 'data', true);
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  #firstOp(ranks: readonly (readonly RecordedOp[])[]): { rank: number; op: Op } | null {
    const rank = ranks.findIndex((ops) => ops.length > 0);
    return rank < 0 ? null : { rank, op: 0 };
  }

  get #name(): string {
    const { size, bytes } = this.#call;
    const of = this.#collective === 'barrier' ? '' : `, ${bytes} B`;
    return `${this.#collective}=${this.#algorithm.name} of ${size} rank${size === 1 ? '' : 's'}${of}`;
  }

  /** `at`: the operation whose line is named; null where there is none. */
  #fail(what: string, mend: string, at: { readonly rank: number; readonly op: Op } | null): never {
    const stack = at === null ? undefined : this.#record(at.rank, at.op).stack;
    throw new InputError({ place: this.#placeOf(stack), what: `${this.#name}: ${what}`, mend });
  }
}

/** Refuses operations that no schedule can hold when they are emitted, so that the stack of calls has the line. */
class CheckedRecorder extends Recorder {
  readonly #size: number;
  readonly #stackAt: Op;
  /** Of the operation that it was to be kept of. */
  stack: string | undefined;

  constructor(size: number, stackAt: Op) {
    super();
    this.#size = size;
    this.#stackAt = stackAt;
  }

  override send(bytes: number, to: number): Op {
    this.#check(bytes, to, 'sends', 'to');
    return super.send(bytes, to);
  }

  override recv(bytes: number, from: number): Op {
    this.#check(bytes, from, 'receives', 'from');
    return super.recv(bytes, from);
  }

  override irecv(bytes: number, from: number): Op {
    this.#check(bytes, from, 'receives', 'from');
    return super.irecv(bytes, from);
  }

  override calc(ns: number): Op {
    if (!(ns >= 0 && ns < Number.POSITIVE_INFINITY)) throw new Error(`it computes for ${ns} ns`);
    this.#keepStack();
    return super.calc(ns);
  }

  override requires(after: Op, before: Op): void {
    for (const op of [after, before])
      if (this.ops[op] === undefined)
        throw new Error(`out.requires names operation ${op}, which was not added before`);
    if (after === before) throw new Error('an operation requires itself');
    super.requires(after, before);
  }

  #check(bytes: number, peer: number, does: string, where: string): void {
    if (!(Number.isInteger(peer) && peer >= 0 && peer < this.#size))
      throw new Error(`it ${does} ${where} rank ${peer}, which does not exist`);
    if (!(bytes >= 0 && bytes < Number.POSITIVE_INFINITY))
      throw new Error(`it ${does} ${bytes} B ${where} rank ${peer}; a size must be a finite number from 0`);
    this.#keepStack();
  }

  #keepStack(): void {
    if (this.ops.length === this.#stackAt) this.stack = new Error('here').stack;
  }
}
