/** The critical path of a simulation: it leads from the end to the start, and its latencies are λ by differences. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LlampError } from '../../src/errors.js';
import { logGPS, type Machine } from '../../src/machine/machine.js';
import type { Schedule } from '../../src/schedule/schedule.js';
import { latencySlopes, type SimulationOptions, simulate } from '../../src/simulation/simulate.js';
import { HeardSimulation, simulatedPath } from '../../src/simulation/simulated-path.js';
import type { PathStep } from '../../src/timing/path-steps.js';
import { runs } from '../part.js';
import { classMachines, machines, programOf, scheduleOf, shapes } from '../properties/schedules.js';
import { sampleSchedule } from '../report/samples.js';

interface Simulated {
  readonly runtime: number;
  readonly steps: readonly PathStep[];
}

/** Each step begins when the one before it ends, and is the sum of its parts. */
function pathOf(schedule: Schedule, machine: Machine, options: SimulationOptions = {}): Simulated {
  const heard = new HeardSimulation(schedule, machine);
  const { runtime } = simulate(schedule, machine, {
    ...options,
    listener: heard.listener,
    times: heard.times,
  });
  const steps = simulatedPath(heard, runtime);
  if (steps === null) throw new Error('nothing tells what let something begin');
  let at = 0;
  for (const { start, end, computation, overhead, latency, bandwidth } of steps) {
    expect(start).toBe(at);
    expect(computation + overhead + latency + bandwidth).toBeCloseTo(end - start, 6);
    at = end;
  }
  expect(at).toBe(runtime);
  return { runtime, steps };
}

const TRACES = ['cg-4', 'fft-4', 'halo3d-4', 'jacobi2d-4', 'mixed-4', 'persist-4', 'ring-4', 'sweep-4'];

const MACHINES = {
  'by default': { L: 3000, o: 5000, G: 0.018 },
  'with g and rendezvous': { L: 3000, o: 1500, g: 400, G: 1, S: 64 },
  'whose CPUs take no time': { L: 1000, o: 0, G: 0 },
  'of nothing but gaps': { L: 0, o: 0, g: 700, G: 2 },
};

/** ns: a step of latency that changes who is served first nowhere but at ties. */
const STEP = 0.01;
/** Slopes further apart are those of two orders, or of two paths. */
const APART = 1e-4;

describe.each(Object.entries(MACHINES))('on a machine %s', (_, parameters) => {
  it.each(TRACES)('%s pays as many latencies as T grows by', async (name) => {
    const schedule = await sampleSchedule(name);
    const machine = logGPS(parameters);
    const { runtime, steps } = pathOf(schedule, machine);
    const { below, above } = latencySlopes(schedule, machine, { step: STEP, runtime });
    if (below === null || Math.abs(above - below) > APART) return;
    expect(steps.reduce((sum, { latencies }) => sum + latencies, 0)).toBeCloseTo(below, 3);
  });
});

describe('of random programs', () => {
  it.each([
    ['one latency', machines, 0],
    ['one latency, and bytes that cost CPUs time', machines, 0.5],
    ['several latencies, some through memory', classMachines, 0],
  ])('it leads to the start on machines of %s', (_, arbitrary, overheadPerByte) => {
    fc.assert(
      fc.property(shapes(120), arbitrary, (shape, machine) => {
        const schedule = scheduleOf(programOf(shape));
        try {
          simulate(schedule, machine, { overheadPerByte });
        } catch (error) {
          // Programs that wait for each other have no end.
          if (error instanceof LlampError) return;
          throw error;
        }
        pathOf(schedule, machine, { overheadPerByte });
      }),
      { numRuns: runs(3000) },
    );
  });
});
