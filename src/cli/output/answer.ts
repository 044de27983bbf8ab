/** An answer in all its forms, and the flags that choose one. */
import type { Curve } from '../../analysis/piecewise.js';
import type { CsvTable } from './csv.js';
import type { GateNotMet } from './gate.js';
import type { Envelope } from './json.js';
import type { Plots } from './plot.js';
import type { TableRows } from './table.js';

export interface OutputFlags {
  readonly json: boolean;
  readonly csv?: boolean;
  /** A file for the table of CSV. */
  readonly parquet?: string | undefined;
  readonly markdown?: boolean;
  readonly output?: string | undefined;
  readonly quiet: boolean;
}

/** The forms of an answer; each is made only when it is wanted. */
export interface Answer {
  readonly json: () => Envelope;
  readonly csv?: () => CsvTable;
  readonly text: () => string;
  /** What stands in the one table of several programs; left out where the question takes one program. */
  readonly shared?: () => SharedRows;
}

/** Rows of one program in a table that several share, without its name; programs may have different columns. */
export interface SharedRows extends TableRows {
  /** What they rest on, such as the machine: said once where all programs have the same. Ends with a new line, or is empty. */
  readonly head: string;
  /** What was asked beside it, which no table can share: text with its new line. */
  readonly more?: string;
}

/** SVG of an answer. */
export type Picture = (plots: Plots) => string | Promise<string>;

/** What a question asked of a program comes to. */
export interface Asked<Kept = unknown> {
  readonly answer: Answer;
  /** Null where the answer has none. */
  readonly picture?: Picture | null;
  /** What is said where a gate was not met; null: it was, or there is none. */
  readonly unmet?: GateNotMet | null;
  /** The line that stands for the program in a picture of several; null where there is none to overlay. */
  readonly line?: (() => Promise<Curve>) | null;
  /** What the mix of several programs is made of. */
  readonly kept?: Kept;
}
