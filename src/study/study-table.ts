/**
 * The results of a study as one long table: a row for each row of each answer, after the names of its cell; the quantities
 * for comparing cells, and the best choice.
 */
import { DIMENSIONS, type Dimension, type StudyCell } from './study-cells.js';

type TableValue = string | number | null;

/** A column by name, with its unit. */
interface TableColumn {
  readonly name: string;
  /** [rows] all of one kind, or null. */
  readonly values: readonly TableValue[];
}

/** Columns of one length. */
export type StudyTable = readonly TableColumn[];

/** The result of a cell. */
export interface TableCell {
  readonly names: Readonly<Record<Dimension, string>>;
  /** Of the program; null if unknown. */
  readonly ranks: number | null;
  readonly exit: number;
  /** Null for an answer. */
  readonly error: string | null;
  /** Of the answer; an answer without rows has one row here. */
  readonly rows: readonly Row[];
  /** Names of the values of rows, in order. */
  readonly columns: readonly string[];
}

type Row = Readonly<Record<string, TableValue>>;

/** Of a cell and a row of its answer. */
type Value = (cell: TableCell, row: Row) => TableValue;

const named = (dimension: Dimension): [string, Value] => [dimension, ({ names }) => names[dimension]];

const [INPUT, ...OTHERS] = DIMENSIONS;
/** Columns that identify a row; an answer's own column of such a name is renamed. */
const KEYS: ReadonlyMap<string, Value> = new Map([
  named(INPUT),
  ['ranks', ({ ranks }) => ranks],
  ...OTHERS.map(named),
  ['exit', ({ exit }) => exit],
]);
const ERROR = 'error';

const ownName = (name: string): string => (KEYS.has(name) || name === ERROR ? `answer_${name}` : name);

/**
 * Columns of all `cells`, in their order: names of the cell, ranks, exit code, columns of answers in order of appearance,
 * and the error. The same results give the same table.
 */
export function studyTable(cells: readonly TableCell[]): StudyTable {
  const answered = new Set(cells.flatMap(({ columns }) => columns));
  const columns = new Map<string, Value>([
    ...KEYS,
    ...[...answered].map((name): [string, Value] => [ownName(name), (_, row) => row[name] ?? null]),
    [ERROR, ({ error }) => error],
  ]);
  const rows = cells.flatMap((cell) =>
    (cell.rows.length === 0 ? [{}] : cell.rows).map((row) => [cell, row] as const),
  );
  return [...columns].map(([name, of]) => ({ name, values: ofOneKind(rows.map((one) => of(...one))) }));
}

/** A column with words and numbers has only words. */
function ofOneKind(values: readonly TableValue[]): TableValue[] {
  const words = values.some((value) => typeof value === 'string');
  return words ? values.map((value) => (value === null ? null : String(value))) : [...values];
}

// Quantities for comparing cells, of which each answer has one value.

export interface StudyQuantity {
  /** For people: `T`, `ΔL at 1 %`. */
  readonly name: string;
  /** `ns`, `count` for λ, `share` of T for ρ, `ns/B`. */
  readonly unit: 'ns' | 'ns/B' | 'count' | 'share';
  readonly better: 'less' | 'more';
}

/** A value of a quantity; null: the cell has none. Infinite if unlimited. */
export type StudyValue = number | 'unlimited' | null;

/** Values of all cells by quantity. */
interface StudyFigures {
  readonly quantities: readonly StudyQuantity[];
  /** [cells][quantities] */
  readonly values: readonly (readonly StudyValue[])[];
}

/** Columns with one value for a whole answer. */
const WHOLE: Readonly<Record<string, StudyQuantity>> = {
  runtime_ns: { name: 'T', unit: 'ns', better: 'less' },
  lambda_L: { name: 'λ_L', unit: 'count', better: 'less' },
  rho_L: { name: 'ρ_L', unit: 'share', better: 'less' },
};
/** Distances of a tolerance, by the unit of its parameter. */
const DELTAS = { delta_ns: 'ns', 'delta_ns/B': 'ns/B', delta_ns_per_byte: 'ns/B' } as const;

/** `cells`: the rows of each answer; none if it failed. Other columns are ignored. */
export function studyFigures(cells: readonly (readonly Row[])[]): StudyFigures {
  const found = new Map<string, StudyQuantity>();
  const values = cells.map((rows) => {
    const own = new Map<string, StudyValue>();
    for (const [quantity, value] of rows.flatMap(valuesOf)) {
      if (!found.has(quantity.name)) found.set(quantity.name, quantity);
      if (!own.has(quantity.name)) own.set(quantity.name, value);
    }
    return isWhole(rows) ? own : new Map<string, StudyValue>();
  });
  const quantities = [...found.values()].filter(({ name }) => values.some((own) => own.has(name)));
  return { quantities, values: values.map((own) => quantities.map(({ name }) => own.get(name) ?? null)) };
}

/** Whether rows describe the whole program, not one of its ranks, phases or points of a curve each. */
function isWhole(rows: readonly Row[]): boolean {
  return Object.keys(WHOLE).every((column) => new Set(rows.map((row) => row[column])).size <= 1);
}

function valuesOf(row: Row): [StudyQuantity, StudyValue][] {
  const whole = Object.entries(WHOLE).flatMap(([column, quantity]): [StudyQuantity, StudyValue][] => {
    const value = row[column];
    return typeof value === 'number' ? [[quantity, value]] : [];
  });
  const delta = Object.entries(DELTAS).find(([column]) => column in row);
  if (delta === undefined || typeof row.pct !== 'number') return whole;
  const [column, unit] = delta;
  const value = row[column];
  const name = `Δ${row.parameter ?? 'L'} at ${row.pct} %`;
  const tolerance: StudyQuantity = { name, unit, better: 'more' };
  return [...whole, [tolerance, typeof value === 'number' ? value : 'unlimited']];
}

// The best choice of one dimension, with all others equal.

/** Cells that differ in one dimension only. */
export interface Contest {
  /** One of them: its position in the other dimensions is common to all. */
  readonly cell: StudyCell;
  /** Choices with their values, in the order of the study. */
  readonly choices: readonly { readonly choice: number; readonly value: number }[];
  /** The best choices, several if equal; empty if all are equal. */
  readonly best: readonly number[];
  /** Value of the best, infinite if unlimited. */
  readonly value: number;
  /** Gain of the best relative to the first; infinite if the first has none or the best is unlimited. */
  readonly gain: number;
  /** Loss of the second best relative to the best; 0 if all are equal, 1 for an unlimited best. */
  readonly margin: number;
}

/** Relative difference up to which values are equal: sums in another order. */
const SAME = 1e-9;

/** The compared dimension: algorithms, if there are several, otherwise the one with more than one choice. */
export function comparedDimension(names: Readonly<Record<Dimension, readonly string[]>>): Dimension {
  const order = ['collectives', 'mapping', 'network', 'machine'] as const;
  return order.find((dimension) => names[dimension].length > 1) ?? 'collectives';
}

/** `values`: [cells] of one quantity. Contests need two values. */
export function contests(
  cells: readonly StudyCell[],
  values: readonly StudyValue[],
  compared: Dimension,
  better: StudyQuantity['better'],
): Contest[] {
  const groups = new Map<
    string,
    { readonly cell: StudyCell; readonly choices: { choice: number; value: number }[] }
  >();
  for (const [i, cell] of cells.entries()) {
    const value = values[i];
    if (value === null) continue;
    const key = DIMENSIONS.map((dimension) => (dimension === compared ? '' : cell[dimension])).join(' ');
    const group = groups.get(key) ?? { cell, choices: [] };
    groups.set(key, group);
    group.choices.push({
      choice: cell[compared],
      value: value === 'unlimited' ? Number.POSITIVE_INFINITY : value,
    });
  }
  return [...groups.values()]
    .filter(({ choices }) => choices.length > 1)
    .map(({ cell, choices }) => ({ cell, choices, ...bestOf(choices, better) }));
}

function bestOf(
  choices: Contest['choices'],
  better: StudyQuantity['better'],
): Pick<Contest, 'best' | 'value' | 'gain' | 'margin'> {
  const values = choices.map(({ value }) => value);
  const value = better === 'less' ? Math.min(...values) : Math.max(...values);
  const best = choices.filter((one) => alike(one.value, value)).map(({ choice }) => choice);
  const [{ value: first }] = choices;
  const others = values.filter((other) => !alike(other, value));
  if (others.length === 0) return { best: [], value, gain: 0, margin: 0 };
  const next = better === 'less' ? Math.min(...others) : Math.max(...others);
  const gain = alike(first, value) ? 0 : gainOver(first, value, better);
  return { best, value, gain, margin: better === 'less' ? next / value - 1 : 1 - next / value };
}

const gainOver = (first: number, value: number, better: StudyQuantity['better']): number =>
  better === 'less' ? 1 - value / first : value / first - 1;

const alike = (a: number, b: number): boolean =>
  a === b ||
  (Number.isFinite(a) && Number.isFinite(b) && Math.abs(a - b) <= SAME * Math.max(Math.abs(a), Math.abs(b)));
