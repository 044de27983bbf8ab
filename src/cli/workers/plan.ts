/** What an evaluation of one variant needs and gives, as plain values and shared columns that cross between threads. */
import type { Support } from '../../analysis/collective-support.js';
import type { RegionAsked } from '../../analysis/cut/region-bounds.js';
import type { ModelOptions } from '../../analysis/model.js';
import type { VariantResult } from '../../analysis/rank-variants.js';
import type { StartAndEnd } from '../../analysis/start-and-end.js';
import type { CollectiveName } from '../../collectives/collective-algorithm.js';
import { type ErrorFamily, LlampError, type Problem, UsageError, type Warning } from '../../errors.js';
import { useKernels } from '../../kernels/arena.js';
import type { Machine } from '../../machine/machine.js';
import type { Program, ProgramData } from '../../sources/program.js';
import type { MachineFlags } from '../flags/common-flags.js';
import type { RegionInfo } from '../output/answer.js';

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
type FollowSettings = 'tolerances' | { readonly range: string; readonly unit: string | undefined };

/** What all evaluations of one comparison share. */
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

/** Levels of lists and records that columns lie under: data, its ranks, a rank, a part of it. */
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

// Whether kernels compute, as the environment says: LLAMP_KERNELS=off never, all for the smallest programs, too.

const SETTINGS = ['on', 'off', 'all'];

/** Threads and processes ask for themselves: each has modules of its own. Throws UsageError for a setting that is none. */
export function kernelsAsSet(): void {
  const setting = process.env.LLAMP_KERNELS || 'on';
  if (!SETTINGS.includes(setting))
    throw new UsageError(
      `LLAMP_KERNELS '${setting}' is no setting of kernels`,
      `leave it out, or write ${SETTINGS.join(', ')}`,
    );
  useKernels(setting !== 'off', setting === 'all' ? 0 : undefined);
}
