/** What stands behind the records of a file: where its parts are, its version, counts of calls, sizes of datatypes. */
import type { Bytes } from './bytes.js';
import { FUNCTIONS, isBefore, MESH_SIZES, type Version } from './functions.js';

const MAGIC = [0xffaadd44, 0x554d5049] as const;
const FOOTER_MAGIC = 0xf007fee7;
const WORD = 8;
/** Offsets of the index, and those that versions before wrote, which put new ones in front. */
const MOST_OFFSETS = 7;
const LEAST_OFFSETS = 4;

export interface Sections {
  readonly version: Version;
  /** In ms since 1970. */
  readonly date: number;
  /** Where the records begin, and where they end. */
  readonly body: number;
  readonly bodyEnd: number;
  /** By function: records that there are. */
  readonly records: readonly number[];
  /** Bytes by number of datatype; null in files from before there were any. */
  readonly sizes: readonly number[] | null;
}

function isMagic(bytes: Bytes): boolean {
  const [high, low] = [bytes.u32(), bytes.u32()];
  return high === MAGIC[0] && low === MAGIC[1];
}

/** Offsets of the index, its last word last. */
function indexOf(bytes: Bytes): number[] {
  for (let count = MOST_OFFSETS; count >= LEAST_OFFSETS; count--) {
    const at = bytes.length - (count + 1) * WORD;
    if (at < WORD) continue;
    bytes.seek(at);
    if (isMagic(bytes)) return Array.from({ length: count }, () => bytes.u64());
  }
  return bytes.fail(
    'the file ends without its index',
    'it is cut: copy it again, or trace the program again',
  );
}

function skipString(bytes: Bytes): void {
  bytes.skip(bytes.u16());
}

function headerAt(bytes: Bytes, at: number): Pick<Sections, 'version' | 'date'> {
  bytes.seek(at);
  const version: Version = [bytes.u8(), bytes.u8(), bytes.u8()];
  const date = bytes.u64() * 1000;
  skipString(bytes);
  skipString(bytes);
  const mesh = bytes.count(4);
  bytes.skip(4 * mesh);
  if (!isBefore(version, MESH_SIZES)) bytes.skip(4 * bytes.count(4));
  return { version, date };
}

/** Calls of each function less those that were not recorded. */
function footerAt(bytes: Bytes, at: number): number[] {
  bytes.seek(at);
  if (bytes.u64() !== FOOTER_MAGIC) bytes.fail(`no counts of calls at byte ${at}`);
  const counts = (): number[] => Array.from({ length: FUNCTIONS.length + 1 }, () => bytes.u32());
  const called = counts();
  const ignored = counts();
  return called.map((count, i) => count - ignored[i]);
}

/** Behind them another part begins, or the index: otherwise they were moved, or their number is another. */
function sizesAt(bytes: Bytes, at: number, parts: readonly number[]): number[] {
  bytes.seek(at);
  const sizes = Array.from({ length: bytes.count(4) }, () => bytes.i32());
  if (!parts.includes(bytes.at))
    bytes.fail(`${sizes.length} sizes of datatypes up to byte ${bytes.at}, where no part of the file begins`);
  const negative = sizes.findIndex((size) => size < 0);
  if (negative >= 0) bytes.fail(`datatype ${negative} of ${sizes[negative]} B`);
  return sizes;
}

/** Throws InputError for what is no file of DUMPI, or not whole. */
export function sectionsOf(bytes: Bytes): Sections {
  if (bytes.length < WORD || !isMagic(bytes)) bytes.fail('this is no file of DUMPI');
  const offsets = indexOf(bytes);
  const index = bytes.length - (offsets.length + 1) * WORD;
  const [header, body, footer] = offsets.slice(-LEAST_OFFSETS);
  const hasSizes = offsets.length === MOST_OFFSETS;
  if (body < WORD || header < body + WORD || header > bytes.length)
    bytes.fail(`records from byte ${body} to ${header}`);
  return {
    ...headerAt(bytes, header),
    body,
    bodyEnd: header,
    records: footerAt(bytes, footer),
    sizes: hasSizes ? sizesAt(bytes, offsets[0], [...offsets, index]) : null,
  };
}
