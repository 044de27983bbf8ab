/** The table of a study in a format that others read. */
import { InputError } from '../../errors.js';
import { type StudyTable, studyTable } from '../../study/table.js';
import { csvTable, csvText } from '../output/csv.js';
import type { CellValue } from './result.js';
import { occupiedBy } from './rows.js';
import type { CellState } from './states.js';
import { cellNames, type Study } from './study.js';

export const TABLE_FORMATS = ['csv', 'jsonl', 'parquet'] as const;
export type TableFormat = (typeof TABLE_FORMATS)[number];

/** Throws InputError where cells are missing, unless that was allowed. */
export function refuseMissing(study: Study, states: readonly CellState[], allowed: boolean): void {
  const missing = states.filter(({ result }) => result === null).length;
  if (missing === 0 || allowed) return;
  throw new InputError({
    place: { source: study.source },
    what: `${missing} of ${states.length} cells are missing`,
    mend: 'ask them with llamp-ts study, or take what is there with --partial',
  });
}

/** Results in the order of the cells; those that are missing are left out. */
export function tableOf(study: Study, states: readonly CellState[]): StudyTable {
  const cells = states.flatMap(({ cell, result }) => {
    if (result === null) return [];
    const { exit, error, rows, columns, answer } = result;
    const ranks: unknown = Object(Object(answer).input).ranks;
    const names = cellNames(study, study.cells[cell]);
    const said = error === null ? null : firstLine(error.message);
    const occupied = occupiedColumns(answer);
    return [
      {
        ...{ names, ranks: typeof ranks === 'number' ? ranks : null, exit, error: said },
        rows: rows.map((row) => ({ ...occupied, ...row })),
        columns: [...Object.keys(occupied), ...columns],
      },
    ];
  });
  return studyTable(cells);
}

/** Of an answer on a topology: with other nodes it would be another. */
function occupiedColumns(answer: unknown): Record<string, CellValue> {
  const found = occupiedBy(answer);
  if (found === null) return {};
  const { allocation, occupancy } = found;
  return {
    allocation,
    switches_occupied: occupancy.switches,
    wires_unused: occupancy.wiresUnused.join(' '),
  };
}

/** What stands behind it, such as where in our code a bug showed, is in the cell's file. */
const firstLine = (text: string): string => text.split('\n')[0];

/** The bytes of a table. */
export async function tableBytes(table: StudyTable, format: TableFormat): Promise<Uint8Array> {
  const encoded = (text: string): Uint8Array => new TextEncoder().encode(text);
  switch (format) {
    case 'csv':
      return encoded(csvOf(table));
    case 'jsonl':
      return encoded(linesOf(table));
    case 'parquet': {
      const { parquet } = await import('../output/parquet.js');
      return parquet(table);
    }
  }
}

const rowsOf = (table: StudyTable) =>
  (table[0]?.values ?? []).map((_, i) => table.map(({ values }) => values[i]));

const csvOf = (table: StudyTable): string =>
  csvText(
    csvTable(
      table.map(({ name }) => name),
      rowsOf(table),
    ),
  );

/** An object a line; what there is nothing of is null. */
const linesOf = (table: StudyTable): string =>
  rowsOf(table)
    .map((row) => `${JSON.stringify(Object.fromEntries(table.map(({ name }, i) => [name, row[i]])))}\n`)
    .join('');
