/** Which messages of blocks that differ are sent where some blocks are empty, held against records of Open MPI 4.1.4. */
import { describe, expect, it } from 'vitest';
import { numberedChoice } from '../../src/collectives/openmpi-rules.js';
import { findAlgorithm, parseCollectiveName } from '../../src/collectives/registry.js';
import { linesOf, pairsOf } from './lines.js';

const lines = linesOf(new URL('empty-blocks.txt', import.meta.url));

describe('with empty blocks', () => {
  it('are 80 calls', () => {
    expect(lines.length).toBe(80);
  });

  it.each(lines)('%s, algorithm %i, %i ranks, blocks %s', (name, number, ranks, blocks, ...seen) => {
    const collective = parseCollectiveName(name);
    const size = Number(ranks);
    const bytes = blocks.split('/').map((row) => row.split(',').map(Number));
    const mean = Math.floor(bytes[0].reduce((sum, one) => sum + one, 0) / size);
    const { ours, options } = numberedChoice(collective, Number(number), size, mean);
    const perPair = collective === 'alltoallv';
    const whole = {
      size,
      bytes: mean,
      blocks: (rank: number, to: number): number => (perPair ? bytes[rank][to] : bytes[0][rank]),
      options,
    };
    expect(pairsOf(findAlgorithm(collective, ours), whole, perPair)).toEqual(seen);
  });
});
