/**
 * Errors that are the user's to mend, by family. Each says what is wrong, where, and how to mend it;
 * the command line turns the family into an exit code. Anything else that is thrown is a bug of ours.
 */
import type { WarningCode } from './warnings.js';

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
  readonly code: WarningCode;
  readonly message: string;
  /** How many choices that the input does not decide the answer froze, or how much of the input it let pass. */
  readonly count?: number;
  /** What of the program it is about, such as the calls. */
  readonly names?: readonly string[];
}

/** A warning, a list of them, or what has some beside its answer. */
export type Telling =
  | Warning
  | readonly Warning[]
  | { readonly warnings?: readonly Warning[] | undefined }
  | false
  | null
  | undefined;

/** What these tell, in their order, each warning once. */
export function allTold(...all: readonly Telling[]): Warning[] {
  const found = new Map<string, Warning>();
  for (const one of all) {
    if (!one) continue;
    const list = Symbol.iterator in one ? one : 'message' in one ? [one] : (one.warnings ?? []);
    for (const warning of list) if (!found.has(warning.message)) found.set(warning.message, warning);
  }
  return [...found.values()];
}

// The known name that a misspelt one is closest to.

/** Levenshtein distance: insertions, deletions and substitutions from `a` to `b`. */
export function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const substituted = row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(substituted, row[j] + 1, next[j - 1] + 1));
    }
    row = next;
  }
  return row[b.length];
}

/** Of the longer name: what differs in more of its letters is another name, not a misspelt one. */
const MOST = 0.5;
/** From as many letters on, a beginning is meant for what it begins. */
const BEGINNING = 2;

/** The one of `names` that `text` may have been meant for, the first of equals; undefined where none is close. */
export function nearest(text: string, names: readonly string[]): string | undefined {
  let best: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const name of names) {
    const [typed, known] = [text.toLowerCase(), name.toLowerCase()];
    const distance = editDistance(typed, known);
    const begins = typed.length >= BEGINNING && known.startsWith(typed);
    if (distance >= least || !(begins || distance <= MOST * Math.max(typed.length, known.length))) continue;
    least = distance;
    best = name;
  }
  return best;
}

/** What to say to who typed `text` where one of `names` was wanted: the one that was meant, and all that there are. */
export function namesInstead(text: string, names: readonly string[]): string {
  const meant = nearest(text, names);
  const all = `there are ${names.join(', ')}`;
  return meant === undefined ? all : `did you mean ${meant}? ${all[0].toUpperCase()}${all.slice(1)}`;
}
