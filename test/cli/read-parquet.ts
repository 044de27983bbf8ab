/** Reads Parquet by the libraries of Apache Arrow (the crate `parquet` in WebAssembly, `apache-arrow`), which share nothing with the writer. */
import { tableFromIPC } from 'apache-arrow';
import { readParquet } from 'parquet-wasm';

export interface ReadColumn {
  readonly name: string;
  /** Arrow's name of its type, such as Int64, Float64, Utf8. */
  readonly type: string;
  readonly nullable: boolean;
  /** [rows]; a bigint for Int64. */
  readonly values: readonly unknown[];
}

export function columnsOf(bytes: Uint8Array): ReadColumn[] {
  const table = tableFromIPC(readParquet(bytes).intoIPCStream());
  return table.schema.fields.map(({ name, type, nullable }, i) => ({
    name,
    type: String(type),
    nullable,
    values: [...(table.getChildAt(i) ?? [])],
  }));
}
