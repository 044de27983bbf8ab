/** Makes the steps of a path at one set of parameters: what each costs, part by part, in ns. */

import type { Cost } from '../machine/costs.js';
import type { MessageCosts } from '../machine/message-costs.js';
import type { Prices } from './lines.js';
import type { PathStep } from './path.js';
import type { Toll } from './window-costs.js';

const NONE = -1;

/** Where no message is paid. */
const NO_MESSAGE = {
  overhead: 0,
  latency: 0,
  bandwidth: 0,
  overheads: 0,
  latencies: 0,
  bytes: 0,
  route: NONE,
  send: NONE,
};

/** What a step pays on one route. */
interface Paid {
  readonly overhead: number;
  readonly overheads: number;
  readonly latencies: number;
  readonly bytes: number;
  readonly route: number;
  readonly send: number;
}

export class Steps {
  readonly #costs: MessageCosts;
  readonly #prices: Prices;
  readonly #x: number;

  /** `x` as the prices count it. */
  constructor(costs: MessageCosts, prices: Prices, x: number) {
    this.#costs = costs;
    this.#prices = prices;
    this.#x = x;
  }

  /** The computation of `op`. */
  computation(op: number, start: number): PathStep {
    const computation = this.#costs.schedule.value[op];
    return { op, start, end: start + computation, computation, ...NO_MESSAGE };
  }

  /** A part of what the message of `send` costs, in the name of `op`. */
  message(op: number, start: number, cost: Cost, send: number): PathStep {
    return this.#step(op, start, {
      overhead: this.overheadOf(cost.overheads, this.#costs.constantNs(send, cost)),
      overheads: cost.overheads,
      latencies: cost.latencies,
      bytes: cost.transfers * this.#costs.bytes(send),
      route: this.#costs.route(send),
      send,
    });
  }

  /** `overheads` times o, and `overheadNs`. */
  overheadOf(overheads: number, overheadNs: number): number {
    return overheads * this.#overhead() + overheadNs;
  }

  /** What several receives pay on one route, in the name of the operation that waits for them. */
  toll(op: number, start: number, toll: Toll, overhead: number, overheads: number): PathStep {
    return this.#step(op, start, { ...toll, overhead, overheads });
  }

  /** The price of an `irequires`, in the name of the operation that waits. */
  async(op: number, start: number): PathStep {
    const overhead = this.#costs.machine.async;
    return { op, start, end: start + overhead, computation: 0, ...NO_MESSAGE, overhead };
  }

  #overhead(): number {
    const { overhead, overheadSlope, scale } = this.#prices;
    return (overhead + overheadSlope * this.#x) / scale;
  }

  #step(op: number, start: number, { overhead, overheads, latencies, bytes, route, send }: Paid): PathStep {
    const p = this.#prices;
    const latency = (latencies * (p.latency[route] + p.latencySlope[route] * this.#x)) / p.scale;
    const bandwidth = (bytes * (p.gap[route] + p.gapSlope[route] * this.#x)) / p.scale;
    const end = start + overhead + latency + bandwidth;
    const parts = { computation: 0, overhead, latency, bandwidth };
    return { op, start, end, ...parts, overheads, latencies, bytes, route, send };
  }
}

/** A step with the gap g between two messages behind it. */
export function withGap(step: PathStep, gap: number): PathStep {
  return { ...step, end: step.end + gap, bandwidth: step.bandwidth + gap };
}
