/** A program whose schedules let pass what no MPI would run. */
import type { CollectiveSpec } from '../collectives/choice.js';
import type { MemoryGuard } from '../schedule/memory.js';
import type { Leniency } from '../schedule/schedule.js';
import type {
  CollectiveDefaults,
  CollectiveSize,
  MadeSchedule,
  Program,
  ProgramData,
  ProgramInfo,
} from './program.js';

class LenientProgram implements Program {
  readonly data: ProgramData;
  readonly #program: Program;
  readonly #lenient: Leniency;

  constructor(program: Program, lenient: Leniency) {
    this.data = { ...program.data, lenient };
    this.#program = program;
    this.#lenient = lenient;
  }

  get info(): ProgramInfo {
    return this.#program.info;
  }

  schedule(choices: readonly CollectiveSpec[], memory: MemoryGuard | null = null): MadeSchedule {
    const made = this.#program.schedule(choices, memory);
    return { ...made, schedule: { ...made.schedule, lenient: this.#lenient } };
  }

  calls(): readonly CollectiveSize[] | null {
    return this.#program.calls();
  }

  defaults(): CollectiveDefaults {
    return this.#program.defaults();
  }
}

/** The program with a leniency; itself where that lets nothing pass. */
export function lenientProgram(program: Program, lenient: Leniency = {}): Program {
  return Object.keys(lenient).length === 0 ? program : new LenientProgram(program, lenient);
}
