/** A platform with its ranks in place, as the costs of messages. */
import type { Network } from '../machine/network.js';
import { refuseNames } from './names.js';
import { channelBetween, type Platform, unitSizes } from './platform.js';

/**
 * One latency class, one gap class and one route per channel (LLAMP, appendix I, with pairs that share a
 * channel sharing their parameters). `mapping`: [ranks] global core index of each rank. A rank's message to
 * itself takes the innermost channel. For the machine on it see `machineOn`.
 * Throws InputError for a channel with a parameter's name.
 */
export function platformNetwork(platform: Platform, mapping: Int32Array): Network {
  const { channels } = platform;
  refuseNames(
    `platform ${platform.name}`,
    'channel',
    channels.map(({ name }) => name),
  );
  const sizes = unitSizes(platform);
  return {
    latencies: channels.map(({ name, latencyNs }) => ({ name, latencyNs })),
    gaps: channels.map(({ name, gapNsPerByte }) => ({ name, gapNsPerByte })),
    routes: channels.map(({ name }, index) => ({
      name,
      counts: channels.map((_, k) => (k === index ? 1 : 0)),
      constantNs: 0,
      gap: index,
    })),
    ...(platform.overheadNs === undefined ? {} : { overheadNs: platform.overheadNs }),
    routeOf: (source, destination) => channelBetween(sizes, platform, mapping[source], mapping[destination]),
  };
}

/** Latency in ns between two cores, a distance for placement. */
export function slotLatency(platform: Platform): (a: number, b: number) => number {
  const sizes = unitSizes(platform);
  return (a, b) => (a === b ? 0 : platform.channels[channelBetween(sizes, platform, a, b)].latencyNs);
}
