/**
 * The border to HiGHS in WebAssembly. Nothing else in the project touches the solver: `HighsBorder` estimates memory
 * before a model crosses, keeps the solver's last log lines, disposes every model and throws a runtime away that
 * has aborted.
 */
import type { Highs, InitOptions, Model } from 'highs';
import { LimitError, LlampError } from '../../errors.js';

/** A linear program: rows as CSR with a lower and an upper bound, columns with bounds and cost. */
export interface LinearProgram {
  readonly columns: number;
  readonly rows: number;
  readonly maximise: boolean;
  readonly cost: Float64Array;
  readonly columnLower: Float64Array;
  readonly columnUpper: Float64Array;
  readonly rowLower: Float64Array;
  readonly rowUpper: Float64Array;
  readonly starts: Int32Array;
  readonly indices: Int32Array;
  readonly values: Float64Array;
}

/** Status of every column and row, in HiGHS' numbers. */
export interface Basis {
  readonly columns: Uint8Array;
  readonly rows: Uint8Array;
}

export const LOWER = 0;
export const BASIC = 1;
export const UPPER = 2;

/** How a solve ended. */
export type SolveStatus = 'optimal' | 'unbounded' | 'infeasible' | 'other';

/** What a solve returns: values, duals and the basis. */
export interface LinearSolution {
  readonly status: SolveStatus;
  readonly objective: number;
  readonly columnValue: Float64Array;
  readonly columnDual: Float64Array;
  readonly rowValue: Float64Array;
  readonly rowDual: Float64Array;
  readonly iterations: number;
}

/** Queries of a model while it exists. */
export interface OpenModel {
  readonly solution: LinearSolution;
  /** Column `column` of B⁻¹A: by how much each basic variable falls when the column grows by one. */
  reducedColumn(column: number): Float64Array;
  /** Basic variables by place in the basis: a column j as j, a row i as −i − 1. */
  basicVariables(): Int32Array;
}

/** The address space of 32-bit WebAssembly as HiGHS is built. */
export const WASM_LIMIT_BYTES = 2 ** 31;

/**
 * Memory per row, column and nonzero at the peak (model, factor, presolve), fitted to the runtime's growth on
 * systems of 5 k to 270 k rows: see bench/highs-memory.ts.
 */
const BYTES_PER_ROW = 700;
const BYTES_PER_COLUMN = 700;
const BYTES_PER_NONZERO = 96;
const BYTES_FIXED = 24 * 2 ** 20;
const COLD_FACTOR = 1.3;
const LOG_LINES = 20;

/** Bytes that solving a program takes inside the WebAssembly memory, estimated from its size. */
export function estimateBytes(rows: number, columns: number, nonzeros: number, cold = false): number {
  const model = rows * BYTES_PER_ROW + columns * BYTES_PER_COLUMN + nonzeros * BYTES_PER_NONZERO;
  return BYTES_FIXED + model * (cold ? COLD_FACTOR : 1);
}

/** What a solve starts from. */
export interface SolveOptions {
  /** Where to start; without it HiGHS presolves and starts from scratch. */
  readonly basis?: Basis;
}

/** A runtime with the last lines that it printed. */
interface Loaded {
  readonly runtime: Highs;
  readonly log: string[];
}

/**
 * Begins to load the solver of the {@link commonBorder}; ends when the rest happens elsewhere. With a `module` that the
 * host is compiling, WebAssembly is ready when the caller has done everything else.
 */
export async function preloadHighs(module?: Promise<object>): Promise<void> {
  await import('highs');
  // Only users of the solver meet the error.
  commonBorder()
    .start(module)
    .catch(() => undefined);
  module?.catch(() => undefined);
}

/** How a host instantiates the solver's WebAssembly itself: an option of the loader that its types leave out. */
interface HostInstantiation {
  instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void): object;
}

/** Throws a LimitError where there is no memory for the runtime. */
async function load(loadHighs: Loader, module?: Promise<object>): Promise<Loaded> {
  const log: string[] = [];
  const keep = (line: string): void => {
    log.push(line);
    if (log.length > LOG_LINES) log.shift();
  };
  try {
    return { runtime: await instantiated(loadHighs, { print: keep, printErr: keep }, module), log };
  } catch (error) {
    throw outOfMemory(error) ? noRuntime() : error;
  }
}

/** The loader waits for ever for a host that fails to instantiate, because it gets no error; so the caller gets it. */
function instantiated(loadHighs: Loader, options: InitOptions, module?: Promise<object>): Promise<Highs> {
  if (module === undefined) return loadHighs(options);
  return new Promise((resolve, reject) => {
    const host: HostInstantiation = {
      instantiateWasm(imports, done) {
        module.then((compiled) => WebAssembly.instantiate(compiled, imports)).then(done, reject);
        return {};
      },
    };
    loadHighs({ ...host, ...options }).then(resolve, reject);
  });
}

/** Whether memory was refused: by the host as a RangeError, by the loader as the text of one. */
function outOfMemory(error: unknown): boolean {
  return error instanceof Error && /out of memory|could not allocate|allocation failed/i.test(error.message);
}

/** Memory with which a runtime is kept for who comes next: it never gives any back. */
const MOST_KEPT_BYTES = 2 ** 27;

let common: HighsBorder | null = null;

/**
 * The border of all who have none of their own, since starting a runtime takes longer than most programs: another one when
 * that failed to start, or large programs have made it large.
 */
export function commonBorder(): HighsBorder {
  if (common === null || common.failed || common.memoryBytes > MOST_KEPT_BYTES) common = new HighsBorder();
  return common;
}

/** The WebAssembly of HiGHS behind one border: memory is estimated before a solve, a dead runtime is replaced. */
export class HighsBorder {
  #loading: Promise<Loaded> | null = null;
  #loaded: Loaded | null = null;
  #failed = false;
  /** Of a runtime that was thrown away. */
  #lastLog: readonly string[] = [];

  /** Last lines that the solver printed. */
  get log(): readonly string[] {
    return this.#loaded?.log ?? this.#lastLog;
  }

  /** Whether no runtime could be started, and none will be. */
  get failed(): boolean {
    return this.#failed;
  }

  /** Linear memory that the runtime has taken so far, bytes. */
  get memoryBytes(): number {
    return this.#loaded?.runtime.memoryBytes ?? 0;
  }

  /**
   * Solves a program and hands the living model to `read`; disposes it afterwards, whatever happens.
   * Throws a LimitError when the program would not fit into the solver's memory.
   */
  async solve<Result>(
    program: LinearProgram,
    options: SolveOptions,
    read: (model: OpenModel) => Result,
  ): Promise<Result> {
    const cold = options.basis === undefined;
    const needed = estimateBytes(program.rows, program.columns, program.indices.length, cold);
    if (needed > WASM_LIMIT_BYTES) throw tooLarge(program.rows, needed);
    const runtime = await this.#load();
    try {
      return runtime.withModel((model) => read(this.#run(runtime, model, program, options)));
    } catch (error) {
      throw this.#explain(error, program.rows);
    }
  }

  /** Starts the runtime where there is none yet; `module`: as in {@link preloadHighs}. Throws LimitError where it has no room. */
  async start(module?: Promise<object>): Promise<void> {
    await this.#load(module);
  }

  async #load(module?: Promise<object>): Promise<Highs> {
    if (this.#loaded !== null) return this.#loaded.runtime;
    const loader = loaderOf(await import('highs'));
    // One that failed to start stays so: what has no room for it now has none for the next program either.
    this.#loading ??= load(loader, module);
    try {
      this.#loaded = await this.#loading;
      return this.#loaded.runtime;
    } catch (error) {
      this.#failed = true;
      throw error;
    }
  }

  #run(runtime: Highs, model: Model, program: LinearProgram, options: SolveOptions): OpenModel {
    const sense = runtime.constants.objectiveSense;
    model.options.set({ output_flag: true, log_to_console: true });
    model.passModel({
      numCols: program.columns,
      numRows: program.rows,
      sense: program.maximise ? sense.maximize : sense.minimize,
      colCost: program.cost,
      colLower: program.columnLower,
      colUpper: program.columnUpper,
      rowLower: program.rowLower,
      rowUpper: program.rowUpper,
      matrix: {
        format: 'csr',
        numRows: program.rows,
        numCols: program.columns,
        starts: program.starts,
        indices: program.indices,
        values: program.values,
      },
    });
    if (options.basis !== undefined) {
      model.options.set({ presolve: 'off', solver: 'simplex' });
      model.setBasis({
        colStatus: Int32Array.from(options.basis.columns),
        rowStatus: Int32Array.from(options.basis.rows),
      });
    }
    model.run();
    return {
      solution: solutionOf(runtime, model),
      reducedColumn: (column) => model.getReducedColumn(column).values,
      basicVariables: () => model.getBasicVariables(),
    };
  }

  /** After an abort the whole runtime is lost; what reaches the user is a sentence, never the solver's source. */
  #explain(error: unknown, rows: number): unknown {
    if (!(error instanceof Error) || error instanceof LlampError) return error;
    const last = this.log.at(-1);
    if (error instanceof WebAssembly.RuntimeError || saysAborted(error)) {
      const taken = this.memoryBytes;
      this.#lastLog = this.log;
      this.#loaded = null;
      this.#loading = null;
      return ranOut(rows, taken);
    }
    return new Error(
      `HiGHS failed: ${error.message.slice(0, 200)}${last === undefined ? '' : ` (last output: ${last})`}`,
    );
  }
}

/** An abort or a trap that a host reports by an error of no class of its own: it has only words. */
function saysAborted(error: Error): boolean {
  return /abort|out of memory|memory access/i.test(error.message.slice(0, 2000));
}

type Loader = (options?: InitOptions) => Promise<Highs>;

/**
 * The package declares its types as CommonJS but loads as an ES module in Node and in bundlers, so the loader is one
 * level higher than the types say.
 */
function loaderOf(module: { readonly default: unknown }): Loader {
  const isLoader = (value: unknown): value is Loader => typeof value === 'function';
  let found = module.default;
  if (!isLoader(found) && typeof found === 'object' && found !== null && 'default' in found)
    found = found.default;
  if (!isLoader(found)) throw new Error('the package highs has no loader');
  return found;
}

function solutionOf(runtime: Highs, model: Model): LinearSolution {
  const { modelStatus } = runtime.constants;
  const status = model.getModelStatus();
  const { colValue, colDual, rowValue, rowDual } = model.getSolution();
  const iterations = Number(model.info.get('simplex_iteration_count'));
  return {
    status:
      status === modelStatus.optimal
        ? 'optimal'
        : status === modelStatus.unbounded || status === modelStatus.unboundedOrInfeasible
          ? 'unbounded'
          : status === modelStatus.infeasible
            ? 'infeasible'
            : 'other',
    objective: model.getObjectiveValue(),
    columnValue: colValue,
    columnDual: colDual,
    rowValue,
    rowDual,
    iterations,
  };
}

const USE_SWEEP = 'use the sweep engine, which has no such limit and gives the same numbers';

function tooLarge(rows: number, bytes: number): LimitError {
  const need = (bytes / 2 ** 30).toFixed(2);
  return new LimitError(
    `a linear program of ${rows} rows needs about ${need} GiB in HiGHS, whose WebAssembly memory is limited to 2 GiB`,
    USE_SWEEP,
  );
}

function ranOut(rows: number, taken: number): LimitError {
  const had = Math.ceil(taken / 2 ** 20);
  return new LimitError(
    `HiGHS ran out of memory at ${had} MiB on a linear program of ${rows} rows`,
    USE_SWEEP,
  );
}

function noRuntime(): LimitError {
  return new LimitError(
    'HiGHS cannot start, because WebAssembly reserves about 10 GiB of address space, of which it uses little',
    `raise the limit on the address space (ulimit -v), or ${USE_SWEEP}`,
  );
}
