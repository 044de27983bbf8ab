/** What the words of a collective say, in the order in which the rows of its call keep it. */
import type { ActionKind } from './actions.js';

/** The words that follow the name of a collective. */
export interface CollectiveWords {
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

export interface CollectiveRow {
  /** Fields before the communicator. */
  readonly fixed: readonly number[];
  /** Where the words begin that are its lists, one for each rank. */
  readonly lists?: readonly number[];
  /** Flops computed when it is over. */
  readonly flops?: number;
}

/** An address that no trace of SMPI tells. */
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

export const COLLECTIVES: Readonly<Partial<Record<ActionKind, Reader>>> = {
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
