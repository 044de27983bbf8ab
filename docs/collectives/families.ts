/** The parts of the pages that are written by hand: texts, and closed forms, which test/collectives/pages.test.ts checks. */
import type { CollectiveName, CollectiveOptions } from '../../src/collectives/collective-algorithm.js';

export type Figure = 'messages' | 'bytes' | 'depth';

/** Closed forms; see {@link LETTERS}. */
export interface Formula {
  readonly messages: string;
  readonly bytes: string;
  readonly depth: string;
  /** Figures whose formulas hold for powers of two only. */
  readonly powersOnly?: readonly Figure[];
}

export interface Family {
  /** File name without ending. */
  readonly page: string;
  readonly title: string;
  /** Collectives of the page; an algorithm is shown by the first that has it. */
  readonly collectives: readonly CollectiveName[];
  readonly text: string;
  /** A sentence that says what n is. */
  readonly n: string;
  readonly unit: 'vector' | 'block' | 'byte';
  /** By algorithm; null: there is no short one. */
  readonly formulas: Readonly<Record<string, Formula | null>>;
  /** The algorithms that are drawn, with the options of their pictures. Long and obvious pictures are left out. */
  readonly pictures: Readonly<Record<string, Partial<CollectiveOptions>>>;
}

/** Meaning of the letters in the formulas. */
export const LETTERS =
  'p is the number of ranks, P the largest power of two up to p, and R = p − P. s is the number of segments of a message, f the fanout. ' +
  'B is the number of ones in all binary numbers from 1 to p − 1 (p/2·log₂ p if p = P). [condition] is 1 if the condition holds, otherwise 0';

const FOLDED = 'log₂ P + [R > 0] + [2·R > P]';
const tree = (depth: string): Formula => ({ messages: '(p − 1)·s', bytes: '(p − 1)·n', depth });
const all = (messages: string, depth: string): Formula => ({ messages, bytes: 'p·(p − 1)·n', depth });

const TREES: Readonly<Record<string, Formula>> = {
  binomial: tree('⌊log₂ p⌋'),
  linear: tree('[p > 1]'),
  chain: tree('⌈(p − 1)/f⌉'),
  pipeline: tree('p − 1'),
  binary: tree('⌊log₂ p⌋'),
  'ompi-binary': tree('⌊log₂ p⌋'),
  'ompi-binomial': tree('⌊log₂ p⌋'),
};
const RUNS: Readonly<Record<string, Formula>> = {
  binomial: { messages: 'p − 1', bytes: 'B·n', depth: '⌊log₂ p⌋' },
  linear: { messages: 'p − 1', bytes: '(p − 1)·n', depth: '[p > 1]' },
};

export const FAMILIES: readonly Family[] = [
  {
    page: 'barrier',
    title: 'Barrier',
    collectives: ['barrier'],
    text: 'No rank leaves the barrier before the last rank has entered it.',
    n: 'Messages are empty (n = 0), except those of dissemination with [`flow=published`](README.md#defaults), which have 1 B.',
    unit: 'byte',
    formulas: {
      dissemination: { messages: 'p·⌈log₂ p⌉', bytes: '0', depth: '⌈log₂ p⌉' },
      linear: { messages: '2·(p − 1)', bytes: '0', depth: '2·[p > 1]' },
      'double-ring': { messages: '2·p·[p > 1]', bytes: '0', depth: '2·p·[p > 1]' },
      'recursive-doubling': { messages: 'P·log₂ P + 3·R', bytes: '0', depth: `${FOLDED} + [R > 0]` },
      tree: { messages: '2·(p − 1)', bytes: '0', depth: '2·⌊log₂ p⌋' },
    },
    pictures: {},
  },
  {
    page: 'bcast',
    title: 'Bcast',
    collectives: ['bcast'],
    text: "The root's vector reaches every rank. With `segment`, trees and chains cut the vector into equal segments of at most that size, and a rank passes on each segment when it arrives. The sections below describe root 0. For another root, binomial swaps the root with rank 0; the other algorithms count ranks from the root.",
    n: "n is the vector's size.",
    unit: 'vector',
    formulas: {
      ...TREES,
      'ompi-split-binary': { messages: '2·(p − 1)', bytes: '(p − 1)·n', depth: '⌊log₂ p⌋ + [R > 0]' },
      knomial: tree('⌊log_f((f − 1)·(p − 1) + 1)⌋'),
      'scatter-allgather': {
        messages: '(p − 1)·(p + 1)',
        bytes: 'B·n/p + (p − 1)·n',
        depth: '⌊log₂ p⌋ + p − 1',
      },
      'scatter-allgather-doubling': {
        messages: 'p − 1 + P·log₂ P',
        bytes: 'B·n/p + (p − 1)·n',
        depth: '2·log₂ P',
        powersOnly: ['messages', 'depth'],
      },
    },
    pictures: { 'ompi-binary': {} },
  },
  {
    page: 'reduce',
    title: 'Reduce',
    collectives: ['reduce'],
    text: "The root gets the reduction of all vectors. The operation is assumed to commute. A rank's reductions of the same segment run one after another. Segments and roots are as in [bcast](bcast.md).",
    n: "n is the vector's size.",
    unit: 'vector',
    formulas: {
      ...TREES,
      'ompi-in-order-binary': {
        messages: '(p − 1)·s + [p > 1]',
        bytes: '(p − 1 + [p > 1])·n',
        depth: '⌊log₂ p⌋ + [p > 1]',
      },
      rabenseifner: {
        messages: '3·R + P·log₂ P + P − 1',
        bytes: '(3/2·R + P − 1)·n + n·log₂ P/2',
        depth: '2·log₂ P + 2·[R > 0]',
      },
    },
    pictures: { 'ompi-binomial': {} },
  },
  {
    page: 'allreduce',
    title: 'Allreduce',
    collectives: ['allreduce'],
    text: 'Every rank gets the reduction of all vectors. Latency costs most in ring and ring-full, whose depth grows with p. In ring, `segment` cuts each of the p shares of the vector.',
    n: "n is the vector's size.",
    unit: 'vector',
    formulas: {
      'recursive-doubling': { messages: 'P·log₂ P + 2·R', bytes: '(P·log₂ P + 2·R)·n', depth: FOLDED },
      dissemination: { messages: 'p·⌈log₂ p⌉', bytes: 'p·⌈log₂ p⌉·n', depth: '⌈log₂ p⌉' },
      ring: { messages: '2·p·(p − 1)·s', bytes: '2·(p − 1)·n', depth: '2·(p − 1)' },
      'ring-full': { messages: 'p·(p − 1)', bytes: 'p·(p − 1)·n', depth: 'p − 1' },
      rabenseifner: {
        messages: '2·P·log₂ P + 4·R',
        bytes: '(2·(P − 1) + 5/2·R)·n',
        depth: '2·log₂ P + 3·[R > 0]',
      },
      'ompi-reduce-bcast': null,
      'reduce-bcast': { messages: '2·(p − 1)', bytes: '2·(p − 1)·n', depth: '2·⌊log₂ p⌋' },
      linear: { messages: '2·(p − 1)', bytes: '2·(p − 1)·n', depth: '2·[p > 1]' },
    },
    pictures: {},
  },
  {
    page: 'allgather',
    title: 'Allgather, Allgatherv',
    collectives: ['allgather', 'allgatherv'],
    text: 'Every rank gets the block of every rank. With [`flow=published`](README.md#defaults) (Allgather only), every message of dissemination has the size of one block, although in round k it must carry up to 2^k blocks.',
    n: "n is the size of one rank's block.",
    unit: 'block',
    formulas: {
      dissemination: all('p·⌈log₂ p⌉', '⌈log₂ p⌉'),
      ring: all('p·(p − 1)', 'p − 1'),
      'recursive-doubling': all('P·log₂ P + 2·R', FOLDED),
      bruck: all('p·⌈log₂ p⌉', '⌈log₂ p⌉'),
      linear: all('p·(p − 1)', '[p > 1]'),
      'neighbor-exchange': all(
        'p·(p/2·[p % 2 === 0] + (p − 1)·[p % 2 === 1])',
        'p/2·[p % 2 === 0] + (p − 1)·[p % 2 === 1]',
      ),
      'gather-bcast': {
        messages: '2·(p − 1)',
        bytes: '(p − 1)·(p + 1)·n',
        depth: '[p > 1] + ⌊log₂ p⌋',
      },
      'ompi-gather-bcast': null,
    },
    pictures: {},
  },
  {
    page: 'alltoall',
    title: 'Alltoall, Alltoallv',
    collectives: ['alltoall', 'alltoallv'],
    text: 'Every rank sends a different block to every rank. In Alltoallv, linear does not send empty blocks; ompi-linear does, so every rank waits for every other. Open MPI uses pairwise or ompi-linear for MPI_Alltoallv. For MPI_Alltoallw, and for nonblocking and persistent forms of all three collectives, it uses linear.',
    n: 'n is the size of the block that one rank sends to another.',
    unit: 'block',
    formulas: {
      linear: all('p·(p − 1)', '[p > 1]'),
      pairwise: all('p·(p − 1)', 'p − 1'),
      'ompi-linear': all('p·(p − 1)', '[p > 1]'),
      bruck: { messages: 'p·⌈log₂ p⌉', bytes: 'p·B·n', depth: '⌈log₂ p⌉' },
    },
    pictures: {},
  },
  {
    page: 'scatter',
    title: 'Scatter, Scatterv',
    collectives: ['scatter', 'scatterv'],
    text: "Rank r gets block r of the root. Scatterv is linear by default, because only the root knows the sizes of other ranks' blocks.",
    n: "n is the size of one rank's block.",
    unit: 'block',
    formulas: RUNS,
    pictures: {},
  },
  {
    page: 'gather',
    title: 'Gather, Gatherv',
    collectives: ['gather', 'gatherv'],
    text: "The root gets the block of every rank. Gatherv is linear by default, because only the root knows the sizes of other ranks' blocks.",
    n: "n is the size of one rank's block.",
    unit: 'block',
    formulas: {
      ...RUNS,
      'ompi-linear-sync': { messages: '3·(p − 1)', bytes: '(p − 1)·n', depth: '2·(p − 1)' },
    },
    pictures: {},
  },
  {
    page: 'scan',
    title: 'Scan, Exscan',
    collectives: ['scan', 'exscan'],
    text: 'Rank r gets the reduction of the vectors of ranks 0 to r (Scan) or 0 to r − 1 (Exscan).',
    n: "n is the vector's size.",
    unit: 'vector',
    formulas: {
      linear: { messages: 'p − 1', bytes: '(p − 1)·n', depth: 'p − 1' },
      'recursive-doubling': { messages: '2·B', bytes: '2·B·n', depth: '⌈log₂ p⌉' },
    },
    pictures: {},
  },
  {
    page: 'reduce-scatter',
    title: 'Reduce_scatter, Reduce_scatter_block',
    collectives: ['reduce_scatter', 'reduce_scatter_block'],
    text: 'Every rank has a block for each rank. Rank r gets the reduction of all blocks for rank r.',
    n: "n is the size of one rank's block.",
    unit: 'block',
    formulas: {
      'recursive-halving': {
        messages: 'P·log₂ P + 2·R',
        bytes: '((P − 1 + R)·p + R)·n',
        depth: FOLDED,
      },
      pairwise: all('p·(p − 1)', 'p − 1'),
      ring: all('p·(p − 1)', 'p − 1'),
      'reduce-scatterv': {
        messages: '2·(p − 1)',
        bytes: '((p − 1)·p + B)·n',
        depth: '2·⌊log₂ p⌋',
      },
      butterfly: null,
      'recursive-doubling': {
        messages: 'P·log₂ P',
        bytes: 'P·(P·log₂ P − P + 1)·n',
        depth: 'log₂ P',
        powersOnly: ['messages', 'bytes', 'depth'],
      },
      'ompi-reduce-scatter': null,
    },
    pictures: {},
  },
];
