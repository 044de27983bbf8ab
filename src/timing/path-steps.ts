/** Parts of a path through a program, and the sums over it. */
import type { Cost, MessageCosts } from '../machine/costs.js';
import type { Prices } from './line-system.js';
import type { Toll } from './window-costs.js';

/**
 * Something that happens on the critical path: an operation, its part behind the meeting point, the price of an
 * `irequires` (the step of the operation that waits), the distance that a send keeps to the one behind it on its NIC, the
 * transfer of a message behind that of the one taken before it, or the sum of what several messages take: of receives in any
 * order, of copies at once.
 */
export interface PathStep {
  readonly op: number;
  /** When it begins and ends, ns. */
  readonly start: number;
  readonly end: number;
  /** Its parts, ns; they add up to end − start. */
  readonly computation: number;
  /** o, and the price of an `irequires`. */
  readonly overhead: number;
  readonly latency: number;
  /** Bytes at G, and the gap g between messages. */
  readonly bandwidth: number;
  /** How often o counts. */
  readonly overheads: number;
  /** How often the latency of `route` counts, and the bytes at its gap; route −1 without a message. */
  readonly latencies: number;
  readonly bytes: number;
  readonly route: number;
  /** The send whose message pays; −1 where none does. Of several messages, that of the last on the route, or the own one. */
  readonly send: number;
}

/** Breakdown of the time of a path, ns. */
export interface PathShares {
  readonly computation: number;
  readonly overhead: number;
  readonly latency: number;
  readonly bandwidth: number;
}

/** Costs of one message on a path, over all of its steps: a rendezvous has costs in several. */
export interface PathMessage {
  /** The operation that sends it. */
  readonly send: number;
  readonly route: number;
  /** How often it pays the latency of its route: 0 where only its bytes keep others waiting. */
  readonly latencies: number;
  /** Bytes at its gap, Σ (s − 1). */
  readonly bytes: number;
  /** Time of its latencies, ns. */
  readonly latency: number;
}

/** When a path ends, ns. */
export const endOfPath = (steps: readonly PathStep[]): number => steps.at(-1)?.end ?? 0;

/** Breakdown of the time of the steps `from` … `to` − 1. */
export function sharesOf(steps: readonly PathStep[], from = 0, to = steps.length): PathShares {
  const sum = { computation: 0, overhead: 0, latency: 0, bandwidth: 0 };
  for (let i = from; i < to; i++) {
    const { computation, overhead, latency, bandwidth } = steps[i];
    sum.computation += computation;
    sum.overhead += overhead;
    sum.latency += latency;
    sum.bandwidth += bandwidth;
  }
  return sum;
}

/** Steps in a row on one rank: from `first` to before `end`. */
export interface Run {
  readonly rank: number;
  readonly first: number;
  readonly end: number;
}

/** A path in runs, each as long as it stays on one rank. */
export function runsOf(steps: readonly PathStep[], rankOf: (op: number) => number): Run[] {
  const runs: Run[] = [];
  let first = 0;
  for (let end = 1; end <= steps.length; end++) {
    const rank = rankOf(steps[first].op);
    if (end < steps.length && rankOf(steps[end].op) === rank) continue;
    runs.push({ rank, first, end });
    first = end;
  }
  return runs;
}

/** The messages that pay latency or bytes on a path, each once, in the order in which the path meets them. */
export function messagesOf(steps: readonly PathStep[]): PathMessage[] {
  const found = new Map<number, PathMessage>();
  for (const { send, route, latencies, bytes, latency } of steps) {
    if (latencies === 0 && bytes === 0) continue;
    const before = found.get(send) ?? { latencies: 0, bytes: 0, latency: 0 };
    found.set(send, {
      send,
      route,
      latencies: before.latencies + latencies,
      bytes: before.bytes + bytes,
      latency: before.latency + latency,
    });
  }
  return [...found.values()];
}

/** How many of them cross the network on the path. */
export const crossings = (messages: readonly PathMessage[]): number =>
  messages.filter(({ latencies }) => latencies > 0).length;

/** Makes the steps of a path at one set of parameters: what each costs, part by part, in ns. */
const NONE = -1;

/** Without a message. */
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

/** Costs of a step on one route. */
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

  computation(op: number, start: number): PathStep {
    const computation = this.#costs.schedule.value[op];
    return { op, start, end: start + computation, computation, ...NO_MESSAGE };
  }

  /** A part of the cost of the message of `send`, in the name of `op`. */
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

  /** Costs of several messages on one route, in the name of the operation that waits for them or sends one. */
  toll(op: number, start: number, toll: Toll, overhead: number, overheads: number): PathStep {
    return this.#step(op, start, { ...toll, overhead, overheads });
  }

  /** An `irequires` that costs `overhead`, ns, in the name of the operation that waits. */
  async(op: number, start: number, overhead: number): PathStep {
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
