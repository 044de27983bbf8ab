/**
 * Detours of a CPU: when an operating system takes it away, again and again, and what that makes of a computation. A
 * computation that is interrupted goes on where it was, and may be interrupted again before it ends.
 */
import { InputError, UsageError } from '../errors.js';

/** One interruption, ns. */
export interface Detour {
  readonly start: number;
  readonly length: number;
}

/** Detours that come again and again, and what they add to computations. */
export class Detours {
  /** After how many ns all comes again. */
  readonly period: number;
  readonly #list: readonly Detour[];
  /** [detours] work that was done before each, and time that was lost up to its end, both since the period began, ns. */
  readonly #worked: Float64Array;
  readonly #lost: Float64Array;
  /** Work of a whole period, ns. */
  readonly #whole: number;

  /** `list` by time of start. Throws InputError for what is no such list. */
  constructor(list: readonly Detour[], period: number) {
    this.#list = list;
    this.#worked = new Float64Array(list.length);
    this.#lost = new Float64Array(list.length);
    let lost = 0;
    let over = 0;
    for (const [i, { start, length }] of list.entries()) {
      if (!(length >= 0) || start < (list[i - 1]?.start ?? 0))
        throw new InputError({
          what: `detour ${i + 1} begins before the one before it, or ends before it begins`,
        });
      // One that is still on keeps the next one waiting.
      this.#worked[i] = Math.max(start, over) - lost;
      over = Math.max(start, over) + length;
      lost += length;
      this.#lost[i] = lost;
    }
    this.period = Math.max(period, over);
    this.#whole = lost < period ? this.period - lost : 0;
  }

  /** What is added to a ns of computation in the long run, ns. */
  get mean(): number {
    return this.#whole === 0 ? Number.POSITIVE_INFINITY : this.period / this.#whole - 1;
  }

  /** The same detours, each `factor` times as long. */
  scaled(factor: number): Detours {
    if (factor === 1) return this;
    return new Detours(
      this.#list.map(({ start, length }) => ({ start, length: length * factor })),
      this.period,
    );
  }

  /** What is added to a computation of `work` ns that begins at `time`, where time 0 lies at `phase` of a period; ns. */
  added(time: number, work: number, phase: number): number {
    if (work <= 0) return 0;
    if (this.#whole === 0) return Number.POSITIVE_INFINITY;
    const at = (time + phase) % this.period;
    const goal = this.#workedAt(at) + work;
    // A computation that ends as a period does ends before the detours of the next one.
    const periods = Math.ceil(goal / this.#whole) - 1;
    const left = goal - periods * this.#whole;
    const i = this.#before(left);
    const end = periods * this.period + left + (i < 0 ? 0 : this.#lost[i]);
    return Math.max(end - at - work, 0);
  }

  /** Work done `at` ns after the begin of a period. */
  #workedAt(at: number): number {
    let [low, high] = [-1, this.#worked.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#worked[middle] + (this.#lost[middle - 1] ?? 0) <= at) low = middle;
      else high = middle - 1;
    }
    return low < 0 ? at : Math.max(this.#worked[low], at - this.#lost[low]);
  }

  /** The last detour before which less than `work` was done, −1: none. */
  #before(work: number): number {
    let [low, high] = [-1, this.#worked.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#worked[middle] < work) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

/** A detour of `length` at the begin of each `period`, ns. Throws UsageError where nothing is left of it. */
export function periodic(period: number, length: number): Detours {
  if (period > 0 && length >= 0 && length < period) return new Detours([{ start: 0, length }], period);
  throw new UsageError(
    `detours of ${length} ns every ${period} ns leave nothing to compute in`,
    'give a length below the period',
  );
}

/**
 * Detours as they were measured, in the form of LogGOPSim's --noise-trace: a line for each of start and length, ns, parted
 * by blanks; `#` begins a comment. What was measured comes again when the last one is over. Throws InputError.
 */
export function parseDetours(text: string, source: string): Detours {
  const list: Detour[] = [];
  for (const [i, line] of text.split('\n').entries()) {
    const words = line.trim().split(/\s+/);
    if (words[0] === '' || words[0].startsWith('#')) continue;
    const [start, length] = words.map(Number);
    if (words.length !== 2 || !(start >= 0) || !(length >= 0))
      throw new InputError({
        place: { source, line: i + 1 },
        what: `'${line.trim()}' is no start and length in ns`,
        mend: 'give two numbers on a line, such as 1000000 2500',
      });
    list.push({ start, length });
  }
  const last = list.at(-1);
  if (last === undefined) throw new InputError({ place: { source }, what: 'there are no detours' });
  return new Detours(list, last.start + last.length);
}
