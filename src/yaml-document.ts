/**
 * YAML (and so JSON) text checked against a zod schema; every complaint names its key and place.
 */
import { type Document, isMap, isNode, isScalar, LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';
import { InputError, type Place, type Problem } from './errors.js';
import { nearest } from './nearest.js';
import { yamlFaults } from './yaml-faults.js';
import { valueWords } from './yaml-values.js';

type Path = readonly PropertyKey[];

/** A checked document: its value, and where in the text a key stands. */
export interface CheckedDocument<T> {
  readonly value: T;
  /** Place of the value at `path`, or of the nearest thing around it that the text has. */
  placeOf(path: Path): Place;
}

/** Between the known keys, which are all that the message of an unknown one is. */
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
    throw new InputError({ place: { source }, what: 'this is no text', mend: 'check the path' });
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
    throw new InputError({ place: { source }, what: 'aliases unfold to too much', mend: 'write it out' });
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
