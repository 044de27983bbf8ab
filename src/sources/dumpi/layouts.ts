/** The records of a version of DUMPI: fields as numbers that a reader branches on, and what rows keep of them. */
import { CALLS } from '../mpi/calls.js';
import { EARLIER, FUNCTIONS, isBefore, MARKS, OTHERWISE, STATUS_TAGS, type Version } from './functions.js';

/** Codes of the letters of fields. */
export const FIELD = {
  int: 0,
  wide: 1,
  byte: 2,
  handle: 3,
  ints: 4,
  handles: 5,
  bytes: 6,
  texts: 7,
  textLists: 8,
  lists: 9,
  statuses: 10,
  caller: 11,
  root: 12,
  ifRoot: 13,
  end: 14,
  argumentsTwice: 15,
} as const;

const LETTERS: Readonly<Record<string, number>> = {
  i: FIELD.int,
  q: FIELD.wide,
  b: FIELD.byte,
  h: FIELD.handle,
  t: FIELD.handle,
  c: FIELD.handle,
  l: FIELD.ints,
  w: FIELD.handles,
  s: FIELD.bytes,
  v: FIELD.texts,
  x: FIELD.textLists,
  m: FIELD.lists,
  z: FIELD.statuses,
  k: FIELD.caller,
  o: FIELD.root,
  '(': FIELD.ifRoot,
  ')': FIELD.end,
  j: FIELD.argumentsTwice,
};

/** Where the argument of a row comes from: a field, or one of these. */
export const ZERO = -1;
export const ONE = -2;

export interface Layout {
  readonly name: string;
  /** Codes of its fields, parentheses among them; null where nobody has written them down. */
  readonly fields: Uint8Array | null;
  /** Index into CALLS; −1 for calls that get no row. */
  readonly code: number;
  /** For calls with rows: fields of the arguments that are kept, and of lists behind them. */
  readonly args: readonly number[];
  readonly lists: readonly number[];
  /** Places in `args` of datatypes, and of the communicator; −1: none. */
  readonly types: readonly number[];
  readonly comm: number;
  /** Places in `lists` of datatypes. */
  readonly typeLists: readonly number[];
  /** Field of the list of requests that it names; −1: none. */
  readonly requests: number;
}

const CODES = new Map(CALLS.map(({ name }, code) => [name, code]));
const DIGITS = '0123456789';

function argsOf(kept: string): number[] {
  return [...kept].map((letter) => (letter === '-' ? ZERO : letter === '=' ? ONE : DIGITS.indexOf(letter)));
}

/** Letters of the fields alone: parentheses are none. */
const lettersOf = (fields: string): string => fields.replace(/[()]/g, '');

function layoutOf(name: string, fields: string | undefined, kept: string): Layout {
  const codes = fields === undefined ? null : Uint8Array.from(fields, (letter) => LETTERS[letter]);
  const code = kept === '' ? -1 : (CODES.get(name) ?? -1);
  const several = kept.startsWith('*');
  const [fixed, behind = ''] = kept.split(':');
  const args = several ? [] : argsOf(fixed);
  const lists = argsOf(behind);
  const letters = lettersOf(fields ?? '');
  const comm = CALLS[code]?.commArg ?? -1;
  const placesOf = (fieldsOf: readonly number[], letter: string): number[] =>
    fieldsOf.flatMap((field, place) => (letters[field] === letter ? [place] : []));
  return {
    name,
    fields: codes,
    code,
    args,
    lists,
    types: placesOf(args, 't'),
    comm,
    typeLists: placesOf(lists, 'w'),
    requests: several ? Number(kept.slice(1)) : -1,
  };
}

export interface Layouts {
  /** By number of the function. */
  readonly list: readonly Layout[];
  /** Bytes of a status. */
  readonly status: number;
}

/** `otherwise`: with the one function whose layout no version tells as it may be besides. */
export function layoutsOf(version: Version, otherwise: boolean): Layouts {
  const earlier = new Map(
    EARLIER.filter(({ before }) => isBefore(version, before)).map(({ name, fields }) => [name, fields]),
  );
  if (otherwise) earlier.set(OTHERWISE.name, OTHERWISE.fields);
  const list = FUNCTIONS.map(({ name, fields, kept }) => layoutOf(name, earlier.get(name) ?? fields, kept));
  list[MARKS.all] = layoutOf('the mark of all functions', undefined, '');
  list[MARKS.enter] = layoutOf('Function_enter', 'q', '');
  list[MARKS.exit] = layoutOf('Function_exit', 'q', '');
  return { list, status: isBefore(version, STATUS_TAGS) ? 10 : 14 };
}
