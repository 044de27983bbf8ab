import { stringify } from 'csv-stringify/sync';

/** What a cell holds: a word, a number, or null where there is nothing, as of what is unlimited. */
export type CsvCell = string | number | null;

/** The table of an answer as `--csv` prints it and `--parquet` writes it. */
export interface CsvTable {
  /** [columns], with their units */
  readonly header: readonly string[];
  /** [rows][columns] */
  readonly rows: readonly (readonly CsvCell[])[];
}

/** A table of its columns' names and its rows; what is no finite number is null. */
export const csvTable = (header: readonly string[], rows: readonly (readonly CsvCell[])[]): CsvTable => ({
  header,
  rows: rows.map((row) =>
    row.map((cell) => (typeof cell === 'number' && !Number.isFinite(cell) ? null : cell)),
  ),
});

/** CSV with a header, `\n`, full precision; null is an empty cell. Readers take a lone `\r` for the end of a row: it is quoted. */
export function csvText({ header, rows }: CsvTable): string {
  return stringify([[...header], ...rows.map((row) => [...row])], {
    record_delimiter: '\n',
    quoted_match: '\r',
    cast: { number: (value) => String(value) },
  });
}
