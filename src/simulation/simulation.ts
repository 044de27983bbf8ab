/**
 * Where LogGOPSim, as it is published, does what its model does not say: each by a name, so that its figures can be had
 * to the last digit, and none by default. Found by experiment; docs/replay.md shows what each changes.
 */
import { namesInstead, UsageError } from '../errors.js';
import { choicesOf } from '../graph/wildcard.js';
import { behind, COSTS, INJECTION, isSynchronous, MessageCosts, WIRE } from '../machine/costs.js';
import type { Machine } from '../machine/machine.js';
import { CALC, f64, NOBODY, NONE, ranksOf, type Schedule, SEND } from '../schedule/schedule.js';
import { Copies, type Crossings, Inbox } from './receiver.js';
import { EventQueue, earlier, laterOf, type OperationTimes, Releases } from './simulation-events.js';

/** What each does. */
export const PECULIARITIES = {
  /** s − 1 of an empty message is −1, and clocks are unsigned: what comes out below 0 is a time of centuries. */
  'empty-messages': 'an empty message takes o − G, and clocks wrap below 0',
  /** A late receive tests its own size against S, where a posted one tests that of the message. */
  'receive-size': 'a receive that comes after its message compares its own size with S',
  /** What is released at once is sorted by `std::sort`, which scrambles more than 16 equals. */
  'release-order': 'operations released at the same time start in the order that std::sort leaves',
  /** A dependency has no time, and an arrival is charged to the CPU and NIC numbers of its sender. */
  'other-cpus': 'a dependency on an operation of another CPU does not wait for its end',
  /** MPI_Ssend is a send, and MPI_Waitany waits for the receive that it took in the traced run. */
  'plain-calls': 'synchronous sends are sends, and receives are taken in the order of the trace',
} as const;

/** The name of one. */
export type Peculiarity = keyof typeof PECULIARITIES;
/** Those that are followed. */
export type Peculiarities = ReadonlySet<Peculiarity>;

/** The model without peculiarities. */
export const NO_PECULIARITIES: Peculiarities = new Set();

const isPeculiarity = (name: string): name is Peculiarity => Object.hasOwn(PECULIARITIES, name);
const NAMES = Object.keys(PECULIARITIES).filter(isPeculiarity);

/** As the published simulator is. */
export const LOGGOPSIM: Peculiarities = new Set(NAMES);

/** `mended`, `loggopsim`, or names with commas between them. Throws UsageError. */
export function parsePeculiarities(text: string): Peculiarities {
  if (text === 'mended') return NO_PECULIARITIES;
  if (text === 'loggopsim') return LOGGOPSIM;
  const all = ['mended', 'loggopsim', ...NAMES];
  return new Set(
    text.split(',').map((one) => {
      const name = one.trim();
      if (isPeculiarity(name)) return name;
      throw new UsageError(`unknown semantics '${name}'`, namesInstead(name, all));
    }),
  );
}

// A schedule played event by event, as LogGOPSim does: a CPU and a NIC of a rank do one thing at a time, in the order in
// which things become ready. Source: Hoefler, Schneider, Lumsdaine, "LogGOPSim: simulating large-scale applications in
// the LogGOPS model" (2010); details by experiment.

/** When CPUs and NICs of all ranks are free again, and how long CPUs were busy. Times in ns. */
class Clocks {
  /** [operations] the CPU and the NIC of an operation, as places in the columns below. */
  readonly cpuOf: Uint32Array;
  readonly nicOf: Uint32Array;
  /** [ranks × CPUs] */
  readonly cpu: Float64Array;
  /** [ranks × NICs] for sends, and for what comes. */
  readonly sending: Float64Array;
  readonly receiving: Float64Array;
  /** [ranks] time of all its CPUs. */
  readonly busy: Float64Array;
  readonly #cpus: number;
  readonly #nics: number;
  readonly #schedule: Schedule;

  constructor(schedule: Schedule, rank: Uint32Array) {
    const { ranks } = schedule;
    this.#schedule = schedule;
    this.#cpus = 1 + largest(schedule.cpu);
    this.#nics = 1 + largest(schedule.nic);
    this.cpuOf = placesOf(rank, this.#cpus, schedule.cpu);
    this.nicOf = placesOf(rank, this.#nics, schedule.nic);
    this.cpu = f64(ranks * this.#cpus);
    this.sending = f64(ranks * this.#nics);
    this.receiving = f64(ranks * this.#nics);
    this.busy = f64(ranks);
  }

  /** The CPU at `rank` of the number that `op`, of any rank, has. */
  cpuAt(rank: number, op: number): number {
    return rank * this.#cpus + (this.#schedule.cpu?.[op] ?? 0);
  }

  nicAt(rank: number, op: number): number {
    return rank * this.#nics + (this.#schedule.nic?.[op] ?? 0);
  }

  /** A CPU is taken from `time` on. */
  take(cpu: number, time: number, duration: number): void {
    this.cpu[cpu] = time + duration;
    this.busy[Math.floor(cpu / this.#cpus)] += duration;
  }

  /** Nothing of a CPU and a NIC goes on before `time`. */
  hold(cpu: number, nic: number, time: number): void {
    this.cpu[cpu] = laterOf(this.cpu[cpu], time);
    this.sending[nic] = laterOf(this.sending[nic], time);
  }

  /** A CPU was taken from `start` on, and is free at `end` if nothing else has taken it. */
  taken(cpu: number, start: number, end: number): void {
    this.cpu[cpu] = laterOf(this.cpu[cpu], end);
    this.busy[Math.floor(cpu / this.#cpus)] += end - start;
  }

  /** [ranks] when the last of its CPUs is done. */
  ends(): Float64Array {
    const ends = f64(this.busy.length);
    this.cpu.forEach((time, i) => {
      const rank = Math.floor(i / this.#cpus);
      ends[rank] = laterOf(ends[rank], time);
    });
    return ends;
  }
}

/** [operations] which of all CPUs, or NICs, each has, of `each` rank so many. */
function placesOf(rank: Uint32Array, each: number, column: Uint16Array | null): Uint32Array {
  return column === null || each === 1 ? rank : rank.map((r, op) => r * each + column[op]);
}

function largest(column: Uint16Array | null): number {
  return column?.reduce((most, one) => Math.max(most, one), 0) ?? 0;
}

/** The way of a message without its bytes, which keep the NIC of its receiver. */
const HEAD = behind(WIRE, INJECTION);

/** What messages cost their hosts and the network, as LogGOPS has it: the costs of the model, and O by byte. */
class MessagePrices {
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
    return this.bytes(send) * this.#perByte;
  }

  /** What the bytes take on the way, ns. */
  transfer(send: number): number {
    return this.bytes(send) * this.perByte(send) + this.#costs.constantNs(send, INJECTION);
  }

  /** What each takes, ns/B. */
  perByte(send: number): number {
    const { gaps, routes } = this.#costs.machine.network;
    return gaps[routes[this.#costs.route(send)].gap].gapNsPerByte;
  }

  isCopied(send: number): boolean {
    return this.#costs.isCopied(send);
  }

  /** g, ns. */
  get gap(): number {
    return this.#costs.machine.gap;
  }

  bytes(send: number): number {
    return Math.max(this.#costs.schedule.value[send] - 1, this.#least);
  }
}

/** A choice, and how many of its messages have come. */
interface Turn {
  readonly taken: readonly number[];
  come: number;
}

/** Receives that a program takes as their messages arrive (MPI_Waitany and related calls): the k-th to come is the k-th taken. */
class Turns {
  readonly #turnOf = new Map<number, Turn>();

  constructor(schedule: Schedule) {
    for (const taken of choicesOf(schedule)) {
      const turn = { taken, come: 0 };
      for (const recv of taken) this.#turnOf.set(recv, turn);
    }
  }

  /** The receive that is over when the message of `op` has come; any other operation is over itself. */
  overWith(op: number): number {
    const turn = this.#turnOf.get(op);
    return turn === undefined ? op : turn.taken[turn.come++];
  }
}

/** The time of an event that waits for a copy, or in the line of a CPU. */
const PARKED = Number.POSITIVE_INFINITY;

/** Who hears what CPUs do: `op` (of a message its send) keeps a CPU of `rank` from `start` to `end`, ns. */
export type Listener = (op: number, rank: number, start: number, end: number) => void;

/** How a schedule is played, and who hears of it. */
export interface SimulationSetting {
  readonly odd: Peculiarities;
  /** O, ns/B. */
  readonly perByte: number;
  readonly listener: Listener | null;
  readonly times: OperationTimes | null;
}

export class Simulation {
  readonly #schedule: Schedule;
  readonly #machine: Machine;
  /** Whether these peculiarities are followed: read at each event. */
  readonly #otherCpus: boolean;
  readonly #plainCalls: boolean;
  readonly #receiveSize: boolean;
  readonly #listener: Listener | null;
  readonly #rank: Uint32Array;
  readonly #prices: MessagePrices;
  readonly #queue: EventQueue;
  readonly #inbox: Inbox;
  readonly #turns: Turns | null;
  readonly releases: Releases;
  readonly clocks: Clocks;
  /** [operations] until when a CPU of its own has been at the message of a send, ns; null: a rank has one CPU. */
  readonly #taken: Float64Array | null;
  readonly #copies = new Copies();
  /** How long an `irequires` on what is no send waits behind its start, ns. */
  readonly #async: number;
  /** Whether there are any: the published simulator knows none. */
  readonly #copiesAny: boolean;
  /** Whether each rank has one CPU and one NIC, and no copies: it is known then which CPU an event needs. */
  readonly #oneOfEach: boolean;
  /** Sends to a rank that is not there. */
  readonly #lost: number[] = [];
  /** Operations that took place, and messages that arrived. */
  events = 0;

  constructor(schedule: Schedule, machine: Machine, { odd, perByte, listener, times }: SimulationSetting) {
    this.#schedule = schedule;
    this.#machine = machine;
    this.#otherCpus = odd.has('other-cpus');
    this.#plainCalls = odd.has('plain-calls');
    this.#receiveSize = odd.has('receive-size');
    this.#listener = listener;
    this.#async = machine.async ?? 0;
    this.#rank = ranksOf(schedule);
    this.#prices = new MessagePrices(schedule, machine, perByte, odd.has('empty-messages') ? -1 : 0);
    this.#inbox = new Inbox(schedule, this.#rank);
    this.#turns = this.#plainCalls || schedule.takenAfter === null ? null : new Turns(schedule);
    this.releases = new Releases(schedule, this.#rank, odd.has('release-order'), times);
    this.clocks = new Clocks(schedule, this.#rank);
    this.#taken = schedule.cpu === null || this.#otherCpus ? null : f64(schedule.operations);
    this.#copiesAny =
      odd.size === 0 && machine.network.routes.some(({ copiedAbove }) => copiedAbove !== undefined);
    this.#oneOfEach = schedule.cpu === null && schedule.nic === null && !this.#copiesAny;
    const { cpu, sending } = this.clocks;
    this.#queue = new EventQueue(cpu, 2 * schedule.operations + sending.length);
  }

  play(): void {
    const { operations } = this.#schedule;
    const queue = this.#queue;
    this.releases.handOn(this.#add);
    for (let event = queue.take(); event !== NONE; event = queue.take()) {
      const { time } = queue;
      const later = event < operations ? this.#start(event, time) : this.#happens(event, time);
      if (later === PARKED) continue;
      if (earlier(time, later)) queue.putBack(event, later);
      else {
        if (event < 2 * operations) this.events++;
        this.releases.handOn(this.#add);
      }
    }
  }

  /** A message arrives, or copies from a source end: at `time`, or at a later time that is returned. */
  #happens(event: number, time: number): number {
    const { operations } = this.#schedule;
    if (event < 2 * operations) return this.#arrive(event - operations, time);
    this.#endCopies(event - 2 * operations, time);
    return time;
  }

  /** Receives without a message, and messages without a receive, by their operation. */
  unmatched(): number[] {
    return [...this.#lost, ...this.#inbox.left()];
  }

  crossings(): Crossings | null {
    return this.#inbox.crossings();
  }

  readonly #add = (op: number): void => {
    const cpu = this.clocks.cpuOf[op];
    if (this.#copies.parks(op, cpu)) return;
    const free = this.clocks.cpu[cpu];
    const since = this.#otherCpus ? free : laterOf(free, this.releases.since[op]);
    this.#queue.add(op, since);
  };

  /** Plays `op` at `time`, or says from when on it can be, which is later. */
  #start(op: number, time: number): number {
    const kind = this.#schedule.kind[op];
    if (kind === CALC) return this.#compute(op, time);
    return kind === SEND ? this.#send(op, time) : this.#post(op, time);
  }

  #compute(op: number, time: number): number {
    const cpu = this.clocks.cpuOf[op];
    if (this.#copies.parks(op, cpu)) return PARKED;
    if (earlier(time, this.clocks.cpu[cpu])) return this.#wait(op, cpu, this.clocks.cpu[cpu]);
    this.#take(op, cpu, time, this.#schedule.value[op]);
    this.releases.started(op, time, this.#async);
    this.releases.ended(op, this.clocks.cpu[cpu]);
    return time;
  }

  #send(op: number, time: number): number {
    const { clocks } = this;
    const [cpu, nic] = [clocks.cpuOf[op], clocks.nicOf[op]];
    if (this.#copies.parks(op, cpu)) return PARKED;
    const copied = this.#isCopied(op);
    const free = copied ? clocks.cpu[cpu] : laterOf(clocks.cpu[cpu], clocks.sending[nic]);
    if (earlier(time, free)) return this.#wait(op, cpu, free);
    const prices = this.#prices;
    const sending = prices.sending(op);
    this.#take(op, cpu, time, sending + prices.copying(op));
    this.releases.started(op, time, this.#machine.async ?? sending);
    if (this.#schedule.peer[op] === NOBODY) {
      this.#lost.push(op);
      return time;
    }
    if (!copied) clocks.sending[nic] = time + prices.gap + prices.transfer(op);
    if (this.#schedule.unreceived?.[op] !== 1)
      this.#queue.add(this.#schedule.operations + op, time + sending + prices.latency(op));
    if (!this.#waits(op)) this.releases.ended(op, clocks.cpu[cpu]);
    return time;
  }

  #post(op: number, time: number): number {
    this.releases.started(op, time, this.#async);
    const send = this.#inbox.takeMessage(op);
    const copy = this.#copies.get(send);
    if (send === NONE) this.#inbox.post(op);
    else if (copy !== undefined) {
      copy.recv = op;
      if (this.#waits(send)) this.#letGo(send, time);
    } else {
      const end = this.#taken === null ? time : Math.max(time, this.#taken[send]);
      this.#meet(send, op, { time, end, sized: this.#receiveSize ? op : send });
    }
    return time;
  }

  /** The message of `send` is there: its overhead and bytes keep the CPU, whether its receive is posted or not. */
  #arrive(send: number, time: number): number {
    const { clocks } = this;
    const prices = this.#prices;
    const rank = this.#schedule.peer[send];
    const event = this.#schedule.operations + send;
    // A rank with one CPU need not look which receive takes it.
    if (this.#taken === null && this.#copies.parks(event, clocks.cpuAt(rank, send))) return PARKED;
    const posted = this.#otherCpus ? NONE : this.#inbox.receiveFor(send);
    const of = posted === NONE ? send : posted;
    const [cpu, nic] = [clocks.cpuAt(rank, of), clocks.nicAt(rank, of)];
    if (this.#copies.parks(event, cpu)) return PARKED;
    if (this.#isCopied(send)) return this.#copy(send, time, cpu);
    const free = laterOf(clocks.cpu[cpu], clocks.receiving[nic]);
    if (earlier(time, free)) return this.#wait(event, cpu, free);
    const transfer = prices.transfer(send);
    this.#take(send, cpu, time, prices.taking(send) + laterOf(prices.copying(send), transfer), rank);
    clocks.receiving[nic] = time + prices.gap + transfer;
    const recv = this.#inbox.takeReceive(send);
    const end = clocks.cpu[cpu];
    if (recv !== NONE) this.#meet(send, recv, { time, end, sized: send });
    else {
      this.#inbox.arrive(send);
      if (this.#taken !== null) this.#taken[send] = end;
    }
    return time;
  }

  /** The event can take place when its CPU and its NIC are `free`: the time when to look again. */
  #wait(event: number, cpu: number, free: number): number {
    if (!this.#oneOfEach || free !== this.clocks.cpu[cpu]) return free;
    this.#queue.waitFor(event, cpu);
    return PARKED;
  }

  #isCopied(send: number): boolean {
    return this.#copiesAny && this.#prices.isCopied(send);
  }

  /** The receiver's CPU begins to copy the message of `send`, whether its receive is posted or not. */
  #copy(send: number, time: number, cpu: number): number {
    const free = this.clocks.cpu[cpu];
    if (earlier(time, free)) return free;
    const recv = this.#inbox.takeReceive(send);
    const [source, left] = [this.clocks.nicOf[send], this.#prices.bytes(send)];
    this.#copies.begin(send, {
      source,
      cpu,
      start: time,
      gapNsPerByte: this.#prices.perByte(send),
      left,
      recv,
    });
    if (recv === NONE) this.#inbox.arrive(send);
    else if (this.#waits(send)) this.#letGo(send, time);
    this.#lookAgain(source);
    return time;
  }

  /** The next end of a copy from `source` is an event; one of a copy that ends later now finds nothing to do. */
  #lookAgain(source: number): void {
    const first = this.#copies.first(source);
    if (first !== null) this.#queue.add(2 * this.#schedule.operations + source, first.at);
  }

  #endCopies(source: number, time: number): void {
    let ended = false;
    for (let first = this.#copies.first(source); first !== null && !earlier(time, first.at); ) {
      this.#endCopy(first.send, time);
      ended = true;
      first = this.#copies.first(source);
    }
    if (ended) this.#lookAgain(source);
  }

  /** The bytes of a copy are there; its CPU has its overhead to do, and what bytes cost it if that is more. */
  #endCopy(send: number, time: number): void {
    const copy = this.#copies.get(send);
    if (copy === undefined) return;
    const { cpu, start, recv } = copy;
    const end = laterOf(time, start + this.#prices.copying(send)) + this.#prices.taking(send);
    const parked = this.#copies.end(send, copy, time);
    this.clocks.taken(cpu, start, end);
    this.#listener?.(send, this.#schedule.peer[send], start, end);
    if (recv !== NONE) this.releases.received(this.#turns?.overWith(recv) ?? recv, send, end);
    else if (this.#taken !== null) this.#taken[send] = end;
    for (const event of parked)
      if (event < this.#schedule.operations) this.#add(event);
      else this.#queue.add(event, end);
  }

  /** Both ends are there at `time`, the receive is over at `end`, ns. `sized`: whose bytes decide whether the sender has waited. */
  #meet(
    send: number,
    recv: number,
    { time, end, sized }: { time: number; end: number; sized: number },
  ): void {
    if (this.#waits(sized)) this.#letGo(send, time);
    this.releases.received(this.#turns?.overWith(recv) ?? recv, send, end);
  }

  /** A sender that waits for its receiver goes on at `time`. */
  #letGo(send: number, time: number): void {
    this.clocks.hold(this.clocks.cpuOf[send], this.clocks.nicOf[send], time);
    this.releases.ended(send, time);
  }

  #waits(op: number): boolean {
    if (this.#plainCalls) return this.#schedule.value[op] > this.#machine.rendezvous;
    return isSynchronous(this.#schedule, this.#machine, op);
  }

  #take(op: number, cpu: number, time: number, duration: number, rank = this.#rank[op]): void {
    this.clocks.take(cpu, time, duration);
    this.#listener?.(op, rank, time, time + duration);
  }
}
