/** What the handles of communicators in one rank's trace stand for. */
import type { Warning } from '../../errors.js';
import { type CommGroup, membersBySeen, type Seen } from './comm-creation.js';
import type { CommHandle, RankTrace } from './trace.js';

/** A handle from its first use (or its first use after it was freed) on. */
export interface Binding {
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

export class Bindings {
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
      groups.push({ index: 0, ranks, parent: [], inOrder: false, made: 'the world' });
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

  /** What the `index`-th COMM of the trace stands for here. */
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

  /** Decides between candidates by what the others call on them, then settles open groups. */
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
    return {
      code: 'communicator-guess',
      message:
        `${source}:${binding.comm.line}: the handle ${binding.comm.handle} may stand for any of ${left.length} ` +
        'communicators with this rank and size: they are taken in the order they were made',
    };
  }
}

/** Replaces each open group by the communicators that its users' ranks and sizes tell. */
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
