/** Topologies side by side, as JSON, CSV and text. */
import { pointsOf } from '../../analysis/curve.js';
import { criticalValues } from '../../analysis/piecewise.js';
import type { WireSlowdown } from '../../analysis/topology-compare.js';
import type { Warning } from '../../errors.js';
import type { Parts } from '../../platform/wires.js';
import type { Answer } from '../output/answer.js';
import { type Envelope, finite, inputJson, machineJson, occupancyJson } from '../output/json.js';
import {
  type RegionInfo,
  regionInfo,
  regionOfVariantsJson,
  regionText,
  regionWarnings,
  unequalIterations,
} from '../output/region.js';
import { sharedWarnings } from '../output/warnings.js';
import { criticalJson, pointJson } from './curve.js';
import { count } from './input.js';
import { sensitivityJson, toleranceJson } from './solution.js';
import { topologiesCsv } from './topology-csv.js';
import type { ShownTopology, TopologiesFound } from './topology-found.js';
import { lengthsOf, totalLength, type WireLengths } from './topology-parts.js';
import { costsText, sharedTopologies, topologiesText } from './topology-text.js';

export const topologiesView = (found: TopologiesFound): Answer => ({
  json: () => ({
    input: inputOf(found),
    // Every variant has wires of its own: the machine gives all but the latency.
    machine: { ...machineJson(found.machine), latency_ns: null },
    result: topologiesJson(found),
    warnings: warningsOf(found),
  }),
  csv: () => topologiesCsv(found),
  text: () => headText(found) + topologiesText(found),
  shared: () => sharedTopologies(found),
});

/** Counts where all topologies have the same: what is brought into a region is a computation more. */
function inputOf({ info, compared }: TopologiesFound): Envelope['input'] {
  const [first] = compared.map(({ model }) => inputJson(info, model.graph));
  const same = compared.every(
    ({ model: { schedule } }) => schedule.operations === compared[0].model.schedule.operations,
  );
  const { operations, messages, dependencies, ...common } = first;
  const region = regionOfVariantsJson(compared.map((one) => regionOf(one)));
  return same ? { ...first, ...region } : { ...common, ...region };
}

/** As it runs on this topology; undefined of the whole program. */
const regionOf = ({ region }: ShownTopology): RegionInfo | undefined =>
  region === null ? undefined : regionInfo(region);

/** Each once. */
function warningsOf({ compared, warnings }: TopologiesFound): Warning[] {
  const own = sharedWarnings(
    compared.map(({ name, result, region }) => ({
      name,
      warnings: [...result.warnings, ...(region === null ? [] : regionWarnings(region))],
    })),
  );
  const unequal = unequalIterations(compared.map((one) => ({ name: one.name, region: regionOf(one) })));
  const all = [...warnings, ...own, ...unequal];
  return [...new Map(all.map((one) => [one.message, one])).values()];
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
    tolerance: result.tolerance.map((each) => toleranceJson(axis, each)),
    tolerance_by_class_ns: Object.fromEntries(
      Object.entries(one.toleranceByClass).map(([name, value]) => [name, finite(value)]),
    ),
    ...(one.slower.length === 0 ? {} : { slower: one.slower.map(slowerJson) }),
    ...(curve === null
      ? {}
      : {
          curve: pointsOf(curve).map((point) => pointJson(axis, point)),
          critical_latencies: criticalValues(curve).map((value) => criticalJson(axis, value)),
        }),
  };
}

export const slowerJson = ({ added, runtime, slowdown }: WireSlowdown): Record<string, number> => ({
  added_ns: added,
  runtime_ns: runtime,
  slowdown,
});

/** Null where a topology is a table, which is built of nothing, and where a length is not known. */
function builtJson(parts: Parts | null, lengths: WireLengths): Record<string, unknown> {
  const metres = parts === null ? null : lengthsOf(parts, lengths);
  return {
    switches_built: parts?.switches ?? null,
    wires_built: parts?.wires ?? null,
    ...(lengths.size === 0 ? {} : { wire_length_m: metres, total_length_m: totalLength(metres) }),
  };
}
