/** The table of an answer as rows of values by their columns. */
import type { CsvTable } from '../output/csv.js';
import type { CellValue } from './result.js';

export interface NamedRows {
  readonly columns: string[];
  readonly rows: Record<string, CellValue>[];
}

/** Nothing where a command has no table. */
export function namedRows({ header, rows }: CsvTable = { header: [], rows: [] }): NamedRows {
  return {
    columns: [...header],
    rows: rows.map((row) =>
      Object.fromEntries(header.map((name, i): [string, CellValue] => [name, row[i] ?? null])),
    ),
  };
}
