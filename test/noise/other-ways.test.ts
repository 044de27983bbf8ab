/** Noisy runs against the event-by-event simulation, against changed programs, and against sums by hand. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gammaDistribution } from '../../src/analysis/distributions.js';
import { buildGraph } from '../../src/graph/execution-graph.js';
import { logGPS, type Machine } from '../../src/machine/machine.js';
import { compileNoise } from '../../src/noise/compile-noise.js';
import { Lanes } from '../../src/noise/noise-lanes.js';
import { type Delay, type Noise, placesOf } from '../../src/noise/noise-model.js';
import { DRAW, drawWords, samplerOf } from '../../src/noise/sampling.js';
import { ScheduleBuilder } from '../../src/schedule/builder.js';
import { CALC, type Schedule } from '../../src/schedule/schedule.js';
import { simulate } from '../../src/simulation/simulate.js';
import { parseGoal } from '../../src/sources/goal/read-goal.js';
import { latencyAxis } from '../../src/timing/axis.js';
import { Replay } from '../../src/timing/replay.js';

const SEED = 11;
const JITTER = samplerOf(gammaDistribution(0.7, 900));
const FACTOR = samplerOf(gammaDistribution(4, 0.25));
const quiet: Noise = { jitter: new Map(), computation: null, detours: null, delays: [] };

function lanesOf(schedule: Schedule, machine: Machine, noise: Noise): Float64Array {
  const axis = latencyAxis(machine);
  const program = compileNoise(buildGraph(schedule, machine), machine, {
    places: placesOf(machine, noise),
    axis,
  });
  return new Lanes(program, { noise, seed: SEED }).play(0, { x: axis.base, scale: 1 });
}

/** What was drawn, in multiples of 1/parts. */
function drawn(sampler: typeof JITTER, parts: number, kind: number, of: number, index = 0): Float64Array {
  const words = new Int32Array(64);
  drawWords(words, 0, SEED, kind, of, 0, index);
  const sums = new Float64Array(64);
  sampler.times(parts)(sums, words);
  return sums.map((value) => value / parts);
}

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

describe('the simulation of the drawn values', () => {
  it('ends when the lane does, where messages cost CPUs nothing', () => {
    const machine = logGPS({ L: 3000, o: 0, G: 0 });
    const noise = { ...quiet, jitter: new Map([['L', JITTER]]), computation: FACTOR };
    fc.assert(
      fc.property(sequential, fc.nat(63), (schedule, lane) => {
        const { kind, operations } = schedule;
        const value = Float64Array.from(schedule.value, (ns, op) => {
          if (kind[op] !== CALC) return ns;
          const factor = drawn(FACTOR, 2 ** 40, DRAW.computation, op)[lane];
          return ns + Math.floor(ns * (factor - 1) * 1024 + 0.5) / 1024;
        });
        const routes = Array.from({ length: operations }, (_, op) => ({
          ...machine.network.routes[0],
          constantNs: drawn(JITTER, 1024, DRAW.latency, op)[lane],
        }));
        const network = { ...machine.network, routes, routeOf: (_s: number, _d: number, send = 0) => send };
        const { runtime } = simulate({ ...schedule, value }, { ...machine, network });
        expect(lanesOf(schedule, machine, noise)[lane]).toBe(runtime);
      }),
      { numRuns: 60 },
    );
  });
});

describe('a rendezvous', () => {
  it('draws its request and each latency of its data anew, the same for both ends', () => {
    const machine = logGPS({ L: 1000, o: 100, G: 1, S: 10 });
    const schedule = parseGoal(
      'num_ranks 2\nrank 0 {\nl1: calc 50\nl2: send 101b to 1\nl2 requires l1\n}\nrank 1 {\nl1: recv 101b from 0\n}\n',
    );
    const found = lanesOf(schedule, machine, { ...quiet, jitter: new Map([['L', JITTER]]) });
    const legs = [0, 1, 2, 3].map((index) => drawn(JITTER, 1024, DRAW.latency, 1, index));
    // 50 + L, then 3 o + 3 L + 100 B to the end of the send.
    for (const [lane, end] of found.entries())
      expect(end).toBe(50 + 1000 + 300 + 3000 + 100 + legs.reduce((sum, leg) => sum + leg[lane], 0));
  });

  it('is a synchronous send of few bytes: the answer is drawn for itself', () => {
    const machine = logGPS({ L: 1000, o: 100, G: 1 });
    const plain = parseGoal(
      'num_ranks 2\nrank 0 {\nl1: send 11b to 1\n}\nrank 1 {\nl1: recv 11b from 0\n}\n',
    );
    const schedule = { ...plain, synchronous: Uint8Array.of(1, 0) };
    const found = lanesOf(schedule, machine, { ...quiet, jitter: new Map([['L', JITTER]]) });
    const [there, back] = [0, 1].map((index) => drawn(JITTER, 1024, DRAW.latency, 0, index));
    for (const [lane, end] of found.entries())
      expect(end).toBe(100 + 1000 + 10 + there[lane] + 100 + 1000 + 100 + back[lane]);
  });
});

describe('a latency that is paid several times', () => {
  it('is drawn as often', () => {
    const plain = logGPS({ L: 1000, o: 0, G: 0 });
    const network = { ...plain.network, routes: [{ ...plain.network.routes[0], counts: [3] }] };
    const schedule = parseGoal(
      'num_ranks 2\nrank 0 {\nl1: send 1b to 1\n}\nrank 1 {\nl1: recv 1b from 0\n}\n',
    );
    const found = lanesOf(schedule, { ...plain, network }, { ...quiet, jitter: new Map([['L', JITTER]]) });
    const hops = [0, 1, 2].map((index) => drawn(JITTER, 1024, DRAW.latency, 0, index));
    for (const [lane, end] of found.entries())
      expect(end).toBe(3000 + hops.reduce((sum, hop) => sum + hop[lane], 0));
  });
});

describe('a rank that is late for certain', () => {
  const ranks = (before: string, calc: number): Schedule =>
    parseGoal(
      `num_ranks 2\nrank 0 {\n${before}l1: calc 700\nl2: send 8b to 1\nl2 requires l1\n}\n` +
        `rank 1 {\nl1: calc ${calc}\nl2: recv 8b from 0\nl3: calc ${calc}\nl3 requires l1, l2\n}\n`.replace(
          'l1, l2',
          'l1\nl3 requires l2',
        ),
    );
  const machine = logGPS({ L: 3000, o: 500, G: 2 });
  const late = (schedule: Schedule, delays: readonly Delay[]): number =>
    lanesOf(schedule, machine, { ...quiet, delays })[0];
  const runtime = (schedule: Schedule): number => new Replay(buildGraph(schedule, machine), machine).runtime;

  it('ends as the program does that has a computation first', () => {
    const delayed = ranks('l0: calc 5000\nl1 requires l0\n', 4000);
    expect(late(ranks('', 4000), [{ rank: 0, ns: 5000, share: 0 }])).toBe(runtime(delayed));
    expect(runtime(delayed)).toBeGreaterThan(runtime(ranks('', 4000)));
  });

  it('ends as the program does whose computations are longer', () => {
    expect(late(ranks('', 4000), [{ rank: 1, ns: 0, share: 0.25 }])).toBe(runtime(ranks('', 5000)));
  });
});
