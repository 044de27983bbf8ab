/** What one location defines for itself: its own numbers of regions and communicators, and how its clock went. */
import type { SourceFile } from '../format.js';
import type { ByteReader } from './bytes.js';
import { type ChunkForm, readChunks } from './chunks.js';

/** Types of records, as OTF2 numbers them. */
const RECORD = { mapping: 5, clockOffset: 6 } as const;
/** What a table maps, by number. */
const MAPPED = { region: 3, comm: 6, context: 10 } as const;
/** A table is a list of global numbers by local ones, or pairs. */
const DENSE = 0;

/** The global number by the location's own. */
export type IdMap = ReadonlyMap<number, number>;

/** At a time of the location's clock: what to add to it. */
export interface ClockOffset {
  readonly time: bigint;
  readonly offset: bigint;
}

export interface LocalDefinitions {
  readonly regions: IdMap;
  readonly comms: IdMap;
  readonly contexts: IdMap;
  /** In the order of their times. */
  readonly offsets: readonly ClockOffset[];
}

/** Throws InputError for what is damaged. */
export async function readLocalDefinitions(file: SourceFile, form: ChunkForm): Promise<LocalDefinitions> {
  const maps = new Map<number, IdMap>();
  const offsets: ClockOffset[] = [];
  await readChunks(file, form, {
    chunk: () => undefined,
    record(type, bytes) {
      const end = bytes.recordEnd();
      if (type === RECORD.mapping) maps.set(bytes.u8(), idMap(bytes, end));
      else if (type === RECORD.clockOffset) offsets.push(clockOffset(bytes, offsets.at(-1)));
      else bytes.at = end;
      bytes.endRecord(end, form.longer);
    },
  });
  const mapOf = (what: number): IdMap => maps.get(what) ?? new Map();
  return {
    regions: mapOf(MAPPED.region),
    comms: mapOf(MAPPED.comm),
    contexts: mapOf(MAPPED.context),
    offsets,
  };
}

function idMap(bytes: ByteReader, end: number): IdMap {
  const map = new Map<number, number>();
  const count = bytes.u64();
  const dense = bytes.u8() === DENSE;
  for (let i = 0; i < count; i++) {
    if (bytes.at >= end) bytes.fail(`a table of ${count} numbers that is not whole`);
    const local = dense ? i : bytes.u64();
    map.set(local, bytes.u64());
  }
  return map;
}

function clockOffset(bytes: ByteReader, before: ClockOffset | undefined): ClockOffset {
  const time = bytes.u64Full();
  const offset = bytes.i64();
  // How far it is off.
  bytes.u64Full();
  if (before !== undefined && time <= before.time) bytes.fail('clock offsets whose times do not go on');
  return { time, offset };
}
