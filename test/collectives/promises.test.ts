/**
 * Every algorithm, on 1 … 32 ranks, keeps what its collective promises: tokens move along its messages and only
 * along the data flow that its dependencies state.
 */
import { describe, expect, it } from 'vitest';
import {
  COLLECTIVES,
  type CollectiveName,
  type CollectiveOptions,
} from '../../src/collectives/collective-algorithm.js';
import { brokenPromise } from '../../src/collectives/promises.js';
import type { WholeCall } from '../../src/collectives/recorded-calls.js';
import { algorithmsOf } from '../../src/collectives/registry.js';
import { ROOTED } from '../openmpi/traffic.js';
import { SIZES } from './sizes.js';

const DIFFERING: readonly CollectiveName[] = [
  'gatherv',
  'scatterv',
  'allgatherv',
  'reduce_scatter',
  'alltoallv',
];

/** Calls worth trying with `size` ranks: roots at both ends and between, sizes that do not divide, empty ones. */
function callsOf(collective: CollectiveName, size: number): WholeCall[] {
  const roots = ROOTED.includes(collective) ? [...new Set([0, size - 1, size >> 1])] : [0];
  const calls: WholeCall[] = roots.map((root) => ({ size, root, bytes: 7 }));
  calls.push({ size, root: roots[roots.length - 1], bytes: 0 });
  if (size % 8 < 2) calls.push({ size, bytes: 41 });
  if (DIFFERING.includes(collective)) {
    const blocks = (rank: number, to: number): number => (rank * 5 + to * 3) % 4;
    for (const root of roots) calls.push({ size, root, bytes: 2, blocks });
  }
  return calls;
}

function optionsOf(uses: readonly string[]): Partial<CollectiveOptions>[] {
  const options: Partial<CollectiveOptions>[] = [{}];
  if (uses.includes('segment')) options.push({ segment: 3 });
  if (uses.includes('fanout')) options.push({ fanout: 2 }, { fanout: 4 }, { fanout: 5, segment: 4 });
  if (uses.includes('reduce')) options.push({ reducePerByte: 0.1 });
  if (uses.includes('segment') && uses.includes('reduce')) options.push({ segment: 2, reducePerByte: 1 });
  return options;
}

describe.each(COLLECTIVES)('%s', (collective) => {
  it.each(algorithmsOf(collective).map((algorithm) => [algorithm.name, algorithm] as const))(
    '%s keeps its promise along its data flow',
    (_, algorithm) => {
      for (const size of SIZES) {
        for (const call of callsOf(collective, size)) {
          for (const options of optionsOf(algorithm.uses)) {
            const whole = { ...call, options };
            const broken = brokenPromise(collective, algorithm, whole, 'data', true);
            expect(broken, `p = ${size}, ${JSON.stringify(whole)}`).toBeUndefined();
          }
        }
      }
    },
  );

  const published = algorithmsOf(collective).filter(({ uses }) => uses.includes('flow'));
  it.runIf(published.length > 0)('with the published flow keeps its promise in program order', () => {
    for (const algorithm of published) {
      for (const size of SIZES) {
        for (const call of callsOf(collective, size)) {
          // The messages of the published allgather have the size of one block whatever they carry.
          const whole = { ...call, options: { flow: 'published' } } as const;
          const broken = brokenPromise(collective, algorithm, whole, 'program', collective !== 'allgather');
          expect(broken, `${algorithm.name}, p = ${size}`).toBeUndefined();
        }
      }
    }
  });
});

describe('the check itself', () => {
  const [binomial] = algorithmsOf('bcast');
  const [doubling] = algorithmsOf('allreduce');

  it('finds a rank that is left out', () => {
    const broken = {
      ...binomial,
      emit: () => {
        // Nobody sends anything.
      },
    };
    expect(brokenPromise('bcast', broken, { size: 2, bytes: 1 }, 'data', true)).toBe(
      'rank 1 ends without slot 0',
    );
  });

  it('finds that the published recursive doubling does not wait for all that it sends', () => {
    const whole = { size: 8, bytes: 1, options: { flow: 'published' } } as const;
    expect(brokenPromise('allreduce', doubling, whole, 'data', true)).toMatch(
      /of ranks 0, 1, 2, 3, 4, 6, 7 instead of ranks 0, 1, 2, 3, 4, 5, 6, 7$/,
    );
    expect(brokenPromise('allreduce', doubling, { ...whole, size: 4 }, 'data', true)).toBeUndefined();
  });

  it('finds a contribution that is reduced twice', () => {
    const twice = {
      ...doubling,
      emit: (...[call, out]: Parameters<typeof doubling.emit>) => {
        doubling.emit(call, out);
        doubling.emit(call, out);
      },
    };
    expect(() => brokenPromise('allreduce', twice, { size: 2, bytes: 1 }, 'program', true)).toThrow(/twice/);
  });
});
