/**
 * Collectives of intercommunicators, in which each group gets the data of the other. Libraries make them of collectives within
 * a group and of messages between the groups, most of them between the first ranks, the leaders.
 *
 * Sources: Open MPI 4.1.4 (`ompi/mca/coll/inter`, what that lacks in `coll/basic`, nonblocking ones in `coll/libnbc`) and MPICH
 * 4.0.2 (`src/mpi/coll`, chosen by `maint/tuning/coll/mpir/generic.json`).
 */
import type {
  CollectiveAlgorithm,
  CollectiveCall,
  CollectiveName,
  OperationSink,
} from './collective-algorithm.js';
import { type CollectivePart, emitInTurn } from './data-flow.js';
import { type CallRules, type CallWay, choiceOfCall } from './library-calls.js';

/** One rank's part in a collective of an intercommunicator, whose ranks are those of its first group, then of its second. */
export interface BetweenCall {
  readonly collective: CollectiveName;
  readonly way: CallWay;
  /** Ranks of each group. */
  readonly sizes: readonly [number, number];
  readonly rank: number;
  /** −1 where there is none. */
  readonly root: number;
  /** Bytes that a rank gives; of a scatter and a reduction by blocks those that it gets. */
  readonly bytesOf: (rank: number) => number;
  /** Of an alltoall: bytes for a rank of the other group, and from it. */
  readonly sentTo: (rank: number) => number;
  readonly receivedFrom: (rank: number) => number;
}

/** MPICH gathers and scatters less than this within a group, bytes of all its ranks. */
const SHORT = 2048;
/** Bytes of an int, in which ranks tell how much they have. */
const INT = 4;

/** Neighbouring ranks of one group. */
interface Ranks {
  readonly first: number;
  readonly count: number;
}

const one = (first: number): Ranks => ({ first, count: 1 });
/** All but the leader. */
const others = ({ first, count }: Ranks): Ranks => ({ first: first + 1, count: count - 1 });
const has = ({ first, count }: Ranks, rank: number): boolean => rank >= first && rank < first + count;

/** Messages from each of some ranks to each of others. */
interface Hop {
  readonly from: Ranks;
  readonly to: Ranks;
  readonly bytes: (from: number, to: number) => number;
}

/** What one rank does, one part after the other. */
class Composition {
  readonly parts: CollectivePart[] = [];
  readonly groups: readonly [Ranks, Ranks];
  readonly call: BetweenCall;
  readonly #rules: CallRules;

  constructor(rules: CallRules, call: BetweenCall) {
    const [first, second] = call.sizes;
    this.#rules = rules;
    this.call = call;
    this.groups = [
      { first: 0, count: first },
      { first, count: second },
    ];
  }

  /** The group of the root, and the other one. */
  get rooted(): readonly [own: Ranks, other: Ranks] {
    const [first, second] = this.groups;
    return has(first, this.call.root) ? [first, second] : [second, first];
  }

  total({ first, count }: Ranks): number {
    let sum = 0;
    for (let i = 0; i < count; i++) sum += this.call.bytesOf(first + i);
    return sum;
  }

  /** A collective of one group, whose root is the leader. Without `bytes`, of blocks. */
  within(group: Ranks, collective: CollectiveName, bytes?: number): void {
    const { bytesOf, rank, way } = this.call;
    const { first, count } = group;
    if (count < 2 || !has(group, rank)) return;
    const typical = bytes ?? this.total(group) / count;
    const kind = { collective, typed: false, size: count, bytes: typical, empty: false, inPlace: false };
    const { algorithm, options } = choiceOfCall(this.#rules, {
      ...kind,
      way: way === 'blocking' ? way : 'nonblocking',
    });
    const blocks = bytes === undefined ? (of: number) => bytesOf(first + of) : undefined;
    this.parts.push({
      algorithm: numberedFrom(first, algorithm),
      call: { rank: rank - first, size: count, root: 0, bytes: typical, bytesOf: blocks, options },
    });
  }

  /** Messages of which none waits for another. */
  hops(...hops: readonly Hop[]): void {
    const { rank } = this.call;
    if (!hops.some(({ from, to }) => has(from, rank) || has(to, rank))) return;
    this.parts.push({
      algorithm: {
        name: 'hops',
        summary: 'messages between groups',
        uses: [],
        emit: (_, out) => {
          for (const { from, to, bytes } of hops)
            if (has(to, rank)) for (const sender of list(from)) out.irecv(bytes(sender, rank), sender);
          for (const { from, to, bytes } of hops)
            if (has(from, rank)) for (const receiver of list(to)) out.send(bytes(rank, receiver), receiver);
        },
      },
      call: { rank, size: 0, root: 0, bytes: 0, options: this.#rules.options },
    });
  }

  message(from: number, to: number, bytes: number): void {
    this.hops({ from: one(from), to: one(to), bytes: () => bytes });
  }

  /** The same from each group to the other, to all or some of its ranks. */
  bothWays(bytesOf: Hop['bytes'], from: (group: Ranks) => Ranks, to: (group: Ranks) => Ranks): void {
    const [first, second] = this.groups;
    this.hops(
      { from: from(first), to: to(second), bytes: bytesOf },
      { from: from(second), to: to(first), bytes: bytesOf },
    );
  }

  /** Of an alltoall, whose sizes only the two ranks of a message know. */
  exchanged(from: number, to: number): number {
    const { rank, receivedFrom, sentTo } = this.call;
    return from === rank ? sentTo(to) : receivedFrom(from);
  }
}

const list = ({ first, count }: Ranks): number[] => Array.from({ length: count }, (_, i) => first + i);
const all = (group: Ranks): Ranks => group;
const leader = ({ first }: Ranks): Ranks => one(first);

/** An algorithm among ranks that have other numbers outside. */
const numberedFrom = (first: number, algorithm: CollectiveAlgorithm): CollectiveAlgorithm => ({
  ...algorithm,
  emit: (call: CollectiveCall, out: OperationSink) =>
    algorithm.emit(call, {
      send: (bytes, to) => out.send(bytes, first + to),
      recv: (bytes, from) => out.recv(bytes, first + from),
      irecv: (bytes, from) => out.irecv(bytes, first + from),
      calc: (ns) => out.calc(ns),
      requires: (after, before) => out.requires(after, before),
    }),
});

type Compose = (to: Composition) => void;
type Table = Readonly<Record<Exclude<CollectiveName, 'scan' | 'exscan'>, Compose>>;

// What several libraries do.

const bcast: Compose = (to) => {
  const [, other] = to.rooted;
  const bytes = to.call.bytesOf(to.call.root);
  to.message(to.call.root, other.first, bytes);
  to.within(other, 'bcast', bytes);
};

const reduce: Compose = (to) => {
  const [, other] = to.rooted;
  const bytes = to.call.bytesOf(other.first);
  to.within(other, 'reduce', bytes);
  to.message(other.first, to.call.root, bytes);
};

const gather: Compose = (to) => {
  const [, other] = to.rooted;
  to.within(other, 'gather', to.call.bytesOf(other.first));
  to.message(other.first, to.call.root, to.total(other));
};

const scatter: Compose = (to) => {
  const [, other] = to.rooted;
  to.message(to.call.root, other.first, to.total(other));
  to.within(other, 'scatter', to.call.bytesOf(other.first));
};

/** A reduction in each group, whose leaders exchange the results. */
const allreduceOf =
  (bytesOf: (to: Composition) => number): Compose =>
  (to) => {
    const bytes = bytesOf(to);
    for (const group of to.groups) to.within(group, 'reduce', bytes);
    to.bothWays(() => bytes, leader, leader);
    for (const group of to.groups) to.within(group, 'bcast', bytes);
  };

const vector = ({ call: { bytesOf, rank } }: Composition): number => bytesOf(rank);
const allreduce = allreduceOf(vector);

/** Each rank of the other group sends to the root, or receives from it. */
const toRoot: Compose = (to) => {
  const [, other] = to.rooted;
  to.hops({ from: other, to: one(to.call.root), bytes: to.call.bytesOf });
};
const fromRoot: Compose = (to) => {
  const [, other] = to.rooted;
  to.hops({ from: one(to.call.root), to: other, bytes: (_, receiver) => to.call.bytesOf(receiver) });
};

const toEach: Compose = (to) => to.bothWays(to.call.bytesOf, all, all);
const exchange: Compose = (to) => to.bothWays((from, at) => to.exchanged(from, at), all, all);

/** Bytes of a vector of which the ranks of this rank's group get their blocks: both groups have one as long. */
function blocksOfGroup(to: Composition): number {
  const [first, second] = to.groups;
  return to.total(has(first, to.call.rank) ? first : second);
}

// Open MPI

/** The leaders exchange all blocks of their groups, which they have told the sizes of first where these differ. */
const gatheredInter =
  (differ: boolean): Compose =>
  (to) => {
    for (const group of to.groups) {
      if (differ) to.within(group, 'gather', INT);
      if (differ) to.within(group, 'gatherv');
      else to.within(group, 'gather', to.call.bytesOf(group.first));
    }
    const [first, second] = to.groups;
    to.bothWays((from) => to.total(from === first.first ? first : second), leader, leader);
    to.within(first, 'bcast', to.total(second));
    to.within(second, 'bcast', to.total(first));
  };

const gathervInter: Compose = (to) => {
  const [, other] = to.rooted;
  to.within(other, 'gather', INT);
  to.within(other, 'gatherv');
  to.message(other.first, to.call.root, to.total(other));
};

const scattervInter: Compose = (to) => {
  const [, other] = to.rooted;
  to.message(to.call.root, other.first, INT * other.count);
  to.message(to.call.root, other.first, to.total(other));
  to.within(other, 'scatterv');
};

/** The leader of the other group reduces what all ranks send to it. */
const reducedByLeader =
  (scatters: Compose): Compose =>
  (to) => {
    const bytes = blocksOfGroup(to);
    to.bothWays(() => bytes, all, leader);
    scatters(to);
  };

const scatterBlocks: Compose = (to) => {
  for (const group of to.groups) to.within(group, 'scatter', to.call.bytesOf(group.first));
};
const scatterLists: Compose = (to) => {
  for (const group of to.groups) to.within(group, 'scatterv');
};

/** `coll/inter`; of others `coll/basic`. */
const OPEN_MPI: Table = {
  barrier: allreduceOf(() => INT),
  bcast,
  reduce,
  allreduce,
  gather,
  gatherv: gathervInter,
  scatter,
  scatterv: scattervInter,
  allgather: gatheredInter(false),
  allgatherv: gatheredInter(true),
  alltoall: exchange,
  alltoallv: exchange,
  reduce_scatter: reducedByLeader(scatterLists),
  reduce_scatter_block: reducedByLeader(scatterBlocks),
};

/** All send to the leader of the other group; the leaders then tell its other ranks. */
const throughLeaders =
  (bytesOf: (to: Composition) => number, exchanges: boolean): Compose =>
  (to) => {
    const bytes = bytesOf(to);
    to.bothWays(() => bytes, all, leader);
    if (exchanges) to.bothWays(() => bytes, leader, leader);
    to.bothWays(() => bytes, leader, others);
  };

const fromLeader: Compose = (to) => {
  for (const group of to.groups)
    to.hops({ from: leader(group), to: others(group), bytes: (_, receiver) => to.call.bytesOf(receiver) });
};

/** `coll/libnbc`. */
const OPEN_MPI_NONBLOCKING: Table = {
  barrier: throughLeaders(() => 0, false),
  bcast: (to) => {
    const [, other] = to.rooted;
    to.hops({ from: one(to.call.root), to: other, bytes: () => to.call.bytesOf(to.call.root) });
  },
  reduce: toRoot,
  allreduce: throughLeaders(vector, true),
  gather: toRoot,
  gatherv: toRoot,
  scatter: fromRoot,
  scatterv: fromRoot,
  allgather: toEach,
  allgatherv: toEach,
  alltoall: exchange,
  alltoallv: exchange,
  reduce_scatter: reducedByLeader(fromLeader),
  reduce_scatter_block: reducedByLeader(fromLeader),
};

// MPICH, where the second group waits for the first one, then the first one for the second.

/** A broadcast from the leader of each group to the other group. */
function tellEach(to: Composition, bytesOf: (group: Ranks) => number): void {
  const [first, second] = to.groups;
  to.message(first.first, second.first, bytesOf(first));
  to.within(second, 'bcast', bytesOf(first));
  to.message(second.first, first.first, bytesOf(second));
  to.within(first, 'bcast', bytesOf(second));
}

/** A reduction of each group to the leader of the other one. */
function reduceEach(to: Composition, bytes: number): void {
  const [first, second] = to.groups;
  to.within(second, 'reduce', bytes);
  to.message(second.first, first.first, bytes);
  to.within(first, 'reduce', bytes);
  to.message(first.first, second.first, bytes);
}

const reducedInTurn =
  (scatters: Compose): Compose =>
  (to) => {
    reduceEach(to, blocksOfGroup(to));
    scatters(to);
  };

/** Partners come in turn, as if both groups had as many ranks as the larger one. */
const pairwise: Compose = (to) => {
  const { rank, sizes } = to.call;
  const [first, second] = to.groups;
  const [own, other] = has(first, rank) ? [first, second] : [second, first];
  const rounds = Math.max(...sizes);
  const place = rank - own.first;
  const bytes = (from: number, at: number): number => to.exchanged(from, at);
  for (let i = 0; i < rounds; i++) {
    const [source, destination] = [(place - i + rounds) % rounds, (place + i) % rounds];
    const hops: Hop[] = [];
    if (source < other.count) hops.push({ from: one(other.first + source), to: one(rank), bytes });
    if (destination < other.count) hops.push({ from: one(rank), to: one(other.first + destination), bytes });
    to.hops(...hops);
  }
};

const shorter =
  (short: Compose, long: Compose): Compose =>
  (to) =>
    to.total(to.rooted[1]) < SHORT ? short(to) : long(to);

const MPICH: Table = {
  barrier: (to) => {
    for (const group of to.groups) to.within(group, 'barrier', 1);
    tellEach(to, () => 1);
  },
  bcast,
  reduce,
  allreduce,
  gather: shorter(gather, toRoot),
  gatherv: toRoot,
  scatter: shorter(scatter, fromRoot),
  scatterv: fromRoot,
  allgather: (to) => {
    for (const group of to.groups) to.within(group, 'gather', to.call.bytesOf(group.first));
    tellEach(to, (group) => to.total(group));
  },
  allgatherv: (to) => {
    const [first, second] = to.groups;
    to.hops({ from: second, to: leader(first), bytes: to.call.bytesOf });
    to.hops({ from: first, to: leader(second), bytes: to.call.bytesOf });
    to.within(first, 'bcast', to.total(second));
    to.within(second, 'bcast', to.total(first));
  },
  alltoall: pairwise,
  alltoallv: pairwise,
  reduce_scatter: reducedInTurn(scatterLists),
  reduce_scatter_block: reducedInTurn(scatterBlocks),
};

const MPICH_NONBLOCKING: Table = {
  ...MPICH,
  allreduce: (to) => {
    const bytes = vector(to);
    reduceEach(to, bytes);
    for (const group of to.groups) to.within(group, 'bcast', bytes);
  },
  reduce_scatter_block: reducedInTurn(scatterLists),
};

/** Libraries that are not known wait for no more than Open MPI's blocking calls do. */
function tableOf({ returning }: CallRules, way: CallWay): Table {
  if (returning === 'mpich') return way === 'blocking' ? MPICH : MPICH_NONBLOCKING;
  return returning === 'openmpi' && way !== 'blocking' ? OPEN_MPI_NONBLOCKING : OPEN_MPI;
}

/**
 * Puts one rank's operations of a collective between two groups into `out`. `rules`: of the program's library, without choices
 * of the user.
 */
export function emitBetween(rules: CallRules, call: BetweenCall, out: OperationSink): void {
  const { collective, way } = call;
  if (collective === 'scan' || collective === 'exscan') return;
  const composition = new Composition(rules, call);
  tableOf(rules, way)[collective](composition);
  emitInTurn(composition.parts, out);
}
