/**
 * DUMPI as docs/dumpi.md and the description of sst-dumpi have it, in as few lines as the sample's calls take. Shares no code
 * with the library: what a file says becomes the text of our tracer.
 */
import { type DecodedCall, NOBODY, textOfCalls } from './binary-forms.js';
import { decode } from './input.js';

/** Functions of the sample by their numbers, with a letter for each field: `i` 32 bits, `h` 16, `b` 8, `l` and `v` lists. */
const FUNCTIONS: Readonly<Record<number, readonly [name: string, fields: string]>> = {
  8: ['MPI_Isend', 'ihiihi'],
  12: ['MPI_Irecv', 'ihiihi'],
  18: ['MPI_Waitall', 'ilz'],
  65: ['MPI_Allreduce', 'ihbh'],
  81: ['MPI_Comm_size', 'hi'],
  82: ['MPI_Comm_rank', 'hi'],
  86: ['MPI_Comm_split', 'hiih'],
  124: ['MPI_Init', 'v'],
  125: ['MPI_Finalize', ''],
};
/** Counts of calls, the last of which is of no function; and the number that ends the records. */
const COUNTED = 291;
const END = 293;
/** Bytes of a double, for a file that did not look them up. */
const DOUBLE = { type: 14, bytes: 8 } as const;
const MAGIC = 0xffaadd44554d5049n;
const FOOTER = 0xf007fee7n;
const WORLD = 2;
const SELF = 3;
/** What a record has beside its fields. */
const HAS = { statuses: 0x3, cpu: 0x4, wall: 0x8, thread: 0x40, counters: 0x80 } as const;

/** A call: numbers of its fields in order, and its list. */
interface Recorded {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly numbers: readonly number[];
  readonly list: readonly number[];
}

interface RankFile {
  readonly version: string;
  readonly calls: readonly Recorded[];
  /** Bytes by number of datatype. */
  readonly sizes: readonly number[];
}

/** Reads numbers one after the other. */
class Cursor {
  readonly view: DataView;
  at: number;

  constructor(view: DataView, at: number) {
    this.view = view;
    this.at = at;
  }

  next(letter: string): number {
    const bytes = letter === 'b' ? 1 : letter === 'h' ? 2 : 4;
    this.at += bytes;
    const { view, at } = this;
    return bytes === 1 ? view.getUint8(at - 1) : bytes === 2 ? view.getUint16(at - 2) : view.getInt32(at - 4);
  }

  /** A list behind its length. */
  list(letter: string): number[] {
    const length = this.next('i');
    // Before so many are read: a damaged length may be any.
    if (length < 0 || length > this.view.byteLength) throw new RangeError(`a list of ${length}`);
    return Array.from({ length }, () => this.next(letter));
  }

  /** Goes on behind a list, each of whose items has so many bytes. */
  skip(bytes: number): void {
    const length = this.next('i');
    this.at += length * bytes;
  }

  /** A time of 16 bits of seconds and 32 of ns. */
  time(): number {
    const seconds = this.next('h');
    const ns = this.next('i');
    if (ns < 0 || ns >= 1e9) throw new RangeError(`${ns} ns of a second`);
    return seconds * 1e9 + ns;
  }
}

/** The texts of all ranks of a metafile; throws where parts of the files contradict each other. */
export function textsOfDumpi(files: ReadonlyMap<string, Uint8Array>, meta: string): string[] {
  const text = decode(files.get(meta) ?? new Uint8Array(0));
  const of = (key: string): string => {
    const lines = text.split(/\r?\n/).filter((line) => line.startsWith(`${key}=`));
    if (new Set(lines).size !== 1) throw new RangeError(`${lines.length} values of ${key}`);
    return lines[0].slice(key.length + 1).trim();
  };
  const names = Array.from(
    { length: Number(of('numprocs')) },
    (_, rank) => `${of('fileprefix')}-${String(rank).padStart(4, '0')}.bin`,
  );
  const ranks = names.map((name) => readRank(files.get(name) ?? new Uint8Array(0)));
  if (ranks.some(({ version }) => version !== ranks[0].version || version.startsWith('0')))
    throw new RangeError('another version');
  return ranks.map((_, rank) => textOfCalls(callsOf(ranks, rank), rank, ranks.length));
}

function readRank(bytes: Uint8Array): RankFile {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const word = (at: number): bigint => view.getBigUint64(at);
  const index = bytes.length - 64;
  if (word(0) !== MAGIC || word(index) !== MAGIC) throw new RangeError('no magic');
  const [sizes, , , header, body, footer] = [1, 2, 3, 4, 5, 6].map((i) => Number(word(index + 8 * i)));
  const version = [0, 1, 2].map((i) => view.getUint8(header + i)).join('.');
  const cursor = new Cursor(view, body + 8);
  const calls: Recorded[] = [];
  const counts = new Array<number>(COUNTED).fill(0);
  for (let number = cursor.next('h'); number !== END; number = cursor.next('h')) {
    counts[number]++;
    calls.push(record(cursor, number));
  }
  if (cursor.at !== header || word(footer) !== FOOTER) throw new RangeError('not where it should be');
  const counted = new Cursor(view, footer + 8);
  const [called, ignored] = [0, 1].map(() => counts.map(() => counted.next('i')));
  if (counts.slice(0, -1).some((count, i) => count !== called[i] - ignored[i]))
    throw new RangeError('calls were lost');
  return { version, calls, sizes: new Cursor(view, sizes).list('i') };
}

function record(cursor: Cursor, number: number): Recorded {
  const [name, fields] = FUNCTIONS[number] ?? [];
  if (name === undefined || fields === undefined) throw new RangeError(`function ${number}`);
  const has = cursor.next('b');
  if ((has & HAS.thread) !== 0 && cursor.next('h') !== 0) throw new RangeError('another thread');
  const times = [HAS.cpu, HAS.wall]
    .filter((one) => (has & one) !== 0)
    .map(() => [cursor.time(), cursor.time()]);
  const [start, end] = times.at(-1) ?? [];
  if (start === undefined || (has & HAS.counters) !== 0) throw new RangeError('no times, or counters');
  const numbers: number[] = [];
  let list: number[] = [];
  for (const letter of fields) {
    if (letter === 'l') list = cursor.list('i');
    else if (letter === 'v') for (let left = cursor.next('i'); left > 0; left--) cursor.list('b');
    else if (letter !== 'z') numbers.push(cursor.next(letter));
    else if ((has & HAS.statuses) !== 0) cursor.skip(14);
  }
  return { name, start, end, numbers, list };
}

/** What a rank knows while its calls go by. */
class RankWords {
  readonly #ranks: readonly RankFile[];
  readonly #rank: number;
  /** A send to −1 shows that the MPI library has MPI_PROC_NULL so, and not any source. */
  readonly #sendsToNobody: boolean;
  /** Members by number of communicator. */
  readonly #comms = new Map<number, readonly number[]>();
  /** The newest request of a number. */
  readonly #requests = new Map<number, number>();
  #issued = 0;
  #splits = 0;

  constructor(ranks: readonly RankFile[], rank: number) {
    this.#ranks = ranks;
    this.#rank = rank;
    this.#sendsToNobody = ranks.some(({ calls }) =>
      calls.some(({ name, numbers }) => name === 'MPI_Isend' && numbers[2] === -1),
    );
    this.#comms.set(WORLD, [...ranks.keys()]).set(SELF, [rank]);
  }

  of({ name, numbers, list }: Recorded): Pick<DecodedCall, 'fields' | 'issues' | 'waits' | 'notes'> | null {
    const [first, second, third, fourth, fifth, request] = numbers;
    switch (name) {
      case 'MPI_Init':
        return { fields: [0, 0] };
      case 'MPI_Finalize':
        return { fields: [] };
      case 'MPI_Isend':
      case 'MPI_Irecv':
        this.#requests.set(request, ++this.#issued);
        return {
          fields: [0, first, this.#type(second), this.#peer(third), fourth, this.#comm(fifth)],
          issues: this.#issued,
        };
      case 'MPI_Waitall':
        if (first !== list.length) throw new RangeError('two lengths of a list');
        return { fields: [], waits: list.map((one) => this.#completed(one)) };
      case 'MPI_Allreduce':
        return { fields: [0, 0, first, this.#type(second), 0, this.#comm(fourth)] };
      case 'MPI_Comm_split':
        return this.#split(numbers);
      default:
        if (first === WORLD && second !== (name === 'MPI_Comm_rank' ? this.#rank : this.#ranks.length))
          throw new RangeError(`${name} answers ${second}`);
        return null;
    }
  }

  /** One that is not under way is one that nothing issues. */
  #completed(number: number): number {
    const request = this.#requests.get(number) ?? ++this.#issued;
    this.#requests.delete(number);
    return request;
  }

  #peer(number: number): number {
    return number === -1 && this.#sendsToNobody ? NOBODY : number;
  }

  #type(number: number): string {
    const told = this.#ranks[this.#rank].sizes[number];
    const bytes = told === 0 && number === DOUBLE.type ? DOUBLE.bytes : told;
    if (bytes === undefined) throw new RangeError(`datatype ${number}`);
    return `0,${bytes},${bytes}`;
  }

  #comm(number: number): string {
    const members = this.#comms.get(number);
    if (members === undefined) throw new RangeError(`communicator ${number}`);
    const handle = number === WORLD ? 1 : number === SELF ? 2 : number;
    return `${handle},${members.indexOf(this.#rank)},${members.length}`;
  }

  /** Members are those of the same color in this split of all ranks, by their keys. */
  #split([parent, color, key, made]: readonly number[]): Pick<DecodedCall, 'fields' | 'notes'> {
    const place = this.#splits++;
    const all = this.#ranks.map(({ calls }) => calls.filter(({ name }) => name === 'MPI_Comm_split')[place]);
    if (all.some((one) => one?.numbers[0] !== WORLD) || parent !== WORLD) throw new RangeError('a split');
    const members = [...all.keys()].filter((rank) => all[rank].numbers[1] === color);
    members.sort((a, b) => all[a].numbers[2] - all[b].numbers[2] || a - b);
    this.#comms.set(made, members);
    return { fields: [this.#comm(WORLD), color, key, made], notes: [`#comm: ${[made, ...members]}`] };
  }
}

function callsOf(ranks: readonly RankFile[], rank: number): DecodedCall[] {
  const words = new RankWords(ranks, rank);
  const { calls } = ranks[rank];
  const us = (ns: number): number => (ns - calls[0].start) / 1_000;
  return calls.flatMap((call) => {
    const said = words.of(call);
    if (said === null) return [];
    const { name, start, end } = call;
    const [from, to] = [
      name === 'MPI_Init' ? '-' : us(start),
      name === 'MPI_Finalize' ? '-' : us(end),
    ] as const;
    return [{ name, start: from, end: to, ...said }];
  });
}
