/** The anchor file of an archive: how its other files are written, and how much there is. */
import { InputError } from '../../errors.js';
import type { SourceFile } from '../format.js';
import { ByteReader, MARK } from './bytes.js';
import { CHUNK_BYTES } from './chunks.js';

const MAGIC = 'OTF2';
/** Of the forms of the anchor file, the first, the first with properties, and with numbers of snapshots. */
const FIRST = 1;
const PROPERTIES = 2;
const SNAPSHOTS = 3;
/** What an archive may be kept in, by number. */
const SUBSTRATES = ['unknown', 'POSIX', 'SION', 'none'];
const POSIX = 1;
const COMPRESSIONS = ['unknown', 'none', 'zlib'];
const UNPACKED = 1;
/** Of the versions whose records are known in full, the last. */
const KNOWN = [3, 0];
/** No anchor is longer: more is another file. */
const MOST_BYTES = 2 ** 24;

export interface Anchor {
  /** Of OTF2, as 3.0.2. */
  readonly version: string;
  /** Whether it may have records with fields that are not known yet, behind those that are. */
  readonly newer: boolean;
  /** Bytes of a chunk. */
  readonly eventChunk: number;
  readonly definitionChunk: number;
  readonly locations: number;
  readonly definitions: number;
  /** What wrote it, as `Score-P 7.1`. */
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
  if (bytes.string() !== MAGIC) bytes.fail('this is no anchor file of OTF2');
  const form = bytes.u8();
  if (form < FIRST) bytes.fail(`an anchor file of form ${form}`);
  bytes.u8();
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
  if (size < CHUNK_BYTES.least || size > CHUNK_BYTES.most) bytes.fail(`chunks of ${size} B`);
  return size;
}

function refuseStorage(source: string, substrate: number, compression: number): void {
  if (substrate !== POSIX)
    throw new InputError({
      place: { source },
      what: `an archive in ${SUBSTRATES[substrate] ?? substrate} files, which are not read`,
      mend: 'record it in plain files (Score-P: SCOREP_TRACING_USE_SION=false)',
    });
  if (compression !== UNPACKED)
    throw new InputError({
      place: { source },
      what: `an archive packed by OTF2 with ${COMPRESSIONS[compression] ?? compression}, which is not read`,
      mend: 'record it unpacked, and pack its files with gzip or zstd where they must be small',
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
