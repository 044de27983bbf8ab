/**
 * Hockney's model of a channel, T̂(m) = α + β·m (Tallone 2024, eq. 5): one line, or two that meet no
 * condition at the size where the protocol changes. And what follows from it: the ratio of delays Q
 * (eq. 10), the order of the channels and where it breaks (eq. 8).
 */
import { rSquared } from '../../analysis/fit-quality.js';
import { median } from '../../analysis/median.js';
import { InputError, type Warning } from '../../errors.js';
import { formatSize } from '../../units/units.js';
import { type ErrorKind, type FittedLine, fitLine, valueAt } from './least-squares.js';
import type { P2pRow } from './measurements.js';

/** Time of one message through one channel; α in µs, β in µs per byte. */
export interface Hockney {
  readonly channel: string;
  readonly small: FittedLine;
  /** Line of sizes above `breakBytes`; absent when one line serves all. */
  readonly large?: FittedLine;
  readonly breakBytes?: number;
}

/** Line or lines of a channel, and how well they meet the rows. */
export interface HockneyFit extends Hockney {
  /** Of both lines together, over the rows that were fitted. */
  readonly rSquared: number | undefined;
  readonly rows: number;
}

/** Time of a message of `bytes` by the line for its size, T̂_p2p(m), in µs. */
export function p2pTime(hockney: Hockney, bytes: number): number {
  const { small, large, breakBytes } = hockney;
  return valueAt(
    large === undefined || breakBytes === undefined || bytes <= breakBytes ? small : large,
    bytes,
  );
}

/** Last size of the small line in the published model (and of its eager shared memory copies). */
export const PUBLISHED_BREAK = 2 ** 17;

/** How lines are fitted: one or two, and which error is made small. */
export interface HockneyOptions {
  /** Last size of the first line; `none`: one line; `best`: the measured size with the least square error. */
  readonly breakBytes?: number | 'none' | 'best';
  readonly error?: ErrorKind;
}

function fitAt(channel: string, rows: readonly P2pRow[], breakBytes: number, error: ErrorKind): HockneyFit {
  const line = (part: readonly P2pRow[]): FittedLine => {
    const { intercept, slope } = fitLine(
      part.map(({ bytes }) => bytes),
      part.map(({ latencyUs }) => latencyUs),
      error,
    );
    return { intercept, slope };
  };
  const above = rows.filter(({ bytes }) => bytes > breakBytes);
  const hockney: Hockney =
    above.length === 0
      ? { channel, small: line(rows) }
      : {
          channel,
          small: line(rows.filter(({ bytes }) => bytes <= breakBytes)),
          large: line(above),
          breakBytes,
        };
  return {
    ...hockney,
    rSquared: rSquared(
      rows.map(({ latencyUs }) => latencyUs),
      rows.map(({ bytes }) => p2pTime(hockney, bytes)),
    ),
    rows: rows.length,
  };
}

/** Sizes after which both sides keep at least two different sizes. */
function breakCandidates(rows: readonly P2pRow[]): readonly number[] {
  const sizes = [...new Set(rows.map(({ bytes }) => bytes))].sort((a, b) => a - b);
  return sizes.slice(1, -2);
}

/** Line or lines of one channel, from its rows. Throws InputError when they do not suffice. */
export function fitChannel(
  channel: string,
  rows: readonly P2pRow[],
  options: HockneyOptions = {},
): HockneyFit {
  const { breakBytes = PUBLISHED_BREAK, error = 'absolute' } = options;
  if (typeof breakBytes === 'number') return fitAt(channel, rows, breakBytes, error);
  let best = fitAt(channel, rows, Number.POSITIVE_INFINITY, error);
  if (breakBytes === 'none') return best;
  for (const candidate of breakCandidates(rows)) {
    const fit = fitAt(channel, rows, candidate, error);
    if ((fit.rSquared ?? Number.NEGATIVE_INFINITY) > (best.rSquared ?? Number.NEGATIVE_INFINITY)) best = fit;
  }
  return best;
}

/**
 * Every channel of `channels`, in that order (nearest first).
 * Throws InputError for a channel without measurements.
 */
export function fitHockney(
  rows: readonly P2pRow[],
  channels: readonly string[],
  options: HockneyOptions = {},
): readonly HockneyFit[] {
  return channels.map((channel) => {
    const own = rows.filter((row) => row.channel === channel);
    if (own.length === 0) {
      throw new InputError({
        what: `no point-to-point measurement of channel '${channel}'`,
        mend: `the measured ones are ${[...new Set(rows.map((row) => row.channel))].join(', ')}`,
      });
    }
    return fitChannel(channel, own, options);
  });
}

/** How far a line may lie off the median of the smallest messages before that is told: more than most benchmarks scatter. */
const NEAR = 0.25;

/**
 * That lines miss the smallest messages that were measured: the least absolute error is that of the large ones, whose times
 * are many times as long. Of the published lines of EPYC-ORFEO it holds for every channel.
 */
export function smallMessages(rows: readonly P2pRow[], fits: readonly Hockney[]): Warning[] {
  if (rows.length === 0) return [];
  const bytes = rows.reduce((least, row) => Math.min(least, row.bytes), Number.POSITIVE_INFINITY);
  const missed = fits.flatMap((fit) => {
    const own = rows.filter((row) => row.channel === fit.channel && row.bytes === bytes);
    const off = p2pTime(fit, bytes) / median(own.map(({ latencyUs }) => latencyUs)) - 1;
    if (!(Math.abs(off) > NEAR)) return [];
    return [`${Math.abs(100 * off).toFixed(0)} % ${off > 0 ? 'more' : 'less'} of ${fit.channel}`];
  });
  if (missed.length === 0) return [];
  const message = `at ${formatSize(bytes)} lines say ${missed.join(', ')} than the median that was measured: the least absolute error serves large messages, the least relative error small ones`;
  return [{ code: 'small-messages', message }];
}

/** How much slower one channel is than another for messages of `bytes`: Q_ij(m) = T̂_p2p^i(m) / T̂_p2p^j(m) (eq. 10). */
export function delayRatio(higher: Hockney, lower: Hockney, bytes: number): number {
  return p2pTime(higher, bytes) / p2pTime(lower, bytes);
}

/** A range of sizes in which a channel that should be slower is the faster one. */
export interface OrderBreak {
  readonly lower: string;
  readonly higher: string;
  readonly fromBytes: number;
  /** Last of the asked sizes at which it holds. */
  readonly toBytes: number;
}

/** Where T̂ of two channels contradicts their order (eq. 8), at the sizes asked for. */
export function orderBreaks(hockney: readonly Hockney[], sizes: readonly number[]): readonly OrderBreak[] {
  const ascending = [...sizes].sort((a, b) => a - b);
  const found: OrderBreak[] = [];
  for (let low = 0; low < hockney.length; low++) {
    for (let high = low + 1; high < hockney.length; high++) {
      let from: number | undefined;
      let last = 0;
      const close = (): void => {
        if (from === undefined) return;
        found.push({
          lower: hockney[low].channel,
          higher: hockney[high].channel,
          fromBytes: from,
          toBytes: last,
        });
        from = undefined;
      };
      for (const bytes of ascending) {
        if (p2pTime(hockney[high], bytes) < p2pTime(hockney[low], bytes)) {
          from ??= bytes;
          last = bytes;
        } else close();
      }
      close();
    }
  }
  return found;
}
