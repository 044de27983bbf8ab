/** What a tuning file can say of one library's algorithm, and what that is here. */
import type { CollectiveName } from '../../collectives/names.js';
import type { CollectiveSize } from '../../sources/program.js';

/** An algorithm that a library has, with its options. */
export interface TuningForm {
  /** As a candidate here, such as `chain:fanout=4:segment=8KiB`. */
  readonly text: string;
  /** The library's name of it. */
  readonly theirs: string;
}

/** The calls of one collective that a choice is for. */
export interface ChosenCalls {
  readonly collective: CollectiveName;
  /** Each with its size and its ranks, at least one. */
  readonly calls: readonly CollectiveSize[];
}
