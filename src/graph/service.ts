/**
 * A program played forward where CPUs and NICs serve who is ready first, and, with a carrier, the network takes its own time
 * for each message.
 */
import { behind, type Cost, INJECTION, MessageCosts, WIRE } from '../machine/costs.js';
import type { Machine } from '../machine/machine.js';
import { CALC, f64, NONE, RECV, type Schedule, SEND } from '../schedule/schedule.js';
import { Forward, ReadyQueue } from './forward.js';
import type { SerialOrder } from './graph-events.js';

/** Which of them hinder each other; the others are free. */
interface Serial {
  readonly cpu: boolean;
  readonly nic: boolean;
}

/** A CPU or NIC: when it is free again, and its last user. */
class Resource {
  free = 0;
  last = NONE;
  /** The send that leaves next by a NIC, and those that were ready after it. */
  next = NONE;
  readonly waiting = new ReadyQueue();
}

/** CPUs that do one thing at a time and NICs that space messages, and the order of their users. Times in ns. */
class Servers {
  readonly #schedule: Schedule;
  readonly #costs: MessageCosts;
  /** Queue of operations whose NIC is not free. */
  readonly #ready: ReadyQueue;
  readonly #cpus: readonly Resource[];
  readonly #nics: readonly Resource[];
  /** [operations] index into `#cpus` and `#nics`. */
  readonly #cpuOf: Uint32Array;
  readonly #nicOf: Uint32Array;
  /** [operations] previous user of the CPU, and of the NIC; null: they are free. */
  readonly cpuBefore: Uint32Array | null;
  readonly nicBefore: Uint32Array | null;

  constructor(costs: MessageCosts, ready: ReadyQueue, { cpu, nic }: Serial) {
    const { schedule } = costs;
    const { operations } = schedule;
    this.#schedule = schedule;
    this.#costs = costs;
    this.#ready = ready;
    [this.#cpus, this.#cpuOf] = cpu ? resources(schedule, schedule.cpu) : NOTHING;
    [this.#nics, this.#nicOf] = nic ? resources(schedule, schedule.nic) : NOTHING;
    this.cpuBefore = cpu ? new Uint32Array(operations).fill(NONE) : null;
    this.nicBefore = nic ? new Uint32Array(operations).fill(NONE) : null;
  }

  /** Whether `op`, ready at `at`, may request its CPU now; otherwise it comes back when its NIC is free. */
  hasNic(op: number, at: number): boolean {
    if (this.nicBefore === null || this.#schedule.kind[op] !== SEND) return true;
    const nic = this.#nics[this.#nicOf[op]];
    if (nic.next === op) return true;
    if (nic.next !== NONE) {
      nic.waiting.add(at, op);
      return false;
    }
    nic.next = op;
    if (nic.free <= at) return true;
    this.#ready.add(nic.free, op);
    return false;
  }

  /** `send` leaves at `start`: the next one may ask for its CPU once the distance is kept. */
  leaveNic(send: number, start: number): void {
    if (this.nicBefore === null) return;
    const nic = this.#nics[this.#nicOf[send]];
    this.nicBefore[send] = nic.last;
    nic.last = send;
    nic.free = start + this.#distance(send);
    nic.next = nic.waiting.size === 0 ? NONE : nic.waiting.take();
    if (nic.next !== NONE) this.#ready.add(nic.free, nic.next);
  }

  /** max(o, g + (s − 1)·G). */
  #distance(send: number): number {
    const { sending } = this.#costs.of(send);
    return Math.max(
      this.#costs.price(send, sending),
      this.#costs.machine.gap + this.#costs.price(send, INJECTION),
    );
  }

  /** When the CPU starts with `op`. */
  holdCpu(op: number, at: number, held: number): number {
    if (this.cpuBefore === null) return at;
    const cpu = this.#cpus[this.#cpuOf[op]];
    const start = Math.max(at, cpu.free);
    if (cpu.last !== NONE && !this.#requires(op, cpu.last)) this.cpuBefore[op] = cpu.last;
    cpu.last = op;
    cpu.free = start + held;
    return start;
  }

  #requires(op: number, before: number): boolean {
    const { depStart, deps } = this.#schedule;
    for (let i = depStart[op]; i < depStart[op + 1]; i++) if (deps[i] === before) return true;
    return false;
  }
}

const NOTHING: [Resource[], Uint32Array] = [[], new Uint32Array(0)];

/** One resource per (rank, number), and by operation which one it is. */
function resources(schedule: Schedule, numbers: Uint16Array | null): [Resource[], Uint32Array] {
  const { ranks, rankStart, operations } = schedule;
  const of = new Uint32Array(operations);
  const found: Resource[] = [];
  for (let rank = 0; rank < ranks; rank++) {
    const known = new Map<number, number>();
    for (let op = rankStart[rank]; op < rankStart[rank + 1]; op++) {
      const number = numbers === null ? 0 : numbers[op];
      const index = known.get(number) ?? found.length;
      if (index === found.length) {
        known.set(number, index);
        found.push(new Resource());
      }
      of[op] = index;
    }
  }
  return [found, of];
}

/** The bytes of the message of `send` have come, `lateNs` later than unhindered. */
export type Arrived = (send: number, lateNs: number) => void;

/** How the bytes of messages get over the network; its steps are taken in the order of time. */
export interface Carrier {
  /** The bytes of the message of `send` leave at `at`, ns; `arrived` is called, then or later, when they have come. */
  carry(send: number, at: number, arrived: Arrived): void;
  /** Something of the carrier's is due: `event` as it gave it to the queue, less the number of operations. */
  step(event: number, at: number, arrived: Arrived): void;
}

/** The program, and the common state of a service and its carrier. */
interface Played {
  readonly partner: Uint32Array;
  readonly costs: MessageCosts;
  /** Operations that request their NIC or CPU, and, after their numbers, the next step of the carrier. */
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
    const { schedule } = costs;
    this.#schedule = schedule;
    this.#partner = partner;
    this.#costs = costs;
    this.#queue = queue;
    this.#forward = new Forward(costs);
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

  /** Posts the receives that are ready, which takes no time; the other operations request their resources. */
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

  /** `op` starts; where both ends of a message have, the receive requests its CPU when they meet. */
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

  /** The bytes cross at the end of the time that `cost` counts from `at` on; `unhindered`: when they have then come. */
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

  /** The bytes have come at `at`: they meet their receive, or complete a rendezvous. */
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

// Plays a program forward with CPUs and NICs that serve who is ready first, and keeps who came before whom. Each edge
// leads from what was served earlier to what was served later, as every dependency and message does: no cycle can
// arise.

/**
 * The order in which the operations of a CPU and the sends of a NIC become ready at the machine's parameters.
 * `partner` must match every message, and the program must have no cycle.
 */
export function serialOrder(schedule: Schedule, partner: Uint32Array, machine: Machine): SerialOrder | null {
  const serial = { cpu: machine.cpu === 'serial', nic: machine.nic === 'serial' };
  if (!serial.cpu && !serial.nic) return null;
  const costs = new MessageCosts(schedule, machine);
  const service = new Service({ partner, costs, queue: new ReadyQueue() }, serial);
  service.run();
  const { cpuBefore, nicBefore } = service.servers;
  return { cpuBefore, nicBefore, cpuEdges: count(cpuBefore), nicEdges: count(nicBefore) };
}

function count(before: Uint32Array | null): number {
  return before === null ? 0 : before.reduce((sum, op) => sum + (op === NONE ? 0 : 1), 0);
}
