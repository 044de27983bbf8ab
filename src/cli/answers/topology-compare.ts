/** One program on the topologies that flags name. */
import { type ComparedTopology, compareTopologies } from '../../analysis/topology-compare.js';
import { UsageError } from '../../errors.js';
import type { LinkNetwork } from '../../platform/links.js';
import type { MappedRanks } from '../../platform/site.js';
import { refuseClasses } from '../../platform/wire-latencies.js';
import { partsOf } from '../../platform/wires.js';
import { sharesLinks } from '../flags/links.js';
import { parseList, parsePercents, parseRange } from '../flags/parameters.js';
import { LATENCY_RANGE } from '../flags/question.js';
import { regionOfVariants } from '../flags/region.js';
import { type TopologyCompareFlags, wireLengths } from '../flags/topology-compare.js';
import { linksOf } from '../machine/links.js';
import type { Answer } from '../output/answer.js';
import type { Plots } from '../output/plot.js';
import { modelOptions, scheduleFrom, surroundingsOn, withProgress } from '../pipeline/pipeline.js';
import { topologiesView } from '../present/topology.js';
import type { ShownTopology, TopologiesFound } from '../present/topology-found.js';
import { LOWER_BOUNDS } from './lower-bounds.js';

/** The answer and its picture. */
export interface TopologyCompareAnswer {
  readonly answer: Answer;
  readonly picture: (plots: Plots) => string;
  readonly kept: readonly ComparedTopology[];
}

/** Throws all that LlampError is. */
export async function topologyCompareAnswer(
  inputs: readonly unknown[],
  flags: TopologyCompareFlags,
): Promise<TopologyCompareAnswer> {
  const percents = parsePercents(flags.pct);
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
  flags: TopologyCompareFlags,
): Promise<TopologiesFound> {
  const lengths = wireLengths(flags['wire-length']);
  const shares = sharesLinks(flags);
  const region = regionOfVariants(flags);
  const { topology: specs, ...others } = flags;
  const sites = await surroundingsOn(specs, others);
  const topologies = sites.flatMap(({ site }) => (site?.kind === 'topology' ? [site.topology] : []));
  refuseClasses(lengths.keys(), topologies, '--wire-length');
  const wires = [...new Set(topologies.flatMap((topology) => topology.wires))];
  return withProgress(flags.quiet, async (progress) => {
    const { schedule, info, warnings } = await scheduleFrom(inputs, flags, progress);
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
      warnings: [
        ...warnings,
        ...machines.flatMap((machine) => machine.warnings),
        ...(shares ? [LOWER_BOUNDS] : []),
      ],
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

function shownOn(one: ComparedTopology, mapped: MappedRanks | undefined): ShownTopology {
  if (mapped?.site.kind !== 'topology' || mapped.occupancy === undefined)
    throw new Error(`${one.name} is no topology`);
  return { ...one, occupancy: mapped.occupancy, parts: partsOf(mapped.site.topology) };
}

/** Which nodes the ranks are given. */
function nodesText({ allocation = 'packed', busy }: TopologyCompareFlags): string {
  if (busy !== undefined) return `nodes ${allocation}, ${busy.split(':')[0]} of all being busy`;
  return `nodes ${allocation}`;
}
