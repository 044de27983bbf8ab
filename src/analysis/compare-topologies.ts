/** One program on several topologies: T, λ and tolerance per wire (LLAMP, section IV-2, Fig. 11). */
import { boundedCompiler } from '../bounds/bounded-system.js';
import { buildGraph, dependsOnPrices, type ExecutionGraph } from '../graph/execution-graph.js';
import type { Machine } from '../machine/machine.js';
import type { LinkNetwork } from '../platform/link-network.js';
import type { Schedule } from '../schedule/schedule.js';
import { type Axis, classAxis, latencyAxis } from '../timing/axis.js';
import { Replay } from '../timing/replay.js';
import { cutPlayed, type RegionFound } from './cut/cut-region.js';
import type { RegionQuery } from './cut/region-bounds.js';
import { curveAt, exactCurve } from './exact-curve.js';
import { largestWithin, Model, type ModelOptions } from './model.js';
import type { Curve } from './piecewise.js';
import { type ToleranceResult, tolerance } from './sensitivity.js';

/** One topology with the machine on it. */
export interface TopologyVariant {
  readonly name: string;
  /** A machine with the topology's network. */
  readonly machine: Machine;
  /** Links shared by messages, and CPUs; T and all derived figures are then lower bounds. Omitted: no contention. */
  readonly links?: LinkNetwork;
}

/** One topology of a comparison: T in ns, λ and tolerance by latency of a wire. */
export interface ComparedTopology {
  readonly name: string;
  readonly model: Model;
  readonly axis: Axis;
  /** T, λ (wires on the critical path) and the tolerances of one wire. */
  readonly result: ToleranceResult;
  /** λ of each wire class. */
  readonly lambdaByClass: Readonly<Record<string, number>>;
  /** Wire classes that some message of the program crosses, critical or not. */
  readonly wiresUsed: readonly string[];
  /** Per class the largest latency of its wires, all else fixed, at the first percentage; Infinity: unlimited. */
  readonly toleranceByClass: Readonly<Record<string, number>>;
  /** T with latency added to every wire, for the requested amounts. */
  readonly slower: readonly WireSlowdown[];
  /** T over the wire's latency; null if no interval was requested. */
  readonly curve: Curve | null;
  /** The analysed part of the program, as it runs on this topology; null: the whole. */
  readonly region: RegionFound | null;
}

/** The cost of latency added to every wire. */
export interface WireSlowdown {
  /** ns. */
  readonly added: number;
  /** T, ns. */
  readonly runtime: number;
  /** T over that without it, less 1: 0.01 is one percent slower. */
  readonly slowdown: number;
}

/** What is compared, and a callback for progress. */
export interface CompareOptions {
  /** Slowdowns in percent. */
  readonly percents: readonly number[];
  /** Interval of the wire's latency for the curve; see {@link wireAxis} for what it counts from. */
  readonly range?: (axis: Axis) => readonly [number, number];
  /** Latencies added to every wire, ns. */
  readonly added?: (axis: Axis) => readonly number[];
  /** A part of the program, cut for each topology separately; omitted or null: the whole. */
  readonly region?: RegionQuery | null;
  readonly model?: ModelOptions;
  /** Called after each topology. */
  readonly onProgress?: (done: number) => void;
}

/** The latency of every wire at once: its value where all classes have one, otherwise the amount that is added to each. */
export function wireAxis(machine: Machine): Axis {
  const { latencies } = machine.network;
  const axis = latencyAxis(machine);
  const base = latencies[0].latencyNs;
  if (latencies.some((one) => one.latencyNs !== base)) return { ...axis, name: 'wire' };
  return { ...axis, name: 'wire', base, relative: false, lowest: 0, latency: 'all' };
}

/** Analyses every variant. Throws UsageError for missing bounds, ModelError and LimitError. */
export async function compareTopologies(
  schedule: Schedule,
  variants: readonly TopologyVariant[],
  options: CompareOptions,
): Promise<ComparedTopology[]> {
  const compared: ComparedTopology[] = [];
  let graph: ExecutionGraph | null = null;
  for (const variant of variants) {
    // Matches of wildcard receives and the order on CPUs may depend on the network; everything else is matched once.
    graph = graph === null || dependsOnPrices(graph) ? buildGraph(schedule, variant.machine) : graph;
    compared.push(await examine(graph, variant, options));
    options.onProgress?.(compared.length);
  }
  return compared;
}

async function examine(
  whole: ExecutionGraph,
  { name, machine, links }: TopologyVariant,
  options: CompareOptions,
): Promise<ComparedTopology> {
  const { region = null } = options;
  const cut = region === null ? null : cutPlayed(new Replay(whole, machine), region);
  const graph = cut === null ? whole : buildGraph(cut.schedule, machine);
  const shared = links === undefined ? {} : { compile: boundedCompiler(machine.network, links) };
  const model = await Model.ofGraph(graph, machine, { ...options.model, ...shared });
  const axis = wireAxis(machine);
  const result = await tolerance(model, options.percents, axis);
  const { latencies } = machine.network;
  const limit = result.runtime * (1 + options.percents[0] / 100);
  const toleranceByClass: Record<string, number> = {};
  for (let k = 0; k < latencies.length; k++) {
    const own = classAxis(machine, k);
    toleranceByClass[own.name] = (await largestWithin(model, own, limit)).x;
  }
  const interval = options.range?.(axis);
  const added = options.added?.(axis) ?? [];
  const slower = await curveAt(
    model,
    added.map((one) => axis.base + one),
    axis,
  );
  return {
    name,
    model,
    axis,
    result,
    lambdaByClass: result.lambdaByClass ?? { [latencies[0].name]: result.lambda.L },
    wiresUsed: wiresUsed(model),
    toleranceByClass,
    slower: slower.map(({ runtime }, i) => ({
      added: added[i],
      runtime,
      slowdown: slowdownOf(runtime, result.runtime),
    })),
    curve: interval === undefined ? null : await exactCurve(model, ...interval, { axis }),
    region: cut?.found ?? null,
  };
}

/** Relative difference that two ways of summing one T may have. */
const ROUNDING = 1e-12;

/** Share by which `runtime` exceeds `least`, both ns; 0 within rounding. */
export function slowdownOf(runtime: number, least: number): number {
  const slowdown = least === 0 ? 0 : runtime / least - 1;
  return Math.abs(slowdown) <= ROUNDING ? 0 : slowdown;
}

function wiresUsed({ system, machine }: Model): string[] {
  const { latencies, routes } = machine.network;
  const crossed = latencies.map(() => false);
  for (let row = 0; row < system.rows; row++) {
    if (system.latencies[row] === 0) continue;
    const { counts } = routes[system.route[row]];
    for (let k = 0; k < counts.length; k++) if (counts[k] > 0) crossed[k] = true;
  }
  return latencies.map(({ name }) => name).filter((_, k) => crossed[k]);
}
