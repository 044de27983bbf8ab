/** Parameters from measurements: what `collective fit` computes. */
import {
  type ClusterShape,
  COLLECTIVES,
  type CollectiveName,
  delayRatio,
  fitAllCells,
  fitHockney,
  fitNbft,
  type HockneyFit,
  type HockneyOptions,
  type LogGPParameters,
  logGPFromP2p,
  type NbftChannel,
  type OrderBreak,
  orderBreaks,
  type RegressionFit,
  senderOverhead,
} from '../../collective-models/index.js';
import { CHANNELS } from '../../collective-models/shape.js';
import { InputError, UsageError, type Warning } from '../../errors.js';
import type { Measurements } from './measurements.js';

export interface FitSettings extends HockneyOptions {
  /** o in µs, where no flat tree with a minimum tells it. */
  readonly overheadUs?: number;
}

export interface QAtSize {
  readonly higher: string;
  readonly lower: string;
  readonly bytes: number;
  readonly q: number;
}

export interface Fitted {
  readonly hockney: readonly HockneyFit[];
  /** Channels from the one with the least α. */
  readonly order: readonly string[];
  readonly breaks: readonly OrderBreak[];
  readonly ratios: readonly QAtSize[];
  readonly nbft: Readonly<Record<CollectiveName, readonly NbftChannel[]>>;
  readonly loggp: readonly LogGPParameters[];
  readonly regressions: readonly RegressionFit[];
  readonly warnings: readonly Warning[];
}

/** Fits whatever the measurements suffice for. Throws InputError and UsageError. */
export function fitMeasurements(found: Measurements, settings: FitSettings, shape: ClusterShape): Fitted {
  const { p2p, nbft, collectives } = found;
  const warnings = [...found.warnings];
  const measured = CHANNELS.filter((channel) => p2p.some((row) => row.channel === channel));
  refuseStrangers(p2p.map(({ channel }) => channel));
  const { overheadUs, ...options } = settings;
  const hockney = measured.length === 0 ? [] : fitHockney(p2p, measured, options);
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

function treesOf({ nbft }: Measurements, collective: CollectiveName): readonly NbftChannel[] {
  const rows = nbft[collective];
  refuseStrangers(rows.map(({ channel }) => channel));
  const channels = CHANNELS.filter((channel) => rows.some((row) => row.channel === channel));
  return fitNbft(rows, channels);
}

/** Q of each channel over every nearer one. */
function ratiosOf(hockney: readonly HockneyFit[], sizes: readonly number[]): readonly QAtSize[] {
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
    for (const collective of COLLECTIVES) {
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
        message:
          'no LogGP parameters: o is unknown; give osu_bcast -f of two ranks on the nearest channel, or --overhead',
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
 * of the farthest that was, with a warning. Throws UsageError when none was measured.
 */
export function allChannels(
  loggp: readonly LogGPParameters[],
  warnings: Warning[],
): readonly LogGPParameters[] {
  const last = loggp.at(-1);
  if (last === undefined) {
    throw new UsageError(
      'no LogGP parameters to write',
      'give osu_latency of a channel and osu_bcast -f of two ranks (or --overhead), or Netgauge output',
    );
  }
  return CHANNELS.map((channel, i) => {
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
}
