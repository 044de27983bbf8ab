/** Topologies side by side as tables within 80 columns. */
import { runtimeAt } from '../../analysis/piecewise.js';
import type { ComparedTopology, WireSlowdown } from '../../analysis/topology-compare.js';
import { type Occupancy, occupancyText } from '../../platform/allocation.js';
import { grouped } from '../../units/grouped.js';
import { formatTime } from '../../units/units.js';
import type { SharedRows } from '../output/answer.js';
import { facts, narrowTable, type TableRows } from '../output/table.js';
import { count, valuesText } from './input.js';
import { percentText } from './solution.js';
import type { ShownTopology, TopologiesFound } from './topology-found.js';
import { lengthsOf, lengthText, totalLength, type WireLengths } from './topology-parts.js';

/** Points of the interval at which people see T side by side. */
const STEPS = 6;

/** What all topologies have in common: a line on the machine, and one on wires, switches and nodes. */
export function costsText({ machine, costs, nodes }: TopologiesFound): string {
  const { wireNs, switchNs } = costs;
  const classes = typeof wireNs === 'number' ? { wire: wireNs } : wireNs;
  const wires = Object.entries(classes).map(([name, ns]) => `${name} ${formatTime(ns)}`);
  const network = [...wires, `switch ${formatTime(switchNs)}`, nodes];
  return `machine ${machine.source}: ${valuesText(machine).join(', ')}\nnetwork: ${network.join(', ')}\n`;
}

export function topologiesText({ compared, lengths }: TopologiesFound): string {
  const percents = compared[0].result.tolerance.map((one) => one.percent);
  const heads = [
    { title: 'topology', align: 'left' as const },
    { title: 'switches' },
    { title: 'T' },
    { title: 'λ (wires)' },
    { title: 'a message' },
    { title: 'ρ_L' },
    ...slowerHeads(compared[0].slower),
    ...percents.map((percent) => ({ title: `wire up to (${percent} %)` })),
  ];
  const rows = compared.map(({ name, result, axis, occupancy, slower }) => [
    name,
    String(occupancy.switches),
    formatTime(result.runtime),
    String(result.lambda.L),
    result.wiresPerMessage === null ? 'no wire' : wiresText(result.wiresPerMessage),
    percentText(result.rho),
    ...slower.map(slowerText),
    ...result.tolerance.map(({ value }) => wireText(axis, value)),
  ]);
  const built = builtText(compared, lengths);
  return `${narrowTable(heads, rows, 1)}${classesText(compared, percents[0], lengths)}${occupiedText(compared)}${built}${curvesText(compared)}`;
}

const slowerHeads = (slower: readonly WireSlowdown[]): TableRows['heads'] =>
  slower.map(({ added }) => ({ title: `${added < 0 ? '−' : '+'}${formatTime(Math.abs(added))}` }));

/** Three digits: more would claim a precision that no architect asks for. */
const slowerText = ({ slowdown }: WireSlowdown): string => `${Number((100 * slowdown).toPrecision(3))} %`;

const wireText = ({ relative }: ComparedTopology['axis'], value: number): string =>
  Number.isFinite(value) ? `${relative ? '+' : ''}${formatTime(value)}` : 'unlimited';

const wiresText = (wires: number): string => {
  const shown = Number(wires.toPrecision(3));
  return `${shown} ${shown === 1 ? 'wire' : 'wires'}`;
};

/** Which class of wires limits: the tolerance of each, all else fixed; how often the path crosses it, how many are built. */
function classesText(compared: readonly ShownTopology[], percent: number, lengths: WireLengths): string {
  const several = compared.filter((one) => Object.keys(one.toleranceByClass).length > 1);
  if (several.length === 0) return '';
  const rows = several.flatMap(({ name, toleranceByClass, lambdaByClass, wiresUsed, parts }) => {
    const metres = parts === null ? {} : lengthsOf(parts, lengths);
    return Object.entries(toleranceByClass).map(([wire, value]) => [
      name,
      wire,
      wiresUsed.includes(wire) ? 'yes' : 'no',
      Number.isFinite(value) ? formatTime(value) : 'unlimited',
      String(lambdaByClass[wire] ?? 0),
      parts === null ? '' : String(parts.wires[wire]),
      ...(lengths.size === 0 ? [] : [lengthText(metres[wire] ?? null)]),
    ]);
  });
  const heads = [
    { title: 'topology', align: 'left' as const },
    { title: 'wires', align: 'left' as const },
    { title: 'crossed' },
    { title: `up to (${percent} %)` },
    { title: 'λ' },
    { title: 'built' },
    ...(lengths.size === 0 ? [] : [{ title: 'length' }]),
  ];
  return `\none class of wires grows, the others stay\n${narrowTable(heads, rows, 2)}`;
}

/** What the ranks occupy of each topology. */
const occupiedText = (compared: readonly ShownTopology[]): string =>
  `\noccupied\n${facts(compared.map(({ name, occupancy }) => [name, occupancyText(occupancy)]))}`;

/** The whole of each topology, used or not; nothing of fixed tables. */
function builtText(compared: readonly ShownTopology[], lengths: WireLengths): string {
  const rows = compared.flatMap(({ name, parts }): [string, string][] => {
    if (parts === null) return [];
    const wires = Object.values(parts.wires).reduce((sum, one) => sum + one, 0);
    const metres = totalLength(lengthsOf(parts, lengths));
    const length = metres === null ? '' : `, ${lengthText(metres)} long together`;
    return [[name, `${plural(parts.switches, 'switch')}, ${count(wires, 'wire')}${length}`]];
  });
  return rows.length === 0 ? '' : `\nbuilt of\n${facts(rows)}`;
}

const plural = (n: number, noun: string): string => `${grouped(n)} ${noun}${n === 1 ? '' : 'es'}`;

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
  return `\n${narrowTable(heads, rows, 1)}`;
}

/** What of a topology stands in the table of several programs; of a mix as well, which occupies no switches. */
export type SharedTopology = Pick<ComparedTopology, 'axis' | 'slower'> & {
  readonly name: string;
  readonly occupancy: Pick<Occupancy, 'switches'> | null;
  readonly result: Pick<ComparedTopology['result'], 'runtime' | 'lambda' | 'rho' | 'tolerance'>;
};

/** The table of several programs: topologies by their family where that tells them apart; the head says which they are. */
export function sharedTopologies(found: TopologiesFound): SharedRows {
  const { compared, lengths } = found;
  return {
    head: `${costsText(found)}${builtText(compared, lengths)}`,
    ...topologyRows(compared),
    more: curvesText(compared).trimStart(),
  };
}

/** With slowdowns where they were asked for, else with tolerances. */
export function topologyRows(list: readonly SharedTopology[]): TableRows {
  const short = shortNames(list.map(({ name }) => name));
  const [{ slower: first, result }] = list;
  const slowdowns = first.length > 0;
  const heads = [
    { title: 'topology', align: 'left' as const },
    { title: 'switches' },
    { title: 'T' },
    { title: 'λ_wire' },
    ...(slowdowns
      ? slowerHeads(first)
      : [
          { title: 'ρ_L' },
          ...result.tolerance.map(({ percent }) => ({ title: `wire up to (${percent} %)` })),
        ]),
  ];
  const rows = list.map((one, i) => [
    short[i],
    one.occupancy === null ? '' : String(one.occupancy.switches),
    formatTime(one.result.runtime),
    String(Number(one.result.lambda.L.toPrecision(12))),
    ...(slowdowns
      ? one.slower.map(slowerText)
      : [percentText(one.result.rho), ...one.result.tolerance.map(({ value }) => wireText(one.axis, value))]),
  ]);
  return { heads, rows };
}

/** Families where each is there once. */
function shortNames(names: readonly string[]): readonly string[] {
  const families = names.map((name) => name.split(':')[0]);
  return new Set(families).size === names.length ? families : names;
}
