/** Times of one location in ticks of the clock that all of them share, counted from one of them. */
import type { ClockOffset } from './local-definitions.js';

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
 * Between two offsets what is added grows linearly; before the first two and behind the last two it goes on as between
 * them. A single offset moves all times alike: the reference leaves it out.
 */
export class LocationClock {
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

  /** Ticks from the epoch of a time by its halves; times are asked for in their order. */
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
