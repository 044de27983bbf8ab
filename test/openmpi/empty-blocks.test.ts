/** Which messages of blocks that differ are sent where some blocks are empty, held against records of Open MPI 4.1.4. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { numberedChoice } from '../../src/collectives/openmpi-rules.js';
import { recordCollective } from '../../src/collectives/recorded-calls.js';
import { findAlgorithm, parseCollectiveName } from '../../src/collectives/registry.js';

const lines = readFileSync(new URL('empty-blocks.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .filter((line) => !line.startsWith('#'))
  .map((line) => line.split(' '));

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
    const sent = recordCollective(findAlgorithm(collective, ours), whole, perPair).flatMap((ops, from) =>
      Array.from({ length: size }, (_, to) => {
        const messages = ops.filter(({ kind, peer }) => kind === 'send' && peer === to);
        const sum = messages.reduce((all, { value }) => all + value, 0);
        return messages.length === 0 ? [] : [`${from}>${to}:${messages.length}:${sum}`];
      }).flat(),
    );
    expect(sent).toEqual(seen);
  });
});
