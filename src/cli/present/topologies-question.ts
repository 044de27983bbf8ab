/** `compare --topology A,B`: curves and tolerances of one program on several topologies. */
import type { InferredFlags } from '@oclif/core/interfaces';
import { type ComparedTopology, compareTopologies, slowdownOf } from '../../analysis/compare-topologies.js';
import { type MixedProgram, mixedSensitivity, mixedTolerance } from '../../analysis/workload-mix.js';
import { allTold, UsageError } from '../../errors.js';
import { partsOf } from '../../platform/endpoint-allocation.js';
import type { LinkNetwork } from '../../platform/link-network.js';
import type { MappedRanks } from '../../platform/site.js';
import { refuseClasses } from '../../platform/topology-network.js';
import { decimal } from '../../units.js';
import { type commonFlags, LATENCY_RANGE, regionOfVariants } from '../flags/common-flags.js';
import { parseList, parsePercents, parseRange } from '../flags/parameter-values.js';
import type { Answer, Asked } from '../output/answer.js';
import { modelOptions, scheduleFrom, surroundingsOn, withProgress } from '../pipeline/pipeline.js';
import { type LinkFlags, LOWER_BOUNDS, linksOf, sharesLinks } from '../pipeline/site-of-flags.js';
import { type MixedTopology, topologiesView, topologyMixView } from './topology-tables.js';

// What flags ask.

type TopologiesFlags = Omit<InferredFlags<typeof commonFlags>, 'topology'> &
  LinkFlags & {
    readonly topology: readonly string[];
    readonly pct: string;
    readonly contention: string;
    readonly 'latency-range'?: string | undefined;
    readonly at?: string | undefined;
    readonly 'wire-length'?: readonly string[] | undefined;
    readonly plot?: string | undefined;
  };

/** A length in metres: `2m`, `50cm`. */
const LENGTH = /^\s*([\d.]+)\s*(cm|m|km)\s*$/;
const METRES: Readonly<Record<string, number>> = { cm: 0.01, m: 1, km: 1000 };

/** Metres by class of wires. Throws UsageError. */
function wireLengths(texts: readonly string[] = []): Map<string, number> {
  const lengths = new Map<string, number>();
  for (const part of texts.flatMap((text) => text.split(','))) {
    const [name, value = '', ...more] = part.split('=').map((one) => one.trim());
    const [, number = '', unit = ''] = LENGTH.exec(value) ?? [];
    const metres = decimal(number) * (METRES[unit] ?? Number.NaN);
    if (name === '' || more.length > 0 || !Number.isFinite(metres))
      throw new UsageError(`--wire-length: '${part}' is no CLASS=LENGTH`, 'write terminal=2m,inter=30m');
    lengths.set(name, metres);
  }
  return lengths;
}

// One program on the topologies that flags name.

/** Throws all that LlampError is. */
export async function topologiesAnswer(
  inputs: readonly unknown[],
  flags: TopologiesFlags,
): Promise<Asked<readonly ComparedTopology[]>> {
  const percents = parsePercents(flags.pct);
  if (flags.plot !== undefined && flags['latency-range'] === undefined)
    throw new UsageError(`--plot has no meaning without ${LATENCY_RANGE}`, `add ${LATENCY_RANGE} +0..+150ns`);
  const found = await topologiesFound(inputs, percents, flags);
  const lines = found.compared.flatMap(({ name, curve }) => (curve === null ? [] : [{ name, curve }]));
  return {
    answer: topologiesView(found),
    picture: ({ topologyPlot }) => topologyPlot(lines),
    kept: found.compared,
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
  const { topology: specs, ...others } = flags;
  const sites = await surroundingsOn(specs, others);
  const topologies = sites.flatMap(({ site }) => (site?.kind === 'topology' ? [site.topology] : []));
  refuseClasses(lengths.keys(), topologies, '--wire-length');
  const wires = [...new Set(topologies.flatMap((topology) => topology.wires))];
  return withProgress(flags.quiet, async (progress) => {
    const read = await scheduleFrom(inputs, flags, progress);
    const { schedule, info } = read;
    const machines = sites.map((site) => site.machineFor(schedule.ranks));
    const variants = machines.map((sited, i) => {
      const links = shares ? linksOf(flags, sited, wires) : null;
      const name = sited.mapped?.name ?? flags.topology[i];
      return { name, machine: sited.machine, ...(links === null ? {} : { links }) };
    });
    if (shares) refuseTables(variants);
    const { unit, at, 'latency-range': range } = flags;
    const found = await compareTopologies(schedule, variants, {
      percents,
      ...(range === undefined ? {} : { range: (axis) => parseRange(axis, range, LATENCY_RANGE, unit) }),
      ...(at === undefined
        ? {}
        : { added: (axis) => parseList(axis, at, '--at', unit).map((x) => x - axis.base) }),
      region,
      model: modelOptions(flags),
      onProgress: (done) => progress.update('comparing', done, variants.length),
    });
    return {
      info,
      machine: sites[0].machine,
      compared: found.map((one, i) => shownOn(one, machines[i].mapped)),
      lengths,
      nodes: nodesText(flags),
      costs: sites.flatMap(({ site }) => (site?.kind === 'topology' ? [site.costs] : []))[0],
      warnings: allTold(read, ...machines, shares && LOWER_BOUNDS),
    };
  });
}

/** A fixed table says nothing of links. Throws UsageError. */
function refuseTables(variants: readonly { readonly name: string; readonly links?: LinkNetwork }[]): void {
  const table = variants.find(({ links }) => links === undefined);
  if (table === undefined) return;
  throw new UsageError(
    `--contention bounds: topology ${table.name} is a fixed table of wires, without links`,
    'take topologies that are built of switches',
  );
}

function shownOn(one: ComparedTopology, mapped: MappedRanks | undefined) {
  if (mapped?.site.kind !== 'topology' || mapped.occupancy === undefined)
    throw new Error(`${one.name} is no topology`);
  return { ...one, occupancy: mapped.occupancy, parts: partsOf(mapped.site.topology) };
}

/** Which nodes the ranks are given. */
function nodesText({ allocation = 'packed', busy }: TopologiesFlags): string {
  if (busy !== undefined) return `nodes ${allocation}, ${busy.split(':')[0]} of all being busy`;
  return `nodes ${allocation}`;
}

// Several programs together on each of several topologies.

/** What a program was on each topology, and how often it runs. */
interface Part {
  readonly weight: number;
  readonly kept: readonly ComparedTopology[];
}

export async function topologyMix(parts: readonly Part[]): Promise<Answer> {
  const list: MixedTopology[] = [];
  for (let i = 0; i < parts[0].kept.length; i++)
    list.push(await mixedOn(parts.map(({ weight, kept }) => ({ weight, on: kept[i] }))));
  return topologyMixView(list);
}

async function mixedOn(
  programs: readonly { readonly weight: number; readonly on: ComparedTopology }[],
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
  };
}
