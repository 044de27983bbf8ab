/** The content of a report, as plain values for JSON. Times in ns, sizes in bytes. */
import type { Crossover, Followed } from '../../analysis/curve-crossovers.js';
import type { SharedRow } from '../../analysis/shared-rows.js';
import type { Warning } from '../../errors.js';
import type { NoiseQuestion, NoiseResult } from '../../noise/noise-runs.js';
import type { LambdaOrigin, PathColumns } from '../critical-path-columns.js';
import { type NoiseShown, noiseShown } from '../noise-tables.js';
import type { MeasuredPoint } from '../plots/curve-geometry.js';

/** The source of a report's program, and its size. */
export interface ReportInput {
  readonly source: string;
  readonly sha256: string | null;
  readonly ranks: number;
  readonly operations: number;
  readonly calcs: number;
  readonly sends: number;
  readonly recvs: number;
  readonly messages: number;
  readonly dependencies: number;
}

/** One parameter of the machine. */
export interface MachineValue {
  readonly name: string;
  /** With its unit. */
  readonly value: string;
  /** Its source. */
  readonly source: string;
}

/** The exact curve as columns, by piece. */
export interface CurveColumns {
  /** Name of the axis, and whether x is a distance from the machine's values already. */
  readonly axis: string;
  readonly relative: boolean;
  /** Whether x is the latency of a wire, and λ counts wires. */
  readonly wires: boolean;
  readonly base: number;
  readonly low: number;
  readonly high: number;
  readonly start: readonly number[];
  readonly runtime: readonly number[];
  readonly lambda: readonly number[];
  readonly otherLatency: readonly number[];
}

/** `value` and `delta` are null if no latency is too large, `beyond` if the limit is beyond the curve. */
export interface ReportTolerance {
  readonly percent: number;
  readonly value: number | null;
  readonly delta: number | null;
  readonly beyond: boolean;
}

/** A second curve, such as that of the previous settings. Times in ns. */
export interface BesideCurve {
  /** Names of the page's own settings, and of the other's. */
  readonly own: string;
  readonly name: string;
  /** A sentence with further differences; '' for none. */
  readonly note: string;
  readonly curve: CurveColumns;
  readonly runtime: number;
  readonly lambda: number;
  readonly rho: number;
  /** For the same slowdowns as the page's own, each relative to its own runtime. */
  readonly tolerance: readonly ReportTolerance[];
}

/** The critical path at one latency. */
export interface Stop {
  /** Latency of the drawing, and the piece of the curve with its λ. */
  readonly x: number;
  readonly low: number;
  readonly high: number;
  readonly runtime: number;
  readonly lambda: number;
  readonly path: PathColumns;
  /** Segments before merging, and messages crossed. */
  readonly segments: number;
  readonly messages: number;
  readonly shares: {
    readonly computation: number;
    readonly overhead: number;
    readonly latency: number;
    readonly bandwidth: number;
  };
  /** [lanes · bins] shares 0 … 255, base64. */
  readonly computation: string;
  readonly overhead: string;
  /** [lanes] end of each. */
  readonly laneEnd: readonly number[];
  readonly origin: LambdaOrigin;
}

/** Ranks over time at screen resolution, and the critical paths at several latencies. */
export interface Timeline {
  readonly lanes: number;
  readonly ranksPerLane: number;
  readonly bins: number;
  readonly stops: readonly Stop[];
  /** Pieces of the curve; more than stops if not all are shown. */
  readonly pieces: number;
}

/** A variant: another algorithm, machine or topology. */
export interface ComparedVariant {
  readonly name: string;
  readonly runtime: number;
  readonly lambda: number;
  readonly rho: number;
  /** By percent above the least T of all. */
  readonly tolerance: readonly ComparedTolerance[];
  /** Whether it is the fastest, or the most tolerant, among priced variants; ties are possible. */
  readonly fastest?: boolean;
  readonly tolerant?: boolean;
  /** T over added latency; omitted if it does not grow. */
  readonly curve?: Followed;
}

/** Latency that may be added on the common budget; null: unlimited, or see `without`. */
export interface ComparedTolerance {
  readonly percent: number;
  readonly delta: number | null;
  readonly without: 'over-budget' | 'unsupported' | null;
}

/** The faster of two variants over the latency. */
export interface ComparedCrossovers {
  /** The machine's latency, ns; null if several grow together. */
  readonly base: number | null;
  /** Whether the user gave the interval; otherwise each pair is followed until one of the two takes twice as long. */
  readonly asked: boolean;
  readonly pairs: readonly Crossover[];
}

/** λ at the machine's latency by source line of the sending call. */
export interface ReportSite {
  /** `solver.c:214`, or the place in the object if lines are unknown. */
  readonly place: string;
  /** '' if unknown, like the call. */
  readonly function: string;
  readonly call: string;
  /** Callers, innermost first, if needed to distinguish it from others at the same place. */
  readonly via: readonly string[];
  readonly lambda: number;
  /** Its part of λ, and of the runtime, 0 … 1. */
  readonly ofLambda: number;
  readonly ofRuntime: number;
}

/** λ at the machine's latency by function of the program: a row of its call tree. */
export interface ReportRegion {
  /** `dot`, or the place in the object if functions are unknown. */
  readonly name: string;
  /** `solver.c:34,37`: the lines of its calls; '' if unknown. */
  readonly place: string;
  /** Number of functions above it; each row follows that of its caller. */
  readonly depth: number;
  /** With all callees: λ, and its share of the program's λ and runtime, 0 … 1. */
  readonly lambda: number;
  readonly ofLambda: number;
  readonly ofRuntime: number;
  /** Of its own MPI calls. */
  readonly ownLambda: number;
  readonly ownOfLambda: number;
  /** The MPI call with most of it, '' if unknown, and its share of the program's λ. */
  readonly call: string;
  readonly callOfLambda: number;
}

/** A program without the messages of one place. Times in ns. */
export interface ReportSilence {
  /** A line with its calls, a function, or a call. */
  readonly place: string;
  /** Its part of λ now, 0 … 1. */
  readonly ofLambda: number;
  /** Null if impossible. */
  readonly without: {
    readonly runtime: number;
    readonly lambda: number;
    /** Added latency of the first slowdown; null: unlimited. */
    readonly tolerance: number | null;
  } | null;
}

/** The effect of removing single places, the largest remaining tolerance first. */
export interface ReportSilences {
  /** The first as a sentence; '' if no place helps. */
  readonly best: string;
  /** Of the tolerances. */
  readonly percent: number;
  readonly rows: readonly ReportSilence[];
}

/** Many runs with noise. Times in ns. */
export interface ReportNoise extends NoiseShown {
  readonly seed: number;
  /** T of the runs, ascending; a sample of evenly spaced quantiles if there are many, including the least and the largest. */
  readonly times: readonly number[];
}

/** All content of a report. */
export interface ReportData {
  readonly schema: 'llamp-ts/report/1';
  readonly version: string;
  readonly title: string;
  readonly headline: string;
  readonly input: ReportInput;
  readonly machine: readonly MachineValue[];
  readonly engine: string;
  readonly runtime: number;
  readonly lambda: number;
  readonly rho: number;
  readonly tolerance: readonly ReportTolerance[];
  readonly curve: CurveColumns;
  /** A second curve for comparison. */
  readonly beside?: BesideCurve;
  readonly measured: readonly MeasuredPoint[];
  /** A sentence that compares them with the curve. */
  readonly measuredNote?: string;
  readonly timeline: Timeline;
  /** By falling latency; empty if the input does not record call sites. */
  readonly sites: readonly ReportSite[];
  /** The call tree, each function after its caller; empty as `sites`. */
  readonly regions: readonly ReportRegion[];
  /** Omitted if calls are unknown, and for large programs. */
  readonly silences?: ReportSilences;
  readonly compared: readonly ComparedVariant[];
  readonly crossovers: ComparedCrossovers | null;
  /** By assumption on contention; omitted if not requested. */
  readonly shared?: readonly SharedRow[];
  /** Runs with noise; omitted if not requested. */
  readonly noise?: ReportNoise;
  readonly warnings: readonly Warning[];
}

// Noise as the report stores it.

/** More times are indistinguishable in a plot. */
const MOST_TIMES = 512;

/** `words`: the sources of noise as given. */
export function reportNoise(question: NoiseQuestion, result: NoiseResult, words: string): ReportNoise {
  return { ...noiseShown(question, result, words), seed: question.seed, times: spread(result.times) };
}

function spread(times: Float64Array): number[] {
  const ascending = times.toSorted();
  const count = Math.min(ascending.length, MOST_TIMES);
  const last = ascending.length - 1;
  return Array.from({ length: count }, (_, i) =>
    count === 1 ? ascending[last] : ascending[Math.round((i * last) / (count - 1))],
  );
}
