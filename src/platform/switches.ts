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
  /** How many wires are parallel; left out: one. */
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
  /** How many wires are parallel. */
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
      throw new LimitError(`a path of the topology has more than ${MAX_HOPS} wires`, 'make it smaller');
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

// The minimal ways from any switch to one, link by link: one chosen by the destination, or all of them.

/** Ways that a message is split over at most: real networks hash over no more. */
export const MOST_WAYS = 64;

/** A wire that a minimal way may take next, and the state behind it. */
interface Step {
  /** Index into the columns of wires. */
  readonly wire: number;
  readonly next: number;
}

/** Called with each wire of a way and which of the cables beside each other it is, from 0. */
type Visitor = (wire: number, cable: number) => void;

/** All minimal ways to one switch. */
export class MinimalRoutes {
  readonly #switches: Switches;
  readonly #once: number;
  readonly #search: Search;
  /** [states] how many ways lead on; made on request. */
  #counts: Float64Array | null = null;

  /** `once`: class of which a way takes one wire at most; −1: none. */
  constructor(switches: Switches, destination: number, once: number) {
    this.#switches = switches;
    this.#once = once;
    this.#search = waysFrom(switches, destination, once);
  }

  /** How many numbers it holds, for who keeps several. */
  get size(): number {
    return this.#search.hops.length * (this.#switches.classes + 2);
  }

  /** How many ways lead here from a switch; those over cables beside each other count each. */
  count(from: number): number {
    return this.#ways()[stateAt(this.#search, from)];
  }

  /**
   * The way of messages from a switch to a destination of that number: wires of the first class before those of the next (in a
   * torus, dimension after dimension), and of several of a class the one that the destination names, whose number gives a
   * digit at each choice. In a fat tree that is D-mod-k (Zahavi 2010): each switch going up takes another digit.
   */
  single(from: number, destination: number, visit: Visitor): void {
    let left = destination;
    for (let state = stateAt(this.#search, from); this.#search.hops[state] > 0; ) {
      const steps = this.#lowestClass(this.#steps(state));
      const width = steps.reduce((sum, { wire }) => sum + this.#switches.parallel[wire], 0);
      let pick = left % width;
      left = Math.floor(left / width);
      for (const { wire, next } of steps) {
        const cables = this.#switches.parallel[wire];
        if (pick < cables) {
          visit(wire, pick);
          state = next;
          break;
        }
        pick -= cables;
      }
    }
  }

  /** The `index`-th of the ways from a switch, below {@link count}. */
  nth(from: number, index: number, visit: Visitor): void {
    const counts = this.#ways();
    let left = index;
    for (let state = stateAt(this.#search, from); this.#search.hops[state] > 0; ) {
      for (const { wire, next } of this.#steps(state)) {
        const each = counts[next];
        const cables = this.#switches.parallel[wire];
        if (left < each * cables) {
          const cable = Math.floor(left / each);
          visit(wire, cable);
          left -= cable * each;
          state = next;
          break;
        }
        left -= each * cables;
      }
    }
  }

  #lowestClass(steps: readonly Step[]): readonly Step[] {
    const classOf = this.#switches.wire;
    const lowest = steps.reduce(
      (least, { wire }) => Math.min(least, classOf[wire]),
      Number.POSITIVE_INFINITY,
    );
    return steps.filter(({ wire }) => classOf[wire] === lowest);
  }

  /** Wires that go on a minimal way, in the order of the graph. */
  #steps(state: number): Step[] {
    const { start, peer, wire } = this.#switches;
    const { layers } = this.#search;
    const at = Math.floor(state / layers);
    const used = state % layers;
    const found: Step[] = [];
    for (let e = start[at]; e < start[at + 1]; e++) {
      const before = used - (wire[e] === this.#once ? 1 : 0);
      if (before < 0) continue;
      const next = peer[e] * layers + before;
      if (this.#leadsOn(state, wire[e], next)) found.push({ wire: e, next });
    }
    return found;
  }

  /** Whether `next` has what `state` has less one wire of a class. */
  #leadsOn(state: number, taken: number, next: number): boolean {
    const { hops, wires } = this.#search;
    const { classes } = this.#switches;
    if (hops[next] !== hops[state] - 1) return false;
    for (let k = 0; k < classes; k++) {
      if (wires[next * classes + k] !== wires[state * classes + k] - (k === taken ? 1 : 0)) return false;
    }
    return true;
  }

  #ways(): Float64Array {
    if (this.#counts !== null) return this.#counts;
    const { hops } = this.#search;
    const counts = new Float64Array(hops.length);
    const near = Array.from(hops.keys()).filter((state) => hops[state] >= 0);
    for (const state of near.sort((a, b) => hops[a] - hops[b])) {
      counts[state] = hops[state] === 0 ? 1 : 0;
      for (const { wire, next } of this.#steps(state))
        counts[state] += counts[next] * this.#switches.parallel[wire];
    }
    this.#counts = counts;
    return counts;
  }
}
