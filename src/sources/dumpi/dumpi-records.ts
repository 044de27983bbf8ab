/** Records of DUMPI: numbers of a file, one record by its layout, and the parts after the records. */
import { InputError } from '../../errors.js';
import {
  DATATYPE_SIZES,
  FIELD,
  FUNCTIONS,
  isBefore,
  type Layout,
  type Layouts,
  MESH_SIZES,
  type Version,
} from './dumpi-functions.js';

const DAMAGED = 'the file is damaged or cut short; copy it again';
const HIGH = 2 ** 32;

/** Big-endian numbers of a file in memory, each checked against the bounds. */
export class Bytes {
  readonly #source: string;
  readonly #view: DataView;
  /** Where the next number is read, and where what is read now ends. */
  at = 0;
  end: number;

  constructor(source: string, bytes: Uint8Array) {
    this.#source = source;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.end = bytes.byteLength;
  }

  get length(): number {
    return this.#view.byteLength;
  }

  /** Goes to `at`, to read up to `end`. */
  seek(at: number, end = this.length): void {
    if (at > end || end > this.length) this.fail(`a part of the file begins at byte ${at} of ${this.length}`);
    this.at = at;
    this.end = end;
  }

  /** Moves on by `bytes`; returns where they begin. */
  skip(bytes: number): number {
    const { at } = this;
    if (bytes > this.end - at)
      this.fail(`${bytes} bytes expected at byte ${at}, but ${this.end - at} are left`);
    this.at = at + bytes;
    return at;
  }

  u8(): number {
    return this.#view.getUint8(this.skip(1));
  }

  u16(): number {
    return this.#view.getUint16(this.skip(2));
  }

  i32(): number {
    return this.#view.getInt32(this.skip(4));
  }

  u32(): number {
    return this.#view.getUint32(this.skip(4));
  }

  /** Above 2^53 rounded. */
  u64(): number {
    const high = this.u32();
    return high * HIGH + this.u32();
  }

  /** The length of a list that takes so many bytes an item: no more than there are. */
  count(bytesPerItem: number): number {
    const at = this.at;
    const count = this.u32();
    if (count * bytesPerItem > this.end - this.at)
      this.fail(`a list of ${count} items at byte ${at}, but ${this.end - this.at} bytes are left`);
    return count;
  }

  /** The 32-bit number at a place that was read before. */
  i32At(at: number): number {
    return this.#view.getInt32(at);
  }

  u16At(at: number): number {
    return this.#view.getUint16(at);
  }

  u8At(at: number): number {
    return this.#view.getUint8(at);
  }

  /** `count` 32-bit numbers at a place that was read before. */
  listAt(at: number, count: number): number[] {
    return Array.from({ length: count }, (_, i) => this.i32At(at + 4 * i));
  }

  fail(what: string, mend = DAMAGED): never {
    throw new InputError({ place: { source: this.#source }, what, mend });
  }
}

/** Parts of a call that were recorded besides its arguments. */
const HAS = { statuses: 0x3, cpu: 0x4, wall: 0x8, thread: 0x40, counters: 0x80 } as const;
const BILLION = 1e9;
/** No record has more fields. */
const MOST_FIELDS = 16;

/** A status of MPI; a tag of −1 where the file has none. */
interface Status {
  readonly source: number;
  readonly tag: number;
}

export class DumpiRecord {
  readonly #bytes: Bytes;
  readonly #statusBytes: number;
  /** Where it begins. */
  at = 0;
  /** By field: its number, or the length of its list. */
  readonly value = new Float64Array(MOST_FIELDS);
  /** By field: where the items of its list begin; −1 for what is none, or is not there. */
  readonly listAt = new Float64Array(MOST_FIELDS);
  /** In ns since the start of a second that is the same for all records. */
  start = 0;
  end = 0;
  /** Statuses, and where they begin. */
  statuses = 0;
  #statusAt = 0;
  /** Whether the caller is not the root of a call that has fields for the root alone. */
  offRoot = false;

  constructor(bytes: Bytes, { status }: Layouts) {
    this.#bytes = bytes;
    this.#statusBytes = status;
  }

  /** Reads what follows the number of the function. */
  read(layout: Layout): void {
    const bytes = this.#bytes;
    const has = bytes.u8();
    const thread = (has & HAS.thread) === 0 ? 0 : bytes.u16();
    if (thread !== 0)
      this.#fail(
        layout,
        `a call of thread ${thread}`,
        'trace one thread per rank; ranks with several threads cannot be read',
      );
    this.#times(layout, has);
    if ((has & HAS.counters) !== 0) bytes.skip(16 * bytes.u8());
    if (layout.fields === null)
      this.#fail(layout, 'the format of its record is not documented', 'exclude its calls from the trace');
    this.#fields(layout.fields, has);
  }

  status(i: number): Status {
    const at = this.#statusAt + i * this.#statusBytes;
    const tag = this.#statusBytes > 10 ? this.#bytes.i32At(at + 10) : -1;
    return { source: this.#bytes.i32At(at + 4), tag };
  }

  /** Items of the list that a field is; none where it is not there. */
  list(field: number): number[] {
    return this.listAt[field] < 0 ? [] : this.#bytes.listAt(this.listAt[field], this.value[field]);
  }

  /** The lists of a list of lists. */
  lists(field: number): number[][] {
    let at = this.listAt[field];
    return Array.from({ length: at < 0 ? 0 : this.value[field] }, () => {
      const count = this.#bytes.i32At(at);
      const list = this.#bytes.listAt(at + 4, count);
      at += 4 + 4 * count;
      return list;
    });
  }

  handles(field: number): number[] {
    const at = this.listAt[field];
    return Array.from({ length: at < 0 ? 0 : this.value[field] }, (_, i) => this.#bytes.u16At(at + 2 * i));
  }

  /** Wall time; without it that of the CPU. */
  #times(layout: Layout, has: number): void {
    if ((has & (HAS.cpu | HAS.wall)) === 0)
      this.#fail(
        layout,
        'a call without times',
        'trace with timestamps, which are needed to know the computation',
      );
    if ((has & HAS.cpu) !== 0 && (has & HAS.wall) !== 0) {
      this.#time(layout);
      this.#time(layout);
    }
    this.start = this.#time(layout);
    this.end = this.#time(layout);
  }

  #time(layout: Layout): number {
    const seconds = this.#bytes.u16();
    const ns = this.#bytes.u32();
    if (ns >= BILLION)
      this.#fail(layout, `the ns part of a time stamp is ${ns}, not below ${BILLION}`, DAMAGED);
    return seconds * BILLION + ns;
  }

  #fields(fields: Uint8Array, has: number): void {
    this.statuses = 0;
    this.offRoot = false;
    let caller = 0;
    let root = 0;
    let field = 0;
    let there = true;
    for (let i = 0; i < fields.length; i++) {
      const kind = fields[i];
      if (kind === FIELD.ifRoot) {
        there = caller === root;
        this.offRoot = !there;
        continue;
      }
      if (kind === FIELD.end) {
        there = true;
        continue;
      }
      this.value[field] = 0;
      this.listAt[field] = -1;
      if (there) this.#field(kind, field, has);
      if (kind === FIELD.caller) caller = this.value[field];
      if (kind === FIELD.root) root = this.value[field];
      field++;
    }
  }

  #field(kind: number, field: number, has: number): void {
    const bytes = this.#bytes;
    if (kind === FIELD.int || kind === FIELD.caller || kind === FIELD.root) this.value[field] = bytes.i32();
    else if (kind === FIELD.handle) this.value[field] = bytes.u16();
    else if (kind === FIELD.byte) this.value[field] = bytes.u8();
    else if (kind === FIELD.wide) this.value[field] = bytes.u64();
    else if (kind === FIELD.ints) this.#list(field, 4);
    else if (kind === FIELD.statuses) this.#statuses(has);
    else if (kind === FIELD.bytes) this.#list(field, 1);
    else if (kind === FIELD.handles) this.#list(field, 2);
    else this.#nested(kind, field);
  }

  #list(field: number, bytesPerItem: number): void {
    const count = this.#bytes.count(bytesPerItem);
    this.value[field] = count;
    this.listAt[field] = this.#bytes.skip(count * bytesPerItem);
  }

  #statuses(has: number): void {
    if ((has & HAS.statuses) === 0) return;
    this.statuses = this.#bytes.count(this.#statusBytes);
    this.#statusAt = this.#bytes.skip(this.statuses * this.#statusBytes);
  }

  /** Lists of lists, each of which has its length. */
  #nested(kind: number, field: number): void {
    const bytes = this.#bytes;
    const count = bytes.count(kind === FIELD.argumentsTwice ? 0 : 4);
    if (kind === FIELD.argumentsTwice) bytes.skip(4);
    this.value[field] = count;
    this.listAt[field] = bytes.at;
    for (let i = 0; i < count; i++) {
      if (kind === FIELD.lists) bytes.skip(4 * bytes.count(4));
      else if (kind === FIELD.textLists) for (let n = bytes.count(4); n > 0; n--) bytes.skip(bytes.count(1));
      else bytes.skip(bytes.count(1));
    }
  }

  #fail(layout: Layout, what: string, mend: string): never {
    return this.#bytes.fail(`${layout.name} at byte ${this.at}: ${what}`, mend);
  }
}

const MAGIC = [0xffaadd44, 0x554d5049] as const;
const FOOTER_MAGIC = 0xf007fee7;
const WORD = 8;
/** Offsets of the index, and those that versions before wrote, which put new ones in front. */
const MOST_OFFSETS = 7;
const LEAST_OFFSETS = 4;

/** The parts after the records of a file: its index, version, counts of calls, and sizes of datatypes. */
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
    'the file is cut short; copy it again, or trace the program again',
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
  if (bytes.u64() !== FOOTER_MAGIC) bytes.fail(`counts of calls expected at byte ${at}`);
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
    bytes.fail(
      `${sizes.length} sizes of datatypes end at byte ${bytes.at}, where no part of the file begins`,
    );
  const negative = sizes.findIndex((size) => size < 0);
  if (negative >= 0) bytes.fail(`datatype ${negative} has ${sizes[negative]} B`);
  return sizes;
}

/** Throws InputError for what is no file of DUMPI, or not whole. */
export function sectionsOf(bytes: Bytes): Sections {
  if (bytes.length < WORD || !isMagic(bytes)) bytes.fail('this is not a DUMPI file');
  const offsets = indexOf(bytes);
  const index = bytes.length - (offsets.length + 1) * WORD;
  const [header, body, footer] = offsets.slice(-LEAST_OFFSETS);
  const hasSizes = offsets.length === MOST_OFFSETS;
  if (body < WORD || header < body + WORD || header > bytes.length)
    bytes.fail(`the records extend from byte ${body} to ${header}`);
  const { version, date } = headerAt(bytes, header);
  if (!hasSizes && !isBefore(version, DATATYPE_SIZES))
    bytes.fail(
      `an index of ${offsets.length} parts, but a file of DUMPI ${version.join('.')} has ${MOST_OFFSETS}`,
    );
  return {
    version,
    date,
    body,
    bodyEnd: header,
    records: footerAt(bytes, footer),
    sizes: hasSizes ? sizesAt(bytes, offsets[0], [...offsets, index]) : null,
  };
}
