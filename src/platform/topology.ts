/**
 * Network topologies: switches, endpoints and wires, and the minimal path between two endpoints.
 * A message between two endpoints passes h switches and h + 1 wires (LLAMP, section IV-2); wires may be of
 * several classes (appendix H, Fig. 19).
 */
import { UndirectedGraph } from 'graphology';
import { InputError, LimitError, type Place } from '../errors.js';

/** A node of the graph: an endpoint or a switch. */
export interface TopologyNode extends Record<string, unknown> {
  kind: 'switch' | 'endpoint';
}

/** A wire of the graph and its class. */
export interface TopologyWire extends Record<string, unknown> {
  /** Name of the wire's class. */
  wire: string;
  /** How many wires lie beside each other; left out: one. */
  parallel?: number;
}

/** The graph of a topology: endpoints and switches, and the wires between them. */
export type TopologyGraph = UndirectedGraph<TopologyNode, TopologyWire>;

/** What a message between two different endpoints passes. */
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
/** Wires of a path are counted in 16 bits. */
const MAX_HOPS = 0xffff;

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

export interface GraphTopologyOptions {
  /** Class of wires of which a path may take one at most, as minimal routing in a dragonfly does. */
  readonly once?: string;
  /** Where the graph comes from, for errors. */
  readonly place?: Place;
}

/** Switches as numbers, their wires as columns. */
interface Switches {
  readonly names: readonly string[];
  /** [switches + 1] start of each switch's wires in `peer` and `wire` */
  readonly start: Int32Array;
  readonly peer: Int32Array;
  readonly wire: Uint8Array;
}

/** Hops and wires from one switch to every other. */
interface Row {
  /** [switches] wires between the two switches; −1: not reached */
  readonly hops: Int32Array;
  /** [switches × wire classes] */
  readonly wires: Uint16Array;
}

/** Cached rows may hold this many numbers before the cache starts anew (256 MiB). */
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
  const once = options.once === undefined ? -1 : wires.indexOf(options.once);
  const { portOf, ports } = attach(graph, switches, wires);
  checkConnected(name, switches, rowFrom(switches, 0, wires.length, -1), options.place);

  const rows = new Map<number, Row>();
  const size = switches.names.length * (wires.length + 1);
  const row = (from: number): Row => {
    let known = rows.get(from);
    if (known === undefined) {
      if ((rows.size + 1) * size > MAX_CACHED) rows.clear();
      known = rowFrom(switches, from, wires.length, once);
      rows.set(from, known);
    }
    return known;
  };
  return {
    name,
    endpoints: portOf.length,
    wires,
    graph,
    ports: ports.length,
    portOf: (endpoint) => portOf[endpoint],
    switchOf: (endpoint) => ports[portOf[endpoint]].at,
    path(from, to) {
      const a = ports[from];
      const b = ports[to];
      const { hops, wires: counts } = row(a.at);
      const passed = Array.from(counts.subarray(b.at * wires.length, (b.at + 1) * wires.length));
      passed[a.wire]++;
      passed[b.wire]++;
      return { switches: hops[b.at] + 1, wires: passed };
    },
  };
}

function switchColumns(graph: TopologyGraph, wires: readonly string[]): Switches {
  const names = graph.filterNodes((_, { kind }) => kind === 'switch');
  const index = new Map(names.map((name, i) => [name, i]));
  const start = new Int32Array(names.length + 1);
  const peer: number[] = [];
  const wire: number[] = [];
  names.forEach((name, i) => {
    graph.forEachEdge(name, (_, attributes, source, target) => {
      const other = index.get(source === name ? target : source);
      if (other === undefined || other === i) return;
      peer.push(other);
      wire.push(wires.indexOf(attributes.wire));
    });
    start[i + 1] = peer.length;
  });
  return { names, start, peer: Int32Array.from(peer), wire: Uint8Array.from(wire) };
}

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

/**
 * Breadth-first search from one switch. With `once` ≥ 0 a state is a switch and whether a wire of that class
 * was taken; of a switch's two states the better one counts.
 */
function rowFrom(switches: Switches, from: number, classes: number, once: number): Row {
  const count = switches.names.length;
  const layers = once < 0 ? 1 : 2;
  const hops = new Int32Array(count * layers).fill(-1);
  const wires = new Uint16Array(count * layers * classes);
  hops[from * layers] = 0;
  let frontier = [from * layers];
  for (let depth = 1; frontier.length > 0; depth++) {
    if (depth > MAX_HOPS)
      throw new LimitError(`a path of the topology takes more than ${MAX_HOPS} wires`, 'make it smaller');
    const next: number[] = [];
    for (const state of frontier) {
      const at = Math.floor(state / layers);
      const used = state % layers;
      for (let e = switches.start[at]; e < switches.start[at + 1]; e++) {
        const wire = switches.wire[e];
        if (wire === once && used === 1) continue;
        const to = switches.peer[e] * layers + (wire === once ? 1 : used);
        if (hops[to] < 0) {
          hops[to] = depth;
          next.push(to);
        } else if (hops[to] < depth || !fewer(wires, classes, state, wire, to)) continue;
        for (let k = 0; k < classes; k++) wires[to * classes + k] = wires[state * classes + k];
        wires[to * classes + wire]++;
      }
    }
    frontier = next;
  }
  return layers === 1 ? { hops, wires } : betterLayer(hops, wires, count, classes);
}

/** Does the way through `state` and a wire take fewer wires of the last class (then the one before …)? */
function fewer(wires: Uint16Array, classes: number, state: number, wire: number, to: number): boolean {
  for (let k = classes - 1; k >= 0; k--) {
    const through = wires[state * classes + k] + (k === wire ? 1 : 0);
    if (through !== wires[to * classes + k]) return through < wires[to * classes + k];
  }
  return false;
}

function betterLayer(hops: Int32Array, wires: Uint16Array, count: number, classes: number): Row {
  const best: Row = { hops: new Int32Array(count), wires: new Uint16Array(count * classes) };
  for (let at = 0; at < count; at++) {
    const [a, b] = [hops[2 * at], hops[2 * at + 1]];
    // At equal hops the state without the long wire is the better one.
    const state = a >= 0 && (b < 0 || a <= b) ? 2 * at : 2 * at + 1;
    best.hops[at] = hops[state];
    best.wires.set(wires.subarray(state * classes, (state + 1) * classes), at * classes);
  }
  return best;
}

function checkConnected(name: string, switches: Switches, row: Row, place?: Place): void {
  const list = (part: readonly string[]) =>
    `${part.slice(0, 3).join(', ')}${part.length > 3 ? ` … (${part.length})` : ''}`;
  const reached = switches.names.filter((_, i) => row.hops[i] >= 0);
  const rest = switches.names.filter((_, i) => row.hops[i] < 0);
  if (rest.length === 0) return;
  throw new InputError({
    place: place ?? { source: `topology ${name}` },
    what: `switches ${list(reached)} are not connected with ${list(rest)}`,
    mend: 'add a wire between the two parts',
  });
}
