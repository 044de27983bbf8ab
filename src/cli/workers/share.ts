/** Moves columns into memory that threads share: each reads the same bytes, none copies them. */

import type { Schedule } from '../../schedule/schedule.js';
import type { RankTrace, TraceSet } from '../../sources/liballprof/index.js';
import type { VariantSource } from './plan.js';

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

/** The same record with its columns in shared memory. */
function shareColumns<Record extends object>(record: Record): Record {
  const columns = Object.entries(record).flatMap(([name, value]) =>
    isColumn(value) ? [[name, shared(value)]] : [],
  );
  return { ...record, ...Object.fromEntries(columns) };
}

const shareRank = (trace: RankTrace): RankTrace => shareColumns(trace);
const shareSchedule = (schedule: Schedule): Schedule => shareColumns(schedule);
const shareTraces = ({ ranks, warnings }: TraceSet): TraceSet => ({ ranks: ranks.map(shareRank), warnings });

export function shareSource(source: VariantSource): VariantSource {
  switch (source.kind) {
    case 'pattern':
      return source;
    case 'schedule':
      return { ...source, schedule: shareSchedule(source.schedule) };
    case 'traces':
      return { ...source, set: shareTraces(source.set) };
  }
}
