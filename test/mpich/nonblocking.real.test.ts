/**
 * Collectives of MPICH 4 against a real one where it is installed, over UCX, whose sends are counted: nonblocking and
 * persistent ones, pair by pair; which wait for others without data; the allreduce that blocks.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { alltoallInPlace } from '../../src/collectives/alltoall.js';
import {
  COLLECTIVES,
  type CollectiveAlgorithm,
  type CollectiveName,
  type CollectiveOptions,
} from '../../src/collectives/collective-algorithm.js';
import {
  type CallWay,
  mpichNonblockingChoice,
  waitsWithoutData,
} from '../../src/collectives/library-calls.js';
import { mpich4Algorithm, mpichChoice } from '../../src/collectives/mpich.js';
import type { Traffic } from '../openmpi/openmpi.js';
import { differences, ROOTED, trafficBy } from '../openmpi/traffic.js';
import { cases } from '../part.js';
import { APART, type MpichCall, MpichRecorder } from './mpich.js';

const EXCHANGES: readonly CollectiveName[] = ['alltoall', 'alltoallv'];
/** Sizes on both sides of most thresholds. Longer blocks MPICH gathers by types whose bytes UCX does not tell. */
const SIZES = [8, 2048, 4104, 12_296, 40_000];
const GATHERED = [8, 256];
const WAYS = { blocking: '', nonblocking: 'i', persistent: 'p' } as const satisfies Record<CallWay, string>;

const sizesOf = (collective: CollectiveName): readonly number[] => {
  if (collective === 'barrier') return [0];
  return collective === 'gather' ? GATHERED : SIZES;
};

const callsOf = (size: number): MpichCall[] =>
  COLLECTIVES.flatMap((collective) =>
    sizesOf(collective).flatMap((bytes) =>
      (ROOTED.includes(collective) ? [0, 1] : [0]).flatMap((root) =>
        (size === 4 ? (['i', 'p'] as const) : (['i'] as const)).flatMap((way) =>
          (EXCHANGES.includes(collective) ? (['out', 'in'] as const) : (['out'] as const)).map((place) => ({
            collective,
            size,
            root,
            bytes,
            way,
            place,
          })),
        ),
      ),
    ),
  );

const recorder = MpichRecorder.find();

/** One line for each call that sends otherwise than `modelled`. */
function otherwise(
  calls: readonly MpichCall[],
  modelled: (call: MpichCall) => {
    readonly algorithm: CollectiveAlgorithm;
    readonly options: Partial<CollectiveOptions>;
  },
): string[] {
  const traffic = recorder?.record(calls, APART) ?? [];
  return calls.flatMap((call, i) => {
    const { algorithm, options } = modelled(call);
    const { way = '', collective, size, root, bytes } = call;
    return differences(traffic[i], trafficBy(algorithm, options, call)).map(
      (found) => `${way}${collective} of ${size} ranks, root ${root}, ${bytes} B: ${found}`,
    );
  });
}

describe.skipIf(recorder === undefined)('MPICH 4 as it runs here', () => {
  afterAll(() => {
    recorder?.remove();
  });

  // Ranks that wait hold cores: of a part, fewer.
  it.each(cases([3, 4, 7, 8, 12], (size) => size === 4 || size === 7))(
    'nonblocking and persistent calls of %i ranks',
    (size) => {
      const found = otherwise(callsOf(size), ({ collective, bytes, place }) =>
        place === 'in'
          ? { algorithm: alltoallInPlace, options: {} }
          : mpichNonblockingChoice(collective, size, bytes),
      );
      expect(found).toEqual([]);
    },
  );

  it('allreduces that block', () => {
    const calls = [2, 3, 4, 5, 7].flatMap((size) =>
      [8, 16, 24, 32, 40, 1024, 2048, 2056, 65_536].map(
        (bytes): MpichCall => ({ collective: 'allreduce', size, root: 0, bytes }),
      ),
    );
    const found = otherwise(calls, ({ collective, size, bytes }) => {
      const { algorithm, options } = mpichChoice(collective, size, bytes);
      return { algorithm: mpich4Algorithm(algorithm, collective, size, bytes), options };
    });
    expect(found).toEqual([]);
  });

  it('calls of no data', () => {
    const ways = ['blocking', 'nonblocking', 'persistent'] as const;
    const query = COLLECTIVES.flatMap((collective) => ways.map((way) => ({ collective, way })));
    const calls = query.map(
      ({ collective, way }): MpichCall => ({ collective, size: 4, root: 0, bytes: 0, way: WAYS[way] }),
    );
    const traffic: Traffic[] = recorder?.record(calls, {}) ?? [];
    const sent = query.filter((_, i) => traffic[i].size > 0);
    expect(sent).toEqual(query.filter(({ collective, way }) => waitsWithoutData('mpich', collective, way)));
  });

  it('an allreduce of no data on two nodes, which neither tells the other', () => {
    const call: MpichCall = { collective: 'allreduce', size: 4, root: 0, bytes: 0 };
    const [traffic = new Map()] = recorder?.record([call], { MPIR_CVAR_NUM_CLIQUES: '2' }) ?? [];
    // Ranks 0 and 2 are one node then, 1 and 3 the other.
    expect([...traffic.keys()].sort()).toEqual(['2>0', '3>1']);
  });
});
