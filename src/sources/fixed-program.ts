/** A program of formats that hold a schedule: whatever collectives it had are messages already. */
import { DEFAULT_OPTIONS } from '../collectives/types.js';
import { InputError, type Warning } from '../errors.js';
import type { Schedule } from '../schedule/schedule.js';
import type { CollectiveDefaults, MadeSchedule, Program, ProgramData, ProgramInfo } from './program.js';

export interface FixedData extends ProgramData {
  readonly schedule: Schedule;
  readonly warnings: readonly Warning[];
}

export class FixedProgram implements Program {
  readonly data: FixedData;

  constructor(data: FixedData) {
    this.data = data;
  }

  get info(): ProgramInfo {
    return this.data.info;
  }

  schedule(): MadeSchedule {
    const { schedule, warnings } = this.data;
    return { schedule, warnings };
  }

  calls(): null {
    return null;
  }

  defaults(): CollectiveDefaults {
    return { specs: [], options: DEFAULT_OPTIONS };
  }
}

/** The program of a schedule that was read from the input `file`. Throws an InputError where there is nothing in it. */
export function readProgram(data: FixedData, file: string): FixedProgram {
  if (data.schedule.operations > 0) return new FixedProgram(data);
  throw new InputError({
    place: { source: file },
    what: 'the schedule has no operations',
    mend: 'check how it was made',
  });
}
