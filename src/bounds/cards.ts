/** The cards of ranks as links, for who plays links: one out and one in for every gap class of the network. */
import type { Network } from '../machine/network.js';
import type { LinkNetwork, LinkRoute } from '../platform/links.js';

const NOWHERE: readonly LinkRoute[] = [{ links: new Uint32Array(0), share: 1 }];

/** A rank's message to itself crosses no card. */
export function cardLinks(network: Network, ranks: number): LinkNetwork {
  const { gaps } = network;
  const links = 2 * ranks * gaps.length;
  return {
    links,
    classes: gaps.map(({ name }) => name),
    gapNsPerByte: gaps.map(({ gapNsPerByte }) => gapNsPerByte),
    classOf: Uint16Array.from({ length: links }, (_, link) => (link >>> 1) % gaps.length),
    name: (link) => `rank ${Math.floor((link >>> 1) / gaps.length)} card ${(link & 1) === 0 ? 'out' : 'in'}`,
    routes: (source, destination) => {
      if (source === destination) return NOWHERE;
      const { gap } = network.routes[network.routeOf(source, destination)];
      const out = 2 * (source * gaps.length + gap);
      const into = 2 * (destination * gaps.length + gap) + 1;
      return [{ links: Uint32Array.of(out, into), share: 1 }];
    },
  };
}
