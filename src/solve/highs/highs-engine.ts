/** HiGHS as an engine: the linear program solved from the basis of a pass, and smaller programs with the same T. */
import type { LineSystem } from '../../timing/line-system.js';
import type { Paid, TimingSystem } from '../../timing/timing-system.js';
import type { Engine, Evaluation, Interval } from '../engine.js';
import { copyOf, Labels, type PathLine, pass, placed, type Ties, valueAt } from '../sweep/pass.js';
import { bytesOfContracting, withContracted } from '../sweep/sparsify.js';
import { reduced } from '../sweep/split.js';
import {
  basisRange,
  largestWithin,
  rangeOfLambda,
  settledFrom,
  slopeByCounts,
} from '../sweep/sweep-engine.js';
import {
  BASIC,
  type Basis,
  commonBorder,
  estimateBytes,
  type HighsBorder,
  type LinearProgram,
  LOWER,
  type OpenModel,
  type SolveStatus,
  UPPER,
  WASM_LIMIT_BYTES,
} from './border.js';
import {
  alongPath,
  byDuals,
  optimumOf,
  rangeProgram,
  ranging,
  runtimeProgram,
  type Solved,
  type Tangent,
  toleranceProgram,
  treeBasis,
  type Units,
  unitsFor,
  type WholeSolution,
  X,
  ZERO,
} from './linear-program.js';

// Programs with the same T at the requested points, of fewer rows: the solver is passed these.

/** Where λ is the same as at a point, and how far that is looked at. */
interface Around {
  readonly whole: LineSystem;
  readonly x: number;
  /** Where λ is the same. */
  readonly range: Interval;
  /** Somewhat more, so that what ends the range is there; where it has no end, some tolerances more than it takes to settle. */
  readonly finite: Interval;
}

/** A smaller system, and where it has the T of the whole one. */
interface Made extends Interval {
  readonly whole: LineSystem;
  readonly lines: LineSystem;
}

/** How much further than the range what is kept reaches, of its width and of the point: T rises behind it, which ends it. */
const WIDTH = 1 / 4;
const POINT = 1e-6;
/** How much further than a point it reaches where T is one line from there on. */
const FURTHER = 10;

/** Smaller programs of a system; the last is kept for the next query. */
export class Smaller {
  #joined: Pick<Made, 'whole' | 'lines'> | null = null;
  #around: Around | null = null;
  #made: Made | null = null;

  /** Where λ is what it is at x. */
  around(whole: LineSystem, x: number): Around {
    if (this.#around?.whole === whole && this.#around.x === x) return this.#around;
    const range = rangeOfLambda(whole, x);
    const ends = Number.isFinite(range.high);
    const margin = Math.max(WIDTH * ((ends ? range.high : x) - range.low), POINT * x);
    const high = ends ? range.high + margin : Math.max(settledFrom(whole, x), FURTHER * x);
    const low = Math.max(range.low - margin, whole.axis.lowest);
    this.#around = { whole, x, range, finite: { low, high } };
    return this.#around;
  }

  /**
   * A system with the same T on an interval: vertices with one row onwards are joined to the next vertex, rows that are
   * critical nowhere in it are left out, and the remaining vertices are joined again.
   */
  on(whole: LineSystem, { low, high }: Interval): LineSystem {
    const made = this.#made;
    if (made?.whole === whole && made.low <= low && high <= made.high) return made.lines;
    const lines = reduced(this.#everywhere(whole), low, high);
    this.#made = { whole, low, high, lines: contracted(lines, low, high) };
    return this.#made.lines;
  }

  /** A system with the same T at every x: what all queries are reduced from. */
  #everywhere(whole: LineSystem): LineSystem {
    if (this.#joined?.whole !== whole)
      this.#joined = { whole, lines: contracted(whole, whole.axis.lowest, Number.POSITIVE_INFINITY) };
    return this.#joined.lines;
  }
}

/** A copy of the contracted system, or the system itself where that is not much larger. */
function contracted(lines: LineSystem, low: number, high: number): LineSystem {
  let found = lines;
  withContracted(placed(lines, bytesOfContracting(lines, 0)), low, high, (smaller) => {
    found = copyOf(smaller);
  });
  return found;
}

/** How HiGHS is started, and which runtime it uses. */
export interface HighsOptions {
  /** Let HiGHS presolve and start from scratch instead of from the critical-path basis. */
  readonly cold?: boolean;
  /** Memory that a program may take inside HiGHS, bytes; larger ones are made smaller first. */
  readonly memoryLimit?: number;
  /** Rows above which the program at a point is made smaller, too; default: none. */
  readonly reduceAbove?: number;
  /** Shared by engines over several systems; default: the one that all share. */
  readonly border?: HighsBorder;
}

/** Simplex iterations from a basis that is optimal already. */
const NONE_NEEDED = 0;
/**
 * Rows above which programs that look for an x are made smaller: a few passes then save most of the cost of passing a
 * program to the solver. The program at a point, whose duals are read, is made smaller only where it would not fit, or
 * {@link HighsOptions.reduceAbove} says so.
 */
const WORTH_REDUCING = 2_000;

/** Entries of a row at the most: two times and x. */
const NONZEROS = 3;
/** Share of x, or of T, by which the solver's own sums may move it. */
const ROUNDING = 1e-12;
const isRounding = (x: number, of: number): boolean => Math.abs(x / of - 1) <= ROUNDING;

/** Where a solve begins. */
interface Start {
  readonly units: Units;
  /** Slope of T there, by the pass. */
  readonly slope: number;
  /** The basis of the pass' paths; null where none fits the program. */
  readonly tree: () => Basis | null;
  /** The basis to start from; null: none. */
  readonly basis: Basis | null;
}

/** Results of one solve at x. */
interface Base extends WholeSolution {
  readonly lines: LineSystem;
  readonly x: number;
  /** Of the whole system by HiGHS; null where a smaller one was solved. */
  readonly basisRange: Interval | null;
}

/**
 * The reference: the linear program of the paper, solved by HiGHS; λ from reduced costs and row duals, ranges by the
 * second kind of program. A pass provides the basis to start from, which HiGHS then proves optimal.
 */
export class HighsEngine implements Engine {
  readonly name = 'highs';
  readonly #system: TimingSystem;
  readonly #border: HighsBorder;
  readonly #cold: boolean;
  readonly #memoryLimit: number;
  readonly #reduceAbove: number;
  #kept: Base | null = null;
  readonly #smaller = new Smaller();
  /** Programs that HiGHS had to iterate on although they were started from a basis. */
  iterated = 0;

  constructor(system: TimingSystem, options: HighsOptions = {}) {
    this.#system = system;
    this.#border = options.border ?? commonBorder();
    this.#cold = options.cold ?? false;
    this.#memoryLimit = options.memoryLimit ?? WASM_LIMIT_BYTES;
    this.#reduceAbove = options.reduceAbove ?? Number.POSITIVE_INFINITY;
  }

  async evaluate(whole: LineSystem, x: number): Promise<Evaluation> {
    return (await this.#base(whole, x)).evaluation;
  }

  /** The program at x, solved once for all queries. */
  async #base(whole: LineSystem, x: number): Promise<Base> {
    if (this.#kept?.lines === whole && this.#kept.x === x) return this.#kept;
    const fits = this.#fits(whole) && whole.rows <= this.#reduceAbove;
    const lines = fits ? whole : this.#smaller.on(whole, this.#smaller.around(whole, x).finite);
    const start = this.#start(lines, x, 'right', { x: LOWER, end: BASIC, extra: [] });
    const program = runtimeProgram(lines, x, start.units);
    const read = (model: OpenModel): Solved => ({
      optimum: optimumOf(lines, start.units, program, model),
      range: fits ? ranging(lines, x, start.units, program, model) : null,
      flow: model.solution.rowDual.subarray(0, lines.rows),
    });
    let solved = await this.#solve(program, start.basis, read);
    // At a kink any slope from left to right belongs to an optimal basis, and HiGHS by itself ends at one of them: it
    // is then to prove that the basis of the right derivative is optimal as well.
    if (solved.optimum.lambda !== start.slope)
      solved = afterAll(solved, await this.#solve(program, start.tree(), read));
    const duals = fits ? byDuals(this.#system, solved) : alongPath(this.#system, whole, x, solved);
    this.#kept = { lines: whole, x, basisRange: solved.range, ...duals };
    return this.#kept;
  }

  /**
   * Σ duals times counts: how often the critical path of this basis pays a parameter. At a tie another path may pay
   * it more; the right derivative is then left to a program of its own.
   */
  async slopeBy(lines: LineSystem, x: number, counts: Paid): Promise<number | undefined> {
    const { paid } = await this.#base(lines, x);
    const slope = paid(counts);
    return slope === slopeByCounts(lines, x, counts) ? slope : undefined;
  }

  async largestWithin(whole: LineSystem, limit: number, from: number): Promise<number> {
    const guess = largestWithin(whole, limit, from);
    const x = Number.isFinite(guess) ? guess : from;
    const margin = POINT * Math.abs(x);
    // A reduced program is nowhere above T, and T rises right of the tolerance: no larger x satisfies the limit.
    const lines = this.#alike(whole, { low: Math.max(x - margin, whole.axis.lowest), high: x + margin });
    const bound = Number.isFinite(guess) ? { x: BASIC, end: UPPER, extra: [] } : null;
    // Right of the tolerance T rises, even where it is flat to the left: only the right slope can hold x back.
    const start = this.#start(lines, x, 'right', bound);
    const found = await this.#farthest(toleranceProgram(lines, limit, start.units), start, guess);
    // T is within the limit at `from`: an x below it is the solver's rounding.
    if (found <= from || isRounding(found, from)) return from;
    // The order may change right at x, and another double is in another order.
    return isRounding(found, guess) ? guess : found;
  }

  async rangeOfLambda(whole: LineSystem, x: number): Promise<Interval> {
    const { runtime, lambda } = await this.evaluate(whole, x);
    const { range, finite } = this.#smaller.around(whole, x);
    const lines = this.#alike(whole, finite);
    const tangent = { at: x, runtime, lambda };
    const high = Number.isFinite(range.high)
      ? await this.#reach(lines, tangent, range.high, true)
      : await this.#unbounded(lines, tangent, finite.high);
    const low =
      range.low === x && x > lines.axis.lowest ? x : await this.#reach(lines, tangent, range.low, false);
    return { low, high };
  }

  /** How far T stays on its tangent to one side. */
  async #reach(lines: LineSystem, tangent: Tangent, guess: number, maximise: boolean): Promise<number> {
    if (!maximise && guess === lines.axis.lowest) {
      const bound = { x: LOWER, end: BASIC, extra: [BASIC] };
      const start = this.#start(lines, guess, 'right', bound, tangent.runtime);
      return this.#farthest(rangeProgram(lines, tangent, start.units, false), start, guess);
    }
    const bound = { x: BASIC, end: BASIC, extra: [UPPER] };
    const start = this.#start(lines, guess, maximise ? 'right' : 'left', bound, tangent.runtime);
    return this.#farthest(rangeProgram(lines, tangent, start.units, maximise), start, guess);
  }

  /**
   * Lets HiGHS prove that T is on its tangent still at `far`, where no vertex changes its longest path any more: it never
   * leaves it then. An unbounded program would say so too, but HiGHS needs many iterations to find its ray, and
   * with latencies near zero beside long runtimes has called one infeasible.
   */
  async #unbounded(lines: LineSystem, tangent: Tangent, far: number): Promise<number> {
    const start = this.#start(lines, far, 'right', { x: UPPER, end: BASIC, extra: [BASIC] }, tangent.runtime);
    const program = rangeProgram(lines, tangent, start.units, true);
    program.columnUpper[X] = far / start.units.x;
    const reached = await this.#farthest(program, start, far);
    return reached >= far * (1 - ZERO) ? Number.POSITIVE_INFINITY : reached;
  }

  /** Where a smaller program was solved, which has fewer bases to leave, by the tree of the whole one. */
  async basisRange(lines: LineSystem, x: number): Promise<Interval> {
    return (await this.#base(lines, x)).basisRange ?? basisRange(lines, x);
  }

  #fits(lines: LineSystem): boolean {
    return estimateBytes(lines.rows, lines.vertices, lines.rows * NONZEROS, this.#cold) <= this.#memoryLimit;
  }

  /** The system itself, or, where it is large, one with the same T on `interval`. */
  #alike(whole: LineSystem, interval: Interval): LineSystem {
    const most = Math.min(this.#reduceAbove, WORTH_REDUCING);
    return this.#fits(whole) && whole.rows <= most ? whole : this.#smaller.on(whole, interval);
  }

  /**
   * A pass at x: the basis to start from, and the scale of the program's numbers, which must also suit a runtime of
   * `largest` ns: on a range program's tangent T may be far larger than at x.
   */
  #start(
    lines: LineSystem,
    x: number,
    ties: Ties,
    bound: Parameters<typeof treeBasis>[2] | null,
    largest = 0,
  ): Start {
    const labels = new Labels(lines.vertices);
    const line: PathLine = pass(lines, x, labels, ties);
    const units = unitsFor(lines, Math.max(valueAt(lines, line, x), largest), x);
    const tree = (): Basis | null => (bound === null ? null : treeBasis(lines, labels, bound));
    return { units, slope: line.a, tree, basis: this.#cold ? null : tree() };
  }

  /**
   * The x that a program looks for; Infinity where it has no bound. A point within its bounds is known, so where HiGHS finds
   * none, its sums of many rows exceed T by more than it allows. `guess`, the answer of the passes, is then the answer.
   */
  async #farthest(program: LinearProgram, { units, basis }: Start, guess: number): Promise<number> {
    const read = ({ solution }: OpenModel): [SolveStatus, number] => [
      solution.status,
      solution.columnValue[X] * units.x,
    ];
    const [status, x] = await this.#solve(program, basis, read);
    if (status === 'infeasible') return guess;
    if (status === 'unbounded') return Number.POSITIVE_INFINITY;
    if (status === 'optimal') return x;
    throw new Error(`HiGHS did not reach an optimum (${status})`);
  }

  async #solve<Result>(
    program: LinearProgram,
    basis: Basis | null,
    read: (model: OpenModel) => Result,
  ): Promise<Result> {
    return this.#border.solve(program, basis === null ? {} : { basis }, (model) => {
      if (basis !== null && model.solution.iterations > NONE_NEEDED) this.iterated++;
      return read(model);
    });
  }
}

/** `later`, with the iterations of both. */
const afterAll = ({ optimum: earlier }: Solved, later: Solved): Solved => {
  const iterations = earlier.certificate.iterations + later.optimum.certificate.iterations;
  return {
    ...later,
    optimum: { ...later.optimum, certificate: { ...later.optimum.certificate, iterations } },
  };
};
