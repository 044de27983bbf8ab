/**
 * The binary form of a trace to the text form, by docs/trace-format.md alone: a second way to the lines that the tracer
 * writes itself.
 */

const ROOM = 72;
const NO_TIME = -(2n ** 63n);
const WIDE = 1;
const NOTES = 0xff00;

/** One chunk: what it is, how many entries, and its bytes. */
interface Chunk {
  readonly kind: number;
  readonly count: number;
  readonly bytes: DataView;
}

/** A trace of one rank: the lines of its header, and its chunks as far as the file goes. */
export interface Binary {
  readonly header: readonly string[];
  readonly chunks: readonly Chunk[];
  /** Whether it has an end chunk: MPI_Finalize was reached. */
  readonly whole: boolean;
  /** Records of all chunks, notes included. */
  readonly records: number;
  /** Bytes behind the last chunk that is there as a whole. */
  readonly rest: number;
}

interface Comm {
  readonly rank: number;
  readonly size: number;
}

const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const textOf = (view: DataView): string =>
  new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset, view.byteLength));
const padded = (size: number): number => Math.ceil(size / 8) * 8;
const part = (view: DataView, from: number, size: number): DataView =>
  new DataView(view.buffer, view.byteOffset + from, size);

const PRIMES: readonly bigint[] = [
  0x9e3779b185ebca87n,
  0xc2b2ae3d27d4eb4fn,
  0x165667b19e3779f9n,
  0x85ebca77c2b2ae63n,
  0x27d4eb2f165667c5n,
];

const in64 = (value: bigint): bigint => BigInt.asUintN(64, value);
const turned = (value: bigint, by: bigint): bigint => in64((value << by) | (value >> (64n - by)));
const mixed = (lane: bigint, word: bigint): bigint =>
  in64(turned(in64(lane + word * PRIMES[1]), 31n) * PRIMES[0]);

/** XXH64 of whole words, as its description has it. */
function xxh64(view: DataView): bigint {
  const [p1, p2, p3, p4, p5] = PRIMES;
  const words = Array.from({ length: view.byteLength / 8 }, (_, i) => view.getBigUint64(8 * i, true));
  const inLanes = words.length - (words.length % 4);
  const lanes = [p1 + p2, p2, 0n, -p1].map(in64);
  for (let i = 0; i < inLanes; i++) lanes[i % 4] = mixed(lanes[i % 4], words[i]);
  let hash = p5;
  if (inLanes > 0) {
    hash = [1n, 7n, 12n, 18n].reduce((sum, by, i) => sum + turned(lanes[i], by), 0n);
    for (const lane of lanes) hash = in64((in64(hash) ^ mixed(0n, lane)) * p1 + p4);
  }
  hash = in64(hash + BigInt(view.byteLength));
  for (const word of words.slice(inLanes)) hash = in64(turned(hash ^ mixed(0n, word), 27n) * p1 + p4);
  hash = in64((hash ^ (hash >> 33n)) * p2);
  hash = in64((hash ^ (hash >> 29n)) * p3);
  return hash ^ (hash >> 32n);
}

/** What is checked, with `before` in the place of the checksum. */
function checksummed(view: DataView, from: number, to: number, before: bigint): bigint {
  const copy = viewOf(new Uint8Array(view.buffer, view.byteOffset + from, to - from).slice());
  copy.setBigUint64(0, before, true);
  return xxh64(copy);
}

/** A trace of version 1 as one of version 2, or of version 3 without its checksums: the same chunks, each with one. */
export function withChecksums(file: Uint8Array): Uint8Array {
  const view = viewOf(file.slice());
  const head = 16 + padded(view.getUint32(8, true));
  if (view.getUint8(7) === '1'.charCodeAt(0)) {
    view.setUint8(7, '2'.charCodeAt(0));
    view.setUint8(16 + '# llamp-trace '.length, '2'.charCodeAt(0));
  }
  const opening = part(view, 0, head);
  let checksum = xxh64(opening);
  const parts: DataView[] = [opening, wordOf(checksum)];
  for (let at = head; at < file.length; ) {
    const chunk = part(view, at, 16 + padded(Number(view.getBigUint64(at + 8, true))));
    checksum = xxh64(joined([wordOf(checksum), chunk]));
    parts.push(wordOf(checksum), chunk);
    at += chunk.byteLength;
  }
  return new Uint8Array(joined(parts).buffer);
}

function wordOf(value: bigint): DataView {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, value, true);
  return view;
}

function joined(parts: readonly DataView[]): DataView {
  const bytes = parts.map(
    ({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength),
  );
  const whole = new Uint8Array(bytes.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const one of bytes) {
    whole.set(one, at);
    at += one.length;
  }
  return viewOf(whole);
}

/** Reads the head and every chunk that is there as a whole. */
export function readBinary(file: Uint8Array): Binary {
  const view = viewOf(file);
  const magic = textOf(part(view, 0, 8));
  const version = Number(magic.at(-1));
  if (!/^LLAMPTR[123]$/.test(magic) || view.getUint32(12, true) !== 0) throw new Error(`no trace: ${magic}`);
  const length = view.getUint32(8, true);
  const header = textOf(part(view, 16, length))
    .trimEnd()
    .split('\n');
  const chunks: Chunk[] = [];
  const own = version === 1 ? 0 : 8;
  let at = 16 + padded(length);
  let checksum = 0n;
  if (version > 1) {
    checksum = view.getBigUint64(at, true);
    if (checksum !== xxh64(part(view, 0, at))) throw new Error('the header does not fit its checksum');
    at += own;
  }
  while (at + own + 16 <= file.length) {
    const from = at;
    at += own;
    const size = Number(view.getBigUint64(at + 8, true));
    if (at + 16 + padded(size) > file.length) {
      at = from;
      break;
    }
    const bytes = part(view, at + 16, size);
    chunks.push({ kind: view.getUint32(at, true), count: view.getUint32(at + 4, true), bytes });
    at += 16 + padded(size);
    if (version === 1) continue;
    const told = view.getBigUint64(from, true);
    if (told !== checksummed(view, from, at, checksum))
      throw new Error(`chunk ${chunks.length} does not fit`);
    checksum = told;
  }
  const records = chunks.filter(({ kind }) => kind === 1).reduce((sum, { count }) => sum + count, 0);
  const end = chunks.find(({ kind }) => kind === 5);
  if (end !== undefined && Number(end.bytes.getBigUint64(0, true)) !== records) {
    throw new Error(`${records} records, but its end says ${end.bytes.getBigUint64(0, true)}`);
  }
  return { header, chunks, whole: end !== undefined, records, rest: file.length - at };
}

/** Names of header lines are read in capitals, and their values without a space in front, as those of liballprof are. */
const headerValue = (header: readonly string[], name: string): string =>
  header
    .find((line) => line.toLowerCase().startsWith(`# ${name}:`))
    ?.slice(name.length + 3)
    .trim() ?? '';

/** ns as µs with three decimals. */
function time(ns: bigint): string {
  if (ns === NO_TIME) return '-';
  return `${ns / 1000n}.${String(ns % 1000n).padStart(3, '0')}`;
}

/** A record at its place: its fields, and its lists. */
class TraceRecord {
  readonly call: number;
  readonly thread: number;
  readonly start: bigint;
  readonly end: bigint;
  readonly site: number;
  readonly comm: number;
  readonly room: number;
  readonly address: bigint;
  /** Of a call with one request. */
  readonly handle: bigint;
  /** Of one with several: their handles; null where it has none. */
  readonly handles: readonly bigint[] | null;
  readonly fields: readonly bigint[];
  readonly lists: readonly (readonly bigint[])[];

  /** `several`: codes of calls about several requests. */
  constructor(view: DataView, at: number, several: ReadonlySet<number>) {
    this.start = view.getBigInt64(at, true);
    this.end = view.getBigInt64(at + 8, true);
    this.call = view.getUint16(at + 16, true);
    const wide = (view.getUint16(at + 18, true) & WIDE) !== 0;
    this.thread = view.getUint16(at + 18, true) >> 1;
    this.site = view.getUint32(at + 20, true);
    this.comm = view.getInt32(at + 24, true);
    const more = view.getInt32(at + 28, true);
    this.room = ROOM + Math.ceil((4 * more) / ROOM) * ROOM;
    this.address = view.getBigUint64(at + 64, true);
    this.handle = view.getBigUint64(at + 56, true);
    const handles = several.has(this.call);
    this.handles = handles && more > 0 ? handlesAt(view, at + ROOM) : null;
    const lists = handles ? [] : listsOf(view, at + ROOM, more, wide);
    this.fields = wide
      ? lists[0]
      : Array.from({ length: 8 }, (_, i) => BigInt(view.getInt32(at + 32 + 4 * i, true)));
    this.lists = wide ? lists.slice(1) : lists;
  }
}

function handlesAt(view: DataView, at: number): bigint[] {
  return Array.from({ length: view.getInt32(at, true) }, (_, i) => view.getBigUint64(at + 4 + 8 * i, true));
}

function listsOf(view: DataView, from: number, words: number, wide: boolean): bigint[][] {
  const lists: bigint[][] = [];
  let at = from;
  while (at < from + 4 * words) {
    const length = view.getInt32(at, true);
    at += 4;
    const list: bigint[] = [];
    for (let i = 0; i < length; i++) {
      list.push(wide ? view.getBigInt64(at, true) : BigInt(view.getInt32(at, true)));
      at += wide ? 8 : 4;
    }
    lists.push(list);
  }
  return lists;
}

function recordsOf(bytes: DataView, several: ReadonlySet<number>): TraceRecord[] {
  const records: TraceRecord[] = [];
  for (let at = 0; at < bytes.byteLength; ) {
    const record = new TraceRecord(bytes, at, several);
    records.push(record);
    at += record.room;
  }
  return records;
}

/** Turns chunks into lines, in order. */
class Writer {
  readonly lines: string[] = [];
  readonly #calls: readonly (readonly [name: string, letters: string])[];
  /** Whether calls tell the handles of their requests. */
  readonly #handles: boolean;
  readonly #several: ReadonlySet<number>;
  /** Of the calls so far the last one's. */
  #thread = 0;
  readonly #comms = new Map<number, Comm>();
  readonly #names = new Map<number, string>();

  constructor({ header, chunks }: Binary) {
    this.#calls = headerValue(header, 'calls')
      .split(',')
      .map((call) => {
        const [name, letters = ''] = call.split('/');
        return [name, letters];
      });
    this.#handles = header.some((line) => /^# llamp-trace [^12]/i.test(line));
    this.#several = new Set(
      this.#calls.flatMap(([, letters], code) => (letters.includes('R') ? [code] : [])),
    );
    this.#comms.set(1, {
      rank: Number(headerValue(header, 'rank')),
      size: Number(headerValue(header, 'ranks')),
    });
    this.#comms.set(2, { rank: 0, size: 1 });
    for (const { kind, bytes } of chunks) {
      if (kind === 1) for (const record of recordsOf(bytes, this.#several)) this.#learn(record);
    }
  }

  write({ kind, count, bytes }: Chunk): void {
    if (kind === 1) this.#lines(bytes);
    if (kind === 7) this.#places(count, bytes);
    if (kind === 2) this.#stacks(count, bytes);
    if (kind === 3) this.lines.push(...textLines(bytes).map((line) => `#map: ${line}`));
    if (kind === 4) this.#regions(count, bytes);
    if (kind === 6) this.lines.push(...textLines(bytes));
  }

  #stacks(count: number, bytes: DataView): void {
    let at = 0;
    for (let i = 0; i < count; i++) {
      const depth = bytes.getUint32(at + 4, true);
      const stack = Array.from(
        { length: depth },
        (_, k) => `,${frameText(bytes.getBigUint64(at + 8 + 8 * k, true))}`,
      );
      this.lines.push(`#stack: ${bytes.getUint32(at, true)}${stack.join('')}`);
      at += 8 + 8 * depth;
    }
  }

  #places(count: number, bytes: DataView): void {
    let at = 0;
    for (let i = 0; i < count; i++) {
      const [id, line, file, name] = [0, 4, 8, 12].map((by) => bytes.getUint32(at + by, true));
      const texts = [part(bytes, at + 16, file), part(bytes, at + 16 + file, name)].map(textOf);
      this.lines.push(`#place: ${id},${line},${texts.join(',')}`);
      at += 16 + padded(file + name);
    }
  }

  #regions(count: number, bytes: DataView): void {
    let at = 0;
    for (let i = 0; i < count; i++) {
      const length = bytes.getUint32(at + 4, true);
      this.#names.set(bytes.getUint32(at, true), textOf(part(bytes, at + 8, length)));
      at += 8 + Math.ceil(length / 4) * 4;
    }
  }

  /** Numbers of communicators are never given twice, and members may stand behind the first use. */
  #learn(record: TraceRecord): void {
    if (record.call !== NOTES + 2) return;
    const size = Number(record.fields[1]) || record.lists[0].length;
    this.#comms.set(record.comm, { rank: Number(record.fields[0]), size });
  }

  #lines(bytes: DataView): void {
    for (const record of recordsOf(bytes, this.#several)) {
      if (record.call < NOTES && record.thread !== this.#thread) {
        this.#thread = record.thread;
        this.lines.push(`#thread: ${record.thread}`);
      }
      this.lines.push(record.call < NOTES ? this.#call(record) : this.#note(record));
      if (record.call < NOTES && record.site > 0) this.lines.push(`#site: ${record.site}`);
      this.lines.push(...this.#requests(record));
    }
  }

  #requests({ call, handle, handles }: TraceRecord): string[] {
    if (!this.#handles || call >= NOTES) return [];
    const [, letters] = this.#calls[call];
    if (letters.includes('r')) return [`#handles: ${handle}`];
    return handles === null ? [] : [`#handles: ${handles.join(',') || '0'}`];
  }

  #call(record: TraceRecord): string {
    const [name, letters] = this.#calls[record.call];
    let field = 0;
    let list = 0;
    const words = [...letters].map((letter) => {
      if (letter === 'n' || letter === 'm') return String(record.fields[field++]);
      if (letter === 't') return `0,${record.fields[field]},${record.fields[field++]}`;
      if (letter === 'C') return this.#comm(record.comm);
      if (letter === 'r' || letter === 'R') return String(record.address);
      if (letter === 'L') return record.lists[list++].join(',') || '0';
      return '0';
    });
    return [name, time(record.start), ...words, time(record.end)].join(':');
  }

  #comm(number: number): string {
    const { rank, size } = this.#comms.get(number) ?? { rank: 0, size: 1 };
    return `${number},${rank},${size}`;
  }

  #note({ call, comm, fields, lists, address, start }: TraceRecord): string {
    const items = () => lists[0].map((item) => `,${item}`).join('');
    const name = () => this.#names.get(Number(fields[0])) ?? '';
    switch (call - NOTES) {
      case 0:
        return `#completed: ${addressesOf(lists[0]).join(',')}`;
      case 1:
        return `#matched: ${fields[0]},${fields[1]}${address === 0n ? '' : `,${address}`}`;
      case 2:
        return fields[1] > 0n ? `#intercomm: ${comm},${fields[1]}${items()}` : `#comm: ${comm}${items()}`;
      case 3:
        return `#region: begin ${time(start)} ${name()}`;
      case 4:
        return `#region: end ${time(start)} ${name()}`;
      case 5:
        return `#pcontrol: ${time(start)} ${fields[0]}`;
      case 6:
        return `#neighbours: ${comm},${fields[0]}${items()}`;
      case 7:
        return `#looked: ${time(address)}`;
      default:
        throw new Error(`no note has code ${call}`);
    }
  }
}

/** An address, or with its highest bit the number of a place. */
const frameText = (pc: bigint): string => (pc >> 63n === 1n ? `@${pc - 2n ** 63n}` : `0x${pc.toString(16)}`);

/** Addresses as halves of 32 bits, the low one first. */
function addressesOf(halves: readonly bigint[]): bigint[] {
  return Array.from(
    { length: halves.length / 2 },
    (_, i) => BigInt.asUintN(32, halves[2 * i]) + (BigInt.asUintN(32, halves[2 * i + 1]) << 32n),
  );
}

const textLines = (bytes: DataView): string[] => textOf(bytes).trimEnd().split('\n');

/** The text form of a binary trace. */
export function textOfBinary(binary: Binary): string {
  const writer = new Writer(binary);
  for (const chunk of binary.chunks) writer.write(chunk);
  const own = binary.header.filter((line) => !line.startsWith('# calls: '));
  return `${["# htor's PMPI Tracer 1.1 Output File", ...own, '', ...writer.lines].join('\n')}\n`;
}
