/**
 * A line system as linear programs (LLAMP, Algorithm 1 and §II-D). Column 0 is x, column v the time of vertex v (time
 * zero needs none); the last is t. Times are measured in a power of two near T / 2^20, so that HiGHS' absolute tolerances mean
 * the same for a millisecond and an hour; x is stretched so that its coefficients stay near one.
 */
import { type LineSystem, roundingOf } from '../../timing/line-system.js';
import type { Paid, TimingSystem } from '../../timing/timing-system.js';
import type { Certificate, Evaluation, Interval } from '../engine.js';
import { type Labels, pass, pathRows, sharedLabels, valueAt } from '../sweep/pass.js';
import { certify, sumByRoute } from '../sweep/sweep-engine.js';
import { BASIC, type Basis, type LinearProgram, LOWER, type OpenModel } from './border.js';

/** Runtime in the program's unit of time, about: 2^20 leaves 13 digits above a tolerance of 1e-7. */
const RUNTIME_BITS = 20;
/** Largest coefficient of x. */
const SLOPE_BITS = 6;

/** Column of x. */
export const X = 0;

/** What turns the program's numbers into ns and units of x. */
export interface Units {
  /** ns per unit of time. */
  readonly time: number;
  /** Units of the axis per unit of the x column. */
  readonly x: number;
}

/**
 * Units for a runtime of `runtime` ns at `x`. Where a row depends on x, the runtime is at least its slope times x and
 * bounds x in these units; where none does, x has a unit of its own, or it could pass what HiGHS takes for infinite.
 */
export function unitsFor(lines: LineSystem, runtime: number, x: number): Units {
  const time = 2 ** (Math.ceil(Math.log2(Math.max(runtime, 1))) - RUNTIME_BITS);
  let steepest = 0;
  for (const slope of lines.slope) if (slope > steepest) steepest = slope;
  if (steepest === 0) return { time, x: 2 ** Math.ceil(Math.log2(Math.max(Math.abs(x), 1))) };
  const stretch = 2 ** Math.max(Math.ceil(Math.log2(Math.max(steepest, 1))) - SLOPE_BITS, 0);
  return { time, x: time / stretch };
}

/** Minimise t with x ≥ at. */
export function runtimeProgram(lines: LineSystem, at: number, units: Units): LinearProgram {
  const program = skeleton(lines, units, 0);
  program.columnLower[X] = at / units.x;
  program.cost[lines.vertices - 1] = 1;
  return program;
}

/** Maximise x with t ≤ limit (ns). */
export function toleranceProgram(lines: LineSystem, limit: number, units: Units): LinearProgram {
  const program = skeleton(lines, units, 0);
  program.columnLower[X] = lines.axis.lowest / units.x;
  program.columnUpper[lines.vertices - 1] = limit / units.time;
  program.cost[X] = 1;
  return { ...program, maximise: true };
}

/** T at a point, ns, and its slope there. */
export interface Tangent {
  readonly at: number;
  readonly runtime: number;
  readonly lambda: number;
}

/** Maximise (or minimise) x with t ≤ runtime + λ·(x − at): as long as T stays on its tangent. */
export function rangeProgram(
  lines: LineSystem,
  tangent: Tangent,
  units: Units,
  maximise: boolean,
): LinearProgram {
  const program = skeleton(lines, units, 1);
  const slope = (tangent.lambda * units.x) / units.time;
  const last = program.starts[lines.rows];
  program.indices[last] = X;
  program.values[last] = -slope;
  program.indices[last + 1] = lines.vertices - 1;
  program.values[last + 1] = 1;
  program.starts[lines.rows + 1] = last + 2;
  program.rowUpper[lines.rows] = tangent.runtime / units.time - (slope * tangent.at) / units.x;
  program.columnLower[X] = (maximise ? tangent.at : lines.axis.lowest) / units.x;
  program.columnUpper[X] = maximise ? Number.POSITIVE_INFINITY : tangent.at / units.x;
  program.cost[X] = 1;
  return { ...program, maximise };
}

/** Rows y_v − y_u − slope·x ≥ base, and room for `extra` rows of two entries. */
function skeleton(lines: LineSystem, units: Units, extra: number): LinearProgram {
  const { rows, vertices, rowStart, from, base, slope, scale } = lines;
  const starts = new Int32Array(rows + 1 + extra);
  const indices = new Int32Array(rows * 3 + extra * 2);
  const values = new Float64Array(rows * 3 + extra * 2);
  const rowLower = new Float64Array(rows + extra).fill(Number.NEGATIVE_INFINITY);
  const perX = units.x / units.time;
  let next = 0;
  for (let v = 1; v < vertices; v++) {
    for (let r = rowStart[v]; r < rowStart[v + 1]; r++) {
      if (slope[r] !== 0) {
        indices[next] = X;
        values[next++] = -slope[r] * perX;
      }
      if (from[r] !== 0) {
        indices[next] = from[r];
        values[next++] = -1;
      }
      indices[next] = v;
      values[next++] = 1;
      rowLower[r] = base[r] / scale / units.time;
      starts[r + 1] = next;
    }
  }
  const size = next + extra * 2;
  return {
    columns: vertices,
    rows: rows + extra,
    maximise: false,
    cost: new Float64Array(vertices),
    columnLower: new Float64Array(vertices),
    columnUpper: new Float64Array(vertices).fill(Number.POSITIVE_INFINITY),
    rowLower,
    rowUpper: new Float64Array(rows + extra).fill(Number.POSITIVE_INFINITY),
    starts,
    indices: indices.subarray(0, size),
    values: values.subarray(0, size),
  };
}

/**
 * The basis of the critical-path tree after a pass: every vertex's time is basic, and of its rows all slacks except
 * that of the row that binds it. `x` and the end time say at which bound they are, if any.
 */
export function treeBasis(
  lines: LineSystem,
  labels: Labels,
  bound: { readonly x: number; readonly end: number; readonly extra: readonly number[] },
): Basis {
  const { rows, vertices, rowStart, from, base, slope } = lines;
  const { c, a } = labels;
  const columns = new Uint8Array(vertices).fill(BASIC);
  columns[X] = bound.x;
  columns[vertices - 1] = bound.end;
  const status = new Uint8Array(rows + bound.extra.length).fill(BASIC);
  for (let v = 1; v < vertices; v++) {
    let r = rowStart[v];
    while (c[from[r]] + base[r] !== c[v] || a[from[r]] + slope[r] !== a[v]) r++;
    status[r] = LOWER;
  }
  status.set(bound.extra, rows);
  return { columns, rows: status };
}

// Results of a solve at a point for the whole system: by its own duals, or along a path where a smaller system was solved.

/** Reduced cost below which a column counts as unused. */
export const ZERO = 1e-9;

/** What HiGHS found at a point. */
interface Optimum {
  /** ns. */
  readonly runtime: number;
  readonly lambda: number;
  readonly certificate: Certificate & { readonly iterations: number };
}

/** What a solve at a point gives of the system that was solved. */
export interface Solved {
  readonly optimum: Optimum;
  readonly range: Interval | null;
  /** [rows] dual of each row. */
  readonly flow: Float64Array;
}

export interface WholeSolution {
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

/** Results from the duals of the whole system. */
export function byDuals(system: TimingSystem, { optimum, flow }: Solved): WholeSolution {
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
 * Results for the whole system from the optimum of a smaller one: its duals are put back as one unit of flow along a longest
 * path of the whole, its times are those of a pass, which must satisfy every row; both must give the runtime of HiGHS.
 */
export function alongPath(
  system: TimingSystem,
  whole: LineSystem,
  x: number,
  { optimum }: Solved,
): WholeSolution {
  const labels = sharedLabels(whole);
  const runtime = valueAt(whole, pass(whole, x, labels), x);
  const path = pathRows(whole, labels);
  const { dualNs, violationNs } = certify(whole, labels, x, runtime, path);
  const { certificate } = optimum;
  const apart = Math.max(Math.abs(runtime - certificate.primalNs), Math.abs(dualNs - certificate.primalNs));
  return {
    evaluation: {
      ...optimum,
      routeLatencies: sumByRoute(system, path, system.latencies),
      routeBytes: sumByRoute(system, path, system.bytes),
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
