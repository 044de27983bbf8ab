/** The places that ranks may take (cores of a platform, endpoints of a topology) and what messages between them cost. */
import type { Network } from '../machine/network.js';
import { routeLatencyNs } from '../machine/network.js';
import { channelBetween, coresPerNode, type Platform, unitSizes } from './platform.js';
import { platformNetwork } from './platform-network.js';
import type { Topology } from './topology.js';
import { type TopologyCosts, topologyNetwork } from './topology-network.js';

/** The places that a search may give to ranks, and what messages between them cost. */
export interface Places {
  /** Costs by place: its `routeOf` takes two places rather than two ranks. */
  readonly network: Network;
  /** Number of the node that a place is on. */
  nodeOf(place: number): number;
}

/** Places are global core indices. */
export function platformPlaces(platform: Platform): Places {
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
export function topologyPlaces(topology: Topology, costs: TopologyCosts, used: Int32Array): Places {
  const endpoints = Int32Array.from(new Set(used));
  const index = new Map([...endpoints].map((endpoint, i) => [endpoint, i]));
  const network = topologyNetwork(topology, costs, endpoints);
  const local = (endpoint: number): number => {
    const at = index.get(endpoint);
    if (at === undefined) throw new RangeError(`endpoint ${endpoint} is not among the places in use`);
    return at;
  };
  return {
    network: { ...network, routeOf: (a, b) => network.routeOf(local(a), local(b)) },
    nodeOf: (endpoint) => endpoint,
  };
}

/** The network of ranks in places. `mapping`: [ranks] place of each rank. */
export function networkAt({ network }: Places, mapping: Int32Array): Network {
  return { ...network, routeOf: (a, b) => network.routeOf(mapping[a], mapping[b]) };
}

/** Latency between two places in ns, a distance. */
export function placeDistance({ network }: Places): (a: number, b: number) => number {
  const latency = network.routes.map((_, route) => routeLatencyNs(network, route));
  return (a, b) => (a === b ? 0 : latency[network.routeOf(a, b)]);
}
