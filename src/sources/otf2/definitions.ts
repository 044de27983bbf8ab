/** The global definitions of an archive: clock, regions, processes, groups, communicators. Most others are passed over. */
import { InputError } from '../../errors.js';
import type { SourceFile } from '../format.js';
import { type ByteReader, DAMAGED, UNDEFINED_32 } from './bytes.js';
import { type ChunkForm, readChunks } from './chunks.js';

/** Types of records, as OTF2 numbers them. */
const RECORD = {
  clock: 5,
  string: 10,
  attribute: 11,
  systemTreeNode: 12,
  locationGroup: 13,
  location: 14,
  region: 15,
  group: 18,
  comm: 22,
  callingContext: 34,
} as const;

export const PARADIGM = { compiler: 2, mpi: 4, measurement: 6 } as const;
export const ROLE = { artificial: 31 } as const;
export const GROUP = { locations: 4, members: 5, self: 6 } as const;
export const LOCATION = { thread: 1 } as const;

export interface Clock {
  readonly ticksPerSecond: number;
  /** When it was recorded, in ms since 1970; NaN where that is not told. */
  readonly date: number;
}

/** A place of the program that was entered and left; names by number of their string. */
export interface RegionDefinition {
  readonly name: number;
  readonly canonical: number;
  readonly file: number;
  readonly line: number;
  readonly role: number;
  readonly paradigm: number;
}

/** A thread, or another stream of events. */
export interface LocationDefinition {
  readonly ref: number;
  readonly type: number;
  readonly events: number;
  /** The process. */
  readonly group: number;
}

export interface GroupDefinition {
  readonly type: number;
  readonly paradigm: number;
  readonly members: readonly number[];
}

export interface CommDefinition {
  readonly name: number;
  readonly group: number;
}

/** A region with where it was entered from. */
export interface ContextDefinition {
  readonly region: number;
  readonly parent: number;
}

/** All of them by the numbers that events and other definitions name them by. */
export class Definitions {
  clock: Clock | undefined;
  readonly strings = new Map<number, string>();
  readonly locations = new Map<number, LocationDefinition>();
  readonly regions = new Map<number, RegionDefinition>();
  readonly groups = new Map<number, GroupDefinition>();
  readonly comms = new Map<number, CommDefinition>();
  readonly contexts = new Map<number, ContextDefinition>();

  /** '' for what is not defined. */
  text(ref: number): string {
    return this.strings.get(ref) ?? '';
  }
}

const NS_PER_MS = 1_000_000;
const NO_TIME = 2n ** 64n - 1n;

/** Where a number stands for two things, the library takes the first with a warning; nothing tells which is meant. */
function define<T>(bytes: ByteReader, map: Map<number, T>, ref: number, one: T, kind: string): void {
  const before = map.get(ref);
  if (before !== undefined && JSON.stringify(before) !== JSON.stringify(one))
    bytes.fail(`${kind} ${ref} is defined before as another`);
  map.set(ref, one);
}

/** The last field, of newer versions: flags, the description of an attribute, what created a process. */
function newest(bytes: ByteReader, end: number): void {
  if (bytes.at < end) bytes.u32();
}

const READERS: Readonly<Record<number, (bytes: ByteReader, into: Definitions, end: number) => void>> = {
  [RECORD.clock](bytes, into, end) {
    const ticksPerSecond = bytes.u64();
    bytes.big();
    bytes.big();
    const realtime = bytes.at < end ? bytes.big() : NO_TIME;
    if (ticksPerSecond === 0) bytes.fail('a clock of no ticks in a second');
    into.clock = {
      ticksPerSecond,
      date: realtime === NO_TIME || realtime === 0n ? Number.NaN : Number(realtime) / NS_PER_MS,
    };
  },
  [RECORD.string](bytes, into) {
    define(bytes, into.strings, bytes.u32(), bytes.string(), 'string');
  },
  // What every archive has besides is held to its fields, and nothing of it is kept.
  [RECORD.attribute](bytes, _into, end) {
    bytes.u32();
    bytes.u32();
    bytes.u8();
    newest(bytes, end);
  },
  [RECORD.systemTreeNode](bytes) {
    for (let i = 0; i < 4; i++) bytes.u32();
  },
  [RECORD.locationGroup](bytes, _into, end) {
    bytes.u32();
    bytes.u32();
    bytes.u8();
    bytes.u32();
    newest(bytes, end);
  },
  [RECORD.location](bytes, into) {
    const ref = bytes.u64();
    if (!Number.isSafeInteger(ref)) bytes.fail(`a location of number ${ref}`);
    bytes.u32();
    const location = { ref, type: bytes.u8(), events: bytes.u64(), group: bytes.u32() };
    define(bytes, into.locations, ref, location, 'location');
  },
  [RECORD.region](bytes, into, end) {
    const [ref, name] = [bytes.u32(), bytes.u32()];
    // Description, and the type of versions before 1.2.
    bytes.u32();
    bytes.u8();
    const [file, line] = [bytes.u32(), bytes.u32()];
    bytes.u32();
    const newer = bytes.at < end;
    const canonical = newer ? bytes.u32() : name;
    const [role, paradigm] = newer ? [bytes.u8(), bytes.u8()] : [0, 0];
    newest(bytes, end);
    const region = { name, canonical, file, line, role, paradigm };
    define(bytes, into.regions, ref, region, 'region');
  },
  [RECORD.group](bytes, into, end) {
    const ref = bytes.u32();
    bytes.u32();
    // The type of versions before 1.2.
    bytes.u8();
    const count = bytes.u32();
    bytes.need(count);
    const members = Array.from({ length: count }, () => bytes.u64());
    const newer = bytes.at < end;
    const [type, paradigm] = newer ? [bytes.u8(), bytes.u8()] : [0, 0];
    newest(bytes, end);
    define(bytes, into.groups, ref, { type, paradigm, members }, 'group');
  },
  [RECORD.comm](bytes, into, end) {
    const [ref, name, group] = [bytes.u32(), bytes.u32(), bytes.u32()];
    // What it was made from.
    bytes.u32();
    newest(bytes, end);
    define(bytes, into.comms, ref, { name, group }, 'communicator');
  },
  [RECORD.callingContext](bytes, into) {
    const [ref, region] = [bytes.u32(), bytes.u32()];
    bytes.u32();
    define(bytes, into.contexts, ref, { region, parent: bytes.u32() }, 'calling context');
  },
};

/** Reads the global definitions, of which there must be `expected`. */
export async function readDefinitions(
  file: SourceFile,
  form: ChunkForm,
  expected: number,
): Promise<Definitions & { readonly clock: Clock }> {
  const found = new Definitions();
  let count = 0;
  await readChunks(file, form, {
    chunk: () => undefined,
    record(type, bytes) {
      const end = bytes.recordEnd();
      const read = READERS[type];
      read?.(bytes, found, end);
      if (read === undefined) bytes.at = end;
      else bytes.endRecord(end, form.longer);
      count++;
    },
  });
  const fail = (what: string): never => {
    throw new InputError({ place: { source: file.source }, what, mend: DAMAGED });
  };
  if (count !== expected) fail(`${count} definitions of ${expected} are here`);
  const { clock } = found;
  if (clock === undefined) return fail('no clock is defined');
  for (const [ref, { name, canonical }] of found.regions)
    for (const text of [name, canonical])
      if (isDefined(text) && !found.strings.has(text))
        fail(`region ${ref} is called by string ${text}, which is not defined`);
  return Object.assign(found, { clock });
}

/** Whether a number stands for a definition. */
export const isDefined = (ref: number): boolean => ref !== UNDEFINED_32;
