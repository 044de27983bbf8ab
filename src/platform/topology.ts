/**
 * Network topologies: switches, endpoints and wires, and the minimal path between two endpoints.
 * A message between two endpoints passes h switches and h + 1 wires (LLAMP, section IV-2); wires may be of
 * several classes (appendix H, Fig. 19).
 */
import { UndirectedGraph } from 'graphology';
import type { SerializedGraph } from 'graphology-types';
import { InputError, LimitError, type Place } from '../errors.js';
import {
  type Search,
  type Switches,
  stateAt,
  switchColumns,
  type TopologyGraph,
  type TopologyNode,
  type TopologyWire,
  waysFrom,
} from './switches.js';

export type { TopologyGraph, TopologyNode, TopologyWire } from './switches.js';

/** Wires and switches of a message between two different endpoints. */
export interface Path {
  /** h: switches passed. */
  readonly switches: number;
  /** [wire classes] wires passed; they sum to h + 1. */
  readonly wires: readonly number[];
}

/** A network of switches: endpoints, the ways between them, and the classes of its wires. */
export interface Topology {
  /** Its spec in full, such as `fat-tree:k=16,tiers=3`. */
  readonly name: string;
  readonly endpoints: number;
  /** Names of the wire classes. */
  readonly wires: readonly string[];
  /** The graph itself; fixed tables have none. */
  readonly graph?: TopologyGraph;
  /** Class of wires of which a path takes one at most; left out: none. */
  readonly once?: string;
  /** Endpoints that share a port number have the same path to every other endpoint. */
  readonly ports: number;
  portOf(endpoint: number): number;
  /** Number of the switch that an endpoint hangs on. */
  switchOf(endpoint: number): number;
  /** Minimal path between two different endpoints at two ports (or at one). */
  path(from: number, to: number): Path;
}

/** More switches and endpoints than this are taken for a slip of the keyboard. */
const MAX_NODES = 2 ** 20;
/** A fat tree has three wires an endpoint, and no network that is built has many more. */
const MAX_WIRES = 3 * MAX_NODES;
/** Adds switches, endpoints and wires in order; endpoint i is the i-th one added. */
export class TopologyBuilder {
  readonly graph: TopologyGraph = new UndirectedGraph<TopologyNode, TopologyWire>();
  #endpoints = 0;

  /**
   * Throws LimitError when so many switches and endpoints, or wires, are about to be added; of wires that are dropped
   * each counts.
   */
  constructor(name: string, nodes: number, wires: number) {
    const refuse = (count: number, what: string, most: number): void => {
      if (count > most)
        throw new LimitError(`topology ${name} has ${count} ${what}, more than ${most}`, 'make it smaller');
    };
    refuse(nodes, 'switches and endpoints', MAX_NODES);
    refuse(wires, 'wires', MAX_WIRES);
  }

  switch(key: string): string {
    return this.graph.addNode(key, { kind: 'switch' });
  }

  /** `count` endpoints on a switch. */
  endpoints(at: string, count: number, wire = 'terminal'): void {
    for (let i = 0; i < count; i++) {
      let key = `endpoint-${this.#endpoints}`;
      while (this.graph.hasNode(key)) key += "'";
      this.endpoint(key, at, wire);
    }
  }

  endpoint(key: string, at: string, wire: string): void {
    this.graph.addNode(key, { kind: 'endpoint' });
    this.graph.addUndirectedEdge(at, key, { wire });
    this.#endpoints++;
  }

  /** A wire between two switches; a second one between the same two changes no path and is dropped. */
  link(a: string, b: string, wire: string): void {
    if (!this.graph.hasEdge(a, b)) this.graph.addUndirectedEdge(a, b, { wire });
  }

  /** The same, where each call stands for a wire that is built: those beside each other are counted. */
  cable(a: string, b: string, wire: string): void {
    const edge = this.graph.edge(a, b);
    if (edge === undefined) this.graph.addUndirectedEdge(a, b, { wire });
    else this.graph.updateEdgeAttribute(edge, 'parallel', (count) => (count ?? 1) + 1);
  }
}

interface GraphTopologyOptions {
  /** Class of wires of which a path may take one at most, as minimal routing in a dragonfly does. */
  readonly once?: string;
  /** Where the graph comes from, for errors. */
  readonly place?: Place;
}

/** Cached rows may hold this many numbers before the cache starts again (256 MiB). */
const MAX_CACHED = 2 ** 26;

/**
 * A topology from a graph of switches and endpoints (each endpoint on exactly one switch). `wires` names the
 * classes, shortest wires first: of several paths with the fewest switches, the one with the fewest wires
 * of the last class is taken, then of the one before.
 * Throws InputError that names two parts when the switches are not connected.
 */
export function graphTopology(
  name: string,
  graph: TopologyGraph,
  wires: readonly string[],
  options: GraphTopologyOptions = {},
): Topology {
  const switches = switchColumns(graph, wires);
  const once = onceIn(wires, options.once);
  const { portOf, ports } = attach(graph, switches, wires);
  checkConnected(name, switches, waysFrom(switches, 0, -1), options.place);

  const rows = new Map<number, Search>();
  const size = switches.names.length * (wires.length + 1) * (once < 0 ? 1 : 2);
  const row = (from: number): Search => {
    let known = rows.get(from);
    if (known === undefined) {
      if ((rows.size + 1) * size > MAX_CACHED) rows.clear();
      known = waysFrom(switches, from, once);
      rows.set(from, known);
    }
    return known;
  };
  return {
    name,
    endpoints: portOf.length,
    wires,
    graph,
    ...(options.once === undefined ? {} : { once: options.once }),
    ports: ports.length,
    portOf: (endpoint) => portOf[endpoint],
    switchOf: (endpoint) => ports[portOf[endpoint]].at,
    path(from, to) {
      const a = ports[from];
      const b = ports[to];
      const search = row(a.at);
      const state = stateAt(search, b.at);
      const passed = Array.from(search.wires.subarray(state * wires.length, (state + 1) * wires.length));
      passed[a.wire]++;
      passed[b.wire]++;
      return { switches: search.hops[state] + 1, wires: passed };
    },
  };
}

/** A topology of a graph as plain values, for who carries it elsewhere. */
export interface TopologyParts extends Pick<Topology, 'name' | 'wires'> {
  readonly graph: SerializedGraph<TopologyNode, TopologyWire>;
}

/** Throws for a topology without a graph. */
export function topologyParts({ name, wires, graph }: Topology): TopologyParts {
  if (graph === undefined) throw new Error(`topology ${name} has no graph`);
  return { name, wires, graph: graph.export() };
}

/** The topology that gave `parts`. */
export function topologyOfParts({ name, wires, graph: parts }: TopologyParts): Topology {
  const graph: TopologyGraph = new UndirectedGraph<TopologyNode, TopologyWire>();
  return graphTopology(name, graph.import(parts), wires);
}

/** Index of the class of which a path takes one wire at most; −1: there is none. */
const onceIn = (wires: readonly string[], once: string | undefined): number =>
  once === undefined ? -1 : wires.indexOf(once);

interface Port {
  /** Index of the switch. */
  readonly at: number;
  /** Class of the wire to it. */
  readonly wire: number;
}

/** Port of each endpoint: its switch and the class of its wire. */
function attach(
  graph: TopologyGraph,
  switches: Switches,
  wires: readonly string[],
): { portOf: number[]; ports: Port[] } {
  const index = new Map(switches.names.map((name, i) => [name, i]));
  const known = new Map<number, number>();
  const ports: Port[] = [];
  const portOf: number[] = [];
  graph.forEachNode((endpoint, { kind }) => {
    if (kind !== 'endpoint') return;
    const [edge] = graph.edges(endpoint);
    const at = index.get(graph.opposite(endpoint, edge)) ?? 0;
    const wire = wires.indexOf(graph.getEdgeAttribute(edge, 'wire'));
    const key = at * wires.length + wire;
    let port = known.get(key);
    if (port === undefined) {
      port = ports.length;
      known.set(key, port);
      ports.push({ at, wire });
    }
    portOf.push(port);
  });
  return { portOf, ports };
}

function checkConnected(name: string, switches: Switches, row: Search, place?: Place): void {
  const list = (part: readonly string[]) =>
    `${part.slice(0, 3).join(', ')}${part.length > 3 ? ` and ${part.length - 3} more` : ''}`;
  const reached = switches.names.filter((_, i) => row.hops[i] >= 0);
  const rest = switches.names.filter((_, i) => row.hops[i] < 0);
  if (rest.length === 0) return;
  throw new InputError({
    place: place ?? { source: `topology ${name}` },
    what: `no way leads from ${reached.length === 1 ? 'switch' : 'switches'} ${list(reached)} to ${list(rest)}`,
    mend: 'add a wire between the two parts',
  });
}
