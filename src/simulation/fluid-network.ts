/**
 * Messages as flows of a fluid network: each has its max-min fair share of the links on its way, another one whenever a
 * message begins or ends to flow. A message flows a latency after its bytes leave, on all links of its way at once. Times in ns.
 *
 * As everywhere in the model one byte goes with the latency: a message has come the time of a byte before its flow ends. It is
 * a byte on the link that decides: g_l, and what link l was idle while the message flowed, is the least of all on its way.
 * Alone, a message of s bytes so takes (s − 1) of the slowest, for the others are idle; and what crosses a link in any order
 * takes all its bytes but one there, as lower bounds have it.
 */

import type { Arrived, Carrier } from '../graph/service.js';
import type { MessageCosts } from '../machine/costs.js';
import { routeLatencyNs } from '../machine/parameters.js';
import type { LinkNetwork, LinkRoute } from '../platform/link-network.js';
import { f64, grown, i32, u32 } from '../schedule/schedule.js';
import { MaxMinShares } from './max-min.js';

/**
 * Which of several things is due first, while the times at which they are change: a heap that knows where each lies.
 */
class Due {
  /** [things] when it is due. */
  at = f64(0);
  /** [things] its place in the heap. */
  #place = i32(0);
  readonly #heap: number[] = [];

  get size(): number {
    return this.#heap.length;
  }

  /** Which is first. Only when there is one. */
  get first(): number {
    return this.#heap[0];
  }

  /** `thing`, which is not in it, is due at `time`. */
  add(thing: number, time: number): void {
    this.at = grown(this.at, f64, thing + 1);
    this.#place = grown(this.#place, i32, thing + 1);
    this.at[thing] = time;
    this.#rise(this.#heap.push(thing) - 1);
  }

  /** `thing`, which is in it, is due at `time` now. */
  move(thing: number, time: number): void {
    const earlier = time < this.at[thing];
    this.at[thing] = time;
    if (earlier) this.#rise(this.#place[thing]);
    else this.#sink(this.#place[thing]);
  }

  /** Removes the first. Only when there is one. */
  take(): number {
    const [first] = this.#heap;
    const last = this.#heap.pop();
    if (last !== undefined && last !== first) {
      this.#heap[0] = last;
      this.#sink(0);
    }
    return first;
  }

  #rise(from: number): void {
    const thing = this.#heap[from];
    let place = from;
    while (place > 0) {
      const above = (place - 1) >> 1;
      if (this.at[this.#heap[above]] <= this.at[thing]) break;
      this.#put(this.#heap[above], place);
      place = above;
    }
    this.#put(thing, place);
  }

  #sink(from: number): void {
    const { length } = this.#heap;
    const thing = this.#heap[from];
    let place = from;
    for (let below = 2 * place + 1; below < length; below = 2 * place + 1) {
      if (below + 1 < length && this.at[this.#heap[below + 1]] < this.at[this.#heap[below]]) below++;
      if (this.at[this.#heap[below]] >= this.at[thing]) break;
      this.#put(this.#heap[below], place);
      place = below;
    }
    this.#put(thing, place);
  }

  #put(thing: number, place: number): void {
    this.#heap[place] = thing;
    this.#place[thing] = place;
  }
}

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

/** What has crossed each link. */
class Crossed {
  /** [links] bytes as of a time, ns, and bytes per ns since. */
  readonly #bytes: Float64Array;
  readonly #since: Float64Array;
  readonly #rate: Float64Array;

  constructor(links: number) {
    this.#bytes = f64(links);
    this.#since = f64(links);
    this.#rate = f64(links);
  }

  /** Bytes at a time that is not before the last change. */
  until(link: number, at: number): number {
    return this.#bytes[link] + this.#rate[link] * (at - this.#since[link]);
  }

  /** From `at` on, or the last change where that is later, `by` bytes more cross the links each ns. */
  change(links: Uint32Array, by: number, at: number): void {
    for (const link of links) {
      const from = Math.max(at, this.#since[link]);
      this.#bytes[link] = this.until(link, from);
      this.#since[link] = from;
      this.#rate[link] += by;
    }
  }

  /** When anything changed last on any of the links. */
  changed(links: Uint32Array): number {
    return links.reduce((last, link) => Math.max(last, this.#since[link]), 0);
  }
}

/** Where a flow crosses, and what had crossed there when it began, ns. */
interface Course {
  readonly links: Uint32Array;
  readonly begin: number;
  readonly crossed: Float64Array | null;
}

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
  /** [flows] */
  readonly #courses: Course[] = [];
  /** Null where all links are alike, so that none other decides, and no message comes before its flow ends. */
  readonly #crossed: Crossed | null;
  /** A byte on the slowest link, ns: so long before their latency is over flows begin, so that none has come when it ends. */
  readonly #byte: number;
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
    const gaps = new Set(Array.from({ length: links.links }, (_, link) => this.#gapOf(link)));
    this.#byte = [...gaps].reduce((most, gap) => Math.max(most, gap), 0);
    gaps.delete(0);
    const { network } = costs.machine;
    const early = network.routes.some((_, route) => routeLatencyNs(network, route) < this.#byte);
    this.#crossed = early || gaps.size > 1 ? new Crossed(links.links) : null;
    this.#parts = u32(operations);
    this.#left = f64(operations);
    this.#come = f64(operations);
  }

  carry(send: number, at: number, arrived: Arrived): void {
    const ways = this.#ways(send);
    this.#parts[send] = ways.length;
    this.#left[send] = at;
    this.#come[send] = 0;
    const begin = at + Math.max(0, this.#before(send));
    for (let n = 0; n < ways.length; n++) {
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
      const come = at + this.#behind[flow] + this.#byte - this.#byteOf(flow, at);
      this.#crossed?.change(this.#courses[flow].links, -this.#shares.rate[flow], at);
      this.#shares.remove(flow);
      this.#over(this.#send[flow], come, arrived);
    }
    this.#shares.settle((flow, before) => this.#changed(flow, before, at));
    if (this.#ends.size > 0) this.#lookAt(this.#ends.at[this.#ends.first]);
  }

  /** A part of a message flows from `at` on. */
  #begin(event: number, at: number): void {
    const send = event % this.#first;
    const way = this.#ways(send)[(event - send) / this.#first];
    const before = this.#before(send);
    const links = this.#hindering(way);
    // What follows a message that came before its flow ended finds the links still held.
    const free = this.#crossed?.changed(links) ?? at;
    if (free > at) {
      this.#events.add(free, this.#first + event);
      return;
    }
    const flow = this.#shares.add(links, this.#weight(send, way));
    const crossed = this.#crossed;
    this.#courses[flow] = {
      links,
      begin: at,
      crossed: crossed && Float64Array.from(links, (link) => crossed.until(link, at)),
    };
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
    const from = Math.max(at, this.#since[flow]);
    const left = Math.max(0, this.#bytes[flow] - before * (from - this.#since[flow]));
    this.#crossed?.change(this.#courses[flow].links, this.#shares.rate[flow] - before, from);
    this.#bytes[flow] = left;
    this.#since[flow] = from;
    this.#ends.move(flow, from + left / this.#shares.rate[flow]);
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

  /** How long after they left bytes begin to flow, ns: the latency, less a byte on the slowest link there is. */
  #before(send: number): number {
    return this.#latency(send) - this.#byte;
  }

  #latency(send: number): number {
    return routeLatencyNs(this.#costs.machine.network, this.#costs.route(send));
  }

  #weight(send: number, way: LinkRoute): number {
    if (this.#weighing === 'even') return way.share;
    const wire = this.#latency(send) - this.#slowest(way.links);
    return wire > 0 ? way.share / wire : way.share;
  }

  #slowest(links: Uint32Array): number {
    let slowest = 0;
    for (const link of links) slowest = Math.max(slowest, this.#gapOf(link));
    return slowest;
  }

  /** A byte of a flow that ends at `at`, on the link that decides, ns. */
  #byteOf(flow: number, at: number): number {
    const { links, begin, crossed } = this.#courses[flow];
    let byte = this.#slowest(links);
    if (this.#crossed === null || crossed === null) return byte;
    for (let i = 0; i < links.length; i++) {
      const gap = this.#gapOf(links[i]);
      const idle = at - begin - gap * (this.#crossed.until(links[i], at) - crossed[i]);
      byte = Math.min(byte, gap + Math.max(0, idle));
    }
    return byte;
  }

  #gapOf(link: number): number {
    return this.#links.gapNsPerByte[this.#links.classOf[link]];
  }
}
