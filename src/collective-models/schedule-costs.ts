/**
 * What the evaluation of a real schedule needs to know of a platform. Arrays by channel are in the order of
 * `CHANNELS`; times in µs, sizes in bytes, bandwidths in bytes per µs (1000 bytes/µs = 1 GB/s).
 */
import type { FittedLine } from './fit/least-squares.js';
import type { ClusterPlacement, ClusterShape } from './latency-model.js';
import { NETWORK } from './model-parts.js';

/** A point of a curve over message size. */
export type Knot = readonly [bytes: number, us: number];

/** Figures that point-to-point and flat-tree measurements give. */
export interface MeasuredCosts {
  readonly shape: ClusterShape;
  /** [channels] one-way time of a message alone, linear between knots */
  readonly message: readonly (readonly Knot[])[];
  /** [channels] a sender's time for one small message */
  readonly overheadUs: readonly number[];
  /** [channels] least time between two small messages of one sender */
  readonly gapUs: readonly number[];
  /** [channels] receiver's time per message of a reduction, a line over bytes */
  readonly reduceService: readonly FittedLine[];
  /** [channels] all messages at once that leave one rank's memory; the last is unused */
  readonly sourceBandwidth: readonly number[];
  /** [channels] all messages at once that are copied for one receiver; the last is unused */
  readonly destinationBandwidth: readonly number[];
  /** All messages at once through one node's network card, either way. */
  readonly nicBandwidth: number;
  /** Sender's time per byte to hand a buffered message to the network card. */
  readonly nicCopyUsPerByte: number;
  /** Largest message that is buffered; beyond it sender and receiver meet. */
  readonly bufferedBytes: number;
}

/** Figures that need measurements of collectives. */
export interface CalibratedCosts {
  /** From the end of a receive to the start of the send that passes it on … */
  readonly forwardBcastUs: number;
  readonly forwardReduceUs: number;
  /** … and on top of it this share of a small message's time through the channel it came by. */
  readonly forwardShare: number;
  /** Least time between small messages that leave, or reach, one node's network card. */
  readonly nicSendUs: number;
  readonly nicReceiveUs: number;
  /** Time to enter the queue of a receiver in shared memory, one sender after another: same, other socket. */
  readonly queueSocketUs: number;
  readonly queueNodeUs: number;
  /** Receiver's time per small message in shared memory. */
  readonly receiveUs: number;
  /** All messages at once that leave the memory of a rank which has only just received them. */
  readonly forwardedBandwidth: number;
  /** All messages at once through the memory of one socket. */
  readonly memoryBandwidth: number;
}

/** Everything that the schedule model needs to know of a platform. */
export interface ScheduleCosts extends MeasuredCosts, CalibratedCosts {}

/** Above this size a message's data share bandwidth with others; below, only queues matter. */
export const FLOW_BYTES = 4096;

/** Value of a curve at `bytes`: linear between knots, on the last piece's line beyond, constant before. */
export function knotValue(knots: readonly Knot[], bytes: number): number {
  if (bytes <= knots[0][0] || knots.length === 1) return knots[0][1];
  let upper = 1;
  while (upper < knots.length - 1 && knots[upper][0] < bytes) upper++;
  const [[b0, t0], [b1, t1]] = [knots[upper - 1], knots[upper]];
  return t0 + ((t1 - t0) * (bytes - b0)) / (b1 - b0);
}

// Data of large messages under way at once. Every flow runs as fast as the narrowest part of its way lets it,
// and a part's bandwidth is divided equally among the flows that use it: the sender's and the receiver's memory,
// the sockets' memory, the network cards.

export interface Flow {
  readonly source: number;
  readonly destination: number;
  readonly channel: number;
  readonly bytes: number;
  /** Speed alone, in bytes per µs. */
  readonly alone: number;
  /** The source has only just received what it sends. */
  readonly forwarded: boolean;
  left: number;
  speed: number;
}

/** Left-over of a flow that counts as none, in bytes: far below what a byte of any message weighs. */
const NOTHING = 1e-6;

export class Flows<F extends Flow> {
  readonly #costs: ScheduleCosts;
  readonly #placement: ClusterPlacement;
  readonly #active: F[] = [];
  readonly #outOf: Int32Array;
  readonly #into: Int32Array;
  readonly #memory: Int32Array;
  readonly #nicOut: Int32Array;
  readonly #nicIn: Int32Array;
  #now = 0;
  #next: F | undefined;
  #nextTime = Number.POSITIVE_INFINITY;

  constructor(costs: ScheduleCosts, placement: ClusterPlacement) {
    const { nodes, socketsPerNode } = costs.shape;
    const ranks = placement.node.length;
    this.#costs = costs;
    this.#placement = placement;
    this.#outOf = new Int32Array(ranks);
    this.#into = new Int32Array(ranks);
    this.#memory = new Int32Array(nodes * socketsPerNode);
    this.#nicOut = new Int32Array(nodes);
    this.#nicIn = new Int32Array(nodes);
  }

  /** When the first of the flows ends, if none joins before. */
  get nextTime(): number {
    return this.#nextTime;
  }

  start(time: number, flow: F): void {
    this.#advance(time);
    flow.left = flow.bytes;
    this.#active.push(flow);
    this.#count(flow, 1);
    this.#share();
  }

  /** Ends the flow that `nextTime` is of. Only when there is one. */
  end(): F | undefined {
    const flow = this.#next;
    if (flow === undefined) return undefined;
    this.#advance(this.#nextTime);
    const at = this.#active.indexOf(flow);
    this.#active[at] = this.#active[this.#active.length - 1];
    this.#active.pop();
    this.#count(flow, -1);
    this.#share();
    return flow;
  }

  #advance(time: number): void {
    const passed = time - this.#now;
    if (passed > 0) for (const flow of this.#active) flow.left -= passed * flow.speed;
    this.#now = time;
  }

  #count(flow: F, by: number): void {
    const { node, socket } = this.#placement;
    const { source, destination, channel } = flow;
    if (channel === NETWORK) {
      this.#nicOut[node[source]] += by;
      this.#nicIn[node[destination]] += by;
      return;
    }
    this.#outOf[source] += by;
    this.#into[destination] += by;
    this.#memory[socket[source]] += by;
    if (socket[source] !== socket[destination]) this.#memory[socket[destination]] += by;
  }

  #speedOf(flow: F): number {
    const { node, socket } = this.#placement;
    const { source, destination, channel, alone, forwarded } = flow;
    const costs = this.#costs;
    if (channel === NETWORK) {
      const sharers = Math.max(this.#nicOut[node[source]], this.#nicIn[node[destination]]);
      return Math.min(alone, costs.nicBandwidth / sharers);
    }
    const slowdown = costs.sourceBandwidth[channel] / costs.sourceBandwidth[1];
    const out = forwarded ? costs.forwardedBandwidth * slowdown : costs.sourceBandwidth[channel];
    const crowd = Math.max(this.#memory[socket[source]], this.#memory[socket[destination]]);
    return Math.min(
      alone,
      out / this.#outOf[source],
      costs.destinationBandwidth[channel] / this.#into[destination],
      costs.memoryBandwidth / crowd,
    );
  }

  /** Recomputes speeds, and the first to end. */
  #share(): void {
    this.#next = undefined;
    this.#nextTime = Number.POSITIVE_INFINITY;
    for (const flow of this.#active) {
      flow.speed = this.#speedOf(flow);
      const end = this.#now + (flow.left < NOTHING ? 0 : flow.left / flow.speed);
      if (end < this.#nextTime) {
        this.#nextTime = end;
        this.#next = flow;
      }
    }
  }
}

// The way of a small message, or of the header of a large one: the sender's time, the queue of the receiver in
// shared memory, or the network cards of both nodes.

/** Parts of a small message's time by channel, in µs. */
interface SmallCosts {
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
function smallCosts(costs: ScheduleCosts): SmallCosts {
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
