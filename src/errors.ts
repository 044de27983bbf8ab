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
  /** Names the kind of problem, for callers that know more ways to mend it than `mend` says. */
  readonly code?: string;
}

/** A problem as one line of text: place, what is wrong, how to mend it. */
export function formatProblem({ place, what, mend }: Problem): string {
  const where = place === undefined ? '' : `${formatPlace(place)}: `;
  return where + what + (mend === undefined ? '' : `. ${asSentence(mend)}`);
}

/** Names, flags and parameters keep their letters. */
const asSentence = (text: string): string =>
  text.replace(/^(?:a|[a-z]{2,})(?=[\s,?])/, (word) => word[0].toUpperCase() + word.slice(1));

/** `1 trace`, `2 traces`; `several`: where it is not `one` with an s. */
export const many = (count: number, one: string, several = `${one}s`): string =>
  `${count} ${count === 1 ? one : several}`;

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

/** A run that a signal ended (exit code 130 or 143). */
export class InterruptedError extends LlampError {
  readonly exitCode: number;

  constructor(exitCode: number, mend?: string) {
    super('interrupted', mend === undefined ? { what: 'interrupted' } : { what: 'interrupted', mend });
    this.exitCode = exitCode;
  }
}

/** An assumption of the answer, or a part of the input that it leaves out; never thrown. */
export interface Warning {
  readonly code: WarningCode;
  readonly message: string;
  /** How many choices the answer froze that the input does not decide, or how many faults of the input it accepted. */
  readonly count?: number;
  /** The parts of the program that it is about, such as calls. */
  readonly names?: readonly string[];
}

/** A warning, a list of them, or an answer with warnings. */
export type Telling =
  | Warning
  | readonly Warning[]
  | { readonly warnings?: readonly Warning[] | undefined }
  | false
  | null
  | undefined;

/** A message as it is shown: without a full stop at its end, as errors are. */
const withoutStop = (message: string): string => message.replace(/\.$/, '');

/** All warnings in order, each once, and as they are shown. */
export function joinWarnings(...all: readonly Telling[]): Warning[] {
  const found = new Map<string, Warning>();
  for (const one of all) {
    if (!one) continue;
    const list = Symbol.iterator in one ? one : 'message' in one ? [one] : (one.warnings ?? []);
    for (const raised of list) {
      const warning = { ...raised, message: withoutStop(raised.message) };
      if (!found.has(warning.message)) found.set(warning.message, warning);
    }
  }
  return [...found.values()];
}

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

/** Share of the longer name's letters; names that differ in more are not misspellings of each other. */
const MOST = 0.5;
/** Least letters of a prefix that counts as an abbreviation. */
const BEGINNING = 2;

/**
 * The closest of `names` to `text`, the first of equals: one that begins so, otherwise one that is spelled alike; undefined if
 * none is close. Of MPI calls and flags the part after MPI_ and -- counts.
 */
export function nearest(text: string, names: readonly string[]): string | undefined {
  let best: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const name of names) {
    const [typed, known] = [text, name].map((one) => one.toLowerCase().replace(/^(?:mpi_|--)/, ''));
    const distance = editDistance(typed, known);
    const begins = typed.length >= BEGINNING && known.startsWith(typed);
    // Less than one letter, whatever is missing.
    const far = begins ? distance / (1 + known.length) : distance;
    if (far >= least || !(begins || distance <= MOST * Math.max(typed.length, known.length))) continue;
    least = far;
    best = name;
  }
  return best;
}

/** How to mend `text` where one of `names` was expected: the closest name, and all names if there are others. */
export function namesInstead(text: string, names: readonly string[]): string {
  const meant = nearest(text, names);
  if (meant !== undefined && names.length === 1) return `did you mean ${meant}?`;
  const all = `se ${names.length === 1 ? '' : 'one of '}${names.join(', ')}`;
  return meant === undefined ? `u${all}` : `did you mean ${meant}? U${all}`;
}

// Values that a program gives to the library: types do not hold a number to its range, and JavaScript has none.

/** What a number has to be; without `unlimited` it is finite. */
export interface NumberRange {
  readonly least?: number;
  readonly most?: number;
  readonly whole?: boolean;
  readonly unlimited?: boolean;
}

/** A value as a message names it. */
function shown(value: unknown): string {
  if (typeof value === 'string') return `the text '${value}'`;
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' && value !== null
    ? 'an object'
    : typeof value === 'function'
      ? 'a function'
      : String(value);
}

/** Throws a UsageError unless `value` is such a number. `name`: of the function and the value, such as `tolerance: percents[1]`. */
export function checkNumber(name: string, value: unknown, range: NumberRange = {}): void {
  const {
    least = Number.NEGATIVE_INFINITY,
    most = Number.POSITIVE_INFINITY,
    whole = false,
    unlimited = false,
  } = range;
  const fits =
    typeof value === 'number' &&
    value >= least &&
    value <= most &&
    (whole ? Number.isInteger(value) : Number.isFinite(value));
  if (fits || (unlimited && value === Number.POSITIVE_INFINITY)) return;
  const limits = [
    ...(least === Number.NEGATIVE_INFINITY ? [] : [`at least ${least}`]),
    ...(most === Number.POSITIVE_INFINITY ? [] : [`at most ${most}`]),
  ].join(' and ');
  const kind = whole ? 'a whole number' : unlimited ? 'a number or Infinity' : 'a finite number';
  throw new UsageError(`${name} is ${shown(value)}`, `give ${kind}${limits === '' ? '' : ` of ${limits}`}`);
}

/** Throws a UsageError unless `values` is a list of such numbers, see {@link checkNumber}. */
export function checkNumbers(name: string, values: unknown, range: NumberRange = {}): void {
  if (!Array.isArray(values)) throw new UsageError(`${name} is ${shown(values)}`, 'give a list of numbers');
  values.forEach((value, i) => {
    checkNumber(`${name}[${i}]`, value, range);
  });
}

/** Throws a UsageError unless `value` is one of `names`. */
export function checkName(name: string, value: unknown, names: readonly string[]): void {
  if (typeof value === 'string' && names.includes(value)) return;
  throw new UsageError(
    `${name} is ${shown(value)}`,
    typeof value === 'string' ? namesInstead(value, names) : `use one of ${names.join(', ')}`,
  );
}

/** Throws a UsageError unless `value` has the fields of `made`, which is made by `by`. */
export function checkMade(
  name: string,
  value: unknown,
  made: string,
  fields: readonly string[],
  by: string,
): void {
  if (typeof value === 'object' && value !== null && fields.every((field) => field in value)) return;
  throw new UsageError(`${name} is ${shown(value)}, not ${made}`, `make it by ${by}`);
}
