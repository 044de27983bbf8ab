/** Archives of OTF2 → the traces of all ranks. */
import { formatPlace, InputError, joinWarnings, many, type Place, type Warning } from '../../errors.js';
import type { SourceFile } from '../format.js';
import { CALLS, P2P, REPLACE, SENDRECV } from '../mpi/mpi-calls.js';
import type { RankTrace, TraceSet } from '../mpi/rank-trace.js';
import { checkRanks } from '../mpi/trace-set.js';
import { withoutPacking } from '../rank-files.js';
import { ByteReader, CHUNK_BYTES, MARK } from './otf2-bytes.js';
import { CommTable, LocalFiles, processesOf, readDefinitions } from './otf2-definitions.js';
import { countingOf, NOBODY } from './otf2-rank-rows.js';
import { MOST_COMPUTING, Regions } from './otf2-regions.js';
import { type ArchiveFacts, type LocationFiles, type RankFound, readRank } from './read-otf2-rank.js';

const US_PER_S = 1_000_000;
const FILE = /^(?:.*[/\\])?(.+)\.otf2$/;

/**
 * Reads an archive by its anchor file, one location after the other. Throws InputError with file and byte, or number of the
 * event, for what is damaged, is not there or cannot be read.
 */
export async function readArchive(anchorFile: SourceFile): Promise<TraceSet> {
  const { name, open } = opener(anchorFile);
  const anchor = await readAnchor(anchorFile);
  const file = open(`${name}.def`);
  const longer = new LongerRecords(anchor);
  const inDefinitions = { size: anchor.definitionChunk, longer: longer.take };
  const definitions = await readDefinitions(file, inDefinitions, anchor.definitions);
  checkLocations(anchorFile.source, anchor, definitions.locations.size);
  const processes = processesOf(definitions, file.source);
  const regions = new Regions(definitions);
  const archive: ArchiveFacts = {
    ranks: processes.ranks.length,
    comms: new CommTable(definitions, processes.ranks.length, file.source),
    counting: countingOf(anchor.creator),
    ticksPerUs: definitions.clock.ticksPerSecond / US_PER_S,
    date: definitions.clock.date,
    regions,
    form: { size: anchor.eventChunk, longer: longer.take },
  };
  const locals = new LocalFiles(inDefinitions);
  const found = [];
  for (const { rank, locations } of processes.ranks) {
    const files: LocationFiles[] = [];
    for (const [i, location] of locations.entries()) {
      // Threads that did nothing may have no file.
      if (i > 0 && location.events === 0) continue;
      const local = await locals.read(open(`${name}/${location.ref}.def`));
      files.push({ location, local, events: open(`${name}/${location.ref}.evt`) });
    }
    found.push(await readRank(rank, files, archive));
  }
  const set = checkRanks(
    found.map(({ trace }) => trace),
    true,
  );
  // Where receives are recorded too late, their order is not that in which they take messages.
  const ordered = found.every(({ lateReceives }) => lateReceives === 0);
  if (ordered && archive.counting === 'all ranks') checkLengths(set.ranks);
  const warnings = warningsOf(found, anchor, processes.others, longer.count);
  return { ...set, warnings: joinWarnings(warnings, set) };
}

/** Opens the other files of an archive by the name of its anchor. */
function opener(anchor: SourceFile): { readonly name: string; readonly open: (path: string) => SourceFile } {
  const { beside, source } = anchor;
  const name = FILE.exec(withoutPacking(source))?.[1];
  if (beside === undefined || name === undefined)
    throw new InputError({
      place: { source },
      what: 'this is the anchor file of an OTF2 archive without the other files of the archive',
      mend: 'give the path of the archive, or of its anchor file traces.otf2',
    });
  return { name, open: (path) => beside.call(anchor, path) };
}

function checkLocations(source: string, { locations }: Anchor, defined: number): void {
  if (locations === defined) return;
  throw new InputError({
    place: { source },
    what: `the anchor file states ${locations} locations, but the archive defines ${defined}`,
    mend: 'copy it again, or record it again; the files are of different archives, or the archive was not closed',
  });
}

/** Records that are longer than their fields: newer versions may add some, and readers go on behind them. */
class LongerRecords {
  readonly #newer: boolean;
  readonly #version: string;
  count = 0;

  constructor({ newer, version }: Anchor) {
    this.#newer = newer;
    this.#version = version;
  }

  readonly take = (bytes: ByteReader, end: number): void => {
    if (!this.#newer)
      bytes.fail(`a record with ${end - bytes.at} B after its fields, unlike OTF2 ${this.#version}`);
    this.count++;
  };
}

// The anchor file.

const MAGIC = 'OTF2';
/** Of the forms of the anchor file, the first, the first with properties, and with numbers of snapshots. */
const FIRST = 1;
const PROPERTIES = 2;
const SNAPSHOTS = 3;
/** Of the forms of records, the newest that OTF2 3.0 reads. */
const NEWEST = 2;
/** File formats of an archive, by number. */
const SUBSTRATES = ['unknown', 'POSIX', 'SION', 'none'];
const POSIX = 1;
const COMPRESSIONS = ['unknown', 'none', 'zlib'];
const UNPACKED = 1;
/** Of the versions whose records are known in full, the last. */
const KNOWN = [3, 0];
/** No anchor is longer: more is another file. */
const MOST_BYTES = 2 ** 24;

/** How the other files of an archive are written, and how much there is. */
interface Anchor {
  /** Of OTF2, as 3.0.2. */
  readonly version: string;
  /** Whether it may have records with fields that are not known yet, behind those that are. */
  readonly newer: boolean;
  /** Bytes of a chunk. */
  readonly eventChunk: number;
  readonly definitionChunk: number;
  readonly locations: number;
  readonly definitions: number;
  /** The tool that wrote it, as `Score-P 7.1`. */
  readonly creator: string;
}

/** Throws InputError for what is no anchor, and for archives that are packed or kept in SION files. */
export async function readAnchor({ source, chunks }: SourceFile): Promise<Anchor> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of chunks) {
    pieces.push(piece);
    length += piece.length;
    if (length > MOST_BYTES) break;
  }
  const all = new Uint8Array(length);
  for (let at = 0, i = 0; i < pieces.length; at += pieces[i++].length) all.set(pieces[i], at);
  return anchorOf(source, all);
}

function anchorOf(source: string, all: Uint8Array): Anchor {
  const bytes = new ByteReader(source);
  bytes.begin(all, 0);
  if (bytes.string() !== MAGIC) bytes.fail('this is not an OTF2 anchor file');
  const form = bytes.u8();
  if (form < FIRST) bytes.fail(`an anchor file of the unknown format ${form}`);
  const records = bytes.u8();
  if (records > NEWEST) bytes.fail(`records of the unknown format ${records}`, 'record it with OTF2 3.0');
  const [major, minor, patch] = [bytes.u8(), bytes.u8(), bytes.u8()];
  const version = `${major}.${minor}.${patch}`;
  const newer = major > KNOWN[0] || (major === KNOWN[0] && minor > KNOWN[1]);
  const eventChunk = chunkSize(bytes);
  const definitionChunk = chunkSize(bytes);
  refuseStorage(source, bytes.u8(), bytes.u8());
  const locations = Number(bytes.u64Full());
  const definitions = Number(bytes.u64Full());
  // Name of the machine, what wrote it, a description.
  bytes.string();
  const creator = bytes.string();
  bytes.string();
  readRest(bytes, form);
  return { version, newer, eventChunk, definitionChunk, locations, definitions, creator };
}

function chunkSize(bytes: ByteReader): number {
  const size = Number(bytes.u64Full());
  if (size < CHUNK_BYTES.least || size > CHUNK_BYTES.most)
    bytes.fail(`the chunk size ${size} B is out of range`);
  return size;
}

function refuseStorage(source: string, substrate: number, compression: number): void {
  if (substrate !== POSIX)
    throw new InputError({
      place: { source },
      what: `an archive in files of the type ${SUBSTRATES[substrate] ?? substrate} is not supported`,
      mend: 'record it in plain files (Score-P: SCOREP_TRACING_USE_SION=false)',
    });
  if (compression !== UNPACKED)
    throw new InputError({
      place: { source },
      what: `an archive that OTF2 compressed with the method ${COMPRESSIONS[compression] ?? compression} is not supported`,
      mend: 'record it uncompressed; its files may then be compressed with gzip or zstd',
    });
}

/** Properties, the number of the trace, numbers of snapshots and thumbnails, and the end. */
function readRest(bytes: ByteReader, form: number): void {
  if (form >= PROPERTIES) {
    const properties = bytes.u32Full();
    for (let i = 0; i < 2 * properties; i++) bytes.string();
    bytes.u64Full();
  }
  if (form >= SNAPSHOTS) {
    bytes.u32Full();
    bytes.u32Full();
  }
  // Forms to come add fields behind those of today.
  if (form === SNAPSHOTS && bytes.u8() !== MARK.endOfFile) bytes.fail('the end mark is missing');
}

// Lengths of messages, which both of their records contain. Score-P reads the status of a receive for it, so that a
// difference is damage; other tools may write the size of the receive's buffer, as OTF2 lets them.

/** Where the fields of one side of a message are in a row. */
interface Side {
  readonly sends: boolean;
  /** −1: the row does not contain the length of each side. */
  readonly bytes: number;
  readonly peer: number;
  readonly tag: number;
  readonly comm: number;
}

const FIELDS = { bytes: P2P.count, peer: P2P.peer, tag: P2P.tag, comm: P2P.comm };
const SEND: Side = { sends: true, ...FIELDS };
const RECEIVE: Side = { sends: false, ...FIELDS };
const EXCHANGE = [
  [SENDRECV.sendCount, SENDRECV.dest, SENDRECV.sendTag],
  [SENDRECV.recvCount, SENDRECV.source, SENDRECV.recvTag],
].map(([bytes, peer, tag], i): Side => ({ sends: i === 0, bytes, peer, tag, comm: SENDRECV.comm }));
const REPLACING = [
  [REPLACE.dest, REPLACE.sendTag],
  [REPLACE.source, REPLACE.recvTag],
].map(([peer, tag], i): Side => ({ sends: i === 0, bytes: -1, peer, tag, comm: REPLACE.comm }));

const SIDES: Readonly<Record<string, readonly Side[]>> = {
  send: [SEND],
  isend: [SEND],
  'send-init': [SEND],
  recv: [RECEIVE],
  irecv: [RECEIVE],
  'recv-init': [RECEIVE],
  sendrecv: EXCHANGE,
  'sendrecv-replace': REPLACING,
};
/** By code of the call. */
const SIDES_OF = CALLS.map(({ kind }) => SIDES[kind] ?? []);

/** Messages from one rank to another with one tag, which are received in the order in which they are sent. */
interface Channel {
  readonly from: number;
  readonly to: number;
  /** Rows of the sender, and of the receiver, with their lengths; NaN: unknown. */
  readonly sends: { readonly rows: number[]; readonly bytes: number[] };
  readonly receives: { readonly rows: number[]; readonly bytes: number[] };
}

type Channels = Map<number, Map<number, Channel>>;

/**
 * Throws an InputError for the first receive of another length than its message. `traces` of all ranks in their order.
 * Channels with more sends than receives or the other way, and ranks whose threads call at once, are left to the matching.
 */
function checkLengths(traces: readonly RankTrace[]): void {
  const channels: Channels = new Map();
  for (const trace of traces) if (!trace.atOnce) addRank(trace, traces.length, channels);
  for (const byTag of channels.values())
    for (const channel of byTag.values()) {
      const { sends, receives } = channel;
      if (sends.rows.length !== receives.rows.length) continue;
      const at = sends.bytes.findIndex((bytes, i) => differs(bytes, receives.bytes[i]));
      if (at >= 0) refuse(traces, channel, at);
    }
}

const differs = (sent: number, received: number): boolean =>
  sent !== received && !Number.isNaN(sent) && !Number.isNaN(received);

function addRank(trace: RankTrace, ranks: number, channels: Channels): void {
  const members = membersOf(trace);
  const { call, args, argStart, comms } = trace;
  for (let row = 0; row < trace.rows; row++)
    for (const side of SIDES_OF[call[row]]) {
      const at = argStart[row];
      const peer = args[at + side.peer];
      const { handle } = comms[args[at + side.comm]];
      const other = handle === WORLD ? peer : members.get(handle)?.[peer];
      if (peer === NOBODY || other === undefined) continue;
      const ends = side.sends ? [trace.rank, other] : [other, trace.rank];
      const channel = channelOf(channels, handle, ends, ranks, args[at + side.tag]);
      const list = side.sends ? channel.sends : channel.receives;
      list.rows.push(row);
      list.bytes.push(side.bytes < 0 ? Number.NaN : args[at + side.bytes]);
    }
}

const WORLD = 1;

const membersOf = ({ notes }: RankTrace): ReadonlyMap<number, readonly number[]> =>
  new Map((notes?.known ?? []).map(({ handle, members }) => [handle, members]));

function channelOf(
  channels: Channels,
  handle: number,
  [from, to]: readonly number[],
  ranks: number,
  tag: number,
): Channel {
  const pair = (handle * ranks + from) * ranks + to;
  const byTag = channels.get(pair) ?? new Map<number, Channel>();
  channels.set(pair, byTag);
  const known = byTag.get(tag);
  if (known !== undefined) return known;
  const channel = { from, to, sends: { rows: [], bytes: [] }, receives: { rows: [], bytes: [] } };
  byTag.set(tag, channel);
  return channel;
}

function refuse(traces: readonly RankTrace[], { from, to, sends, receives }: Channel, at: number): never {
  const [sender, receiver] = [traces[from], traces[to]];
  const [sent, received] = [sends.rows[at], receives.rows[at]];
  throw new InputError({
    place: placeOf(receiver, received),
    what:
      `${nameOf(receiver, received)} receives ${receives.bytes[at]} B from rank ${from}, whose ` +
      `${nameOf(sender, sent)} sends ${sends.bytes[at]} B (${formatPlace(placeOf(sender, sent))})`,
    mend: 'copy the archive again, or record the program again, because one of the two events is damaged',
  });
}

const placeOf = ({ source, files, line }: RankTrace, row: number): Place => ({
  source: files?.names[files.of[row]] ?? source,
  line: line[row],
});

const nameOf = ({ call, called }: RankTrace, row: number): string => CALLS[(called ?? call)[row]].name;

// Gaps of an archive, one warning for all ranks.

const sum = (list: readonly RankFound[], of: (found: RankFound) => number): number =>
  list.reduce((total, found) => total + of(found), 0);

/** Time of all ranks between MPI_Init and MPI_Finalize, in µs. */
const timeOf = ({ trace }: RankFound): number => {
  const { finalizeStart, initEnd, end, rows } = trace;
  return (Number.isNaN(finalizeStart) ? (end[rows - 1] ?? initEnd) : finalizeStart) - initEnd;
};

/** Some of many names. */
const named = (names: readonly string[]): string =>
  names.length > NAMED
    ? `${names.slice(0, NAMED).join(', ')} and ${names.length - NAMED} more`
    : names.join(', ');

const NAMED = 5;

function warningsOf(
  found: readonly RankFound[],
  { creator, version }: Anchor,
  others: number,
  longer: number,
): Warning[] {
  const first = (of: (found: RankFound) => string | undefined) => found.flatMap((one) => of(one) ?? [])[0];
  const waits = sum(found, (one) => one.waits);
  const share = (100 * sum(found, (one) => one.waitTime)) / Math.max(1, sum(found, timeOf));
  const threaded = sum(found, ({ trace }) => (trace.atOnce ? 1 : 0));
  const late = sum(found, (one) => one.lateReceives);
  const lost = sum(found, (one) => one.lostReceives);
  const choices = sum(found, (one) => one.choices);
  const oneSided = sum(found, (one) => one.oneSided);
  const unentered = sum(found, (one) => one.unentered);
  const strange = sum(found, (one) => one.strange);
  const unissued = sum(found, (one) => one.unissued);
  const unmarked = [...new Set(found.flatMap((one) => one.unmarked))].sort();
  const miscounted = found.flatMap((one) => one.miscounted);
  return joinWarnings(
    waits > 0 &&
      sum(found, (one) => one.collectives) > 0 && {
        code: 'otf2-waits',
        message: `the archive records neither the completion nor the messages of nonblocking collectives; ${many(waits, 'wait')} without a recorded completion (${Number(share.toPrecision(2))} % of the time) ${waits === 1 ? 'counts' : 'count'} as computation`,
      },
    threaded > 0 && {
      code: 'otf2-threads',
      message: `threads of ${many(threaded, 'rank')} call MPI concurrently; each is modelled on its own CPU, and waits between threads, such as for locks, count as computation`,
    },
    late > 0 && {
      code: 'otf2-receives',
      message: `${many(late, 'nonblocking receive is', 'nonblocking receives are')} recorded only at completion and treated as blocking there`,
    },
    lost > 0 && {
      code: 'otf2-open-receives',
      message: `${many(lost, 'receive', 'receives')} without completion or recorded source ${lost === 1 ? 'is' : 'are'} left out`,
    },
    choices > 0 && {
      code: 'completion-order',
      message: `${many(choices, 'call completes', 'calls complete')} some of several requests, and the archive does not record which others were possible; the order of the run is kept`,
      count: choices,
    },
    oneSided > 0 && {
      code: 'otf2-one-sided',
      message: `${many(oneSided, 'one-sided operation')} outside of MPI ${oneSided === 1 ? 'is' : 'are'} not modelled`,
    },
    unentered > 0 && {
      code: 'otf2-unentered',
      message: `${many(unentered, 'MPI call is', 'MPI calls are')} left but never entered, so the time inside counts as computation; an event may be missing; first at ${first((one) => one.firstUnentered)}`,
      count: unentered,
    },
    strange > 0 && {
      code: 'otf2-other-call',
      message: `${many(strange, 'event is', 'events are')} in a call that cannot have ${strange === 1 ? 'it' : 'them'}, where a message counts as a separate call; the archive may be damaged; first at ${first((one) => one.firstStrange)}`,
      count: strange,
    },
    unissued > 0 && {
      code: 'otf2-unissued',
      message: `${many(unissued, 'request completes', 'requests complete')} without having been issued, and nothing waits for ${unissued === 1 ? 'it' : 'them'}; the archive may be damaged; first at ${first((one) => one.firstUnissued)}`,
      count: unissued,
    },
    longer > 0 && {
      code: 'otf2-newer',
      message: `the archive is of OTF2 ${version}; only the fields of 3.0 are read, but ${many(longer, 'record has', 'records have')} more`,
      count: longer,
    },
    others > 0 && {
      code: 'otf2-locations',
      message: `${many(others, 'location that is', 'locations that are')} not a thread of a rank (accelerators, metrics) ${others === 1 ? 'is' : 'are'} not read`,
    },
    unmarked.length > 0 && {
      code: 'otf2-regions',
      message: `a rank enters regions more than ${MOST_COMPUTING} times without calling MPI in them; in these cases, the most frequent regions have no marks: ${named(unmarked)}`,
    },
    miscounted.length > 0 && {
      code: 'otf2-events',
      message: `${miscounted[0]}: the number of events differs from the one that the archive defines; the recording may be incomplete`,
    },
    usesSizes(found) &&
      countingOf(creator) === 'buffers' && {
        code: 'otf2-sizes',
        message: `the archive is ${creator === '' ? 'of an unnamed tool' : `by ${creator}`}, not by Score-P; the recorded sizes of collectives are assumed to be those of each call's buffers, not sums over all ranks`,
      },
  );
}

/** Whether any collective has a size. */
const usesSizes = (found: readonly RankFound[]): boolean =>
  found.some(({ trace }) => [...trace.tally.keys()].some((name) => SIZED.test(name)));

const SIZED = /^MPI_I?(all(reduce|gather|to)|bcast|reduce|gather|scatter|scan|exscan)/i;
