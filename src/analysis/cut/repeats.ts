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

/** How many whole periods a run has. */
export const repeatsOf = ({ begin, end, period }: Run): number => Math.floor((end - begin) / period);

/** The longest run with `least` whole periods, of equal ones that of the shortest; null without one. */
export function longestRun(sequence: Int32Array, least = LEAST_REPEATS): Run | null {
  let best: Run | null = null;
  for (const anchor of ANCHORS) {
    const run = runAround(sequence, Math.floor(sequence.length * anchor), least);
    if (run !== null && (best === null || run.end - run.begin > best.end - best.begin)) best = run;
  }
  return best;
}

/** The longest run that goes over a place: for each period how far the sequence agrees with itself behind and in front of it. */
function runAround(sequence: Int32Array, at: number, least: number): Run | null {
  const behind = agreements(sequence.subarray(at));
  const inFront = agreementsInFront(sequence, at);
  let best: Run | null = null;
  for (let period = 1; period <= sequence.length - at; period++) {
    const run = { begin: at - inFront[period], end: at + period + (behind[period] ?? 0), period };
    const length = run.end - run.begin;
    if (length >= least * period && (best === null || length > best.end - best.begin)) best = run;
  }
  return best;
}

/** [periods] how many elements in front of a place agree with those one period behind them. */
function agreementsInFront(sequence: Int32Array, at: number): Int32Array {
  const { length } = sequence;
  const backwards = new Int32Array(at + 1 + length);
  backwards.set(sequence.slice(0, at).reverse());
  // Words are 0 or more: nothing agrees over this one.
  backwards[at] = -1;
  backwards.set(sequence.slice().reverse(), at + 1);
  const agreeing = agreements(backwards);
  return Int32Array.from(
    { length: length - at + 1 },
    (_, period) => agreeing[at + 1 + length - at - period] ?? 0,
  );
}

/**
 * All runs of the same loop as `run`, itself among them: those of its period with {@link LEAST_REPEATS} whole ones, of
 * whose elements `kinds`, which tells less than the sequence, says the same.
 */
export function stretchesOf(sequence: Int32Array, kinds: Int32Array, run: Run): Run[] {
  const { period } = run;
  const bodyAt = (begin: number): string => `${kinds.subarray(begin, begin + period).join(',')},`;
  const twice = bodyAt(run.begin).repeat(2);
  const found: Run[] = [];
  for (let begin = 0, end = 0; begin + period < sequence.length; begin = end + 1) {
    for (end = begin; end + period < sequence.length && sequence[end] === sequence[end + period]; ) end++;
    const one = { begin, end: end + period, period };
    if (end > begin && repeatsOf(one) >= LEAST_REPEATS && `,${twice}`.includes(`,${bodyAt(begin)}`))
      found.push(one);
  }
  return found;
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
