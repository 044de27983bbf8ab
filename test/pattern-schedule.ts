/** Schedules of patterns, described and with algorithms chosen as on the command line. */
import { choicesOf } from '../src/cli/flags/collective-choices.js';
import { type PatternFlags, patternProgram } from '../src/cli/pipeline/compared-programs.js';
import type { Schedule } from '../src/schedule/schedule.js';

export const patternSchedule = (flags: PatternFlags, collectives: readonly string[] = []): Schedule =>
  patternProgram(flags).schedule(choicesOf(collectives)).schedule;
