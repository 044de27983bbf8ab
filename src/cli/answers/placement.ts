/** The search for a better mapping that flags ask for. */
import { Model } from '../../analysis/model.js';
import { type PlacementResult, placement } from '../../analysis/placement.js';
import { UsageError } from '../../errors.js';
import { type Site, settledSite } from '../../platform/site.js';
import { rankfileText } from '../../platform/site-mappings.js';
import { sharesLinks } from '../flags/links.js';
import type { PlacementFlags } from '../flags/placement.js';
import { regionAsked } from '../flags/region.js';
import { linksOfPlaces } from '../machine/links.js';
import { beginning, parseStart, type Start } from '../machine/placement.js';
import { hostMemory } from '../memory/guard.js';
import type { Answer } from '../output/answer.js';
import { writeFileWhole } from '../output/files.js';
import type { Plots } from '../output/plot.js';
import type { ProgressBar } from '../output/progress.js';
import {
  type LoadedModel,
  modelOptions,
  scheduleFrom,
  surroundings,
  withProgress,
} from '../pipeline/pipeline.js';
import { within } from '../pipeline/region.js';
import { placementView } from '../present/placement.js';
import { PLACED_BY_BOUNDS } from './lower-bounds.js';

/** The answer and its picture. */
export interface PlacementAnswer {
  readonly answer: Answer;
  readonly picture: (plots: Plots) => string;
}

/** What was found for a program on its site. */
interface Placed {
  readonly loaded: LoadedModel;
  readonly site: Site;
  readonly result: PlacementResult;
}

/** Writes the rankfile where --rankfile-out names one. Throws all that LlampError is. */
export async function placementAnswer(
  inputs: readonly unknown[],
  flags: PlacementFlags,
): Promise<PlacementAnswer> {
  const start = parseStart(flags.start);
  if (flags['rankfile-out'] === '-') {
    throw new UsageError('--rankfile-out - would mix the rankfile with the answer', 'name a file');
  }
  const { loaded, site, result } = await placed(inputs, start, flags);
  await writeRankfile(site, result, flags);
  return {
    answer: placementView(loaded, result),
    picture: ({ placementPlot }) => placementPlot(result.rows),
  };
}

/** Whatever a machine file says: where links are shared, so are CPUs, in any order. */
const FREE = { cpu: 'free', nic: 'free' } as const;

async function placed(inputs: readonly unknown[], start: Start, flags: PlacementFlags): Promise<Placed> {
  const shares = sharesLinks(flags);
  const around = await surroundings(shares ? { ...flags, ...FREE } : flags);
  if (around.site === null) {
    throw new UsageError('placement needs places', 'add --platform NAME|FILE or --topology SPEC');
  }
  const region = regionAsked(flags);
  const site = settledSite(around.site, around.machine);
  const links = shares ? { links: linksOfPlaces(flags, site, around.machine.values.G) } : {};
  return withProgress(flags.quiet, async (progress) => {
    const read = await scheduleFrom(inputs, flags, progress);
    const begun = beginning(site, start, read.schedule.ranks, around.machine.values.G);
    const resolved = around.machineFor(read.schedule.ranks);
    const { schedule, info, warnings } = within(read, region, resolved.machine);
    const model = await Model.of(schedule, resolved.machine, { engine: 'sweep', memory: hostMemory });
    const result = await placement(model.graph, resolved.machine, begun.places, begun.start, {
      others: begun.others,
      ...links,
      ...searchOptions(flags, progress),
    });
    const told = [...warnings, ...resolved.warnings, ...(shares ? [PLACED_BY_BOUNDS] : [])];
    const loaded = { model, resolved, info, warnings: told };
    return { loaded, site, result };
  });
}

const searchOptions = (flags: PlacementFlags, progress: ProgressBar) => ({
  restarts: flags.restarts,
  ...(flags.evaluations === undefined ? {} : { evaluations: flags.evaluations }),
  seed: flags.seed,
  model: modelOptions(flags),
  onProgress: (done: number, most: number): void => progress.update('placing', done, most),
});

async function writeRankfile(site: Site, { best }: PlacementResult, flags: PlacementFlags): Promise<void> {
  const { 'rankfile-out': file, 'rankfile-format': format = 'openmpi' } = flags;
  if (file === undefined) return;
  await writeFileWhole(file, [new TextEncoder().encode(rankfileText(site, best.mapping, format))]);
}
