/** What messages cost their hosts and the network, as LogGOPS has it: the costs of the model, and O by byte. */
import { behind, COSTS, INJECTION, WIRE } from '../machine/costs.js';
import type { Machine } from '../machine/machine.js';
import { MessageCosts } from '../machine/message-costs.js';
import type { Schedule } from '../schedule/schedule.js';

/** The way of a message without its bytes, which keep the NIC of its receiver. */
const HEAD = behind(WIRE, INJECTION);

export class MessagePrices {
  readonly #costs: MessageCosts;
  readonly #perByte: number;
  readonly #least: number;

  /** `perByte`: O, what a byte costs a CPU, ns/B; `least`: bytes that are priced of an empty message less one, 0 or −1. */
  constructor(schedule: Schedule, machine: Machine, perByte: number, least: number) {
    this.#costs = new MessageCosts(schedule, machine);
    this.#perByte = perByte;
    this.#least = least;
  }

  /** From when the CPU of `send` is done with it to its arrival, ns. */
  latency(send: number): number {
    return this.#costs.price(send, HEAD);
  }

  /** What a CPU does to send it, and to take it, whatever its protocol, ns. */
  sending(send: number): number {
    return this.#costs.onCpuNs(send, COSTS.eager.sending);
  }
  taking(send: number): number {
    return this.#costs.onCpuNs(send, COSTS.eager.taking);
  }

  /** What the bytes cost a CPU besides, ns. */
  copying(send: number): number {
    return this.#bytes(send) * this.#perByte;
  }

  /** What the bytes take on the way, ns. */
  transfer(send: number): number {
    const { gaps, routes } = this.#costs.machine.network;
    const perByte = gaps[routes[this.#costs.route(send)].gap].gapNsPerByte;
    return this.#bytes(send) * perByte + this.#costs.constantNs(send, INJECTION);
  }

  /** g, ns. */
  get gap(): number {
    return this.#costs.machine.gap;
  }

  #bytes(send: number): number {
    return Math.max(this.#costs.schedule.value[send] - 1, this.#least);
  }
}
