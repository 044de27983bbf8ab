/** One list of columns gives a table as text and Markdown, as CSV and Parquet, and as flat rows of JSON. */

import { formatGapPerByte, formatSize, formatTime } from '../../units.js';
import { finite } from './json.js';
import { type ColumnHead, type CsvCell, type CsvTable, csvTable, type TableRows, table } from './table.js';

/** A column with a value, for machines, and for people where it has a title. */
interface ValueColumn<Row> extends Partial<ColumnHead> {
  /** Its name for machines: its end is its unit, which says how people read it. */
  readonly key: string;
  readonly of: (row: Row) => CsvCell | undefined;
  /** For people, where the unit does not say. */
  readonly text?: (row: Row) => string;
}

/** A column for people alone. */
interface WordsColumn<Row> extends ColumnHead {
  readonly key?: undefined;
  readonly text: (row: Row) => string;
}

export type Column<Row> = ValueColumn<Row> | WordsColumn<Row>;

const hasValue = <Row>(column: Column<Row>): column is ValueColumn<Row> => column.key !== undefined;

const hasTitle = <Row>(column: Column<Row>): column is Column<Row> & ColumnHead => column.title !== undefined;

/** A share for people: `12.5 %`. */
export function percentText(share: number): string {
  return `${Number((100 * share).toPrecision(4))} %`;
}

/** What a value may grow by: `+1.5 µs`. */
export const addedText = (value: number, format: (value: number) => string = formatTime): string =>
  Number.isFinite(value) ? `+${format(value)}` : 'unlimited';

/** By the ends of keys, or by their beginnings where they have no unit. */
const UNITS: readonly (readonly [RegExp, (value: number) => string])[] = [
  [/_ns$/, formatTime],
  [/_us$/, (us) => formatTime(us * 1e3)],
  [/_ns_per_B$/, formatGapPerByte],
  [/^bytes$|_bytes$/, formatSize],
  [/^rho|^share/, percentText],
];

function shown<Row>(column: Column<Row>, row: Row): string {
  if (column.text !== undefined) return column.text(row);
  if (!hasValue(column)) return '';
  const value = column.of(row);
  if (typeof value !== 'number') return value ?? '';
  const format = UNITS.find(([unit]) => unit.test(column.key))?.[1] ?? String;
  return format(value);
}

/** What people read, before it is set. */
export function tableRows<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): TableRows {
  const read = columns.filter(hasTitle);
  return { heads: read, rows: rows.map((row) => read.map((column) => shown(column, row))) };
}

export function tableText<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const { heads, rows: cells } = tableRows(columns, rows);
  return table(heads, cells);
}

/** `first`: keys of the columns that stand before the others, where they are not in the order in which people read them. */
export function tableCsv<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  first: readonly string[] = [],
): CsvTable {
  const valued = columns.filter(hasValue);
  const ordered = [
    ...first.flatMap((name) => valued.filter(({ key }) => key === name)),
    ...valued.filter(({ key }) => !first.includes(key)),
  ];
  return csvTable(
    ordered.map(({ key }) => key),
    rows.map((row) => ordered.map(({ of }) => of(row) ?? null)),
  );
}

/** One row: what is unlimited is null. */
export const jsonRow = <Row>(columns: readonly Column<Row>[], row: Row): Record<string, CsvCell> =>
  Object.fromEntries(
    columns.filter(hasValue).map(({ key, of }) => {
      const value = of(row) ?? null;
      return [key, typeof value === 'number' ? finite(value) : value];
    }),
  );
