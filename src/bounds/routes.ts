/** Routes of a network besides its own: those of messages that a slow link holds up, and those of sums over several. */

import type { MessageCosts } from '../machine/costs.js';
import type { GapClass, Network, Route } from '../machine/parameters.js';
import type { LinkNetwork, LinkRoute } from '../platform/link-network.js';
import { SEND } from '../schedule/schedule.js';

/** What a route takes besides bytes: how often each latency, and a constant. */
interface Way {
  /** [latency classes] */
  readonly counts: readonly number[];
  readonly constantNs: number;
}

/** The way of a message that crosses nothing. */
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
    return one === other ? one : this.#both(this.#least, one, other, Math.min);
  }

  sum(one: number, other: number): number {
    if (one === NO_WAY || other === NO_WAY) return one + other;
    return this.#both(this.#sums, one, other, add);
  }

  /** Number of the way that `of` makes of two, each pair once. */
  #both(
    known: Map<number, number>,
    one: number,
    other: number,
    of: (a: number, b: number) => number,
  ): number {
    const key = one < other ? one * MANY + other : other * MANY + one;
    const found = known.get(key);
    if (found !== undefined) return found;
    const [a, b] = [this.#ways[one], this.#ways[other]];
    const counts = a.counts.map((count, k) => of(count, b.counts[k]));
    const id = this.way({ counts, constantNs: of(a.constantNs, b.constantNs) });
    known.set(key, id);
    return id;
  }

  /** Index of the route of a way with bytes at a gap. */
  route(way: number, gap: number): number {
    const ofTwo = way + gap * MANY;
    const known = this.#routeOf.get(ofTwo);
    if (known !== undefined) return known;
    const { counts, constantNs } = this.#ways[way];
    const key = `${keyOf({ counts, constantNs })} ${gap}`;
    const index =
      this.#known.get(key) ?? this.routes.push({ name: this.gaps[gap].name, counts, constantNs, gap }) - 1;
    this.#known.set(key, index);
    this.#routeOf.set(ofTwo, index);
    return index;
  }

  /** The network with all of them. `routeOf`: routes of messages that take another than the network's own. */
  network(routeOf: Network['routeOf']): Network {
    return { ...this.#network, gaps: this.gaps, routes: this.routes, routeOf };
  }
}

const keyOf = ({ counts, constantNs }: Way): string => `${counts.join(' ')}|${constantNs}`;

const add = (a: number, b: number): number => a + b;

/** Messages that must cross a link slower than their route: each takes its time there, alone as it may be. */
export class SlowLinks {
  readonly #network: Network;
  readonly #links: LinkNetwork;
  readonly #routes: Routes;
  /** [operations] by send. */
  readonly #known: Uint32Array;

  /** Finds the routes of all messages of a schedule. `rank`: [operations] */
  constructor(links: LinkNetwork, routes: Routes, { schedule, rank, machine }: MessageCosts) {
    this.#network = machine.network;
    this.#links = links;
    this.#routes = routes;
    const { operations, kind, peer } = schedule;
    this.#known = new Uint32Array(operations);
    for (let op = 0; op < operations; op++) {
      if (kind[op] === SEND && peer[op] >= 0) this.#known[op] = this.#found(rank[op], peer[op], op);
    }
  }

  routeOf(source: number, destination: number, send?: number): number {
    return send === undefined ? this.#found(source, destination) : this.#known[send];
  }

  /** The network's route, at the gap of the slowest link that all of the message crosses where that is larger. */
  #found(source: number, destination: number, send?: number): number {
    const { routes, gaps } = this.#network;
    const own = this.#network.routeOf(source, destination, send);
    const { gap } = routes[own];
    const slowest = this.#slowest(source, destination, gaps[gap].gapNsPerByte);
    if (slowest < 0) return own;
    return this.#routes.route(this.#routes.way(routes[own]), gaps.length + slowest);
  }

  /** The class of the slowest link that all of a message crosses and that is slower than `gap`; −1 without one. */
  #slowest(source: number, destination: number, gap: number): number {
    const { classOf, gapNsPerByte } = this.#links;
    const ways = this.#links.routes(source, destination);
    const slower = (link: number): boolean => gapNsPerByte[classOf[link]] > gap;
    if (!ways[0].links.some(slower)) return -1;
    let slowest = -1;
    for (const link of commonLinks(ways, classOf)) {
      const k = classOf[link];
      if (slower(link) && (slowest < 0 || gapNsPerByte[k] > gapNsPerByte[slowest])) slowest = k;
    }
    return slowest;
  }
}

/**
 * Links that heads of messages reach at the same time on all ways: elsewhere parts may pass before others are there. Of latencies
 * that are not those of wires each wire of a way has the same part.
 */
function commonLinks([first, ...others]: readonly LinkRoute[], classOf: Uint16Array): Uint32Array {
  return first.links.filter((link, i) =>
    others.every(
      ({ links }) => links[i] === link && (i === 0 || reachedAlike(first.links, links, i, classOf)),
    ),
  );
}

/** Whether two ways have the same wires, of each class as many, up to place `i`, and the same on the whole. */
function reachedAlike(one: Uint32Array, other: Uint32Array, i: number, classOf: Uint16Array): boolean {
  const classes = (links: Uint32Array): string =>
    Array.from(links, (link) => classOf[link])
      .sort()
      .join();
  return classes(one) === classes(other) && classes(one.subarray(0, i)) === classes(other.subarray(0, i));
}
