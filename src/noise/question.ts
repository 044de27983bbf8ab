/** What noise makes of a program: how long it takes then, where it shows, how much of it the program bears. */
import type { ExecutionGraph } from '../graph/execution-graph.js';
import type { Machine } from '../machine/machine.js';
import type { SiteNames } from '../schedule/call-sites.js';
import type { Axis } from '../timing/axis.js';
import { compileNoise } from './compile.js';
import { type Criticality, criticalityOf } from './criticality.js';
import { type ExpectedNoise, expectedNoise } from './expected.js';
import { largestWithinLimit } from './largest.js';
import { longestPaths } from './paths.js';
import { Runs } from './runs.js';
import { isDrawn, type Noise, placesOf } from './sources.js';
import { finished, type Steps } from './steps.js';
import { type SampleSummary, sampleQuantile, summarise } from './summary.js';

/** Quantiles of T that every answer has. */
export const NOISE_SHARES = [0.05, 0.25, 0.5, 0.75, 0.95, 0.99] as const;

/** What is asked. */
export interface NoiseQuestion {
  readonly noise: Noise;
  readonly samples: number;
  readonly seed: number;
  /** The parameter that grows. */
  readonly axis: Axis;
  /** Its values of `points`. */
  readonly at: readonly number[];
  /** Slowdowns against the T without noise, in percent, and the quantile of T that is held to them. */
  readonly percents: readonly number[];
  readonly share: number;
  /** Runs whose longest paths are followed. */
  readonly followed: number;
  /** Of return addresses. */
  readonly names: SiteNames;
}

/** What is borne of one slowdown. null: the quantile is above its limit as it is; Infinity: any amount is borne. */
export interface NoiseTolerance {
  readonly percent: number;
  /** By what all noise may be multiplied. */
  readonly factor: number | null;
  /** By how much the parameter may grow under the noise, ns or ns/B. */
  readonly growth: number | null;
  /** The same without noise. */
  readonly quietGrowth: number | null;
}

/** T at one value of the parameter. */
export interface NoisePoint {
  readonly x: number;
  /** Without noise. */
  readonly runtime: number;
  readonly summary: SampleSummary;
}

/** The answer; times in ns. */
export interface NoiseResult {
  /** T without noise and delays. */
  readonly runtime: number;
  /** T without noise, with the delays that are certain. */
  readonly delayed: number;
  /** [samples] T of each run. */
  readonly times: Float64Array;
  readonly summary: SampleSummary;
  readonly expected: ExpectedNoise;
  /** How often what is expected on the longest path shows in the mean of T; null where nothing is expected there. */
  readonly amplification: number | null;
  /** Share of the noise of the rank with most that does not show in the mean of T; below 0 where more shows. */
  readonly absorption: number | null;
  readonly criticality: Criticality;
  readonly tolerances: readonly NoiseTolerance[];
  readonly points: readonly NoisePoint[];
}

/** Asks a graph in its order. Throws ModelError and LimitError as compiling does. */
export function noiseAnswer(graph: ExecutionGraph, machine: Machine, question: NoiseQuestion): NoiseResult {
  return finished(noiseSteps(graph, machine, question));
}

/** The same in parts, none of which takes longer than a few sweeps of the program. */
export function* noiseSteps(
  graph: ExecutionGraph,
  machine: Machine,
  question: NoiseQuestion,
): Steps<NoiseResult> {
  const { noise, axis, samples, seed } = question;
  const runs = new Runs({ graph, machine, noise, axis }, { samples: isDrawn(noise) ? samples : 1, seed });
  yield;
  const punctual =
    noise.delays.length === 0
      ? runs
      : new Runs({ graph, machine, axis, noise: { ...noise, delays: [] } }, { samples: 1, seed });
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
    tolerances.push(yield* toleranceOf(runs, question, { percent, limit }));
  }
  const points: NoisePoint[] = [];
  for (const x of question.at) {
    const quiet = yield* runs.quiet(x);
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

/** Steps that a search of the parameter begins with, of its value; of those that are 0: 1 µs, or 0.1 ns/B. */
const FIRST_STEP = 0.1;
const OF_NOTHING = { ns: 1000, 'ns/B': 0.1 } as const;

function* toleranceOf(
  runs: Runs,
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
  return {
    percent,
    factor: isDrawn(noise) ? yield* factors() : null,
    growth: yield* grown((x) => quantile(x, 1)),
    quietGrowth: yield* grown((x) => runs.quiet(x)),
  };
}
