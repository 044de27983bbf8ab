/**
 * Nobody leaves a collective before those whose data it must have have entered it: for every algorithm, with the
 * options that it has when nothing is chosen. Who waits for whom is what bounds times from below, whatever the
 * machine: with L = o = G = 0 a rank leaves at the latest entry of those that it waits for.
 */
import { describe, expect, it } from 'vitest';
import {
  COLLECTIVES,
  type CollectiveAlgorithm,
  type CollectiveName,
} from '../../src/collectives/collective-algorithm.js';
import { follow, recordCollective } from '../../src/collectives/recorded-calls.js';
import { algorithmsOf } from '../../src/collectives/registry.js';
import { cases } from '../part.js';
import { SIZES } from './sizes.js';

const MORE = [...SIZES.filter((size) => size > 1), ...cases([64], () => false)];

/** Ranks 0 … n − 1. */
const first = (n: number): bigint => (1n << BigInt(n)) - 1n;

/** Those that must have entered before `rank` leaves, itself among them. */
function mustWaitFor(collective: CollectiveName, rank: number, size: number, root: number): bigint {
  const self = 1n << BigInt(rank);
  switch (collective) {
    case 'bcast':
    case 'scatter':
    case 'scatterv':
      return self | (1n << BigInt(root));
    case 'reduce':
    case 'gather':
    case 'gatherv':
      return rank === root ? first(size) : self;
    case 'scan':
    case 'exscan':
      return first(rank + 1);
    default:
      return first(size);
  }
}

/** [rank] those that have entered when it leaves. */
function waitedFor(
  collective: CollectiveName,
  algorithm: CollectiveAlgorithm,
  size: number,
  root: number,
): bigint[] {
  const ranks = recordCollective(algorithm, { size, root, bytes: 8 }, collective === 'alltoallv');
  const { order, sender } = follow(ranks);
  const seen = ranks.map((ops) => new Array<bigint>(ops.length).fill(0n));
  const left = ranks.map((_, rank) => 1n << BigInt(rank));
  for (const { rank, op } of order) {
    let known = 1n << BigInt(rank);
    for (const before of ranks[rank][op].requires) known |= seen[rank][before];
    const from = sender[rank][op];
    if (from !== undefined) known |= seen[from.rank][from.op];
    seen[rank][op] = known;
    left[rank] |= known;
  }
  return left;
}

describe.each(COLLECTIVES)('%s', (collective) => {
  it.each(algorithmsOf(collective).map((algorithm) => [algorithm.name, algorithm] as const))(
    'by %s lets nobody go too early',
    (_, algorithm) => {
      for (const size of MORE) {
        for (const root of new Set([0, size - 1, size >> 1])) {
          const left = waitedFor(collective, algorithm, size, root);
          const lacking = left.flatMap((known, rank) => {
            const lacks = mustWaitFor(collective, rank, size, root) & ~known;
            return lacks === 0n ? [] : [`rank ${rank} waits not for ${lacks.toString(2)}`];
          });
          expect(lacking, `p = ${size}, root ${root}`).toEqual([]);
        }
      }
    },
  );
});
