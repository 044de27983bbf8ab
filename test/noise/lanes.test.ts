/**
 * Lanes against other ways to the same numbers: the drawn values written into the program and its machine, which then go
 * through the code that knows no noise.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { discrete, lognormal } from '../../src/analysis/distributions.js';
import { buildGraph } from '../../src/graph/execution-graph.js';
import { logGPS, type Machine } from '../../src/machine/machine.js';
import { compileNoise } from '../../src/noise/compile-noise.js';
import { Lanes } from '../../src/noise/noise-lanes.js';
import { type Noise, placesOf } from '../../src/noise/noise-model.js';
import { NOTHING } from '../../src/noise/noise-program.js';
import { DRAW, drawWords, type Sampler, samplerOf } from '../../src/noise/sampling.js';
import { CALC, type Schedule } from '../../src/schedule/schedule.js';
import { Labels, pass, valueAt } from '../../src/solve/sweep/pass.js';
import { latencyAxis } from '../../src/timing/axis.js';
import { compile } from '../../src/timing/compile.js';
import { linesOf } from '../../src/timing/line-system.js';
import { Replay } from '../../src/timing/replay.js';
import { runs } from '../part.js';
import { classMachines, machines, programOf, scheduleOf, shapes } from '../properties/schedules.js';

const RUNS = runs(60);

const schedules = shapes(200).map((shape) => scheduleOf(programOf(shape)));
const shared: fc.Arbitrary<Machine> = fc
  .tuple(
    fc.oneof(machines, classMachines),
    fc.constantFrom('free' as const, 'ordered' as const, 'serial' as const),
    fc.constantFrom('free' as const, 'ordered' as const, 'serial' as const),
    fc.constantFrom(0, 5),
  )
  .filter(([, cpu, nic]) => cpu === 'free' || nic === 'free' || cpu === nic)
  .map(([machine, cpu, nic, gap]) => ({ ...machine, cpu, nic, gap }));

const quiet: Noise = { jitter: new Map(), computation: null, detours: null, delays: [] };
const JITTER = samplerOf(lognormal(300, 1));
const FACTOR = samplerOf(lognormal(Math.exp(-0.02), 0.2));

/** Programs that run: others deadlock under a rendezvous, or their orders contradict each other. */
function graphOf(schedule: Schedule, machine: Machine) {
  try {
    return buildGraph(schedule, machine);
  } catch {
    return null;
  }
}

function played(
  schedule: Schedule,
  machine: Machine,
  noise: Noise,
  { lanes = 64, first = 0, seed = 7, scale = 1, fold = true, added = 0 } = {},
): number[] {
  const axis = latencyAxis(machine);
  const graph = buildGraph(schedule, machine);
  const program = compileNoise(graph, machine, { places: placesOf(machine, noise), axis, fold });
  return [...new Lanes(program, { noise, seed, lanes }).play(first, { x: axis.base + added, scale })];
}

/** By the way that knows no noise. */
function runtimeOf(schedule: Schedule, machine: Machine): number {
  const axis = latencyAxis(machine);
  const lines = linesOf(compile(buildGraph(schedule, machine), machine), axis);
  return valueAt(lines, pass(lines, axis.base, new Labels(lines.vertices)), axis.base);
}

/** The value that is drawn for an operation in a lane, `parts` of which are 1. */
function drawn(sampler: Sampler, parts: number, kind: number, of: number, lane: number): number {
  const words = new Int32Array(64);
  drawWords(words, 0, 7, kind, of);
  const out = new Float64Array(64);
  sampler.times(parts)(out, words);
  return out[lane] / parts;
}

describe('lanes without noise', () => {
  it('end when the program does, however CPUs and NICs are shared', () => {
    fc.assert(
      fc.property(
        schedules,
        shared,
        fc.boolean(),
        fc.constantFrom(0, 1000),
        (schedule, machine, fold, added) => {
          const graph = graphOf(schedule, machine);
          if (graph === null) return;
          const axis = latencyAxis(machine);
          const program = compileNoise(graph, machine, { places: NOTHING, axis, fold });
          const x = axis.base + added;
          const found = new Lanes(program, { noise: quiet, seed: 1 }).play(0, { x, scale: 1 });
          expect(new Set(found)).toEqual(new Set([found[0]]));
          expect(found[0]).toBeCloseTo(new Replay(graph, machine, axis, x).runtime, 6);
        },
      ),
      { numRuns: RUNS },
    );
  });
});

describe('a jitter that is the same for all', () => {
  it('is as much more latency, under each protocol', () => {
    const noise = { ...quiet, jitter: new Map([['L', samplerOf(discrete([250], [1]))]]) };
    fc.assert(
      fc.property(schedules, machines, (schedule, machine) => {
        const later = logGPSwith(machine, 250);
        if (graphOf(schedule, machine) === null) return;
        expect(played(schedule, machine, noise)[0]).toBe(
          new Replay(buildGraph(schedule, later), later).runtime,
        );
      }),
      { numRuns: RUNS },
    );
  });
});

const logGPSwith = (machine: Machine, more: number): Machine => ({
  ...machine,
  network: {
    ...machine.network,
    latencies: machine.network.latencies.map((one) => ({ ...one, latencyNs: one.latencyNs + more })),
  },
});

/** Sums of its parameters are exact, whatever is drawn. */
const exact = logGPS({ L: 3000, o: 500, G: 2 });

/** The program and machine in which every message and computation takes what was drawn for it in a lane. */
function written(
  schedule: Schedule,
  lane: number,
): { readonly schedule: Schedule; readonly machine: Machine } {
  const fine = (ns: number): number => Math.floor(ns * 1024 + 0.5) / 1024;
  const value = Float64Array.from(schedule.value, (ns, op) =>
    schedule.kind[op] === CALC
      ? ns + fine(ns * (drawn(FACTOR, 2 ** 40, DRAW.computation, op, lane) - 1))
      : ns,
  );
  const [plain] = exact.network.routes;
  const routes = Array.from({ length: schedule.operations }, (_, op) => ({
    ...plain,
    constantNs: drawn(JITTER, 1024, DRAW.latency, op, lane),
  }));
  const network = { ...exact.network, routes, routeOf: (_s: number, _d: number, send = 0) => send };
  return { schedule: { ...schedule, value }, machine: { ...exact, network } };
}

describe('lanes with noise', () => {
  const noise = { ...quiet, jitter: new Map([['L', JITTER]]), computation: FACTOR };

  it('are single runs of the program with the drawn values in it, bit for bit', () => {
    fc.assert(
      fc.property(schedules, fc.integer({ min: 0, max: 63 }), (schedule, lane) => {
        const run = written(schedule, lane);
        expect(played(schedule, exact, noise)[lane]).toBe(runtimeOf(run.schedule, run.machine));
      }),
      { numRuns: RUNS },
    );
  });

  it('are the same however many are played at once, and whether rows are folded', () => {
    fc.assert(
      fc.property(schedules, (schedule) => {
        const all = played(schedule, exact, noise);
        expect(played(schedule, exact, noise, { fold: false })).toEqual(all);
        for (const lanes of [4, 16]) {
          const first = 64 - lanes;
          expect(played(schedule, exact, noise, { lanes, first })).toEqual(all.slice(first));
        }
      }),
      { numRuns: runs(30) },
    );
  });
});
