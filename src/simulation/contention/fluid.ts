/**
 * Messages as flows of a fluid network: each has its max-min fair share of the links on its way, another one whenever a
 * message begins or ends to flow. A message flows a latency after its bytes leave, on all links of its way at once. Times in ns.
 */
import type { Arrived, Carrier } from '../../graph/service.js';
import type { MessageCosts } from '../../machine/message-costs.js';
import { routeLatencyNs } from '../../machine/network.js';
import type { LinkNetwork, LinkRoute } from '../../platform/links.js';
import { f64, grown, u32 } from '../../schedule/columns.js';
import { Due } from './due.js';
import { MaxMinShares } from './max-min.js';

/** What takes events: a heap by time. */
interface Events {
  add(time: number, event: number): void;
}

/** How flows share a link: evenly, or each the less the longer its latency is, as SimGrid's CM02 has it. */
export type Weighing = 'even' | 'latency';

/** Behind all events that begin a flow: of the same time it comes last. */
const LOOK = 2 ** 52;
/** Flows that end this close to each other, as shares of the time, end at once: what rounding leaves. */
const ROUNDING = 1e-12;

export class FluidCarrier implements Carrier {
  readonly #links: LinkNetwork;
  readonly #costs: MessageCosts;
  readonly #events: Events;
  readonly #weighing: Weighing;
  readonly #first: number;
  readonly #shares: MaxMinShares;
  /** Flows by when their bytes have come. */
  readonly #ends = new Due();
  /** [flows] its send; bytes that have not come, as of a time, ns; what of the latency lies behind, ns. */
  #send = u32(0);
  #bytes = f64(0);
  #since = f64(0);
  #behind = f64(0);
  /** [operations] by send: parts that have not come, when its bytes left, and when they have come, ns. */
  readonly #parts: Uint32Array;
  readonly #left: Float64Array;
  readonly #come: Float64Array;
  /** When events are looked at next, ns. */
  #look = Number.NEGATIVE_INFINITY;

  constructor(links: LinkNetwork, costs: MessageCosts, events: Events, weighing: Weighing) {
    const { operations } = costs.schedule;
    this.#links = links;
    this.#costs = costs;
    this.#events = events;
    this.#weighing = weighing;
    this.#first = operations;
    this.#shares = new MaxMinShares(
      Float64Array.from({ length: links.links }, (_, link) => 1 / links.gapNsPerByte[links.classOf[link]]),
    );
    this.#parts = u32(operations);
    this.#left = f64(operations);
    this.#come = f64(operations);
  }

  carry(send: number, at: number, arrived: Arrived): void {
    const ways = this.#ways(send);
    this.#parts[send] = ways.length;
    this.#left[send] = at;
    this.#come[send] = 0;
    for (let n = 0; n < ways.length; n++) {
      const begin = at + Math.max(0, this.#before(send, ways[n]));
      if (this.#hindering(ways[n]).length === 0 || this.#costs.schedule.value[send] === 0)
        this.#over(send, begin, arrived);
      else this.#events.add(begin, this.#first + send + n * this.#first);
    }
  }

  step(event: number, at: number, arrived: Arrived): void {
    if (event < LOOK) {
      this.#begin(event, at);
      this.#lookAt(at);
      return;
    }
    if (this.#look === at) this.#look = Number.NEGATIVE_INFINITY;
    while (this.#ends.size > 0 && this.#ends.at[this.#ends.first] <= at * (1 + ROUNDING)) {
      const flow = this.#ends.take();
      this.#shares.remove(flow);
      this.#over(this.#send[flow], at + this.#behind[flow], arrived);
    }
    this.#shares.settle((flow, before) => this.#changed(flow, before, at));
    if (this.#ends.size > 0) this.#lookAt(this.#ends.at[this.#ends.first]);
  }

  /** A part of a message flows from `at` on. */
  #begin(event: number, at: number): void {
    const send = event % this.#first;
    const way = this.#ways(send)[(event - send) / this.#first];
    const before = this.#before(send, way);
    const weight = this.#weighing === 'latency' && before > 0 ? way.share / before : way.share;
    const flow = this.#shares.add(this.#hindering(way), weight);
    this.#send = grown(this.#send, u32, flow + 1);
    this.#bytes = grown(this.#bytes, f64, flow + 1);
    this.#since = grown(this.#since, f64, flow + 1);
    this.#behind = grown(this.#behind, f64, flow + 1);
    this.#send[flow] = send;
    this.#bytes[flow] = this.#costs.schedule.value[send] * way.share;
    this.#since[flow] = at;
    this.#behind[flow] = Math.min(0, before);
    this.#ends.add(flow, Number.POSITIVE_INFINITY);
  }

  /** What is left to flow goes on at another rate. */
  #changed(flow: number, before: number, at: number): void {
    const left = Math.max(0, this.#bytes[flow] - before * (at - this.#since[flow]));
    this.#bytes[flow] = left;
    this.#since[flow] = at;
    this.#ends.move(flow, at + left / this.#shares.rate[flow]);
  }

  #lookAt(time: number): void {
    if (this.#look === time) return;
    this.#look = time;
    this.#events.add(time, this.#first + LOOK);
  }

  /** The bytes of a part have come at `at`; the message has when those of all parts have. */
  #over(send: number, at: number, arrived: Arrived): void {
    this.#come[send] = Math.max(this.#come[send], at);
    if (--this.#parts[send] > 0) return;
    const costs = this.#costs;
    const { network } = costs.machine;
    const route = costs.route(send);
    const plain = costs.bytes(send) * network.gaps[network.routes[route].gap].gapNsPerByte;
    const unhindered = this.#left[send] + routeLatencyNs(network, route) + plain;
    arrived(send, Math.max(0, this.#come[send] - unhindered));
  }

  #ways(send: number): readonly LinkRoute[] {
    const { rank, schedule } = this.#costs;
    return this.#links.routes(rank[send], schedule.peer[send]);
  }

  /** Links of a way that take time for bytes. */
  #hindering({ links }: LinkRoute): Uint32Array {
    return links.filter((link) => this.#gapOf(link) > 0);
  }

  /** How long after they left bytes begin to flow: the latency, less the first byte, which goes with it, ns. */
  #before(send: number, { links }: LinkRoute): number {
    let slowest = 0;
    for (const link of links) slowest = Math.max(slowest, this.#gapOf(link));
    return routeLatencyNs(this.#costs.machine.network, this.#costs.route(send)) - slowest;
  }

  #gapOf(link: number): number {
    return this.#links.gapNsPerByte[this.#links.classOf[link]];
  }
}
