/** The schedule that flags ask for: of INPUT, or of a pattern. */
import type { RegionAsked } from '../../analysis/cut/bounds.js';
import { UsageError } from '../../errors.js';
import type { Schedule } from '../../schedule/schedule.js';
import { goalWarnings } from '../../sources/goal/warnings.js';
import { regionAsked } from '../flags/region.js';
import { refuseMachine, type SchedgenFlags } from '../flags/schedgen.js';
import { choicesOf } from '../input/choices.js';
import { loadSchedule } from '../input/load.js';
import { patternProgram, refusePatternSettings } from '../input/patterns.js';
import type { LoadedSchedule } from '../input/schedule.js';
import { hostMemory } from '../memory/guard.js';
import { regionText } from '../output/region.js';
import { surroundings, withProgress } from '../pipeline/pipeline.js';
import { type Read, within } from '../pipeline/region.js';
import { conversionText } from '../present/conversion.js';
import { summaryText } from '../present/schedgen.js';

/** A schedule, and what is told of it beside it. */
export interface MadeGoal {
  readonly schedule: Schedule;
  readonly told: () => string;
}

/** Throws UsageError and InputError. */
export async function goalAsked(inputs: readonly string[], flags: SchedgenFlags): Promise<MadeGoal> {
  refuseMachine(flags);
  const region = regionAsked(flags);
  if (flags.pattern !== undefined) return synthetic(inputs, flags, region);
  const loaded = await regional(await converted(inputs, flags), region, flags);
  return { schedule: loaded.schedule, told: () => conversionTold(loaded) };
}

/** The part that flags ask for, on the machine that they name. */
async function regional<R extends Read>(
  read: R,
  region: RegionAsked | null,
  flags: SchedgenFlags,
): Promise<R> {
  if (region === null) return read;
  const { machineFor } = await surroundings(flags);
  return within(read, region, machineFor(read.schedule.ranks).machine);
}

async function synthetic(
  inputs: readonly string[],
  flags: SchedgenFlags,
  region: RegionAsked | null,
): Promise<MadeGoal> {
  if (inputs.length > 0)
    throw new UsageError('both INPUT and --pattern are given', 'keep the one to make a schedule of');
  const program = patternProgram(flags);
  const made = program.schedule(choicesOf(flags.collective ?? []), hostMemory);
  const whole: LoadedSchedule = { ...made, info: { source: program.info.source, sha256: '' } };
  const { schedule, info } = await regional(whole, region, flags);
  return { schedule, told: () => regionText(info.region) + summaryText(schedule) };
}

/** What INPUT says, with its collectives as flags choose them. Throws UsageError and InputError. */
export async function converted(inputs: readonly string[], flags: SchedgenFlags): Promise<LoadedSchedule> {
  if (inputs.length === 0)
    throw new UsageError('no INPUT given', 'name traces (a file, a directory, a glob), or --pattern');
  refusePatternSettings(flags);
  return withProgress(flags.quiet, async (progress) => {
    return loadSchedule(inputs, { ...flags, digest: false }, progress);
  });
}

/** Warnings of what GOAL cannot say that a flag is the answer to, by code. */
const WAYS_OUT: ReadonlyMap<string, string> = new Map([
  ['goal-unreceived', '; answers about it take --unmatched ignore'],
]);

/** What became of the calls, what to beware of, and what there is. */
export function conversionTold({ schedule, conversion, warnings, info }: LoadedSchedule): string {
  const all = [...warnings, ...goalWarnings(schedule)];
  return [
    conversion === undefined ? '' : conversionText(conversion),
    ...all.map(({ message, code }) => `warning: ${message}${WAYS_OUT.get(code) ?? ''}\n`),
    regionText(info.region),
    summaryText(schedule),
  ].join('');
}
