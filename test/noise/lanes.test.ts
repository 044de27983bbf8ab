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
import { type Delay, type Noise, placesOf } from '../../src/noise/noise-model.js';
import { NOTHING } from '../../src/noise/noise-program.js';
import { DRAW, drawWords, type Sampler, samplerOf } from '../../src/noise/sampling.js';
import { ScheduleBuilder } from '../../src/schedule/builder.js';
import { CALC, type Schedule } from '../../src/schedule/schedule.js';
import { simulate } from '../../src/simulation/simulate.js';
import { Labels, pass, valueAt } from '../../src/solve/sweep/pass.js';
import { latencyAxis } from '../../src/timing/axis.js';
import { compile } from '../../src/timing/compile.js';
import { linesOf } from '../../src/timing/line-system.js';
import { Replay } from '../../src/timing/replay.js';
import { goal, message } from '../goal.js';
import { runs } from '../part.js';
import {
  graphOf,
  machines,
  programOf,
  scheduleOf,
  shapes,
  sharingMachines,
} from '../properties/schedules.js';

const RUNS = runs(60);

// In small programs most waits decide T.
const schedules = fc.oneof(shapes(200), shapes(8)).map((shape) => scheduleOf(programOf(shape)));
const quiet: Noise = { jitter: new Map(), computation: null, detours: null, delays: [] };
const JITTER = samplerOf(lognormal(300, 1));
const FACTOR = samplerOf(lognormal(Math.exp(-0.02), 0.2));

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

/** The values that are drawn for an operation, lane by lane, `parts` of which are 1. */
function drawn(sampler: Sampler, parts: number, kind: number, of: number, index = 0): Float64Array {
  const words = new Int32Array(64);
  drawWords(words, 0, 7, kind, of, 0, index);
  const sums = new Float64Array(64);
  sampler.times(parts)(sums, words);
  return sums.map((value) => value / parts);
}

describe('lanes without noise', () => {
  it('end when the program does, however CPUs and NICs are shared', () => {
    fc.assert(
      fc.property(
        schedules,
        sharingMachines,
        fc.boolean(),
        fc.constantFrom(0, 1000, Number.NEGATIVE_INFINITY),
        (schedule, machine, fold, added) => {
          const graph = graphOf(schedule, machine);
          if (graph === null) return;
          const axis = latencyAxis(machine);
          const program = compileNoise(graph, machine, { places: NOTHING, axis, fold });
          const x = Math.max(axis.base + added, axis.lowest);
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
  machine: Machine = exact,
): { readonly schedule: Schedule; readonly machine: Machine } {
  const fine = (ns: number): number => Math.floor(ns * 1024 + 0.5) / 1024;
  const value = Float64Array.from(schedule.value, (ns, op) =>
    schedule.kind[op] === CALC
      ? ns + fine(ns * (drawn(FACTOR, 2 ** 40, DRAW.computation, op)[lane] - 1))
      : ns,
  );
  const [plain] = machine.network.routes;
  const routes = Array.from({ length: schedule.operations }, (_, op) => ({
    ...plain,
    constantNs: drawn(JITTER, 1024, DRAW.latency, op)[lane],
  }));
  const network = { ...machine.network, routes, routeOf: (_s: number, _d: number, send = 0) => send };
  return { schedule: { ...schedule, value }, machine: { ...machine, network } };
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

/**
 * Ranks that do one thing after the other. Each message has a tag of its own: of two alike the simulation gives the one
 * that comes first to the first receive, where MPI keeps their order.
 */
const sequential = fc
  .array(fc.tuple(fc.nat(3), fc.nat(3), fc.nat(5000)), { minLength: 1, maxLength: 60 })
  .map((steps) => {
    const ops: ((builder: ScheduleBuilder) => void)[][] = [[], [], [], []];
    for (const [tag, [from, to, ns]] of steps.entries()) {
      if (from === to) ops[from].push((builder) => builder.calc(ns));
      else {
        ops[from].push((builder) => builder.send(1, to, tag));
        ops[to].push((builder) => builder.recv(1, from, tag));
      }
    }
    const builder = new ScheduleBuilder(4);
    for (const [rank, own] of ops.entries()) {
      builder.beginRank(rank);
      for (const [i, add] of own.entries()) {
        add(builder);
        if (i > 0) builder.requires(i, i - 1);
      }
    }
    return builder.finish();
  });

it('lanes end when the simulation of the drawn values does, where messages cost CPUs nothing', () => {
  const free = logGPS({ L: 3000, o: 0, G: 0 });
  const noise = { ...quiet, jitter: new Map([['L', JITTER]]), computation: FACTOR };
  fc.assert(
    fc.property(sequential, fc.nat(63), (schedule, lane) => {
      const run = written(schedule, lane, free);
      expect(played(schedule, free, noise)[lane]).toBe(simulate(run.schedule, run.machine).runtime);
    }),
    { numRuns: 60 },
  );
});

describe('a rendezvous', () => {
  it('draws its request and each latency of its data anew, the same for both ends', () => {
    const machine = logGPS({ L: 1000, o: 100, G: 1, S: 10 });
    const schedule = goal('l1: calc 50\nl2: send 101b to 1\nl2 requires l1', 'l1: recv 101b from 0');
    const found = played(schedule, machine, { ...quiet, jitter: new Map([['L', JITTER]]) });
    const legs = [0, 1, 2, 3].map((index) => drawn(JITTER, 1024, DRAW.latency, 1, index));
    // 50 + L, then 3 o + 3 L + 100 B to the end of the send.
    for (const [lane, end] of found.entries())
      expect(end).toBe(50 + 1000 + 300 + 3000 + 100 + legs.reduce((sum, leg) => sum + leg[lane], 0));
  });

  it('is a synchronous send of few bytes: the answer is drawn for itself', () => {
    const machine = logGPS({ L: 1000, o: 100, G: 1 });
    const plain = message(11);
    const schedule = { ...plain, synchronous: Uint8Array.of(1, 0) };
    const found = played(schedule, machine, { ...quiet, jitter: new Map([['L', JITTER]]) });
    const [there, back] = [0, 1].map((index) => drawn(JITTER, 1024, DRAW.latency, 0, index));
    for (const [lane, end] of found.entries())
      expect(end).toBe(100 + 1000 + 10 + there[lane] + 100 + 1000 + 100 + back[lane]);
  });
});

describe('a latency that is paid several times', () => {
  it('is drawn as often', () => {
    const plain = logGPS({ L: 1000, o: 0, G: 0 });
    const network = { ...plain.network, routes: [{ ...plain.network.routes[0], counts: [3] }] };
    const schedule = message();
    const found = played(schedule, { ...plain, network }, { ...quiet, jitter: new Map([['L', JITTER]]) });
    const hops = [0, 1, 2].map((index) => drawn(JITTER, 1024, DRAW.latency, 0, index));
    for (const [lane, end] of found.entries())
      expect(end).toBe(3000 + hops.reduce((sum, hop) => sum + hop[lane], 0));
  });
});

describe('a rank that is late for certain', () => {
  const ranks = (before: string, calc: number): Schedule =>
    goal(
      `${before}l1: calc 700\nl2: send 8b to 1\nl2 requires l1`,
      `l1: calc ${calc}\nl2: recv 8b from 0\nl3: calc ${calc}\nl3 requires l1\nl3 requires l2`,
    );
  const late = (schedule: Schedule, delays: readonly Delay[]): number =>
    played(schedule, exact, { ...quiet, delays })[0];
  const runtime = (schedule: Schedule): number => new Replay(buildGraph(schedule, exact), exact).runtime;

  it('ends as the program does that has a computation first', () => {
    const delayed = ranks('l0: calc 5000\nl1 requires l0\n', 4000);
    expect(late(ranks('', 4000), [{ rank: 0, ns: 5000, share: 0 }])).toBe(runtime(delayed));
    expect(runtime(delayed)).toBeGreaterThan(runtime(ranks('', 4000)));
  });

  it('ends as the program does whose computations are longer', () => {
    expect(late(ranks('', 4000), [{ rank: 1, ns: 0, share: 0.25 }])).toBe(runtime(ranks('', 5000)));
  });
});
