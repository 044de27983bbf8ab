/** Nonblocking collectives of MPICH, held against records of 4.0.2, and against what collectives promise. */
import { describe, expect, it } from 'vitest';
import { allreduceMpichRabenseifner } from '../../src/collectives/allreduce.js';
import { alltoallInPlace } from '../../src/collectives/alltoall.js';
import { COLLECTIVES, DEFAULT_OPTIONS } from '../../src/collectives/collective-algorithm.js';
import { mpichNonblockingChoice } from '../../src/collectives/library-calls.js';
import { brokenPromise } from '../../src/collectives/promises.js';
import { describeCollective, recordCollective } from '../../src/collectives/recorded-calls.js';
import { parseCollectiveName } from '../../src/collectives/registry.js';
import { linesOf } from '../openmpi/lines.js';
import { cases } from '../part.js';

const lines = linesOf(new URL('nonblocking.txt', import.meta.url));
const algorithmOf = ([name, ranks, , bytes]: readonly string[]): string => {
  const collective = parseCollectiveName(name);
  return `${name} ${mpichNonblockingChoice(collective, Number(ranks), Number(bytes)).algorithm.name}`;
};
const algorithms = lines.map(algorithmOf);
/** Of a part the last of each algorithm, which has the most ranks. */
const some = cases(lines, (_, i) => algorithms.lastIndexOf(algorithms[i]) === i);

describe('nonblocking collectives of MPICH', () => {
  it.each(some)('%s of %i ranks, root %i, %i B, send the messages that were seen', (...line) => {
    const [name, ranks, root, size, ...seen] = line;
    const collective = parseCollectiveName(name);
    const bytes = Number(size);
    const { algorithm, options } = mpichNonblockingChoice(collective, Number(ranks), bytes);
    const whole = { size: Number(ranks), root: Number(root), bytes, options };
    const sent = recordCollective(algorithm, whole).flatMap((ops, from) =>
      ops.filter(({ kind }) => kind === 'send').map(({ peer, value }) => `${from}>${peer}:${value}`),
    );
    expect(sent).toEqual(seen);
  });

  it.each(COLLECTIVES)('%s does what it is for', (collective) => {
    for (const size of cases([1, 2, 3, 4, 5, 7, 8, 9, 12, 16], (one) => one < 6))
      for (const bytes of [1, 8 * size, 160, 2056])
        for (const root of [0, 1, size - 1]) {
          const { algorithm, options } = mpichNonblockingChoice(collective, size, bytes);
          const whole = { size, root: Math.min(root, size - 1), bytes, options };
          expect(brokenPromise(collective, algorithm, whole, 'data', true), `${size} ${bytes}`).toBe(
            undefined,
          );
        }
  });

  it.each(cases([8, 9, 12, 16, 17], (size) => size === 9))(
    'long broadcasts of %i ranks reach everybody',
    (size) => {
      for (const bytes of [12_288, 12_289, 12_296])
        for (const root of [0, 3]) {
          const { algorithm, options } = mpichNonblockingChoice('bcast', size, bytes);
          const whole = { size, root, bytes, options };
          expect(brokenPromise('bcast', algorithm, whole, 'data', true), `${size} ${bytes}`).toBe(undefined);
        }
    },
  );
});

describe("MPICH's own ways", () => {
  it.each([2, 3, 4, 5, 6, 7, 8, 12, 17])(
    'of an allreduce of %i ranks have the figures that are told',
    (size) => {
      const { closedForm } = allreduceMpichRabenseifner;
      const counted = describeCollective(allreduceMpichRabenseifner, { size, bytes: 4096 });
      expect(counted).toEqual(closedForm?.(size, 4096, DEFAULT_OPTIONS));
    },
  );

  it.each([2, 3, 4, 5, 8])('of an alltoall in place of %i ranks bring all blocks', (size) => {
    expect(brokenPromise('alltoall', alltoallInPlace, { size, bytes: 8 }, 'data', true)).toBe(undefined);
    expect(describeCollective(alltoallInPlace, { size, bytes: 8 }).messages).toBe(size * (size - 1));
  });
});
