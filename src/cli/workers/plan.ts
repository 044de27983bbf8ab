/** Input and output of the evaluation of a variant, as plain values and shared columns that cross between threads. */

import type { Support } from '../../analysis/collective-support.js';
import type { RegionQuery } from '../../analysis/cut/region-bounds.js';
import type { ModelOptions } from '../../analysis/model.js';
import type { VariantResult } from '../../analysis/rank-variants.js';
import type { StartAndEnd } from '../../analysis/start-and-end.js';
import type { CollectiveName } from '../../collectives/collective-algorithm.js';
import { type ErrorFamily, LlampError, type Problem, UsageError, type Warning } from '../../errors.js';
import { useKernels } from '../../kernels/arena.js';
import type { Machine } from '../../machine/machine.js';
import type { KnownLibrary } from '../../schedule/schedule.js';
import type { Program, ProgramData } from '../../sources/program.js';
import type { MachineFlags } from '../flags/common-flags.js';
import type { RegionInfo } from '../output/answer.js';

/** One variant: algorithms of collectives, and the flags of its machine. */
export interface VariantPlan {
  readonly collectives: readonly string[];
  readonly machine: MachineFlags;
}

export interface EvaluationSettings {
  readonly percents: readonly number[];
  readonly model: ModelOptions;
  /** Range of latencies for the comparison. */
  readonly follow?: FollowSettings;
  /** The region in all variants; null or left out: the whole program. */
  readonly region?: RegionQuery | null;
  /** Whether only T and its curve are used, so that other results need not be exact. */
  readonly runtimesOnly?: boolean;
  /** Whether to compute start-up and shut-down of whole programs. */
  readonly ends?: boolean;
  /** Collectives that the model must be able to price; by default all that the program calls. */
  readonly judged?: readonly CollectiveName[] | null;
}

/**
 * `tolerances`: up to the largest tolerance. Otherwise an interval of L as written, and the unit of bare numbers.
 */
type FollowSettings = 'tolerances' | { readonly range: string };

/** Common settings of a comparison. */
export interface VariantEvaluation extends EvaluationSettings {
  readonly program: Program;
}

/** The same on its way between threads. */
export interface EvaluationData extends EvaluationSettings {
  readonly data: ProgramData;
  /** File of algorithms that may be named. */
  readonly algorithms: string | undefined;
}

interface VariantCounts {
  readonly ranks: number;
  readonly operations: number;
  readonly messages: number;
  readonly dependencies: number;
  readonly library?: KnownLibrary | undefined;
}

/** The machine of a variant, as it is shown. */
export interface VariantMachine extends Pick<Machine, 'cpu' | 'nic'> {
  /** As `--json` shows it. */
  readonly json: Readonly<Record<string, unknown>>;
  /** In a line. */
  readonly text: string;
}

export interface VariantOutcome {
  readonly result: VariantResult;
  readonly support: Support;
  readonly counts: VariantCounts;
  readonly machine: VariantMachine;
  /** Its region. */
  readonly region?: RegionInfo;
  /** Start-up and shut-down of the whole program; null if not requested, or for a region. */
  readonly ends: StartAndEnd | null;
  /** Warnings of schedule and machine; those of the analysis are in `result`. */
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

// Moves columns into memory that threads share: each reads the same bytes, none copies them.

type Column = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array;

function isColumn(value: unknown): value is Column {
  return (
    ArrayBuffer.isView(value) && !(value instanceof DataView) && !(value.buffer instanceof SharedArrayBuffer)
  );
}

function shared(column: Column): Column {
  const buffer = new SharedArrayBuffer(column.byteLength);
  new Uint8Array(buffer).set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength));
  if (column instanceof Float64Array) return new Float64Array(buffer);
  if (column instanceof Uint32Array) return new Uint32Array(buffer);
  if (column instanceof Int32Array) return new Int32Array(buffer);
  if (column instanceof Uint16Array) return new Uint16Array(buffer);
  return new Uint8Array(buffer);
}

/** Nesting levels above columns: data, its ranks, a rank, a part of it. */
const DEPTH = 4;

/** The same value with its columns in shared memory. */
function share(value: unknown, depth: number): unknown {
  if (isColumn(value)) return shared(value);
  if (depth === 0 || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => share(one, depth - 1));
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, share(one, depth - 1)]));
}

/** The data of a program, of whichever kind, with its columns in shared memory. */
export const shareData = <Data extends ProgramData>(data: Data): Data => ({
  ...data,
  ...Object.fromEntries(Object.entries(data).map(([name, value]) => [name, share(value, DEPTH)])),
});

// Use of kernels, by the environment: LLAMP_KERNELS=off never, all also for the smallest programs.

const SETTINGS = ['on', 'off', 'all'];

/** To be called in each thread and process, which have modules of their own. Throws UsageError for an invalid setting. */
export function kernelsAsSet(): void {
  const setting = process.env.LLAMP_KERNELS || 'on';
  if (!SETTINGS.includes(setting))
    throw new UsageError(
      `LLAMP_KERNELS '${setting}' is unknown`,
      `leave it out, or write ${SETTINGS.join(', ')}`,
    );
  useKernels(setting !== 'off', setting === 'all' ? 0 : undefined);
}
