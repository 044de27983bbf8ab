/** What the messages of a schedule cost on a machine: as counts, for rows, and in ns, for those who play it. */
import { u16, u32 } from '../schedule/columns.js';
import type { Schedule } from '../schedule/schedule.js';
import {
  COSTS,
  type ConstantPart,
  type Cost,
  constantParts,
  countedOverhead,
  type ProtocolCosts,
} from './costs.js';
import type { Machine } from './machine.js';
import { bytesAtGap, protocolOf } from './message.js';
import { routeLatencyNs } from './network.js';

/** Ranks that 16 bits hold. */
const SMALL_RANKS = 0xffff;

/** Costs by message; a message goes by the operation that sends it. */
export class MessageCosts {
  readonly schedule: Schedule;
  readonly machine: Machine;
  /** [operations] rank of each. */
  readonly rank: Uint16Array | Uint32Array;
  /** [routes] latency, ns, and gap, ns per byte. */
  readonly #latency: Float64Array;
  readonly #gap: Float64Array;
  readonly #overhead: number;
  readonly #constants: readonly ConstantPart[];
  readonly #constantsOnCpu: readonly ConstantPart[];

  constructor(schedule: Schedule, machine: Machine) {
    const { operations, ranks, rankStart } = schedule;
    const { network } = machine;
    this.schedule = schedule;
    this.machine = machine;
    this.rank = ranks <= SMALL_RANKS ? u16(operations) : u32(operations);
    for (let rank = 0; rank < ranks; rank++) this.rank.fill(rank, rankStart[rank], rankStart[rank + 1]);
    this.#latency = Float64Array.from(network.routes, (_, route) => routeLatencyNs(network, route));
    this.#gap = Float64Array.from(network.routes, ({ gap }) => network.gaps[gap].gapNsPerByte);
    this.#overhead = countedOverhead(machine);
    this.#constants = constantParts(machine);
    this.#constantsOnCpu = this.#constants.filter(({ onCpu }) => onCpu);
  }

  /** What its protocol asks of both ends. */
  of(send: number): ProtocolCosts {
    return COSTS[protocolOf(this.schedule, this.machine, send)];
  }

  /** Index into the network's routes. */
  route(send: number): number {
    return this.machine.network.routeOf(this.rank[send], this.schedule.peer[send], send);
  }

  /** Bytes paid at the route's gap by one transfer, s − 1. */
  bytes(send: number): number {
    return bytesAtGap(this.schedule.value[send]);
  }

  /** What of a cost no count says, ns: o by size, for one. Rows hold it as a constant. */
  constantNs(send: number, cost: Cost): number {
    return this.#sum(this.#constants, send, cost);
  }

  /** What of a cost the CPU pays at the machine's parameters, ns. */
  onCpuNs(send: number, cost: Cost): number {
    return cost.overheads * this.#overhead + this.#sum(this.#constantsOnCpu, send, cost);
  }

  /** A part of the message's cost at the machine's parameters, ns. */
  price(send: number, cost: Cost): number {
    const route = this.route(send);
    const posted =
      cost.overheads * this.#overhead + this.constantNs(send, cost) + cost.latencies * this.#latency[route];
    return posted + cost.transfers * this.bytes(send) * this.#gap[route];
  }

  #sum(parts: readonly ConstantPart[], send: number, cost: Cost): number {
    let sum = 0;
    for (const { part, price } of parts) sum += cost[part] * price(this.schedule.value[send]);
    return sum;
  }
}
