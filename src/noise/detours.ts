/**
 * Detours of a CPU: repeated interruptions by the operating system, and the delay of a computation. An interrupted
 * computation continues, and may be interrupted again.
 */
import { InputError, UsageError } from '../errors.js';
import { NONE } from '../schedule/schedule.js';
import { formatTime } from '../units.js';
import type { NoiseProgram } from './noise-program.js';
import { DRAW, drawWords } from './sampling.js';

/** One interruption, ns. */
export interface Detour {
  readonly start: number;
  readonly length: number;
}

/** Parts of a period per detour in a guide, and their maximum. */
const PARTS = 8;
const MOST_PARTS = 2 ** 16;

/** Arithmetic of repeating detours, in any unit of time. */
export class Cycle {
  readonly period: number;
  /** Work of a whole period; 0: there is none. */
  readonly whole: number;
  /** The length of the only detour of a period, which begins with it; null: several, or none. */
  readonly only: number | null;
  /** [detours + 2] time lost up to the end of each; first an entry of length 0 at 0, after the last an empty one. */
  readonly lost: Float64Array;
  /** The begin of each, since the period began; and the work done before it. */
  readonly begins: Steps;
  readonly worked: Steps;
  readonly #offset: number;

  /** `list` by time of start. */
  constructor(list: readonly Detour[], period: number) {
    this.lost = new Float64Array(list.length + 2);
    const begins = new Float64Array(list.length + 2);
    const worked = new Float64Array(list.length + 2);
    let lost = 0;
    let over = 0;
    for (const [i, { start, length }] of list.entries()) {
      // A running detour delays the next one.
      begins[i + 1] = Math.max(start, over);
      worked[i + 1] = begins[i + 1] - lost;
      over = begins[i + 1] + length;
      lost += length;
      this.lost[i + 1] = lost;
    }
    this.period = Math.max(period, over);
    this.whole = lost < period ? this.period - lost : 0;
    this.begins = new Steps(begins, this.period);
    this.worked = new Steps(worked, this.whole);
    this.only = list.length === 1 ? list[0].length : null;
    this.#offset = list.length === 1 ? list[0].start : 0;
  }

  /** `detours` with their times in 1/`unit` ns, each `factor` times as long. */
  static of(
    detours: { readonly list: readonly Detour[]; readonly period: number },
    factor: number,
    unit: number,
  ): Cycle {
    return new Cycle(
      detours.list.map(({ start, length }) => ({ start: start * unit, length: length * factor * unit })),
      detours.period * unit,
    );
  }

  /** Shift of times so that time 0 is at `phase` of a period, as {@link added} expects. */
  shift(phase: number): number {
    return phase - this.#offset;
  }

  /** Delay of a computation of `work` that begins at `time`. */
  added(time: number, work: number): number {
    if (work <= 0) return 0;
    if (this.whole === 0) return Number.POSITIVE_INFINITY;
    const at = within(time, this.period);
    return this.only === null ? this.#byList(at, work) : this.#byOne(at, work, this.only);
  }

  /** The detour is at the begin: one for each whole period of work, including the last begun. */
  #byOne(at: number, work: number, length: number): number {
    const turns = Math.ceil((Math.max(at - length, 0) + work) / this.whole);
    return Math.max(turns * length - Math.min(at, length), 0);
  }

  #byList(at: number, work: number): number {
    const { lost, begins, worked } = this;
    const here = begins.lastTo(at);
    const goal = Math.max(worked.column[here], at - lost[here]) + work;
    // A computation that ends with a period ends before the detours of the next one.
    const periods = Math.ceil(goal / this.whole) - 1;
    const left = goal - periods * this.whole;
    const end = periods * this.period + left + lost[worked.lastBelow(left)];
    return Math.max(end - at - work, 0);
  }
}

/** Time since the last begin of a period. */
function within(time: number, period: number): number {
  const since = time - Math.floor(time * (1 / period)) * period;
  // A quotient near a whole number may be rounded past it.
  const least = since < 0 ? since + period : since;
  return least >= period ? least - period : least;
}

/** Ascending numbers from 0 on, with a guide for look-ups. */
export class Steps {
  /** With Infinity after the last. */
  readonly column: Float64Array;
  /** [parts + 1] by part of the range: a step from which the search for numbers of that part starts. */
  readonly guide: Uint32Array;
  /** Parts of a unit. */
  readonly parts: number;

  /** `column`: room for one number after the last. `range`: the largest number looked up. */
  constructor(column: Float64Array, range: number) {
    const steps = column.length - 1;
    column[steps] = Number.POSITIVE_INFINITY;
    const parts = partsOf(steps);
    this.column = column;
    this.parts = range > 0 ? parts / range : 0;
    this.guide = new Uint32Array(parts + 1);
    let step = 0;
    for (let part = 1; part <= parts; part++) {
      // From the previous part, because numbers may be rounded to the next part.
      while (column[step + 1] <= ((part - 1) / parts) * range) step++;
      this.guide[part] = step;
    }
  }

  /** The last step up to `value`; the first one if there is none. */
  lastTo(value: number): number {
    let step = this.#from(value);
    while (this.column[step + 1] <= value) step++;
    return step;
  }

  /** The same below `value`. */
  lastBelow(value: number): number {
    let step = this.#from(value);
    while (this.column[step + 1] < value) step++;
    return step;
  }

  /** Start of the search; sums too large for exact last bits may be out of range. */
  #from(value: number): number {
    const part = Math.min(Math.max(value * this.parts, 0), this.guide.length - 1);
    return this.guide[Number.isNaN(part) ? 0 : Math.floor(part)];
  }
}

/** Number of guide parts for so many steps, a power of two. */
export const partsOf = (steps: number): number =>
  Math.min(PARTS * 2 ** Math.ceil(Math.log2(steps)), MOST_PARTS);

/** Repeating detours, and their effect on computations. */
export class Detours {
  /** By time of start. */
  readonly list: readonly Detour[];
  /** Period, ns. */
  readonly period: number;
  readonly #cycle: Cycle;

  /** `list` by time of start. Throws InputError for an invalid list. */
  constructor(list: readonly Detour[], period: number) {
    for (const [i, { start, length }] of list.entries()) {
      if (!(length >= 0))
        throw new InputError({ what: `detour ${i + 1} has the length ${length} ns`, mend: 'use 0 or more' });
      if (start < (list[i - 1]?.start ?? 0))
        throw new InputError({
          what: `detour ${i + 1} begins before ${i === 0 ? 'time 0' : 'the previous one'}`,
          mend: i === 0 ? 'let detours start at 0 or later' : 'sort detours by their start',
        });
    }
    this.list = list;
    this.#cycle = new Cycle(list, period);
    this.period = this.#cycle.period;
  }

  /** Long-run delay per ns of computation, ns. */
  get mean(): number {
    const { whole, period } = this.#cycle;
    return whole === 0 ? Number.POSITIVE_INFINITY : period / whole - 1;
  }

  /** The same detours, each `factor` times as long. */
  scaled(factor: number): Detours {
    if (factor === 1) return this;
    return new Detours(
      this.list.map(({ start, length }) => ({ start, length: length * factor })),
      this.period,
    );
  }

  /** Delay of a computation of `work` ns that begins at `time`, with time 0 at `phase` of a period; ns. */
  added(time: number, work: number, phase: number): number {
    return this.#cycle.added(time + this.#cycle.shift(phase), work);
  }
}

/** A detour of `length` at the begin of each `period`, ns. Throws UsageError if no time remains. */
export function periodic(period: number, length: number): Detours {
  if (period > 0 && length >= 0 && length < period) return new Detours([{ start: 0, length }], period);
  throw new UsageError(
    `interruptions of ${formatTime(length)} every ${formatTime(period)} leave no time for computation`,
    'use a length below the period',
  );
}

/**
 * Measured detours in the format of LogGOPSim's --noise-trace: one line with start and length, ns, separated by blanks; `#`
 * begins a comment. The measurement repeats after the last one. Throws InputError.
 */
export function parseDetours(text: string, source: string): Detours {
  const list: Detour[] = [];
  for (const [i, line] of text.split('\n').entries()) {
    const words = line.trim().split(/\s+/);
    if (words[0] === '' || words[0].startsWith('#')) continue;
    const [start, length] = words.map(Number);
    if (words.length !== 2 || !(start >= 0) || !(length >= 0) || !Number.isFinite(start + length))
      throw new InputError({
        place: { source, line: i + 1 },
        what: `'${line.trim()}' is not a start and a length in ns`,
        mend: 'write two numbers per line, such as 1000000 2500',
      });
    list.push({ start, length });
  }
  const last = list.at(-1);
  if (last === undefined) throw new InputError({ place: { source }, what: 'the file has no detours' });
  return new Detours(list, last.start + last.length);
}

/** Uniform words of 32 bits, for numbers in [0, 1). */
const WORDS = 2 ** 32;

/**
 * The cycles of detours, and the seed of their phases: the position of each in its cycle at the start of a run, drawn once
 * per run.
 */
export interface PhaseSource {
  /** One per rank, or, if `together`, one for all. */
  readonly ranks: number;
  readonly together: boolean;
  readonly seed: number;
}

export const phaseSource = (
  { costs }: NoiseProgram,
  { together }: { readonly together: boolean },
  seed: number,
): PhaseSource => ({ ranks: costs.schedule.ranks, together, seed });

/** Number of phases of a run. */
export const phasesDrawn = ({ ranks, together }: PhaseSource): number => (together ? 1 : ranks);

/** Fills `out`, [phases × lanes], with the shifts of times in the lanes from `first` on, a multiple of 4. */
export function drawPhases(out: Float64Array, cycle: Cycle, source: PhaseSource, first: number): void {
  const phases = phasesDrawn(source);
  const words = new Int32Array(out.length / phases);
  for (let i = 0; i < phases; i++) {
    drawWords(words, first, source.seed, DRAW.phase, source.together ? NONE : i);
    for (const [k, word] of words.entries())
      out[i * words.length + k] = cycle.shift(((word >>> 0) / WORDS) * cycle.period);
  }
}
