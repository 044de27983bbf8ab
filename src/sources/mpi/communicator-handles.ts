/**
 * Which communicator does a handle mean? It differs between ranks, and the call that makes one records only the address
 * of the variable for the new handle. So ranks are walked together, each up to its next call that makes a communicator;
 * when all members of the parent have arrived there, the members of the new ones follow from all ranks' colours and
 * keys, and the first use of an unknown handle means the communicator that was made before and has this rank and size.
 */
import { InputError, type Warning } from '../../errors.js';
import {
  COMM_ARG,
  type CommGroup,
  type Communicator,
  type Communicators,
  type Creation,
  groupsOf,
  joinCreation,
  membersBySeen,
  NO_NEIGHBOURS,
  NONE_MADE,
  notedCommunicators,
  rankOfEach,
  type Seen,
  UNKNOWN_COMM,
  worldOf,
} from './communicator.js';
import { CALLS } from './mpi-calls.js';
import { type CommHandle, placeOf, type RankTrace } from './rank-trace.js';

/**
 * Finds the communicator of every call. Throws an InputError where the ranks' calls that make communicators
 * do not fit together; warns where two communicators fit a handle equally well.
 */
export function findCommunicators(ranks: readonly RankTrace[]): Communicators {
  const size = ranks.length;
  if (ranks.every(({ notes }) => notes !== null)) return notedCommunicators(ranks);
  const neighbours = ranks.map(() => NO_NEIGHBOURS);
  const madeIn = ranks.map(() => NONE_MADE);
  if (onlyWorld(ranks))
    return { list: [worldOf(size)], ofRow: ranks.map(() => null), neighbours, madeIn, warnings: [] };
  const groups: CommGroup[] = [];
  const walkers = ranks.map((trace) => ({
    trace,
    bindings: new Bindings(trace, size, groups),
    bound: new Int32Array(trace.rows).fill(-1),
    row: 0,
  }));
  new Meeting(walkers, groups).run();
  const warnings = Bindings.settle(walkers.map((walker) => walker.bindings));
  return {
    list: toCommunicators(groups, size),
    ofRow: walkers.map((walker) => rowsOf(walker, walker.bindings.list)),
    neighbours,
    madeIn,
    warnings,
  };
}

/** A handle from its first use (or its first use after it was freed) on. */
interface Binding {
  readonly index: number;
  readonly comm: CommHandle;
  /** Undefined while several fit, or where none does. */
  group: CommGroup | undefined;
  /** Groups that fit, where there are several, in the order they were made. */
  readonly candidates: readonly CommGroup[];
  /** Number and hash of the collectives called on it: the same on all its ranks. */
  calls: number;
  sign: number;
}

interface Offer {
  readonly group: CommGroup;
  readonly newcomm: number;
  taken: Binding | undefined;
}

/** Meaning of the handles of communicators in one rank's trace. */
class Bindings {
  readonly list: Binding[] = [];
  readonly #trace: RankTrace;
  readonly #worldSize: number;
  readonly #groups: CommGroup[];
  readonly #offers: Offer[] = [];
  readonly #current = new Map<number, Binding>();
  #worldSeen = false;

  constructor(trace: RankTrace, worldSize: number, groups: CommGroup[]) {
    this.#trace = trace;
    this.#worldSize = worldSize;
    this.#groups = groups;
    if (groups.length === 0) {
      const ranks = Array.from({ length: worldSize }, (_, rank) => rank);
      groups.push({ index: 0, ranks, parent: [], inOrder: false, made: 'MPI_COMM_WORLD' });
    }
  }

  /** A communicator was made; the next unknown handle that fits will be it. */
  offer(group: CommGroup, newcomm: number): void {
    this.#offers.push({ group, newcomm, taken: undefined });
  }

  /** The handle kept at this address is not valid any more. */
  free(address: number): void {
    for (let i = this.#offers.length - 1; i >= 0; i--) {
      const { newcomm, taken } = this.#offers[i];
      if (newcomm !== address || taken === undefined) continue;
      for (const [key, binding] of this.#current) if (binding === taken) this.#current.delete(key);
      return;
    }
  }

  /** Meaning of the `index`-th COMM of the trace here. */
  of(index: number): Binding {
    const known = this.#current.get(index);
    if (known !== undefined) return known;
    const comm = this.#trace.comms[index];
    const candidates = this.#candidates(comm);
    const sole = candidates.length === 1 ? candidates[0] : undefined;
    const group = sole ?? (candidates.length === 0 ? this.#withoutOffer(comm) : undefined);
    const binding = { index: this.list.length, comm, group, candidates, calls: 0, sign: 0 };
    this.list.push(binding);
    this.#current.set(index, binding);
    if (sole !== undefined) this.#take(binding, sole);
    return binding;
  }

  /** Notes that a collective is called on it. */
  static sign(binding: Binding, code: number): void {
    binding.calls++;
    binding.sign = (Math.imul(binding.sign, 31) + code) | 0;
  }

  /** The group of a binding, which must be known now: of several, the one made first. */
  groupOf(index: number): CommGroup | undefined {
    const binding = this.list[index];
    if (binding.group === undefined) {
      const left = this.#untaken(binding);
      if (left.length > 0) this.#take(binding, left[0]);
    }
    return binding.group;
  }

  /** The world comes first: every program uses it before it makes others of it. */
  #candidates(comm: CommHandle): CommGroup[] {
    const free = this.#offers.filter((offer) => offer.taken === undefined);
    const named = free.find((offer) => offer.newcomm === comm.handle && this.#fits(offer.group, comm));
    if (named !== undefined) return [named.group];
    if (!this.#worldSeen && comm.size === this.#worldSize) {
      this.#worldSeen = true;
      return [this.#groups[0]];
    }
    return free.filter((offer) => this.#fits(offer.group, comm)).map((offer) => offer.group);
  }

  #fits(group: CommGroup, comm: CommHandle): boolean {
    if (group.ranks === undefined) return comm.size <= group.parent.length;
    return group.ranks.length === comm.size && group.ranks[comm.rank] === this.#trace.rank;
  }

  /** A second handle of the world (C and Fortran have their own), or MPI_COMM_SELF. */
  #withoutOffer(comm: CommHandle): CommGroup | undefined {
    if (comm.size === this.#worldSize && comm.rank === this.#trace.rank) return this.#groups[0];
    if (comm.size !== 1) return undefined;
    const self = {
      index: this.#groups.length,
      ranks: [this.#trace.rank],
      parent: [],
      inOrder: false,
      made: 'MPI_COMM_SELF',
    };
    this.#groups.push(self);
    return self;
  }

  #take(binding: Binding, group: CommGroup): void {
    binding.group = group;
    const { rank, size } = binding.comm;
    if (group.ranks === undefined && group.inOrder && group.parent[rank] === this.#trace.rank) {
      group.ranks = group.parent.slice(0, size);
    }
    const offer = this.#offers.find((one) => one.group === group && one.taken === undefined);
    if (offer !== undefined) offer.taken = binding;
  }

  #untaken(binding: Binding): CommGroup[] {
    const taken = new Set(
      this.#offers.filter((offer) => offer.taken !== undefined).map((offer) => offer.group),
    );
    return binding.candidates.filter((group) => !taken.has(group));
  }

  /** Adds groups that were found late to the list of all. */
  adopt(groups: readonly CommGroup[]): void {
    for (const group of groups) group.index = this.#groups.push(group) - 1;
  }

  /** Decides between candidates by the calls of others on them, then settles open groups. */
  static settle(ranks: readonly Bindings[]): Warning[] {
    const warnings: Warning[] = [];
    let open = ranks.flatMap((rank) =>
      rank.list
        .filter((one) => one.group === undefined && one.candidates.length > 0)
        .map((one) => ({ rank, one })),
    );
    while (open.length > 0) {
      const before = open.length;
      open = open.filter(({ rank, one }) => !rank.#decide(one, ranks));
      if (open.length < before) continue;
      const [{ rank, one }] = open;
      warnings.push(rank.#guess(one));
      open = open.slice(1);
    }
    settleOpen(ranks);
    return warnings.slice(0, 1);
  }

  /** True when only one of the candidates is left, or only one is used by others in the same way. */
  #decide(binding: Binding, ranks: readonly Bindings[]): boolean {
    const left = this.#untaken(binding);
    if (left.length === 0) return true;
    const alike = left.filter((group) => ranks.some((rank) => rank !== this && rank.#uses(group, binding)));
    const choice = left.length === 1 ? left[0] : alike.length === 1 ? alike[0] : undefined;
    if (choice === undefined) return false;
    this.#take(binding, choice);
    return true;
  }

  #uses(group: CommGroup, like: Binding): boolean {
    return this.list.some((one) => one.group === group && one.calls === like.calls && one.sign === like.sign);
  }

  #guess(binding: Binding): Warning {
    const left = this.#untaken(binding);
    this.#take(binding, left[0]);
    const { source } = this.#trace;
    const message = `${source}:${binding.comm.line}: the handle ${binding.comm.handle} may mean any of ${left.length} communicators with this rank and size; they are used in the order of creation`;
    return { code: 'communicator-guess', message };
  }
}

/** Replaces each open group by the communicators that follow from its users' ranks and sizes. */
function settleOpen(ranks: readonly Bindings[]): void {
  const users = new Map<CommGroup, { world: number; binding: Binding }[]>();
  ranks.forEach((rank, world) => {
    for (const binding of rank.list) {
      if (binding.group === undefined || binding.group.ranks !== undefined) continue;
      const list = users.get(binding.group) ?? [];
      list.push({ world, binding });
      users.set(binding.group, list);
    }
  });
  for (const [group, list] of users) {
    const seen = new Map<number, Seen>(list.map(({ world, binding }) => [world, binding.comm]));
    const members = membersBySeen(seen, group.parent);
    if (members === undefined) continue;
    const made = members.map((one) => ({ ...group, index: -1, ranks: one }));
    for (const { world, binding } of list) binding.group = made.find((one) => one.ranks.includes(world));
    ranks[0].adopt(made);
  }
}

const KIND = CALLS.map((call) => call.kind);
/** An intercommunicator's ranks are not of the calling communicator alone. */
const MAKES: readonly boolean[] = CALLS.map(
  ({ kind, name }) => /^comm-(dup|split|create)$/.test(kind) && name !== 'MPI_Intercomm_create',
);

/** One rank on its way through its trace. */
interface Walker {
  readonly trace: RankTrace;
  readonly bindings: Bindings;
  /** [rows] binding of each row with a COMM field, else -1. */
  readonly bound: Int32Array;
  row: number;
}

/** Whether every COMM of every rank can only be the world. */
function onlyWorld(ranks: readonly RankTrace[]): boolean {
  return ranks.every((trace) => {
    if (trace.comms.length > 1) return false;
    for (let row = 0; row < trace.rows; row++) if (MAKES[trace.call[row]]) return false;
    return trace.comms.length === 0 || trace.comms[0].size === ranks.length;
  });
}

/** Binds the COMM fields of a rank from its row on, up to and including the next call that makes one. */
function walk(walker: Walker): void {
  const { trace, bindings, bound } = walker;
  while (walker.row < trace.rows) {
    const { row } = walker;
    const code = trace.call[row];
    if (KIND[code] === 'comm-free') bindings.free(trace.args[trace.argStart[row]]);
    if (COMM_ARG[code] < 0) {
      walker.row++;
      continue;
    }
    const binding = bindings.of(trace.args[trace.argStart[row] + COMM_ARG[code]]);
    bound[row] = binding.index;
    if (CALLS[code].collective !== undefined) Bindings.sign(binding, code);
    if (MAKES[code]) return;
    walker.row++;
  }
}

/** Calls that make communicators, waiting for the other members of their parent. */
class Meeting {
  readonly #walkers: readonly Walker[];
  /** Open creations by parent and number of the creation on it. */
  readonly #open = new Map<string, Creation>();
  readonly #made = new Map<string, number>();
  readonly #groups: CommGroup[];

  constructor(walkers: readonly Walker[], groups: CommGroup[]) {
    this.#walkers = walkers;
    this.#groups = groups;
  }

  run(): void {
    let queue = [...this.#walkers.keys()];
    while (queue.length > 0) {
      const next: number[] = [];
      for (const rank of queue) {
        const walker = this.#walkers[rank];
        walk(walker);
        if (walker.row < walker.trace.rows) next.push(...this.#arrive(rank, walker));
      }
      queue = next;
    }
    for (const creation of this.#open.values()) this.#refuse(creation);
  }

  /** Rank is at a call that makes a communicator; returns the ranks that may go on. */
  #arrive(rank: number, walker: Walker): number[] {
    const { trace, row, bindings } = walker;
    const parent = bindings.groupOf(walker.bound[row]);
    if (parent === undefined || parent.ranks === undefined) {
      walker.row++;
      return [rank];
    }
    const key = `${parent.index} ${this.#countOn(parent.index, rank)}`;
    const creation = this.#open.get(key) ?? { call: CALLS[trace.call[row]], parent, joined: [] };
    this.#open.set(key, creation);
    if (creation.call.kind !== CALLS[trace.call[row]].kind) this.#refuseOther(creation, trace, row);
    joinCreation(creation, rank, trace, row);
    if (creation.joined.length < parent.ranks.length) return [];
    this.#open.delete(key);
    this.#resolve(creation);
    const gone = creation.joined.map((member) => member.rank);
    for (const member of gone) this.#walkers[member].row++;
    return gone;
  }

  #countOn(parent: number, rank: number): number {
    const key = `${parent} ${rank}`;
    const made = this.#made.get(key) ?? 0;
    this.#made.set(key, made + 1);
    return made;
  }

  #resolve(creation: Creation): void {
    for (const group of groupsOf(creation)) {
      group.index = this.#groups.push(group) - 1;
      for (const member of creation.joined) {
        if (group.ranks !== undefined && !group.ranks.includes(member.rank)) continue;
        this.#walkers[member.rank].bindings.offer(group, member.newcomm);
      }
    }
  }

  #refuseOther(creation: Creation, trace: RankTrace, row: number): never {
    const first = creation.joined[0];
    throw new InputError({
      place: placeOf(trace, row),
      what:
        `${CALLS[trace.call[row]].name} here, but ${creation.call.name} at ` +
        `${first.trace.source}:${first.trace.line[first.row]}`,
      mend: 'the files are of different runs',
    });
  }

  #refuse(creation: Creation): never {
    const first = creation.joined[0];
    const there = new Set(creation.joined.map((member) => member.rank));
    const missing = creation.parent.ranks?.find((rank) => !there.has(rank)) ?? 0;
    const { trace } = this.#walkers[missing];
    throw new InputError({
      place: placeOf(first.trace, first.row),
      what: `rank ${first.rank} calls ${creation.call.name}, but rank ${missing} (${trace.source}) does not`,
      mend: 'the files are of different runs, or one is cut short',
    });
  }
}

function toCommunicators(groups: readonly CommGroup[], world: number): Communicator[] {
  return groups.map((group, id) => {
    if (id === 0) return worldOf(world);
    const ranks = Int32Array.from(group.ranks ?? []);
    return { id, size: ranks.length, ranks, rankOf: rankOfEach([ranks], world), made: group.made };
  });
}

function rowsOf(walker: Walker, bindings: readonly Binding[]): Int32Array {
  return walker.bound.map((binding) => {
    if (binding < 0) return UNKNOWN_COMM;
    const { group } = bindings[binding];
    return group?.ranks === undefined ? UNKNOWN_COMM : group.index;
  });
}
