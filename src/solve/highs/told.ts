/** What a solve at a point tells of the whole system: by its own duals, or along a path where a smaller system was solved. */
import { roundingOf } from '../../timing/exact.js';
import type { LineSystem } from '../../timing/lines.js';
import type { Paid, TimingSystem } from '../../timing/system.js';
import type { Certificate, Evaluation, Interval } from '../engine.js';
import { certify } from '../sweep/certificate.js';
import { sumByRoute } from '../sweep/paid.js';
import { pass, pathRows, sharedLabels, valueAt } from '../sweep/pass.js';
import type { LinearProgram, OpenModel } from './border.js';
import { type Units, X } from './program.js';

/** Reduced cost below which a column counts as unused. */
export const ZERO = 1e-9;

/** What HiGHS found at a point. */
interface Optimum {
  /** ns. */
  readonly runtime: number;
  readonly lambda: number;
  readonly certificate: Certificate;
}

/** What a solve at a point gives of the system that was solved. */
export interface Solved {
  readonly optimum: Optimum;
  readonly range: Interval | null;
  /** [rows] dual of each row. */
  readonly flow: Float64Array;
}

/** What is told of the whole system. */
export interface Told {
  readonly evaluation: Evaluation;
  /** How often the critical path of the basis pays a parameter of which row r has `counts[r]`. */
  readonly paid: (counts: Paid) => number;
}

/** Reads an optimum; throws where HiGHS reached none. */
export function optimumOf(
  lines: LineSystem,
  units: Units,
  program: LinearProgram,
  { solution }: OpenModel,
): Optimum {
  if (solution.status !== 'optimal') throw new Error(`HiGHS did not reach an optimum (${solution.status})`);
  let dual = solution.columnDual[X] * program.columnLower[X];
  let violation = 0;
  for (let r = 0; r < lines.rows; r++) {
    violation = Math.max(violation, program.rowLower[r] - solution.rowValue[r]);
    const flow = solution.rowDual[r];
    if (Math.abs(flow) > ZERO) dual += flow * program.rowLower[r];
  }
  const runtime = solution.objective * units.time;
  return {
    runtime,
    lambda: settle((solution.columnDual[X] * units.time) / units.x),
    certificate: {
      kind: 'strong-duality',
      primalNs: runtime,
      dualNs: dual * units.time,
      rows: lines.rows,
      violationNs: violation * units.time + roundingOf(lines, runtime),
      iterations: solution.iterations,
    },
  };
}

/** What the duals of the whole system tell. */
export function byDuals(system: TimingSystem, { optimum, flow }: Solved): Told {
  const routes = system.machine.network.routes.length;
  const sums = (column: Paid): Float64Array => {
    const sum = new Float64Array(routes);
    for (let r = 0; r < flow.length; r++)
      if (Math.abs(flow[r]) > ZERO) sum[system.route[r]] += flow[r] * column[r];
    return sum.map(settle);
  };
  return {
    evaluation: {
      ...optimum,
      routeLatencies: sums(system.latencies),
      routeBytes: sums(system.bytes),
    },
    paid: (counts) => {
      let paid = 0;
      for (let r = 0; r < flow.length; r++) if (Math.abs(flow[r]) > ZERO) paid += flow[r] * counts[r];
      return settle(paid);
    },
  };
}

/**
 * What the optimum of a smaller system tells of the whole one: its duals are put back as one unit of flow along a longest path
 * of the whole, its times are those of a pass, which every row must leave standing; both must give the runtime of HiGHS.
 */
export function alongPath(system: TimingSystem, whole: LineSystem, x: number, { optimum }: Solved): Told {
  const labels = sharedLabels(whole);
  const runtime = valueAt(whole, pass(whole, x, labels), x);
  const path = pathRows(whole, labels);
  const { dualNs, violationNs } = certify(whole, labels, x, runtime, path);
  const { certificate } = optimum;
  const apart = Math.max(Math.abs(runtime - certificate.primalNs), Math.abs(dualNs - certificate.primalNs));
  return {
    evaluation: {
      ...optimum,
      routeLatencies: sumByRoute(system, whole, path, system.latencies),
      routeBytes: sumByRoute(system, whole, path, system.bytes),
      certificate: {
        ...certificate,
        dualNs,
        rowsBefore: whole.rows,
        violationNs: Math.max(certificate.violationNs, violationNs, apart - ZERO * runtime),
      },
    },
    paid: (counts) => path.reduce((sum, r) => sum + counts[r], 0),
  };
}

/** λ counts messages: a whole number up to the solver's tolerance is that number. */
function settle(value: number): number {
  const whole = Math.round(value);
  return Math.abs(value - whole) <= 1e-6 * Math.max(1, Math.abs(whole)) ? whole : value;
}

/**
 * Ranging of x: its column reduced by the basis says how every basic variable moves with it, and the first one to
 * reach its bound ends the range.
 */
export function ranging(
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
