/** Rows of programs in the table that they share, and the answer about their mix. */
import { type CurveMethod, type CurvePoint, pointsOf } from '../../analysis/exact-curve.js';
import type { Model } from '../../analysis/model.js';
import type { Curve } from '../../analysis/piecewise.js';
import type { Sensitivity, ToleranceResult } from '../../analysis/sensitivity.js';
import {
  type MixedSensitivity,
  type MixedTolerance,
  mixedCurve,
  mixedSensitivity,
  mixedTolerance,
} from '../../analysis/workload-mix.js';
import type { Axis } from '../../timing/axis.js';
import { formatTime } from '../../units.js';
import type { Answer, SharedRows } from '../output/answer.js';
import {
  addedText,
  type Column,
  type CsvTable,
  constant,
  jsonRows,
  type TableRows,
  tableCsv,
  tableRows,
} from '../output/table.js';
import { criticalForms, criticalJson, pointColumns } from './curve-tables.js';
import { formatOn, SENSITIVITIES, unitSuffix } from './solution-text.js';

/** An answer about all programs together. */
export function mixAnswer(
  result: Record<string, unknown>,
  text: {
    readonly csv: () => CsvTable;
    readonly rows: () => TableRows;
    /** Sentences above the table. */
    readonly verdict?: () => string;
    /** Text below the table. */
    readonly more?: () => string;
  },
): Answer {
  const shared = (): SharedRows => ({
    head: '',
    ...text.rows(),
    verdict: text.verdict?.() ?? '',
    more: text.more?.() ?? '',
  });
  return {
    json: () => ({ input: {}, machine: null, result, warnings: [] }),
    csv: text.csv,
    text: () => '',
    shared,
  };
}

export const mixedJson = ({ runtime, lambda, rho }: MixedSensitivity): Record<string, unknown> => ({
  runtime_ns: runtime,
  lambda,
  rho_L: rho,
});

/** Rounds away the error of binary fractions; seven digits are enough for means. */
export function plain(value: number): string {
  const sum = Number(value.toPrecision(12));
  return String(
    Number(sum.toPrecision(4)) === sum || Number.isInteger(sum) ? sum : Number(value.toPrecision(7)),
  );
}

/** Figures of programs, and of their mix, which has no ranks. */
interface MixRow extends MixedSensitivity {
  readonly ranks: number | null;
}

const ANSWERS: readonly Column<MixedSensitivity>[] = [
  { key: 'runtime_ns', title: 'T', of: ({ runtime }) => runtime },
  { key: 'lambda_L', title: 'λ_L', of: ({ lambda }) => lambda.L, format: plain },
  { key: 'rho_L', title: 'ρ_L', of: ({ rho }) => rho },
];

const LEAD: readonly Column<MixRow>[] = [
  { key: 'ranks', title: 'ranks', of: ({ ranks }) => ranks },
  ...ANSWERS,
];

/** The sensitivities of one of several programs. `ranks`: null of a mix. */
export function sensitivityRow(
  ranks: number | null,
  result: MixedSensitivity & Partial<Sensitivity>,
): TableRows {
  const { lambda, parameter = null, range } = result;
  const holds = range === undefined ? '' : Number.isFinite(range.high) ? formatTime(range.high) : 'always';
  const cells = {
    λ_G: `${plain(lambda.G)} B`,
    λ_o: plain(lambda.o),
    ...(parameter === null ? {} : { [`λ_${parameter.axis.name}`]: plain(parameter.lambda) }),
    'λ_L up to': holds,
  };
  const others = Object.entries(cells).map(([title, cell]) => ({ title, text: () => cell }));
  return tableRows<MixRow>([...LEAD, ...others], [{ ...result, ranks }]);
}

/** `ΔL at 1 %`, `Δ wire at 1 %`. */
export function deltaTitle({ name, wires }: Axis, percent: number): string {
  const own = wires === true && name === 'L' ? 'wire' : name;
  return `Δ${own.length > 1 ? ' ' : ''}${own} at ${percent} %`;
}

/** The tolerances of one of several programs. */
export function toleranceRow(
  ranks: number | null,
  result: MixedSensitivity & { readonly axis: Axis; readonly tolerance: readonly MixedTolerance[] },
): TableRows {
  const { axis, tolerance } = result;
  const tolerances = tolerance.map(({ percent, delta }) => ({
    title: deltaTitle(axis, percent),
    text: () => addedText(delta, (value) => formatOn(axis, value)),
  }));
  return tableRows<MixRow>([...LEAD, ...tolerances], [{ ...result, ranks }]);
}

/** The mix of `tolerance`. */
export function toleranceMixView(
  mix: MixedSensitivity,
  axis: Axis,
  tolerance: readonly MixedTolerance[],
): Answer {
  const columns: readonly Column<MixedTolerance>[] = [
    { key: 'pct', of: ({ percent }) => percent },
    { key: 'parameter', of: () => axis.name },
    { key: `delta_${unitSuffix(axis)}`, of: ({ delta }) => delta },
  ];
  return mixAnswer(
    { ...mixedJson(mix), tolerance: jsonRows(columns, tolerance) },
    {
      csv: () => tableCsv([...columns, ...constant(ANSWERS, mix)], tolerance),
      rows: () => toleranceRow(null, { ...mix, axis, tolerance }),
    },
  );
}

/** A program's result and weight. */
interface Part<Kept> {
  readonly weight: number;
  readonly kept: Kept;
}

export async function sensitivityMix(parts: readonly Part<Sensitivity>[]): Promise<Answer> {
  const mix = mixedSensitivity(parts.map(({ weight, kept }) => ({ weight, result: kept })));
  const csv = () => tableCsv(SENSITIVITIES, [mix]);
  return mixAnswer(mixedJson(mix), { csv, rows: () => sensitivityRow(null, mix) });
}

/** A program for the tolerance of a mix, which solves its model again. */
export interface KeptTolerance {
  readonly model: Model;
  readonly result: ToleranceResult;
}

/** `percents`: slowdowns of the mix as a whole. */
export const toleranceMix =
  (percents: readonly number[]) =>
  async (parts: readonly Part<KeptTolerance>[]): Promise<Answer> => {
    const programs = parts.map(({ weight, kept: { model, result } }) => ({
      weight,
      model,
      axis: result.axis,
      result,
    }));
    const tolerance = await mixedTolerance(programs, percents);
    return toleranceMixView(mixedSensitivity(programs), programs[0].axis, tolerance);
  };

/** Points at given values, and the curve if requested. */
export interface KeptCurve {
  readonly axis: Axis;
  readonly wanted: readonly CurvePoint[];
  readonly curve: Curve | null;
}

/** The requested points, then those of the sum of all curves. */
export async function curveMix(parts: readonly Part<KeptCurve>[]): Promise<Answer> {
  const { axis, wanted } = parts[0].kept;
  const query = wanted.map(({ x }, i) => mixedPoint(x, parts, i));
  const curves = curvesOf(parts.map(({ weight, kept }) => ({ weight, kept: kept.curve })));
  const curve = curves.length === 0 ? null : mixedCurve(curves);
  const points = [...query, ...(curve === null ? [] : pointsOf(curve))];
  const columns = pointColumns(axis);
  return mixAnswer(
    {
      ...{ parameter: axis.name, points: jsonRows(columns, points) },
      ...(curve === null ? {} : { critical_latencies: criticalJson(curve) }),
    },
    { csv: () => tableCsv(columns, points), rows: () => tableRows(columns, points) },
  );
}

/** Where the slope of the sum of all curves changes. */
export const criticalMix =
  (method: CurveMethod) =>
  async (parts: readonly Part<Curve>[]): Promise<Answer> => {
    const forms = criticalForms(method, mixedCurve(curvesOf(parts)));
    return mixAnswer(forms.result(), forms);
  };

const curvesOf = (parts: readonly Part<Curve | null>[]): { weight: number; curve: Curve }[] =>
  parts.flatMap(({ weight, kept }) => (kept === null ? [] : [{ weight, curve: kept }]));

function mixedPoint(x: number, parts: readonly Part<KeptCurve>[], i: number): CurvePoint {
  const sum = (of: (point: CurvePoint) => number): number =>
    parts.reduce((total, { weight, kept }) => total + weight * of(kept.wanted[i]), 0);
  const runtime = sum((point) => point.runtime);
  const lambda = sum((point) => point.lambda);
  return { x, runtime, lambda, rho: runtime === 0 ? 0 : sum((point) => point.rho * point.runtime) / runtime };
}
