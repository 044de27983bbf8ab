/** Routes of a network besides its own: those of messages that a slow link holds up, and those of sums over several. */
import type { GapClass, Network, Route } from '../machine/network.js';

/** What a route takes besides bytes: how often each latency, and a constant. */
export interface Way {
  /** [latency classes] */
  readonly counts: readonly number[];
  readonly constantNs: number;
}

/** The way of what crosses nothing. */
export const NO_WAY = 0;
/** More ways than there are. */
const MANY = 2 ** 24;

/** Ways and routes, each once. */
export class Routes {
  readonly routes: Route[];
  readonly gaps: readonly GapClass[];
  readonly #network: Network;
  readonly #known = new Map<string, number>();
  readonly #ways: Way[] = [];
  readonly #wayIds = new Map<string, number>();
  readonly #least = new Map<number, number>();
  readonly #sums = new Map<number, number>();
  readonly #routeOf = new Map<number, number>();

  constructor(network: Network, more: readonly GapClass[]) {
    this.#network = network;
    this.gaps = [...network.gaps, ...more];
    this.routes = [...network.routes];
    this.routes.forEach((route, index) => {
      this.#known.set(`${keyOf(route)} ${route.gap}`, index);
    });
    this.way({ counts: network.latencies.map(() => 0), constantNs: 0 });
  }

  /** Number of a way. */
  way(way: Way): number {
    const key = keyOf(way);
    const known = this.#wayIds.get(key);
    if (known !== undefined) return known;
    const id = this.#ways.push({ counts: way.counts, constantNs: way.constantNs }) - 1;
    this.#wayIds.set(key, id);
    return id;
  }

  wayOf(id: number): Way {
    return this.#ways[id];
  }

  /** What either way takes at least. */
  least(one: number, other: number): number {
    if (one === other) return one;
    const key = keyOfTwo(one, other);
    const known = this.#least.get(key);
    if (known !== undefined) return known;
    const [a, b] = [this.#ways[one], this.#ways[other]];
    const id = this.way({
      counts: a.counts.map((count, k) => Math.min(count, b.counts[k])),
      constantNs: Math.min(a.constantNs, b.constantNs),
    });
    this.#least.set(key, id);
    return id;
  }

  sum(one: number, other: number): number {
    if (one === NO_WAY || other === NO_WAY) return one + other;
    const key = keyOfTwo(one, other);
    const known = this.#sums.get(key);
    if (known !== undefined) return known;
    const [a, b] = [this.#ways[one], this.#ways[other]];
    const id = this.way({
      counts: a.counts.map((count, k) => count + b.counts[k]),
      constantNs: a.constantNs + b.constantNs,
    });
    this.#sums.set(key, id);
    return id;
  }

  /** Index of the route of a way with bytes at a gap. */
  route(way: number, gap: number): number {
    const ofTwo = way + gap * MANY;
    const known = this.#routeOf.get(ofTwo);
    if (known !== undefined) return known;
    const index = this.#named(this.#ways[way], gap);
    this.#routeOf.set(ofTwo, index);
    return index;
  }

  #named({ counts, constantNs }: Way, gap: number): number {
    const key = `${keyOf({ counts, constantNs })} ${gap}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const index = this.routes.push({ name: this.gaps[gap].name, counts, constantNs, gap }) - 1;
    this.#known.set(key, index);
    return index;
  }

  /** The network with all of them. `routeOf`: routes of messages that take another than the network's own. */
  network(routeOf: Network['routeOf']): Network {
    return { ...this.#network, gaps: this.gaps, routes: this.routes, routeOf };
  }
}

const keyOf = ({ counts, constantNs }: Way): string => `${counts.join(' ')}|${constantNs}`;

const keyOfTwo = (one: number, other: number): number =>
  one < other ? one * MANY + other : other * MANY + one;
