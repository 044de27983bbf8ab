/** What a row of the table of parameters says. */

import type { Bytes, ParseOptions } from '../units/units.js';
import type { Sharing } from './choices.js';
import type { Network } from './network.js';

/**
 * What a parameter decides about a program's timing system. `prices`: what rows cost, not which there are. `rows`:
 * constants or routes in the rows. `order`: which events wait for which, and the rows with them.
 */
export type Decides = 'prices' | 'rows' | 'order';

/** How a parameter is given in a command line. */
export interface ParameterFlag {
  readonly name: string;
  readonly char?: string;
  /** What stands for the value in help, where it is not one of `options`. */
  readonly value?: string;
  readonly options?: readonly string[];
  readonly description: string;
}

/** A field of a form, where the machine may be changed in one. */
export interface ParameterField {
  readonly name: string;
  readonly label: string;
  /** What may be written into it; none where one of the flag's options is chosen. */
  readonly example?: string;
}

/** A parameter that a network has by class rather than a machine as one value. */
export interface ParameterClasses {
  /** Before the name of one of several classes. */
  readonly words: string;
  of(network: Network): readonly { readonly name: string; readonly value: number }[];
}

/** Of other parameters, what decides whether one is worth a line in a report. */
export interface Beside {
  readonly nic: Sharing;
  readonly rendezvous: Bytes;
}

/** Methods, so that rows of different values make one list; each is called with values of its own row only. */
export interface Parameter<Value = unknown> {
  /** Field of Machine; none where the network has it, by class. */
  readonly field?: string;
  readonly classes?: ParameterClasses;
  /** Key of the parameter that stands in for this one wherever it is not null. */
  readonly replacedBy?: string;
  readonly flag?: ParameterFlag;
  /** Key in a machine file. */
  readonly file: string;
  /** Key in JSON, with its unit. */
  readonly json: string;
  /** Name in reports and messages. */
  readonly words: string;
  readonly page?: ParameterField;
  /** What a machine has that does not say; none where every machine says. */
  readonly default?: Value;
  readonly decides: Decides;
  /** From text with a unit; none where a text cannot hold it. Throws UsageError. */
  parse?(text: string, options: ParseOptions): Value;
  format(value: Value): string;
  /** For narrow places; by default as in `format`. */
  brief?(value: Value): string;
  /** In a report, by default as in `format`; null: not worth a line there. */
  reported?(value: Value, beside: Beside): string | null;
  /** Whether two values are the same, where that is more than to compare them. */
  same?(one: Value, other: Value): boolean;
}
