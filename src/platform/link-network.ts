/**
 * The links of a network as resources: what bytes cross on the way from one rank to another, and what a byte holds each
 * of them. A link has a direction; a cable that carries both ways is two.
 */
import { UsageError } from '../errors.js';
import { checkMapping, coresPerNode, hostName, nodeCount, nodeLevel, type Platform } from './platform.js';
import { MinimalRoutes, MOST_WAYS, type Switches, switchColumns, type TopologyGraph } from './switches.js';
import type { Topology } from './topology.js';

/** One way of a message. */
export interface LinkRoute {
  /** Links in the order in which they are crossed; none between ranks that share an endpoint. */
  readonly links: Uint32Array;
  /** Part of each message that takes this way; the ways between two ranks add up to 1. */
  readonly share: number;
}

/** Links between ranks in their places. */
export interface LinkNetwork {
  /** Number of links. */
  readonly links: number;
  /** Names of the classes of links, such as `terminal`, `pod`, `core`. */
  readonly classes: readonly string[];
  /** [classes] what a byte holds a link of that class, ns/B. */
  readonly gapNsPerByte: readonly number[];
  /** [links] index of the class. */
  readonly classOf: Uint16Array;
  /** Such as `edge-0-1 → aggregation-0-2`. */
  name(link: number): string;
  /** Ways of a message between two ranks. */
  routes(source: number, destination: number): readonly LinkRoute[];
}

/** Links between ranks in their places. `links`: between places; `mapping`: [ranks] place of each rank. */
export function linksAt(links: LinkNetwork, mapping: Int32Array): LinkNetwork {
  return {
    ...links,
    name: (link) => links.name(link),
    routes: (source, destination) => links.routes(mapping[source], mapping[destination]),
  };
}

/** The one class of links. */
export const CARD = 'card';

const NOWHERE: readonly LinkRoute[] = [{ links: new Uint32Array(0), share: 1 }];

/**
 * The cards of a platform's nodes. `mapping`: [ranks] global core index of each rank; `gapNsPerByte`: how long a byte
 * holds a card, ns/B, by default the gap of the channel between nodes. A platform does not describe the network behind
 * the cards, or how caches and memory within a node are shared: messages between ranks of a node cross no link. Throws
 * UsageError for a platform of one node.
 */
export function platformLinks(platform: Platform, mapping: Int32Array, gapNsPerByte?: number): LinkNetwork {
  const nodes = nodeCount(platform);
  if (nodes < 2)
    throw new UsageError(
      `platform ${platform.name} has one node, so no message crosses a NIC`,
      'use a platform with more nodes, or a topology',
    );
  checkMapping(platform, mapping);
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

// The links of a topology as resources. Every wire is two links, one each way, and so is each of several cables beside each
// other; the wire of an endpoint is its card's way in and out.

/** How messages may find their way. */
export const ROUTINGS = ['single', 'ecmp'] as const;
/** How messages find their way: `single`, one way a destination; `ecmp`, equal parts over all minimal ways. */
export type Routing = (typeof ROUTINGS)[number];

/** How long a byte holds links, and the ways of messages. */
export interface TopologyLinksOptions {
  /** [wire classes] ns/B */
  readonly gapNsPerByte: readonly number[];
  /** Default `single`. */
  readonly routing?: Routing;
}

/** Cached routes and searches may hold this many numbers before the cache starts again (each 128 MiB at most). */
const MAX_CACHED = 2 ** 24;

/**
 * The links of `topology` between ranks in their places. `placement`: [ranks] endpoint of each rank. All ways are minimal, with
 * the wires of {@link Topology.path}; of more than {@link MOST_WAYS} minimal ways `ecmp` takes that many, evenly spread over all.
 * Throws UsageError for a fixed table, which has no graph.
 */
export function topologyLinks(
  topology: Topology,
  placement: Int32Array,
  { gapNsPerByte, routing = 'single' }: TopologyLinksOptions,
): LinkNetwork {
  const { graph, wires, once } = topology;
  if (graph === undefined)
    throw new UsageError(
      `topology ${topology.name} is a fixed table of wires without links that messages could share`,
      'use one that is built of switches, such as fat-tree or dragonfly',
    );
  const switches = switchColumns(graph, wires);
  const links = new LinkNumbers(graph, switches, wires);
  const ways = new Routes(topology, switches, links, {
    once: once === undefined ? -1 : wires.indexOf(once),
    routing,
  });
  return {
    links: links.count,
    classes: wires,
    gapNsPerByte,
    classOf: links.classOf,
    name: (link) => links.name(link),
    routes: (source, destination) => ways.between(placement[source], placement[destination]),
  };
}

/** Numbers of links: two an endpoint, out and in, then those between switches, switch after switch. */
class LinkNumbers {
  readonly count: number;
  readonly classOf: Uint16Array;
  /** [wires] first link of each; behind the last, the number of all. */
  readonly #first: Int32Array;
  readonly #switches: Switches;
  readonly #endpoints: readonly string[];
  readonly #hosts: readonly string[];

  constructor(graph: TopologyGraph, switches: Switches, wires: readonly string[]) {
    const { parallel, wire } = switches;
    this.#switches = switches;
    this.#endpoints = graph.filterNodes((_, { kind }) => kind === 'endpoint');
    this.#hosts = this.#endpoints.map((endpoint) => graph.neighbors(endpoint)[0]);
    this.#first = new Int32Array(parallel.length + 1);
    this.#first[0] = 2 * this.#endpoints.length;
    for (const [e, cables] of parallel.entries()) this.#first[e + 1] = this.#first[e] + cables;
    this.count = this.#first[parallel.length];
    this.classOf = new Uint16Array(this.count);
    for (const [i, endpoint] of this.#endpoints.entries()) {
      const [edge] = graph.edges(endpoint);
      this.classOf.fill(wires.indexOf(graph.getEdgeAttribute(edge, 'wire')), 2 * i, 2 * i + 2);
    }
    for (const [e, kind] of wire.entries()) this.classOf.fill(kind, this.#first[e], this.#first[e + 1]);
  }

  out(endpoint: number): number {
    return 2 * endpoint;
  }

  in(endpoint: number): number {
    return 2 * endpoint + 1;
  }

  between(wire: number, cable: number): number {
    return this.#first[wire] + cable;
  }

  name(link: number): string {
    if (link < this.#first[0]) return this.#terminalName(link);
    const { names, start, peer, parallel } = this.#switches;
    const wire = lastAtMost(this.#first, link);
    const cable = parallel[wire] === 1 ? '' : ` (${link - this.#first[wire] + 1} of ${parallel[wire]})`;
    return `${names[lastAtMost(start, wire)]} → ${names[peer[wire]]}${cable}`;
  }

  #terminalName(link: number): string {
    const endpoint = this.#endpoints[link >> 1];
    const host = this.#hosts[link >> 1];
    return (link & 1) === 0 ? `${endpoint} → ${host}` : `${host} → ${endpoint}`;
  }
}

/** The last place of ascending numbers that holds `value` or less. */
function lastAtMost(ascending: Int32Array, value: number): number {
  let low = 0;
  let high = ascending.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (ascending[middle] <= value) low = middle;
    else high = middle;
  }
  return low;
}

/** Ways between endpoints, made on request. */
class Routes {
  readonly #topology: Topology;
  readonly #switches: Switches;
  readonly #links: LinkNumbers;
  readonly #once: number;
  readonly #routing: Routing;
  readonly #known = new Map<number, readonly LinkRoute[]>();
  #held = 0;
  readonly #searches = new Map<number, MinimalRoutes>();

  constructor(
    topology: Topology,
    switches: Switches,
    links: LinkNumbers,
    { once, routing }: { once: number; routing: Routing },
  ) {
    this.#topology = topology;
    this.#switches = switches;
    this.#links = links;
    this.#once = once;
    this.#routing = routing;
  }

  between(from: number, to: number): readonly LinkRoute[] {
    if (from === to) return NOWHERE;
    const key = from * this.#topology.endpoints + to;
    let routes = this.#known.get(key);
    if (routes === undefined) {
      routes = this.#made(from, to);
      this.#keep(key, routes);
    }
    return routes;
  }

  #keep(key: number, routes: readonly LinkRoute[]): void {
    const size = routes.reduce((sum, { links }) => sum + links.length + 8, 0);
    if (this.#held + size > MAX_CACHED) {
      this.#known.clear();
      this.#held = 0;
    }
    this.#known.set(key, routes);
    this.#held += size;
  }

  #made(from: number, to: number): readonly LinkRoute[] {
    const at = this.#topology.switchOf(from);
    const search = this.#search(this.#topology.switchOf(to));
    if (this.#routing === 'single')
      return [this.#route(from, to, 1, (visit) => search.single(at, to, visit))];
    const all = search.count(at);
    const taken = Math.min(all, MOST_WAYS);
    // Pairs begin at different ones, lest all leave out the same.
    const first = all > taken ? from + to : 0;
    return Array.from({ length: taken }, (_, i) =>
      this.#route(from, to, 1 / taken, (visit) =>
        search.nth(at, (first + Math.floor((i * all) / taken)) % all, visit),
      ),
    );
  }

  #route(
    from: number,
    to: number,
    share: number,
    walk: (visit: (wire: number, cable: number) => void) => void,
  ): LinkRoute {
    const links = [this.#links.out(from)];
    walk((wire, cable) => links.push(this.#links.between(wire, cable)));
    links.push(this.#links.in(to));
    return { links: Uint32Array.from(links), share };
  }

  #search(to: number): MinimalRoutes {
    let search = this.#searches.get(to);
    if (search === undefined) {
      search = new MinimalRoutes(this.#switches, to, this.#once);
      if ((this.#searches.size + 1) * search.size > MAX_CACHED) this.#searches.clear();
      this.#searches.set(to, search);
    }
    return search;
  }
}
