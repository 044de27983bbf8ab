/** A measured platform: its shape and what the fits say of it. All models but the regression read this. */

import { stringify } from 'yaml';
import { median } from '../../analysis/statistics.js';
import { InputError, joinWarnings, type Warning } from '../../errors.js';
import { formatSize } from '../../units.js';
import {
  CHANNELS,
  type ClusterShape,
  type CollectiveRow,
  LackingError,
  MODELLED_COLLECTIVES,
  type ModelledCollective,
} from '../latency-model.js';
import { fitAllCells, type RegressionFit } from '../regression-model.js';
import type { Knot, MeasuredCosts } from '../schedule-costs.js';
import {
  delayRatio,
  fitHockney,
  fitNbft,
  type Hockney,
  type HockneyFit,
  type HockneyOptions,
  type LogGPFit,
  type LogGPParameters,
  logGPFromP2p,
  type NbftChannel,
  type OrderBreak,
  orderBreaks,
  p2pTime,
  senderOverhead,
} from './channel-fits.js';
import { fitLine, leastSquares } from './least-squares.js';
import type { NbftRow, P2pRow } from './measurement-files.js';

/** What is known of some collectives, or of both. */
export type ByCollective<T> = { readonly [C in ModelledCollective]?: T | undefined };

/** Arrays by channel are in the order of `CHANNELS`. Known by LogGP alone, it has neither lines nor flat trees. */
export interface CollectivePlatform {
  readonly name: string;
  /** Where the figures come from, for people. */
  readonly source: string;
  readonly shape: ClusterShape;
  /** [channels] */
  readonly hockney: readonly Hockney[];
  /** Flat trees [channels] */
  readonly nbft: ByCollective<readonly NbftChannel[]>;
  /** [channels] */
  readonly loggp: readonly LogGPParameters[];
}

/** Messages on every channel, and flat trees of one collective or of both. */
export interface PlatformMeasurements {
  readonly p2p: readonly P2pRow[];
  readonly nbft: ByCollective<readonly NbftRow[]>;
}

/** What the measurements do not say of a platform, and how lines are fitted. */
export interface PlatformFitOptions extends HockneyOptions {
  readonly name: string;
  readonly source: string;
  readonly shape: ClusterShape;
  /** Process counts below which a flat tree keeps its measured values (default 4, as published). */
  readonly valuesBelow?: number;
}

/**
 * Everything that the point-to-point measurements say of a platform; with default options the
 * parameters of the published model. Throws InputError when a channel was not measured.
 */
export function fitPlatform(
  measured: PlatformMeasurements,
  options: PlatformFitOptions,
): { readonly platform: CollectivePlatform; readonly warnings: readonly Warning[] } {
  const { name, source, shape, valuesBelow, ...hockney } = options;
  const { bcast, reduce } = measured.nbft;
  const loggp = logGPFromP2p(measured.p2p, CHANNELS, senderOverhead(bcast ?? reduce ?? [], CHANNELS[0]));
  return {
    platform: {
      name,
      source,
      shape,
      hockney: fitHockney(measured.p2p, CHANNELS, hockney),
      nbft: {
        bcast: bcast && fitNbft(bcast, CHANNELS, valuesBelow),
        reduce: reduce && fitNbft(reduce, CHANNELS, valuesBelow),
      },
      loggp: loggp.channels,
    },
    warnings: loggp.warnings,
  };
}

// Parameters from whatever was measured of a machine.

/** Everything that was measured of one machine; what was not is empty. */
export interface Measurements {
  readonly p2p: readonly P2pRow[];
  /** Flat trees of each collective. */
  readonly nbft: Readonly<Record<ModelledCollective, readonly NbftRow[]>>;
  /** LogGP parameters that a benchmark gave by itself. */
  readonly loggp: readonly LogGPParameters[];
  readonly collectives: readonly CollectiveRow[];
  readonly warnings: readonly Warning[];
}

/** How to fit. */
export interface MeasurementsFitOptions extends HockneyOptions {
  /** o in µs, where no flat tree with a minimum gives it. */
  readonly overheadUs?: number;
}

/** Q of one channel over a nearer one at one size (eq. 10). */
export interface DelayRatioAtSize {
  readonly higher: string;
  readonly lower: string;
  readonly bytes: number;
  readonly q: number;
}

/** What the measurements give; empty where they do not suffice. */
export interface MeasurementsFit {
  /** Measured channels, nearest first. */
  readonly hockney: readonly HockneyFit[];
  /** Channels from the one with the least α. */
  readonly order: readonly string[];
  readonly breaks: readonly OrderBreak[];
  /** At every measured size. */
  readonly ratios: readonly DelayRatioAtSize[];
  readonly nbft: Readonly<Record<ModelledCollective, readonly NbftChannel[]>>;
  /** Known channels, nearest first. */
  readonly loggp: readonly LogGPParameters[];
  readonly regressions: readonly RegressionFit[];
  readonly warnings: readonly Warning[];
}

/**
 * Fits whatever the measurements suffice for: lines, flat trees, LogGP and regressions. `shape` is the machine on
 * which collectives were measured. Throws InputError for an unknown channel and for rows that do not determine a fit.
 */
export function fitMeasurements(
  found: Measurements,
  shape: ClusterShape,
  options: MeasurementsFitOptions = {},
): MeasurementsFit {
  const { p2p, nbft, collectives } = found;
  const measured = CHANNELS.filter((channel) => p2p.some((row) => row.channel === channel));
  refuseStrangers(p2p.map(({ channel }) => channel));
  const { overheadUs, ...lines } = options;
  const hockney = measured.length === 0 ? [] : fitHockney(p2p, measured, lines);
  const sizes = [...new Set(p2p.map(({ bytes }) => bytes))].sort((a, b) => a - b);
  const regressions = fitAllCells(collectives, shape);
  const warnings = joinWarnings(found, smallMessages(p2p, hockney), ...regressions);
  return {
    hockney,
    order: [...hockney].sort((a, b) => a.small.intercept - b.small.intercept).map(({ channel }) => channel),
    breaks: orderBreaks(hockney, sizes),
    ratios: ratiosOf(hockney, sizes),
    nbft: { bcast: treesOf(found, 'bcast'), reduce: treesOf(found, 'reduce') },
    loggp: logGPOf(found, measured, overheadUs ?? overheadOf(nbft, warnings), warnings),
    regressions,
    warnings,
  };
}

/** A line farther off the median of the smallest messages gets a warning: more than most benchmarks scatter. */
const NEAR = 0.25;

/**
 * That lines miss the smallest messages that were measured: the least absolute error is that of the large ones, whose times
 * are many times as long. Of the published lines of EPYC-ORFEO it holds for every channel.
 */
function smallMessages(rows: readonly P2pRow[], fits: readonly Hockney[]): Warning[] {
  if (rows.length === 0) return [];
  const bytes = rows.reduce((least, row) => Math.min(least, row.bytes), Number.POSITIVE_INFINITY);
  const missed = fits.flatMap((fit) => {
    const own = rows.filter((row) => row.channel === fit.channel && row.bytes === bytes);
    const off = p2pTime(fit, bytes) / median(own.map(({ latencyUs }) => latencyUs)) - 1;
    if (!(Math.abs(off) > NEAR)) return [];
    return [`${Math.abs(100 * off).toFixed(0)} % ${off > 0 ? 'more' : 'less'} on ${fit.channel}`];
  });
  if (missed.length === 0) return [];
  const message = `at ${formatSize(bytes)} the fitted lines give ${missed.join(', ')} than the measured median; the least absolute error suits large messages, the least relative error small ones`;
  return [{ code: 'small-messages', message }];
}

function refuseStrangers(channels: readonly string[]): void {
  const stranger = channels.find((channel) => !(CHANNELS as readonly string[]).includes(channel));
  if (stranger === undefined) return;
  throw new InputError({
    what: `unknown channel '${stranger}'`,
    mend: `use one of ${CHANNELS.join(', ')}`,
  });
}

function treesOf({ nbft }: Measurements, collective: ModelledCollective): readonly NbftChannel[] {
  const rows = nbft[collective];
  refuseStrangers(rows.map(({ channel }) => channel));
  const channels = CHANNELS.filter((channel) => rows.some((row) => row.channel === channel));
  return fitNbft(rows, channels);
}

/** Q of each channel over every nearer one. */
function ratiosOf(hockney: readonly HockneyFit[], sizes: readonly number[]): readonly DelayRatioAtSize[] {
  return hockney.flatMap((higher, i) =>
    hockney.slice(0, i).flatMap((lower) =>
      sizes.map((bytes) => ({
        higher: higher.channel,
        lower: lower.channel,
        bytes,
        q: delayRatio(higher, lower, bytes),
      })),
    ),
  );
}

/** The sender's time in the smallest flat tree of the nearest channel that has one with a minimum. */
function overheadOf(nbft: Measurements['nbft'], warnings: Warning[]): number | undefined {
  for (const channel of CHANNELS) {
    for (const collective of MODELLED_COLLECTIVES) {
      const rows = nbft[collective];
      const usable = rows.some(
        (row) => row.channel === channel && row.ranks === 2 && row.minUs !== undefined,
      );
      if (!usable) continue;
      if (collective === 'reduce') {
        const message = 'no flat tree of a broadcast has a minimum; o is taken from a flat tree of a reduce';
        warnings.push({ code: 'overhead-of-reduce', message });
      }
      return senderOverhead(rows, channel);
    }
  }
  return undefined;
}

/** Netgauge's parameters where it measured a channel, else those from messages. */
function logGPOf(
  { loggp, p2p }: Measurements,
  measured: readonly string[],
  overheadUs: number | undefined,
  warnings: Warning[],
): readonly LogGPParameters[] {
  const rest = measured.filter((channel) => !loggp.some((one) => one.channel === channel));
  const fitted = new Map(loggp.map((one) => [one.channel, one]));
  if (rest.length > 0) {
    if (overheadUs === undefined) {
      const message =
        'no LogGP parameters, because o is unknown; give osu_bcast -f of two ranks on the nearest channel';
      warnings.push({ code: 'no-overhead', message });
    } else {
      const { channels, warnings: said } = logGPFromP2p(p2p, rest, overheadUs);
      for (const one of channels) fitted.set(one.channel, one);
      warnings.push(...said);
    }
  }
  return CHANNELS.flatMap((channel) => fitted.get(channel) ?? []);
}

/**
 * Parameters of every channel of `CHANNELS`: one that was not measured takes those of the next farther one, or
 * of the farthest that was, with a warning. Throws LackingError when none was measured.
 */
export function allChannels(loggp: readonly LogGPParameters[]): LogGPFit {
  const last = loggp.at(-1);
  if (last === undefined) {
    throw new LackingError(
      'loggp',
      'no LogGP parameters to write',
      'give osu_latency of a channel and osu_bcast -f of two ranks, or Netgauge output',
    );
  }
  const warnings: Warning[] = [];
  const channels = CHANNELS.map((channel, i) => {
    const own = loggp.find((one) => one.channel === channel);
    if (own !== undefined) return own;
    const beyond = CHANNELS.slice(i + 1);
    const stand = loggp.find((one) => beyond.some((name) => name === one.channel)) ?? last;
    const message = `channel '${channel}' was not measured; it is written with the parameters of '${stand.channel}'`;
    warnings.push({ code: 'channel-not-measured', message });
    return { ...stand, channel };
  });
  return { channels, warnings };
}

// A platform file for the LogGPS program from fitted LogGP parameters: levels, outermost first, and per
// channel its latency and its gap per byte, in ns.

/** What a platform file says. */
export interface PlatformText {
  readonly name: string;
  /** Where the figures come from: cluster, benchmark, date. */
  readonly source: string;
  readonly shape: ClusterShape;
  /** One for each of cache, core, socket, node, in this order. */
  readonly channels: readonly LogGPParameters[];
}

/** ns with six digits: more than any benchmark has. */
function ns(us: number): number {
  return Number((us * 1e3).toPrecision(6));
}

/**
 * YAML of the platform file. A channel whose L came from α − 2·o is written by its α, so that a reader
 * who takes another overhead keeps the measured end-to-end time.
 */
export function writePlatform(text: PlatformText): string {
  const { name, source, shape, channels } = text;
  const [cache, core, socket, node] = channels.map(({ channel }) => channel);
  return stringify({
    name,
    source,
    overhead_ns: ns(channels.reduce((most, { overheadUs }) => Math.max(most, overheadUs), 0)),
    channels: Object.fromEntries(
      channels.map(({ channel, latencyUs, endToEndUs, gapUsPerByte }) => [
        channel,
        {
          ...(endToEndUs === undefined ? { latency_ns: ns(latencyUs) } : { end_to_end_ns: ns(endToEndUs) }),
          gap_ns_per_byte: ns(gapUsPerByte),
        },
      ]),
    ),
    levels: [
      { name: 'node', count: shape.nodes, channel: node },
      { name: 'socket', count: shape.socketsPerNode, channel: socket },
      { name: 'ccx', count: shape.coresPerSocket / shape.coresPerCache, channel: core },
      { name: 'core', count: shape.coresPerCache, channel: cache },
    ],
  });
}

// Costs of the schedule model from point-to-point and flat-tree measurements alone (`MeasuredCosts`). What
// they cannot determine, `CalibratedCosts`, comes from measurements of collectives.

/** Sizes at which a message's curve may bend; the last buffered size and the one after are both there. */
const KNOTS = [1, 16, 256, 4096, 32768, 131072, 262144, 4194304] as const;
const BUFFERED = 131072;

/** Weights of a size on the knots around it. */
function weights(bytes: number): readonly number[] {
  const row = KNOTS.map(() => 0);
  let upper = 1;
  while (upper < KNOTS.length - 1 && KNOTS[upper] < bytes) upper++;
  const share = (bytes - KNOTS[upper - 1]) / (KNOTS[upper] - KNOTS[upper - 1]);
  row[upper - 1] = 1 - share;
  row[upper] = share;
  return row;
}

/** Curve of least relative error through the times of one channel. */
function messageCurve(rows: readonly P2pRow[], channel: string): readonly Knot[] {
  const own = rows.filter((row) => row.channel === channel && row.bytes >= KNOTS[0]);
  const { coefficients } = leastSquares(
    own.map(({ bytes }) => weights(bytes)),
    own.map(({ latencyUs }) => latencyUs),
    'relative',
  );
  return KNOTS.map((bytes, i) => [bytes, coefficients[i]]);
}

/** Slope over P of the value that `figure` reads from a flat tree, in µs per rank. */
function slopeOverRanks(
  rows: readonly NbftRow[],
  channel: string,
  bytes: number,
  figure: (row: NbftRow) => number,
): number {
  const own = rows.filter((row) => row.channel === channel && row.bytes === bytes);
  if (own.length === 0) {
    throw new InputError({
      what: `no flat tree of ${bytes} B on channel '${channel}'`,
      mend: 'measure every channel at 1 B, 64 KiB, 128 KiB and 1 MiB',
    });
  }
  return fitLine(
    own.map(({ ranks }) => ranks),
    own.map(figure),
  ).slope;
}

function longest(row: NbftRow): number {
  if (row.maxUs !== undefined) return row.maxUs;
  throw new InputError({
    what: `the flat tree of ${row.ranks} ranks on channel '${row.channel}' has no maximum (column max)`,
    mend: 'run the benchmark with -f',
  });
}

/** Mean over all ranks but the root, which is the last to be done. */
function meanOfSenders(row: NbftRow): number {
  return (row.latencyUs * row.ranks - longest(row)) / (row.ranks - 1);
}

/** Receiver's time per message over bytes: slopes of the completion of linear reduces, relative fit. */
function serviceLine(rows: readonly NbftRow[], channel: string) {
  const sizes = [...new Set(rows.filter((row) => row.channel === channel).map(({ bytes }) => bytes))];
  const slopes = sizes.map((bytes) => slopeOverRanks(rows, channel, bytes, longest));
  const sound = sizes.map((_, i) => i).filter((i) => slopes[i] > 0);
  const { intercept, slope } = fitLine(
    sound.map((i) => sizes[i]),
    sound.map((i) => slopes[i]),
    'relative',
  );
  return { intercept, slope };
}

/** A slope with the wrong sign is due to measurement noise; the nearest channel with a valid one is used. */
function positive(values: readonly number[]): readonly number[] {
  return values.map((value, i) => (value > 0 ? value : (values.slice(i).find((next) => next > 0) ?? 0)));
}

/** Everything that the measurements of messages and flat trees say. Throws InputError when one is missing. */
export function fitMeasuredCosts(
  { p2p, nbft }: Pick<Measurements, 'p2p' | 'nbft'>,
  shape: ClusterShape,
): MeasuredCosts {
  const overhead = senderOverhead(nbft.bcast, CHANNELS[0]);
  const perMessage = (bytes: number): readonly number[] =>
    positive(CHANNELS.map((channel) => slopeOverRanks(nbft.bcast, channel, bytes, longest)));
  const [large, buffered] = [2 ** 20, 2 ** 16];
  const bandwidths = perMessage(large).map((us) => large / us);
  const handOver = nbft.reduce.filter(({ channel, bytes }) => channel === 'node' && bytes === BUFFERED);
  return {
    shape,
    message: CHANNELS.map((channel) => messageCurve(p2p, channel)),
    overheadUs: CHANNELS.map(() => overhead),
    gapUs: perMessage(1).map((gap) => Math.max(gap, overhead)),
    reduceService: CHANNELS.map((channel) => serviceLine(nbft.reduce, channel)),
    sourceBandwidth: bandwidths,
    destinationBandwidth: positive(
      CHANNELS.map((channel) => slopeOverRanks(nbft.reduce, channel, buffered, meanOfSenders)),
    ).map((us) => buffered / us),
    nicBandwidth: bandwidths[3],
    nicCopyUsPerByte:
      handOver.reduce((least, { minUs = Number.NaN }) => Math.min(least, minUs), 1e9) / BUFFERED,
    bufferedBytes: BUFFERED,
  };
}
