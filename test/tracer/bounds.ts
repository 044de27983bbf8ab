/**
 * How far measured times may lie from what they should be. A machine that runs tests does other work as well: there only
 * what is grossly off fails, in all tries of a minute. `npm run validate:real`, on a quiet machine, holds all to sharp bounds.
 */
export const sharp = process.env.LLAMP_SHARP === '1';

export const BOUNDS = {
  /** A time over what it should be. Ranks that share cores take turns at every step. */
  factor: sharp ? 1.03 : 2,
  /** The same of one message, by the median of many. */
  message: sharp ? 1.01 : 2,
  /** Dilated computations of ranks that share cores over what they should be: each waits for a core when it is over. */
  dilated: sharp ? 1.2 : 2,
  /** 16 messages in flight over one: they share their latency. */
  flow: sharp ? 1.5 : 4,
  /** RRMSE of the fastest runs. */
  rrmse: sharp ? 0.05 : 0.25,
  /** Relative difference of a predicted round trip from the measured median, where their spread is less. */
  roundTrip: sharp ? 0.1 : 0.5,
  /** Relative difference of T from that of a changed program: what `diff` takes for changed computation is noise as well. */
  changed: sharp ? 0.02 : Number.POSITIVE_INFINITY,
  /** Relative difference of the slope between two long latencies from λ: other work is of less weight there. */
  delayed: sharp ? 0.03 : 0.5,
  /** Relative difference of a measured slope from λ: of neighbouring runs, which other work parts by any amount. */
  slope: sharp ? 0.05 : Number.POSITIVE_INFINITY,
} as const;

/** Tries at least, and how long, in ms, others follow: other work on the machine comes in bursts. */
const TRIES = sharp ? 2 : 3;
const PATIENCE = sharp ? 0 : 60_000;

/** What `measure` gives, in the first try where it is good; throws where it never is. */
export async function within<T>(measure: () => Promise<T> | T, good: (found: T) => boolean): Promise<T> {
  const bad: T[] = [];
  const end = performance.now() + PATIENCE;
  while (bad.length < TRIES || performance.now() < end) {
    const found = await measure();
    if (good(found)) return found;
    bad.push(found);
  }
  throw new Error(
    `out of bounds ${bad.length} times: ${bad.map((found) => JSON.stringify(found)).join(', then ')}`,
  );
}

/** Whether a run ends as it should, and says nothing. */
export const endsWell = ({
  code,
  stderr,
}: {
  readonly code: number | null;
  readonly stderr: string;
}): boolean => code === 0 && stderr === '';
