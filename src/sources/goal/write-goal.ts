/** Writes GOAL text, and warns of the parts of a schedule that GOAL cannot express. */

import { joinWarnings, many, type Warning } from '../../errors.js';
import {
  ANY,
  BUFFERED,
  CALC,
  DEP_OP,
  IREQUIRES,
  NOBODY,
  NOBODY_RANK,
  NONE,
  RECV,
  ranksOf,
  type Schedule,
  SEND,
  takesTag,
} from '../../schedule/schedule.js';

/** Bytes gathered before they are handed on, and room for one operation with its dependencies, which grows. */
const CHUNK = 1 << 16;
const ROOM = 1 << 12;

/**
 * Writes a schedule as GOAL text, piece by piece. A dependency follows the later of its two operations, so that every
 * label is defined before it is used. Reading it back gives the same columns, except for `line`, the names of MPI
 * calls, and the parts that GOAL cannot express.
 */
export function* writeGoal(schedule: Schedule): Generator<Uint8Array> {
  const text = new TextBuffer(CHUNK + ROOM);
  text.word(`num_ranks ${schedule.ranks}\n`);
  for (let rank = 0; rank < schedule.ranks; rank++) {
    text.word(`\nrank ${rank} {\n`);
    const lines = new RankLines(schedule, rank, text);
    for (let op = schedule.rankStart[rank]; op < schedule.rankStart[rank + 1]; op++) {
      lines.write(op);
      if (text.length >= CHUNK) yield text.take();
    }
    text.word('}\n');
  }
  yield text.take();
}

const bytesOf = (word: string): Uint8Array => new TextEncoder().encode(word);
const [LABEL, END, REQUIRED, STARTED] = ['l', '\n', ' requires ', ' irequires '].map(bytesOf);
const [COMPUTES, SENDS, RECEIVES] = [': calc ', ': send ', ': recv '].map(bytesOf);
const [TO, FROM, ANYBODY, TAGGED] = ['b to ', 'b from ', '-1', ' tag '].map(bytesOf);
const [ON_CPU, ON_NIC] = [' cpu ', ' nic '].map(bytesOf);

class RankLines {
  readonly #schedule: Schedule;
  readonly #first: number;
  readonly #ahead: Ahead;
  readonly #text: TextBuffer;

  constructor(schedule: Schedule, rank: number, text: TextBuffer) {
    this.#schedule = schedule;
    this.#first = schedule.rankStart[rank];
    this.#ahead = dependenciesAhead(schedule, rank);
    this.#text = text;
  }

  /** `op`, and the dependencies that it ends. */
  write(op: number): void {
    const { depStart, deps } = this.#schedule;
    const { start, after, edge } = this.#ahead;
    this.#operation(op);
    for (let i = depStart[op]; i < depStart[op + 1]; i++) {
      if ((deps[i] & DEP_OP) <= op) this.#dependency(op, deps[i]);
    }
    const own = op - this.#first;
    for (let i = start[own]; i < start[own + 1]; i++) this.#dependency(after[i], deps[edge[i]]);
  }

  #operation(op: number): void {
    const text = this.#text;
    const { kind, value, tag, cpu, nic } = this.#schedule;
    this.#label(op);
    if (kind[op] === CALC) {
      text.bytes(COMPUTES);
      this.#duration(value[op]);
    } else {
      text.bytes(kind[op] === SEND ? SENDS : RECEIVES);
      this.#duration(value[op]);
      text.bytes(kind[op] === SEND ? TO : FROM);
      this.#peer(op);
      if (tag[op] !== 0) {
        text.bytes(TAGGED);
        if (tag[op] < 0) text.bytes(ANYBODY);
        else text.whole(tag[op]);
      }
    }
    if (cpu !== null && cpu[op] !== 0) {
      text.bytes(ON_CPU);
      text.whole(cpu[op]);
    }
    if (nic !== null && nic[op] !== 0) {
      text.bytes(ON_NIC);
      text.whole(nic[op]);
    }
    text.bytes(END);
  }

  #dependency(after: number, before: number): void {
    this.#label(after);
    this.#text.bytes((before & IREQUIRES) !== 0 ? STARTED : REQUIRED);
    this.#label(before & DEP_OP);
    this.#text.bytes(END);
  }

  /** The label of `op` in the schedule, whose rank is known here. */
  #label(op: number): void {
    const { labelName, labelNumber } = this.#schedule;
    const name = labelName.size === 0 ? undefined : labelName.get(op);
    if (name !== undefined) {
      this.#text.word(name);
      return;
    }
    this.#text.bytes(LABEL);
    this.#text.whole(labelNumber === null ? op - this.#first + 1 : labelNumber[op]);
  }

  #peer(op: number): void {
    const peer = this.#schedule.peer[op];
    if (peer === ANY) this.#text.bytes(ANYBODY);
    else this.#text.whole(peer === NOBODY ? NOBODY_RANK : peer);
  }

  #duration(value: number): void {
    if (Number.isSafeInteger(value) && value >= 0) this.#text.whole(value);
    else this.#text.word(decimal(value));
  }
}

/** Dependencies of a rank on operations that are defined later: those on the n-th are at `start[n]` to `start[n + 1]`. */
interface Ahead {
  readonly start: Uint32Array;
  /** The operation that depends, and the place of the dependency among all. */
  readonly after: Uint32Array;
  readonly edge: Uint32Array;
}

function dependenciesAhead({ rankStart, depStart, deps }: Schedule, rank: number): Ahead {
  const [first, end] = [rankStart[rank], rankStart[rank + 1]];
  const start = new Uint32Array(end - first + 2);
  for (let op = first; op < end; op++) {
    for (let i = depStart[op]; i < depStart[op + 1]; i++) {
      const before = deps[i] & DEP_OP;
      if (before > op) start[before - first + 2]++;
    }
  }
  for (let own = 2; own < start.length; own++) start[own] += start[own - 1];
  const after = new Uint32Array(start[start.length - 1]);
  const edge = new Uint32Array(after.length);
  for (let op = first; op < end; op++) {
    for (let i = depStart[op]; i < depStart[op + 1]; i++) {
      const before = deps[i] & DEP_OP;
      if (before <= op) continue;
      const at = start[before - first + 1]++;
      after[at] = op;
      edge[at] = i;
    }
  }
  return { start, after, edge };
}

/** A duration without an exponent, which GOAL does not have: 1e-7 is 0.0000001. */
function decimal(value: number): string {
  const text = String(value);
  const at = text.indexOf('e-');
  if (at < 0) return text;
  const digits = text.slice(0, at).replace('.', '');
  return `0.${'0'.repeat(Number(text.slice(at + 2)) - 1)}${digits}`;
}

/** Most bytes of a whole number below 2^53, and of one UTF-16 unit in UTF-8. */
const DIGITS = 16;
const UNIT_BYTES = 3;
const BILLION = 1e9;
/** The largest number of 31 bits. */
const WORD = 2 ** 31 - 1;
const ZERO = '0'.charCodeAt(0);

/** Decimal digits of a number of 31 bits. */
function digitsOf(value: number): number {
  let digits = 1;
  for (let power = 10; power <= value; power *= 10) digits++;
  return digits;
}

/** Text gathered as bytes: numbers and encoded words go there without a string in between. */
export class TextBuffer {
  readonly #encoder = new TextEncoder();
  #bytes: Uint8Array;
  #length = 0;

  /** `capacity` in bytes; it grows where that is not enough. */
  constructor(capacity: number) {
    this.#bytes = new Uint8Array(capacity);
  }

  get length(): number {
    return this.#length;
  }

  bytes(word: Uint8Array): void {
    this.#reserve(word.length);
    const bytes = this.#bytes;
    let at = this.#length;
    for (let i = 0; i < word.length; i++) bytes[at++] = word[i];
    this.#length = at;
  }

  word(text: string): void {
    this.#reserve(text.length * UNIT_BYTES);
    this.#length += this.#encoder.encodeInto(text, this.#bytes.subarray(this.#length)).written;
  }

  /** A whole number from 0 to 2^53. */
  whole(value: number): void {
    this.#reserve(DIGITS);
    if (value <= WORD) {
      const small = value | 0;
      this.#digits(small, digitsOf(small));
      return;
    }
    const billions = Math.floor(value / BILLION);
    this.#digits(billions, digitsOf(billions));
    this.#digits(value - billions * BILLION, 9);
  }

  /** At most 32 bits: all divisions are those of whole numbers. */
  #digits(value: number, count: number): void {
    const bytes = this.#bytes;
    const start = this.#length;
    let rest = value | 0;
    for (let at = start + count - 1; at >= start; at--) {
      const tenth = (rest / 10) | 0;
      bytes[at] = ZERO + rest - tenth * 10;
      rest = tenth;
    }
    this.#length = start + count;
  }

  /** All so far, as bytes of their own; the buffer is empty again. */
  take(): Uint8Array {
    const taken = this.#bytes.slice(0, this.#length);
    this.#length = 0;
    return taken;
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const grown = new Uint8Array(2 * (this.#length + more));
    grown.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = grown;
  }
}

/** The parts of a schedule that GOAL cannot express. */
export const goalWarnings = (schedule: Schedule): Warning[] =>
  joinWarnings(
    waitsWarning(schedule),
    unreceivedWarning(schedule),
    anyTagWarning(schedule),
    arrivalsWarning(schedule),
  );

function arrivalsWarning({ takenAfter }: Schedule): Warning | null {
  const count = countIn(takenAfter, (one) => one !== NONE);
  if (count === 0) return null;
  const message = `GOAL cannot express receives that a program takes as they arrive (MPI_Waitany, Waitsome, Testany, Testsome); ${count} receives complete in the order of the traced run, so T may differ`;
  return { code: 'goal-arrivals', count, message };
}

function countIn(
  column: Uint8Array | Uint32Array | null | undefined,
  counts: (one: number) => boolean,
): number {
  let count = 0;
  for (const one of column ?? []) if (counts(one)) count++;
  return count;
}

/** Sends whose wait depends on more than their size, and receives that wait twice. */
function waitsWarning({ synchronous, received }: Schedule): Warning | null {
  const buffered = countIn(synchronous, (mode) => mode === BUFFERED);
  const sends = countIn(synchronous, (mode) => mode !== 0) - buffered;
  const probed = countIn(received, (call) => call !== NONE);
  const above = 'above the rendezvous threshold';
  const parts = [
    sends > 0 &&
      `synchronous sends; ${many(sends, 'send')} (MPI_Ssend, Issend, Ssend_init, one-sided operations) will wait for the receiver only ${above}`,
    buffered > 0 &&
      `buffered sends; ${many(buffered, 'send')} (MPI_Bsend, Ibsend, Bsend_init) will wait for the receiver ${above}`,
    probed > 0 &&
      `matched probes; ${many(probed, 'message')} (MPI_Mprobe, Improbe) will arrive as a whole at the probe, also ${above}`,
  ].filter((part) => part !== false);
  if (parts.length === 0) return null;
  return { code: 'goal-synchronous', message: `GOAL cannot express ${parts.join(', nor ')}` };
}

function unreceivedWarning({ unreceived }: Schedule): Warning | null {
  const count = unreceived?.reduce((sum, one) => sum + one, 0) ?? 0;
  if (count === 0) return null;
  const sends = count === 1 ? '1 send is' : `${count} sends are`;
  const message = `GOAL cannot express messages without a receiver; ${sends} left without a receive`;
  return { code: 'goal-unreceived', count, message };
}

/** Receives of any tag of one communicator, as one rank has them. */
interface Wanted {
  readonly source: number;
  readonly tag: number;
  receives: number;
  /** Whether the rank is sent a message that such a receive takes only where any tag is any at all. */
  wider: boolean;
}

/** By rank; of each source and tag one. */
function receivesOfAnyTag(schedule: Schedule, owner: Uint32Array): Map<number, Wanted[]> {
  const { kind, peer, tag, operations } = schedule;
  const found = new Map<number, Wanted[]>();
  for (let op = 0; op < operations; op++) {
    if (kind[op] !== RECV || tag[op] >= ANY) continue;
    const ofRank = found.get(owner[op]) ?? [];
    found.set(owner[op], ofRank);
    const same = ofRank.find((one) => one.source === peer[op] && one.tag === tag[op]);
    if (same === undefined) ofRank.push({ source: peer[op], tag: tag[op], receives: 1, wider: false });
    else same.receives++;
  }
  return found;
}

function anyTagWarning(schedule: Schedule): Warning | null {
  const { kind, peer, tag, operations } = schedule;
  const owner = ranksOf(schedule);
  const wanted = receivesOfAnyTag(schedule, owner);
  if (wanted.size === 0) return null;
  for (let op = 0; op < operations; op++) {
    if (kind[op] !== SEND) continue;
    for (const one of wanted.get(peer[op]) ?? [])
      one.wider ||= (one.source === ANY || one.source === owner[op]) && !takesTag(one.tag, tag[op]);
  }
  const count = [...wanted.values()].flat().reduce((sum, one) => sum + (one.wider ? one.receives : 0), 0);
  if (count === 0) return null;
  const message = `GOAL cannot limit MPI_ANY_TAG to one communicator; ${many(count, 'receive')} may take messages of collectives and of other communicators`;
  return { code: 'goal-any-tag', count, message };
}
