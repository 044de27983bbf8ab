/** `compare --topology A,B`: curves and tolerances of one program on several topologies. */
import type { InferredFlags } from '@oclif/core/interfaces';
import {
  type ComparedTopology,
  compareTopologies,
  slowdownOf,
  wireAxis,
} from '../../analysis/compare-topologies.js';
import { Model } from '../../analysis/model.js';
import { type MixedProgram, mixedSensitivity, mixedTolerance } from '../../analysis/workload-mix.js';
import { boundedCompiler } from '../../bounds/bounded-system.js';
import { joinWarnings, UsageError } from '../../errors.js';
import { buildGraph, dependsOnPrices } from '../../graph/execution-graph.js';
import type { Machine } from '../../machine/machine.js';
import { partsOf } from '../../platform/endpoint-allocation.js';
import type { LinkNetwork } from '../../platform/link-network.js';
import { hasPlaceOf, parseChanges, refusePlaces } from '../../platform/network-change.js';
import type { MappedRanks, SitedMachine } from '../../platform/site.js';
import { refuseClasses } from '../../platform/topology-network.js';
import { parseList, parseRange } from '../../timing/axis-values.js';
import { parseLength } from '../../units.js';
import { allocationWords, type commonFlags, firstAllocated, LATENCY_RANGE } from '../flags/common-flags.js';
import { parsePercents } from '../flags/parameter-values.js';
import { regionOfVariants } from '../flags/region-flags.js';
import type { Answer, Answered } from '../output/answer.js';
import {
  manyOptions,
  modelOptions,
  scheduleFrom,
  surroundingsOn,
  withProgress,
} from '../pipeline/pipeline.js';
import {
  allocationsQuery,
  type LinkFlags,
  LOWER_BOUNDS,
  linksOf,
  sharesLinks,
} from '../pipeline/site-of-flags.js';
import { mixedNetworks, type NetworksQuery, networksFound } from './network-change-question.js';
import type { NetworksFound, ShownNetworks } from './network-change-tables.js';
import { type MixedTopology, topologiesView, topologyMixView } from './topology-tables.js';

type TopologiesFlags = Omit<InferredFlags<typeof commonFlags>, 'topology'> &
  LinkFlags & {
    readonly topology: readonly string[];
    readonly pct: string;
    readonly contention: string;
    readonly 'latency-range'?: string | undefined;
    readonly at?: readonly string[] | undefined;
    readonly 'wire-length'?: readonly string[] | undefined;
    readonly plot?: string | undefined;
  };

/** Metres by class of wires. Throws UsageError. */
function wireLengths(texts: readonly string[] = []): Map<string, number> {
  const lengths = new Map<string, number>();
  for (const part of texts.flatMap((text) => text.split(','))) {
    const [name, value = '', ...more] = part.split('=').map((one) => one.trim());
    const metres = parseLength(value);
    if (name === '' || more.length > 0 || metres === null)
      throw new UsageError(`--wire-length '${part}' is not CLASS=LENGTH`, 'write terminal=2m,inter=30m');
    lengths.set(name, metres);
  }
  return lengths;
}

export async function topologiesAnswer(
  inputs: readonly unknown[],
  flags: TopologiesFlags,
): Promise<Answered<readonly ChangedTopology[]>> {
  const percents = parsePercents(flags.pct);
  if (flags.plot !== undefined && flags['latency-range'] === undefined)
    throw new UsageError(`--plot has no meaning without ${LATENCY_RANGE}`, `add ${LATENCY_RANGE} +0..+150ns`);
  const found = await topologiesFound(inputs, percents, flags);
  const lines = found.compared.flatMap(({ name, curve }) => (curve === null ? [] : [{ name, curve }]));
  return {
    answer: topologiesView(found),
    picture: ({ topologyPlot }) => topologyPlot(lines),
    kept: found.compared,
    runtime: () => found.compared[0].result.runtime,
  };
}

async function topologiesFound(
  inputs: readonly unknown[],
  percents: readonly number[],
  flags: TopologiesFlags,
) {
  const lengths = wireLengths(flags['wire-length']);
  const shares = sharesLinks(flags);
  const region = regionOfVariants(flags);
  const { topology: specs, ...others } = firstAllocated(flags);
  const at = (flags.at ?? []).filter((text) => !text.includes(':')).join(',');
  const changes = parseChanges((flags.at ?? []).filter((text) => text.includes(':')));
  const allocations = allocationsQuery({ ...flags, topology: specs[0] });
  const sites = await surroundingsOn(specs, others);
  refusePlaces(
    changes,
    sites.map(({ site }) => site),
  );
  const topologies = sites.flatMap(({ site }) => (site?.kind === 'topology' ? [site.topology] : []));
  refuseClasses(lengths.keys(), topologies, '--wire-length');
  const wires = [...new Set(topologies.flatMap((topology) => topology.wires))];
  return withProgress(flags.quiet, async (progress) => {
    const read = await scheduleFrom(inputs, flags, progress);
    const { schedule, info } = read;
    const machines = sites.map((site) => site.machineFor(schedule));
    const variants = machines.map((sited, i) => {
      const links = shares ? linksOf(flags, sited, wires) : null;
      const name = sited.mapped?.name ?? flags.topology[i];
      return { name, machine: sited.machine, ...(links === null ? {} : { links }) };
    });
    if (shares) refuseTables(variants);
    const { 'latency-range': range } = flags;
    const found = await compareTopologies(schedule, variants, {
      percents,
      ...(range === undefined ? {} : { range: (axis) => parseRange(axis, range, LATENCY_RANGE) }),
      ...(at === '' ? {} : { added: (axis) => parseList(axis, at, '--at').map((x) => x - axis.base) }),
      region,
      model: modelOptions(flags),
      onProgress: (done) => progress.update('comparing', done, variants.length),
    });
    progress.begin('evaluating network changes');
    const networks = await networksOn(
      found.map((one, i) => ({ compared: one, resolved: machines[i] })),
      { changes, allocations },
      shares ? (model) => sharing(model, flags, wires) : null,
    );
    return {
      info,
      machine: sites[0].machine,
      compared: found.map((one, i) => shownOn({ ...one, networks: networks[i] }, machines[i].mapped)),
      lengths,
      nodes: nodesText(firstAllocated(flags)),
      costs: sites.flatMap(({ site }) => (site?.kind === 'topology' ? [site.costs] : []))[0],
      warnings: joinWarnings(read, ...machines, shares && LOWER_BOUNDS),
    };
  });
}

/** [topologies] costs of the changes whose places the topology has; null if not requested. */
async function networksOn(
  topologies: readonly { readonly compared: ComparedTopology; readonly resolved: SitedMachine }[],
  query: NetworksQuery,
  sharingOf: ((model: Model) => ReturnType<typeof sharing>) | null,
): Promise<(NetworksFound | null)[]> {
  const found: (NetworksFound | null)[] = [];
  const idle = query.changes.length === 0 && query.allocations === null;
  for (const { compared, resolved } of topologies) {
    const { model, result } = compared;
    const site = resolved.mapped?.site ?? null;
    const changes = query.changes.filter((change) => hasPlaceOf(change, site));
    const shared = sharingOf === null ? {} : { on: sharingOf(model) };
    const options = { axisOn: wireAxis, ...shared };
    found.push(
      idle ? null : await networksFound({ model, resolved }, result, { ...query, changes }, options),
    );
  }
  return found;
}

/** Refuses fixed tables, which have no links. Throws UsageError. */
function refuseTables(variants: readonly { readonly name: string; readonly links?: LinkNetwork }[]): void {
  const table = variants.find(({ links }) => links === undefined);
  if (table === undefined) return;
  throw new UsageError(
    `--contention bounds needs links, but topology ${table.name} is a fixed table of wires`,
    'use topologies built of switches',
  );
}

/** The program on another network with contention. */
const sharing =
  (model: Model, flags: TopologiesFlags, wires: readonly string[]) =>
  async (machine: Machine, sited: SitedMachine): Promise<Model> => {
    const graph = dependsOnPrices(model.graph) ? buildGraph(model.schedule, machine) : model.graph;
    const compile = boundedCompiler(machine.network, linksOf(flags, sited, wires));
    return Model.ofGraph(graph, machine, { ...manyOptions(flags), compile });
  };

/** A topology with the costs of network changes; null if not requested. */
interface ChangedTopology extends ComparedTopology {
  readonly networks: NetworksFound | null;
}

function shownOn(one: ChangedTopology, mapped: MappedRanks | undefined) {
  if (mapped?.site.kind !== 'topology' || mapped.occupancy === undefined)
    throw new Error(`${one.name} is no topology`);
  return { ...one, occupancy: mapped.occupancy, parts: partsOf(mapped.site.topology) };
}

/** The nodes that the ranks use. */
function nodesText({ allocation }: TopologiesFlags): string {
  const { name = 'packed', busy } = allocationWords(allocation);
  return `nodes ${name}${busy === undefined ? '' : `, ${busy.split(':')[0]} of all busy`}`;
}

/** Results of a program on each topology, and its weight. */
interface Part {
  readonly weight: number;
  readonly kept: readonly ChangedTopology[];
}

/** `hours`: sum over all programs, if they are weighted by hours. */
export async function topologyMix(parts: readonly Part[], hours: number | null): Promise<Answer> {
  const list: MixedTopology[] = [];
  for (let i = 0; i < parts[0].kept.length; i++)
    list.push(await mixedOn(parts.map(({ weight, kept }) => ({ weight, on: kept[i] }))));
  return topologyMixView(list, hours);
}

async function mixedOn(
  programs: readonly { readonly weight: number; readonly on: ChangedTopology }[],
): Promise<MixedTopology> {
  const [{ on: first }] = programs;
  const { axis } = first;
  const parts = programs.map(
    ({ weight, on: { model, axis: own, result } }): MixedProgram => ({ weight, model, axis: own, result }),
  );
  const sum = (of: (one: ComparedTopology) => number): number =>
    programs.reduce((total, { weight, on }) => total + weight * of(on), 0);
  const result = mixedSensitivity(parts);
  const percents = first.result.tolerance.map(({ percent }) => percent);
  const tolerance = await mixedTolerance(parts, percents);
  return {
    name: first.name,
    axis,
    result: {
      ...result,
      tolerance: tolerance.map((one) => ({ ...one, value: axis.base + one.delta })),
    },
    lambdaByClass: Object.fromEntries(
      Object.keys(first.lambdaByClass).map((wire) => [wire, sum((one) => one.lambdaByClass[wire])]),
    ),
    slower: first.slower.map(({ added }, i) => {
      const runtime = sum(({ slower }) => slower[i].runtime);
      return { added, runtime, slowdown: slowdownOf(runtime, result.runtime) };
    }),
    networks: await mixedOf(programs),
  };
}

function mixedOf(
  programs: readonly { readonly weight: number; readonly on: ChangedTopology }[],
): Promise<ShownNetworks> | null {
  const parts = programs.flatMap(({ weight, on: { networks: found } }) =>
    found === null ? [] : [{ weight, found }],
  );
  return parts.length === 0 ? null : mixedNetworks(parts);
}
