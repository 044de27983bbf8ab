/** One program on the topologies that flags name. */
import { compareTopologies } from '../../analysis/topology-compare.js';
import { parsePercents, parseRange } from '../flags/parameters.js';
import { LATENCY_RANGE } from '../flags/question.js';
import type { TopologyCompareFlags } from '../flags/topology-compare.js';
import type { Answer } from '../output/answer.js';
import type { Plots } from '../output/plot.js';
import {
  modelOptions,
  type Surroundings,
  scheduleFrom,
  surroundings,
  withProgress,
} from '../pipeline/pipeline.js';
import { type TopologiesFound, topologiesView } from '../present/topology.js';

/** The answer and its picture. */
export interface TopologyCompareAnswer {
  readonly answer: Answer;
  readonly picture: (plots: Plots) => string;
}

/** Throws all that LlampError is. */
export async function topologyCompareAnswer(
  inputs: readonly unknown[],
  flags: TopologyCompareFlags,
): Promise<TopologyCompareAnswer> {
  const percents = parsePercents(flags.pct);
  const found = await topologiesFound(inputs, percents, flags);
  const lines = found.compared.flatMap(({ name, curve }) => (curve === null ? [] : [{ name, curve }]));
  return { answer: topologiesView(found), picture: ({ topologyPlot }) => topologyPlot(lines) };
}

async function topologiesFound(
  inputs: readonly unknown[],
  percents: readonly number[],
  flags: TopologyCompareFlags,
): Promise<TopologiesFound> {
  const sites = await sitesOf(flags);
  return withProgress(flags.quiet, async (progress) => {
    const { schedule, info, warnings } = await scheduleFrom(inputs, flags, progress);
    const machines = sites.map((site) => site.machineFor(schedule.ranks));
    const variants = machines.map(({ machine, mapped }, i) => ({
      name: mapped?.name ?? flags.topology[i],
      machine,
    }));
    const { unit, 'latency-range': range } = flags;
    const found = await compareTopologies(schedule, variants, {
      percents,
      ...(range === undefined ? {} : { range: (axis) => parseRange(axis, range, LATENCY_RANGE, unit) }),
      model: modelOptions(flags),
      onProgress: (done) => progress.update('comparing', done, variants.length),
    });
    return {
      info,
      machine: sites[0].machine,
      compared: found.map((one, i) => ({ ...one, switches: machines[i].mapped?.switches ?? 0 })),
      warnings: [...warnings, ...machines.flatMap((machine) => machine.warnings)],
    };
  });
}

/** [topologies] one machine on each. */
async function sitesOf(flags: TopologyCompareFlags): Promise<Surroundings[]> {
  const sites: Surroundings[] = [];
  for (const topology of flags.topology)
    sites.push(await surroundings({ ...flags, topology }, sites[0]?.machine));
  return sites;
}
