/** The places that ranks may take (cores of a platform, endpoints of a topology) and what messages between them cost. */
import type { Network } from '../machine/network.js';
import { routeLatencyNs } from '../machine/network.js';
import { channelBetween, coresPerNode, type Platform, unitSizes } from '../platform/platform.js';
import { platformNetwork } from '../platform/platform-network.js';
import type { Topology } from '../platform/topology.js';
import { type TopologyCosts, topologyNetwork } from '../platform/topology-network.js';

/** The places that a search may give to ranks, and what messages between them cost. */
export interface Site {
  /** Costs by place: its `routeOf` takes two places rather than two ranks. */
  readonly network: Network;
  /** Number of the node that a place is on. */
  nodeOf(place: number): number;
}

/** Places are global core indices. */
export function platformSite(platform: Platform): Site {
  const sizes = unitSizes(platform);
  const cores = coresPerNode(platform);
  return {
    network: {
      ...platformNetwork(platform, new Int32Array(0)),
      routeOf: (a, b) => channelBetween(sizes, platform, a, b),
    },
    nodeOf: (place) => Math.floor(place / cores),
  };
}

/** Places are endpoints; `used` lists those that are asked about, in any order. */
export function topologySite(topology: Topology, costs: TopologyCosts, used: Int32Array): Site {
  const places = Int32Array.from(new Set(used));
  const index = new Map([...places].map((place, i) => [place, i]));
  const network = topologyNetwork(topology, costs, places);
  const local = (place: number): number => {
    const at = index.get(place);
    if (at === undefined) throw new RangeError(`endpoint ${place} is not among the places in use`);
    return at;
  };
  return {
    network: { ...network, routeOf: (a, b) => network.routeOf(local(a), local(b)) },
    nodeOf: (place) => place,
  };
}

/** The network of ranks in places. `mapping`: [ranks] place of each rank. */
export function networkAt(site: Site, mapping: Int32Array): Network {
  const { network } = site;
  return { ...network, routeOf: (a, b) => network.routeOf(mapping[a], mapping[b]) };
}

/** Latency between two places in ns, a distance. */
export function placeDistance(site: Site): (a: number, b: number) => number {
  const { network } = site;
  const latency = network.routes.map((_, route) => routeLatencyNs(network, route));
  return (a, b) => (a === b ? 0 : latency[network.routeOf(a, b)]);
}
