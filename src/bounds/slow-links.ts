/** Messages that must cross a link slower than their route: each takes its time there, alone as it may be. */
import type { MessageCosts } from '../machine/message-costs.js';
import type { Network } from '../machine/network.js';
import type { LinkNetwork, LinkRoute } from '../platform/links.js';
import { SEND } from '../schedule/schedule.js';
import type { Routes } from './routes.js';

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
