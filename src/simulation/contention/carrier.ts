/**
 * Messages on their way over links that serve who comes first. The head of a message reaches the next link a latency after it
 * started on the one before (cut-through), and every link is held for its bytes. Queues have no bounds. Times in ns.
 */
import type { Arrived, Carrier } from '../../graph/service.js';
import type { MessageCosts } from '../../machine/message-costs.js';
import { type Network, routeLatencyNs } from '../../machine/network.js';
import type { LinkNetwork } from '../../platform/links.js';
import { f64, u32 } from '../../schedule/columns.js';
import { Parts } from './parts.js';

/** What takes events: a heap by time. */
interface Events {
  add(time: number, event: number): void;
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
