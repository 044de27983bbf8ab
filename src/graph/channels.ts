import { NONE } from '../schedule/columns.js';
import type { Schedule } from '../schedule/schedule.js';

/** Multipliers of the hash: odd constants with well-spread bits. */
const MIX = [0x9e37_79b1, 0x85eb_ca6b, 0xc2b2_ae35, 0x27d4_eb2f, 0x2c1b_3c6d] as const;

/** Slots of the table at first: programs have few channels for all their sends. */
const SLOTS = 1 << 10;

function hash(source: number, destination: number, tag: number): number {
  let h = Math.imul(source + 1, MIX[0]) ^ Math.imul(destination + 1, MIX[1]);
  h ^= Math.imul(tag | 0, MIX[2]) ^ Math.imul((tag / 4_294_967_296) | 0, MIX[3]);
  h = Math.imul(h ^ (h >>> 15), MIX[4]);
  return h ^ (h >>> 13);
}

/**
 * Sends by channel (source, destination, tag), each a queue in schedule order: an open-addressing table whose
 * queues hang together through `next`.
 */
export class Channels {
  readonly #peer: Int32Array;
  readonly #tag: Int32Array | Float64Array;
  readonly #next: Uint32Array;
  #table = new Uint32Array(SLOTS).fill(NONE);
  /** [channels] first send ever (it names destination and tag), source, front and back of the queue. */
  readonly #first: Uint32Array;
  readonly #source: Uint32Array;
  readonly #front: Uint32Array;
  readonly #back: Uint32Array;
  #count = 0;

  /** `next` [operations] is scratch space for the queues. */
  constructor(schedule: Schedule, sends: number, next: Uint32Array) {
    this.#peer = schedule.peer;
    this.#tag = schedule.tag;
    this.#next = next;
    this.#first = new Uint32Array(sends);
    this.#source = new Uint32Array(sends);
    this.#front = new Uint32Array(sends);
    this.#back = new Uint32Array(sends);
  }

  add(source: number, send: number): void {
    if (this.#count * 2 > this.#table.length) this.#widen();
    const slot = this.#slot(source, this.#peer[send], this.#tag[send]);
    this.#next[send] = NONE;
    let channel = this.#table[slot];
    if (channel === NONE) {
      channel = this.#count++;
      this.#table[slot] = channel;
      this.#first[channel] = send;
      this.#source[channel] = source;
      this.#front[channel] = send;
    } else {
      this.#next[this.#back[channel]] = send;
    }
    this.#back[channel] = send;
  }

  /** Takes the earliest send of a channel, or NONE. */
  take(source: number, destination: number, tag: number): number {
    const channel = this.#table[this.#slot(source, destination, tag)];
    if (channel === NONE) return NONE;
    const send = this.#front[channel];
    if (send !== NONE) this.#front[channel] = this.#next[send];
    return send;
  }

  #widen(): void {
    this.#table = new Uint32Array(this.#table.length * 2).fill(NONE);
    for (let channel = 0; channel < this.#count; channel++) {
      const first = this.#first[channel];
      this.#table[this.#slot(this.#source[channel], this.#peer[first], this.#tag[first])] = channel;
    }
  }

  #slot(source: number, destination: number, tag: number): number {
    const mask = this.#table.length - 1;
    let slot = hash(source, destination, tag) & mask;
    for (;;) {
      const channel = this.#table[slot];
      if (channel === NONE) return slot;
      const first = this.#first[channel];
      if (this.#peer[first] === destination && this.#tag[first] === tag && this.#source[channel] === source) {
        return slot;
      }
      slot = (slot + 1) & mask;
    }
  }
}
