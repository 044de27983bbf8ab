/** What is wrong with a value that a schema refuses, and how to mend it, in place of the words of the schema's library. */
import type { z } from 'zod';
import type { Problem } from './errors.js';
import { namesInstead } from './nearest.js';

type Words = Pick<Problem, 'what' | 'mend'>;

/** Of the library itself; all others are those of our schemas. */
const LIBRARY = /^(Invalid|Too |Unrecognized)/;

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: "a list: [a, b], or entries on lines of their own behind '- '",
  object: 'keys with values: {name: value}, or each on a line of its own',
  record: 'keys with values: {name: value}, or each on a line of its own',
};

const kindOf = (given: unknown): string => {
  if (Array.isArray(given)) return 'a list';
  if (typeof given === 'object') return 'keys with values';
  if (typeof given === 'string') return 'a text';
  return typeof given === 'number' ? 'a number' : String(given);
};

/** What is wrong with a whole document. */
function documentWords(given: unknown): Words {
  const what = given === null || given === undefined ? 'nothing stands in it' : `it is ${kindOf(given)}`;
  return { what, mend: 'write keys with values, such as name: value' };
}

/** `name`: of the key, such as `levels[0].count`, '' of the whole document; `given`: its value. */
export function valueWords(issue: z.core.$ZodIssue, name: string, given: unknown): Words {
  if (name === '') return documentWords(given);
  if (given === null) return { what: `key '${name}' has no value`, mend: `write ${wanted(issue, given)}` };
  const mend = LIBRARY.test(issue.message) ? `write ${wanted(issue, given)}` : issue.message;
  return { what: `bad value of '${name}'`, mend };
}

/** Such as `a number, not a text`. */
function wanted(issue: z.core.$ZodIssue, given: unknown): string {
  switch (issue.code) {
    case 'invalid_type':
    case 'invalid_union':
      return typesWanted(typesOf(issue), given);
    case 'invalid_value': {
      const values = issue.values.map(String);
      return values.length === 1 ? values[0] : `one of them: ${namesInstead(String(given), values)}`;
    }
    case 'too_small':
      return leastOf(issue);
    case 'too_big':
      return `${issue.maximum}${issue.origin === 'string' ? ' characters' : ''} at most`;
    default:
      return 'another';
  }
}

function leastOf({ origin, minimum, inclusive }: z.core.$ZodIssueTooSmall): string {
  if (origin === 'array') return minimum === 1 ? 'one entry at least' : `${minimum} entries at least`;
  if (origin === 'string') return 'a text that is not empty';
  return inclusive === false ? `a number above ${minimum}` : `a number from ${minimum}`;
}

/** Types that are taken: of a union those of all its parts. */
function typesOf(issue: z.core.$ZodIssue): string[] {
  if (issue.code === 'invalid_type') return [issue.expected];
  if (issue.code !== 'invalid_union') return [];
  // Paths within are from the value on: what is wrong deeper is of a part that took its type.
  return issue.errors.flat().flatMap((one) => (one.path.length === 0 ? typesOf(one) : []));
}

function typesWanted(types: readonly string[], given: unknown): string {
  const list = [...new Set(types)].map((type) => TYPES[type] ?? type);
  if (list.length === 0) return 'another';
  const isText = typeof given === 'string';
  const inText = isText && types.every((type) => type === 'number' || type === 'int');
  const hint = inText
    ? ', without quotes and unit'
    : list.join() === TYPES.string && !isText
      ? ' in quotes'
      : '';
  const isNear = given === null || (typeof given === 'number' && list.join() === TYPES.int);
  return `${list.join(' or ')}${hint}${isNear ? '' : `, not ${kindOf(given)}`}`;
}
