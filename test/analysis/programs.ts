/** Programs for tests of analyses. */
import type fc from 'fast-check';
import { Model } from '../../src/analysis/model.js';
import { type LogGPS, logGPS, type Machine } from '../../src/machine/machine.js';
import type { Schedule } from '../../src/schedule/schedule.js';
import { parseGoal } from '../../src/sources/goal/read-goal.js';
import { randomPrograms, scheduleOf } from './random-program.js';

export { FIG4 } from '../goal.js';

export const FIG4_MACHINE: LogGPS = { L: 500, o: 0, G: 5 };

export function sweep(program: string | Schedule, machine: LogGPS | Machine): Promise<Model> {
  const full = 'network' in machine ? machine : logGPS(machine);
  const schedule = typeof program === 'string' ? parseGoal(program) : program;
  return Model.of(schedule, full, { engine: 'sweep' });
}

/** Of few ranks. */
export const programs: fc.Arbitrary<Schedule> = randomPrograms({ ranks: 5, steps: 60 }).map(scheduleOf);
