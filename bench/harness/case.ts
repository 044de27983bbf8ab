/** What is measured, and what is read out of it. */

/** A whole command as a fresh process. */
export interface Case {
  readonly name: string;
  /** The program and its words. */
  readonly argv: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** A command whose output is its standard input; its CPU time does not count. */
  readonly producer?: readonly string[];
  /** At most so many rounds, for what takes minutes. */
  readonly rounds?: number;
  /** It starts others, so that the memory of one process says nothing. */
  readonly severalProcesses?: true;
  /** It prints the times of its stages as JSON, which are measured in its stead. */
  readonly stages?: true;
  /** Not of this project: where it fails, it is left out. */
  readonly peer?: true;
}

/** Two cases by name: the times of one over those of the other. */
export interface Pair {
  readonly of: string;
  readonly over: string;
}

/** One question on programs of several sizes. */
export interface Series {
  readonly name: string;
  /** A case of a few operations: what a start costs, taken off the others. */
  readonly start: string;
  readonly points: readonly { readonly operations: number; readonly case: string }[];
}

export interface Plan {
  readonly cases: readonly Case[];
  readonly pairs: readonly Pair[];
  readonly series: readonly Series[];
  /** A line for each that cannot run here, and why. */
  readonly skipped: readonly string[];
}

/** Of one process: ms, and ms of user and system together, null where the host does not tell. */
export interface Run {
  readonly wall: number;
  readonly cpu: number | null;
}

/** Of a case, or of a stage of it. */
export interface NamedRun extends Run {
  readonly name: string;
}
