/**
 * Messages as flows of a fluid network: each has its max-min fair share of the links on its way, another one whenever a
 * message begins or ends to flow. A message flows a latency after its bytes leave, on all links of its way at once. Times in ns.
 *
 * As everywhere in the model one byte goes with the latency: a message has come the time of a byte before its flow ends. It is
 * a byte on the link that decides: g_l, and what link l was idle while the message flowed, is the least of all on its way.
 * Alone, a message of s bytes so takes (s − 1) of the slowest, for the others are idle; and what crosses a link in any order
 * takes all its bytes but one there, as lower bounds have it.
 */
import { ReadyQueue } from '../graph/forward.js';
import type { Arrived, Carrier } from '../graph/service.js';
import type { MessageCosts } from '../machine/costs.js';
import { routeLatencyNs } from '../machine/parameters.js';
import type { LinkNetwork, LinkRoute } from '../platform/link-network.js';
import { f64, grown, i32, u32 } from '../schedule/schedule.js';

// Max-min fair shares of links: every flow has a link that is full and on which no other flow has more for its weight. All
// flows grow together, and where a link is full its flows stay as they are. Source: Bertsekas and Gallager, Data Networks
// (1992), 6.5.2.
// When flows come or go, nothing changes below a certain level, a level being a flow's rate for its weight: no link of a flow
// that went was full below the level of that flow, and none of a flow that comes is before all on it have that level. Above,
// only flows that are connected by links are shared out again.

/** Which flows cross which links, while flows come and go. */
class Crossings {
  /** [flows] its links; of a flow that went, those it had. */
  readonly links: Uint32Array[] = [];
  /** [links] flows that cross it. */
  readonly flows: readonly number[][];
  /** [links] beside each of its flows: the how-manieth of the flow's links it is. */
  readonly #hops: readonly number[][];
  /** [flows][links] its place among the flows of each of its links. */
  readonly #places: Int32Array[] = [];
  readonly #unused: number[] = [];

  /** `links`: number of them. */
  constructor(links: number) {
    this.flows = Array.from({ length: links }, () => []);
    this.#hops = Array.from({ length: links }, () => []);
  }

  /** A flow over links: its number, which may be that of one that went. */
  add(links: Uint32Array): number {
    const flow = this.#unused.pop() ?? this.links.length;
    const places = new Int32Array(links.length);
    for (let hop = 0; hop < links.length; hop++) {
      places[hop] = this.flows[links[hop]].push(flow) - 1;
      this.#hops[links[hop]].push(hop);
    }
    this.links[flow] = links;
    this.#places[flow] = places;
    return flow;
  }

  remove(flow: number): void {
    const links = this.links[flow];
    for (let hop = 0; hop < links.length; hop++) this.#leave(links[hop], this.#places[flow][hop]);
    this.#unused.push(flow);
  }

  /** The last flow of a link takes the place of the one that leaves it. */
  #leave(link: number, place: number): void {
    const flows = this.flows[link];
    const hops = this.#hops[link];
    const [flow, hop] = [flows.pop(), hops.pop()];
    if (flow === undefined || hop === undefined || place === flows.length) return;
    flows[place] = flow;
    hops[place] = hop;
    this.#places[flow][hop] = place;
  }
}

/** Levels this close are the same: what rounding leaves. */
const ROUNDING = 1e-12;

/** Called for a flow whose rate differs from `before`, bytes per ns. */
type RateChanged = (flow: number, before: number) => void;

export class MaxMinShares {
  /** [flows] bytes per ns, as the last {@link settle} left it. */
  rate = f64(0);
  /** [flows] rate for its weight; Infinity: it has come since. */
  #level = f64(0);
  #weight = f64(0);
  readonly #crossings: Crossings;
  /** [links] bytes per ns. */
  readonly #capacity: Float64Array;
  /** Links of flows that came or went, and the least level that this changes. */
  readonly #touched: number[] = [];
  #from = Number.POSITIVE_INFINITY;
  /** [links] and [flows] the last time that it was shared out again. */
  readonly #linkAt: Uint32Array;
  #flowAt = u32(0);
  #time = 0;
  /** [links] what it has left, and the weight and number of the flows that have not got their share of it yet. */
  readonly #left: Float64Array;
  readonly #asking: Float64Array;
  readonly #open: Int32Array;
  /** Links by the level at which they are full. */
  readonly #full = new ReadyQueue();

  /** `capacity`: [links] bytes per ns. */
  constructor(capacity: Float64Array) {
    const links = capacity.length;
    this.#capacity = capacity;
    this.#crossings = new Crossings(links);
    this.#linkAt = u32(links);
    this.#left = f64(links);
    this.#asking = f64(links);
    this.#open = i32(links);
  }

  /** A flow over one link or more: its number. It has a rate when all is settled. */
  add(links: Uint32Array, weight: number): number {
    const flow = this.#crossings.add(links);
    this.rate = grown(this.rate, f64, flow + 1);
    this.#level = grown(this.#level, f64, flow + 1);
    this.#weight = grown(this.#weight, f64, flow + 1);
    this.#flowAt = grown(this.#flowAt, u32, flow + 1);
    this.rate[flow] = 0;
    this.#level[flow] = Number.POSITIVE_INFINITY;
    this.#weight[flow] = weight;
    for (const link of links) this.#touched.push(link);
    return flow;
  }

  remove(flow: number): void {
    this.#from = Math.min(this.#from, this.#level[flow]);
    this.#crossings.remove(flow);
    for (const link of this.#crossings.links[flow]) this.#touched.push(link);
  }

  /** Shares out what flows that came ask for, and what those that went have left. */
  settle(changed: RateChanged): void {
    if (this.#touched.length === 0) return;
    this.#time++;
    const { links, flows } = this.#affected(this.#least() * (1 - ROUNDING));
    const before = flows.map((flow) => this.rate[flow]);
    for (const link of links) this.#ask(link);
    this.#grow();
    for (let i = 0; i < flows.length; i++)
      if (this.rate[flows[i]] !== before[i]) changed(flows[i], before[i]);
  }

  /** The least level that changes: that of one that went, or the one that all on a link have at least where one came. */
  #least(): number {
    let least = this.#from;
    for (const link of this.#touched) {
      let [weight, came] = [0, false];
      for (const flow of this.#crossings.flows[link]) {
        weight += this.#weight[flow];
        if (this.#level[flow] === Number.POSITIVE_INFINITY) came = true;
      }
      if (came) least = Math.min(least, this.#capacity[link] / weight);
    }
    this.#from = Number.POSITIVE_INFINITY;
    return least;
  }

  /** Flows of level `from` or more that hang together with what was touched, and all links of theirs. */
  #affected(from: number): { readonly links: readonly number[]; readonly flows: readonly number[] } {
    const flows: number[] = [];
    const links = this.#touched.splice(0).filter((link) => this.#reached(link));
    for (let i = 0; i < links.length; i++) {
      for (const flow of this.#crossings.flows[links[i]]) {
        if (this.#flowAt[flow] === this.#time || this.#level[flow] < from) continue;
        this.#flowAt[flow] = this.#time;
        flows.push(flow);
        for (const link of this.#crossings.links[flow]) if (this.#reached(link)) links.push(link);
      }
    }
    return { links, flows };
  }

  /** Whether a link is reached for the first time. */
  #reached(link: number): boolean {
    const first = this.#linkAt[link] !== this.#time;
    this.#linkAt[link] = this.#time;
    return first;
  }

  /** Capacity of a link for its flows that are shared out again: the rest of the others. */
  #ask(link: number): void {
    let [left, asking, open] = [this.#capacity[link], 0, 0];
    for (const flow of this.#crossings.flows[link]) {
      if (this.#flowAt[flow] !== this.#time) left -= this.rate[flow];
      else {
        asking += this.#weight[flow];
        open++;
      }
    }
    this.#left[link] = left;
    this.#asking[link] = asking;
    this.#open[link] = open;
    if (open > 0) this.#full.add(this.#levelOf(link), link);
  }

  #levelOf(link: number): number {
    return Math.max(this.#left[link], 0) / this.#asking[link];
  }

  /** Fills link after link. */
  #grow(): void {
    while (this.#full.size > 0) {
      const { time: least } = this.#full;
      const link = this.#full.take();
      if (this.#open[link] === 0) continue;
      const level = this.#levelOf(link);
      // What others did not need raises its level: then it comes again, behind them.
      if (level > least * (1 + ROUNDING)) this.#full.add(level, link);
      else this.#fill(link, level);
    }
  }

  /** A link is full: each flow on it without a share gets this one, on all of its links. */
  #fill(full: number, level: number): void {
    for (const flow of this.#crossings.flows[full]) {
      if (this.#flowAt[flow] !== this.#time) continue;
      const weight = this.#weight[flow];
      this.#flowAt[flow] = 0;
      this.#level[flow] = level;
      this.rate[flow] = weight * level;
      for (const link of this.#crossings.links[flow]) {
        this.#left[link] -= weight * level;
        this.#asking[link] -= weight;
        this.#open[link]--;
      }
    }
  }
}

/** Which of several events is due first, while their times change: a heap that knows the place of each. */
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
  /** [flows] its send; bytes that have not come, as of a time, ns; elapsed latency, ns. */
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
