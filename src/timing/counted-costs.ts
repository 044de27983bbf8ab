/** What messages cost, added to a place in time as counts, which hold at any parameters. */
import { type Cost, crossesNetwork } from '../machine/costs.js';
import type { MessageCosts } from '../machine/message-costs.js';
import { type Location, MAX_COUNT } from './rows.js';

export class CountedCosts {
  readonly #costs: MessageCosts;

  constructor(costs: MessageCosts) {
    this.#costs = costs;
  }

  /** Whether a row has room for `cost` besides: it names one route and counts to MAX_COUNT. */
  fits(at: Location, cost: Cost, send: number): boolean {
    if (at.overheads + cost.overheads > MAX_COUNT || at.latencies + cost.latencies > MAX_COUNT) return false;
    return !crossesNetwork(cost) || !at.crossesNetwork || at.route === this.#costs.route(send);
  }

  /** Moves `at` on by a part of what the message of `send` costs. */
  add(at: Location, cost: Cost, send: number): void {
    at.overheads += cost.overheads;
    at.constant += this.#costs.constantNs(send, cost);
    if (!crossesNetwork(cost)) return;
    at.route = this.#costs.route(send);
    at.latencies += cost.latencies;
    at.bytes += cost.transfers * this.#costs.bytes(send);
  }
}
