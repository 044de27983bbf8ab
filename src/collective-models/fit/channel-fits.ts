/**
 * Hockney's model of a channel, T̂(m) = α + β·m (Tallone 2024, eq. 5): one line, or two that meet no
 * condition at the size where the protocol changes. And what follows from it: the ratio of delays Q
 * (eq. 10), the order of the channels and where it breaks (eq. 8).
 */
import { groupBy, rSquared } from '../../analysis/statistics.js';
import { InputError, type Warning } from '../../errors.js';
import { type ErrorKind, type FittedLine, fitLine, valueAt } from './least-squares.js';
import type { NbftRow, NetgaugeReport, P2pRow } from './measurement-files.js';

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
        what: `no point-to-point measurement of channel '${channel}'${measuredInstead(rows)}`,
        mend: 'measure this channel too',
      });
    }
    return fitChannel(channel, own, options);
  });
}

/** The channels that have rows, in words. */
function measuredInstead(rows: readonly { readonly channel: string }[]): string {
  const channels = [...new Set(rows.map(({ channel }) => channel))];
  return channels.length === 0 ? '' : `, only of ${channels.join(', ')}`;
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
  /** Last of the requested sizes at which it holds. */
  readonly toBytes: number;
}

/** Where T̂ of two channels contradicts their order (eq. 8), at the requested sizes. */
export function orderBreaks(hockney: readonly Hockney[], sizes: readonly number[]): readonly OrderBreak[] {
  const ascending = [...sizes].sort((a, b) => a - b);
  return hockney.flatMap((lower, i) =>
    hockney.slice(i + 1).flatMap((higher) => breaksBetween(lower, higher, ascending)),
  );
}

function breaksBetween(lower: Hockney, higher: Hockney, ascending: readonly number[]): readonly OrderBreak[] {
  const found: { lower: string; higher: string; fromBytes: number; toBytes: number }[] = [];
  let goesOn = false;
  for (const bytes of ascending) {
    const breaks = p2pTime(higher, bytes) < p2pTime(lower, bytes);
    if (breaks && goesOn) found[found.length - 1].toBytes = bytes;
    else if (breaks) {
      found.push({ lower: lower.channel, higher: higher.channel, fromBytes: bytes, toBytes: bytes });
    }
    goesOn = breaks;
  }
  return found;
}

// Flat trees of non-blocking sends within one channel: T̂_NBFT(P) = a + b·P for every size
// (Tallone 2024, eq. 6), except where there are so few process counts that the measured values are used.

/** Time over P at one size: a fitted line, or values of the only process counts there are. */
export type NbftAtSize =
  | {
      readonly kind: 'line';
      readonly bytes: number;
      readonly line: FittedLine;
      readonly rSquared?: number | undefined;
    }
  | { readonly kind: 'values'; readonly bytes: number; readonly values: ReadonlyMap<number, number> };

/** All sizes of one channel, ascending. */
export interface NbftChannel {
  readonly channel: string;
  readonly sizes: readonly NbftAtSize[];
}

/** Fewest process counts through which a line is drawn. */
const COUNTS_FOR_A_LINE = 4;

function fitSize(bytes: number, rows: readonly NbftRow[], valuesBelow: number): NbftAtSize {
  const counts = new Set(rows.map(({ ranks }) => ranks));
  if (counts.size < valuesBelow) {
    return {
      kind: 'values',
      bytes,
      values: new Map(rows.map(({ ranks, latencyUs }) => [ranks, latencyUs])),
    };
  }
  const { intercept, slope, rSquared } = fitLine(
    rows.map(({ ranks }) => ranks),
    rows.map(({ latencyUs }) => latencyUs),
  );
  return { kind: 'line', bytes, line: { intercept, slope }, rSquared };
}

/**
 * Fits of every channel and size. A channel measured at fewer than `valuesBelow` process counts (default 4:
 * the three of a shared cache) keeps its values, as published; with 0 it gets lines too.
 * Throws InputError for a channel without measurements.
 */
export function fitNbft(
  rows: readonly NbftRow[],
  channels: readonly string[],
  valuesBelow = COUNTS_FOR_A_LINE,
): readonly NbftChannel[] {
  return channels.map((channel) => {
    const own = rows.filter((row) => row.channel === channel);
    const bySize = groupBy(own, ({ bytes }) => bytes);
    if (bySize.size === 0) {
      throw new InputError({
        what: `no flat-tree measurement of channel '${channel}'${measuredInstead(rows)}`,
        mend: 'measure this channel too',
      });
    }
    const sizes = [...bySize].sort(([a], [b]) => a - b);
    return { channel, sizes: sizes.map(([bytes, these]) => fitSize(bytes, these, valuesBelow)) };
  });
}

/** Value for `ranks` at one size; between or beyond tabulated process counts on the line through two. */
function timeAtSize(size: NbftAtSize, ranks: number): number {
  if (size.kind === 'line') return valueAt(size.line, ranks);
  const exact = size.values.get(ranks);
  if (exact !== undefined) return exact;
  const counts = [...size.values.keys()].sort((a, b) => a - b);
  const right = Math.max(
    1,
    counts.findIndex((count) => count > ranks),
  );
  const upper = ranks > counts[counts.length - 1] ? counts.length - 1 : right;
  if (upper >= counts.length) return size.values.get(counts[0]) ?? Number.NaN;
  const [p0, p1] = [counts[upper - 1], counts[upper]];
  const [t0, t1] = [size.values.get(p0) ?? Number.NaN, size.values.get(p1) ?? Number.NaN];
  return t0 + ((t1 - t0) * (ranks - p0)) / (p1 - p0);
}

/** T̂_NBFT and what it rests on. */
export interface NbftTime {
  readonly us: number;
  /** False when the size is outside the measured ones and the nearest of them was used. */
  readonly withinSizes: boolean;
}

/**
 * T̂_NBFT(P, m) in µs: at a fitted size by its fit, between two sizes linear in m, beyond them the
 * nearest size's time.
 */
export function nbftTime(channel: NbftChannel, ranks: number, bytes: number): NbftTime {
  const { sizes } = channel;
  const above = sizes.findIndex((size) => size.bytes >= bytes);
  if (above === -1) return { us: timeAtSize(sizes[sizes.length - 1], ranks), withinSizes: false };
  if (sizes[above].bytes === bytes) return { us: timeAtSize(sizes[above], ranks), withinSizes: true };
  if (above === 0) return { us: timeAtSize(sizes[0], ranks), withinSizes: false };
  const [low, high] = [sizes[above - 1], sizes[above]];
  const share = (bytes - low.bytes) / (high.bytes - low.bytes);
  const [t0, t1] = [timeAtSize(low, ranks), timeAtSize(high, ranks)];
  return { us: t0 + (t1 - t0) * share, withinSizes: true };
}

// LogGP parameters per channel: from Hockney fits (G = β, L = α − 2·o) or from Netgauge's output.
// Times in µs, gaps in µs per byte.

/** LogGP of one channel; times in µs, gap per byte in µs. */
export interface LogGPParameters {
  readonly channel: string;
  readonly latencyUs: number;
  /** α = L + 2·o as fitted, where L was derived from it. */
  readonly endToEndUs?: number;
  /** Mean of the sender's and the receiver's overhead. */
  readonly overheadUs: number;
  readonly gapUs: number;
  readonly gapUsPerByte: number;
}

/** LogGP of several channels, and what to know about it. */
export interface LogGPFit {
  readonly channels: readonly LogGPParameters[];
  readonly warnings: readonly Warning[];
}

/**
 * Time a sender spends on an eager message: the shortest rank's time in the smallest flat tree, at the
 * smallest size, on the nearest channel (the root has only sent).
 * Throws InputError when that row is missing or has no minimum.
 */
export function senderOverhead(rows: readonly NbftRow[], channel: string): number {
  const own = rows.filter((row) => row.channel === channel && row.ranks === 2);
  const smallest = own.reduce<NbftRow | undefined>(
    (best, row) => (best === undefined || row.bytes < best.bytes ? row : best),
    undefined,
  );
  if (smallest?.minUs === undefined) {
    throw new InputError({
      what:
        smallest === undefined
          ? `no flat tree of 2 ranks on channel '${channel}'`
          : `the flat tree of 2 ranks at ${smallest.bytes} B on channel '${channel}' has no minimum (column min)`,
      mend: 'run osu_bcast with -f on two ranks of that channel',
    });
  }
  return smallest.minUs;
}

/**
 * Parameters of every channel from point-to-point times and the overhead `overheadUs`. One line through all
 * sizes that makes the relative error small, unless `options` say otherwise: the ordinary fit misses
 * small messages. L never falls below 0; a warning says where it would have.
 */
export function logGPFromP2p(
  rows: readonly P2pRow[],
  channels: readonly string[],
  overheadUs: number,
  options: HockneyOptions = { breakBytes: 'none', error: 'relative' },
): LogGPFit {
  const warnings: Warning[] = [];
  const fits = fitHockney(rows, channels, options).map(({ channel, small }) => {
    const latencyUs = small.intercept - 2 * overheadUs;
    if (latencyUs < 0) {
      const message = `L of channel '${channel}' is taken as 0, because α − 2o is −${(-latencyUs).toPrecision(3)} µs`;
      warnings.push({ code: 'negative-latency', message });
    }
    return {
      channel,
      latencyUs: Math.max(latencyUs, 0),
      endToEndUs: small.intercept,
      overheadUs,
      // g was not measured: a sender is free again when its overhead is over
      gapUs: overheadUs,
      gapUsPerByte: small.slope,
    };
  });
  return { channels: fits, warnings };
}

/**
 * Parameters of one channel from a Netgauge run: its last line, which rests on every size.
 * The L that Netgauge prints is half the round trip of its smallest message, both overheads included;
 * `without-overhead` takes them out, as LogGP means it.
 */
export function logGPFromNetgauge(
  report: NetgaugeReport,
  channel: string,
  latency: 'printed' | 'without-overhead' = 'printed',
): LogGPParameters {
  const last = report.rows[report.rows.length - 1];
  const overheads = last.sendOverheadUs + last.receiveOverheadUs;
  return {
    channel,
    latencyUs: latency === 'printed' ? last.latencyUs : Math.max(last.latencyUs - overheads, 0),
    overheadUs: overheads / 2,
    gapUs: last.gapUs,
    gapUsPerByte: last.gapUsPerByte,
  };
}
