/**
 * Plays a program forward with CPUs and NICs that serve who is ready first, and keeps who came before whom. Each edge
 * leads from what was served earlier to what was served later, as every dependency and message does: no cycle can
 * arise.
 */

import { INJECTION } from '../machine/costs.js';
import type { Machine } from '../machine/machine.js';
import { MessageCosts } from '../machine/message-costs.js';
import { NONE } from '../schedule/columns.js';
import { CALC, RECV, type Schedule, SEND } from '../schedule/schedule.js';
import { Forward } from './forward.js';
import type { SerialOrder } from './serial.js';
import { ReadyQueue } from './serial-queue.js';

/**
 * The order in which the operations of a CPU and the sends of a NIC become ready at the machine's parameters.
 * `partner` must match every message, and the program must have no cycle.
 */
export function serialOrder(schedule: Schedule, partner: Uint32Array, machine: Machine): SerialOrder | null {
  if (machine.cpu !== 'serial' && machine.nic !== 'serial') return null;
  return new ServiceOrder(schedule, partner, machine).run();
}

/** A CPU or NIC: when it is free again, and who had it last. */
class Resource {
  free = 0;
  last = NONE;
  /** The send that leaves next by a NIC, and those that were ready after it. */
  next = NONE;
  readonly waiting = new ReadyQueue();
}

/** Serves who is ready first. */
class ServiceOrder {
  readonly #schedule: Schedule;
  readonly #partner: Uint32Array;
  readonly #costs: MessageCosts;
  /** g, ns. */
  readonly #gap: number;
  readonly #forward: Forward;
  readonly #cpus: readonly Resource[];
  readonly #nics: readonly Resource[];
  /** [operations] index into `#cpus` and `#nics`. */
  readonly #cpuOf: Uint32Array;
  readonly #nicOf: Uint32Array;
  readonly #cpuBefore: Uint32Array | null;
  readonly #nicBefore: Uint32Array | null;
  /** Operations that ask for their NIC or CPU. */
  readonly #ready = new ReadyQueue();

  constructor(schedule: Schedule, partner: Uint32Array, machine: Machine) {
    const { operations, cpu, nic } = schedule;
    this.#schedule = schedule;
    this.#partner = partner;
    this.#costs = new MessageCosts(schedule, machine);
    this.#gap = machine.gap;
    this.#forward = new Forward(schedule, machine.async);
    [this.#cpus, this.#cpuOf] = resources(schedule, cpu);
    [this.#nics, this.#nicOf] = resources(schedule, nic);
    this.#cpuBefore = machine.cpu === 'serial' ? new Uint32Array(operations).fill(NONE) : null;
    this.#nicBefore = machine.nic === 'serial' ? new Uint32Array(operations).fill(NONE) : null;
  }

  run(): SerialOrder {
    this.#advance();
    while (this.#ready.size > 0) {
      const { time } = this.#ready;
      const op = this.#ready.take();
      if (this.#hasNic(op, time)) this.#serve(op, time);
      this.#advance();
    }
    const cpuBefore = this.#cpuBefore;
    const nicBefore = this.#nicBefore;
    return { cpuBefore, nicBefore, cpuEdges: count(cpuBefore), nicEdges: count(nicBefore) };
  }

  /** Posts the receives that can be, which takes nothing; the other operations ask for what they need. */
  #advance(): void {
    const forward = this.#forward;
    for (let op = forward.next(); op !== NONE; op = forward.next()) {
      const at = forward.readyAt(op);
      if (this.#schedule.kind[op] === RECV) this.#start(op, at);
      else this.#ready.add(at, op);
    }
  }

  /** Whether `op`, ready at `at`, may ask for its CPU at once; otherwise it comes back when its NIC is free. */
  #hasNic(op: number, at: number): boolean {
    if (this.#nicBefore === null || this.#schedule.kind[op] !== SEND) return true;
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
  #leaveNic(send: number, start: number): void {
    if (this.#nicBefore === null) return;
    const nic = this.#nics[this.#nicOf[send]];
    this.#nicBefore[send] = nic.last;
    nic.last = send;
    nic.free = start + this.#distance(send);
    nic.next = nic.waiting.size === 0 ? NONE : nic.waiting.take();
    if (nic.next !== NONE) this.#ready.add(nic.free, nic.next);
  }

  /** max(o, g + (s − 1)·G). */
  #distance(send: number): number {
    const { sending } = this.#costs.of(send);
    return Math.max(this.#costs.price(send, sending), this.#gap + this.#costs.price(send, INJECTION));
  }

  /** `op` is ready at `at` and gets its CPU when it is free. */
  #serve(op: number, at: number): void {
    const { kind, value } = this.#schedule;
    const held = kind[op] === CALC ? value[op] : this.#heldFor(op);
    const start = this.#holdCpu(op, at, held);
    if (kind[op] === RECV) {
      this.#meet(op, start);
      return;
    }
    if (kind[op] === SEND) this.#leaveNic(op, start);
    this.#start(op, start);
    if (kind[op] === CALC || this.#costs.of(op).sendEnd === null) this.#forward.end(op, start + held);
  }

  /** How long a send or receive holds its CPU. */
  #heldFor(op: number): number {
    const receives = this.#schedule.kind[op] === RECV;
    const send = receives ? this.#partner[op] : op;
    const { sending, taking } = this.#costs.of(send);
    return this.#costs.price(send, receives ? taking : sending);
  }

  /** When the CPU starts with `op`. */
  #holdCpu(op: number, at: number, held: number): number {
    if (this.#cpuBefore === null) return at;
    const cpu = this.#cpus[this.#cpuOf[op]];
    const start = Math.max(at, cpu.free);
    if (cpu.last !== NONE && !this.#requires(op, cpu.last)) this.#cpuBefore[op] = cpu.last;
    cpu.last = op;
    cpu.free = start + held;
    return start;
  }

  #requires(op: number, before: number): boolean {
    const { depStart, deps } = this.#schedule;
    for (let i = depStart[op]; i < depStart[op + 1]; i++) if (deps[i] === before) return true;
    return false;
  }

  /** `op` starts; where both ends of a message have, the receive asks for its CPU when they meet. */
  #start(op: number, at: number): void {
    const { kind } = this.#schedule;
    const sends = kind[op] === SEND;
    this.#forward.start(op, at, sends ? at + this.#costs.price(op, this.#costs.of(op).sendToMeet) : at);
    if (kind[op] === CALC) return;
    const other = this.#partner[op];
    if (other === NONE || !this.#forward.hasStarted(other)) return;
    const [send, recv] = sends ? [op, other] : [other, op];
    this.#ready.add(this.#forward.meeting(recv, send), recv);
  }

  /** The receive goes on at `start`, message and CPU at hand; so does a send that waited for it. */
  #meet(recv: number, start: number): void {
    const send = this.#partner[recv];
    const { recvEnd, sendEnd } = this.#costs.of(send);
    this.#forward.end(recv, start + this.#costs.price(send, recvEnd));
    if (sendEnd !== null) this.#forward.end(send, start + this.#costs.price(send, sendEnd));
  }
}

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

function count(before: Uint32Array | null): number {
  return before === null ? 0 : before.reduce((sum, op) => sum + (op === NONE ? 0 : 1), 0);
}
