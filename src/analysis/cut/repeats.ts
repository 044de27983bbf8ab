/** The part of a sequence that repeats: its longest run of one period. */

/** From `begin` to before `end`, every element is the one `period` behind it. */
export interface Run {
  readonly begin: number;
  readonly end: number;
  readonly period: number;
}

/** Fewer repetitions are no loop. */
export const LEAST_REPEATS = 3;
/** Where a loop is looked for: it holds one of these parts of the sequence. */
const ANCHORS = [0.5, 0.25, 0.75];
/** Periods tried at each: they fall off fast, for what repeats by one repeats by its multiples too. */
const MOST_PERIODS = 64;

/** The longest run with {@link LEAST_REPEATS} whole periods, of equal ones that of the shortest; null without one. */
export function longestRun(sequence: Int32Array): Run | null {
  let best: Run | null = null;
  for (const anchor of ANCHORS) {
    const run = runAround(sequence, Math.floor(sequence.length * anchor));
    if (run !== null && (best === null || run.end - run.begin > best.end - best.begin)) best = run;
  }
  return best;
}

/** The longest run that goes over a place, by the Z function from there on. */
function runAround(sequence: Int32Array, at: number): Run | null {
  const agreeing = agreements(sequence.subarray(at));
  let best: Run | null = null;
  let tried = 0;
  for (let period = 1; period < agreeing.length && tried < MOST_PERIODS; period++) {
    // Half of the run may lie in front of the place.
    if (agreeing[period] < period) continue;
    if (best !== null && period % best.period === 0 && at + period + agreeing[period] <= best.end) continue;
    tried++;
    const run = { begin: beginOf(sequence, at, period), end: at + period + agreeing[period], period };
    const length = run.end - run.begin;
    if (length >= LEAST_REPEATS * period && (best === null || length > best.end - best.begin)) best = run;
  }
  return best;
}

function beginOf(sequence: Int32Array, at: number, period: number): number {
  let begin = at;
  while (begin > 0 && sequence[begin - 1] === sequence[begin - 1 + period]) begin--;
  return begin;
}

/** Z function: [n] how many elements from i on agree with those from the first on. Main and Lorentz (1984), linear. */
export function agreements(sequence: Int32Array): Int32Array {
  const { length } = sequence;
  const found = new Int32Array(length);
  let low = 0;
  let high = 0;
  for (let i = 1; i < length; i++) {
    let count = i < high ? Math.min(high - i, found[i - low]) : 0;
    while (i + count < length && sequence[count] === sequence[i + count]) count++;
    found[i] = count;
    if (i + count > high) {
      low = i;
      high = i + count;
    }
  }
  return found;
}
