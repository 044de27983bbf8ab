/** The CSV of an answer as rows of values. */
import { parse } from 'csv-parse/sync';
import type { CellValue } from './result.js';

export interface ParsedRows {
  readonly columns: readonly string[];
  readonly rows: readonly Readonly<Record<string, CellValue>>[];
}

/** Empty cells are null; what is written as a number is written by us is one. */
export function rowsOf(csv: string): ParsedRows {
  const [columns = [], ...lines]: string[][] = parse(csv, { relax_column_count: true });
  const rows = lines.map((cells) =>
    Object.fromEntries(columns.map((name, i): [string, CellValue] => [name, cellValue(cells[i] ?? '')])),
  );
  return { columns, rows };
}

/** Other spellings, such as 007, are words: who writes the value again must write the same. */
function cellValue(text: string): CellValue {
  if (text === '') return null;
  const number = Number(text);
  return Number.isFinite(number) && String(number) === text ? number : text;
}
