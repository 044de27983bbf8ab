/** What messages cost, added to a place in time as counts, which hold at any parameters. */
import type { Cost } from '../machine/costs.js';
import type { MessageCosts } from '../machine/message-costs.js';
import { type Location, MAX_COUNT } from './rows.js';

export class CountedCosts {
  readonly #costs: MessageCosts;
  /** Whether o depends on the size: then rows hold its time, else they count it. */
  readonly #bySize: boolean;

  constructor(costs: MessageCosts) {
    this.#costs = costs;
    this.#bySize = costs.machine.overheadBySize !== null;
  }

  /** Whether a row has room for `cost` besides: it names one route and counts to MAX_COUNT. */
  fits(at: Location, cost: Cost, send: number): boolean {
    if (at.overheads + cost.overheads > MAX_COUNT || at.latencies + cost.latencies > MAX_COUNT) return false;
    const crosses = cost.latencies > 0 || cost.transfers > 0;
    return !crosses || !at.crossesNetwork || at.route === this.#costs.route(send);
  }

  /** Moves `at` on by a part of what the message of `send` costs. */
  add(at: Location, cost: Cost, send: number): void {
    at.overheads += cost.overheads;
    if (this.#bySize) at.constant += cost.overheads * this.#costs.overhead(send);
    if (cost.latencies === 0 && cost.transfers === 0) return;
    at.route = this.#costs.route(send);
    at.latencies += cost.latencies;
    at.bytes += cost.transfers * this.#costs.bytes(send);
  }
}
