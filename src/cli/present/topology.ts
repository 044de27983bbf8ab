/** Topologies side by side, as JSON, CSV and text. */
import { criticalValues, runtimeAt } from '../../analysis/piecewise.js';
import type { ComparedTopology } from '../../analysis/topology-compare.js';
import { formatTime } from '../../units/units.js';
import { csv } from '../csv.js';
import { finite } from '../json.js';
import { table } from '../table.js';
import { criticalJson, pointJson, pointsOf } from './curve.js';
import { percentText, sensitivityJson, toleranceJson } from './solution.js';

/** Points of the interval at which people see T side by side. */
const STEPS = 6;

export function topologiesJson(compared: readonly ComparedTopology[]): Record<string, unknown> {
  const fastest = compared.reduce((a, b) => (b.result.runtime < a.result.runtime ? b : a));
  return { variants: compared.map(variantJson), best: fastest.name };
}

function variantJson(one: ComparedTopology): Record<string, unknown> {
  const { axis, result, curve, model } = one;
  return {
    name: one.name,
    wire_latency_ns: axis.relative
      ? Object.fromEntries(model.machine.network.latencies.map((c) => [c.name, c.latencyNs]))
      : axis.base,
    ...sensitivityJson(result),
    lambda_by_class: one.lambdaByClass,
    tolerance: result.tolerance.map((each) => toleranceJson(axis, each)),
    tolerance_by_class_ns: Object.fromEntries(
      Object.entries(one.toleranceByClass).map(([name, value]) => [name, finite(value)]),
    ),
    ...(curve === null
      ? {}
      : {
          curve: pointsOf(curve).map((point) => pointJson(axis, point)),
          critical_latencies: criticalValues(curve).map((value) => criticalJson(axis, value)),
        }),
  };
}

/** One line a point of a curve, or a topology where there is none. */
export function topologiesCsv(compared: readonly ComparedTopology[]): string {
  const header = ['topology', 'wire_ns', 'T_ns', 'lambda_wire', 'rho_L'];
  const rows = compared.flatMap(({ name, axis, result, curve }) =>
    curve === null
      ? [[name, axis.base, result.runtime, result.lambda.L, result.rho]]
      : pointsOf(curve).map((point) => [name, point.x, point.runtime, point.lambda, point.rho]),
  );
  return csv(header, rows);
}

export function topologiesText(compared: readonly ComparedTopology[]): string {
  const percents = compared[0].result.tolerance.map((one) => one.percent);
  const heads = [
    { title: 'topology', align: 'left' as const },
    { title: 'T' },
    { title: 'λ per wire' },
    { title: 'λ by class' },
    { title: 'ρ_L' },
    ...percents.map((percent) => ({ title: `wire up to (${percent} %)` })),
  ];
  const rows = compared.map(({ name, result, lambdaByClass, axis }) => [
    name,
    formatTime(result.runtime),
    String(result.lambda.L),
    Object.entries(lambdaByClass)
      .map(([wire, lambda]) => `${wire} ${lambda}`)
      .join(', '),
    percentText(result.rho),
    ...result.tolerance.map(({ value }) =>
      Number.isFinite(value) ? `${axis.relative ? '+' : ''}${formatTime(value)}` : 'unlimited',
    ),
  ]);
  return `${table(heads, rows)}${classesText(compared, percents[0])}${curvesText(compared)}`;
}

/** Which class of wires limits: the tolerance of each, all else fixed. */
function classesText(compared: readonly ComparedTopology[], percent: number): string {
  const several = compared.filter((one) => Object.keys(one.toleranceByClass).length > 1);
  if (several.length === 0) return '';
  const rows = several.flatMap(({ name, toleranceByClass }) =>
    Object.entries(toleranceByClass).map(([wire, value]) => [
      name,
      wire,
      Number.isFinite(value) ? formatTime(value) : 'unlimited',
    ]),
  );
  const heads = [
    { title: 'topology', align: 'left' as const },
    { title: 'wires' },
    { title: `up to (${percent} %)` },
  ];
  return `\none class of wires grows, the others stay\n${table(heads, rows)}`;
}

/** T over the wire's latency. */
function curvesText(compared: readonly ComparedTopology[]): string {
  const [first] = compared;
  const { curve } = first;
  if (curve === null) return '';
  const { low, high } = curve;
  const points = Array.from({ length: STEPS + 1 }, (_, i) => low + ((high - low) * i) / STEPS);
  const heads = [{ title: first.axis.relative ? 'added' : 'wire' }];
  heads.push(...compared.map(({ name }) => ({ title: `T on ${name}` })));
  const rows = points.map((x) => [
    formatTime(x),
    ...compared.map((one) => (one.curve === null ? '' : formatTime(runtimeAt(one.curve, x)))),
  ]);
  return `\n${table(heads, rows)}`;
}
