/** Topologies side by side, as JSON, CSV and text. */
import { pointsOf } from '../../analysis/curve.js';
import { criticalValues, runtimeAt } from '../../analysis/piecewise.js';
import type { ComparedTopology } from '../../analysis/topology-compare.js';
import type { Warning } from '../../errors.js';
import type { ResolvedMachine } from '../../machine/resolve.js';
import { formatTime } from '../../units/units.js';
import type { Answer } from '../output/answer.js';
import { csv } from '../output/csv.js';
import { finite, type InputInfo, inputJson, machineJson } from '../output/json.js';
import { table } from '../output/table.js';
import { criticalJson, pointJson } from './curve.js';
import { count } from './input.js';
import { percentText, sensitivityJson, toleranceJson } from './solution.js';

/** Points of the interval at which people see T side by side. */
const STEPS = 6;

/** A topology with what is known of where the ranks sit on it. */
export interface ShownTopology extends ComparedTopology {
  /** Switches that ranks sit on. */
  readonly switches: number;
}

/** What was asked of one program on several topologies. */
export interface TopologiesFound {
  readonly info: InputInfo;
  /** Without a topology. */
  readonly machine: ResolvedMachine;
  readonly compared: readonly ShownTopology[];
  /** Of input and machines. */
  readonly warnings: readonly Warning[];
}

export const topologiesView = (found: TopologiesFound): Answer => ({
  json: () => ({
    input: inputJson(found.info, found.compared[0].model.graph),
    // Every variant has wires of its own: the machine gives all but the latency.
    machine: { ...machineJson(found.machine), latency_ns: null },
    result: topologiesJson(found.compared),
    warnings: warningsOf(found),
  }),
  csv: () => topologiesCsv(found.compared),
  text: () => headText(found) + topologiesText(found.compared),
});

/** Each once. */
function warningsOf({ compared, warnings }: TopologiesFound): Warning[] {
  const own = compared.flatMap(({ result }) => result.warnings);
  const all = [...warnings, ...own, ...oneSwitchWarning(compared)];
  return [...new Map(all.map((one) => [one.message, one])).values()];
}

function headText({ info, compared }: TopologiesFound): string {
  const { schedule, graph, engine } = compared[0].model;
  const counts = [
    count(schedule.operations, 'operation'),
    count(graph.messages, 'message'),
    count(schedule.ranks, 'rank'),
  ];
  return `${info.source}: ${counts.join(', ')}\nengine ${engine.name}\n\n`;
}

/** Where all ranks share a switch, nothing behind it is compared. */
function oneSwitchWarning(shown: readonly ShownTopology[]): Warning[] {
  const alone = shown.filter(({ switches, model }) => switches === 1 && model.schedule.ranks > 1);
  if (alone.length === 0) return [];
  const where = alone.map(({ name }) => name).join(', ');
  const ranks = alone[0].model.schedule.ranks;
  const message = `all ${ranks} ranks sit on one switch of ${where}: no message leaves it, so the topology behind it changes nothing`;
  return [{ code: 'one-switch', message }];
}

function topologiesJson(compared: readonly ShownTopology[]): Record<string, unknown> {
  const fastest = compared.reduce((a, b) => (b.result.runtime < a.result.runtime ? b : a));
  return { variants: compared.map(variantJson), best: fastest.name };
}

function variantJson(one: ShownTopology): Record<string, unknown> {
  const { axis, result, curve, model } = one;
  return {
    name: one.name,
    wire_latency_ns: axis.relative
      ? Object.fromEntries(model.machine.network.latencies.map((c) => [c.name, c.latencyNs]))
      : axis.base,
    switches: one.switches,
    wires_used: one.wiresUsed,
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
function topologiesCsv(compared: readonly ShownTopology[]): string {
  const header = ['topology', 'wire_ns', 'T_ns', 'lambda_wire', 'rho_L'];
  const rows = compared.flatMap(({ name, axis, result, curve }) =>
    curve === null
      ? [[name, axis.base, result.runtime, result.lambda.L, result.rho]]
      : pointsOf(curve).map((point) => [name, point.x, point.runtime, point.lambda, point.rho]),
  );
  return csv(header, rows);
}

function topologiesText(compared: readonly ShownTopology[]): string {
  const percents = compared[0].result.tolerance.map((one) => one.percent);
  const heads = [
    { title: 'topology', align: 'left' as const },
    { title: 'switches' },
    { title: 'T' },
    { title: 'λ (wires)' },
    { title: 'λ by class' },
    { title: 'a message' },
    { title: 'ρ_L' },
    ...percents.map((percent) => ({ title: `wire up to (${percent} %)` })),
  ];
  const rows = compared.map(({ name, result, lambdaByClass, axis, switches }) => [
    name,
    String(switches),
    formatTime(result.runtime),
    String(result.lambda.L),
    Object.entries(lambdaByClass)
      .map(([wire, lambda]) => `${wire} ${lambda}`)
      .join(', '),
    result.wiresPerMessage === null ? 'no wire' : wiresText(result.wiresPerMessage),
    percentText(result.rho),
    ...result.tolerance.map(({ value }) =>
      Number.isFinite(value) ? `${axis.relative ? '+' : ''}${formatTime(value)}` : 'unlimited',
    ),
  ]);
  return `${table(heads, rows)}${classesText(compared, percents[0])}${curvesText(compared)}`;
}

const wiresText = (wires: number): string => {
  const shown = Number(wires.toPrecision(3));
  return `${shown} ${shown === 1 ? 'wire' : 'wires'}`;
};

/** Which class of wires limits: the tolerance of each, all else fixed. */
function classesText(compared: readonly ShownTopology[], percent: number): string {
  const several = compared.filter((one) => Object.keys(one.toleranceByClass).length > 1);
  if (several.length === 0) return '';
  const rows = several.flatMap(({ name, toleranceByClass, wiresUsed }) =>
    Object.entries(toleranceByClass).map(([wire, value]) => [
      name,
      wire,
      wiresUsed.includes(wire) ? 'yes' : 'no',
      Number.isFinite(value) ? formatTime(value) : 'unlimited',
    ]),
  );
  const heads = [
    { title: 'topology', align: 'left' as const },
    { title: 'wires' },
    { title: 'crossed' },
    { title: `up to (${percent} %)` },
  ];
  return `\none class of wires grows, the others stay\n${table(heads, rows)}`;
}

/** T over the wire's latency. */
function curvesText(compared: readonly ShownTopology[]): string {
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
