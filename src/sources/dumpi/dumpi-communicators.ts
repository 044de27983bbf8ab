/**
 * Members of communicators. A call that makes one records its number, and its colours, groups or dimensions; members
 * follow from those of all ranks of its parent, which are walked together, each up to its next such call.
 */

import { InputError } from '../../errors.js';
import { type RankTrace, RowListColumns } from '../mpi/rank-trace.js';
import { commHandle, MADE, type Making } from './dumpi-rank.js';

/** World ranks, in the order of the group. */
type Group = readonly number[];

/** DUMPI's number of the empty group. */
const EMPTY = 2;

const isGroupCall = (name: string): boolean => name === 'MPI_Comm_group' || name.startsWith('MPI_Group_');

/** Ranks of ranges `first, last, stride`. */
function ranged(ranges: readonly (readonly number[])[], size: number): number[] {
  const found: number[] = [];
  for (const [first, last, stride] of ranges)
    for (let i = first; i >= 0 && i < size && (stride > 0 ? i <= last : i >= last); i += stride) {
      found.push(i);
      if (stride === 0) break;
    }
  return found;
}

type Make = (of: Group, other: Group, making: Making) => Group;

const without = (group: Group, places: readonly number[]): Group => {
  const gone = new Set(places);
  return group.filter((_, i) => !gone.has(i));
};
const chosen = (group: Group, places: readonly number[]): Group =>
  places.flatMap((place) => group[place] ?? []);

const MAKES: Readonly<Record<string, Make>> = {
  MPI_Group_union: (a, b) => [...a, ...b.filter((rank) => !a.includes(rank))],
  MPI_Group_intersection: (a, b) => a.filter((rank) => b.includes(rank)),
  MPI_Group_difference: (a, b) => a.filter((rank) => !b.includes(rank)),
  MPI_Group_incl: (a, _, { lists }) => chosen(a, lists[0]),
  MPI_Group_excl: (a, _, { lists }) => without(a, lists[0]),
  MPI_Group_range_incl: (a, _, { lists }) => chosen(a, ranged(lists, a.length)),
  MPI_Group_range_excl: (a, _, { lists }) => without(a, ranged(lists, a.length)),
};

/** Adds the group that a call makes to those of a rank; removes it where its members are unknown. */
function groupMade(
  making: Making,
  groups: Map<number, Group>,
  ranksOf: (comm: number) => Group | undefined,
): void {
  const { name, values } = making;
  const known = (group: number): Group | undefined => (group === EMPTY ? [] : groups.get(group));
  const ofComm = name === 'MPI_Comm_group';
  const ofTwo = /union|intersection|difference/.test(name);
  const number = ofComm ? values[1] : ofTwo ? values[2] : values[3];
  const other = ofTwo ? known(values[1]) : [];
  const of = ofComm ? ranksOf(values[0]) : known(values[0]);
  if (of === undefined || other === undefined) groups.delete(number);
  else groups.set(number, ofComm ? of : MAKES[name](of, other, making));
}

/** DUMPI's numbers of the null communicator, the world and the rank itself. */
const NULL = 1;
const WORLD = 2;
const SELF = 3;

interface Comm {
  readonly id: number;
  /** World ranks of its ranks. */
  readonly ranks: Group;
  readonly dims: readonly number[];
}

/** One rank on its way through the calls that make something. */
interface Walker {
  readonly trace: RankTrace;
  readonly makings: readonly Making[];
  next: number;
  readonly comms: Map<number, Comm>;
  readonly groups: Map<number, Group>;
  /** Calls that made communicators of each so far. */
  readonly made: Map<number, number>;
  readonly notes: RowListColumns;
}

/** A call that makes communicators, with the ranks that have come to it. */
interface Meeting {
  readonly parent: Comm;
  readonly name: string;
  readonly came: Map<number, Making>;
}

const product = (dims: readonly number[]): number => dims.reduce((a, b) => a * b, 1);

/** Place of a rank in a grid without the dimensions that are kept: ranks with the same are one communicator. */
function rowOfGrid(rank: number, dims: readonly number[], kept: readonly number[]): number {
  let left = rank;
  let row = 0;
  let stride = 1;
  for (let i = dims.length - 1; i >= 0; i--) {
    const at = left % dims[i];
    left = Math.floor(left / dims[i]);
    if (kept[i] !== 0) continue;
    row += at * stride;
    stride *= dims[i];
  }
  return row;
}

/** World ranks of the communicator that a rank gets, and its dimensions. */
function madeFor(rank: number, { parent, came }: Meeting, walker: Walker): Omit<Comm, 'id'> | undefined {
  const own = came.get(rank);
  if (own === undefined) return undefined;
  const { name, values, lists } = own;
  if (name === 'MPI_Comm_dup') return parent;
  if (name === 'MPI_Comm_create') {
    const ranks = walker.groups.get(values[1]);
    return ranks === undefined ? undefined : { ranks, dims: [] };
  }
  if (name === 'MPI_Comm_split') return { ranks: splitOf(own, parent, came), dims: [] };
  if (name === 'MPI_Cart_create') return { ranks: parent.ranks.slice(0, product(lists[0])), dims: lists[0] };
  if (name === 'MPI_Graph_create') return { ranks: parent.ranks.slice(0, values[2]), dims: [] };
  if (product(parent.dims) !== parent.ranks.length) return undefined;
  const rowOf = (i: number): number => rowOfGrid(i, parent.dims, lists[0]);
  const row = rowOf(parent.ranks.indexOf(rank));
  return {
    ranks: parent.ranks.filter((_, i) => rowOf(i) === row),
    dims: parent.dims.filter((_, i) => lists[0][i] !== 0),
  };
}

/** Ranks of the same color by their keys, and by their place in the parent where keys are equal. */
function splitOf(own: Making, parent: Comm, came: ReadonlyMap<number, Making>): number[] {
  const [, color] = own.values;
  const keyOf = (rank: number): number => came.get(rank)?.values[2] ?? 0;
  return parent.ranks
    .filter((rank) => {
      const making = came.get(rank);
      return making !== undefined && making.values[1] === color && making.values[3] !== NULL;
    })
    .sort((a, b) => keyOf(a) - keyOf(b));
}

class Members {
  readonly #walkers: readonly Walker[];
  readonly #open = new Map<string, Meeting>();
  /** Communicators by what makes them one: parent, call and members. */
  readonly #ids = new Map<string, number>();
  #last = 0;

  constructor(traces: readonly RankTrace[], makings: readonly (readonly Making[])[]) {
    const world: Comm = { id: this.#last++, ranks: traces.map(({ rank }) => rank), dims: [] };
    this.#walkers = traces.map((trace, rank) => ({
      trace,
      makings: makings[rank],
      next: 0,
      comms: new Map([
        [WORLD, world],
        [SELF, { id: this.#last++, ranks: [rank], dims: [] }],
      ]),
      groups: new Map(),
      made: new Map(),
      notes: new RowListColumns(),
    }));
  }

  run(): RankTrace[] {
    let queue = [...this.#walkers.keys()];
    while (queue.length > 0) queue = queue.flatMap((rank) => this.#walk(rank));
    for (const meeting of this.#open.values()) this.#refuse(meeting);
    return this.#walkers.map(({ trace, notes }) =>
      trace.notes === null ? trace : { ...trace, notes: { ...trace.notes, members: notes.done() } },
    );
  }

  /** A rank goes on to its next call that waits for others; ranks that may go on then. */
  #walk(rank: number): readonly number[] {
    const walker = this.#walkers[rank];
    for (; walker.next < walker.makings.length; walker.next++) {
      const making = walker.makings[walker.next];
      if (isGroupCall(making.name)) {
        groupMade(making, walker.groups, (comm) => walker.comms.get(comm)?.ranks);
        continue;
      }
      const parent = walker.comms.get(making.values[MADE[making.name][0]]);
      if (parent !== undefined) return this.#come(rank, walker, making, parent);
      // Intercommunicators and unknown communicators: calls on them are not understood.
      walker.comms.delete(making.values[MADE[making.name][1]]);
    }
    return [];
  }

  #come(rank: number, walker: Walker, making: Making, parent: Comm): readonly number[] {
    const count = walker.made.get(parent.id) ?? 0;
    walker.made.set(parent.id, count + 1);
    const key = `${parent.id} ${count}`;
    const meeting = this.#open.get(key) ?? { parent, name: making.name, came: new Map() };
    this.#open.set(key, meeting);
    if (meeting.name !== making.name) this.#refuseOther(rank, making, meeting);
    meeting.came.set(rank, making);
    if (meeting.came.size < parent.ranks.length) return [];
    this.#open.delete(key);
    for (const member of parent.ranks) this.#make(member, meeting, key);
    return parent.ranks;
  }

  #make(rank: number, meeting: Meeting, key: string): void {
    const walker = this.#walkers[rank];
    const making = walker.makings[walker.next++];
    const number = making.values[MADE[making.name][1]];
    const made = number === NULL ? undefined : madeFor(rank, meeting, walker);
    if (made === undefined || !made.ranks.includes(rank)) {
      walker.comms.delete(number);
      return;
    }
    const name = `${key}: ${made.ranks.join(',')}`;
    const id = this.#ids.get(name) ?? this.#last++;
    this.#ids.set(name, id);
    walker.comms.set(number, { ...made, id });
    walker.notes.add(making.row, [commHandle(number), ...made.ranks]);
  }

  #refuseOther(rank: number, making: Making, { name, came }: Meeting): never {
    const [other] = came.keys();
    const first = came.get(other);
    throw new InputError({
      place: { source: this.#walkers[rank].trace.source, line: making.line },
      what: `${making.name} here, but ${name} at ${this.#walkers[other].trace.source}:${first?.line ?? 0}`,
      mend: 'the files are of different runs',
    });
  }

  #refuse({ parent, name, came }: Meeting): never {
    const missing = parent.ranks.find((rank) => !came.has(rank)) ?? 0;
    const [first] = came.keys();
    throw new InputError({
      place: { source: this.#walkers[first].trace.source, line: came.get(first)?.line ?? 0 },
      what: `rank ${first} calls ${name}, but rank ${missing} (${this.#walkers[missing].trace.source}) does not`,
      mend: 'the files are of different runs, or one is cut short',
    });
  }
}

/**
 * The traces of all ranks, in their order, with the members of the communicators that their calls made. Throws InputError
 * where the calls of the ranks do not fit together.
 */
export function withMembers(
  traces: readonly RankTrace[],
  makings: readonly (readonly Making[])[],
): RankTrace[] {
  return new Members(traces, makings).run();
}
