/** Points and critical values of a curve as JSON, CSV and tables. */
import type { CurvePoint } from '../../analysis/curve.js';
import { type CriticalValue, type Curve, rhoAt, runtimeAt } from '../../analysis/piecewise.js';
import type { Axis } from '../../timing/axis.js';
import { formatTime } from '../../units/units.js';
import { csv } from '../output/csv.js';
import { formerly } from '../output/json.js';
import { table } from '../output/table.js';
import { formatOn, percentText, unitSuffix } from './solution.js';

/** Key of the parameter's value: L_ns, G_ns_per_B … */
const valueKey = (axis: Axis): string => `${axis.name}_${unitSuffix(axis)}`;

export function pointJson(axis: Axis, point: CurvePoint): Record<string, unknown> {
  return {
    [valueKey(axis)]: point.x,
    runtime_ns: point.runtime,
    lambda: { [axis.name]: point.lambda },
    rho_L: point.rho,
    ...formerly({ T_ns: point.runtime, [`lambda_${axis.name}`]: point.lambda }),
  };
}

export function criticalJson(axis: Axis, value: CriticalValue): Record<string, number> {
  return {
    [valueKey(axis)]: value.x,
    runtime_ns: value.runtime,
    lambda_below: value.lambdaBelow,
    lambda_above: value.lambdaAbove,
    ...formerly({ T_ns: value.runtime }),
  };
}

/** The curve's own points: its ends and every critical value. */
export function pointsOf(curve: Curve): CurvePoint[] {
  const points = curve.pieces.map(({ start, runtime, lambda }) => ({
    x: start,
    runtime,
    lambda,
    rho: rhoAt(curve, start),
  }));
  const { high } = curve;
  if (high > curve.low)
    points.push({
      x: high,
      runtime: runtimeAt(curve, high),
      lambda: curve.lambdaAfter,
      rho: rhoAt(curve, high),
    });
  return points;
}

export function pointsCsv(axis: Axis, points: readonly CurvePoint[]): string {
  const header = [valueKey(axis), 'T_ns', `lambda_${axis.name}`, 'rho_L'];
  return csv(
    header,
    points.map((point) => [point.x, point.runtime, point.lambda, point.rho]),
  );
}

export function pointsText(axis: Axis, points: readonly CurvePoint[]): string {
  const heads = [{ title: axis.name }, { title: 'T' }, { title: `λ_${axis.name}` }, { title: 'ρ_L' }];
  const rows = points.map((p) => [
    formatOn(axis, p.x),
    formatTime(p.runtime),
    String(p.lambda),
    percentText(p.rho),
  ]);
  return table(heads, rows);
}

export function criticalCsv(axis: Axis, values: readonly CriticalValue[]): string {
  const header = [valueKey(axis), 'T_ns', 'lambda_below', 'lambda_above'];
  return csv(
    header,
    values.map((value) => [value.x, value.runtime, value.lambdaBelow, value.lambdaAbove]),
  );
}

export function criticalText(axis: Axis, values: readonly CriticalValue[]): string {
  if (values.length === 0) return '  none: λ is the same on the whole interval\n';
  const heads = [
    { title: `critical ${axis.name}` },
    { title: 'T' },
    { title: 'λ below' },
    { title: 'λ above' },
  ];
  const rows = values.map((v) => [
    formatOn(axis, v.x),
    formatTime(v.runtime),
    String(v.lambdaBelow),
    String(v.lambdaAbove),
  ]);
  return table(heads, rows);
}
