import { describe, expect, it } from 'vitest';
import { chooseAlgorithm, openMpiChoice, parseCollectiveSpec } from '../../src/collectives/choice.js';
import { COLLECTIVES, PUBLISHED_OPTIONS } from '../../src/collectives/collective-algorithm.js';
import { algorithmsOf, defaultAlgorithm, parseCollectiveName } from '../../src/collectives/registry.js';
import { UsageError } from '../../src/errors.js';

const usage = (text: string): string => {
  try {
    parseCollectiveSpec(text);
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
  return 'no error';
};

describe('a spec', () => {
  it('names a collective, an algorithm and its options', () => {
    const spec = parseCollectiveSpec('allreduce=ring:segment=64KiB:reduce=0.1ns/B');
    expect(spec.collective).toBe('allreduce');
    expect(spec.algorithm).toMatchObject({ name: 'ring' });
    expect(spec.options).toEqual({ segment: 65536, reducePerByte: 0.1 });
    expect([spec.from, spec.to]).toEqual([0, Number.POSITIVE_INFINITY]);
    expect(parseCollectiveSpec('bcast=chain:segment=8KiB:fanout=4').options).toEqual({
      segment: 8192,
      fanout: 4,
    });
  });

  it('may hold for a range of sizes', () => {
    const ends = (text: string) => {
      const { from, to } = parseCollectiveSpec(text);
      return [from, to];
    };
    expect(ends('allreduce=ring@64KiB..')).toEqual([65536, Number.POSITIVE_INFINITY]);
    expect(ends('bcast=chain@..4KiB:fanout=2')).toEqual([0, 4096]);
    expect(ends('bcast=auto@1kB..2kB')).toEqual([1000, 2000]);
  });

  it('takes the names of MPI', () => {
    expect(parseCollectiveName('MPI_Reduce_scatter')).toBe('reduce_scatter');
    expect(parseCollectiveSpec('reduce-scatter-block=pairwise').collective).toBe('reduce_scatter_block');
  });

  it('that is wrong says how to mend it', () => {
    expect(usage('allreduce=rign')).toBe(
      "unknown algorithm 'rign' of allreduce. Did you mean ring? Use one of auto, mpich, default, recursive-doubling, dissemination, ring, ring-full, rabenseifner, reduce-bcast, ompi-reduce-bcast, linear",
    );
    expect(usage('alreduce=ring')).toMatch(/^unknown collective 'alreduce'\. Did you mean allreduce\?/);
    expect(usage('bcast=linear:fanout=4')).toBe(
      "linear in collective 'bcast=linear:fanout=4' does not use fanout. It uses segment",
    );
    expect(usage('bcast=chain:fanot=4')).toMatch(/Did you mean fanout\?/);
    expect(usage('bcast=chain:fanout=0')).toMatch(/fanout '0' is not a number of children/);
    expect(usage('bcast=chain:segment=64s')).toMatch(/unknown unit 's'/);
    expect(usage('bcast=chain:segment')).toMatch(/has no value/);
    expect(usage('bcast=chain@64KiB')).toMatch(/are not a range/);
    expect(usage('bcast=chain@4KiB..4KiB')).toBe(
      "sizes '4KiB..4KiB' of collective 'bcast=chain@4KiB..4KiB' are empty. Write a second size above the first; the range ends just below it",
    );
    expect(usage('bcast')).toMatch(
      /^collective 'bcast' names no algorithm\. Write bcast=scatter-allgather-doubling$/,
    );
    expect(usage('allreduce=dissemination:flow=some')).toMatch(/\. Write published or complete$/);
    expect(usage('bcast=')).toMatch(/is not NAME=ALGORITHM/);
  });
});

describe('the choice of an algorithm', () => {
  const specs = [
    'bcast=linear@..1KiB',
    'bcast=chain@1KiB..1MiB:fanout=4',
    'allreduce=auto',
    'reduce=default',
  ].map(parseCollectiveSpec);
  const name = (...[collective, size, bytes]: Parameters<typeof openMpiChoice>): string =>
    chooseAlgorithm(specs, collective, size, bytes).algorithm.name;

  it('is the first spec that applies, else the default', () => {
    expect(name('bcast', 8, 1023)).toBe('linear');
    expect(name('bcast', 8, 1024)).toBe('chain');
    expect(chooseAlgorithm(specs, 'bcast', 8, 2 ** 20 - 1).options.fanout).toBe(4);
    expect(name('bcast', 8, 2 ** 20)).toBe('binomial');
    expect(name('reduce', 8, 8)).toBe('binomial');
    expect(name('barrier', 8, 0)).toBe('dissemination');
  });

  it('keeps options for where nothing else is said', () => {
    const base = { segment: 0, reducePerByte: 0.5, flow: 'published' } as const;
    expect(chooseAlgorithm(specs, 'barrier', 8, 0, base).options).toEqual(base);
    const segmented = [parseCollectiveSpec('allreduce=ring:segment=1KiB')];
    expect(chooseAlgorithm(segmented, 'allreduce', 8, 0, base).options).toEqual({ ...base, segment: 1024 });
  });

  it('has complete data flow, unless a spec for all collectives says otherwise', () => {
    const flow = (specs: readonly string[], collective: 'allreduce' | 'bcast') =>
      chooseAlgorithm(specs.map(parseCollectiveSpec), collective, 8, 8).options.flow;
    expect(flow([], 'allreduce')).toBe('complete');
    expect(flow(['default:flow=published'], 'allreduce')).toBe('published');
    expect(flow(['default:flow=published'], 'bcast')).toBe('published');
    expect(flow(['allreduce=dissemination', 'default:flow=published'], 'allreduce')).toBe('complete');
    // Open MPI's algorithms have no published schedule to equal.
    const auto = chooseAlgorithm([parseCollectiveSpec('auto')], 'allreduce', 8, 8, PUBLISHED_OPTIONS);
    expect(auto.options.flow).toBe('complete');
  });

  it('may be left to Open MPI, for one collective or for all', () => {
    expect(name('allreduce', 8, 8)).toBe('recursive-doubling');
    expect(name('allreduce', 8, 8192)).toBe('rabenseifner');
    const auto = [parseCollectiveSpec('auto')];
    expect(chooseAlgorithm(auto, 'barrier', 6, 0).algorithm.name).toBe('linear');
    expect(chooseAlgorithm(auto, 'bcast', 100, 8).options.fanout).toBe(4);
  });
});

describe("Open MPI's rules", () => {
  // Their thresholds: openmpi-decisions.test.ts.
  it.each([
    ['allreduce', 2, 65536, 'segmented_ring'],
    // reduce_scatter goes by the bytes of all blocks: 4 · 65536 B = 262144 B.
    ['reduce_scatter', 4, 65_535, 'recursive_halving'],
    ['reduce_scatter', 4, 65_536, 'ring'],
    ['allgatherv', 8, 1023.5, 'default'],
    ['scan', 10, 8, 'linear (coll/basic)'],
  ] as const)('%s of %i ranks, %i B: %s', (collective, size, bytes, theirs) => {
    expect(openMpiChoice(collective, size, bytes).theirs).toBe(theirs);
  });

  it('hand over to another algorithm as Open MPI does', () => {
    const ours = (...call: Parameters<typeof openMpiChoice>): string => openMpiChoice(...call).algorithm.name;
    // One double on 16 ranks: a segmented ring by the rules, too short for it.
    expect(ours('allreduce', 16, 8)).toBe('recursive-doubling');
    expect(openMpiChoice('allreduce', 16, 8).options.flow).toBe('complete');
    expect(ours('allreduce', 2, 16_384)).toBe('ring');
    expect(ours('allreduce', 32, 128)).toBe('linear');
    expect(ours('allreduce', 32, 256)).toBe('rabenseifner');
    expect(ours('reduce', 2, 4)).toBe('linear');
    expect(ours('allgather', 8, 8)).toBe('recursive-doubling');
    expect(ours('allgather', 9, 8)).toBe('bruck');
  });

  it('answer every call with an algorithm that is there', () => {
    for (const collective of COLLECTIVES) {
      const known = new Set(algorithmsOf(collective));
      for (const size of [1, 2, 3, 4, 7, 8, 16, 33, 64, 128, 300, 600, 1500, 3000, 100_000])
        for (let bytes = 0; bytes <= 2 ** 24; bytes = 2 * bytes + 1)
          if (!known.has(openMpiChoice(collective, size, bytes).algorithm))
            throw new Error(`${collective} of ${size} ranks, ${bytes} B`);
    }
  });
});

describe('names', () => {
  it('are unique within a collective, and the first is the default', () => {
    for (const collective of COLLECTIVES) {
      const names = algorithmsOf(collective).map(({ name }) => name);
      expect(new Set(names).size).toBe(names.length);
      expect(defaultAlgorithm(collective).name).toBe(names[0]);
    }
  });
});
