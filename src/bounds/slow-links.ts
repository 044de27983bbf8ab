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
    const slowest = this.#slowest(source, destination);
    if (slowest < 0 || !(this.#links.gapNsPerByte[slowest] > gaps[gap].gapNsPerByte)) return own;
    return this.#routes.route(this.#routes.way(routes[own]), gaps.length + slowest);
  }

  /** The class of the slowest link that all of a message crosses; −1 without one. */
  #slowest(source: number, destination: number): number {
    const { classOf, gapNsPerByte } = this.#links;
    const ways = this.#links.routes(source, destination);
    let slowest = -1;
    for (const link of commonLinks(ways)) {
      const k = classOf[link];
      if (slowest < 0 || gapNsPerByte[k] > gapNsPerByte[slowest]) slowest = k;
    }
    return slowest;
  }
}

/** Links that all ways cross at the same place: elsewhere parts of a message may pass while others are under way. */
function commonLinks([first, ...others]: readonly LinkRoute[]): Uint32Array {
  return first.links.filter((link, i) => others.every(({ links }) => links[i] === link));
}
