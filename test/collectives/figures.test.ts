/** Counts and depths equal the closed forms of the algorithms' pages. */
import { describe, expect, it } from 'vitest';
import {
  COLLECTIVES,
  type CollectiveOptions,
  DEFAULT_OPTIONS,
} from '../../src/collectives/collective-algorithm.js';
import { describeCollective, follow, recordCollective } from '../../src/collectives/recorded-calls.js';
import { algorithmsOf, defaultAlgorithm, findAlgorithm } from '../../src/collectives/registry.js';
import { SIZES } from './sizes.js';

const ALL = COLLECTIVES.flatMap((collective) =>
  algorithmsOf(collective).map((algorithm) => ({ collective, name: algorithm.name, algorithm })),
);

describe.each(ALL)('$collective by $name', ({ collective, algorithm }) => {
  const { closedForm, uses } = algorithm;
  const variants: Partial<CollectiveOptions>[] = [
    {},
    ...(uses.includes('segment') ? [{ segment: 100 }] : []),
    ...(uses.includes('fanout') ? [{ fanout: 4 }] : []),
    ...(uses.includes('flow') ? [{ flow: 'published' } as const] : []),
  ];

  it.runIf(closedForm !== undefined)('has the messages, bytes and depth of its closed form', () => {
    for (const size of SIZES) {
      for (const bytes of [0, 1000, 1237]) {
        for (const options of variants) {
          const counted = describeCollective(algorithm, { size, bytes, options });
          const formula = closedForm?.(size, bytes, { ...DEFAULT_OPTIONS, ...options });
          expect(counted, `p = ${size}, ${bytes} B, ${JSON.stringify(options)}`).toEqual(formula);
        }
      }
    }
  });

  it('matches every message and ends, with rendezvous too', () => {
    for (const size of SIZES) {
      const whole = { size, bytes: 100, root: size - 1, options: { segment: 30 } };
      const ranks = recordCollective(algorithm, whole, collective === 'alltoallv');
      expect(() => follow(ranks, true)).not.toThrow();
    }
  });
});

describe('depths by hand', () => {
  it.each([
    // 8 ranks: 3 rounds; 6 and 7 ranks: 2 rounds among 4 places. On 6, places 0 and 1 are shared, their opposites
    // 3 and 2 are not: one message before or after counts. On 7, places 1 and 2 are shared and opposite: both count.
    ['allreduce', 'recursive-doubling', 8, 3],
    ['allreduce', 'recursive-doubling', 6, 3],
    ['allreduce', 'recursive-doubling', 7, 4],
    ['allreduce', 'dissemination', 6, 3],
    ['allreduce', 'ring', 8, 14],
    ['allreduce', 'ring-full', 8, 7],
    ['bcast', 'chain', 8, 7],
    // Rank 7 = 111 in binary: three messages from rank 0.
    ['bcast', 'binomial', 8, 3],
    ['bcast', 'binomial', 7, 2],
    ['bcast', 'linear', 8, 1],
    ['alltoall', 'bruck', 9, 4],
    ['barrier', 'double-ring', 5, 10],
  ] as const)('%s by %s on %i ranks: %i', (collective, name, size, depth) => {
    expect(describeCollective(findAlgorithm(collective, name), { size, bytes: 800 }).depth).toBe(depth);
  });
});

describe('cost of a reduction', () => {
  it('is one computation per message that is reduced', () => {
    // Recursive doubling on 4 ranks: 2 rounds, 100 B · 0.5 ns/B each.
    const options = { reducePerByte: 0.5 };
    const ranks = recordCollective(defaultAlgorithm('allreduce'), { size: 4, bytes: 100, options });
    for (const ops of ranks) {
      const calcs = ops.filter((op) => op.kind === 'calc');
      expect(calcs.map((op) => op.value)).toEqual([50, 50]);
    }
    expect(ranks[0].map((op) => op.kind)).toEqual(['send', 'recv', 'calc', 'send', 'recv', 'calc']);
    // The second send waits for the first reduction, the second reduction for it and for the second receive.
    expect(ranks[0][3].requires).toEqual([2]);
    expect(ranks[0][5].requires).toEqual([4, 2]);
  });
});
