/** What of a platform is known to be shared: the card of each node, one link out and one in. */
import { UsageError } from '../errors.js';
import type { LinkNetwork, LinkRoute } from './links.js';
import { coresPerNode, hostName, nodeCount, nodeLevel, type Platform } from './platform.js';

/** The one class of links. */
export const CARD = 'card';

const NOWHERE: readonly LinkRoute[] = [{ links: new Uint32Array(0), share: 1 }];

/**
 * The cards of a platform's nodes. `mapping`: [ranks] global core index of each rank; `gapNsPerByte`: what a byte holds a card, ns/B,
 * by default the gap of the channel between nodes. What lies behind the cards, and how caches and memory within a node are
 * shared, a platform does not say: messages between ranks of a node cross no link.
 * Throws UsageError for a platform of one node.
 */
export function platformLinks(platform: Platform, mapping: Int32Array, gapNsPerByte?: number): LinkNetwork {
  const nodes = nodeCount(platform);
  if (nodes < 2)
    throw new UsageError(
      `platform ${platform.name} has one node: no message crosses a card`,
      'take a platform with more nodes, or a topology',
    );
  const cores = coresPerNode(platform);
  const { channel } = platform.levels[nodeLevel(platform)];
  return {
    links: 2 * nodes,
    classes: [CARD],
    gapNsPerByte: [gapNsPerByte ?? platform.channels[channel].gapNsPerByte],
    classOf: new Uint16Array(2 * nodes),
    name: (link) => `${hostName(platform, link >> 1)} ${(link & 1) === 0 ? 'out' : 'in'}`,
    routes: (source, destination) => {
      const from = Math.floor(mapping[source] / cores);
      const to = Math.floor(mapping[destination] / cores);
      return from === to ? NOWHERE : [{ links: Uint32Array.of(2 * from, 2 * to + 1), share: 1 }];
    },
  };
}
