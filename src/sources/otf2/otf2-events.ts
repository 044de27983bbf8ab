/** The events of one location, decoded: what concerns MPI and where the program was; others are counted by their type. */

import { type ByteReader, type ChunkForm, type ChunkHead, ChunkReader, UNDEFINED_32 } from './otf2-bytes.js';
import type { ClockOffset, IdMap, LocalDefinitions } from './otf2-definitions.js';

/** Types of records, as OTF2 numbers them. */
export const EVENT = {
  timestamp: 5,
  attributes: 6,
  flush: 10,
  onOff: 11,
  enter: 12,
  leave: 13,
  send: 14,
  isend: 15,
  isendComplete: 16,
  irecvRequest: 17,
  recv: 18,
  irecv: 19,
  requestTest: 20,
  cancelled: 21,
  collectiveBegin: 22,
  collectiveEnd: 23,
  // Of one-sided operations.
  firstRma: 35,
  lastRma: 52,
  contextEnter: 66,
  contextLeave: 67,
  collectiveRequest: 85,
  collectiveComplete: 86,
  commCreate: 87,
} as const;

/** Records of one value without a length. */
const SINGLE: ReadonlySet<number> = new Set([24, 28, 29, 30]);

/** One event; which fields count follows from its type. Numbers of regions and communicators are global ones. */
export interface OtfEvent {
  type: number;
  /** Ticks from the epoch of the process. */
  time: number;
  /** Which event of the location it is, from 1. */
  number: number;
  region: number;
  /** Calling context that was entered or left. */
  context: number;
  /** Rank in the communicator of the other side. */
  peer: number;
  comm: number;
  tag: number;
  bytes: number;
  request: number;
  /** Which collective, by number. */
  op: number;
  /** Rank in the communicator. */
  root: number;
  received: number;
  /** End of a flush, in ticks. */
  stop: number;
  /** Whether recording goes on. */
  on: boolean;
}

export const newEvent = (): OtfEvent => ({
  type: 0,
  time: 0,
  number: 0,
  region: 0,
  context: 0,
  peer: 0,
  comm: 0,
  tag: 0,
  bytes: 0,
  request: 0,
  op: 0,
  root: 0,
  received: 0,
  stop: 0,
  on: false,
});

/** Field by field: an Object.assign looks up the names of the fields each time. */
export function copyEvent(from: OtfEvent, to: OtfEvent): void {
  to.type = from.type;
  to.time = from.time;
  to.number = from.number;
  to.peer = from.peer;
  to.comm = from.comm;
  to.tag = from.tag;
  to.bytes = from.bytes;
  to.request = from.request;
  to.op = from.op;
  to.root = from.root;
  to.received = from.received;
}

/** Takes each event, which is another when it returns, with its place for errors. */
type TakeEvent = (event: OtfEvent, bytes: ByteReader) => void;

/** Whether recording goes on, by the mode of its event. */
const MODES: ReadonlyMap<number, boolean> = new Map([
  [1, true],
  [2, false],
]);
const REQUEST_LOST = 'the number of a request exceeds 2^53';

/** `push` the bytes of a location's events in order, then `end`. */
export class EventReader {
  readonly clock: LocationClock;
  readonly #chunks: ChunkReader;
  readonly #form: ChunkForm;
  readonly #regions: IdMap;
  readonly #comms: IdMap;
  readonly #contexts: IdMap;
  readonly #take: TakeEvent;
  readonly #event = newEvent();
  #timed = false;
  /** Halves of the last time. */
  #high = 0;
  #low = 0;
  #due = 0;

  constructor(source: string, form: ChunkForm, local: LocalDefinitions, epoch: Epoch, take: TakeEvent) {
    this.#form = form;
    this.clock = new LocationClock(epoch, local.offsets);
    this.#regions = local.regions;
    this.#comms = local.comms;
    this.#contexts = local.contexts;
    this.#take = take;
    this.#chunks = new ChunkReader(source, form.size, {
      chunk: (head) => this.#begin(head),
      record: (type, bytes) => this.#record(type, bytes),
    });
  }

  /** Events so far. */
  get count(): number {
    return this.#event.number;
  }

  push(piece: Uint8Array): void {
    this.#chunks.push(piece);
  }

  end(): void {
    this.#chunks.end();
    if (this.count < this.#due) this.#lost();
  }

  #begin({ first, last }: ChunkHead): void {
    if (this.count !== this.#due || first !== this.#due + 1) this.#lost(first);
    this.#due = last;
  }

  #lost(first?: number): never {
    const next = first === undefined ? 'the file ends' : `a chunk begins with event ${first}`;
    return this.#chunks.bytes.fail(`${next} after ${this.count} events of ${this.#due}`);
  }

  #record(type: number, bytes: ByteReader): void {
    if (type === EVENT.timestamp) {
      this.#time(bytes);
    } else if (type === EVENT.attributes) bytes.at = bytes.recordEnd();
    else {
      const event = this.#event;
      if (!this.#timed) bytes.fail('an event before the first time stamp');
      event.type = type;
      event.number++;
      this.#decode(type, bytes, event);
      this.#take(event, bytes);
    }
  }

  /** The library writes no time before the one that it wrote last. */
  #time(bytes: ByteReader): void {
    bytes.need(8);
    const high = bytes.highFull();
    const low = bytes.lowFull();
    if (high < this.#high || (high === this.#high && low < this.#low)) bytes.fail('time goes backwards');
    this.#high = high;
    this.#low = low;
    const ticks = this.clock.ticks(high, low);
    if (!Number.isSafeInteger(ticks)) bytes.fail('a time more than 2^53 ticks after the first');
    this.#event.time = ticks;
    bytes.at += 8;
    this.#timed = true;
  }

  #decode(type: number, bytes: ByteReader, event: OtfEvent): void {
    if (type === EVENT.enter || type === EVENT.leave) {
      event.region = this.#global(this.#regions, bytes.u32());
    } else if (
      type >= EVENT.isendComplete &&
      type <= EVENT.cancelled &&
      type !== EVENT.recv &&
      type !== EVENT.irecv
    ) {
      event.request = this.#request(bytes);
    } else if (SINGLE.has(type)) bytes.u64();
    else {
      const end = bytes.recordEnd();
      if (this.#fields(type, bytes, event)) bytes.endRecord(end, this.#form.longer);
      else bytes.at = end;
    }
  }

  /** Reads the fields of an event; false for one that is passed over. */
  #fields(type: number, bytes: ByteReader, event: OtfEvent): boolean {
    switch (type) {
      case EVENT.send:
      case EVENT.recv:
        this.#message(bytes, event);
        break;
      case EVENT.isend:
      case EVENT.irecv:
        this.#message(bytes, event);
        event.request = this.#request(bytes);
        break;
      case EVENT.collectiveEnd:
        this.#collective(bytes, event);
        break;
      case EVENT.collectiveComplete:
        this.#collective(bytes, event);
        event.request = this.#request(bytes);
        break;
      case EVENT.collectiveRequest:
        event.request = this.#request(bytes);
        break;
      case EVENT.commCreate:
        event.comm = this.#global(this.#comms, bytes.u32());
        break;
      case EVENT.contextEnter:
        event.context = this.#global(this.#contexts, bytes.u32());
        // How many of the contexts above it are others than before.
        bytes.u32();
        break;
      case EVENT.contextLeave:
        event.context = this.#global(this.#contexts, bytes.u32());
        break;
      case EVENT.collectiveBegin:
        break;
      case EVENT.flush:
        bytes.need(8);
        event.stop = this.clock.ticks(bytes.highFull(), bytes.lowFull());
        bytes.at += 8;
        break;
      case EVENT.onOff:
        event.on = this.#mode(bytes);
        break;
      default:
        return false;
    }
    return true;
  }

  #message(bytes: ByteReader, event: OtfEvent): void {
    event.peer = bytes.u32();
    event.comm = this.#global(this.#comms, bytes.u32());
    event.tag = bytes.u32();
    event.bytes = bytes.u64();
  }

  #collective(bytes: ByteReader, event: OtfEvent): void {
    event.op = bytes.u8();
    event.comm = this.#global(this.#comms, bytes.u32());
    event.root = bytes.u32();
    event.bytes = bytes.u64();
    event.received = bytes.u64();
  }

  #mode(bytes: ByteReader): boolean {
    const mode = bytes.u8();
    return MODES.get(mode) ?? bytes.fail(`the unknown measurement mode ${mode}`);
  }

  #request(bytes: ByteReader): number {
    const request = bytes.u64();
    if (!Number.isSafeInteger(request)) bytes.fail(REQUEST_LOST);
    return request;
  }

  #global(map: IdMap, local: number): number {
    return map.size === 0 || local === UNDEFINED_32 ? local : (map.get(local) ?? local);
  }
}

const HALF = 2 ** 32;

/** Where the times of a process are counted from: its first, whichever location has it. */
export class Epoch {
  #ticks: bigint | undefined;

  /** `ticks` where it is not known before. */
  from(ticks: bigint): bigint {
    this.#ticks ??= ticks;
    return this.#ticks;
  }
}

/** Whole number to the nearest even one of two as near, as the reference rounds. */
function rounded(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  if (rest !== 0.5) return Math.round(value);
  return floor % 2 === 0 ? floor : floor + 1;
}

/**
 * Times of one location in ticks of the clock that all of them share, counted from one of them.
 * Between two offsets what is added grows linearly; before the first two and behind the last two it goes on as between
 * them. A single offset moves all times alike: the reference leaves it out.
 */
class LocationClock {
  readonly #epoch: Epoch;
  readonly #offsets: readonly ClockOffset[];
  /** Halves of the epoch. */
  #high = 0;
  #low = 0;
  #base: bigint | undefined;
  /** [offsets − 1] begin and end in ticks from the epoch, what to add at the begin, and more for each tick. */
  #begin = new Float64Array(0);
  #end = new Float64Array(0);
  #offset = new Float64Array(0);
  #slope = new Float64Array(0);
  #at = 0;

  constructor(epoch: Epoch, offsets: readonly ClockOffset[]) {
    this.#epoch = epoch;
    this.#offsets = offsets;
  }

  /** Ticks from the epoch of a time by its halves; times are requested in their order. */
  ticks(high: number, low: number): number {
    if (this.#base === undefined) this.#start(BigInt(high) * BigInt(HALF) + BigInt(low));
    const raw = (high - this.#high) * HALF + (low - this.#low);
    return this.#begin.length === 0 ? raw : raw + this.#correction(raw);
  }

  /** The same as a time of the archive. */
  absolute(ticks: number): bigint {
    return (this.#base ?? 0n) + BigInt(ticks);
  }

  #correction(raw: number): number {
    while (this.#at + 1 < this.#end.length && raw > this.#end[this.#at]) this.#at++;
    const i = this.#at;
    return this.#offset[i] + rounded(this.#slope[i] * (raw - this.#begin[i]));
  }

  #start(first: bigint): void {
    const base = this.#epoch.from(first);
    this.#base = base;
    this.#high = Number(base >> 32n);
    this.#low = Number(base & 0xffff_ffffn);
    const offsets = this.#offsets;
    const begins = offsets.map(({ time }) => Number(time - base));
    const adds = offsets.map(({ offset }) => Number(offset));
    this.#begin = Float64Array.from(begins.slice(0, -1));
    this.#end = Float64Array.from(begins.slice(1));
    this.#offset = Float64Array.from(adds.slice(0, -1));
    this.#slope = this.#begin.map((begin, i) => (adds[i + 1] - adds[i]) / (this.#end[i] - begin));
  }
}
