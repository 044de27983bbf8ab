/** The actions of one rank → its calls, as the columns of a trace. Calls take no time: what they take is the model's. */

import {
  formatPlace,
  InputError,
  joinWarnings,
  many,
  type Place,
  UsageError,
  type Warning,
} from '../../errors.js';
import { CALLS, CODES } from '../mpi/mpi-calls.js';
import { RankColumns } from '../mpi/rank-columns.js';
import { type CallTally, plainHeader, type RankTrace } from '../mpi/rank-trace.js';
import {
  ACTIONS,
  type Action,
  type ActionKind,
  DEFAULT_BYTES,
  type RawActions,
  SPECIAL,
  TYPE_BYTES,
} from './smpi-actions.js';

/** Facts about a rank besides its actions. */
interface RankFrame {
  readonly source: string;
  readonly rank: number;
  readonly ranks: number;
  /** Flops that a core computes in a second; undefined: not given. */
  readonly flopRate: number | undefined;
  /** Name of an action by its code. */
  readonly nameOf: (code: number) => string;
  /** Counts of what the actions leave open. */
  readonly open: OpenQuestions;
}

/** Code of the call that each action is; -1: none that has a row. */
const CALL_OF: readonly number[] = ACTIONS.map(({ call, kind }) =>
  kind === 'local' || kind === 'init' || kind === 'finalize' ? -1 : (CODES.get(call) ?? -1),
);
const IS_WAITED_FOR: readonly boolean[] = ACTIONS.map((_, code) => CALLS[CALL_OF[code]]?.requestArg >= 0);

/** The only communicator of the actions. */
const WORLD = 1;
const COMM = 0;
const ANY = -1;
const NOBODY = -2;
const MICROSECONDS = 1e6;
/** The type of items of any derived datatype. */
const DERIVED = -1;

const AGAIN =
  'the file is damaged or of another version of SimGrid; see the list of actions in the documentation of SimGrid';

const NO_COMMUNICATORS =
  'SMPI does not record communicators; if the program has collectives on sub-communicators, trace it with llamp-ts trace run, otherwise the trace is damaged';

/** Throws InputError with the line of an impossible action, and UsageError for flops without a rate. */
export class RankCalls {
  readonly #raw: RawActions;
  readonly #frame: RankFrame;
  readonly #columns = new RankColumns((what, mend) => this.#fail(what, mend));
  readonly #requests = new Requests();
  readonly #collective: CollectiveWords;
  /** Whether messages are written without tags, and waits are for the request issued last. */
  readonly #untagged: boolean;
  /** By code of the action, so that counting needs no name. */
  readonly #tallies: CallTally[] = [];
  #clock = 0;
  #line = 0;
  #defaultBytes: number = DEFAULT_BYTES.plain;
  /** Words of the action at hand: the first, and how many. */
  #first = 0;
  #count = 0;

  constructor(raw: RawActions, frame: RankFrame) {
    this.#raw = raw;
    this.#frame = frame;
    this.#untagged = isUntagged(raw);
    this.#collective = {
      ranks: frame.ranks,
      count: 0,
      size: (i) => this.#size(i),
      itemBytes: (i) => this.#itemBytes(i),
      root: (i) => (i < this.#count ? this.#word(i) : 0),
      flops: (i) => this.#word(i),
    };
  }

  done(): RankTrace {
    const { code, line, argStart, count } = this.#raw;
    this.#columns.reserve(count, 6);
    for (let i = 0; i < count; i++) {
      this.#line = line[i];
      this.#first = argStart[i];
      this.#count = argStart[i + 1] - argStart[i];
      this.#act(code[i]);
    }
    const { source, rank, ranks } = this.#frame;
    const trace = this.#columns.done({
      source,
      rank,
      header: { ...plainHeader(NOBODY), worldOnly: true },
      notes: null,
      stacks: null,
    });
    return { ...trace, comms: [{ handle: WORLD, rank, size: ranks, line: line[0] }] };
  }

  #act(code: number): void {
    const action = ACTIONS[code];
    if (action === undefined) {
      this.#other(this.#frame.nameOf(code));
      return;
    }
    if (action.kind === 'nothing') return;
    this.#checkCount(action);
    if (action.kind === 'compute') this.#compute(this.#word(0));
    else if (action.kind === 'sleep') this.#pass(this.#word(0));
    else if (action.kind === 'init' || action.kind === 'finalize' || action.kind === 'local')
      this.#frameCall(action);
    else this.#call(code, action);
  }

  /** A call that has no row. */
  #frameCall({ kind, call }: Action): void {
    if (kind === 'init' && this.#count > 0) this.#defaultBytes = DEFAULT_BYTES.marked;
    this.#other(call);
  }

  #call(code: number, action: Action): void {
    const { args } = this.#columns;
    const first = args.length;
    let flops = 0;
    if (action.kind === 'send' || action.kind === 'recv') this.#message(code, action.kind);
    else if (action.kind === 'sendrecv') this.#sendrecv();
    else if (action.kind === 'wait') args.push(this.#waited());
    else if (action.kind === 'test') args.push(this.#named('test'));
    else if (action.kind === 'waitall' || action.kind === 'waitany' || action.kind === 'testsome')
      this.#several(action.kind);
    else {
      flops = this.#emitCollective(code, action);
      // A list with an item of each rank is as long as the communicator.
      if (action.perRank === 0 && this.#frame.ranks > 1) this.#frame.open.onWhich++;
    }
    this.#tallies[code] ??= this.#columns.tallyOf(action.call, this.#line);
    this.#tallies[code].calls++;
    this.#columns.row(CALL_OF[code], this.#clock, this.#clock, this.#line, first);
    if (flops > 0) this.#compute(flops);
  }

  #other(name: string): void {
    this.#columns.tallyOf(name, this.#line).calls++;
    this.#columns.other(name, this.#clock, this.#clock, this.#line);
  }

  #checkCount({ name, least, optional, perRank }: Action): void {
    const needed = least + perRank * this.#frame.ranks;
    if (this.#count >= needed && this.#count <= needed + optional) return;
    const wanted =
      optional === 0
        ? `${needed}`
        : optional === Number.POSITIVE_INFINITY
          ? `at least ${needed}`
          : `${needed} to ${needed + optional}`;
    const what = `${name} has ${this.#arguments}, not ${wanted}`;
    if (perRank === 0) this.#fail(what);
    this.#fail(`${what} with ${this.#frame.ranks} ranks`, NO_COMMUNICATORS);
  }

  get #arguments(): string {
    return `${this.#count} ${this.#count === 1 ? 'argument' : 'arguments'}`;
  }

  #compute(flops: number): void {
    if (flops < 0) this.#fail(`a computation of ${flops} flops`);
    if (flops === 0) return;
    const { flopRate, source } = this.#frame;
    if (flopRate === undefined)
      throw new UsageError(
        `${source}:${this.#line}: computation is in flops, but no flop rate is given`,
        'give the flop rate of a core, such as --flop-rate 1Gf',
      );
    this.#pass(flops / flopRate);
  }

  #pass(seconds: number): void {
    if (!(seconds >= 0)) this.#fail(`a computation of ${seconds} s`);
    this.#clock += seconds * MICROSECONDS;
  }

  #word(i: number): number {
    return this.#raw.args[this.#first + i];
  }

  /** A count of items, from 0. */
  #size(i: number): number {
    const size = this.#word(i);
    if (!Number.isSafeInteger(size) || size < 0) this.#fail(`a message of ${size} items`);
    return size;
  }

  /** Bytes of an item of the type that word `i` is; that of no type where there is no such word. */
  #itemBytes(i: number): number {
    if (i >= this.#count) return this.#defaultBytes;
    const bytes = TYPE_BYTES[this.#word(i)];
    if (bytes !== undefined) return bytes;
    const type = this.#word(i);
    if (type === DERIVED)
      this.#fail(
        'SMPI does not record the size of derived datatypes',
        'send items of a predefined type, or trace the program with llamp-ts trace run',
      );
    return this.#fail(`datatype ${type} is none of the ${TYPE_BYTES.length} of SMPI`);
  }

  #peer(rank: number, sends: boolean): number {
    if (rank === SPECIAL.nobody) return NOBODY;
    if (rank === SPECIAL.unknownRank) return sends ? NOBODY : ANY;
    if (rank === SPECIAL.anySource && !sends) return ANY;
    if (Number.isInteger(rank) && rank >= 0 && rank < this.#frame.ranks) return rank;
    return this.#fail(`a message ${sends ? 'to' : 'from'} rank ${rank} of ${this.#frame.ranks}`);
  }

  #tag(tag: number): number {
    if (tag === SPECIAL.anyTag) return ANY;
    return Number.isInteger(tag) && Math.abs(tag) < 2 ** 31
      ? tag
      : this.#fail(`tag ${tag} is not a 32-bit integer`);
  }

  #message(code: number, kind: 'send' | 'recv'): void {
    const { args } = this.#columns;
    const at = this.#untagged ? 1 : 2;
    if (this.#count <= at) this.#fail('a message without a size', AGAIN);
    if (this.#count > at + 2)
      this.#fail(
        `${this.#arguments}, but other actions of this rank are written without tags, so at most ${at + 2} are possible`,
      );
    const tag = this.#untagged ? 0 : this.#tag(this.#word(1));
    const rank = this.#word(0);
    const peer = this.#peer(rank, kind === 'send');
    // Receives of unknown size take what comes.
    const size = kind === 'recv' && this.#word(at) < 0 ? 0 : this.#size(at);
    args.push(size);
    args.push(this.#itemBytes(at + 1));
    args.push(peer);
    args.push(tag);
    args.push(COMM);
    if (IS_WAITED_FOR[code]) args.push(this.#requests.issue(kind, peer, tag));
  }

  /** Sizes and ranks of both halves; its tags are not written. */
  #sendrecv(): void {
    const [to, from] = [this.#peer(this.#word(1), true), this.#peer(this.#word(3), false)];
    const { args } = this.#columns;
    for (const arg of [this.#size(0), this.#itemBytes(4), to, 0]) args.push(arg);
    for (const arg of [this.#size(2), this.#itemBytes(5), from, 0, COMM]) args.push(arg);
  }

  #waited(): number {
    const request = this.#named('wait');
    if (request === 0) this.#frame.open.forNothing.add(this.#place());
    return request;
  }

  /** The request of a wait or test: `source destination tag`; 0: none is open. */
  #named(kind: 'wait' | 'test'): number {
    if (this.#count === 0)
      return kind === 'wait' ? this.#requests.completeLast() : (this.#requests.open.at(-1) ?? 0);
    if (this.#count < 3) this.#fail(`${kind} has ${this.#arguments}, not 0 or 3`);
    const [from, to, tag] = [this.#word(0), this.#word(1), this.#word(2)];
    const find = (half: RequestKind, peer: number, itsTag: number): number =>
      this.#requests[kind === 'wait' ? 'complete' : 'test'](half, peer, itsTag);
    // Messages within a collective have tags of their own.
    if (tag < 0 && tag !== SPECIAL.anyTag) return find('collective', 0, 0);
    const own = this.#tag(tag);
    const source = to === this.#frame.rank ? this.#peer(from, false) : ANY;
    const receives = to === this.#frame.rank;
    const sent = from === this.#frame.rank ? find('send', this.#peer(to, true), own) : 0;
    if (sent > 0 || !receives) return sent;
    return (
      find('recv', source, own) ||
      find('recv', ANY, own) ||
      find('recv', source, ANY) ||
      find('recv', ANY, ANY)
    );
  }

  #several(kind: 'waitall' | 'waitany' | 'testsome'): void {
    const { open } = this.#requests;
    const none = this.#count > 0 && this.#word(0) === 0;
    const count = none ? 0 : open.length;
    if (kind === 'waitall' && this.#count > 0 && this.#word(0) < count)
      this.#frame.open.forSome.add(this.#place());
    const { args } = this.#columns;
    args.push(count);
    args.push(count === 0 ? 0 : open[0]);
    for (let i = 0; i < count; i++) args.push(open[i]);
    if (none) return;
    if (kind === 'waitall') this.#requests.clear();
    else if (kind === 'waitany') this.#requests.takeOne();
  }

  /** Flops that follow it. */
  #emitCollective(code: number, { kind }: Action): number {
    const words = this.#collective;
    words.count = this.#count;
    const { fixed, lists = [], flops = 0 } = COLLECTIVES[kind]?.(words) ?? this.#fail(`no ${kind}`);
    const { args } = this.#columns;
    for (const arg of fixed) args.push(arg);
    args.push(COMM);
    if (IS_WAITED_FOR[code]) args.push(this.#requests.issue('collective', 0, 0));
    for (const first of lists) {
      args.push(this.#frame.ranks);
      for (let i = 0; i < this.#frame.ranks; i++) args.push(this.#size(first + i));
    }
    return flops;
  }

  #fail(what: string, mend = AGAIN): never {
    throw new InputError({ place: this.#place(), what, mend });
  }

  #place(): Place {
    return { source: this.#frame.source, line: this.#line };
  }
}

/** Traces of before SimGrid 3.20 write `send 1 1e6`, and a wait without words. */
function isUntagged({ code, argStart, count }: RawActions): boolean {
  for (let i = 0; i < count; i++) {
    const kind = ACTIONS[code[i]]?.kind;
    const words = argStart[i + 1] - argStart[i];
    if (kind === 'wait' && words === 0) return true;
    if ((kind === 'send' || kind === 'recv') && words === 2) return true;
  }
  return false;
}

// What the words of a collective say, in the order in which the rows of its call keep it.

/** The words that follow the name of a collective. */
interface CollectiveWords {
  readonly ranks: number;
  /** How many words there are. */
  count: number;
  /** Word `i` as a count of items. */
  size(i: number): number;
  /** Bytes of an item of the type that word `i` is, if there is one. */
  itemBytes(i: number): number;
  /** Word `i` as a rank, if there is one, else rank 0. */
  root(i: number): number;
  flops(i: number): number;
}

interface CollectiveRow {
  /** Fields before the communicator. */
  readonly fixed: readonly number[];
  /** Where the words begin that are its lists, one for each rank. */
  readonly lists?: readonly number[];
  /** Flops computed when it is over. */
  readonly flops?: number;
}

/** An address that no trace of SMPI contains. */
const BUFFER = 0;

/** `send count, counts of all ranks, [type, [type]] [displacements]`: which words are the types. */
function allgathervTypes({ ranks, count }: CollectiveWords): readonly [number, number] {
  const behind = ranks + 1;
  if (count === behind + 2) return [behind, behind + 1];
  // Displacements alone; with one type before them there is one word more.
  const none = count > behind + 2 && count <= behind + ranks;
  return none ? [count, count] : [behind, behind];
}

type Reader = (words: CollectiveWords) => CollectiveRow;

const COLLECTIVES: Readonly<Partial<Record<ActionKind, Reader>>> = {
  barrier: () => ({ fixed: [] }),
  bcast: (w) => ({ fixed: [w.size(0), w.itemBytes(2), w.root(1)] }),
  reduce: (w) => ({ fixed: [w.size(0), w.itemBytes(3), w.root(2)], flops: w.flops(1) }),
  allreduce: (w) => ({ fixed: [w.size(0), w.itemBytes(2)], flops: w.flops(1) }),
  alltoall: (w) => ({ fixed: [BUFFER, w.size(0), w.itemBytes(2), w.size(1), w.itemBytes(3)] }),
  gather: (w) => ({
    fixed: [BUFFER, w.size(0), w.itemBytes(3), w.size(1), w.itemBytes(4), w.root(2)],
  }),
  scatter: (w) => ({
    fixed: [w.size(0), w.itemBytes(3), BUFFER, w.size(1), w.itemBytes(4), w.root(2)],
  }),
  gatherv: (w) => ({
    fixed: [BUFFER, w.size(0), w.itemBytes(w.ranks + 2), w.itemBytes(w.ranks + 3), w.root(w.ranks + 1)],
    lists: [1],
  }),
  scatterv: (w) => ({
    fixed: [w.itemBytes(w.ranks + 2), BUFFER, w.size(w.ranks), w.itemBytes(w.ranks + 3), w.root(w.ranks + 1)],
    lists: [0],
  }),
  allgatherv: (w) => {
    const [sent, received] = allgathervTypes(w);
    return { fixed: [BUFFER, w.size(0), w.itemBytes(sent), w.itemBytes(received)], lists: [1] };
  },
  alltoallv: (w) => ({
    fixed: [BUFFER, w.itemBytes(2 * w.ranks + 2), w.itemBytes(2 * w.ranks + 3)],
    lists: [1, w.ranks + 2],
  }),
  reducescatter: (w) => ({ fixed: [w.itemBytes(w.ranks + 1)], lists: [0], flops: w.flops(w.ranks) }),
};

/** Half of a message, or a collective that is waited for. */
type RequestKind = 'send' | 'recv' | 'collective';

/** Ranks are numbers from −2 to 2^26, tags from −2^31 to 2^31: a key of all is a whole number that a double keeps. */
const TAGS = 2 ** 32;
const PEERS = 1024;
const keyOf = (kind: RequestKind, peer: number, tag: number): number =>
  kind === 'collective' ? -1 : ((peer + PEERS) * 2 + (kind === 'send' ? 0 : 1)) * TAGS + (tag + TAGS / 2);

/**
 * The requests of one rank. Actions name them by source, destination and tag, or not at all: each gets a number of its own
 * here, by which calls list them.
 */
class Requests {
  /** Those that are open, in the order of issue: mostly a few. */
  readonly open: number[] = [];
  /** Key of the requests of a wait, and whether a test requested it, which may have completed it. */
  readonly #keys: number[] = [];
  readonly #tested: boolean[] = [];
  #last = 0;
  /** Calls that completed one of the open requests, which is unknown. */
  #taken = 0;

  /** A request that is active from now on; its number. */
  issue(kind: RequestKind, peer: number, tag: number): number {
    this.open.push(++this.#last);
    this.#keys.push(keyOf(kind, peer, tag));
    this.#tested.push(false);
    return this.#last;
  }

  /** The request that a wait is for; 0: none is open. Of several, one that no test may have completed. */
  complete(kind: RequestKind, peer: number, tag: number): number {
    return this.#close(this.#find(keyOf(kind, peer, tag)));
  }

  /** The request that was issued last; 0: none is open. */
  completeLast(): number {
    return this.#close(this.open.length - 1);
  }

  /** The request of a test, which stays open; 0: none is. */
  test(kind: RequestKind, peer: number, tag: number): number {
    const at = this.#find(keyOf(kind, peer, tag));
    if (at < 0) return 0;
    this.#tested[at] = true;
    return this.open[at];
  }

  /** All that are open are complete. */
  clear(): void {
    this.open.length = 0;
    this.#keys.length = 0;
    this.#tested.length = 0;
    this.#taken = 0;
  }

  /** One of those that are open is complete: when as many are as there were, all are. */
  takeOne(): void {
    if (++this.#taken >= this.open.length) this.clear();
  }

  #find(key: number): number {
    const keys = this.#keys;
    let found = keys.indexOf(key);
    for (let at = found; at >= 0; at = keys.indexOf(key, at + 1)) {
      if (!this.#tested[at]) return at;
      found = Math.min(found, at);
    }
    return found;
  }

  #close(at: number): number {
    if (at < 0) return 0;
    const [request] = this.open.splice(at, 1);
    this.#keys.splice(at, 1);
    this.#tested.splice(at, 1);
    return request;
  }
}

/** Lines of all files that say the same: how many, and the first. */
class Lines {
  count = 0;
  first = '';

  add(place: Place): void {
    if (this.count++ === 0) this.first = formatPlace(place);
  }
}

/** What actions of all ranks do not say. SimGrid's replay passes over it without a word. */
export class OpenQuestions {
  /** Waits for requests that are not open. */
  readonly forNothing = new Lines();
  /** Waits for all of fewer requests than are open. */
  readonly forSome = new Lines();
  /** Calls of collectives whose communicator may have any size. */
  onWhich = 0;

  get warnings(): Warning[] {
    const { forNothing, forSome, onWhich } = this;
    return joinWarnings(
      onWhich > 0 && {
        code: 'smpi-communicators',
        count: onWhich,
        message: `SMPI does not record communicators, so ${many(onWhich, 'call')} of collectives ${onWhich === 1 ? 'counts' : 'count'} as collectives of all ranks; if the program has some on sub-communicators, T and λ_L are too large. Trace such a program with llamp-ts trace run`,
      },
      forNothing.count > 0 && {
        code: 'smpi-waits',
        count: forNothing.count,
        message: `${forNothing.count} ${forNothing.count === 1 ? 'wait without an open request completes' : 'waits without an open request complete'} nothing; a line may be missing, or the request is persistent, whose messages SMPI does not record; first at ${forNothing.first}`,
      },
      forSome.count > 0 && {
        code: 'smpi-waitall',
        count: forSome.count,
        message: `${forSome.count} ${forSome.count === 1 ? 'waitall names' : 'waitalls name'} fewer requests than are open, and the trace does not record which; each completes all, as in SimGrid's replay; first at ${forSome.first}`,
      },
    );
  }
}
