/** Evaluates variants, in worker threads if that is faster. Results are the same, in the given order. */
import { availableParallelism, freemem } from 'node:os';
import { LimitError } from '../../errors.js';
import { algorithmsFile } from '../input/own-algorithms.js';
import { errorCode } from '../process/files.js';
import { memoryRoom } from '../process/memory.js';
import { packageFiles } from '../process/package-files.js';
import { VariantEvaluator } from './evaluator.js';
import {
  type EvaluationData,
  errorOf,
  shareData,
  type TaskAnswer,
  type VariantEvaluation,
  type VariantOutcome,
  type VariantPlan,
} from './plan.js';

// Number of workers: limited by cores and memory, none for small comparisons.

/** Operations of all variants from which workers are faster. */
const WORTH_WORKERS = 400_000;

/** Memory of an idle worker with the solver loaded: measured with `process.memoryUsage().rss`. */
const WORKER_BYTES = 120 * 2 ** 20;
/** Memory at the peak per operation: schedule, graph, and rows along every axis; with HiGHS its model as well. */
const BYTES_PER_OPERATION = { sweep: 500, highs: 2_500 } as const;
/** Assumed ratio of the operations of the largest variant to those of the first. */
const GROWTH = 2;
/** Share of the free memory to use. */
const SHARE = 0.7;

interface Load {
  readonly variants: number;
  /** Operations of the first variant, or the largest known. */
  readonly operations: number;
  /** Whether HiGHS solves. */
  readonly highs: boolean;
}

interface Capacity {
  readonly cores: number;
  readonly memoryBytes: number;
}

export function resources(): Capacity {
  return { cores: availableParallelism(), memoryBytes: memoryRoom()?.bytes ?? freemem() };
}

/** Bytes that one worker takes. */
export function workerBytes({ operations, highs }: Load): number {
  return WORKER_BYTES + GROWTH * operations * BYTES_PER_OPERATION[highs ? 'highs' : 'sweep'];
}

/** Workers for a load; 1: none, the work is done in this thread. `wanted`: the user's limit. */
export function jobsFor(load: Load, have: Capacity, wanted?: number): number {
  if (load.variants <= 1) return 1;
  const fitting = Math.max(1, Math.floor((have.memoryBytes * SHARE) / workerBytes(load)));
  const most = Math.min(load.variants, fitting);
  if (wanted !== undefined) return Math.min(wanted, most);
  if (load.variants * load.operations < WORTH_WORKERS) return 1;
  return Math.min(have.cores, most);
}

export interface PoolOptions {
  /** Most workers; 1: none. By default as many as are useful and fit. */
  readonly jobs?: number | undefined;
  /** Called after each variant, with how many are done. */
  readonly onDone?: (done: number, total: number) => void;
}

/** A pool that lives until it is closed. */
interface Pool {
  run(plan: VariantPlan): Promise<TaskAnswer>;
  destroy(): Promise<void>;
}

export class VariantPool {
  readonly #evaluation: VariantEvaluation;
  readonly #options: PoolOptions;
  #here: VariantEvaluator | null;
  #pool: Pool | null = null;
  /** Operations of the largest variant so far; 0 before the first. */
  #operations = 0;

  constructor(evaluation: VariantEvaluation, options: PoolOptions = {}) {
    this.#evaluation = evaluation;
    this.#options = options;
    this.#here = new VariantEvaluator(evaluation);
  }

  /** One outcome per plan. Throws what the first failing plan throws. */
  async evaluate(plans: readonly VariantPlan[]): Promise<VariantOutcome[]> {
    const outcomes: VariantOutcome[] = [];
    const tell = (done: number): void => this.#options.onDone?.(done, plans.length);
    // The first variant runs here and shows their size.
    if (this.#operations === 0 && plans.length > 0) {
      outcomes.push(await this.#evaluateHere(plans[0]));
      tell(1);
    }
    const rest = plans.slice(outcomes.length);
    const jobs = this.#jobs(rest.length);
    if (jobs > 1 || this.#pool !== null)
      return [...outcomes, ...(await this.#inWorkers(rest, jobs, outcomes.length))];
    for (const plan of rest) {
      outcomes.push(await this.#evaluateHere(plan));
      tell(outcomes.length);
    }
    return outcomes;
  }

  /** Ends the workers. */
  async close(): Promise<void> {
    await this.#pool?.destroy();
    this.#pool = null;
  }

  #jobs(variants: number): number {
    const { engine = 'auto', highsLimit = 0 } = this.#evaluation.model;
    const operations = this.#operations;
    const highs = engine === 'highs' || (engine === 'auto' && operations <= highsLimit);
    return jobsFor({ variants, operations, highs }, resources(), this.#options.jobs);
  }

  async #evaluateHere(plan: VariantPlan): Promise<VariantOutcome> {
    this.#here ??= new VariantEvaluator(this.#evaluation);
    const outcome = await this.#here.evaluate(plan);
    this.#operations = Math.max(this.#operations, outcome.counts.operations);
    return outcome;
  }

  async #inWorkers(plans: readonly VariantPlan[], jobs: number, before: number): Promise<VariantOutcome[]> {
    const pool = await this.#open(jobs);
    let done = before;
    const answers = await Promise.all(
      plans.map(async (plan) => {
        const answer = await pool.run(plan).catch((error: unknown) => ({ failure: outOfMemory(error) }));
        this.#options.onDone?.(++done, before + plans.length);
        return answer;
      }),
    );
    return answers.map((answer) => {
      if ('outcome' in answer) return answer.outcome;
      throw answer.failure instanceof Error ? answer.failure : errorOf(answer.failure);
    });
  }

  async #open(jobs: number): Promise<Pool> {
    if (this.#pool !== null) return this.#pool;
    this.#here = null;
    const { Tinypool } = await import('tinypool');
    const { program, ...settings } = this.#evaluation;
    const algorithms = algorithmsFile();
    const workerData: EvaluationData = { ...settings, algorithms, data: shareData(program.data) };
    const filename = packageFiles().pooled('variants');
    const pool: Pool = new Tinypool({ filename, minThreads: jobs, maxThreads: jobs, workerData });
    this.#pool = pool;
    return pool;
  }
}

/** Turns a worker's lack of memory into a LimitError. */
function outOfMemory(error: unknown): Error {
  if (errorCode(error) !== 'ERR_WORKER_OUT_OF_MEMORY')
    return error instanceof Error ? error : new Error(String(error));
  return new LimitError('a worker ran out of memory', 'use fewer workers with --jobs 1');
}

/** Runs `work` with a pool whose workers are gone when it ends or throws. */
export async function withPool<Result>(
  evaluation: VariantEvaluation,
  options: PoolOptions,
  work: (pool: VariantPool) => Promise<Result>,
): Promise<Result> {
  const pool = new VariantPool(evaluation, options);
  try {
    return await work(pool);
  } finally {
    await pool.close();
  }
}

/** One outcome per plan. Throws what the first failing plan throws. */
export const evaluateVariants = (
  evaluation: VariantEvaluation,
  plans: readonly VariantPlan[],
  options: PoolOptions,
): Promise<VariantOutcome[]> => withPool(evaluation, options, (pool) => pool.evaluate(plans));
