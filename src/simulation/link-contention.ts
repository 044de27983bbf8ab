/** What a program takes when messages meet on links: one order of service, played event by event. */

import type { ExecutionGraph } from '../graph/execution-graph.js';
import { ReadyQueue } from '../graph/forward.js';
import { type Arrived, type Carrier, Service } from '../graph/service.js';
import { MessageCosts } from '../machine/costs.js';
import type { Machine } from '../machine/machine.js';
import { type Network, routeLatencyNs } from '../machine/parameters.js';
import type { LinkNetwork, LinkRoute } from '../platform/link-network.js';
import { f64, grown, i32, u32 } from '../schedule/schedule.js';
import { FluidCarrier, type Weighing } from './fluid-network.js';

/** Parts of messages in transit, as columns: those of one message are adjacent, and the first place describes the whole. */
class Parts {
  /** [rows] of how many parts it is, how many of them are on their way, and what the slowest so far takes behind its head, ns. */
  count = i32(0);
  left = i32(0);
  most = f64(0);
  /** [parts] way, place in its links, bytes, and how long the head has waited, ns. */
  readonly route: LinkRoute[] = [];
  hop = i32(0);
  bytes = f64(0);
  waited = f64(0);
  /** [parts] of the route's latency, what passes between two links beside that of the first, ns. */
  between = f64(0);
  #length = 0;
  /** By number of parts: rows that are free. */
  readonly #free = new Map<number, number[]>();

  /** A row of so many parts: its first place. */
  take(count: number): number {
    const row = this.#free.get(count)?.pop() ?? this.#longer(count);
    this.count[row] = count;
    this.left[row] = count;
    this.most[row] = 0;
    return row;
  }

  giveBack(row: number): void {
    const count = this.count[row];
    const free = this.#free.get(count);
    if (free === undefined) this.#free.set(count, [row]);
    else free.push(row);
  }

  #longer(count: number): number {
    const row = this.#length;
    this.#length += count;
    this.count = grown(this.count, i32, this.#length);
    this.left = grown(this.left, i32, this.#length);
    this.most = grown(this.most, f64, this.#length);
    this.hop = grown(this.hop, i32, this.#length);
    this.bytes = grown(this.bytes, f64, this.#length);
    this.waited = grown(this.waited, f64, this.#length);
    this.between = grown(this.between, f64, this.#length);
    return row;
  }
}

// Messages on their way over links that serve who comes first. The head of a message reaches the next link a latency after it
// started on the one before (cut-through), and every link is held for its bytes. Queues have no bounds. Times in ns.

/** What takes events: a heap by time. */
interface Events {
  add(time: number, event: number): void;
}

/** Heads of parts go from link to link. */
class LinkCarrier implements Carrier {
  readonly #links: LinkNetwork;
  readonly #costs: MessageCosts;
  readonly #events: Events;
  readonly #first: number;
  /** [link classes] latency of a link where the network names it, else 0, ns. */
  readonly #latency: readonly number[];
  /** [links] when each is free again, ns. */
  readonly #free: Float64Array;
  /** [links] how long it was held, and how long heads waited for it, ns; what crossed it, bytes. */
  readonly busy: Float64Array;
  readonly waited: Float64Array;
  readonly bytes: Float64Array;
  readonly #parts = new Parts();
  /** [operations] by send: the row of its parts. */
  readonly #row: Uint32Array;

  constructor(links: LinkNetwork, costs: MessageCosts, events: Events) {
    this.#links = links;
    this.#costs = costs;
    this.#events = events;
    this.#first = costs.schedule.operations;
    this.#latency = links.classes.map((name) => latencyNamed(costs.machine.network, name));
    this.#free = f64(links.links);
    this.busy = f64(links.links);
    this.waited = f64(links.links);
    this.bytes = f64(links.links);
    this.#row = u32(costs.schedule.operations);
  }

  carry(send: number, at: number, arrived: Arrived): void {
    const costs = this.#costs;
    const { schedule, machine } = costs;
    const ways = this.#links.routes(costs.rank[send], schedule.peer[send]);
    const latency = routeLatencyNs(machine.network, costs.route(send));
    const parts = this.#parts;
    const row = parts.take(ways.length);
    this.#row[send] = row;
    for (let n = 0; n < ways.length; n++) {
      const part = row + n;
      parts.route[part] = ways[n];
      parts.hop[part] = 0;
      parts.bytes[part] = schedule.value[send] * ways[n].share;
      parts.waited[part] = 0;
      parts.between[part] = this.#between(ways[n].links, latency);
      if (ways[n].links.length === 0) this.#over(send, row, arrived);
      else this.#events.add(at, this.#first + send + n * this.#first);
    }
  }

  /**
   * By event: the n-th part of the message of a send is n times the number of operations behind it, so that of messages
   * which come to a link at once the same goes first whatever else is on the way.
   */
  step(event: number, at: number, arrived: Arrived): void {
    const send = event % this.#first;
    const row = this.#row[send];
    const part = row + (event - send) / this.#first;
    const parts = this.#parts;
    const { links } = parts.route[part];
    const link = links[parts.hop[part]];
    const kind = this.#links.classOf[link];
    const gap = this.#links.gapNsPerByte[kind];
    const start = Math.max(at, this.#free[link]);
    const held = parts.bytes[part] * gap;
    this.#free[link] = start + held;
    this.busy[link] += held;
    this.bytes[link] += parts.bytes[part];
    this.waited[link] += start - at;
    parts.waited[part] += start - at;
    // The first byte goes with the latency, as in LogGP.
    parts.most[row] = Math.max(parts.most[row], parts.waited[part] + Math.max(0, held - gap));
    if (++parts.hop[part] < links.length)
      this.#events.add(start + this.#latency[kind] + parts.between[part], this.#first + event);
    else this.#over(send, row, arrived);
  }

  /** A part has come; with the last of them so has the message. */
  #over(send: number, row: number, arrived: Arrived): void {
    const parts = this.#parts;
    if (--parts.left[row] > 0) return;
    const { gaps, routes } = this.#costs.machine.network;
    const plain = this.#costs.bytes(send) * gaps[routes[this.#costs.route(send)].gap].gapNsPerByte;
    parts.giveBack(row);
    arrived(send, Math.max(0, parts.most[row] - plain));
  }

  /** The part of a route's latency that its links do not have is spent between them: in switches, or in an unknown fabric. */
  #between(links: Uint32Array, latency: number): number {
    if (links.length < 2) return 0;
    let known = 0;
    for (const link of links) known += this.#latency[this.#links.classOf[link]];
    return Math.max(0, latency - known) / (links.length - 1);
  }
}

/** Latency of a link of a class: that of the latency class of its name, or of the one that all wires share. */
function latencyNamed({ latencies, latencyOf }: Network, name: string): number {
  if (latencyOf !== 'wire') return 0;
  if (latencies.length === 1) return latencies[0].latencyNs;
  return latencies.find((one) => one.name === name)?.latencyNs ?? 0;
}

/** T with links that serve in order of arrival, and what each link did. */
export interface Contended {
  /** T, ns. */
  readonly runtime: number;
  /** [links] how long it carried bytes, ns. */
  readonly busyNs: Float64Array;
  /** [links] how long heads of messages waited for it, summed over messages, ns. */
  readonly waitedNs: Float64Array;
  /** [links] what crossed it, bytes. */
  readonly bytes: Float64Array;
}

/**
 * Plays a graph with every link serving what reaches it in order of arrival. The bytes of a message leave where they do in the
 * plain model (an eager send's after its o, those of a rendezvous after its handshake, which is too small to hold a link), wait
 * for the links of their way, hold each for s·G of its class (of a split message, for its share) and arrive when the slowest
 * link is through, never before the plain model's arrival: where no two messages meet and no link is slower than G of the
 * network, T is the plain one. CPUs and NICs that are not `free` do one thing at a time, who is ready first.
 *
 * T is that of one schedule that respects the links: the best one is no slower, so T is an upper bound of it. It is
 * no bound of what links do that serve otherwise: fair sharing may end every message late that here goes first.
 */
export function contended(graph: ExecutionGraph, machine: Machine, links: LinkNetwork): Contended {
  const { runtime, carrier } = played(graph, machine, (costs, queue) => new LinkCarrier(links, costs, queue));
  const { busy, waited, bytes } = carrier;
  return { runtime, busyNs: busy, waitedNs: waited, bytes };
}

/**
 * T of a graph when links share what they carry fairly, ns: each message has its max-min share of the links on its way, another
 * one whenever a message begins or ends to flow. All else is as in {@link contended}. It is no bound, but what a network says
 * that shares so: T of one way to serve, neither the best nor the worst. Source of the model: Casanova and Marchal, A network
 * model for simulation of grid application (2002), without its weights, unless `weighing` is `latency`.
 */
export function fairlyShared(
  graph: ExecutionGraph,
  machine: Machine,
  links: LinkNetwork,
  weighing: Weighing = 'even',
): number {
  return played(graph, machine, (costs, queue) => new FluidCarrier(links, costs, queue, weighing)).runtime;
}

/** A graph played with messages that a carrier carries; CPUs and NICs that are not `free` serve who is ready first. */
function played<Kind extends Carrier>(
  { schedule, partner }: ExecutionGraph,
  machine: Machine,
  carrierOf: (costs: MessageCosts, queue: ReadyQueue) => Kind,
): { readonly runtime: number; readonly carrier: Kind } {
  const serial = { cpu: machine.cpu !== 'free', nic: machine.nic !== 'free' };
  const queue = new ReadyQueue();
  const costs = new MessageCosts(schedule, machine);
  const carrier = carrierOf(costs, queue);
  const service = new Service({ partner, costs, queue }, serial, carrier);
  service.run();
  return { runtime: service.runtime, carrier };
}
