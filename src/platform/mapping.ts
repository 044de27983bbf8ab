/**
 * Mapping policies: which core each rank runs on, as `mpirun --map-by` deals them out.
 */
import { many, UsageError } from '../errors.js';
import { type Network, routeLatencyNs } from '../machine/parameters.js';
import {
  channelBetween,
  coreCount,
  coresPerNode,
  nodeLevel,
  type Platform,
  platformNetwork,
  unitSizes,
} from './platform.js';
import type { Topology } from './topology.js';
import { type TopologyCosts, topologyNetwork } from './topology-network.js';

/** How many ranks a node takes. */
export interface MapByOptions {
  /** At most this many ranks on a node; without it, as many as it has cores. */
  readonly ranksPerNode?: number;
}

/**
 * Global core index of each rank, [ranks].
 *
 * - the innermost level (`core`): cores in order, node after node;
 * - a level within a node (`socket`, `ccx`): its units in turn, the cores of a unit in order; one node is
 *   filled before the next;
 * - `node`, or a level around it: its units in turn; within a node as by the level just inside it.
 *
 * Source for core, socket and node: Tallone 2024, section 3, and its table of Open MPI's placement.
 * With `ranksPerNode`, mapping by node uses no more nodes than that takes.
 * Throws UsageError for an unknown level, and when the ranks do not fit.
 */
export function mapBy(
  platform: Platform,
  level: string,
  ranks: number,
  options: MapByOptions = {},
): Int32Array {
  const by = platform.levels.findIndex((one) => one.name === level);
  if (by < 0) {
    throw new UsageError(
      `unknown level '${level}' to map by`,
      `use a level of platform ${platform.name} (${platform.levels.map((one) => one.name).join(', ')})`,
    );
  }
  const perNode = ranksPerNode(platform, options);
  const cores = coresPerNode(platform);
  const nodes = coreCount(platform) / cores;
  if (ranks > nodes * perNode) throw noRoom(platform, ranks, { nodes, perNode, cores });

  const node = nodeLevel(platform);
  const within = orderWithinNode(platform, Math.max(by, Math.min(node + 1, platform.levels.length - 1)));
  const dealing = by <= node ? nodeDealing(platform, by) : { nodes: 1, order: Int32Array.of(0) };
  const few = options.ranksPerNode !== undefined && by === node;
  const together = few ? Math.min(dealing.nodes, Math.ceil(ranks / perNode)) : dealing.nodes;
  const mapping = new Int32Array(ranks);
  for (let rank = 0; rank < ranks; rank++) {
    const block = Math.floor(rank / (together * perNode));
    const rest = rank % (together * perNode);
    const host = block * dealing.nodes + dealing.order[rest % together];
    mapping[rank] = host * cores + within[Math.floor(rest / together)];
  }
  return mapping;
}

/** With the numbers of the platform. */
function noRoom(
  { name }: Platform,
  ranks: number,
  { nodes, perNode, cores }: { readonly nodes: number; readonly perNode: number; readonly cores: number },
): UsageError {
  const [room, first] =
    perNode === cores
      ? [many(nodes * cores, 'core'), '']
      : [`${many(nodes, 'node')} with ${many(perNode, 'rank')} per node`, 'place more ranks on a node, '];
  return new UsageError(
    `platform ${name}: ${ranks} ranks do not fit on ${room}`,
    `${first}give the platform more nodes or run fewer ranks`,
  );
}

function ranksPerNode(platform: Platform, options: MapByOptions): number {
  const cores = coresPerNode(platform);
  const wanted = options.ranksPerNode ?? cores;
  if (!Number.isInteger(wanted) || wanted < 1) {
    throw new UsageError(`ranks per node '${wanted}' is not a positive whole number`);
  }
  if (wanted > cores)
    throw new UsageError(
      `platform ${platform.name}: ${wanted} ranks per node do not fit, because a node has ${many(cores, 'core')}`,
      `use at most ${cores} per node`,
    );
  return wanted;
}

/** Cores of a node in the order in which units of level `by` are dealt in turn, [cores per node]. */
function orderWithinNode(platform: Platform, by: number): Int32Array {
  const cores = coresPerNode(platform);
  const unit = unitSizes(platform)[by];
  const units = cores / unit;
  return Int32Array.from({ length: cores }, (_, i) => (i % units) * unit + Math.floor(i / units));
}

/**
 * Nodes that are dealt in turn when mapping by `by`, a node or a level around it: all of one unit around
 * `by`, in the order of one turn.
 */
function nodeDealing(platform: Platform, by: number): { nodes: number; order: Int32Array } {
  const node = nodeLevel(platform);
  const counts = platform.levels.slice(by, node + 1).map((level) => level.count);
  const nodes = counts.reduce((product, count) => product * count, 1);
  // Mixed radix with the outer level turning fastest: racks in turn, then the nodes of each rack.
  const order = Int32Array.from({ length: nodes }, (_, i) => {
    let rest = i;
    let index = 0;
    let size = nodes;
    for (const count of counts) {
      size /= count;
      index += (rest % count) * size;
      rest = Math.floor(rest / count);
    }
    return index;
  });
  return { nodes, order };
}

/** Places that ranks may take (cores of a platform, endpoints of a topology) and what messages between them cost. */
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

/** Places are endpoints; `used` lists those that are needed, in any order. */
export function topologyPlaces(topology: Topology, costs: TopologyCosts, used: Int32Array): Places {
  const endpoints = Int32Array.from(new Set(used));
  const index = new Map([...endpoints].map((endpoint, i) => [endpoint, i]));
  const network = topologyNetwork(topology, costs, endpoints);
  const local = (endpoint: number): number => {
    const at = index.get(endpoint);
    if (at === undefined) throw new RangeError(`endpoint ${endpoint} is not in use`);
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
