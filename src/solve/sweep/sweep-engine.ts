/** Longest-path passes as an engine: its answers, their proof, and what else longest paths pay; and the engine of `auto`. */
import { LimitError, type Warning } from '../../errors.js';
import { Arena } from '../../kernels/arena.js';
import { violationKernel } from '../../kernels/sweep-kernels.js';
import { type LineSystem, roundingOf } from '../../timing/line-system.js';
import type { Paid, TimingSystem } from '../../timing/timing-system.js';
import type { Certificate, Engine, EngineName, Evaluation, Interval } from '../engine.js';
import { type Labels, pass, pathRows, valueAt, withTies } from './pass.js';
import { basisRange, largestWithin, rangeOfLambda, tangentsOf } from './search.js';

/**
 * Strong duality, row by row: the potentials are primal feasible (no row is violated), the path is dual feasible
 * (one unit of flow from time zero to the end), and their values agree.
 */
export function certify(
  lines: LineSystem,
  labels: Labels,
  x: number,
  runtime: number,
  path: Uint32Array,
): Certificate {
  const { base, slope, scale } = lines;
  const at = x * scale;
  const violation = worstViolation(lines, labels, at);
  let dual = 0;
  for (const r of path) dual += base[r] + slope[r] * at;
  return {
    kind: 'strong-duality',
    primalNs: runtime,
    dualNs: dual / scale,
    rows: lines.rows,
    violationNs: violation / scale + roundingOf(lines, runtime),
    iterations: null,
  };
}

/** By how much at most a row is violated at `at`, in 1/scale ns. */
function worstViolation(lines: LineSystem, { c, a }: Labels, at: number): number {
  const { vertices, rowStart, from, base, slope } = lines;
  const arena = Arena.holding(rowStart, from, base, slope, c, a);
  if (arena !== null && slope instanceof Float64Array)
    return violationKernel(arena, vertices, { rowStart, from, base, slope, c, a }, at);
  let violation = 0;
  for (let v = 1; v < vertices; v++) {
    const here = c[v] + a[v] * at;
    for (let r = rowStart[v]; r < rowStart[v + 1]; r++) {
      const over = c[from[r]] + base[r] + (a[from[r]] + slope[r]) * at - here;
      if (over > violation) violation = over;
    }
  }
  return violation;
}

/**
 * Right derivative of T at x by a parameter that row r pays `counts[r]` times: of the longest paths the one that
 * pays it most.
 */
export function derivativeBy(lines: LineSystem, x: number, counts: Paid): number {
  const at = x * lines.scale;
  const sweep = (tie: number) => mostPaid(lines, at, counts, tie);
  return withTies(lines.exact, [at], sweep, ({ length }) => length).paid;
}

function mostPaid(
  lines: LineSystem,
  at: number,
  counts: Paid,
  tie: number,
): { length: number; paid: number } {
  const { vertices, rowStart, from, base, slope, origin } = lines;
  const value = new Float64Array(vertices);
  const paid = new Float64Array(vertices);
  for (let v = 1; v < vertices; v++) {
    let best = Number.NEGATIVE_INFINITY;
    let most = 0;
    for (let r = rowStart[v]; r < rowStart[v + 1]; r++) {
      const u = from[r];
      const next = value[u] + (base[r] + slope[r] * at);
      const pays = paid[u] + counts[origin === null ? r : origin[r]];
      const slack = tie * next;
      if (next > best + slack || (next >= best - slack && pays > most)) {
        best = next;
        most = pays;
      }
    }
    value[v] = best;
    paid[v] = most;
  }
  return { length: value[vertices - 1], paid: paid[vertices - 1] };
}

/** Right derivative of T at x by a parameter that row r pays `counts[r]` times: see {@link derivativeBy}. */
export function slopeByCounts(lines: LineSystem, x: number, counts: Paid): number {
  const critical = tangentsOf(lines).criticalAt(x);
  return critical === null ? derivativeBy(lines, x, counts) : critical.mostPaid(counts);
}

/** Sum of a column of rows over a path, by route. */
export function sumByRoute(
  system: TimingSystem,
  lines: LineSystem,
  path: Uint32Array,
  column: Paid,
): Float64Array {
  const sums = new Float64Array(system.machine.network.routes.length);
  for (const r of path) {
    const row = lines.origin === null ? r : lines.origin[r];
    sums[system.route[row]] += column[row];
  }
  return sums;
}

/** Longest-path passes over the timing system: the same answers as the linear program, with its certificate. */
export class SweepEngine implements Engine {
  readonly name = 'sweep';
  readonly #system: TimingSystem;

  constructor(system: TimingSystem) {
    this.#system = system;
  }

  evaluate(lines: LineSystem, x: number): Promise<Evaluation> {
    const tangents = tangentsOf(lines);
    const { labels } = tangents;
    const line = pass(lines, x, labels);
    tangents.add(x, line);
    const runtime = valueAt(lines, line, x);
    const path = pathRows(lines, labels);
    return Promise.resolve({
      runtime,
      lambda: line.a,
      certificate: certify(lines, labels, x, runtime, path),
      routeLatencies: sumByRoute(this.#system, lines, path, this.#system.latencies),
      routeBytes: sumByRoute(this.#system, lines, path, this.#system.bytes),
    });
  }

  largestWithin(lines: LineSystem, limit: number, from: number): Promise<number> {
    return Promise.resolve(largestWithin(lines, limit, from));
  }

  slopeBy(lines: LineSystem, x: number, counts: Paid): Promise<number> {
    return Promise.resolve(slopeByCounts(lines, x, counts));
  }

  rangeOfLambda(lines: LineSystem, x: number): Promise<Interval> {
    return Promise.resolve(rangeOfLambda(lines, x));
  }

  basisRange(lines: LineSystem, x: number): Promise<Interval> {
    return Promise.resolve(basisRange(lines, x));
  }
}

/**
 * The engine of `auto`: asks `first` until it meets a limit of its host, and from then on `second`, which has none and gives
 * the same numbers.
 */
export class FallbackEngine implements Engine {
  #engine: Engine;
  #second: Engine | null;
  #limit: LimitError | null = null;

  constructor(first: Engine, second: Engine) {
    this.#engine = first;
    this.#second = second;
  }

  /** Of the engine that answers: known for good once something was asked. */
  get name(): EngineName {
    return this.#engine.name;
  }

  get warnings(): readonly Warning[] {
    if (this.#limit === null) return [];
    const [{ what }] = this.#limit.problems;
    return [
      { code: 'engine-fallback', message: `${what}: the engine ${this.name} answers, with the same numbers` },
    ];
  }

  evaluate(lines: LineSystem, x: number): Promise<Evaluation> {
    return this.#ask((engine) => engine.evaluate(lines, x));
  }

  largestWithin(lines: LineSystem, limit: number, from: number): Promise<number> {
    return this.#ask((engine) => engine.largestWithin(lines, limit, from));
  }

  rangeOfLambda(lines: LineSystem, x: number): Promise<Interval> {
    return this.#ask((engine) => engine.rangeOfLambda(lines, x));
  }

  slopeBy(lines: LineSystem, x: number, counts: Paid): Promise<number | undefined> {
    return this.#ask((engine) => engine.slopeBy(lines, x, counts));
  }

  basisRange(lines: LineSystem, x: number): Promise<Interval> {
    return this.#ask((engine) => engine.basisRange(lines, x));
  }

  async #ask<Answer>(question: (engine: Engine) => Promise<Answer>): Promise<Answer> {
    const asked = this.#engine;
    try {
      return await question(asked);
    } catch (error) {
      if (!(error instanceof LimitError)) throw error;
      this.#giveUp(asked, error);
      return question(this.#engine);
    }
  }

  /** Of several questions that are under way at once, the first to fail replaces the engine for all. */
  #giveUp(asked: Engine, error: LimitError): void {
    if (asked !== this.#engine) return;
    if (this.#second === null) throw error;
    this.#engine = this.#second;
    this.#second = null;
    this.#limit = error;
  }
}
