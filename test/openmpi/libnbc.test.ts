/** Nonblocking collectives of Open MPI, held against records of 4.1.4, and against what collectives promise. */
import { describe, expect, it } from 'vitest';
import { COLLECTIVES } from '../../src/collectives/collective-algorithm.js';
import { libnbcChoice } from '../../src/collectives/library-calls.js';
import { brokenPromise } from '../../src/collectives/promises.js';
import { parseCollectiveName } from '../../src/collectives/registry.js';
import { linesOf, pairsOf } from './lines.js';

describe('nonblocking collectives', () => {
  it.each(linesOf(new URL('libnbc.txt', import.meta.url)))(
    '%s of %i ranks, root %i, %i B, send the messages that were seen',
    (...line) => {
      const [name, ranks, root, size, ...seen] = line;
      const collective = parseCollectiveName(name);
      const bytes = collective === 'barrier' ? 0 : Number(size);
      const { algorithm, segment } = libnbcChoice(collective, Number(ranks), bytes);
      const whole = { size: Number(ranks), root: Number(root), bytes, options: { segment } };
      expect(pairsOf(algorithm, whole).sort()).toEqual(seen.sort());
    },
  );

  it.each(COLLECTIVES)('%s does what it is for', (collective) => {
    for (const size of [1, 2, 3, 4, 5, 7, 8, 9])
      for (const bytes of [1, 8 * size, 160])
        for (const root of [0, size - 1]) {
          const { algorithm, segment } = libnbcChoice(collective, size, bytes);
          const whole = { size, root, bytes, options: { segment } };
          expect(brokenPromise(collective, algorithm, whole, 'data', true), `${size} ${bytes}`).toBe(
            undefined,
          );
        }
  });
});
