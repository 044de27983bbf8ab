/**
 * YAML (and so JSON) text checked against a zod schema; every complaint names its key and place.
 */
import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  LineCounter,
  parseDocument,
  visit,
  type YAMLError,
} from 'yaml';
import { z } from 'zod';
import { InputError, nearest, type Place, type Problem } from './errors.js';

// Syntax errors of a YAML (and so JSON) text, in the author's terms rather than those of the grammar.

/** One fault: where it begins in the text, what it is and how it is mended. */
interface YamlFault {
  readonly offset: number;
  readonly what: string;
  readonly mend?: string;
}

const SAME_COLUMN = 'start the keys and dashes of one level in the same column';
const KEY_AND_VALUE = "write 'key: value', with a space after the colon";

const LOOK = 'check indentation, colons, commas, brackets and quotes';
/** Letters of a line that an error shows. */
const SHOWN = 40;

/** A document as the library reads it, with what it was read from. */
interface Parsed {
  readonly text: string;
  readonly document: Document.Parsed;
}

/** Most faults in one error. */
const MOST = 10;

/** The faults of a document that was parsed from `text`: the first of each line, whose others follow from it. */
function yamlFaults(text: string, document: Document.Parsed): YamlFault[] {
  const { errors } = document;
  if (errors.length === 0) return aliases(document);
  const byLine = new Map<number, { readonly offset: number; readonly error: YAMLError }>();
  for (const error of errors) {
    const [offset] = error.pos;
    const line = text.lastIndexOf('\n', offset - 1);
    const before = byLine.get(line);
    if (before === undefined) byLine.set(line, { offset, error });
    // A missing comma says more than the unexpected token that it causes.
    else if (before.error.code === 'UNEXPECTED_TOKEN' && isMissingComma(error))
      byLine.set(line, { offset: before.offset, error });
    if (byLine.size === MOST) break;
  }
  return [...byLine.values()].map(({ offset, error }) =>
    isMissingComma(error) ? missingComma(offset) : faultOf(error, { text, document }),
  );
}

/** Texts that begin with '*', such as patterns of files, are aliases to YAML; those of nothing were meant as texts. */
function aliases(document: Document.Parsed): YamlFault[] {
  const found: YamlFault[] = [];
  visit(document, (_, node) => {
    if (!isAlias(node) || node.resolve(document) !== undefined) return;
    const what = `'*${node.source}' begins with '*', which needs quotes in YAML`;
    found.push({ offset: node.range?.[0] ?? 0, what, mend: 'put it in quotes' });
  });
  return found;
}

function faultOf(error: YAMLError, parsed: Parsed): YamlFault {
  const offset = error.pos[0];
  const { text } = parsed;
  switch (error.code) {
    case 'BLOCK_AS_IMPLICIT_KEY':
      return unexpectedBlock(error, parsed);
    case 'MULTILINE_IMPLICIT_KEY':
      return { offset, what: 'this line is not a key with a value', mend: KEY_AND_VALUE };
    case 'NON_STRING_KEY':
      return { offset, what: 'this key is not text', mend: 'write a name instead of a list or an object' };
    case 'BAD_INDENT':
      return (
        unclosed(error, parsed) ?? {
          offset,
          what: 'the indentation does not match the block',
          mend: SAME_COLUMN,
        }
      );
    case 'BLOCK_IN_FLOW':
      return missingComma(offset);
    case 'MISSING_CHAR':
      return missing(error, parsed);
    case 'UNEXPECTED_TOKEN':
      return unexpected(error, parsed);
    case 'BAD_SCALAR_START': {
      const what = `text without quotes cannot begin with '${text[offset] ?? ''}'`;
      return { offset, what, mend: 'put it in quotes' };
    }
    case 'TAB_AS_INDENT':
      return { offset, what: 'tab in the indentation', mend: 'indent with spaces' };
    case 'DUPLICATE_KEY':
      return { offset, what: `key '${keyAt(text, offset)}' is given twice`, mend: 'keep one of the two' };
    case 'BAD_DQ_ESCAPE':
      return {
        offset,
        what: 'unknown escape sequence in double quotes',
        mend: 'write \\\\, or use \' instead of "',
      };
    case 'RESOURCE_EXHAUSTION':
      return { offset, what: 'nested too deeply', mend: 'use fewer levels' };
    case 'MULTIPLE_DOCS':
      return { offset, what: "'---' begins a second document", mend: 'keep one per file' };
    default:
      return unknown(offset, text);
  }
}

/** The text at a fault that the library describes in terms of its grammar only. */
function unknown(offset: number, text: string): YamlFault {
  const [rest] = text.slice(offset).split('\n', 1);
  const shown = rest.trim().slice(0, SHOWN);
  return { offset, what: `'${shown}' is not expected here`, mend: LOOK };
}

/** A map or list where none can be: within a line, or indented below a value. */
function unexpectedBlock(error: YAMLError, { text, document }: Parsed): YamlFault {
  const offset = error.pos[0];
  const below = document.errors.some(
    ({ code, pos }) => code === 'MULTILINE_IMPLICIT_KEY' && pos[0] >= offset,
  );
  if (!below)
    return { offset, what: "a second ': ' in one value", mend: 'put text that contains it in quotes' };
  const list = text.startsWith('-', offset);
  const next = list ? offset : nextLine(text, offset);
  return { offset: next, what: 'indented differently from the line above', mend: SAME_COLUMN };
}

/** Where the text of the line behind `offset` begins. */
function nextLine(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  const blanks = /\S/.exec(text.slice(end + 1));
  return end < 0 || blanks === null ? offset : end + 1 + blanks.index;
}

/** A bracket that is not closed, by the one that the library waits for; null where the fault is another. */
function unclosed(error: YAMLError, parsed: Parsed): YamlFault | null {
  const closing = /end with a ([\]}])/.exec(error.message)?.[1];
  if (closing === undefined) return null;
  const opening = closing === '}' ? '{' : '[';
  const offset = lastOpened(opening, error.pos[0], parsed);
  return { offset, what: `this '${opening}' is not closed`, mend: `add the closing '${closing}'` };
}

/** Where the last value begins that `mark` opens and that goes on to `end`; `end` where there is none. */
function lastOpened(mark: string, end: number, { text, document }: Parsed): number {
  let found = end;
  visit(document, (_, node) => {
    if (!isNode(node) || !node.range) return;
    const [begin, close] = node.range;
    if (text.startsWith(mark, begin) && begin < end && close >= end) found = begin;
  });
  return found;
}

const isMissingComma = ({ code, message }: YAMLError): boolean =>
  code === 'MISSING_CHAR' && /^Missing , /.test(message);

const missingComma = (offset: number): YamlFault => ({
  offset,
  what: 'missing comma before this entry',
  mend: 'separate entries within { } and [ ] by commas',
});

function missing(error: YAMLError, parsed: Parsed): YamlFault {
  const offset = error.pos[0];
  const quote = /^Missing closing (["'])/.exec(error.message)?.[1];
  if (quote !== undefined) {
    const what = `this ${quote} is not closed`;
    return { offset: lastOpened(quote, offset, parsed), what, mend: `add ${quote} at the end of the text` };
  }
  if (/^Implicit map keys/.test(error.message))
    return { offset, what: "a key without ':'", mend: KEY_AND_VALUE };
  return unclosed(error, parsed) ?? unknown(offset, parsed.text);
}

function unexpected(error: YAMLError, { text }: Parsed): YamlFault {
  const offset = error.pos[0];
  const closing = /token in YAML stream: "([\]}])/.exec(error.message)?.[1];
  if (closing !== undefined)
    return {
      offset,
      what: `'${closing}' closes nothing`,
      mend: 'remove it, or add the opening bracket',
    };
  if (/^Unexpected , /.test(error.message))
    return { offset, what: 'a comma without an entry before it', mend: 'remove it' };
  return unknown(offset, text);
}

/** The key that begins at `offset`, without its quotes. */
function keyAt(text: string, offset: number): string {
  const found = /^(?:"([^"]*)"|'([^']*)'|([^:\s]+))/.exec(text.slice(offset, offset + 200));
  return found?.[1] ?? found?.[2] ?? found?.[3] ?? '';
}

type Words = Pick<Problem, 'what' | 'mend'>;

/** Messages of the schema library; all others are from our schemas. */
const LIBRARY = /^(Invalid|Too |Unrecognized)/;

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: "a list ([a, b], or entries on separate lines after '- ')",
  object: 'keys with values ({name: value}, or each on a separate line)',
  record: 'keys with values ({name: value}, or each on a separate line)',
};

const kindOf = (given: unknown): string => {
  if (Array.isArray(given)) return 'a list';
  if (typeof given === 'object') return 'keys with values';
  if (typeof given === 'string') return 'a text';
  return typeof given === 'number' ? 'a number' : String(given);
};

/** What is wrong with a whole document. */
function documentWords(given: unknown): Words {
  const isEmpty = given === null || given === undefined;
  const what = isEmpty ? 'the file is empty' : `the file contains ${kindOf(given)}`;
  return { what, mend: 'write keys with values, such as name: value' };
}

/** `name`: of the key, such as `levels[0].count`, '' of the whole document; `given`: its value. */
function valueWords(issue: z.core.$ZodIssue, name: string, given: unknown): Words {
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
      const meant = nearest(String(given), values);
      const all = values.length === 1 ? values[0] : `one of ${values.join(', ')}`;
      return meant === undefined ? all : `${all} (did you mean ${meant}?)`;
    }
    case 'too_small':
      return leastOf(issue);
    case 'too_big':
      return `at most ${issue.maximum}${issue.origin === 'string' ? ' characters' : ''}`;
    default:
      return 'another value';
  }
}

function leastOf({ origin, minimum, inclusive }: z.core.$ZodIssueTooSmall): string {
  if (origin === 'array') return minimum === 1 ? 'at least one entry' : `at least ${minimum} entries`;
  if (origin === 'string') return 'a text that is not empty';
  return inclusive === false ? `a number above ${minimum}` : `a number from ${minimum}`;
}

/** Types that are taken: of a union those of all its parts. */
function typesOf(issue: z.core.$ZodIssue): string[] {
  if (issue.code === 'invalid_type') return [issue.expected];
  if (issue.code !== 'invalid_union') return [];
  // Paths are relative to the value; a fault deeper within is of a part that accepted its type.
  return issue.errors.flat().flatMap((one) => (one.path.length === 0 ? typesOf(one) : []));
}

function typesWanted(types: readonly string[], given: unknown): string {
  const list = [...new Set(types)].map((type) => TYPES[type] ?? type);
  if (list.length === 0) return 'another value';
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

type Path = readonly PropertyKey[];

/** A checked document: its value, and where in the text a key is. */
export interface CheckedDocument<T> {
  readonly value: T;
  /** Place of the value at `path`, or of the nearest thing around it that the text has. */
  placeOf(path: Path): Place;
}

/** Between the known keys, of which the message of an unknown one consists. */
const COMMA = ', ';

/** An object schema that refuses unknown keys and says which there are. */
export function strictKeys<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? Object.keys(shape).join(COMMA) : undefined),
  });
}

/** `levels[0].count` */
function formatPath(path: Path): string {
  let text = '';
  for (const part of path) {
    if (typeof part === 'number') text += `[${part}]`;
    else text += text === '' ? String(part) : `.${String(part)}`;
  }
  return text;
}

/** Offset of the value at the longest part of `path` that the document has. */
function offsetOf(document: Document, path: Path): number {
  for (let length = path.length; length > 0; length--) {
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return document.contents?.range?.[0] ?? 0;
}

/** Offset of a key (not its value) in the map at `path`. */
function offsetOfKey(document: Document, path: Path, key: string): number {
  const map = path.length === 0 ? document.contents : document.getIn(path, true);
  if (isMap(map)) {
    for (const pair of map.items) {
      if (isScalar(pair.key) && String(pair.key.value) === key && pair.key.range) return pair.key.range[0];
    }
  }
  return offsetOf(document, path);
}

/**
 * Reads one YAML document. Throws InputError that lists every problem with `source:line:column`:
 * bad YAML, a missing or unknown key, a value that the schema refuses.
 */
export function readYaml<T>(text: string, source: string, schema: z.ZodType<T>): CheckedDocument<T> {
  if (text.includes('\0'))
    throw new InputError({ place: { source }, what: 'this is not a text file', mend: 'check the path' });
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, stringKeys: true });
  const place = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { source, line: Math.max(1, line), column: Math.max(1, col) };
  };
  const faults = yamlFaults(text, document);
  if (faults.length > 0) {
    throw new InputError(faults.map(({ offset, ...fault }) => ({ place: place(offset), ...fault })));
  }
  const given = toValue(document, source);
  const checked = schema.safeParse(given);
  if (!checked.success) {
    throw new InputError(checked.error.issues.flatMap((issue) => problemsOf(issue, document, given, place)));
  }
  return { value: checked.data, placeOf: (path) => place(offsetOf(document, path)) };
}

/** The plain value. Throws InputError for aliases that grow without bound, which the YAML library refuses. */
function toValue(document: Document, source: string): unknown {
  try {
    return document.toJS();
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    const what = 'the aliases expand to too much text';
    throw new InputError({ place: { source }, what, mend: 'write the values out' });
  }
}

function problemsOf(
  issue: z.core.$ZodIssue,
  document: Document,
  given: unknown,
  place: (offset: number) => Place,
): readonly Problem[] {
  if (issue.code === 'unrecognized_keys') {
    const known = issue.message.split(COMMA);
    return issue.keys.map((key) => ({
      place: place(offsetOfKey(document, issue.path, key)),
      what: `unknown key '${formatPath([...issue.path, key])}'`,
      mend: keysInstead(key, known),
    }));
  }
  const key = formatPath(issue.path);
  const at = place(offsetOf(document, issue.path));
  if (issue.path.length > 0 && !document.hasIn(issue.path))
    return [{ place: at, what: `key '${key}' is missing`, mend: 'add it with its value' }];
  return [{ place: at, ...valueWords(issue, key, valueAt(given, issue.path)) }];
}

const valueAt = (given: unknown, path: Path): unknown =>
  path.reduce<unknown>((value, part) => Object(value)[part], given);

function keysInstead(key: string, known: readonly string[]): string {
  const meant = nearest(key, known);
  const all = `known keys are ${known.join(COMMA)}`;
  return meant === undefined ? all : `did you mean ${meant}? K${all.slice(1)}`;
}
