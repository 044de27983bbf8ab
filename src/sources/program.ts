/**
 * A program, from wherever it comes: what an input holds, or a pattern describes, before the algorithms of its
 * collectives are chosen. Who compares or tunes needs no more than this, and knows no format by name.
 */
import type { CollectiveSpec } from '../collectives/choice.js';
import {
  type CollectiveName,
  type CollectiveOptions,
  DEFAULT_OPTIONS,
} from '../collectives/collective-algorithm.js';
import { InputError, type Warning } from '../errors.js';
import type { CallSite } from '../schedule/program-calls.js';
import type { Leniency, MemoryGuard, Schedule } from '../schedule/schedule.js';

/** What became of the calls of one MPI function. */
export interface CallCoverage {
  readonly name: string;
  readonly calls: number;
  /** Calls of these that were not understood: their time counts as computation, their messages are lost. */
  readonly missed: number;
  /**
   * `modelled`: becomes operations or orders them; `local`: does not communicate; `outside`: begins or ends the time that
   * counts; `unknown`: none of these; `skipped`: left out.
   */
  readonly kind: 'modelled' | 'local' | 'outside' | 'unknown' | 'skipped';
  /** Time inside the calls over all ranks, in ns. */
  readonly time: number;
  /** Its part of the ranks' time between MPI_Init and MPI_Finalize, 0 … 1; 0 of calls outside of that. */
  readonly share: number;
  /** The part of the calls that were missed. */
  readonly missedShare: number;
}

/** Time between tests and probes that find nothing, by what it is taken for, over all ranks in ns. */
export interface PollTimes {
  readonly waiting: number;
  readonly computation: number;
  /** Counts as computation, but may be waiting. */
  readonly undecided: number;
}

/** What became of every call of a set of traces. */
export interface Coverage {
  /** By falling time. */
  readonly calls: readonly CallCoverage[];
  /** Left out: no rank polls. */
  readonly polls?: PollTimes;
  /** Sum over all ranks of the time between MPI_Init and MPI_Finalize, in ns. */
  readonly time: number;
}

/** What a program is called, and where it comes from. */
export interface ProgramInfo {
  /** What names the program in answers. */
  readonly source: string;
  /** Name of its source: of a {@link Format}, or {@link PATTERN}. */
  readonly format: string;
}

/** The source of programs that are described, not read. */
export const PATTERN = 'a pattern';

/** Calls of one collective with one size by so many ranks. */
export interface CollectiveSize {
  readonly collective: CollectiveName;
  /** By which the algorithm is chosen: of the unit, or the mean of blocks that differ. */
  readonly bytes: number;
  readonly calls: number;
  /** Ranks of the communicator. */
  readonly ranks: number;
  /**
   * How many of `calls` no setting of an MPI library's algorithms applies to, because they are nonblocking, persistent
   * or MPI_Alltoallw; left out: none.
   */
  readonly unbound?: number;
}

/** What decides the algorithm of a collective that no choice applies to. */
export interface CollectiveDefaults {
  /** The first that applies counts; where none does, the default of the collective. */
  readonly specs: readonly CollectiveSpec[];
  readonly options: CollectiveOptions;
}

/** Where a rank was when its trace ended without MPI_Finalize. */
export interface RankEnd {
  readonly rank: number;
  readonly thread: number;
  /** The call that it was in; '' outside of MPI. */
  readonly call: string;
  /** Its call site; null: unknown. */
  readonly site: CallSite | null;
  /** When the call began, or the last call ended, ns from the start of the rank. */
  readonly sinceNs: number;
}

/** What was understood of an input whose calls were made into operations. */
export interface Conversion {
  readonly coverage: Coverage;
  /** What was found out on the way, such as `traced with Open MPI`. */
  readonly facts: readonly string[];
  /** Of a program that did not come to its end, by rank. Left out: unknown. */
  readonly ends?: readonly RankEnd[];
}

/** The schedule of a program by some choices, with its warnings. */
export interface MadeSchedule {
  readonly schedule: Schedule;
  readonly warnings: readonly Warning[];
  /** Undefined where nothing is converted. */
  readonly conversion?: Conversion;
}

/**
 * All that a program is made from, as plain values and columns: it crosses between threads, and `programOf` makes the
 * program of it there.
 */
export interface ProgramData {
  readonly info: ProgramInfo;
  /** What its schedules let pass; left out: nothing. */
  readonly lenient?: Leniency;
}

/** What schedules are made of: an input that was read, or a pattern. */
export interface Program {
  readonly info: ProgramInfo;
  readonly data: ProgramData;
  /**
   * The schedule with its collectives by `choices`; the first that applies to a call counts. Where collectives are
   * messages already (`calls()` is null), choices change nothing. Throws UsageError for choices that no call can use
   * and InputError for traces that do not fit together. `memory`: called while the schedule is made.
   */
  schedule(choices: readonly CollectiveSpec[], memory?: MemoryGuard | null): MadeSchedule;
  /**
   * The collectives of several ranks, by name, size and number of ranks, in the order in which they first come; null
   * where they are messages already. A call counts once, not once per rank. Throws InputError as `schedule` does.
   */
  calls(): readonly CollectiveSize[] | null;
  defaults(): CollectiveDefaults;
}

export interface FixedData extends ProgramData {
  readonly schedule: Schedule;
  readonly warnings: readonly Warning[];
}

/** A program of formats that hold a schedule: whatever collectives it had are messages already. */
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
export function fixedProgram(data: FixedData, file: string): FixedProgram {
  if (data.schedule.operations > 0) return new FixedProgram(data);
  throw new InputError({
    place: { source: file },
    what: 'the schedule has no operations',
    mend: 'check how it was generated',
  });
}

/** A program whose schedules let pass what no MPI would run. */
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
    return {
      ...made,
      schedule: { ...made.schedule, lenient: { ...made.schedule.lenient, ...this.#lenient } },
    };
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
