import { roundingOf } from '../../timing/exact.js';
import type { LineSystem } from '../../timing/lines.js';
import type { Paid, TimingSystem } from '../../timing/system.js';
import type { Certificate, Engine, Evaluation, Interval } from '../engine.js';
import { certify } from '../sweep/certificate.js';
import { derivativeBy } from '../sweep/derivative.js';
import { Labels, type PathLine, pass, sharedLabels, type Ties, valueAt } from '../sweep/pass.js';
import { reduce } from '../sweep/reduce.js';
import { basisRange, largestWithin, rangeOfLambda, settledFrom } from '../sweep/search.js';
import {
  BASIC,
  type Basis,
  commonBorder,
  estimateBytes,
  type HighsBorder,
  type LinearProgram,
  LOWER,
  type OpenModel,
  UPPER,
  WASM_LIMIT_BYTES,
} from './border.js';
import {
  rangeProgram,
  runtimeProgram,
  toleranceProgram,
  treeBasis,
  type Units,
  unitsFor,
  X,
} from './program.js';

/** How HiGHS is started, and which runtime it uses. */
export interface HighsOptions {
  /** Let HiGHS presolve and start from scratch instead of from the critical-path basis. */
  readonly cold?: boolean;
  /** Memory that a program may take inside HiGHS, bytes; larger ones are reduced to what can be critical. */
  readonly memoryLimit?: number;
  /** Rows above which the program at a point is reduced to what can be critical there, too; default: none. */
  readonly reduceAbove?: number;
  /** Shared by engines over several systems; default: the one that all share. */
  readonly border?: HighsBorder;
}

/** A system as it is solved: what of it can be critical on an interval of x. */
interface Reduced {
  readonly whole: LineSystem;
  readonly low: number;
  readonly high: number;
  readonly lines: LineSystem;
}

/** Simplex iterations from a basis that is optimal already. */
const NONE_NEEDED = 0;
/**
 * Rows above which programs that look for an x keep only what can be critical on the way to it: a few passes then save
 * most of what passing a program to the solver costs. The program at a point is always whole if it fits.
 */
const WORTH_REDUCING = 2_000;
/** How much further than to one tolerance what is kept reaches: T rises behind it, which ends the program there. */
const JUST = 1.25;
/** The same once a second one is asked: T is convex, so ten times one percent lie within. */
const FURTHER = 10;
/** Entries of a row at the most: two times and x. */
const NONZEROS = 3;
/** Reduced cost below which a column counts as unused. */
const ZERO = 1e-9;
/** Share of x by which the solver's own sums may move it. */
const ROUNDING = 1e-13;

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

/** What one solve at x has told. */
interface Base {
  readonly lines: LineSystem;
  readonly x: number;
  readonly evaluation: Evaluation;
  readonly basisRange: Interval;
  /** [rows] dual of each row that was solved, and its row in the timing system. */
  readonly flow: Float64Array;
  readonly origin: Uint32Array | null;
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
  #reduced: Reduced | null = null;
  /** The system of the last tolerance. */
  #tolerated: LineSystem | null = null;
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

  /** The program at x, solved once for all that is asked of it. */
  async #base(whole: LineSystem, x: number): Promise<Base> {
    if (this.#kept?.lines === whole && this.#kept.x === x) return this.#kept;
    const lines = this.#fitting(whole, () => around(whole, x), this.#reduceAbove);
    const start = this.#start(lines, x, 'right', { x: LOWER, end: BASIC, extra: [] });
    const program = runtimeProgram(lines, x, start.units);
    const read = (model: OpenModel, before: number): Base => {
      const found = this.#evaluation(lines, start.units, program, model);
      const iterations = model.solution.iterations + before;
      const evaluation = { ...found, certificate: { ...found.certificate, iterations } };
      return {
        lines: whole,
        x,
        evaluation:
          lines === whole
            ? evaluation
            : { ...evaluation, certificate: ofWhole(whole, x, evaluation.certificate) },
        // A reduced program has fewer bases to leave: the range is told by the tree of the whole one.
        basisRange: lines === whole ? ranging(lines, x, start.units, program, model) : basisRange(whole, x),
        flow: model.solution.rowDual.subarray(0, lines.rows),
        origin: lines.origin,
      };
    };
    const found = await this.#solve(program, start.basis, (model) => read(model, 0));
    // At a kink any slope from left to right belongs to an optimal basis, and HiGHS by itself ends at one of them: it
    // is then to prove that the basis of the right derivative is optimal as well.
    const right = found.evaluation.lambda === start.slope;
    this.#kept = right
      ? found
      : await this.#solve(program, start.tree(), (model) => read(model, iterationsOf(found)));
    return this.#kept;
  }

  /**
   * Σ duals times counts: how often the critical path of this basis pays a parameter. At a tie another path may pay
   * it more; the right derivative is then left to a program of its own.
   */
  async slopeBy(lines: LineSystem, x: number, counts: Paid): Promise<number | undefined> {
    const { flow, origin } = await this.#base(lines, x);
    let paid = 0;
    for (let r = 0; r < flow.length; r++) {
      if (Math.abs(flow[r]) > ZERO) paid += flow[r] * counts[origin === null ? r : origin[r]];
    }
    const slope = settle(paid);
    return slope === derivativeBy(lines, x, counts) ? slope : undefined;
  }

  async largestWithin(whole: LineSystem, limit: number, from: number): Promise<number> {
    const guess = largestWithin(whole, limit, from);
    const x = Number.isFinite(guess) ? guess : from;
    const further = this.#tolerated === whole ? FURTHER : JUST;
    this.#tolerated = whole;
    const lines = this.#fitting(
      whole,
      () => ({ low: Math.min(from, x), high: Math.max(from, from + further * (x - from)) }),
      WORTH_REDUCING,
    );
    const bound = Number.isFinite(guess) ? { x: BASIC, end: UPPER, extra: [] } : null;
    // Right of the tolerance T rises, even where it is flat to the left: only the right slope can hold x back.
    const start = this.#start(lines, x, 'right', bound);
    const found = await this.#solve(toleranceProgram(lines, limit, start.units), start.basis, (model) =>
      solved(model, start.units),
    );
    // T is within the limit at `from`: whatever lies below it, or so little above, is the solver's rounding.
    return found - from <= ROUNDING * Math.abs(from) ? from : found;
  }

  async rangeOfLambda(whole: LineSystem, x: number): Promise<Interval> {
    const { runtime, lambda } = await this.evaluate(whole, x);
    const guess = rangeOfLambda(whole, x);
    const lines = this.#fitting(whole, () => around(whole, x), WORTH_REDUCING);
    const tangent = { at: x, runtime, lambda };
    const high = await this.#reach(lines, tangent, guess.high, true);
    const low =
      guess.low === x && x > lines.axis.lowest ? x : await this.#reach(lines, tangent, guess.low, false);
    return { low, high };
  }

  /** How far T stays on its tangent to one side. */
  async #reach(
    lines: LineSystem,
    tangent: { readonly at: number; readonly runtime: number; readonly lambda: number },
    guess: number,
    maximise: boolean,
  ): Promise<number> {
    if (!maximise && guess === lines.axis.lowest) {
      const bound = { x: LOWER, end: BASIC, extra: [BASIC] };
      const start = this.#start(lines, guess, 'right', bound, tangent.runtime);
      return this.#solve(rangeProgram(lines, tangent, start.units, false), start.basis, (m) =>
        solved(m, start.units),
      );
    }
    if (guess === Number.POSITIVE_INFINITY) return this.#unbounded(lines, tangent);
    const bound = { x: BASIC, end: BASIC, extra: [UPPER] };
    const start = this.#start(lines, guess, maximise ? 'right' : 'left', bound, tangent.runtime);
    return this.#solve(rangeProgram(lines, tangent, start.units, maximise), start.basis, (m) =>
      solved(m, start.units),
    );
  }

  /**
   * Lets HiGHS prove that T is on its tangent still where no vertex changes its longest path any more: it never
   * leaves it then. An unbounded program would say so too, but HiGHS needs many iterations to find its ray, and
   * with latencies near zero beside long runtimes has called one infeasible.
   */
  async #unbounded(
    lines: LineSystem,
    tangent: { readonly at: number; readonly runtime: number; readonly lambda: number },
  ): Promise<number> {
    const far = settledFrom(lines, tangent.at);
    const start = this.#start(lines, far, 'right', { x: UPPER, end: BASIC, extra: [BASIC] }, tangent.runtime);
    const program = rangeProgram(lines, tangent, start.units, true);
    program.columnUpper[X] = far / start.units.x;
    const reached = await this.#solve(program, start.basis, (m) => solved(m, start.units));
    return reached >= far * (1 - ZERO) ? Number.POSITIVE_INFINITY : reached;
  }

  async basisRange(lines: LineSystem, x: number): Promise<Interval> {
    return (await this.#base(lines, x)).basisRange;
  }

  #fits(lines: LineSystem): boolean {
    return estimateBytes(lines.rows, lines.vertices, lines.rows * NONZEROS, this.#cold) <= this.#memoryLimit;
  }

  /** The system itself, or, where it would not fit into the solver's memory, what of it can be critical on `interval`. */
  #fitting(lines: LineSystem, interval: () => Interval, worth = Number.POSITIVE_INFINITY): LineSystem {
    if (this.#fits(lines) && lines.rows <= worth) return lines;
    const { low, high } = interval();
    const kept = this.#reduced;
    if (kept?.whole === lines && kept.low <= low && high <= kept.high) return kept.lines;
    const smaller = reduce(lines, low, high).lines;
    this.#reduced = { whole: lines, low, high, lines: smaller };
    return smaller;
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

  #evaluation(lines: LineSystem, units: Units, program: LinearProgram, model: OpenModel): Evaluation {
    const { solution } = model;
    if (solution.status !== 'optimal') throw new Error(`HiGHS did not reach an optimum (${solution.status})`);
    const lambda = (solution.columnDual[X] * units.time) / units.x;
    const system = this.#system;
    const { rows } = lines;
    const routeLatencies = new Float64Array(system.machine.network.routes.length);
    const routeBytes = new Float64Array(routeLatencies.length);
    let dual = solution.columnDual[X] * program.columnLower[X];
    let violation = 0;
    for (let r = 0; r < rows; r++) {
      violation = Math.max(violation, program.rowLower[r] - solution.rowValue[r]);
      const flow = solution.rowDual[r];
      if (Math.abs(flow) <= ZERO) continue;
      dual += flow * program.rowLower[r];
      const row = lines.origin === null ? r : lines.origin[r];
      routeLatencies[system.route[row]] += flow * system.latencies[row];
      routeBytes[system.route[row]] += flow * system.bytes[row];
    }
    return {
      runtime: solution.objective * units.time,
      lambda: settle(lambda),
      routeLatencies: routeLatencies.map(settle),
      routeBytes: routeBytes.map(settle),
      certificate: {
        kind: 'strong-duality',
        primalNs: solution.objective * units.time,
        dualNs: dual * units.time,
        rows,
        violationNs: violation * units.time + roundingOf(lines, solution.objective * units.time),
        iterations: solution.iterations,
      },
    };
  }
}

const iterationsOf = ({ evaluation }: Base): number => evaluation.certificate.iterations ?? 0;

/**
 * The certificate of a reduced program for the whole one: the dual solution is one of both, and the times of a pass,
 * which every row must leave standing, take as long.
 */
function ofWhole(whole: LineSystem, x: number, certificate: Certificate): Certificate {
  const labels = sharedLabels(whole);
  const runtime = valueAt(whole, pass(whole, x, labels), x);
  const { violationNs } = certify(whole, labels, x, runtime, NO_PATH);
  const apart = Math.abs(runtime - certificate.primalNs);
  return {
    ...certificate,
    rowsBefore: whole.rows,
    violationNs: Math.max(certificate.violationNs, violationNs, apart - ZERO * runtime),
  };
}

const NO_PATH = new Uint32Array(0);

/** The interval around x on which λ is the same; to where nothing changes any more, if it has no end. */
function around(lines: LineSystem, x: number): Interval {
  const { low, high } = rangeOfLambda(lines, x);
  return { low, high: Number.isFinite(high) ? high : settledFrom(lines, x) };
}

/** λ counts messages: a whole number up to the solver's tolerance is that number. */
function settle(value: number): number {
  const whole = Math.round(value);
  return Math.abs(value - whole) <= 1e-6 * Math.max(1, Math.abs(whole)) ? whole : value;
}

function solved({ solution }: OpenModel, units: Units): number {
  if (solution.status === 'unbounded') return Number.POSITIVE_INFINITY;
  if (solution.status !== 'optimal') throw new Error(`HiGHS did not reach an optimum (${solution.status})`);
  return solution.columnValue[X] * units.x;
}

/**
 * Ranging of x: its column reduced by the basis says how every basic variable moves with it, and the first one to
 * reach its bound ends the range.
 */
function ranging(
  lines: LineSystem,
  x: number,
  units: Units,
  program: LinearProgram,
  model: OpenModel,
): Interval {
  const reduced = model.reducedColumn(X);
  const basic = model.basicVariables();
  const { columnValue, rowValue } = model.solution;
  let down = Number.POSITIVE_INFINITY;
  let up = Number.POSITIVE_INFINITY;
  for (let i = 0; i < basic.length; i++) {
    const variable = basic[i];
    const row = -variable - 1;
    // A slack of a row enters B as −1 times its activity: activity moves with x by +reduced, a column by −reduced.
    const growth = variable >= 0 ? -reduced[i] : reduced[i];
    if (Math.abs(growth) <= ZERO) continue;
    const room =
      variable >= 0
        ? columnValue[variable] - program.columnLower[variable]
        : rowValue[row] - program.rowLower[row];
    const step = Math.max(room, 0) / Math.abs(growth);
    if (growth < 0) up = Math.min(up, step);
    else down = Math.min(down, step);
  }
  return { low: Math.max(x - down * units.x, lines.axis.lowest), high: x + up * units.x };
}
