/**
 * Detours of a CPU: when an operating system takes it away, again and again, and what that makes of a computation. A
 * computation that is interrupted goes on where it was, and may be interrupted again before it ends.
 */
import { InputError, UsageError } from '../errors.js';
import { Cycle, type Detour } from './cycle.js';

/** Detours that come again and again, and what they add to computations. */
export class Detours {
  /** By time of start. */
  readonly list: readonly Detour[];
  /** After how many ns all comes again. */
  readonly period: number;
  readonly #cycle: Cycle;

  /** `list` by time of start. Throws InputError for what is no such list. */
  constructor(list: readonly Detour[], period: number) {
    for (const [i, { start, length }] of list.entries())
      if (!(length >= 0) || start < (list[i - 1]?.start ?? 0))
        throw new InputError({
          what: `detour ${i + 1} begins before the one before it, or ends before it begins`,
        });
    this.list = list;
    this.#cycle = new Cycle(list, period);
    this.period = this.#cycle.period;
  }

  /** What is added to a ns of computation in the long run, ns. */
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

  /** What is added to a computation of `work` ns that begins at `time`, where time 0 lies at `phase` of a period; ns. */
  added(time: number, work: number, phase: number): number {
    return this.#cycle.added(time + this.#cycle.shift(phase), work);
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
    if (words.length !== 2 || !(start >= 0) || !(length >= 0) || !Number.isFinite(start + length))
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
