/**
 * Which communicator is meant? A trace names it by a handle that differs between ranks, and the call that
 * makes one records only the address of the variable for the new handle. So ranks are walked together, each
 * up to its next call that makes a communicator; when all members of the parent have arrived there, the
 * members of the new ones follow from all ranks' colors and keys, and the first use of an unknown handle is
 * taken for the communicator that was made before and that has this rank and size.
 */
import { InputError } from '../../errors.js';
import { CALLS } from './calls.js';
import { type Binding, Bindings } from './comm-bindings.js';
import { type CommGroup, type Creation, groupsOf, joinCreation } from './comm-creation.js';
import { type Communicator, type Communicators, NO_NEIGHBOURS, UNKNOWN_COMM } from './communicator.js';
import { notedCommunicators } from './noted-communicators.js';
import type { RankTrace } from './trace.js';

const KIND = CALLS.map((call) => call.kind);
const COMM_ARG = CALLS.map((call) => call.commArg);
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

const lineOf = (trace: RankTrace, row: number) => ({ source: trace.source, line: trace.line[row] });

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

  /** Rank stands at a call that makes a communicator; returns the ranks that may go on. */
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
      place: lineOf(trace, row),
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
      place: lineOf(first.trace, first.row),
      what: `${creation.call.name} is called by rank ${first.rank}, but rank ${missing} (${trace.source}) has no such call`,
      mend: 'the files are of different runs, or one is cut short',
    });
  }
}

function toCommunicators(groups: readonly CommGroup[], world: number): Communicator[] {
  return groups.map((group, id) => {
    if (id === 0) return { id, size: world, ranks: null, rankOf: null, made: 'the world' };
    const ranks = Int32Array.from(group.ranks ?? []);
    const rankOf = new Int32Array(world).fill(-1);
    ranks.forEach((member, rank) => {
      rankOf[member] = rank;
    });
    return { id, size: ranks.length, ranks, rankOf, made: group.made };
  });
}

function rowsOf(walker: Walker, bindings: readonly Binding[]): Int32Array {
  return walker.bound.map((binding) => {
    if (binding < 0) return UNKNOWN_COMM;
    const { group } = bindings[binding];
    return group?.ranks === undefined ? UNKNOWN_COMM : group.index;
  });
}

/**
 * Finds the communicator of every call. Throws an InputError where the ranks' calls that make communicators
 * do not fit together; warns where two communicators fit a handle equally well.
 */
export function findCommunicators(ranks: readonly RankTrace[]): Communicators {
  const size = ranks.length;
  if (ranks.every(({ notes }) => notes !== null)) return notedCommunicators(ranks);
  const world: Communicator = { id: 0, size, ranks: null, rankOf: null, made: 'the world' };
  if (onlyWorld(ranks))
    return {
      list: [world],
      ofRow: ranks.map(() => null),
      neighbours: ranks.map(() => NO_NEIGHBOURS),
      warnings: [],
    };
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
    neighbours: ranks.map(() => NO_NEIGHBOURS),
    warnings,
  };
}
