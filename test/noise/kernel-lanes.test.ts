/** Lanes in WebAssembly hold the same bits as those in TypeScript. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { discrete, gammaDistribution, lognormal } from '../../src/analysis/distributions.js';
import { useKernels } from '../../src/kernels/arena.js';
import { logGPS, type Machine } from '../../src/machine/machine.js';
import { compileNoise } from '../../src/noise/compile-noise.js';
import { Detours, periodic } from '../../src/noise/detours.js';
import { KernelLanes } from '../../src/noise/kernel-lanes.js';
import { Lanes } from '../../src/noise/noise-lanes.js';
import { type Delay, type Noise, placesOf } from '../../src/noise/noise-model.js';
import { type Sampler, samplerBy, samplerOf } from '../../src/noise/sampling.js';
import type { Schedule } from '../../src/schedule/schedule.js';
import { parseGoal } from '../../src/sources/goal/read-goal.js';
import { latencyAxis } from '../../src/timing/axis.js';
import { runs } from '../part.js';
import { classMachines, graphOf, machines, programOf, scheduleOf, shapes } from '../properties/schedules.js';
import { machine as cluster, sampleModel } from '../report/samples.js';

beforeAll(() => useKernels(true, 0));
afterAll(() => useKernels(true));

const quiet: Noise = { jitter: new Map(), computation: null, detours: null, delays: [] };
const JITTER = samplerOf(gammaDistribution(0.7, 900));
const FACTOR = samplerOf(lognormal(1, 0.3));
/** Histograms: with few values, and with as many as share a part of the guide. */
const SEEN = samplerOf(discrete([0, 5, 700], [3, 2, 1]));
const OFTEN = samplerOf(
  discrete(
    Array.from({ length: 9000 }, (_, i) => i / 4500),
    Array.from({ length: 9000 }, (_, i) => 1 + (i % 7)),
  ),
);
const LIST = new Detours(
  [
    { start: 0, length: 3 },
    { start: 2, length: 40 },
    { start: 300.5, length: 0 },
    { start: 300.5, length: 17.25 },
    { start: 900, length: 60 },
  ],
  1000,
);
const MANY = new Detours(
  Array.from({ length: 500 }, (_, i) => ({ start: 40 * i + ((i * i) % 31), length: (i * 7) % 11 })),
  20_000,
);

/** What computations are multiplied by, what interrupts them, what messages take longer, who is late: any of each. */
const noises: fc.Arbitrary<Noise> = fc.record({
  jitter: fc.constantFrom<ReadonlyMap<string, Sampler>>(
    new Map(),
    new Map([['L', JITTER]]),
    new Map([['L', SEEN]]),
    new Map([
      ['class0', SEEN],
      ['class1', JITTER],
    ]),
    new Map([['class1', samplerOf(lognormal(200, 1))]]),
  ),
  computation: fc.constantFrom(null, FACTOR, OFTEN),
  detours: fc.oneof(
    fc.constant(null),
    fc.record({
      list: fc.constantFrom(
        periodic(100, 10),
        periodic(333.3, 0.1),
        new Detours([{ start: 70, length: 20 }], 90),
        new Detours([{ start: 5, length: 20 }], 777),
        LIST,
        MANY,
      ),
      together: fc.boolean(),
    }),
  ),
  delays: fc.constantFrom<readonly Delay[]>(
    [],
    [{ rank: 0, ns: 0, share: 0.37 }],
    [
      { rank: 0, ns: 500, share: 0 },
      { rank: 1, ns: 3.7, share: 1.5 },
    ],
  ),
});

/** Both ways of playing a program; null where it does not run. */
function bothOf(schedule: Schedule, machine: Machine, noise: Noise, seed: number) {
  const axis = latencyAxis(machine);
  const graph = graphOf(schedule, machine);
  if (graph === null) return null;
  const program = compileNoise(graph, machine, { places: placesOf(machine, noise), axis });
  const kernel = KernelLanes.of(program, { noise, seed });
  return { axis, kernel, own: new Lanes(program, { noise, seed }) };
}

describe('lanes in WebAssembly', () => {
  it('are those in TypeScript, under each protocol, whatever is mixed', () => {
    fc.assert(
      fc.property(
        shapes(200),
        fc.oneof(machines, classMachines),
        noises,
        fc.constantFrom(0, 1, 2 ** 40 + 7),
        fc.constantFrom(0, 64, 4),
        fc.array(fc.constantFrom(0, 0.3, 1, 5, 40), { minLength: 1, maxLength: 3 }),
        (shape, machine, noise, seed, first, scales) => {
          const both = bothOf(scheduleOf(programOf(shape)), machine, noise, seed);
          if (both === null) return;
          const { axis, kernel, own } = both;
          for (const scale of scales) {
            const at = { x: axis.base + 3, scale };
            expect(kernel?.play(first, at)).toEqual(own.play(first, at));
          }
        },
      ),
      { numRuns: runs(300) },
    );
  });

  it('are so in a trace, at one value after another', async () => {
    const { schedule } = await sampleModel('halo3d-4');
    for (const noise of [
      { ...quiet, jitter: new Map([['L', JITTER]]) },
      { ...quiet, computation: FACTOR, detours: { list: periodic(1e5, 1e3), together: false } },
      { ...quiet, detours: { list: MANY, together: true }, delays: [{ rank: 2, ns: 9, share: 0.02 }] },
    ]) {
      const both = bothOf(schedule, cluster, noise, 1);
      for (const [first, x, scale] of [
        [0, 3000, 1],
        [64, 3000, 1],
        [0, 5000, 1],
        [0, 5000, 2.5],
      ])
        expect(both?.kernel?.play(first, { x, scale })).toEqual(both?.own.play(first, { x, scale }));
    }
  });

  it('are so where detours leave nothing to compute in, and where times are no numbers', () => {
    const schedule = parseGoal(
      'num_ranks 2\nrank 0 {\nl1: calc 50\nl2: send 8b to 1\nl2 requires l1\n}\n' +
        'rank 1 {\nl1: recv 8b from 0\nl2: calc 70\nl2 requires l1\nl3: calc 9\nl3 requires l2\n}\n',
    );
    const machine = logGPS({ L: 1000, o: 100, G: 1 });
    const played = (noise: Partial<Noise>, scale: number): Float64Array | undefined => {
      const both = bothOf(schedule, machine, { ...quiet, ...noise }, 3);
      const found = both?.kernel?.play(0, { x: 1000, scale });
      expect(found).toEqual(both?.own.play(0, { x: 1000, scale }));
      return found;
    };
    const always = new Float64Array(64).fill(Number.POSITIVE_INFINITY);
    for (const list of [periodic(100, 10), LIST]) {
      const detours = { list, together: false };
      expect(played({ detours }, 1000)).toEqual(always);
      // A computation of no length is not interrupted.
      expect(played({ computation: FACTOR, detours }, 1000)).not.toEqual(always);
    }
    const endless = samplerBy((p) => 1 / (1 - p) ** 40, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
    for (const detours of [
      null,
      { list: periodic(100, 10), together: false },
      { list: LIST, together: false },
    ])
      for (const scale of [1, 1e300])
        played({ jitter: new Map([['L', endless]]), computation: endless, detours }, scale);
  });

  it('leave to TypeScript what has no table, and small programs', async () => {
    const { schedule } = await sampleModel('ring-4');
    const own: Sampler = {
      ...SEEN,
      mean: 1,
      sd: 0,
      times: (by) => JITTER.times(by),
      knots: () => null,
      atoms: () => null,
    };
    expect(bothOf(schedule, cluster, { ...quiet, computation: own }, 1)?.kernel).toBeNull();
    expect(bothOf(schedule, cluster, { ...quiet, computation: SEEN }, 1)?.kernel).not.toBeNull();
    useKernels(true, 2 ** 30);
    expect(bothOf(schedule, cluster, { ...quiet, computation: SEEN }, 1)?.kernel).toBeNull();
    useKernels(true, 0);
  });
});
