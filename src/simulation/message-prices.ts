/** What messages cost their hosts and the network, as LogGOPS has it: L, o, g, G and O, by route and by size. */
import { type Machine, overheadOf } from '../machine/machine.js';
import { routeLatencyNs } from '../machine/network.js';
import type { Schedule } from '../schedule/schedule.js';

export class MessagePrices {
  readonly #machine: Machine;
  readonly #schedule: Schedule;
  readonly #rank: Uint32Array;
  readonly #latency: readonly number[];
  readonly #perByte: number;
  readonly #least: number;

  /** `perByte`: O, what a byte costs a CPU, ns/B; `least`: bytes that are priced of an empty message less one, 0 or −1. */
  constructor(schedule: Schedule, machine: Machine, rank: Uint32Array, perByte: number, least: number) {
    this.#schedule = schedule;
    this.#machine = machine;
    this.#rank = rank;
    this.#perByte = perByte;
    this.#least = least;
    this.#latency = machine.network.routes.map((_, route) => routeLatencyNs(machine.network, route));
  }

  /** From when the CPU of `send` is done with it to its arrival, ns. */
  latency(send: number): number {
    return this.#latency[this.#route(send)];
  }

  overhead(send: number): number {
    return overheadOf(this.#machine, this.#schedule.value[send]);
  }

  /** What the bytes cost a CPU beside the overhead, ns. */
  copying(send: number): number {
    return this.#bytes(send) * this.#perByte;
  }

  /** What the bytes take on the way, ns. */
  transfer(send: number): number {
    const { gaps, routes } = this.#machine.network;
    return this.#bytes(send) * gaps[routes[this.#route(send)].gap].gapNsPerByte;
  }

  /** g, ns. */
  get gap(): number {
    return this.#machine.gap;
  }

  #bytes(send: number): number {
    return Math.max(this.#schedule.value[send] - 1, this.#least);
  }

  #route(send: number): number {
    return this.#machine.network.routeOf(this.#rank[send], this.#schedule.peer[send], send);
  }
}
