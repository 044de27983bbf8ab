/**
 * A schedule played event by event, as LogGOPSim does: a CPU and a NIC of a rank do one thing at a time, in the order in
 * which things become ready. Source: Hoefler, Schneider, Lumsdaine, "LogGOPSim: simulating large-scale applications in
 * the LogGOPS model" (2010); details by experiment.
 */
import type { Machine } from '../machine/machine.js';
import { isSynchronous } from '../machine/message.js';
import { f64, NONE } from '../schedule/columns.js';
import { CALC, NOBODY, ranksOf, type Schedule, SEND } from '../schedule/schedule.js';
import { earlier, laterOf } from './clock.js';
import { Clocks } from './clocks.js';
import { EventQueue } from './event-queue.js';
import { Inbox } from './inbox.js';
import { MessagePrices } from './message-prices.js';
import type { Peculiarities } from './peculiarities.js';
import { Releases } from './releases.js';
import { Turns } from './turns.js';

/** Who hears what CPUs do: `op` (of a message its send) keeps a CPU of `rank` from `start` to `end`, ns. */
export type Listener = (op: number, rank: number, start: number, end: number) => void;

export class Simulation {
  readonly #schedule: Schedule;
  readonly #machine: Machine;
  /** Whether these peculiarities are followed: each event asks. */
  readonly #otherCpus: boolean;
  readonly #plainCalls: boolean;
  readonly #receiveSize: boolean;
  readonly #listener: Listener | null;
  readonly #rank: Uint32Array;
  readonly #prices: MessagePrices;
  readonly #queue = new EventQueue();
  readonly #inbox: Inbox;
  readonly #turns: Turns | null;
  readonly releases: Releases;
  readonly clocks: Clocks;
  /** [operations] until when a CPU of its own has been at the message of a send, ns; null: a rank has one CPU. */
  readonly #taken: Float64Array | null;
  /** Sends to a rank that is not there. */
  readonly #lost: number[] = [];
  /** Operations that took place, and messages that arrived. */
  events = 0;

  /** `perByte`: O, ns/B. */
  constructor(
    schedule: Schedule,
    machine: Machine,
    { odd, perByte, listener }: { odd: Peculiarities; perByte: number; listener: Listener | null },
  ) {
    this.#schedule = schedule;
    this.#machine = machine;
    this.#otherCpus = odd.has('other-cpus');
    this.#plainCalls = odd.has('plain-calls');
    this.#receiveSize = odd.has('receive-size');
    this.#listener = listener;
    this.#rank = ranksOf(schedule);
    this.#prices = new MessagePrices(schedule, machine, perByte, odd.has('empty-messages') ? -1 : 0);
    this.#inbox = new Inbox(schedule, this.#rank);
    this.#turns = this.#plainCalls || schedule.takenAfter === null ? null : new Turns(schedule);
    this.releases = new Releases(schedule, this.#rank, odd.has('release-order'));
    this.clocks = new Clocks(schedule, this.#rank);
    this.#taken = schedule.cpu === null || this.#otherCpus ? null : f64(schedule.operations);
  }

  play(): void {
    const { operations } = this.#schedule;
    const queue = this.#queue;
    this.releases.handOn(this.#add);
    while (queue.length > 0) {
      const event = queue.take();
      const { time } = queue;
      const later = event < operations ? this.#start(event, time) : this.#arrive(event - operations, time);
      if (earlier(time, later)) queue.putBack(event, later);
      else {
        this.events++;
        this.releases.handOn(this.#add);
      }
    }
  }

  /** Receives without a message, and messages without a receive, by their operation. */
  unmatched(): number[] {
    return [...this.#lost, ...this.#inbox.left()];
  }

  readonly #add = (op: number): void => {
    const free = this.clocks.cpu[this.clocks.cpuOf[op]];
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
    if (earlier(time, this.clocks.cpu[cpu])) return this.clocks.cpu[cpu];
    this.#take(op, cpu, time, this.#schedule.value[op]);
    this.releases.started(op, time + this.#machine.async);
    this.releases.ended(op, this.clocks.cpu[cpu]);
    return time;
  }

  #send(op: number, time: number): number {
    const { clocks } = this;
    const [cpu, nic] = [clocks.cpuOf[op], clocks.nicOf[op]];
    const free = laterOf(clocks.cpu[cpu], clocks.sending[nic]);
    if (earlier(time, free)) return free;
    const prices = this.#prices;
    const sending = prices.sending(op);
    this.#take(op, cpu, time, sending + prices.copying(op));
    this.releases.started(op, time + this.#machine.async);
    if (this.#schedule.peer[op] === NOBODY) {
      this.#lost.push(op);
      return time;
    }
    clocks.sending[nic] = time + prices.gap + prices.transfer(op);
    if (this.#schedule.unreceived?.[op] !== 1)
      this.#queue.add(this.#schedule.operations + op, time + sending + prices.latency(op));
    if (!this.#waits(op)) this.releases.ended(op, clocks.cpu[cpu]);
    return time;
  }

  #post(op: number, time: number): number {
    this.releases.started(op, time + this.#machine.async);
    const send = this.#inbox.takeMessage(op);
    if (send === NONE) this.#inbox.post(op);
    else {
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
    const posted = this.#otherCpus ? NONE : this.#inbox.receiveFor(send);
    const of = posted === NONE ? send : posted;
    const [cpu, nic] = [clocks.cpuAt(rank, of), clocks.nicAt(rank, of)];
    const free = laterOf(clocks.cpu[cpu], clocks.receiving[nic]);
    if (earlier(time, free)) return free;
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

  /** Both ends are there at `time`, the receive is over at `end`, ns. `sized`: whose bytes tell whether the sender has waited. */
  #meet(
    send: number,
    recv: number,
    { time, end, sized }: { time: number; end: number; sized: number },
  ): void {
    if (this.#waits(sized)) {
      this.clocks.hold(this.clocks.cpuOf[send], this.clocks.nicOf[send], time);
      this.releases.ended(send, time);
    }
    this.releases.ended(this.#turns?.overWith(recv) ?? recv, end);
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
