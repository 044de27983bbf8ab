/**
 * Costs of messages, in two tables, so that no code path hides a cost: the parts of a cost, and the costs of each
 * protocol. Rows of timing systems, kernels, replays, bounds and noise all read them.
 */

import { BUFFERED, ONE_SIDED, type Schedule, SEND, u16, u32 } from '../schedule/schedule.js';
import type { Bytes, Nanoseconds } from '../units.js';
import { isRendezvous, type Machine, overheadOf, type RendezvousProtocol } from './machine.js';
import { routeLatencyNs } from './parameters.js';

// How a message is sent. One place decides it, because a send may be synchronous at any size, and events,
// rows, replays and orders must agree on which sends wait for their receivers.

/** The parts of a machine that decide how messages are sent. */
export type Protocol = Pick<Machine, 'rendezvous' | 'protocol'>;

/** The parts of a schedule that decide it. */
type Sends = Pick<Schedule, 'value' | 'synchronous' | 'unreceived'>;

/**
 * `acknowledged`: a synchronous send of at most S bytes, eager data and an answer when the receive has begun. `one-sided`: data
 * or a request, and an answer, whatever their size; no CPU of the target has to do with them.
 */
type MessageProtocol = 'eager' | 'acknowledged' | 'one-sided' | RendezvousProtocol;

/** Whether `send` is over only when its receive has begun. */
export function isSynchronous(schedule: Sends, machine: Protocol, send: number): boolean {
  if (schedule.unreceived?.[send] === 1) return false;
  const asked = schedule.synchronous?.[send] ?? 0;
  return asked === 0 ? isRendezvous(machine, schedule.value[send]) : asked !== BUFFERED;
}

/**
 * The protocol of the message of `send`. With `sync`, where no rendezvous pays for its answer, a synchronous send of
 * few bytes pays for none either.
 */
export function protocolOf(schedule: Sends, machine: Protocol, send: number): MessageProtocol {
  if (schedule.synchronous?.[send] === ONE_SIDED) return 'one-sided';
  if (!isSynchronous(schedule, machine, send)) return 'eager';
  if (isRendezvous(machine, schedule.value[send]) || machine.protocol === 'sync') return machine.protocol;
  return 'acknowledged';
}

/** Whether any message is sent otherwise with one threshold than with the other. */
export function protocolsChange(schedule: Schedule, one: number, other: number): boolean {
  const { kind, value, operations } = schedule;
  const [low, high] = [Math.min(one, other), Math.max(one, other)];
  if (low === high) return false;
  for (let op = 0; op < operations; op++)
    if (
      kind[op] === SEND &&
      isRendezvous({ rendezvous: low }, value[op]) &&
      !isRendezvous({ rendezvous: high }, value[op])
    )
      return true;
  return false;
}

/** Bytes of a message that take their time at G: the first one goes with the latency (LogGP: s − 1); none of an empty one. */
export const bytesAtGap = (bytes: number): number => Math.max(bytes - 1, 0);

/** Work of CPUs for a message: they send it, take it, or handle a message of its protocol. */
const ON_CPU = ['sending', 'taking', 'answering'] as const;
type OnCpu = (typeof ON_CPU)[number];
/** Work of the network: it delivers, and its NICs let the bytes pass. */
type OnNetwork = 'crossing' | 'injecting';

/** Cost of one count for a message of `bytes`, ns. */
type Price = (bytes: Bytes) => Nanoseconds;

interface CostPart {
  /** The reason for the cost, once for each. */
  readonly paid: readonly OnCpu[] | readonly OnNetwork[];
  /** Whether its price is o, the latency or the gap of a route: rows then hold how often it counts. */
  readonly counted: boolean;
  /** Additional cost: rows hold it as a constant. Null on a machine where that is nothing. */
  priceOf?(machine: Machine): Price | null;
}

/** One row for each part: a cost that is added here applies wherever messages occur. */
const COST_PARTS = {
  /** o; where it depends on the size, no price stands for it. */
  overheads: {
    paid: ON_CPU,
    counted: true,
    priceOf: (machine) =>
      machine.overheadBySize === null ? null : (bytes: Bytes) => overheadOf(machine, bytes),
  },
  /** The latency of the route. */
  latencies: { paid: ['crossing'], counted: true },
  /** (s − 1)·G. */
  transfers: { paid: ['injecting'], counted: true },
} as const satisfies Readonly<Record<string, CostPart>>;

type Parts = typeof COST_PARTS;

/** How often each part counts. */
export type Cost = { readonly [Part in keyof Parts]: number };

/** Parts that rows count. Who counts them has a place for each, or does not compile. */
export type CountedPart = {
  [Part in keyof Parts]: Parts[Part]['counted'] extends true ? Part : never;
}[keyof Parts];

const PARTS: readonly { readonly part: keyof Cost; readonly row: CostPart }[] = Object.entries(
  COST_PARTS,
).map(([part, row]) => ({ part: part as keyof Cost, row }));

const isPaid = ({ paid }: CostPart, occasion: OnCpu | OnNetwork): boolean =>
  paid.some((one) => one === occasion);

/** A part that a machine makes rows hold as a constant. */
interface ConstantPart {
  readonly part: keyof Cost;
  readonly onCpu: boolean;
  readonly price: Price;
}

/** The part of the costs without a count on `machine`: none where o does not depend on the size, and there are no other costs. */
export function constantParts(machine: Machine): ConstantPart[] {
  return PARTS.flatMap(({ part, row }) => {
    const price = row.priceOf?.(machine) ?? null;
    return price === null ? [] : [{ part, onCpu: ON_CPU.some((one) => isPaid(row, one)), price }];
  });
}

/** The price of a counted overhead, ns; 0 where o is a constant of each message. */
export const countedOverhead = ({ overhead, overheadBySize }: Machine): Nanoseconds =>
  overheadBySize === null ? overhead : 0;

/** Costs of a message on its CPUs and the network, between the points at which its ends wait for each other. */
export interface ProtocolCosts {
  /** The sender's CPU from the post on; an eager send ends with it. */
  readonly sending: Cost;
  /** From the send's post to the point where message and receive meet; from the receive's post it is free. */
  readonly sendToMeet: Cost;
  /** From the meeting point to the arrival of the data. */
  readonly data: Cost;
  /** The receiver's CPU with the data. */
  readonly taking: Cost;
  /** From the meeting point to the end of the receive. */
  readonly recvEnd: Cost;
  /** The part of `recvEnd` after `data`. */
  readonly recvAfterData: Cost;
  /** From the meeting point to the end of the send; null: the send ends with `sending`. */
  readonly sendEnd: Cost | null;
  /** The part of `sendEnd` after `data`; null: the send does not wait for the data to arrive. */
  readonly sendAfterData: Cost | null;
}

/** The same count of every part. */
const eachPart = (of: (row: CostPart, part: keyof Cost) => number): Cost =>
  // Entries forget which parts there are.
  Object.fromEntries(PARTS.map(({ part, row }) => [part, of(row, part)])) as unknown as Cost;

/** Costs of one event of a message. */
const costOf = (occasion: OnCpu | OnNetwork): Cost => eachPart((row) => (isPaid(row, occasion) ? 1 : 0));

/** `one` and, `times` as often, `other`. */
export function added(one: Cost, other: Cost, times = 1): Cost {
  const sum: { -readonly [Part in keyof Cost]: number } = { ...one };
  for (const { part } of PARTS) sum[part] += times * other[part];
  return sum;
}

export const NO_COST: Cost = eachPart(() => 0);
/** Time for which a send holds its NIC besides g. */
export const INJECTION = costOf('injecting');
/** The way of an answer, or of data that the sender's o comes before. */
export const CROSSING = costOf('crossing');
export const WIRE = added(CROSSING, INJECTION);
/** The sender's CPU with an answer. */
export const ANSWERED = costOf('answering');

const SENDING = costOf('sending');
const TAKING = costOf('taking');

/** The part of `whole` after `part`. */
export const behind = (whole: Cost, part: Cost): Cost => added(whole, part, -1);

export const crossesNetwork = ({ latencies, transfers }: Cost): boolean => latencies > 0 || transfers > 0;

function protocol(
  own: Partial<Pick<ProtocolCosts, 'sendToMeet' | 'data' | 'recvEnd' | 'sendEnd'>>,
): ProtocolCosts {
  const { data = NO_COST, sendEnd = null, recvEnd = added(data, TAKING) } = own;
  return {
    sending: SENDING,
    sendToMeet: own.sendToMeet ?? added(SENDING, WIRE),
    data,
    taking: TAKING,
    recvEnd,
    recvAfterData: behind(recvEnd, data),
    sendEnd,
    sendAfterData: sendEnd === null || sendEnd.latencies < data.latencies ? null : behind(sendEnd, data),
  };
}

/** Messages of the protocol that follow the sender's request, the data among them, each with the o of who answers it. */
const answers = (ways: number, overheads = ways): Cost =>
  added(added(INJECTION, CROSSING, ways), ANSWERED, overheads);

/**
 * The meeting point of `eager`, `acknowledged` and `sync` is the arrival at the receiver, L + (s − 1)·G after the
 * sender's o; that of the others is where the sender's request reaches a posted receive. After it, `clear-to-send` has the
 * receiver's answer, with which the sender is done, and the data; `rdma-write` has the receiver's answer, the data, their
 * acknowledgement, with which the sender is done, and the notice that the receiver waits for.
 * Sources: LLAMP §II-A and appendix B (Fig. 14); model.md, "Costs"; {@link LIBRARY_RENDEZVOUS}. `acknowledged` is what libraries do for a small MPI_Ssend:
 * the data go at once, the receiver answers with a message of its own when it has matched them (Open MPI, pml/ob1:
 * a rendezvous header with all of the data, then its ACK; MPICH, ch3: EAGER_SYNC_SEND and EAGER_SYNC_ACK): the
 * receiver's o, L, and the sender's o to take the answer.
 */
export const COSTS: Readonly<Record<MessageProtocol, ProtocolCosts>> = {
  eager: protocol({}),
  acknowledged: protocol({ sendEnd: added(added(TAKING, CROSSING), ANSWERED) }),
  'one-sided': protocol({ sendEnd: CROSSING }),
  sync: protocol({ sendEnd: TAKING }),
  'rdma-read': protocol({ sendToMeet: CROSSING, data: answers(3, 1), sendEnd: answers(3) }),
  'clear-to-send': protocol({ sendToMeet: CROSSING, data: answers(2), sendEnd: answers(1, 2) }),
  'rdma-write': protocol({
    sendToMeet: CROSSING,
    data: answers(2),
    recvEnd: added(answers(4, 3), TAKING),
    sendEnd: answers(3),
  }),
};

// Costs of a schedule's messages on a machine: as counts, for rows, and in ns, for playing.

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

  /** The costs of its protocol at both ends. */
  of(send: number): ProtocolCosts {
    return COSTS[protocolOf(this.schedule, this.machine, send)];
  }

  /** Index into the network's routes. */
  route(send: number): number {
    return this.machine.network.routeOf(this.rank[send], this.schedule.peer[send], send);
  }

  /** Whether its receiver copies it through memory, beside others of its sender. */
  isCopied(send: number): boolean {
    const { copiedAbove } = this.machine.network.routes[this.route(send)];
    return copiedAbove !== undefined && this.schedule.value[send] > copiedAbove;
  }

  /** Whether an `irequires` on `op` waits for its o: the CPU of a nonblocking send goes on when it has posted it. */
  holdsCpu(op: number): boolean {
    return this.machine.async === null && this.schedule.kind[op] === SEND;
  }

  /** How long an `irequires` on `op` waits after its start, ns. */
  startNs(op: number): number {
    return this.holdsCpu(op) ? this.onCpuNs(op, SENDING) : (this.machine.async ?? 0);
  }

  /** Bytes at the route's gap of one transfer, s − 1. */
  bytes(send: number): number {
    return bytesAtGap(this.schedule.value[send]);
  }

  /** The part of a cost without a count, ns: o by size, for one. Rows hold it as a constant. */
  constantNs(send: number, cost: Cost): number {
    return this.#sum(this.#constants, send, cost);
  }

  /** The CPU's part of a cost at the machine's parameters, ns. */
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
