/** Lanes in WebAssembly hold the same bits as those in TypeScript. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { discrete, gammaDistribution, lognormal } from '../../src/analysis/distribution.js';
import { buildGraph } from '../../src/graph/execution-graph.js';
import { useKernels } from '../../src/kernels/arena.js';
import { compileNoise } from '../../src/noise/compile.js';
import { KernelLanes } from '../../src/noise/kernel-lanes.js';
import { Lanes } from '../../src/noise/lanes.js';
import { samplerOf } from '../../src/noise/sampler.js';
import { type Noise, placesOf } from '../../src/noise/sources.js';
import { latencyAxis } from '../../src/timing/axis.js';
import { machines, programOf, scheduleOf, shapes } from '../properties/schedules.js';
import { machine as cluster, sampleModel } from '../report/samples.js';

beforeAll(() => useKernels(true, 0));
afterAll(() => useKernels(true));

const quiet: Noise = { jitter: new Map(), computation: null, detours: null, delays: [] };
const jitter = (sampler = samplerOf(gammaDistribution(0.7, 900))): Noise => ({
  ...quiet,
  jitter: new Map([['L', sampler]]),
});

describe('lanes in WebAssembly', () => {
  it('are those in TypeScript, under each protocol', () => {
    fc.assert(
      fc.property(
        shapes(200),
        machines,
        fc.constantFrom(0, 1, 2 ** 40 + 7),
        fc.constantFrom(0, 64, 4),
        fc.constantFrom(0, 0.3, 1, 5),
        (shape, machine, seed, first, scale) => {
          const schedule = scheduleOf(programOf(shape));
          const noise = jitter();
          const axis = latencyAxis(machine);
          const built = ((): ReturnType<typeof buildGraph> | null => {
            try {
              return buildGraph(schedule, machine);
            } catch {
              return null;
            }
          })();
          if (built === null) return;
          const program = compileNoise(built, machine, { places: placesOf(machine, noise), axis });
          const at = { x: axis.base + 3, scale };
          const kernel = KernelLanes.of(program, { noise, seed });
          expect(kernel?.play(first, at)).toEqual(new Lanes(program, { noise, seed }).play(first, at));
        },
      ),
      { numRuns: 100 * Number(process.env.FUZZ ?? 1) },
    );
  });

  it.each(['cg-4', 'halo3d-4', 'sweep-4'])('are so in %s, at one value after another', async (name) => {
    const { graph } = await sampleModel(name);
    const noise = jitter(samplerOf(lognormal(200, 1)));
    const axis = latencyAxis(cluster);
    const program = compileNoise(graph, cluster, { places: placesOf(cluster, noise), axis });
    const [kernel, own] = [
      KernelLanes.of(program, { noise, seed: 1 }),
      new Lanes(program, { noise, seed: 1 }),
    ];
    for (const [first, x, scale] of [
      [0, 3000, 1],
      [64, 3000, 1],
      [0, 5000, 1],
      [0, 5000, 2.5],
    ])
      expect(kernel?.play(first, { x, scale })).toEqual(own.play(first, { x, scale }));
  });

  it('leave to TypeScript what they do not know', async () => {
    const { graph } = await sampleModel('ring-4');
    const axis = latencyAxis(cluster);
    for (const noise of [
      quiet,
      jitter(samplerOf(discrete([0, 5], [1, 1]))),
      { ...jitter(), computation: samplerOf(lognormal(1, 0.1)) },
    ]) {
      const program = compileNoise(graph, cluster, { places: placesOf(cluster, noise), axis });
      expect(KernelLanes.of(program, { noise, seed: 1 })).toBeNull();
    }
  });
});
