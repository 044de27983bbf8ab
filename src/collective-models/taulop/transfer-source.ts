/** Where the times of concurrent transfers come from: flat trees of a platform, a table, or ideal channels. */
import { LackingError } from '../lacking.js';
import type { ModelledPlatform } from '../modelled-platform.js';
import { CHANNELS, type ChannelName } from '../shape.js';
import { fittedTransfers } from './staged.js';
import { sharedChannel, type TransferPoint, type TransferTime, transferTable } from './transfers.js';

/** L(m, τ) in shared memory and over the network. */
export interface TransferSource {
  readonly shared: TransferTime;
  readonly network: TransferTime;
  /** For people. */
  readonly source: string;
}

/**
 * Of a platform's flat trees of broadcasts, shared memory being `channel`. Throws LackingError where it has none.
 */
export function platformTransfers(platform: ModelledPlatform, channel: ChannelName): TransferSource {
  if (platform.fitted === undefined || !platform.trees.includes('bcast')) {
    throw new LackingError(
      'transfers',
      `platform '${platform.name}' has no flat trees that tell times of concurrent transfers`,
      'give a table channel,bytes,concurrency,us',
    );
  }
  return between(fittedTransfers(platform.fitted, 'bcast'), channel, platform.name);
}

/**
 * Of a table whose channels are named as the platform's. Throws InputError where its points do not fill a grid; the
 * times throw ModelError for a channel that it lacks.
 */
export function tableTransfers(
  points: readonly TransferPoint[],
  channel: ChannelName,
  source: string,
): TransferSource {
  return between(transferTable(points), channel, source);
}

/** Of channels between perfectly parallel (`serial` 0) and serial (1), with the platform's LogGP parameters. */
export function idealTransfers(
  { loggp }: ModelledPlatform,
  channel: ChannelName,
  serial: number,
): TransferSource {
  const ideal = (name: ChannelName): TransferTime => {
    const { latencyUs, gapUsPerByte } = loggp[CHANNELS.indexOf(name)];
    return sharedChannel(latencyUs, gapUsPerByte, serial);
  };
  return { shared: ideal(channel), network: ideal('node'), source: `ideal channels, serial ${serial}` };
}

function between(
  times: (channel: string, bytes: number, concurrency: number) => number,
  channel: ChannelName,
  source: string,
): TransferSource {
  return {
    shared: (bytes, concurrency) => times(channel, bytes, concurrency),
    network: (bytes, concurrency) => times('node', bytes, concurrency),
    source,
  };
}
