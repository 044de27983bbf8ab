/**
 * LogGP parameters per channel: from Hockney fits (G = β, L = α − 2·o) or from Netgauge's output.
 * Times in µs, gaps in µs per byte.
 */
import { InputError, type Warning } from '../../errors.js';
import { fitHockney, type HockneyOptions } from './hockney.js';
import type { NbftRow, P2pRow } from './measurements.js';
import type { NetgaugeReport } from './netgauge.js';

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
      what: `no flat tree of 2 ranks with a minimum on channel '${channel}'`,
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
      warnings.push({
        code: 'negative-latency',
        message: `channel '${channel}': α − 2o is ${latencyUs.toPrecision(3)} µs, so L is taken as 0`,
      });
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
