/** The minimal ways from any switch to one, link by link: one chosen by the destination, or all of them. */
import { type Search, type Switches, stateAt, waysFrom } from './switches.js';

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
  /** [states] how many ways lead on; made when it is asked for. */
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
