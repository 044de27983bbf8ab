import { describe, expect, it } from 'vitest';
import { chooseAlgorithm, parseCollectiveSpec } from '../../src/collectives/choice.js';
import { COLLECTIVES } from '../../src/collectives/collective-algorithm.js';
import { mpichChoice } from '../../src/collectives/mpich.js';
import { recordCollective } from '../../src/collectives/recorded-calls.js';
import { parseCollectiveName } from '../../src/collectives/registry.js';

const KIB = 1024;

// Thresholds of MPICH 4.0: allgather 80 KiB and 512 KiB in all, bcast 12 KiB, 512 KiB and 8 ranks, allreduce and reduce
// 2 KiB and an element per place, alltoall 256 B, 32 KiB and 8 ranks, reduce-scatter 512 KiB in all.
describe("MPICH's rules", () => {
  it.each([
    ['allgather', 8, 64 * KIB - 1, 'recursive-doubling'],
    ['allgather', 8, 64 * KIB, 'ring'],
    ['allgather', 5, 16 * KIB - 1, 'bruck'],
    ['allgather', 5, 16 * KIB, 'ring'],
    ['bcast', 7, 1024 * KIB, 'knomial'],
    ['bcast', 8, 12 * KIB - 1, 'knomial'],
    ['bcast', 8, 12 * KIB, 'scatter-allgather-doubling'],
    ['bcast', 12, 12 * KIB, 'scatter-allgather'],
    ['bcast', 8, 512 * KIB, 'scatter-allgather'],
    ['allreduce', 8, 2 * KIB, 'recursive-doubling'],
    ['allreduce', 8, 2 * KIB + 8, 'rabenseifner'],
    ['allreduce', 1024, 4 * KIB, 'recursive-doubling'],
    ['reduce', 6, 2 * KIB + 8, 'rabenseifner'],
    ['reduce', 6, 2 * KIB, 'ompi-binomial'],
    ['alltoall', 8, 256, 'bruck'],
    ['alltoall', 7, 256, 'linear'],
    ['alltoall', 8, 32 * KIB, 'linear'],
    ['alltoall', 8, 32 * KIB + 1, 'pairwise'],
    ['reduce_scatter', 8, 64 * KIB - 1, 'recursive-halving'],
    ['reduce_scatter', 8, 64 * KIB, 'pairwise'],
    ['barrier', 8, 1, 'dissemination'],
  ] as const)('choose for %s of %i ranks and %i B: %s', (collective, size, bytes, name) => {
    expect(mpichChoice(collective, size, bytes).algorithm.name).toBe(name);
  });

  it('have the trees of MPICH 4.0.2: the farthest first down, runs of ranks up', () => {
    const sent = (collective: 'bcast' | 'reduce', rank: number, size: number, root: number): number[] => {
      const { algorithm, options } = chooseAlgorithm([parseCollectiveSpec('mpich')], collective, size, 8);
      return recordCollective(algorithm, { size, root, bytes: 8, options })
        [rank].filter(({ kind }) => kind === 'send')
        .map(({ peer }) => peer);
    };
    // Recorded: 0>4, 0>2, 0>1, 2>3, 4>5 of 6 ranks; from root 1 every rank is one further.
    expect([0, 1, 2, 3, 4, 5].map((rank) => sent('bcast', rank, 6, 0))).toEqual([
      [4, 2, 1],
      [],
      [3],
      [],
      [5],
      [],
    ]);
    expect(sent('bcast', 1, 6, 1)).toEqual([5, 3, 2]);
    // Recorded: 1>0, 2>0, 3>2, 4>0, 5>4.
    expect([1, 2, 3, 4, 5].map((rank) => sent('reduce', rank, 6, 0))).toEqual([[0], [0], [2], [0], [4]]);
  });

  it('are what the word mpich chooses, alone or for one collective', () => {
    for (const text of ['mpich', 'allgather=mpich'])
      expect(chooseAlgorithm([parseCollectiveSpec(text)], 'allgather', 4, 1 << 20).algorithm.name).toBe(
        'ring',
      );
  });

  it('name an algorithm for every collective and size', () => {
    for (const collective of COLLECTIVES)
      for (const size of [1, 2, 3, 8, 33, 1000])
        for (const bytes of [0, 1, 300, 3000, 40_000, 1e6])
          expect(
            parseCollectiveName(collective) && mpichChoice(collective, size, bytes).algorithm.name,
          ).toBeTruthy();
  });
});
