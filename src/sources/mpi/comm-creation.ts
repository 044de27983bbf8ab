/** Calls that make communicators, and the members of what they make. */
import { rowPlaceText } from './call-table.js';
import { type CallShape, SPLIT } from './calls.js';
import type { RankTrace } from './trace.js';

/** A communicator while the traces are walked. */
export interface CommGroup {
  /** Place in the list of all groups; 0 is the world. */
  index: number;
  /** World ranks in order of their rank in the group; undefined while only its users can tell them. */
  ranks: readonly number[] | undefined;
  /** Of an open group: the members of the communicator that it was made from. */
  readonly parent: readonly number[];
  /** Its ranks are the first of the parent's, in their order (MPI_Cart_create, unless it reorders). */
  readonly inOrder: boolean;
  readonly made: string;
}

/** A rank's part in the making of communicators. */
export interface Joined {
  readonly rank: number;
  readonly trace: RankTrace;
  readonly row: number;
  /** Address of the variable for the new handle, or (as other tracers write it) the handle. */
  readonly newcomm: number;
  readonly color: number;
  readonly key: number;
}

/** A call of all ranks of `parent` that makes communicators. */
export interface Creation {
  readonly call: CallShape;
  readonly parent: CommGroup;
  readonly joined: Joined[];
}

export function joinCreation(creation: Creation, rank: number, trace: RankTrace, row: number): void {
  const { call } = creation;
  const at = trace.argStart[row];
  const split = call.kind === 'comm-split';
  creation.joined.push({
    rank,
    trace,
    row,
    newcomm: trace.args[at + (split ? SPLIT.newcomm : 1)],
    color: split ? trace.args[at + SPLIT.color] : 0,
    key: split ? trace.args[at + SPLIT.key] : 0,
  });
}

function madeBy(creation: Creation): string {
  const { trace, row } = creation.joined[0];
  return `${creation.call.name} of ${rowPlaceText(trace, row)}`;
}

/** A group per color, its ranks by key, then by rank in the parent. A negative color is MPI_UNDEFINED. */
function splitGroups(creation: Creation, parent: readonly number[]): CommGroup[] {
  const byColor = new Map<number, Joined[]>();
  for (const joined of creation.joined) {
    if (joined.color < 0) continue;
    const same = byColor.get(joined.color);
    if (same === undefined) byColor.set(joined.color, [joined]);
    else same.push(joined);
  }
  const place = new Map(parent.map((rank, index) => [rank, index]));
  const inParent = (joined: Joined) => place.get(joined.rank) ?? 0;
  return [...byColor.entries()]
    .sort(([a], [b]) => a - b)
    .map(([, members]) => ({
      index: -1,
      ranks: members.sort((a, b) => a.key - b.key || inParent(a) - inParent(b)).map((joined) => joined.rank),
      parent,
      inOrder: false,
      made: madeBy(creation),
    }));
}

/** What the call makes, once all members of the parent have joined. */
export function groupsOf(creation: Creation): CommGroup[] {
  const parent = creation.parent.ranks ?? [];
  if (creation.call.kind === 'comm-split') return splitGroups(creation, parent);
  const ranks = creation.call.kind === 'comm-dup' ? parent : undefined;
  const inOrder = creation.call.name === 'MPI_Cart_create' || creation.call.name === 'MPI_Graph_create';
  return [{ index: -1, ranks, parent, inOrder, made: madeBy(creation) }];
}

/** How a member of an open group was seen to call itself: its rank and the size. */
export interface Seen {
  readonly rank: number;
  readonly size: number;
}

/** One communicator: every rank from 0 to size − 1 once. */
function single(seen: ReadonlyMap<number, Seen>): number[][] | undefined {
  const size = seen.values().next().value?.size ?? 0;
  if (seen.size !== size) return undefined;
  const ranks = new Array<number>(size).fill(-1);
  for (const [world, { rank, size: own }] of seen) {
    if (own !== size || ranks[rank] !== -1) return undefined;
    ranks[rank] = world;
  }
  return [ranks];
}

/**
 * Several communicators of one size, as rows or columns of a grid of the parent's ranks: member i has rank
 * ⌊i / stride⌋ mod size for one stride.
 */
function grid(seen: ReadonlyMap<number, Seen>, parent: readonly number[]): number[][] | undefined {
  const size = seen.values().next().value?.size ?? 0;
  if (size === 0 || seen.size !== parent.length || parent.length % size !== 0) return undefined;
  for (let stride = 1; stride * size <= parent.length; stride++) {
    if (parent.length % (stride * size) !== 0) continue;
    const fits = parent.every((world, i) => {
      const own = seen.get(world);
      return own?.size === size && own.rank === Math.floor(i / stride) % size;
    });
    if (!fits) continue;
    const groups = Array.from({ length: parent.length / size }, () => new Array<number>(size));
    parent.forEach((world, i) => {
      const group = Math.floor(i / (stride * size)) * stride + (i % stride);
      groups[group][Math.floor(i / stride) % size] = world;
    });
    return groups;
  }
  return undefined;
}

/** Members of the communicators that an open group stands for, by how its users call themselves. */
export function membersBySeen(
  seen: ReadonlyMap<number, Seen>,
  parent: readonly number[],
): number[][] | undefined {
  return single(seen) ?? grid(seen, parent);
}
