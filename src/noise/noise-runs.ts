/** The effect of noise on a program: runtimes, where noise matters, and the tolerated noise. */

import { type SampleSummary, sampleQuantile, summarise } from '../analysis/statistics.js';
import { checkNumber, checkNumbers } from '../errors.js';
import type { ExecutionGraph } from '../graph/execution-graph.js';
import type { Machine } from '../machine/machine.js';
import type { SiteNames } from '../schedule/program-calls.js';
import type { Axis } from '../timing/axis.js';
import { compileNoise } from './compile-noise.js';
import { KernelLanes } from './kernel-lanes.js';
import { finished, LANES, type LanePoint, Lanes, type Steps } from './noise-lanes.js';
import { isDrawn, type Noise, placesOf } from './noise-model.js';
import {
  type Criticality,
  criticalityOf,
  type ExpectedNoise,
  expectedNoise,
  longestPaths,
} from './noise-paths.js';

/** Quantiles of T that every answer has. */
const NOISE_SHARES = [0.05, 0.25, 0.5, 0.75, 0.95, 0.99] as const;

/** The question. */
export interface NoiseQuestion {
  readonly noise: Noise;
  readonly samples: number;
  /** A whole number from 0 on. */
  readonly seed: number;
  /** The varied parameter. */
  readonly axis: Axis;
  /** Its values of `points`. */
  readonly at: readonly number[];
  /** Slowdowns relative to the T without noise, in percent, and the quantile of T that must stay within them. */
  readonly percents: readonly number[];
  readonly share: number;
  /** Runs whose longest paths are followed. */
  readonly followed: number;
  /** Of return addresses. */
  readonly names: SiteNames;
}

/** The tolerance of one slowdown. null: the quantile already exceeds its limit; Infinity: any amount is tolerated. */
export interface NoiseTolerance {
  readonly percent: number;
  /** Factor of all noise. */
  readonly factor: number | null;
  /** Growth of the parameter with noise, ns or ns/B. */
  readonly growth: number | null;
  /** The same without noise and delays. */
  readonly quietGrowth: number;
}

/** T at one value of the parameter. */
export interface NoisePoint {
  readonly x: number;
  /** Without noise and delays. */
  readonly runtime: number;
  readonly summary: SampleSummary;
}

/** The answer; times in ns. */
export interface NoiseResult {
  /** T without noise and delays. */
  readonly runtime: number;
  /** T without random noise, with certain delays. */
  readonly delayed: number;
  /** [samples] T of each run. */
  readonly times: Float64Array;
  readonly summary: SampleSummary;
  readonly expected: ExpectedNoise;
  /** Share of the noise expected on the longest path that appears in the mean of T; null if none is expected there. */
  readonly amplification: number | null;
  /** Share of the noise of the noisiest rank that does not reach the mean of T; below 0 if more does. */
  readonly absorption: number | null;
  readonly criticality: Criticality;
  readonly tolerances: readonly NoiseTolerance[];
  readonly points: readonly NoisePoint[];
}

/**
 * Analyses a graph in its order. `onStep`: called after each sweep of the program. Throws ModelError and LimitError as
 * compiling does, and a UsageError for numbers that are none.
 */
export function noiseAnswer(
  graph: ExecutionGraph,
  machine: Machine,
  question: NoiseQuestion,
  onStep?: () => void,
): NoiseResult {
  return finished(noiseSteps(graph, machine, question), onStep);
}

/** The same in parts, each at most a few sweeps of the program. */
export function* noiseSteps(
  graph: ExecutionGraph,
  machine: Machine,
  question: NoiseQuestion,
): Steps<NoiseResult> {
  const { noise, axis, samples, seed } = question;
  checkNumber('noise: samples', samples, { least: 1, whole: true });
  checkNumber('noise: seed', seed, { least: 0, whole: true });
  checkNumbers('noise: at', question.at);
  checkNumbers('percents', question.percents, { least: 0 });
  checkNumber('noise: share', question.share, { least: 0, most: 1 });
  const runs = new Runs(graph, machine, { ...question, samples: isDrawn(noise) ? samples : 1 });
  yield;
  const punctual =
    noise.delays.length === 0
      ? runs
      : new Runs(graph, machine, { ...question, noise: { ...noise, delays: [] }, samples: 1 });
  const base = { x: axis.base, scale: 1 };
  const runtime = yield* punctual.quiet(axis.base);
  const delayed = yield* runs.quiet(axis.base);
  const times = yield* runs.steps(base);
  const summary = summarise(times, NOISE_SHARES);
  const whole = compileNoise(graph, machine, { places: placesOf(machine, noise), axis, fold: false });
  yield;
  const expected = expectedNoise(whole, noise, axis.base);
  const slower = summary.mean - delayed;
  const paths = longestPaths(
    whole,
    { noise, seed },
    { ...base, runs: Math.min(question.followed, times.length) },
  );
  const criticality = yield* criticalityOf(whole.graph.schedule, paths, question.names);
  const tolerances: NoiseTolerance[] = [];
  for (const percent of question.percents) {
    const limit = runtime * (1 + percent / 100);
    tolerances.push(yield* toleranceOf({ runs, punctual }, question, { percent, limit }));
  }
  const points: NoisePoint[] = [];
  for (const x of question.at) {
    const quiet = yield* punctual.quiet(x);
    points.push({ x, runtime: quiet, summary: summarise(yield* runs.steps({ x, scale: 1 }), NOISE_SHARES) });
  }
  return {
    runtime,
    delayed,
    times,
    summary,
    expected,
    amplification: expected.onPath > 0 ? slower / expected.onPath : null,
    absorption: expected.ofRank > 0 ? 1 - slower / expected.ofRank : null,
    criticality,
    tolerances,
    points,
  };
}

/** First steps of a search of the parameter, relative to its value; at 0: 1 µs, or 0.1 ns/B. */
const FIRST_STEP = 0.1;
const OF_NOTHING = { ns: 1000, 'ns/B': 0.1 } as const;

/** `punctual`: without delays. */
function* toleranceOf(
  { runs, punctual }: { readonly runs: Runs; readonly punctual: Runs },
  { noise, axis, share }: NoiseQuestion,
  { percent, limit }: { readonly percent: number; readonly limit: number },
): Steps<NoiseTolerance> {
  const step = axis.base > 0 ? axis.base * FIRST_STEP : OF_NOTHING[axis.unit];
  function* quantile(x: number, scale: number): Steps<number> {
    return sampleQuantile((yield* runs.steps({ x, scale })).sort(), share);
  }
  const grown = (f: (x: number) => Steps<number>): Steps<number | null> =>
    largestWithinLimit((more) => f(axis.base + more), limit, step);
  const factors = (): Steps<number | null> =>
    largestWithinLimit((scale) => quantile(axis.base, scale), limit, 1);
  const growth = yield* grown((x) => quantile(x, 1));
  const unlimited = growth === null ? null : Number.POSITIVE_INFINITY;
  return {
    percent,
    factor: isDrawn(noise) ? yield* factors() : unlimited,
    growth,
    quietGrowth: (yield* grown((x) => punctual.quiet(x))) ?? 0,
  };
}

/**
 * Many runs of one program with noise: T at any value of a parameter, and with any multiple of the noise. The k-th run
 * always uses the same random numbers.
 */
class Runs {
  readonly #lanes: Pick<Lanes, 'play'>;
  readonly #samples: number;
  /** Starting points of searches. */
  #known: { readonly at: LanePoint; readonly times: Float64Array } | null = null;

  constructor(
    graph: ExecutionGraph,
    machine: Machine,
    { noise, axis, samples, seed }: Pick<NoiseQuestion, 'noise' | 'axis' | 'samples' | 'seed'>,
  ) {
    const program = compileNoise(graph, machine, { places: placesOf(machine, noise), axis });
    this.#lanes = KernelLanes.of(program, { noise, seed }) ?? new Lanes(program, { noise, seed });
    this.#samples = samples;
  }

  /** [samples] T of each run, ns; yields after every sweep. */
  *steps(point: LanePoint): Steps<Float64Array> {
    // Without random noise all runs are equal.
    if (point.scale === 0) return new Float64Array(this.#samples).fill(yield* this.quiet(point.x));
    const known = this.#known;
    if (known !== null && known.at.x === point.x && known.at.scale === point.scale)
      return known.times.slice();
    const times = yield* this.#played(point);
    this.#known ??= { at: point, times: times.slice() };
    return times;
  }

  /** T without random noise, ns. */
  *quiet(x: number): Steps<number> {
    const [runtime] = this.#lanes.play(0, { x, scale: 0 });
    yield;
    return runtime;
  }

  *#played(point: LanePoint): Steps<Float64Array> {
    const found = new Float64Array(this.#samples);
    for (let first = 0; first < this.#samples; first += LANES) {
      const batch = this.#lanes.play(first, point);
      found.set(batch.subarray(0, Math.min(LANES, this.#samples - first)), first);
      yield;
    }
    return found;
  }
}

/** Limits of an estimate within its interval, as shares: it halves at least every few steps. */
const EDGE = 0.1;
/** Relative to the answer. */
const PRECISION = 1e-4;
/** Of a step of the last decimal: rounding of two divisions. */
const ROUNDING = 1e-9;
/** Number of doublings of the first step after which the tolerance is unlimited. */
const DOUBLINGS = 40;
const MOST_STEPS = 60;

/**
 * The largest x from 0 on with f(x) ≤ limit, with as many decimals as searched; Infinity if none is too much, null if f(0)
 * exceeds the limit. `step`: the first step. f must not return below the limit.
 */
export function* largestWithinLimit(
  f: (x: number) => Steps<number>,
  limit: number,
  step: number,
): Steps<number | null> {
  let [low, lowValue] = [0, yield* f(0)];
  if (lowValue > limit) return null;
  let [high, highValue] = [step, yield* f(step)];
  for (let i = 0; highValue <= limit; i++) {
    if (i === DOUBLINGS) return Number.POSITIVE_INFINITY;
    [low, lowValue] = [high, highValue];
    high *= 2;
    highValue = yield* f(high);
  }
  for (let i = 0; i < MOST_STEPS && high - low > PRECISION * high; i++) {
    const share = (limit - lowValue) / (highValue - lowValue);
    // Every other step halves, because linear interpolation may converge slowly.
    const part = i % 2 === 1 || !(share >= 0) ? 0.5 : Math.min(Math.max(share, EDGE), 1 - EDGE);
    const x = low + part * (high - low);
    const value = yield* f(x);
    if (value <= limit) [low, lowValue] = [x, value];
    else [high, highValue] = [x, value];
  }
  return withoutUnsought(low);
}

/** Down to the resolution of the search. */
function withoutUnsought(x: number): number {
  if (x === 0) return 0;
  const step = 10 ** Math.floor(Math.log10(x * PRECISION));
  return Number((Math.floor(x / step + ROUNDING) * step).toPrecision(12));
}
