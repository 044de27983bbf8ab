/** Everything a report shows, as plain values that JSON carries. Times in ns, sizes in bytes. */
import type { Crossover, Followed } from '../../analysis/curve-crossovers.js';
import type { SharedRow } from '../../analysis/shared-rows.js';
import type { Warning } from '../../errors.js';
import type { NoiseQuestion, NoiseResult } from '../../noise/noise-runs.js';
import type { LambdaOrigin, PathColumns } from '../critical-path-columns.js';
import { type NoiseShown, noiseShown } from '../noise-tables.js';
import type { MeasuredPoint } from '../plots/curve-geometry.js';

/** Where a report's program comes from, and its size. */
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
  /** Where it was taken from. */
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

/** `value` and `delta` are null when no latency is too large, `beyond` when the limit lies behind the curve. */
export interface ReportTolerance {
  readonly percent: number;
  readonly value: number | null;
  readonly delta: number | null;
  readonly beyond: boolean;
}

/** Another curve beside the page's own, such as that of the settings before. Times in ns. */
export interface BesideCurve {
  /** What the page's own settings are called, and the other's. */
  readonly own: string;
  readonly name: string;
  /** What else tells the two apart, in a sentence; '' for nothing. */
  readonly note: string;
  readonly curve: CurveColumns;
  readonly runtime: number;
  readonly lambda: number;
  readonly rho: number;
  /** Of the same slowdowns as the page's own, each from its own runtime. */
  readonly tolerance: readonly ReportTolerance[];
}

/** The critical path at one latency. */
export interface Stop {
  /** Where it was drawn, and the piece of the curve on which its λ holds. */
  readonly x: number;
  readonly low: number;
  readonly high: number;
  readonly runtime: number;
  readonly lambda: number;
  readonly path: PathColumns;
  /** Segments before any were merged, and messages crossed. */
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
  /** [lanes] when each has ended. */
  readonly laneEnd: readonly number[];
  readonly origin: LambdaOrigin;
}

/** Ranks over time, reduced to what can be seen, and the critical paths at several latencies. */
export interface Timeline {
  readonly lanes: number;
  readonly ranksPerLane: number;
  readonly bins: number;
  readonly stops: readonly Stop[];
  /** Pieces of the curve; more than stops where not all are shown. */
  readonly pieces: number;
}

/** A variant beside the program: another algorithm, machine or topology. */
export interface ComparedVariant {
  readonly name: string;
  readonly runtime: number;
  readonly lambda: number;
  readonly rho: number;
  /** By percent over the least T of all. */
  readonly tolerance: readonly ComparedTolerance[];
  /** Whether it takes the least, or bears the most latency, of those that the model can price; several may. */
  readonly fastest?: boolean;
  readonly tolerant?: boolean;
  /** T over added latency; left out where it does not grow. */
  readonly curve?: Followed;
}

/** Latency that may be added on the budget of all; null: unlimited, or see `without`. */
export interface ComparedTolerance {
  readonly percent: number;
  readonly delta: number | null;
  readonly without: 'over-budget' | 'unsupported' | null;
}

/** Which of two compared variants is faster where. */
export interface ComparedCrossovers {
  /** The machine's latency, ns; null where several grow together. */
  readonly base: number | null;
  /** Whether the reader named the interval; else each pair is followed until one of the two takes twice as long. */
  readonly asked: boolean;
  readonly pairs: readonly Crossover[];
}

/** λ at the machine's latency by the line of source whose call sent. */
export interface ReportSite {
  /** `solver.c:214`, or the place in the object where lines are not known. */
  readonly place: string;
  /** '' where it is not known, as the call. */
  readonly function: string;
  readonly call: string;
  /** Callers, innermost first, where they tell it from others at the same place. */
  readonly via: readonly string[];
  readonly lambda: number;
  /** Its part of λ, and of the runtime, 0 … 1. */
  readonly ofLambda: number;
  readonly ofRuntime: number;
}

/** λ at the machine's latency by function of the program: a row of its call tree. */
export interface ReportRegion {
  /** `dot`, or the place in the object where functions are not known. */
  readonly name: string;
  /** `solver.c:34,37`: the lines that calls stand at; '' where they are not known. */
  readonly place: string;
  /** Functions above it; each row stands behind that of its caller. */
  readonly depth: number;
  /** With all that it calls: λ, and what part it is of the program's λ and runtime, 0 … 1. */
  readonly lambda: number;
  readonly ofLambda: number;
  readonly ofRuntime: number;
  /** Of its own MPI calls. */
  readonly ownLambda: number;
  readonly ownOfLambda: number;
  /** The MPI call with most of it, '' where it is not known, and what part of the program's λ that is. */
  readonly call: string;
  readonly callOfLambda: number;
}

/** A program if one place of it sent nothing. Times in ns. */
export interface ReportSilence {
  /** A line with its calls, a function, or a call. */
  readonly place: string;
  /** Its part of λ now, 0 … 1. */
  readonly ofLambda: number;
  /** Null where the program cannot be so. */
  readonly without: {
    readonly runtime: number;
    readonly lambda: number;
    /** Added latency of the first slowdown; null: unlimited. */
    readonly tolerance: number | null;
  } | null;
}

/** What single places bring; the first leaves room for most latency. */
export interface ReportSilences {
  /** The first in a sentence; '' where no place helps. */
  readonly best: string;
  /** Of the tolerances. */
  readonly percent: number;
  readonly rows: readonly ReportSilence[];
}

/** Many runs with noise. Times in ns. */
export interface ReportNoise extends NoiseShown {
  readonly seed: number;
  /** T of the runs, ascending; of many those that stand for equal parts of them, the least and the largest among them. */
  readonly times: readonly number[];
}

/** All that a report shows. */
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
  /** Another curve to hold this one against. */
  readonly beside?: BesideCurve;
  readonly measured: readonly MeasuredPoint[];
  /** A sentence on how they meet the curve. */
  readonly measuredNote?: string;
  readonly timeline: Timeline;
  /** By falling latency; empty where the input does not say from where its calls were made. */
  readonly sites: readonly ReportSite[];
  /** The call tree, each function behind its caller; empty as `sites`. */
  readonly regions: readonly ReportRegion[];
  /** Left out where calls are not known, and of large programs. */
  readonly silences?: ReportSilences;
  readonly compared: readonly ComparedVariant[];
  readonly crossovers: ComparedCrossovers | null;
  /** By what is assumed of CPUs and cards; left out where nobody asked. */
  readonly shared?: readonly SharedRow[];
  /** Many runs with noise; left out where nobody asked. */
  readonly noise?: ReportNoise;
  readonly warnings: readonly Warning[];
}

// Noise as the report keeps it.

/** More times than this no picture can tell apart. */
const MOST_TIMES = 512;

/** `words`: the sources of noise as they were written. */
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
