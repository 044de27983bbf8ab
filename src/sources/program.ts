/**
 * A program, from wherever it comes: what an input holds, or a pattern describes, before the algorithms of its
 * collectives are chosen. Who compares or tunes needs no more than this, and knows no format by name.
 */
import type { CollectiveSpec } from '../collectives/choice.js';
import type { CollectiveName } from '../collectives/names.js';
import type { CollectiveOptions } from '../collectives/types.js';
import type { Warning } from '../errors.js';
import type { MemoryGuard } from '../schedule/memory.js';
import type { Leniency, Schedule } from '../schedule/schedule.js';
import type { Coverage } from './coverage.js';

/** What a program is called, and where it comes from. */
export interface ProgramInfo {
  /** What names the program in answers. */
  readonly source: string;
  /** Name of what it comes from: of a {@link Format}, or of the patterns. */
  readonly format: string;
}

/** Calls of one collective with one size by so many ranks. */
export interface CollectiveSize {
  readonly collective: CollectiveName;
  /** By which the algorithm is chosen: of the unit, or the mean of blocks that differ. */
  readonly bytes: number;
  readonly calls: number;
  /** Ranks of the communicator. */
  readonly ranks: number;
  /**
   * How many of `calls` no setting of an MPI library's algorithms binds, for they are nonblocking, persistent or
   * MPI_Alltoallw; left out: none.
   */
  readonly unbound?: number;
}

/** What decides the algorithm of a collective that no choice applies to. */
export interface CollectiveDefaults {
  /** The first that applies counts; where none does, the default of the collective. */
  readonly specs: readonly CollectiveSpec[];
  readonly options: CollectiveOptions;
}

/** What was understood of an input whose calls were made into operations. */
export interface Conversion {
  readonly coverage: Coverage;
  /** What was found out on the way, such as `traced with Open MPI`. */
  readonly facts: readonly string[];
}

/** The schedule of a program by some choices, with what is to be told of it. */
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
   * messages already (`calls()` is null), choices change nothing. Throws UsageError for choices that no call can take
   * and InputError for traces that do not fit together. `memory`: asked while the schedule is made.
   */
  schedule(choices: readonly CollectiveSpec[], memory?: MemoryGuard | null): MadeSchedule;
  /**
   * The collectives of several ranks, by name, size and number of ranks, in the order in which they first come; null
   * where they are messages already. A call counts once, not once per rank. Throws InputError as `schedule` does.
   */
  calls(): readonly CollectiveSize[] | null;
  defaults(): CollectiveDefaults;
}
