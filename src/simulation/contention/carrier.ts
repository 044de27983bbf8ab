/**
 * Messages on their way over links that serve who comes first. The head of a message reaches the next link a latency after it
 * started on the one before (cut-through), and every link is held for its bytes. Queues have no bounds. Times in ns.
 */
import type { Carrier } from '../../graph/service.js';
import type { MessageCosts } from '../../machine/message-costs.js';
import { type Network, routeLatencyNs } from '../../machine/network.js';
import type { LinkNetwork, LinkRoute } from '../../platform/links.js';
import { f64 } from '../../schedule/columns.js';

/** What takes events: a heap by time. */
interface Events {
  add(time: number, event: number): void;
}

/** A message with parts on several ways; it has come when its last part has. */
interface Carried {
  /** Parts on the way. */
  parts: number;
  /** What its bytes take behind the head, of the part that waited most with it, ns. */
  most: number;
  /** The same in the plain model, (s − 1)·G. */
  readonly plain: number;
  readonly arrived: (lateNs: number) => void;
}

/** A part of a message. */
interface Part {
  message: Carried;
  route: LinkRoute;
  /** Place in the route's links. */
  hop: number;
  bytes: number;
  /** How long its head has waited, ns. */
  waited: number;
  /** Of the route's latency, what passes between two links beside that of the first, ns. */
  between: number;
}

/** Heads of parts go from link to link. */
export class LinkCarrier implements Carrier {
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
  readonly #parts: Part[] = [];
  readonly #unused: number[] = [];

  /** Events of parts have numbers from that of operations on. */
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
  }

  carry(send: number, at: number, arrived: (lateNs: number) => void): void {
    const costs = this.#costs;
    const { schedule, machine } = costs;
    const routes = this.#links.routes(costs.rank[send], schedule.peer[send]);
    const route = costs.route(send);
    const { gapNsPerByte } = machine.network.gaps[machine.network.routes[route].gap];
    const plain = costs.bytes(send) * gapNsPerByte;
    const message: Carried = { parts: routes.length, most: 0, plain, arrived };
    const latency = routeLatencyNs(machine.network, route);
    for (const one of routes) {
      const bytes = schedule.value[send] * one.share;
      const between = this.#between(one.links, latency);
      this.#go({ message, route: one, hop: 0, bytes, waited: 0, between }, at);
    }
  }

  step(index: number, at: number): void {
    const part = this.#parts[index];
    const link = part.route.links[part.hop];
    const kind = this.#links.classOf[link];
    const gap = this.#links.gapNsPerByte[kind];
    const start = Math.max(at, this.#free[link]);
    const held = part.bytes * gap;
    this.#free[link] = start + held;
    this.busy[link] += held;
    this.bytes[link] += part.bytes;
    this.waited[link] += start - at;
    part.waited += start - at;
    // The first byte goes with the latency, as in LogGP.
    part.message.most = Math.max(part.message.most, part.waited + Math.max(0, held - gap));
    if (++part.hop < part.route.links.length)
      this.#events.add(start + this.#latency[kind] + part.between, this.#first + index);
    else {
      this.#unused.push(index);
      this.#over(part.message);
    }
  }

  #go(part: Part, at: number): void {
    if (part.route.links.length === 0) {
      this.#over(part.message);
      return;
    }
    const index = this.#unused.pop() ?? this.#parts.length;
    this.#parts[index] = part;
    this.#events.add(at, this.#first + index);
  }

  #over(message: Carried): void {
    if (--message.parts === 0) message.arrived(Math.max(0, message.most - message.plain));
  }

  /** What of a route's latency its links do not have is passed between them: in switches, or in a fabric that nothing is known of. */
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
