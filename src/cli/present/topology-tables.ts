/** Topologies side by side: as JSON, as CSV, and as tables within 80 columns. */

import type { ComparedTopology, WireSlowdown } from '../../analysis/compare-topologies.js';
import type { RegionFound } from '../../analysis/cut/cut-region.js';
import { regionWarnings } from '../../analysis/cut/cut-region.js';
import { type CurvePoint, pointsOf } from '../../analysis/exact-curve.js';
import { runtimeAt } from '../../analysis/piecewise.js';
import type { Tolerance } from '../../analysis/sensitivity.js';
import type { MixedSensitivity } from '../../analysis/workload-mix.js';
import { joinWarnings, type Warning } from '../../errors.js';
import type { ResolvedMachine } from '../../machine/machine.js';
import { type Occupancy, occupancyText, type Parts } from '../../platform/endpoint-allocation.js';
import type { TopologyCosts } from '../../platform/topology-network.js';
import type { Axis } from '../../timing/axis.js';
import { formatTime, grouped } from '../../units.js';
import {
  type Answer,
  type Envelope,
  type InputInfo,
  inputJson,
  iterationsTaken,
  machineJson,
  occupancyJson,
  type RegionInfo,
  regionInfo,
  regionOfVariantsJson,
  regionText,
  type SharedRows,
  sharedWarnings,
  unequalIterations,
} from '../output/answer.js';
import {
  type Column,
  type CsvCell,
  type CsvTable,
  facts,
  finite,
  narrowTable,
  stacked,
  type TableRows,
  tableCsv,
  tableRows,
} from '../output/table.js';
import { criticalJson, pointsJson } from './curve-tables.js';
import {
  type NetworksFound,
  networksCsv,
  networksJson,
  networksText,
  type ShownNetworks,
  slowdownText,
  spreadText,
  verdictText,
} from './network-change-tables.js';
import { mixAnswer, mixedJson, plain } from './program-mix.js';
import { count, sensitivityJson, toleranceJson, valuesText } from './solution-text.js';

/** Metres of one wire, by class. */
type WireLengths = ReadonlyMap<string, number>;

/** Metres of all wires of each class; null if the length is unknown. */
const lengthsOf = ({ wires }: Parts, lengths: WireLengths): Record<string, number | null> =>
  Object.fromEntries(
    Object.entries(wires).map(([name, count]) => {
      const metres = lengths.get(name);
      return [name, metres === undefined ? null : count * metres];
    }),
  );

/** Of all classes; null if one is unknown. */
function totalLength(byClass: Readonly<Record<string, number | null>> | null): number | null {
  if (byClass === null) return null;
  const all = Object.values(byClass);
  return all.some((one) => one === null) ? null : all.reduce<number>((sum, one) => sum + (one ?? 0), 0);
}

/** For people: `640 m`, `9.2 km`; empty if unknown. */
function lengthText(metres: number | null): string {
  if (metres === null) return '';
  return metres < 10_000
    ? `${Number(metres.toPrecision(4))} m`
    : `${Number((metres / 1000).toPrecision(4))} km`;
}

/** A topology with the placement of the ranks. */
interface ShownTopology extends ComparedTopology {
  readonly occupancy: Occupancy;
  /** Parts of the whole topology; null for a fixed table. */
  readonly parts: Parts | null;
  /** Costs of network changes, and the spread over allocations; null if not requested. */
  readonly networks: NetworksFound | null;
}

/** Settings of the comparison of topologies. */
interface TopologiesFound {
  readonly info: InputInfo;
  /** Without a topology. */
  readonly machine: ResolvedMachine;
  readonly compared: readonly ShownTopology[];
  /** Metres of a wire, by class, if known. */
  readonly lengths: WireLengths;
  /** Latencies of wires and switches, the same on all topologies. */
  readonly costs: Pick<TopologyCosts, 'wireNs' | 'switchNs'>;
  /** The nodes that the ranks use, in words. */
  readonly nodes: string;
  /** Warnings of input and machines. */
  readonly warnings: readonly Warning[];
}

/** Points of the interval in the table of T. */
const STEPS = 6;

/** Facts that all topologies share: a line on the machine, and one on wires, switches and nodes. */
function costsText({ machine, costs, nodes }: TopologiesFound): string {
  const { wireNs, switchNs } = costs;
  const classes = typeof wireNs === 'number' ? { wire: wireNs } : wireNs;
  const wires = Object.entries(classes).map(([name, ns]) => `${name} ${formatTime(ns)}`);
  const network = [...wires, `switch ${formatTime(switchNs)}`, nodes];
  return `machine ${machine.source}: ${valuesText(machine).join(', ')}\nnetwork: ${network.join(', ')}\n`;
}

function topologiesText({ compared, lengths }: TopologiesFound): string {
  const [{ slower, result }] = compared;
  const columns: readonly Column<ShownTopology>[] = [
    { key: 'topology', title: 'topology', align: 'left', of: ({ name }) => name },
    { key: 'switches', title: 'switches', of: ({ occupancy }) => occupancy.switches },
    { key: 'runtime_ns', title: 'T', of: (one) => one.result.runtime },
    { key: 'lambda_wire', title: 'λ (wires)', of: (one) => one.result.lambda.L },
    { title: 'per message', text: (one) => wiresText(one.result.wiresPerMessage) },
    { key: 'rho_L', title: 'ρ_L', of: (one) => one.result.rho },
    ...slowerColumns(slower),
    ...toleranceColumns(result),
  ];
  const { heads, rows } = tableRows(columns, compared);
  const [{ percent }] = result.tolerance;
  return `${bestOnAll(onNetworks(compared))}${narrowTable(heads, rows)}${classesText(compared, percent, lengths)}${occupiedText(compared)}${builtText(compared, lengths)}${curvesText(compared)}${namedTexts(onNetworks(compared), networksText)}`;
}

const slowerColumns = (slower: readonly WireSlowdown[]): Column<SharedTopology>[] =>
  slower.map(({ added }, i) => ({
    title: `${added < 0 ? '−' : '+'}${formatTime(Math.abs(added))}`,
    text: (one) => slowerText(one.slower[i]),
  }));

const toleranceColumns = ({ tolerance }: SharedTopology['result']): Column<SharedTopology>[] =>
  tolerance.map(({ percent }, i) => ({
    title: `wire up to (${percent} %)`,
    text: ({ axis, result }) => wireText(axis, result.tolerance[i].value),
  }));

/** Three digits, which is all the precision that a decision needs. */
const slowerText = ({ slowdown }: WireSlowdown): string => `${Number((100 * slowdown).toPrecision(3))} %`;

const wireText = ({ relative }: ComparedTopology['axis'], value: number): string =>
  Number.isFinite(value) ? `${relative ? '+' : ''}${formatTime(value)}` : 'unlimited';

/** `wires`: per message; null if no message crosses a wire. */
function wiresText(wires: number | null): string {
  if (wires === null) return 'no wire';
  const shown = Number(wires.toPrecision(3));
  return `${shown} ${shown === 1 ? 'wire' : 'wires'}`;
}

/** Tolerance of each class of wires alone, how often the path crosses it, and how many are built. */
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
    { title: 'topology', align: 'left' as const, rowKey: true as const },
    { title: 'wires', align: 'left' as const, rowKey: true as const },
    { title: 'crossed' },
    { title: `up to (${percent} %)` },
    { title: 'λ' },
    { title: 'built' },
    ...(lengths.size === 0 ? [] : [{ title: 'length' }]),
  ];
  return `\ntolerance of each class of wires alone\n${narrowTable(heads, rows)}`;
}

/** A topology on which network changes or allocations were analysed. */
interface OnNetworks {
  readonly name: string;
  readonly networks: ShownNetworks;
}

const onNetworks = (
  list: readonly { readonly name: string; readonly networks: ShownNetworks | null }[],
): OnNetworks[] => list.flatMap(({ name, networks }) => (networks === null ? [] : [{ name, networks }]));

/** Texts of topologies below their names; without empty ones. */
const namedTexts = (list: readonly OnNetworks[], text: (networks: ShownNetworks) => string): string =>
  list
    .map(({ name, networks }) => ({ name, own: text(networks) }))
    .flatMap(({ name, own }) => (own === '' ? [] : `\n${name}\n${own}`))
    .join('');

/** On how many allocations each topology has the least T; '' for one topology or one allocation. */
function bestOnAll(list: readonly OnNetworks[]): string {
  const [first] = list;
  if (list.length < 2 || first.networks.placed.length < 2) return '';
  const best = new Map<string, number>();
  for (const { allocation } of first.networks.placed) {
    const there = list.flatMap(({ name, networks: { placed } }) => {
      const own = placed.find((one) => one.allocation === allocation);
      return own === undefined ? [] : [{ name, runtime: own.found[0].result.runtime }];
    });
    if (there.length < list.length) continue;
    const least = there.reduce((a, b) => (b.runtime < a.runtime ? b : a));
    best.set(least.name, (best.get(least.name) ?? 0) + 1);
  }
  const all = [...best.values()].reduce((sum, one) => sum + one, 0);
  const each = [...best].map(([name, times]) => `${name} on ${times}`).join(', ');
  const [[name]] = best;
  return best.size === 1
    ? `least T on all ${all} allocations: ${name}\n\n`
    : `least T on ${all} allocations: ${each} (depends on the allocation)\n\n`;
}

const occupiedText = (compared: readonly ShownTopology[]): string =>
  `\noccupied\n${facts(compared.map(({ name, occupancy }) => [name, occupancyText(occupancy)]))}`;

/** The whole of each topology, used or not; nothing for fixed tables. */
function builtText(compared: readonly ShownTopology[], lengths: WireLengths): string {
  const rows = compared.flatMap(({ name, parts }): [string, string][] => {
    if (parts === null) return [];
    const wires = Object.values(parts.wires).reduce((sum, one) => sum + one, 0);
    const metres = totalLength(lengthsOf(parts, lengths));
    const length = metres === null ? '' : `, ${lengthText(metres)} in total`;
    return [[name, `${plural(parts.switches, 'switch')}, ${count(wires, 'wire')}${length}`]];
  });
  return rows.length === 0 ? '' : `\nparts of the whole topology\n${facts(rows)}`;
}

const plural = (n: number, noun: string): string => `${grouped(n)} ${noun}${n === 1 ? '' : 'es'}`;

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
  return `\n${narrowTable(heads, rows)}`;
}

/** A topology in the table of several programs; also for a mix, which occupies no switches. */
type SharedTopology = Pick<ComparedTopology, 'axis' | 'slower'> & {
  readonly name: string;
  readonly networks: ShownNetworks | null;
  readonly occupancy: Pick<Occupancy, 'switches'> | null;
  readonly result: Pick<ComparedTopology['result'], 'runtime' | 'lambda' | 'rho' | 'tolerance'>;
};

/** The table of several programs: topologies by their family if that is unique; the head has their full names. */
function sharedTopologies(found: TopologiesFound): SharedRows {
  const { compared, lengths } = found;
  return {
    head: `${costsText(found)}${builtText(compared, lengths)}`,
    ...topologyRows(compared),
    verdict: verdictOn(compared, null),
    more: `${curvesText(compared)}${spreadsOn(compared)}`.trimStart(),
  };
}

/** The best topology, then the costs of changes on each. `hours`: those of a mix. */
function verdictOn(list: readonly SharedTopology[], hours: number | null): string {
  const on = onNetworks(list);
  const best = bestOnAll(on).trimEnd();
  const each = namedTexts(on, (networks) => verdictText(networks, hours));
  return best === '' ? each.trimStart() : `${best}\n${each}`;
}

const spreadsOn = (list: readonly SharedTopology[]): string => namedTexts(onNetworks(list), spreadText);

/** Slowdowns by changes; none for a topology without such a place. */
function changeColumns(list: readonly SharedTopology[]): Column<SharedTopology>[] {
  const foundOn = ({ networks }: SharedTopology) => networks?.placed[0].found ?? [];
  const texts = new Set(
    list.flatMap(foundOn).flatMap(({ change }) => (change === null ? [] : [change.text])),
  );
  return [...texts].map((text) => ({
    title: text,
    text: (one) => {
      const found = foundOn(one).find(({ change }) => change?.text === text);
      return found === undefined ? '' : slowdownText(found.slowdown);
    },
  }));
}

/** With slowdowns if requested, otherwise with tolerances. */
function topologyRows(list: readonly SharedTopology[]): TableRows {
  const short = shortNames(list.map(({ name }) => name));
  const [{ slower: first, result }] = list;
  const changed = changeColumns(list);
  const columns: readonly Column<SharedTopology>[] = [
    { title: 'topology', align: 'left', rowKey: true, text: (one) => short[list.indexOf(one)] },
    { key: 'switches', title: 'switches', of: ({ occupancy }) => occupancy?.switches },
    { key: 'runtime_ns', title: 'T', of: (one) => one.result.runtime },
    { title: 'λ_wire', text: (one) => plain(one.result.lambda.L) },
    ...changed,
    ...(first.length > 0 || changed.length > 0
      ? slowerColumns(first)
      : [
          { key: 'rho_L', title: 'ρ_L', of: (one: SharedTopology) => one.result.rho },
          ...toleranceColumns(result),
        ]),
  ];
  return tableRows(columns, list);
}

/** Families, if each occurs once. */
function shortNames(names: readonly string[]): readonly string[] {
  const families = names.map((name) => name.split(':')[0]);
  return new Set(families).size === names.length ? families : names;
}

const POINTS: readonly Column<CurvePoint & { readonly name: string }>[] = [
  { key: 'topology', of: ({ name }) => name },
  { key: 'wire_ns', of: ({ x }) => x },
  { key: 'T_ns', of: ({ runtime }) => runtime },
  { key: 'lambda_wire', of: ({ lambda }) => lambda },
  { key: 'rho_L', of: ({ rho }) => rho },
];

/** One line per point of a curve; without a curve, one per topology with all facts of its wires. */
function topologiesCsv({ compared, lengths }: TopologiesFound): CsvTable {
  const changed = changesCsv(compared);
  if (changed !== null) return changed;
  if (compared.every(({ curve }) => curve === null))
    return stacked(compared.map((one) => topologyCsv(one, wholeFigures(one, lengths))));
  const points = compared.flatMap(({ name, curve }) =>
    curve === null ? [] : pointsOf(curve).map((point) => ({ ...point, name })),
  );
  return tableCsv(POINTS, points);
}

/** A line for each topology, allocation, change and percentage; null without changes. */
function changesCsv(list: readonly SharedTopology[]): CsvTable | null {
  const tables = list.flatMap(({ name, networks }) => {
    if (networks === null) return [];
    const { header, rows } = networksCsv(networks);
    return [{ header: ['topology', ...header], rows: rows.map((row) => [name, ...row]) }];
  });
  return tables.length === 0 ? null : stacked(tables);
}

/** Names of columns and their cells. */
type Figures = readonly (readonly [string, CsvCell])[];

/** A line of one topology: each has its own classes of wires. */
function topologyCsv(
  {
    name,
    axis,
    result,
    slower,
    lambdaByClass,
  }: Omit<SharedTopology, 'networks'> & Pick<ComparedTopology, 'lambdaByClass'>,
  { first, last }: Readonly<Record<'first' | 'last', Figures>> = { first: [], last: [] },
): CsvTable {
  const { runtime, lambda, rho, tolerance } = result;
  const { header, rows } = tableCsv(POINTS, [{ name, x: axis.base, runtime, lambda: lambda.L, rho }]);
  const line = new Map([
    ...header.map((key, i) => [key, rows[0][i]] as const),
    ...first,
    ...tolerance.map(({ percent, value }) => [`wire_up_to_${percent}pct_ns`, value] as const),
    ...slower.map(({ added, slowdown }) => [`slower_by_${added}ns`, slowdown] as const),
    ...ofWires(lambdaByClass, (wire) => `lambda_${wire}`),
    ...last,
  ]);
  return { header: [...line.keys()], rows: [[...line.values()]] };
}

const ofWires = (values: Readonly<Record<string, number | null>>, name: (wire: string) => string): Figures =>
  Object.entries(values).map(([wire, value]) => [name(wire), value]);

/** The region on this topology, and its iterations. */
function regionFigures(region: RegionFound): Figures {
  const { begin_ns, end_ns, iterations } = regionInfo(region);
  const taken = iterationsTaken(regionInfo(region));
  return [
    ['region_begin_ns', begin_ns],
    ['region_end_ns', end_ns],
    ...(iterations === undefined
      ? []
      : ([
          ['iterations', taken],
          ['iteration_ns', iterations.mean_ns],
        ] as const)),
  ];
}

/** Facts of a topology that a mix of programs on it does not have. */
function wholeFigures(one: ShownTopology, lengths: WireLengths): Record<'first' | 'last', Figures> {
  const { result, occupancy, parts, region } = one;
  const { lambda, range, wiresPerMessage, tolerance } = result;
  const metres = parts === null || lengths.size === 0 ? {} : lengthsOf(parts, lengths);
  return {
    first: [['switches', occupancy.switches], ...(region === null ? [] : regionFigures(region))],
    last: [
      ...ofWires(one.toleranceByClass, (wire) => `${wire}_up_to_${tolerance[0].percent}pct_ns`),
      ...Object.entries({ lambda_G: lambda.G, lambda_o: lambda.o }),
      ...Object.entries({ range_low_ns: range.low, range_high_ns: range.high }),
      ['wires_per_message', wiresPerMessage],
      ['wires_used', one.wiresUsed.join(' ')],
      ['nodes_occupied', occupancy.nodes],
      ['wires_unused', occupancy.wiresUnused.join(' ')],
      ...(parts === null ? [] : ([['switches_built', parts.switches]] as const)),
      ...ofWires(parts?.wires ?? {}, (wire) => `wires_${wire}`),
      ...ofWires(metres, (wire) => `length_${wire}_m`),
    ],
  };
}

export const topologiesView = (found: TopologiesFound): Answer => ({
  json: () => ({
    input: inputOf(found),
    // Every topology has its own wires: the machine has all other values.
    machine: { ...machineJson(found.machine), latency_ns: null },
    result: topologiesJson(found),
    warnings: warningsOf(found),
  }),
  csv: () => topologiesCsv(found),
  text: () => headText(found) + topologiesText(found),
  shared: () => sharedTopologies(found),
});

/** Counts that all topologies share: a region's entry may add computations. */
function inputOf({ info, compared }: TopologiesFound): Envelope['input'] {
  const [first] = compared.map(({ model }) => inputJson(info, model.graph));
  const same = compared.every(
    ({ model: { schedule } }) => schedule.operations === compared[0].model.schedule.operations,
  );
  const { operations, messages, dependencies, ...common } = first;
  const region = regionOfVariantsJson(compared.map((one) => regionOf(one)));
  return same ? { ...first, ...region } : { ...common, ...region };
}

/** The region on this topology; undefined for the whole program. */
const regionOf = ({ region }: ShownTopology): RegionInfo | undefined =>
  region === null ? undefined : regionInfo(region);

function warningsOf({ compared, warnings }: TopologiesFound): Warning[] {
  const own = sharedWarnings(
    compared.map(({ name, result, curve, region }) => ({
      name,
      warnings: joinWarnings(result, curve, region !== null && regionWarnings(region)),
    })),
  );
  const unequal = unequalIterations(compared.map((one) => ({ name: one.name, region: regionOf(one) })));
  return joinWarnings(warnings, own, unequal);
}

function headText(found: TopologiesFound): string {
  const { info, compared } = found;
  const { schedule, graph, engine } = compared[0].model;
  const counts = [
    count(schedule.operations, 'operation'),
    count(graph.messages, 'message'),
    count(schedule.ranks, 'rank'),
  ];
  return `${info.source}: ${counts.join(', ')}\n${regionsText(compared)}${costsText(found)}engine ${engine.name}\n\n`;
}

/** A line on the part of the program on each topology. */
const regionsText = (compared: readonly ShownTopology[]): string =>
  compared.map((one) => (one.region === null ? '' : `${one.name}: ${regionText(regionOf(one))}`)).join('');

function topologiesJson({ compared, lengths }: TopologiesFound): Record<string, unknown> {
  const fastest = compared.reduce((a, b) => (b.result.runtime < a.result.runtime ? b : a));
  return { variants: compared.map((one) => variantJson(one, lengths)), best: fastest.name };
}

function variantJson(one: ShownTopology, lengths: WireLengths): Record<string, unknown> {
  const { axis, result, curve, model, parts } = one;
  return {
    name: one.name,
    ...(one.region === null ? {} : { region: regionOf(one) }),
    wire_latency_ns: axis.relative
      ? Object.fromEntries(model.machine.network.latencies.map((c) => [c.name, c.latencyNs]))
      : axis.base,
    switches: one.occupancy.switches,
    occupied: occupancyJson(one.occupancy),
    wires_used: one.wiresUsed,
    ...builtJson(parts, lengths),
    ...sensitivityJson(result),
    lambda_by_class: one.lambdaByClass,
    tolerance: toleranceJson(axis, result.tolerance),
    tolerance_by_class_ns: Object.fromEntries(
      Object.entries(one.toleranceByClass).map(([name, value]) => [name, finite(value)]),
    ),
    ...(one.slower.length === 0 ? {} : { slower: one.slower.map(slowerJson) }),
    ...(one.networks === null ? {} : networksJson(one.networks)),
    ...(curve === null
      ? {}
      : {
          curve: pointsJson(axis, pointsOf(curve)),
          critical_latencies: criticalJson(curve),
        }),
  };
}

const slowerJson = ({ added, runtime, slowdown }: WireSlowdown): Record<string, number> => ({
  added_ns: added,
  runtime_ns: runtime,
  slowdown,
});

/** Null for a fixed table, and if a length is unknown. */
function builtJson(parts: Parts | null, lengths: WireLengths): Record<string, unknown> {
  const metres = parts === null ? null : lengthsOf(parts, lengths);
  return {
    switches_built: parts?.switches ?? null,
    wires_built: parts?.wires ?? null,
    ...(lengths.size === 0 ? {} : { wire_length_m: metres, total_length_m: totalLength(metres) }),
  };
}

/** All programs together on one topology. */
export interface MixedTopology {
  readonly name: string;
  readonly axis: Axis;
  readonly result: MixedSensitivity & { readonly tolerance: readonly Tolerance[] };
  /** λ of each wire class. */
  readonly lambdaByClass: Readonly<Record<string, number>>;
  readonly slower: readonly WireSlowdown[];
  readonly networks: ShownNetworks | null;
}

/** `hours`: sum over all programs, if they are weighted by hours. */
export function topologyMixView(mixed: readonly MixedTopology[], hours: number | null): Answer {
  const list = mixed.map((one) => ({ ...one, occupancy: null }));
  return mixAnswer(
    { variants: mixed.map(mixedTopologyJson) },
    {
      csv: () => changesCsv(list) ?? stacked(list.map((one) => topologyCsv(one))),
      rows: () => topologyRows(list),
      verdict: () => verdictOn(list, hours),
      more: () => spreadsOn(list).trimStart(),
    },
  );
}

const mixedTopologyJson = ({ name, axis, result, lambdaByClass, slower, networks }: MixedTopology) => ({
  name,
  ...mixedJson(result),
  lambda_by_class: lambdaByClass,
  tolerance: toleranceJson(axis, result.tolerance),
  ...(slower.length === 0 ? {} : { slower: slower.map(slowerJson) }),
  ...(networks === null ? {} : networksJson(networks)),
});
