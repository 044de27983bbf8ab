/** Points and critical values of a curve as JSON, CSV and tables. */
import type { CurvePoint } from '../../analysis/curve.js';
import type { RuntimeDistribution } from '../../analysis/distribution-runtime.js';
import { type CriticalValue, type Curve, criticalValues } from '../../analysis/piecewise.js';
import type { Warning } from '../../errors.js';
import type { Axis } from '../../timing/axis.js';
import { formatTime } from '../../units/units.js';
import type { Answer } from '../output/answer.js';
import { type CsvTable, csvTable } from '../output/csv.js';
import { formerly } from '../output/json.js';
import { type TableRows, table } from '../output/table.js';
import { envelopeOf, type LoadedModel } from '../pipeline/pipeline.js';
import { distributionCsv, distributionJson, distributionText } from './distribution.js';
import { inputText, machineText } from './input.js';
import { type MeasuredAnswer, measuredJson, measuredText } from './measured.js';
import { formatOn, percentText, unitSuffix } from './solution.js';

/** `curve`, `distribution`, `held`: null where they were not asked for. `spelled`: the distribution as it was written. */
export interface CurveFound {
  readonly axis: Axis;
  /** Those at given values, then the curve's own. */
  readonly points: readonly CurvePoint[];
  readonly curve: Curve | null;
  readonly distribution: RuntimeDistribution | null;
  readonly spelled: string;
  /** Measured runs against the model. */
  readonly held: MeasuredAnswer | null;
}

export function curveView(loaded: LoadedModel, found: CurveFound): Answer {
  const { axis, points, distribution, spelled, held } = found;
  return {
    json: () => envelopeOf(loaded, foundJson(loaded, found), warningsOf(loaded, found)),
    csv: () => (distribution === null ? pointsCsv(axis, points) : distributionCsv(distribution)),
    text: () =>
      [
        inputText(loaded),
        ...(isDistributionAlone(found) ? [] : [pointsText(axis, points)]),
        ...(distribution === null ? [] : [distributionText(distribution, spelled)]),
        ...(held === null ? [] : [measuredText(held)]),
      ].join('\n'),
    shared: () => ({
      head: machineText(loaded.resolved),
      ...(isDistributionAlone(found) ? { heads: [], rows: [] } : pointRows(axis, points)),
      more: distribution === null ? '' : distributionText(distribution, spelled),
    }),
  };
}

const isDistributionAlone = ({ distribution, points }: CurveFound): boolean =>
  distribution !== null && points.length === 0;

function foundJson({ model }: LoadedModel, found: CurveFound): Record<string, unknown> {
  const { axis, points, curve, distribution, spelled, held } = found;
  return {
    engine: model.engine.name,
    parameter: axis.name,
    points: points.map((point) => pointJson(axis, point)),
    ...(curve === null
      ? {}
      : { critical_latencies: criticalValues(curve).map((value) => criticalJson(axis, value)) }),
    ...(distribution === null ? {} : { distribution: distributionJson(distribution, spelled) }),
    ...(held === null ? {} : { measured: measuredJson(held) }),
  };
}

function warningsOf({ model }: LoadedModel, found: CurveFound): Warning[] {
  return [
    ...(isDistributionAlone(found) ? model.warnings : model.warningsAt(`each ${found.axis.name}`)),
    ...(found.curve?.warnings ?? []),
    ...(found.distribution?.warnings ?? []),
    ...(found.held?.found.warnings ?? []),
  ];
}

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

export function pointsCsv(axis: Axis, points: readonly CurvePoint[]): CsvTable {
  const header = [valueKey(axis), 'T_ns', `lambda_${axis.name}`, 'rho_L'];
  return csvTable(
    header,
    points.map((point) => [point.x, point.runtime, point.lambda, point.rho]),
  );
}

function pointsText(axis: Axis, points: readonly CurvePoint[]): string {
  const { heads, rows } = pointRows(axis, points);
  return table(heads, rows);
}

/** The table of points. */
export function pointRows(axis: Axis, points: readonly CurvePoint[]): TableRows {
  const heads = [{ title: axis.name }, { title: 'T' }, { title: `λ_${axis.name}` }, { title: 'ρ_L' }];
  const rows = points.map((p) => [
    formatOn(axis, p.x),
    formatTime(p.runtime),
    String(p.lambda),
    percentText(p.rho),
  ]);
  return { heads, rows };
}

export function criticalCsv(axis: Axis, values: readonly CriticalValue[]): CsvTable {
  const header = [valueKey(axis), 'T_ns', 'lambda_below', 'lambda_above'];
  return csvTable(
    header,
    values.map((value) => [value.x, value.runtime, value.lambdaBelow, value.lambdaAbove]),
  );
}

export function criticalText(axis: Axis, values: readonly CriticalValue[]): string {
  if (values.length === 0) return '  none: λ is the same on the whole interval\n';
  const { heads, rows } = valueRows(axis, values);
  return table(heads, rows);
}

/** The table of critical values; where there is none a row says so. */
export function criticalRows(curve: Curve): TableRows {
  const values = criticalValues(curve);
  const { heads, rows } = valueRows(curve.axis, values);
  const lambda = String(curve.lambdaAfter);
  return { heads, rows: rows.length > 0 ? rows : [['none', '', lambda, lambda]] };
}

function valueRows(axis: Axis, values: readonly CriticalValue[]): TableRows {
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
  return { heads, rows };
}
