/** Writes archives of OTF2, in memory, in either order of bytes: a writer of our own, held against otf2-print. */
import type { Described, DescribedLocation, Description } from './describe.js';

/** Number of an event's type, and its fields: `s` of up to 32, `l` of up to 64 bits, `b` a byte, `t` a time; `1`: no length. */
const EVENTS: Readonly<Record<string, readonly [type: number, fields: string]>> = {
  buffer_flush: [10, 't'],
  measurement_on_off: [11, 'b'],
  enter: [12, '1s'],
  leave: [13, '1s'],
  mpi_send: [14, 'sssl'],
  mpi_isend: [15, 'sssll'],
  mpi_isend_complete: [16, '1l'],
  mpi_irecv_request: [17, '1l'],
  mpi_recv: [18, 'sssl'],
  mpi_irecv: [19, 'sssll'],
  mpi_request_test: [20, '1l'],
  mpi_request_cancelled: [21, '1l'],
  mpi_collective_begin: [22, ''],
  mpi_collective_end: [23, 'bssll'],
  rma_win_create: [35, 's'],
  thread_fork: [53, 'bs'],
  calling_context_enter: [66, 'ss'],
  calling_context_leave: [67, 's'],
  non_blocking_collective_request: [85, 'l'],
  non_blocking_collective_complete: [86, 'bsslll'],
  comm_create: [87, 's'],
  unheard_of: [250, 'lll'],
};
const OPS =
  'BARRIER BCAST GATHER GATHERV SCATTER SCATTERV ALLGATHER ALLGATHERV ALLTOALL ALLTOALLV ALLTOALLW ALLREDUCE REDUCE ' +
  'REDUCE_SCATTER SCAN EXSCAN REDUCE_SCATTER_BLOCK CREATE_HANDLE';
const WORDS: Readonly<Record<string, number>> = {
  ON: 1,
  OFF: 2,
  ...Object.fromEntries(OPS.split(' ').map((op, i) => [op, i])),
};
const PARADIGMS = { mpi: 4, user: 2, tool: 6 } as const;
const NOTHING_32 = 2 ** 32 - 1;
const DEFAULT_CHUNK = 1024 * 1024;
const TIME_BYTES = 9;
/** More than any record has, with its time and the mark at the end. */
const ROOM = 64;

/** A field of a record: a number behind its length, or bytes as they are. */
type Field = number | readonly number[];

const textBytes = (text: string): number[] => [...new TextEncoder().encode(text), 0];

class Writer {
  readonly bytes: number[] = [];
  readonly #big: boolean;

  constructor(big: boolean) {
    this.#big = big;
  }

  byte(...values: readonly number[]): this {
    for (const value of values) this.bytes.push(value);
    return this;
  }

  full(value: bigint | number, size: number): this {
    return this.byte(...this.fullBytes(value, size));
  }

  fullBytes(value: bigint | number, size = 8): number[] {
    const little = Array.from({ length: size }, (_, i) => Number((BigInt(value) >> BigInt(8 * i)) & 255n));
    return this.#big ? little.reverse() : little;
  }

  /** Behind as many bytes as it has; one byte for nothing. */
  short(value: number, nothing = NOTHING_32): this {
    if (value === nothing) return this.byte(255);
    let size = 0;
    while (value >= 2 ** (8 * size)) size++;
    return this.byte(size).full(value, size);
  }

  fields(...fields: readonly Field[]): this {
    for (const field of fields) typeof field === 'number' ? this.short(field) : this.byte(...field);
    return this;
  }

  record(type: number, fill: (inner: Writer) => void): this {
    const inner = new Writer(this.#big);
    fill(inner);
    this.byte(type);
    if (inner.bytes.length < 255) this.byte(inner.bytes.length);
    else this.byte(255).full(inner.bytes.length, 8);
    return this.byte(...inner.bytes);
  }
}

export interface Encoding {
  readonly big?: boolean;
  /** Of the anchor file. */
  readonly substrate?: number;
  readonly compression?: number;
  /** Left out where locations write no definitions. */
  readonly locals?: boolean;
  /** In ns since 1970. */
  readonly date?: bigint;
}

type Write = (writer: Writer) => void;

/** Records of definitions in chunks of one length. */
function definitionFile(big: boolean, chunk: number, records: readonly Write[]): Uint8Array {
  const begin = (): Writer =>
    new Writer(big)
      .byte(3, big ? 0x23 : 0x42)
      .full(1, 8)
      .full(0, 8);
  const pieces: number[][] = [];
  let writer = begin();
  for (const record of records) {
    const one = new Writer(big);
    record(one);
    if (writer.bytes.length + one.bytes.length + ROOM > chunk) {
      pieces.push([...writer.bytes, ...new Array<number>(chunk - writer.bytes.length).fill(0)]);
      writer = begin();
    }
    writer.byte(...one.bytes);
  }
  return Uint8Array.from([...pieces.flat(), ...writer.byte(2, 1).bytes]);
}

/** Events in chunks, each of which says which it has. */
function eventFile(big: boolean, chunk: number, events: readonly Described[]): Uint8Array {
  const file: number[][] = [];
  let writer = new Writer(big);
  let first = 1;
  let last = 0;
  let time = Number.NaN;
  const head = (): number[] =>
    new Writer(big)
      .byte(3, big ? 0x23 : 0x42)
      .full(first, 8)
      .full(last, 8).bytes;
  const HEAD = head().length;
  const close = (end: readonly number[]): void => {
    file.push(head(), writer.bytes, [...end]);
    writer = new Writer(big);
    first = last + 1;
    time = Number.NaN;
  };
  for (const event of events) {
    const used = HEAD + writer.bytes.length;
    if (used + ROOM + TIME_BYTES > chunk) close(new Array<number>(chunk - used).fill(0));
    last++;
    if (event[0] !== time) writer.byte(5).full(event[0], 8);
    time = event[0];
    writeEvent(writer, event);
  }
  close([2, 1]);
  return Uint8Array.from(Buffer.concat(file.map((part) => Uint8Array.from(part))));
}

function writeEvent(writer: Writer, [, name, ...given]: Described): void {
  const found = EVENTS[name];
  if (found === undefined) throw new Error(`no event is called ${name}`);
  const [type, fields] = found;
  const values = given.map((value) => (typeof value === 'string' ? WORDS[value] : value));
  if (fields.startsWith('1')) {
    writer.byte(type).short(values[0], fields === '1s' ? NOTHING_32 : 2 ** 64);
    return;
  }
  if (name === 'thread_fork') writer.record(6, (inner) => inner.fields(1, 0, [4], 77));
  writer.record(type, (inner) => {
    for (const [i, field] of [...fields].entries()) {
      if (field === 't') inner.full(values[i], 8);
      else if (field === 'b') inner.byte(values[i]);
      else inner.short(values[i], field === 's' ? NOTHING_32 : 2 ** 64);
    }
  });
}

function globalRecords(run: Description, date: bigint | undefined): Write[] {
  const strings = [''];
  const text = (value: string): number => {
    const at = strings.indexOf(value);
    return at >= 0 ? at : strings.push(value) - 1;
  };
  const records: Write[] = [];
  const add = (type: number, ...fields: readonly Field[]): void => {
    records.push((writer) => writer.record(type, (inner) => inner.fields(...fields)));
  };
  const node = text('machine');
  add(12, 0, node, node, NOTHING_32);
  for (const rank of new Set(run.locations.map((location) => location.rank)))
    add(13, rank, text(`MPI Rank ${rank}`), [1], 0, NOTHING_32);
  for (const [ref, { rank, name, type, events }] of run.locations.entries())
    add(14, ref, text(name), [type === 'METRIC' ? 3 : 1], events.length, rank);
  for (const [ref, { name, paradigm, file, line = 0 }] of run.regions.entries()) {
    const [own, place] = [text(name), file === undefined ? NOTHING_32 : text(file)];
    const kind = [paradigm === 'tool' ? 31 : 1, PARADIGMS[paradigm]];
    add(15, ref, own, 0, [0], place, line, 0, own, kind, 0);
  }
  const group = (ref: number, type: number, members: readonly number[]): void =>
    add(18, ref, 0, [6], members.length, ...members, [type, 4], 0);
  if (run.ranks > 0) group(0, 4, [...new Array(run.ranks).keys()]);
  for (const [ref, [name, members]] of run.comms.entries()) {
    if (typeof members === 'string') group(ref + 1, { self: 6, unknown: 0 }[members], []);
    else group(ref + 1, 5, members);
    add(22, ref, text(name), ref + 1, NOTHING_32, 0);
  }
  for (const [ref, [region, parent]] of (run.contexts ?? []).entries())
    add(34, ref, region, NOTHING_32, parent < 0 ? NOTHING_32 : parent);
  const clock: Write = (writer) =>
    writer.record(5, (w) => w.fields(run.resolution, [0, 0, 8], w.fullBytes(date ?? 2n ** 64n - 1n)));
  const texts = strings.map(
    (one, ref): Write =>
      (writer) =>
        writer.record(10, (w) => w.fields(ref, textBytes(one))),
  );
  return [clock, ...texts, ...records];
}

const MAPPED = { region: 3, comm: 6 } as const;

function localRecords({ maps = {}, offsets = [] }: DescribedLocation): Write[] {
  const tables = (['region', 'comm'] as const).flatMap((kind): Write[] => {
    const pairs = maps[kind];
    if (pairs === undefined) return [];
    return [
      (writer) => writer.record(5, (w) => w.fields([MAPPED[kind]], pairs.length, [1], ...pairs.flat())),
    ];
  });
  const clocks = offsets.map(
    ([time, offset]): Write =>
      (writer) =>
        writer.record(6, (w) => {
          w.full(time, 8);
          if (offset < 0) w.byte(8).full(BigInt.asUintN(64, BigInt(offset)), 8);
          else w.short(offset);
          w.full(0, 8);
        }),
  );
  return [...tables, ...clocks];
}

/** The files of an archive by their paths. */
export function encode(run: Description, encoding: Encoding = {}): Map<string, Uint8Array> {
  const { big = false, substrate = 1, compression = 1, locals = true, date } = encoding;
  const chunk = run.chunk ?? DEFAULT_CHUNK;
  const records = globalRecords(run, date);
  const anchor = new Writer(big)
    .byte(3, big ? 0x23 : 0x42)
    .byte(...textBytes('OTF2'))
    .byte(3, 2, 3, 0, 2);
  anchor.full(chunk, 8).full(chunk, 8).byte(substrate, compression);
  anchor
    .full(run.locations.length, 8)
    .full(records.length, 8)
    .byte(0, ...textBytes(run.creator), 0);
  anchor
    .full(1, 4)
    .byte(...textBytes('A::PROPERTY'), ...textBytes('true'))
    .full(77, 8)
    .full(0, 4)
    .full(0, 4)
    .byte(2, 1, 0);
  const files = new Map([
    ['traces.otf2', Uint8Array.from(anchor.bytes)],
    ['traces.def', definitionFile(big, chunk, records)],
  ]);
  for (const [ref, location] of run.locations.entries()) {
    if (locals) files.set(`traces/${ref}.def`, definitionFile(big, chunk, localRecords(location)));
    files.set(`traces/${ref}.evt`, eventFile(big, chunk, location.events));
  }
  return files;
}
