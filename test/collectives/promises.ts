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
  switch (collective) {
    case 'barrier':
      return {
        slots: 1,
        slotBytes: () => (whole.options?.flow === 'published' ? 1 : 0),
        input: bit,
        output: () => everyone,
      };
    case 'bcast':
      return { ...vector, input: (rank) => (rank === root ? 1 : 0), output: () => 1 };
    case 'reduce':
      return { ...vector, input: bit, output: (rank) => (rank === root ? everyone : undefined) };
    case 'allreduce':
      return { ...vector, input: bit, output: () => everyone };
    case 'scan':
      return { ...vector, input: bit, output: (rank) => firstOnes(rank + 1) };
    case 'exscan':
      return { ...vector, input: bit, output: firstOnes, register: Register.Rest };
    case 'gather':
    case 'gatherv':
      return {
        ...blocks,
        input: (rank, slot) => (rank === slot ? 1 : 0),
        output: (rank) => (rank === root ? 1 : undefined),
      };
    case 'scatter':
    case 'scatterv':
      return {
        ...blocks,
        input: (rank) => (rank === root ? 1 : 0),
        output: (rank, slot) => (rank === slot ? 1 : undefined),
      };
    case 'allgather':
    case 'allgatherv':
      // Of an empty block everyone has all from the start.
      return {
        ...blocks,
        input: (rank, slot) => (rank === slot || block(slot) === 0 ? 1 : 0),
        output: () => 1,
      };
    case 'reduce_scatter':
    case 'reduce_scatter_block':
      return {
        ...blocks,
        input: bit,
        output: (rank, slot) => (rank === slot ? everyone : undefined),
      };
    case 'alltoall':
    case 'alltoallv':
      return {
        slots: size * size,
        input: (rank, slot) => (Math.floor(slot / size) === rank ? 1 : 0),
        output: (rank, slot) => (slot % size === rank ? 1 : undefined),
        slotBytes: (slot) => whole.blocks?.(Math.floor(slot / size), slot % size) ?? bytes,
      };
  }
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
