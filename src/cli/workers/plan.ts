/** What an evaluation of one variant needs and gives, as plain values that cross between threads. */
import type { VariantResult } from '../../analysis/compare.js';
import type { RegionAsked } from '../../analysis/cut/bounds.js';
import type { ModelOptions } from '../../analysis/model.js';
import type { StartAndEnd } from '../../analysis/start-and-end.js';
import type { Support } from '../../analysis/support.js';
import type { CollectiveName } from '../../collectives/names.js';
import { type ErrorFamily, LlampError, type Problem, type Warning } from '../../errors.js';
import type { Machine } from '../../machine/machine.js';
import type { Program, ProgramData } from '../../sources/program.js';
import type { MachineFlags } from '../flags/machine.js';
import type { RegionInfo } from '../output/region.js';

/** One variant: algorithms of collectives, and the machine in the words of its flags. */
export interface VariantPlan {
  readonly collectives: readonly string[];
  readonly machine: MachineFlags;
}

export interface EvaluationSettings {
  readonly percents: readonly number[];
  readonly model: ModelOptions;
  /** Where variants are compared over the latency. */
  readonly follow?: FollowSettings;
  /** The part of the program that all are asked about; null or left out: all of it. */
  readonly region?: RegionAsked | null;
  /** Whether T and its curve are all that is used of each result: the others need not hold of a path. */
  readonly runtimesOnly?: boolean;
  /** Whether it is asked what of each whole program its start and its end hold. */
  readonly ends?: boolean;
  /** Collectives that the model must be able to price; by default all that the program calls. */
  readonly judged?: readonly CollectiveName[] | null;
}

/**
 * `tolerances`: no further than the tolerances reach. Else an interval of L as written, and the unit of bare numbers.
 */
export type FollowSettings = 'tolerances' | { readonly range: string; readonly unit: string | undefined };

/** What all evaluations of one comparison share. */
export interface VariantEvaluation extends EvaluationSettings {
  readonly program: Program;
}

/** The same on its way between threads. */
export interface EvaluationData extends EvaluationSettings {
  readonly data: ProgramData;
}

export interface VariantCounts {
  readonly ranks: number;
  readonly operations: number;
  readonly messages: number;
  readonly dependencies: number;
}

/** The machine of a variant, as it is shown. */
export interface VariantMachine extends Pick<Machine, 'cpu' | 'nic'> {
  /** As `--json` shows it. */
  readonly json: Readonly<Record<string, unknown>>;
  /** In a line. */
  readonly text: string;
}

/** What is known of a variant once it is evaluated. */
export interface VariantOutcome {
  readonly result: VariantResult;
  readonly support: Support;
  readonly counts: VariantCounts;
  readonly machine: VariantMachine;
  /** The part of its program that it is about. */
  readonly region?: RegionInfo;
  /** What the start and the end of its whole program hold; null where nobody asked, or it is about a part. */
  readonly ends: StartAndEnd | null;
  /** Of the schedule and the machine; those of the analysis are in `result`. */
  readonly warnings: readonly Warning[];
}

/** An error on its way between threads, which keep no classes. */
export type Failure =
  | { readonly kind: 'ours'; readonly family: ErrorFamily; readonly problems: readonly Problem[] }
  | { readonly kind: 'other'; readonly message: string };

export type TaskAnswer = { readonly outcome: VariantOutcome } | { readonly failure: Failure };

export function failureOf(error: unknown): Failure {
  if (error instanceof LlampError) return { kind: 'ours', family: error.family, problems: error.problems };
  return { kind: 'other', message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

export function errorOf(failure: Failure): Error {
  if (failure.kind === 'ours') return new LlampError(failure.family, failure.problems);
  return new Error(failure.message);
}
