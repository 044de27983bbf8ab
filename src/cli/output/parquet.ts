/** Tables as Apache Parquet, with typed columns. */
import { type ColumnSource, parquetWriteBuffer } from 'hyparquet-writer';
import { packageVersion } from '../process/package-files.js';
import type { CsvCell, CsvTable } from './table.js';

const CREATED_BY = `llamp-ts version ${packageVersion()}`;
/** Headers in Thrift's compact protocol: a list, in the next field; elements that are structures. */
const LIST_OF_GROUPS = 0x19;
const STRUCT = 0x0c;

/** Value of a cell. Numbers that are not finite are null in the file, as they are empty in CSV. */
export type Cell = CsvCell | boolean;

/** A column by its name, which carries its unit. */
interface ParquetColumn {
  readonly name: string;
  /** [rows] */
  readonly values: readonly Cell[];
}

/** The table of an answer as the same columns. */
export const parquetTable = ({ header, rows }: CsvTable): Uint8Array =>
  parquet(header.map((name, column) => ({ name, values: rows.map((row) => row[column]) })));

/**
 * A Parquet file of columns of one length, each optional, packed by Snappy; the same columns give the same bytes. Whole
 * numbers are INT64, others DOUBLE, with every digit; a column with words is UTF-8; one without any value is DOUBLE.
 * Throws Error if columns share a name or differ in length.
 */
export function parquet(columns: readonly ParquetColumn[]): Uint8Array {
  refuseUneven(columns);
  const columnData = columns.map(({ name, values }) => ({ name, nullable: true, ...typed(values) }));
  const file = new Uint8Array(parquetWriteBuffer({ columnData, createdBy: CREATED_BY }));
  return columns[0].values.length === 0 ? withGroupType(file) : file;
}

/**
 * A file without rows has an empty list of row groups, which hyparquet-writer 0.17.0 gives no type of elements. Thrift's
 * compact protocol demands one, and strict readers refuse the file. The list precedes the name of the creator.
 */
function withGroupType(file: Uint8Array): Uint8Array {
  const made = Buffer.from(file.buffer).lastIndexOf(CREATED_BY);
  const [list, elements] = file.subarray(made - 4);
  if (list === LIST_OF_GROUPS && elements === 0) file[made - 3] = STRUCT;
  return file;
}

function refuseUneven(columns: readonly ParquetColumn[]): void {
  const [first] = columns;
  if (first === undefined) throw new Error('a Parquet file without columns');
  const uneven = columns.find(({ values }) => values.length !== first.values.length);
  if (uneven !== undefined) throw new Error(`column ${uneven.name} is not as long as ${first.name}`);
  const twice = columns.find(({ name }, i) => columns.findIndex((other) => other.name === name) < i);
  if (twice !== undefined) throw new Error(`two columns ${twice.name}`);
}

/** Not INT32: products of such columns overflow in readers. */
function typed(values: readonly Cell[]): Required<Pick<ColumnSource, 'data' | 'type'>> {
  // −0 is 0: the library writes equal values by the first of them.
  const cells = values.map((value) =>
    typeof value !== 'number' ? value : Number.isFinite(value) ? value + 0 : null,
  );
  const known = cells.filter((cell) => cell !== null);
  if (known.every((cell) => typeof cell === 'number')) return numbers(cells, known.length > 0);
  if (known.every((cell) => typeof cell === 'boolean')) return { type: 'BOOLEAN', data: cells };
  return { type: 'STRING', data: cells.map((cell) => (cell === null ? null : String(cell))) };
}

/** Beyond 2^53 a double represents several whole numbers. */
function numbers(cells: readonly Cell[], any: boolean): Required<Pick<ColumnSource, 'data' | 'type'>> {
  const whole = any && cells.every((cell) => cell === null || Number.isSafeInteger(cell));
  if (!whole) return { type: 'DOUBLE', data: [...cells] };
  return { type: 'INT64', data: cells.map((cell) => (typeof cell === 'number' ? BigInt(cell) : null)) };
}
