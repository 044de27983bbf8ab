import { roundingOf } from '../../timing/exact.js';
import type { LineSystem } from '../../timing/lines.js';
import type { TimingSystem } from '../../timing/system.js';
import type { Certificate, Engine, Evaluation, Interval } from '../engine.js';
import { derivativeBy } from './derivative.js';
import { type Labels, pass, pathRows, valueAt } from './pass.js';
import { basisRange, largestWithin, rangeOfLambda, tangentsOf } from './search.js';

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
    tangents.add(x, 'right', line);
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

  slopeBy(lines: LineSystem, x: number, counts: Float64Array | Uint16Array): Promise<number> {
    return Promise.resolve(derivativeBy(lines, x, counts));
  }

  rangeOfLambda(lines: LineSystem, x: number): Promise<Interval> {
    return Promise.resolve(rangeOfLambda(lines, x));
  }

  basisRange(lines: LineSystem, x: number): Promise<Interval> {
    return Promise.resolve(basisRange(lines, x));
  }
}

/** Sum of a column of rows over a path, by route. */
function sumByRoute(
  system: TimingSystem,
  lines: LineSystem,
  path: Uint32Array,
  column: Uint16Array | Float64Array,
): Float64Array {
  const sums = new Float64Array(system.machine.network.routes.length);
  for (const r of path) {
    const row = lines.origin === null ? r : lines.origin[r];
    sums[system.route[row]] += column[row];
  }
  return sums;
}

/**
 * Strong duality, row by row: the potentials are primal feasible (no row is violated), the path is dual feasible
 * (one unit of flow from time zero to the end), and their values agree.
 */
function certify(
  lines: LineSystem,
  labels: Labels,
  x: number,
  runtime: number,
  path: Uint32Array,
): Certificate {
  const { vertices, rowStart, from, base, slope, scale } = lines;
  const { c, a } = labels;
  const at = x * scale;
  let violation = 0;
  for (let v = 1; v < vertices; v++) {
    const here = c[v] + a[v] * at;
    for (let r = rowStart[v]; r < rowStart[v + 1]; r++) {
      const over = c[from[r]] + base[r] + (a[from[r]] + slope[r]) * at - here;
      if (over > violation) violation = over;
    }
  }
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
