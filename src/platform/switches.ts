/** The switches of a topology as numbers, and the search for minimal ways between them. */
import type { UndirectedGraph } from 'graphology';
import { LimitError } from '../errors.js';

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

/** Switches as numbers, their wires as columns. */
export interface Switches {
  readonly names: readonly string[];
  /** [switches + 1] start of each switch's wires in `peer`, `wire` and `parallel` */
  readonly start: Int32Array;
  readonly peer: Int32Array;
  /** Index of the class. */
  readonly wire: Uint8Array;
  /** How many wires lie beside each other. */
  readonly parallel: Int32Array;
  /** Number of wire classes. */
  readonly classes: number;
}

/**
 * What a search from one switch found. A state is a switch, or a switch and whether a wire was taken of which a path has one
 * at most: two states a switch, the one without it first.
 */
export interface Search {
  /** States of a switch: 1 or 2. */
  readonly layers: number;
  /** [states] wires to it; −1: not reached */
  readonly hops: Int32Array;
  /** [states × wire classes] */
  readonly wires: Uint16Array;
}

/** Wires of a path are counted in 16 bits. */
const MAX_HOPS = 0xffff;

export function switchColumns(graph: TopologyGraph, wires: readonly string[]): Switches {
  const names = graph.filterNodes((_, { kind }) => kind === 'switch');
  const index = new Map(names.map((name, i) => [name, i]));
  const start = new Int32Array(names.length + 1);
  const peer: number[] = [];
  const wire: number[] = [];
  const parallel: number[] = [];
  names.forEach((name, i) => {
    graph.forEachEdge(name, (_, attributes, source, target) => {
      const other = index.get(source === name ? target : source);
      if (other === undefined || other === i) return;
      peer.push(other);
      wire.push(wires.indexOf(attributes.wire));
      parallel.push(attributes.parallel ?? 1);
    });
    start[i + 1] = peer.length;
  });
  return {
    names,
    start,
    peer: Int32Array.from(peer),
    wire: Uint8Array.from(wire),
    parallel: Int32Array.from(parallel),
    classes: wires.length,
  };
}

/**
 * Breadth-first search from one switch, with the fewest wires of the last class among the shortest ways, then of the one
 * before. `once`: class of which a path takes one wire at most; −1: none.
 */
export function waysFrom(switches: Switches, from: number, once: number): Search {
  const { classes } = switches;
  const layers = once < 0 ? 1 : 2;
  const states = switches.names.length * layers;
  const hops = new Int32Array(states).fill(-1);
  const wires = new Uint16Array(states * classes);
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
  return { layers, hops, wires };
}

/** Does the way through `state` and a wire take fewer wires of the last class (then the one before …)? */
function fewer(wires: Uint16Array, classes: number, state: number, wire: number, to: number): boolean {
  for (let k = classes - 1; k >= 0; k--) {
    const through = wires[state * classes + k] + (k === wire ? 1 : 0);
    if (through !== wires[to * classes + k]) return through < wires[to * classes + k];
  }
  return false;
}

/** The better state of a switch. */
export function stateAt({ layers, hops }: Search, at: number): number {
  if (layers === 1) return at;
  const [a, b] = [hops[2 * at], hops[2 * at + 1]];
  // At equal hops the state without the long wire is the better one.
  return a >= 0 && (b < 0 || a <= b) ? 2 * at : 2 * at + 1;
}
