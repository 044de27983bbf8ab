/** What each collective promises, as tokens: who starts with what, and who must end with what. */

import {
  type CollectiveAlgorithm,
  type CollectiveName,
  Register,
} from '../../src/collectives/collective-algorithm.js';
import { recordCollective, type WholeCall } from '../../src/collectives/recorded-calls.js';
import { type Following, moveTokens, type Tokens } from './tokens.js';

const bit = (rank: number): Tokens => 2 ** rank;
/** Contributions of ranks 0 … n − 1. */
const firstOnes = (n: number): Tokens => 2 ** n - 1;

interface Promise {
  readonly slots: number;
  readonly input: Following['input'];
  /** What `rank` must hold in `slot`; undefined: anything. */
  readonly output: (rank: number, slot: number) => Tokens | undefined;
  readonly slotBytes: (slot: number) => number;
  readonly register?: Register;
}

/** `promise` of a call; vectors are followed byte by byte. */
function promiseOf(collective: CollectiveName, whole: WholeCall): Promise {
  const { size, bytes } = whole;
  const root = whole.root ?? 0;
  const block = (rank: number): number => whole.blocks?.(rank, rank) ?? bytes;
  const vector = { slots: bytes, slotBytes: () => 1 };
  const blocks = { slots: size, slotBytes: block };
  const everyone = firstOnes(size);
  const ofRoot = (rank: number): Tokens => (rank === root ? 1 : 0);
  const own = (rank: number, slot: number): Tokens => (rank === slot ? 1 : 0);
  const atRoot = (rank: number, tokens: Tokens) => (rank === root ? tokens : undefined);
  const inOwn = (rank: number, slot: number, tokens: Tokens) => (rank === slot ? tokens : undefined);
  const gather: Promise = { ...blocks, input: own, output: (rank) => atRoot(rank, 1) };
  const scatter: Promise = { ...blocks, input: ofRoot, output: (rank, slot) => inOwn(rank, slot, 1) };
  // Of an empty block everyone has all from the start.
  const orEmpty = (rank: number, slot: number): Tokens => (block(slot) === 0 ? 1 : own(rank, slot));
  const allgather: Promise = { ...blocks, input: orEmpty, output: () => 1 };
  const parts: Promise = { ...blocks, input: bit, output: (rank, slot) => inOwn(rank, slot, everyone) };
  const alltoall: Promise = {
    slots: size * size,
    input: (rank, slot) => own(rank, Math.floor(slot / size)),
    output: (rank, slot) => inOwn(rank, slot % size, 1),
    slotBytes: (slot) => whole.blocks?.(Math.floor(slot / size), slot % size) ?? bytes,
  };
  const signal = whole.options?.flow === 'published' ? 1 : 0;
  const promises: Readonly<Record<CollectiveName, Promise>> = {
    barrier: { slots: 1, slotBytes: () => signal, input: bit, output: () => everyone },
    bcast: { ...vector, input: ofRoot, output: () => 1 },
    reduce: { ...vector, input: bit, output: (rank) => atRoot(rank, everyone) },
    allreduce: { ...vector, input: bit, output: () => everyone },
    scan: { ...vector, input: bit, output: (rank) => firstOnes(rank + 1) },
    exscan: { ...vector, input: bit, output: firstOnes, register: Register.Rest },
    gather,
    gatherv: gather,
    scatter,
    scatterv: scatter,
    allgather,
    allgatherv: allgather,
    reduce_scatter: parts,
    reduce_scatter_block: parts,
    alltoall,
    alltoallv: alltoall,
  };
  return promises[collective];
}

/** The first promise that a call breaks, in words; undefined when it keeps them all. */
export function brokenPromise(
  collective: CollectiveName,
  algorithm: CollectiveAlgorithm,
  whole: WholeCall,
  order: Following['order'],
  checksBytes: boolean,
): string | undefined {
  const { output, slotBytes, register, ...start } = promiseOf(collective, whole);
  const ranks = recordCollective(algorithm, whole, collective === 'alltoallv');
  const following: Following = checksBytes ? { ...start, slotBytes, order } : { ...start, order };
  const ends = moveTokens(ranks, following);
  for (let rank = 0; rank < whole.size; rank++) {
    for (let slot = 0; slot < start.slots; slot++) {
      if (slotBytes(slot) === 0 && collective !== 'barrier') continue;
      const wanted = output(rank, slot);
      const got = ends[rank].end(register ?? Register.Result, slot);
      if (wanted !== undefined && got !== wanted) {
        return `rank ${rank}, slot ${slot}: ${got.toString(2)} instead of ${wanted.toString(2)}`;
      }
    }
  }
  return undefined;
}
