/** The one interface of the engines: queries of a timing system along an axis. */
import type { Warning } from '../errors.js';
import type { LineSystem } from '../timing/line-system.js';
import type { Paid } from '../timing/timing-system.js';

/** Name of an engine, as `--engine` takes it. */
export type EngineName = 'highs' | 'sweep';

/**
 * Proof that the runtime is optimal: a feasible point of the linear program and one of its dual with the same value.
 */
export interface Certificate {
  readonly kind: 'strong-duality';
  /** End time of potentials that satisfy every row, ns. */
  readonly primalNs: number;
  /** Cost of the critical path, a feasible dual point, ns. */
  readonly dualNs: number;
  /** Rows that were solved. */
  readonly rows: number;
  /** Rows of the whole program, where a smaller one with the same T around x was solved: the proof is one of the whole. */
  readonly rowsBefore?: number;
  /** By how much at most a row of the whole program is violated, ns: with what rounding hides past 2^53. */
  readonly violationNs: number;
  /** Simplex iterations that HiGHS needed; null for the sweep engine. */
  readonly iterations: number | null;
}

/** The runtime and its slope at one value of the axis' parameter. */
export interface Evaluation {
  /** T, ns. */
  readonly runtime: number;
  /** ∂T/∂x, the right derivative. */
  readonly lambda: number;
  readonly certificate: Certificate;
  /** [routes] how often each route's latency counts on the critical path. */
  readonly routeLatencies: Float64Array;
  /** [routes] bytes at each route's gap on the same critical path: Σ (s − 1). */
  readonly routeBytes: Float64Array;
}

/** A closed interval of a parameter (ns, or ns/B). */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Queries of a program's timing system; HiGHS and sweeps give the same answers. */
export interface Engine {
  readonly name: EngineName;
  /** What a reader should know of how the questions so far were answered. */
  readonly warnings?: readonly Warning[];
  /** T and λ at x. */
  evaluate(lines: LineSystem, x: number): Promise<Evaluation>;
  /** Largest x at which T stays within `limit` ns; Infinity when T never exceeds it. `from`: an x with T ≤ limit. */
  largestWithin(lines: LineSystem, limit: number, from: number): Promise<number>;
  /** The interval around x on which λ stays what it is; high is Infinity when nothing changes it. */
  rangeOfLambda(lines: LineSystem, x: number): Promise<Interval>;
  /**
   * Right derivative of T at x by a parameter that row r pays `counts[r]` times; undefined where the engine does not
   * know it without a system priced along that parameter.
   */
  slopeBy(lines: LineSystem, x: number, counts: Paid): Promise<number | undefined>;
  /** The interval on which the optimal basis at x stays optimal. */
  basisRange(lines: LineSystem, x: number): Promise<Interval>;
}
