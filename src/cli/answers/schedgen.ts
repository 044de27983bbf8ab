/** The schedule that flags ask for: of INPUT, or of a pattern. */
import { UsageError } from '../../errors.js';
import type { Schedule } from '../../schedule/schedule.js';
import { goalWarnings } from '../../sources/goal/write.js';
import type { SchedgenFlags } from '../flags/schedgen.js';
import { choicesOf } from '../input/choices.js';
import { loadSchedule } from '../input/load.js';
import { patternProgram, refusePatternSettings } from '../input/patterns.js';
import type { LoadedSchedule } from '../input/schedule.js';
import { withProgress } from '../pipeline/pipeline.js';
import { conversionText } from '../present/conversion.js';
import { summaryText } from '../present/schedgen.js';

/** A schedule, and what is told of it beside it. */
export interface MadeGoal {
  readonly schedule: Schedule;
  readonly told: () => string;
}

/** Throws UsageError and InputError. */
export async function goalAsked(inputs: readonly string[], flags: SchedgenFlags): Promise<MadeGoal> {
  if (flags.pattern !== undefined) return synthetic(inputs, flags);
  const loaded = await converted(inputs, flags);
  return { schedule: loaded.schedule, told: () => conversionTold(loaded) };
}

function synthetic(inputs: readonly string[], flags: SchedgenFlags): MadeGoal {
  if (inputs.length > 0)
    throw new UsageError('both INPUT and --pattern are given', 'keep the one to make a schedule of');
  const { schedule } = patternProgram(flags).schedule(choicesOf(flags.collective ?? []));
  return { schedule, told: () => summaryText(schedule) };
}

async function converted(inputs: readonly string[], flags: SchedgenFlags): Promise<LoadedSchedule> {
  if (inputs.length === 0)
    throw new UsageError('no INPUT given', 'name traces (a file, a directory, a glob), or --pattern');
  refusePatternSettings(flags);
  return withProgress(flags.quiet, async (progress) => {
    return loadSchedule(inputs, { ...flags, digest: false }, progress);
  });
}

/** What became of the calls, what to beware of, and what there is. */
function conversionTold({ schedule, conversion, warnings }: LoadedSchedule): string {
  const all = [...warnings, ...goalWarnings(schedule)];
  return [
    conversion === undefined ? '' : conversionText(conversion),
    ...all.map(({ message }) => `warning: ${message}\n`),
    summaryText(schedule),
  ].join('');
}
