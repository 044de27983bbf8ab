/** `--parquet FILE`: the table of `--csv` beside the answer. The library that writes it is loaded only where it is asked for. */
import { Flags } from '@oclif/core';
import { UsageError } from '../../errors.js';
import type { CsvTable } from './csv.js';
import { writeFileWhole } from './files.js';

export const parquetFlag = Flags.string({
  helpGroup: 'OUTPUT',
  helpValue: 'FILE',
  parse: async (name) => {
    if (name !== '-') return name;
    throw new UsageError('--parquet - is no file', 'name one: Parquet is read from its end');
  },
  description: 'write the table of --csv as Parquet, its columns with their types',
});

/** Writes the table that --parquet asks for, if it does. */
export async function writeParquet(
  name: string | undefined,
  table: (() => CsvTable) | undefined,
): Promise<void> {
  if (name === undefined || table === undefined) return;
  const { parquetTable } = await import('./parquet.js');
  await writeFileWhole(name, [parquetTable(table())]);
}
