/**
 * Errors that are the user's to mend, by family. Each says what is wrong, where, and how to mend it;
 * the command line turns the family into an exit code. Anything else that is thrown is a bug of ours.
 */

/** Which promise was not met; the command line maps it to the exit code of `docs/cli.md`. */
export type ErrorFamily = 'usage' | 'input' | 'model' | 'limit' | 'interrupted';

/** A place in an input. Lines and columns count from 1. */
export interface Place {
  readonly source: string;
  readonly line?: number;
  readonly column?: number;
}

/** `file:line:column`, as far as it is known. */
export function formatPlace(place: Place): string {
  const { source, line, column } = place;
  if (line === undefined) return source;
  return column === undefined ? `${source}:${line}` : `${source}:${line}:${column}`;
}

/** One thing that is wrong with an input. */
export interface Problem {
  readonly place?: Place;
  /** What is wrong. */
  readonly what: string;
  /** How to mend it. */
  readonly mend?: string;
  /** Names the kind of problem, for who knows more ways out than `mend` says. */
  readonly code?: string;
}

/** A problem as one line of text: place, what is wrong, how to mend it. */
export function formatProblem(problem: Problem): string {
  const where = problem.place === undefined ? '' : `${formatPlace(problem.place)}: `;
  return `${where}${problem.what}${problem.mend === undefined ? '' : `: ${problem.mend}`}`;
}

/** Base of every error that a user can mend. */
export class LlampError extends Error {
  readonly family: ErrorFamily;
  readonly problems: readonly Problem[];

  constructor(family: ErrorFamily, problems: readonly Problem[] | Problem) {
    const list = Array.isArray(problems) ? (problems as readonly Problem[]) : [problems as Problem];
    super(list.map(formatProblem).join('\n'));
    this.name = new.target.name;
    this.family = family;
    this.problems = list;
  }
}

/** A wrong flag or value (exit code 2). */
export class UsageError extends LlampError {
  constructor(what: string, mend?: string) {
    super('usage', mend === undefined ? { what } : { what, mend });
  }
}

/** An input that cannot be read (exit code 3). */
export class InputError extends LlampError {
  constructor(problems: readonly Problem[] | Problem) {
    super('input', problems);
  }
}

/** A program that cannot be modelled: unmatched messages, a cycle (exit code 4). */
export class ModelError extends LlampError {
  constructor(problems: readonly Problem[] | Problem) {
    super('model', problems);
  }
}

/** A limit of memory, size or time (exit code 5). */
export class LimitError extends LlampError {
  constructor(what: string, mend?: string) {
    super('limit', mend === undefined ? { what } : { what, mend });
  }
}

/** Something that the answer rests on and a reader should know; never thrown. */
export interface Warning {
  readonly code: string;
  readonly message: string;
  /** How many choices that the input does not decide the answer froze, or how much of the input it let pass. */
  readonly count?: number;
  /** What of the program it is about, such as the calls. */
  readonly names?: readonly string[];
}
