/** Parameters from whatever was measured of a machine. */
import { InputError, type Warning } from '../../errors.js';
import { LackingError } from '../lacking.js';
import { fitAllCells, type RegressionFit } from '../regression/model.js';
import { CHANNELS, type ClusterShape } from '../shape.js';
import { MODELLED_COLLECTIVES, type ModelledCollective } from '../types.js';
import {
  delayRatio,
  fitHockney,
  type HockneyFit,
  type HockneyOptions,
  type OrderBreak,
  orderBreaks,
  smallMessages,
} from './hockney.js';
import { type LogGPFit, type LogGPParameters, logGPFromP2p, senderOverhead } from './loggp.js';
import type { CollectiveRow, NbftRow, P2pRow } from './measurements.js';
import { fitNbft, type NbftChannel } from './nbft.js';

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
  /** o in µs, where no flat tree with a minimum tells it. */
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
  const warnings = [...found.warnings];
  const measured = CHANNELS.filter((channel) => p2p.some((row) => row.channel === channel));
  refuseStrangers(p2p.map(({ channel }) => channel));
  const { overheadUs, ...lines } = options;
  const hockney = measured.length === 0 ? [] : fitHockney(p2p, measured, lines);
  warnings.push(...smallMessages(p2p, hockney));
  const sizes = [...new Set(p2p.map(({ bytes }) => bytes))].sort((a, b) => a - b);
  const regressions = fitAllCells(collectives, shape);
  warnings.push(...regressions.flatMap((one) => one.warnings));
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

function refuseStrangers(channels: readonly string[]): void {
  const stranger = channels.find((channel) => !(CHANNELS as readonly string[]).includes(channel));
  if (stranger === undefined) return;
  throw new InputError({
    what: `the channel '${stranger}' is unknown`,
    mend: `channels are ${CHANNELS.join(', ')}`,
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
        warnings.push({
          code: 'overhead-of-reduce',
          message: 'no flat tree of a broadcast has a minimum: o is taken from one of a reduce',
        });
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
      warnings.push({
        code: 'no-overhead',
        message: 'no LogGP parameters: o is unknown; give osu_bcast -f of two ranks on the nearest channel',
      });
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
    warnings.push({
      code: 'channel-not-measured',
      message: `channel '${channel}' was not measured: it is written with the parameters of '${stand.channel}'`,
    });
    return { ...stand, channel };
  });
  return { channels, warnings };
}
