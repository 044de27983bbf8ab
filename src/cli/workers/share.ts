/** Moves columns into memory that threads share: each reads the same bytes, none copies them. */
import type { ProgramData } from '../../sources/program.js';

type Column = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array;

function isColumn(value: unknown): value is Column {
  return (
    ArrayBuffer.isView(value) && !(value instanceof DataView) && !(value.buffer instanceof SharedArrayBuffer)
  );
}

function shared(column: Column): Column {
  const buffer = new SharedArrayBuffer(column.byteLength);
  new Uint8Array(buffer).set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength));
  if (column instanceof Float64Array) return new Float64Array(buffer);
  if (column instanceof Uint32Array) return new Uint32Array(buffer);
  if (column instanceof Int32Array) return new Int32Array(buffer);
  if (column instanceof Uint16Array) return new Uint16Array(buffer);
  return new Uint8Array(buffer);
}

/** Levels of lists and records that columns lie under: data, its ranks, a rank, a part of it. */
const DEPTH = 4;

/** The same value with its columns in shared memory. */
function share(value: unknown, depth: number): unknown {
  if (isColumn(value)) return shared(value);
  if (depth === 0 || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => share(one, depth - 1));
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, share(one, depth - 1)]));
}

/** The data of a program, of whichever kind, with its columns in shared memory. */
export const shareData = <Data extends ProgramData>(data: Data): Data => ({
  ...data,
  ...Object.fromEntries(Object.entries(data).map(([name, value]) => [name, share(value, DEPTH)])),
});
