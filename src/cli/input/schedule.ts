/** The schedule of a program with its collectives by what the command line chooses. */
import type { CollectiveSpec } from '../../collectives/choice.js';
import type { Warning } from '../../errors.js';
import type { MadeSchedule, Program } from '../../sources/program.js';
import { hostMemory } from '../memory/guard.js';
import type { InputInfo } from '../output/json.js';

export interface LoadedSchedule extends MadeSchedule {
  readonly info: InputInfo;
}

/** Warnings that a flag is the answer to, by code, and what is said of it. */
const WAYS_OUT: ReadonlyMap<string, string> = new Map([
  ['collective-defaults', '; --collective chooses others'],
  ['communicator-creation', '; --skip-calls leaves it out'],
  ['waits-change', '; --waits any takes them for MPI_Waitany'],
]);

/** Throws UsageError and InputError as {@link Program.schedule} does, and LimitError where memory ends. */
export function scheduleBy(program: Program, choices: readonly CollectiveSpec[]): MadeSchedule {
  const made = program.schedule(choices, hostMemory);
  return { ...made, warnings: made.warnings.map(withWayOut) };
}

const withWayOut = (warning: Warning): Warning => ({
  ...warning,
  message: `${warning.message}${WAYS_OUT.get(warning.code) ?? ''}`,
});
