/**
 * Definitions of an archive: clock, regions, processes, groups, communicators, and what single locations define for
 * themselves. Others are passed over.
 */
import { InputError } from '../../errors.js';
import type { SourceFile } from '../format.js';
import type { KnownCommunicator } from '../mpi/rank-trace.js';
import { type ByteReader, type ChunkForm, DAMAGED, readChunks, UNDEFINED_32 } from './otf2-bytes.js';

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

interface Clock {
  readonly ticksPerSecond: number;
  /** Time of recording, in ms since 1970; NaN where it is unknown. */
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

interface GroupDefinition {
  readonly type: number;
  readonly paradigm: number;
  readonly members: readonly number[];
}

interface CommDefinition {
  readonly name: number;
  readonly group: number;
}

/** A region with where it was entered from. */
interface ContextDefinition {
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
  /** Strings that name what is not kept, by what it is. */
  readonly names = new Map<number, string>();

  /** '' for what is not defined. */
  text(ref: number): string {
    return this.strings.get(ref) ?? '';
  }
}

const NS_PER_MS = 1_000_000;
const NO_TIME = 2n ** 64n - 1n;

/** Where a number is defined twice, the library takes the first with a warning; which is meant is unknown. */
function define<T>(bytes: ByteReader, map: Map<number, T>, ref: number, one: T, kind: string): void {
  const before = map.get(ref);
  if (before !== undefined && JSON.stringify(before) !== JSON.stringify(one))
    bytes.fail(`${kind} ${ref} is defined twice`);
  map.set(ref, one);
}

/** The last field, of newer versions: flags of a communicator, the description of an attribute, what created a process. */
function newest(bytes: ByteReader, end: number): void {
  if (bytes.at < end) bytes.u32();
}

/** Flags that came together with the fields before them. */
const flags = (bytes: ByteReader): number => bytes.u32();

const READERS: Readonly<Record<number, (bytes: ByteReader, into: Definitions, end: number) => void>> = {
  [RECORD.clock](bytes, into, end) {
    const ticksPerSecond = bytes.u64();
    bytes.big();
    bytes.big();
    const realtime = bytes.at < end ? bytes.big() : NO_TIME;
    if (ticksPerSecond === 0) bytes.fail('the clock has 0 ticks per second');
    into.clock = {
      ticksPerSecond,
      date: realtime === NO_TIME || realtime === 0n ? Number.NaN : Number(realtime) / NS_PER_MS,
    };
  },
  [RECORD.string](bytes, into) {
    define(bytes, into.strings, bytes.u32(), bytes.string(), 'string');
  },
  // Other parts of every archive are checked against their fields, and not kept.
  [RECORD.attribute](bytes, into, end) {
    const ref = bytes.u32();
    into.names.set(bytes.u32(), `attribute ${ref}`);
    bytes.u8();
    newest(bytes, end);
  },
  [RECORD.systemTreeNode](bytes, into) {
    const ref = bytes.u32();
    for (let i = 0; i < 2; i++) into.names.set(bytes.u32(), `system tree node ${ref}`);
    bytes.u32();
  },
  [RECORD.locationGroup](bytes, into, end) {
    const ref = bytes.u32();
    into.names.set(bytes.u32(), `location group ${ref}`);
    bytes.u8();
    bytes.u32();
    newest(bytes, end);
  },
  [RECORD.location](bytes, into) {
    const ref = bytes.u64();
    if (!Number.isSafeInteger(ref)) bytes.fail(`a location with the number ${ref}`);
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
    if (newer) flags(bytes);
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
    if (newer) flags(bytes);
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
  if (count !== expected) fail(`the number of definitions is ${count}, but ${expected} in the anchor file`);
  const { clock } = found;
  if (clock === undefined) return fail('no clock is defined');
  for (const [ref, { name, canonical }] of found.regions)
    for (const text of [name, canonical]) found.names.set(text, `region ${ref}`);
  for (const [text, what] of found.names)
    if (isDefined(text) && !found.strings.has(text))
      fail(`the name of ${what} is string ${text}, which is not defined`);
  return Object.assign(found, { clock });
}

/** Whether a number stands for a definition. */
const isDefined = (ref: number): boolean => ref !== UNDEFINED_32;

// What one location defines for itself: its own numbers of regions and communicators, and how its clock went.

/** Types of records, as OTF2 numbers them. */
const LOCAL = { mapping: 5, clockOffset: 6 } as const;
/** A table of numbers. */
const MAPPED = { region: 3, comm: 6, context: 10 } as const;
/** A table is a list of global numbers by local ones, or of pairs. */
const TABLE = { dense: 0, pairs: 1 } as const;

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
    record(type, bytes) {
      const end = bytes.recordEnd();
      if (type === LOCAL.mapping) maps.set(bytes.u8(), idMap(bytes, end));
      else if (type === LOCAL.clockOffset) offsets.push(clockOffset(bytes, offsets.at(-1)));
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
  const mode = bytes.u8();
  if (mode !== TABLE.dense && mode !== TABLE.pairs)
    bytes.fail(`a table of numbers of the unknown mode ${mode}`);
  for (let i = 0; i < count; i++) {
    if (bytes.at >= end) bytes.fail(`a table of ${count} numbers is incomplete`);
    const local = mode === TABLE.dense ? i : bytes.u64();
    map.set(local, bytes.u64());
  }
  return map;
}

function clockOffset(bytes: ByteReader, before: ClockOffset | undefined): ClockOffset {
  const time = bytes.u64Full();
  const offset = bytes.i64();
  // How far it is off.
  bytes.u64Full();
  if (before !== undefined && time <= before.time) bytes.fail('the times of clock offsets do not increase');
  return { time, offset };
}

/** Of tools that number everything alike. */
const NOTHING: LocalDefinitions = { regions: new Map(), comms: new Map(), contexts: new Map(), offsets: [] };

/** Reads those of one location after the other: all have a file, or none has. */
export class LocalFiles {
  readonly #form: ChunkForm;
  /** Undefined before the first. */
  #there: boolean | undefined;

  constructor(form: ChunkForm) {
    this.#form = form;
  }

  /** Throws InputError for what is damaged, or absent where that of another location is there. */
  async read(file: SourceFile): Promise<LocalDefinitions> {
    if (this.#there === false) return NOTHING;
    const opened = this.#there === undefined ? await openedOrNone(file) : file;
    this.#there = opened !== undefined;
    return opened === undefined ? NOTHING : readLocalDefinitions(opened, this.#form);
  }
}

/** The file with its first bytes read; undefined where they cannot be. */
async function openedOrNone(file: SourceFile): Promise<SourceFile | undefined> {
  try {
    const iterator = file.chunks[Symbol.asyncIterator]();
    const first = await iterator.next();
    return { ...file, chunks: from(first, iterator) };
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

async function* from(
  first: IteratorResult<Uint8Array>,
  iterator: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  for (let next = first; next.done !== true; next = await iterator.next()) yield next.value;
}

/** A rank, with its threads: first the one that MPI numbers; a process may have more. */
interface Process {
  readonly rank: number;
  readonly locations: readonly LocationDefinition[];
}

interface Processes {
  readonly ranks: readonly Process[];
  /** Locations that are no threads, such as those of accelerators and metrics, and threads of no rank. */
  readonly others: number;
}

/** In order of the ranks. Throws InputError where the archive has no MPI. */
export function processesOf(definitions: Definitions, source: string): Processes {
  const fail = (what: string, mend = DAMAGED): never => {
    throw new InputError({ place: { source }, what, mend });
  };
  const own = [...definitions.groups.values()].find(
    ({ type, paradigm }) => type === GROUP.locations && paradigm === PARADIGM.mpi,
  );
  if (own === undefined || own.members.length === 0)
    return fail(
      'the archive defines no MPI ranks',
      'record a program that uses MPI, and record its MPI calls',
    );
  const firsts = own.members.map(
    (ref, rank) =>
      definitions.locations.get(ref) ?? fail(`rank ${rank} is location ${ref}, which is not defined`),
  );
  if (new Set(own.members).size < own.members.length) fail('two MPI ranks are one location');
  const ranksOf = new Map<number, number>();
  for (const { group } of firsts) ranksOf.set(group, (ranksOf.get(group) ?? 0) + 1);
  const threads = new Map<number, LocationDefinition[]>();
  const taken = new Set(own.members);
  for (const location of definitions.locations.values()) {
    // Ranks that share a process cannot share its threads.
    if (location.type !== LOCATION.thread || taken.has(location.ref) || ranksOf.get(location.group) !== 1)
      continue;
    const list = threads.get(location.group) ?? [];
    threads.set(location.group, list);
    list.push(location);
  }
  const ranks = firsts.map((first, rank) => ({
    rank,
    locations: [first, ...(threads.get(first.group) ?? [])],
  }));
  const used = ranks.reduce((sum, { locations }) => sum + locations.length, 0);
  return { ranks, others: definitions.locations.size - used };
}

/** Handles that traces have for MPI_COMM_WORLD, and for no communicator. */
const WORLD = 1;
export const NO_COMM = 0;
/** Handles of others: their number in the archive, and this. MPI_COMM_SELF is one of them. */
const FIRST = 3;

/** Communicators by their definitions: members as ranks of the world, and handles as traces have them. */
export class CommTable {
  readonly #definitions: Definitions;
  readonly #source: string;
  readonly #ranks: number;
  /** Number of the world; undefined where it is not defined. */
  readonly #world: number | undefined;
  readonly #members = new Map<number, readonly number[] | 'self' | null>();

  /** `ranks` of MPI, which `source` defines. */
  constructor(definitions: Definitions, ranks: number, source: string) {
    this.#definitions = definitions;
    this.#ranks = ranks;
    this.#source = source;
    const worlds = [...definitions.comms.keys()].filter((ref) => this.#isWorld(ref)).sort((a, b) => a - b);
    this.#world = worlds.find((ref) => this.#nameOf(ref) === 'MPI_COMM_WORLD') ?? worlds[0];
  }

  /** Null where the archive does not state the members, as for an intercommunicator. */
  of(ref: number, rank: number): KnownCommunicator | null {
    const members = this.#membersOf(ref);
    if (members === null) return null;
    const name = this.#nameOf(ref);
    return {
      handle: ref === this.#world ? WORLD : FIRST + ref,
      members: members === 'self' ? [rank] : members,
      name: `definition ${ref}${name === '' ? '' : ` (${name})`}`,
    };
  }

  #nameOf(ref: number): string {
    return this.#definitions.text(this.#definitions.comms.get(ref)?.name ?? -1);
  }

  #isWorld(ref: number): boolean {
    const members = this.#membersOf(ref);
    return Array.isArray(members) && members.length === this.#ranks && members.every((rank, i) => rank === i);
  }

  #membersOf(ref: number): readonly number[] | 'self' | null {
    const known = this.#members.get(ref);
    if (known !== undefined) return known;
    const found = this.#find(ref);
    this.#members.set(ref, found);
    return found;
  }

  #find(ref: number): readonly number[] | 'self' | null {
    const { comms, groups } = this.#definitions;
    const group = groups.get(comms.get(ref)?.group ?? -1);
    if (group === undefined || group.paradigm !== PARADIGM.mpi) return null;
    if (group.type === GROUP.self) return 'self';
    if (group.type !== GROUP.members) return null;
    const { members } = group;
    const outside = members.find((rank) => rank >= this.#ranks);
    if (outside === undefined && new Set(members).size === members.length) return members;
    throw new InputError({
      place: { source: this.#source },
      what:
        outside === undefined
          ? `communicator ${ref} contains a rank twice`
          : `communicator ${ref} contains rank ${outside}, but the run has ranks 0 to ${this.#ranks - 1}`,
      mend: DAMAGED,
    });
  }
}
