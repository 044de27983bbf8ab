/**
 * A platform file for the LogGPS program from fitted LogGP parameters: levels, outermost first, and per
 * channel its latency and its gap per byte, in ns.
 */
import { stringify } from 'yaml';
import type { ClusterShape } from '../shape.js';
import type { LogGPParameters } from './loggp.js';

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
