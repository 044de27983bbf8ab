/** The results of a study as one long table: a row for each row of each answer, behind what names its cell. */
import { DIMENSIONS, type Dimension } from './cells.js';

export type TableValue = string | number | null;

/** A column by its name, which carries its unit. */
export interface TableColumn {
  readonly name: string;
  /** [rows] all of one kind, but for null. */
  readonly values: readonly TableValue[];
}

/** Columns of one length. */
export type StudyTable = readonly TableColumn[];

/** What a cell came to. */
export interface TableCell {
  readonly names: Readonly<Record<Dimension, string>>;
  /** Of the program; null where nobody knows. */
  readonly ranks: number | null;
  readonly exit: number;
  /** Null where it is an answer. */
  readonly error: string | null;
  /** Of the answer; one without rows has one row here all the same. */
  readonly rows: readonly Readonly<Record<string, TableValue>>[];
  /** Names of what rows have, in their order. */
  readonly columns: readonly string[];
}

const [INPUT, ...OTHERS] = DIMENSIONS;
/** What names a row; an answer's own column of such a name is called otherwise. */
const KEYS: readonly string[] = [INPUT, 'ranks', ...OTHERS, 'exit'];
const ERROR = 'error';

const ownName = (name: string): string => (KEYS.includes(name) || name === ERROR ? `answer_${name}` : name);

/**
 * Columns of all `cells`, in their order: names of the cell, ranks, exit code, what answers have in the order in which it
 * first comes, and the error. The same results give the same table.
 */
export function studyTable(cells: readonly TableCell[]): StudyTable {
  const answered = [...new Set(cells.flatMap(({ columns }) => columns))];
  const found = new Map<string, TableValue[]>(
    [...KEYS, ...answered.map(ownName), ERROR].map((name) => [name, []]),
  );
  for (const cell of cells)
    for (const row of cell.rows.length === 0 ? [{}] : cell.rows) addRow(found, cell, answered, row);
  return [...found].map(([name, values]) => ({ name, values: ofOneKind(values) }));
}

function addRow(
  found: ReadonlyMap<string, TableValue[]>,
  { names, ranks, exit, error }: TableCell,
  answered: readonly string[],
  row: Readonly<Record<string, TableValue>>,
): void {
  const add = (name: string, value: TableValue): void => {
    found.get(name)?.push(value);
  };
  for (const dimension of DIMENSIONS) add(dimension, names[dimension]);
  add('ranks', ranks);
  add('exit', exit);
  for (const name of answered) add(ownName(name), row[name] ?? null);
  add(ERROR, error);
}

/** Numbers among words are words, as who reads the column has to take them. */
function ofOneKind(values: readonly TableValue[]): TableValue[] {
  const words = values.some((value) => typeof value === 'string');
  return words ? values.map((value) => (value === null ? null : String(value))) : [...values];
}
