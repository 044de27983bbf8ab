/**
 * A program played forward where CPUs and NICs serve who is ready first, and, with a carrier, the network takes its own time
 * for each message.
 */
import { behind, type Cost, WIRE } from '../machine/costs.js';
import type { MessageCosts } from '../machine/message-costs.js';
import { f64, NONE } from '../schedule/columns.js';
import { CALC, RECV, type Schedule, SEND } from '../schedule/schedule.js';
import { Forward } from './forward.js';
import type { ReadyQueue } from './serial-queue.js';
import { type Serial, Servers } from './servers.js';

/** Told that the bytes of the message of `send` have come, `lateNs` later than unhindered. */
export type Arrived = (send: number, lateNs: number) => void;

/** How the bytes of messages get over the network; its steps are taken in the order of time. */
export interface Carrier {
  /** The bytes of the message of `send` leave at `at`, ns; `arrived` is told, then or later, when they have come. */
  carry(send: number, at: number, arrived: Arrived): void;
  /** Something of the carrier's is due: `event` as it gave it to the queue, less the number of operations. */
  step(event: number, at: number, arrived: Arrived): void;
}

/** What is played, and what both a service and its carrier need. */
export interface Played {
  readonly partner: Uint32Array;
  readonly costs: MessageCosts;
  /** Operations that ask for their NIC or CPU, and, behind their numbers, what is due at the carrier. */
  readonly queue: ReadyQueue;
}

export class Service {
  readonly #schedule: Schedule;
  readonly #partner: Uint32Array;
  readonly #costs: MessageCosts;
  readonly #queue: ReadyQueue;
  readonly #carrier: Carrier | null;
  readonly #forward: Forward;
  /** [operations] by send: when its bytes come unhindered, or both ends go on as if they had, ns. */
  readonly #unhindered: Float64Array;
  readonly servers: Servers;
  /** When the last operation ends, ns. */
  runtime = 0;

  /** `carrier`: with the same queue; null: each message comes as the model says. */
  constructor({ partner, costs, queue }: Played, serial: Serial, carrier: Carrier | null = null) {
    const { schedule, machine } = costs;
    this.#schedule = schedule;
    this.#partner = partner;
    this.#costs = costs;
    this.#queue = queue;
    this.#forward = new Forward(schedule, machine.async);
    this.servers = new Servers(costs, queue, serial);
    this.#carrier = carrier;
    this.#unhindered = f64(carrier === null ? 0 : schedule.operations);
  }

  run(): void {
    const { operations } = this.#schedule;
    this.#advance();
    while (this.#queue.size > 0) {
      const { time } = this.#queue;
      const event = this.#queue.take();
      if (event >= operations) this.#carrier?.step(event - operations, time, this.#arrived);
      else if (this.servers.hasNic(event, time)) this.#serve(event, time);
      this.#advance();
    }
  }

  /** Posts the receives that can be, which takes nothing; the other operations ask for what they need. */
  #advance(): void {
    const forward = this.#forward;
    for (let op = forward.next(); op !== NONE; op = forward.next()) {
      const at = forward.readyAt(op);
      if (this.#schedule.kind[op] === RECV) this.#start(op, at);
      else this.#queue.add(at, op);
    }
  }

  /** `op` is ready at `at` and gets its CPU when it is free. */
  #serve(op: number, at: number): void {
    const { kind, value } = this.#schedule;
    const held = kind[op] === CALC ? value[op] : this.#heldFor(op);
    const start = this.servers.holdCpu(op, at, held);
    if (kind[op] === RECV) {
      this.#meet(op, start);
      return;
    }
    if (kind[op] === SEND) this.servers.leaveNic(op, start);
    this.#start(op, start);
    if (kind[op] === CALC || this.#costs.of(op).sendEnd === null) this.#end(op, start + held);
  }

  /** How long a send or receive holds its CPU. */
  #heldFor(op: number): number {
    const receives = this.#schedule.kind[op] === RECV;
    const send = receives ? this.#partner[op] : op;
    const { sending, taking } = this.#costs.of(send);
    return this.#costs.price(send, receives ? taking : sending);
  }

  /** `op` starts; where both ends of a message have, the receive asks for its CPU when they meet. */
  #start(op: number, at: number): void {
    if (this.#schedule.kind[op] !== SEND) {
      this.#forward.start(op, at, at);
      this.#meetLater(this.#partner[op], op);
      return;
    }
    const { sendToMeet } = this.#costs.of(op);
    const there = at + this.#costs.price(op, sendToMeet);
    if (sendToMeet.transfers === 0 || this.#partner[op] === NONE) {
      this.#forward.start(op, at, there);
      this.#meetLater(op, this.#partner[op]);
      return;
    }
    this.#forward.start(op, at, null);
    this.#carry(op, at, sendToMeet, there);
  }

  #meetLater(send: number, recv: number): void {
    if (send === NONE || recv === NONE) return;
    const forward = this.#forward;
    if (forward.hasStarted(send) && forward.hasStarted(recv))
      this.#queue.add(forward.meeting(recv, send), recv);
  }

  /** The bytes cross at the end of what `cost` counts from `at` on; `unhindered`: when they have then come. */
  #carry(send: number, at: number, cost: Cost, unhindered: number): void {
    if (this.#carrier === null) {
      this.#come(send, unhindered);
      return;
    }
    this.#unhindered[send] = unhindered;
    this.#carrier.carry(send, at + this.#costs.price(send, behind(cost, WIRE)), this.#arrived);
  }

  readonly #arrived: Arrived = (send, lateNs) => {
    this.#come(send, this.#unhindered[send] + lateNs);
  };

  /** The bytes have come at `at`: they meet their receive, or were what both ends had met for. */
  #come(send: number, at: number): void {
    if (this.#costs.of(send).sendToMeet.transfers === 0) {
      this.#part(send, this.#partner[send], at);
      return;
    }
    this.#forward.arrive(send, at);
    this.#meetLater(send, this.#partner[send]);
  }

  /** The receive goes on at `start`, message and CPU at hand; so does a send that waited for it. */
  #meet(recv: number, start: number): void {
    const send = this.#partner[recv];
    const { data } = this.#costs.of(send);
    if (data.transfers === 0) this.#part(send, recv, start);
    else this.#carry(send, start, data, start);
  }

  #part(send: number, recv: number, start: number): void {
    const { recvEnd, sendEnd } = this.#costs.of(send);
    this.#end(recv, start + this.#costs.price(send, recvEnd));
    if (sendEnd !== null) this.#end(send, start + this.#costs.price(send, sendEnd));
  }

  #end(op: number, at: number): void {
    if (at > this.runtime) this.runtime = at;
    this.#forward.end(op, at);
  }
}
