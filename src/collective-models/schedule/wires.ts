/**
 * The way of a small message, or of the header of a large one: the sender's time, the queue of the receiver in
 * shared memory, or the network cards of both nodes.
 */
import { knotValue, type ScheduleCosts } from './parameters.js';
import { type ClusterPlacement, NETWORK } from './placement.js';

/** Parts of a small message's time by channel, in µs. */
export interface SmallCosts {
  readonly overhead: readonly number[];
  readonly queue: readonly number[];
  readonly receive: readonly number[];
}

/** Share of the time alone that the sender's overhead may be; the rest is queue, way and receiver. */
const MOST_OVERHEAD = 1 / 3;
/** A shared cache hands over a queue's line in less time than the socket's fabric. */
const CACHE_QUEUE = 0.3;
/** Receiver's time for a message that the network card has already placed in its memory. */
const NETWORK_RECEIVE_US = 0.1;

/** The parts never add up to more than a message alone takes. */
export function smallCosts(costs: ScheduleCosts): SmallCosts {
  const { queueSocketUs, queueNodeUs, receiveUs } = costs;
  const alone = costs.message.map((knots) => knotValue(knots, 1));
  const overhead = costs.overheadUs.map((us, channel) => Math.min(us, alone[channel] * MOST_OVERHEAD));
  const queue = [CACHE_QUEUE * queueSocketUs, queueSocketUs, queueNodeUs, 0].map((us, channel) =>
    Math.min(us, alone[channel] - overhead[channel]),
  );
  const receive = [receiveUs, receiveUs, receiveUs, NETWORK_RECEIVE_US].map((us, channel) =>
    Math.min(us, alone[channel] - overhead[channel] - queue[channel]),
  );
  return { overhead, queue, receive };
}

export class Wires {
  readonly #costs: ScheduleCosts;
  readonly #placement: ClusterPlacement;
  readonly #small: SmallCosts;
  /** [ranks] when the last sender is in the queue of this receiver */
  readonly #queueFree: Float64Array;
  readonly #nicOutFree: Float64Array;
  readonly #nicInFree: Float64Array;

  constructor(costs: ScheduleCosts, placement: ClusterPlacement) {
    this.#costs = costs;
    this.#placement = placement;
    this.#small = smallCosts(costs);
    this.#queueFree = new Float64Array(placement.node.length);
    this.#nicOutFree = new Float64Array(costs.shape.nodes);
    this.#nicInFree = new Float64Array(costs.shape.nodes);
  }

  /** µs of a message of `bytes` alone that neither overhead, queue nor receiver account for. */
  way(channel: number, bytes: number): number {
    const { overhead, queue, receive } = this.#small;
    const parts = overhead[channel] + queue[channel] + receive[channel];
    return Math.max(0, knotValue(this.#costs.message[channel], bytes) - parts);
  }

  receiveUs(channel: number): number {
    return this.#small.receive[channel];
  }

  /** Sends at `time`: when the sender is free again and when the message is at the receiver. */
  send(
    time: number,
    source: number,
    destination: number,
    channel: number,
    wayUs: number,
  ): { readonly free: number; readonly arrival: number } {
    const { node } = this.#placement;
    const free = time + this.#small.overhead[channel];
    if (channel === NETWORK) {
      const out = Math.max(free, this.#nicOutFree[node[source]]);
      this.#nicOutFree[node[source]] = out + this.#costs.nicSendUs;
      const arrival = Math.max(out + wayUs, this.#nicInFree[node[destination]]);
      this.#nicInFree[node[destination]] = arrival + this.#costs.nicReceiveUs;
      return { free, arrival };
    }
    const queued = Math.max(free, this.#queueFree[destination]) + this.#small.queue[channel];
    this.#queueFree[destination] = queued;
    return { free: queued, arrival: queued + wayUs };
  }
}
