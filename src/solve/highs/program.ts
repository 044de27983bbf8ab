/**
 * A line system as linear programs (LLAMP, Algorithm 1 and §II-D). Column 0 is x, column v the time of vertex v (time
 * zero needs none); the last is t. Times are measured in a power of two near T / 2^20, so that HiGHS' absolute tolerances mean
 * the same for a millisecond and an hour; x is stretched so that its coefficients stay near one.
 */
import type { LineSystem } from '../../timing/lines.js';
import type { Labels } from '../sweep/pass.js';
import { BASIC, type Basis, type LinearProgram, LOWER } from './border.js';

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

/** Maximise (or minimise) x with t ≤ runtime + λ·(x − at): as long as T stays on its tangent. */
export function rangeProgram(
  lines: LineSystem,
  tangent: { readonly at: number; readonly runtime: number; readonly lambda: number },
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
 * The basis of the critical-path tree after a pass: every vertex's time is basic, and of its rows all slacks but
 * that of the row that binds it. `x` and the end time say which bound they stand at, if any.
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
