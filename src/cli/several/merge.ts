/** Several programs as one schedule, as flags ask for it. */
import { mergeSchedules } from '../../schedule/merge.js';
import { conversionTold, converted, type MadeGoal } from '../answers/schedgen.js';
import { refuseMachine, type SchedgenFlags } from '../flags/schedgen.js';
import type { LoadedSchedule } from '../input/schedule.js';
import { rankText, summaryText } from '../present/schedgen.js';
import { programNames } from './names.js';

/** `programs`: the INPUTs of each. Throws UsageError and InputError. */
export async function mergedAsked(
  programs: readonly (readonly string[])[],
  flags: SchedgenFlags,
): Promise<MadeGoal> {
  refuseMachine(flags);
  const loaded: LoadedSchedule[] = [];
  for (const inputs of programs) loaded.push(await converted(inputs, flags));
  const { schedule, ranks } = mergeSchedules(
    loaded.map((one) => one.schedule),
    flags.interleave ? 'interleave' : 'side-by-side',
  );
  const names = programNames(programs);
  const told = (): string =>
    loaded.map((one, i) => `${names[i]}, ${rankText(ranks[i])}\n${conversionTold(one)}`).join('') +
    summaryText(schedule);
  return { schedule, told };
}
