/** The exact curve as columns, and back. */
import type { Curve } from '../../analysis/piecewise.js';
import type { CurveColumns, ReportData } from './data.js';

export function curveColumns(curve: Curve): CurveColumns {
  const { axis, low, high, pieces } = curve;
  return {
    axis: axis.name,
    relative: axis.relative,
    wires: axis.wires === true,
    base: axis.base,
    low,
    high,
    start: pieces.map((piece) => piece.start),
    runtime: pieces.map((piece) => piece.runtime),
    lambda: pieces.map((piece) => piece.lambda),
    otherLatency: pieces.map((piece) => piece.otherLatency),
  };
}

/** The curve of `columns`, enough of it to be read; what lies outside is taken to go on as it ends. */
export function curveOf(columns: CurveColumns): Curve {
  const { low, high, start, runtime, lambda, otherLatency } = columns;
  const pieces = start.map((from, i) => ({
    start: from,
    end: start[i + 1] ?? high,
    runtime: runtime[i],
    lambda: lambda[i],
    otherLatency: otherLatency[i],
  }));
  return {
    axis: {
      name: columns.axis,
      unit: 'ns',
      base: columns.base,
      relative: columns.relative,
      wires: columns.wires,
      lowest: low,
      latency: 'all',
      gap: null,
      overhead: false,
    },
    low,
    high,
    pieces,
    lambdaBefore: lambda[0],
    lambdaAfter: lambda[lambda.length - 1],
  };
}

/** What x is, in the words of a reading. */
export function latencyName({ axis, relative, wires }: CurveColumns): string {
  if (wires) return relative ? 'added per wire' : 'wire';
  return relative ? `added ${axis}` : axis;
}

/**
 * The curve beside the page's own where one picture can hold both; null otherwise. Added latency means the same on both:
 * that of each message, or that of each wire.
 */
export function besideDrawn({ curve, beside }: Pick<ReportData, 'curve' | 'beside'>): CurveColumns | null {
  return beside !== undefined && beside.curve.wires === curve.wires ? beside.curve : null;
}
