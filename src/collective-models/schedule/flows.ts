/**
 * Data of large messages under way at once. Every flow runs as fast as the narrowest part of its way lets it,
 * and a part's bandwidth is divided equally among the flows that use it: the sender's and the receiver's memory,
 * the sockets' memory, the network cards.
 */
import type { ScheduleCosts } from './parameters.js';
import { type ClusterPlacement, NETWORK } from './placement.js';

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

  /** Speeds anew, and who ends first. */
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
