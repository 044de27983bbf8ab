/**
 * Plays a program forward with CPUs and NICs that serve who is ready first, and keeps who came before whom. Each edge
 * leads from what was served earlier to what was served later, as every dependency and message does: no cycle can
 * arise.
 */

import { COSTS, type Cost, type ProtocolCosts } from '../machine/costs.js';
import { type Machine, overheadOf } from '../machine/machine.js';
import { protocolOf } from '../machine/message.js';
import { routeLatencyNs } from '../machine/network.js';
import { NONE } from '../schedule/columns.js';
import { CALC, DEP_OP, IREQUIRES, RECV, rankOf, type Schedule, SEND } from '../schedule/schedule.js';
import type { SerialOrder } from './serial.js';
import { ReadyQueue } from './serial-queue.js';
import { type Successors, successors } from './successors.js';

/**
 * The order in which the operations of a CPU and the sends of a NIC become ready at the machine's parameters.
 * `partner` must match every message, and the program must have no cycle.
 */
export function serialOrder(schedule: Schedule, partner: Uint32Array, machine: Machine): SerialOrder | null {
  if (machine.cpu !== 'serial' && machine.nic !== 'serial') return null;
  return new Forward(schedule, partner, machine).run();
}

/** A CPU or NIC: when it is free again, and who had it last. */
class Resource {
  free = 0;
  last = NONE;
  /** The send that leaves next by a NIC, and those that were ready after it. */
  next = NONE;
  readonly waiting = new ReadyQueue();
}

class Forward {
  readonly #schedule: Schedule;
  readonly #partner: Uint32Array;
  readonly #machine: Machine;
  readonly #successors: Successors;
  readonly #cpus: readonly Resource[];
  readonly #nics: readonly Resource[];
  /** [operations] index into `#cpus` and `#nics`. */
  readonly #cpuOf: Uint32Array;
  readonly #nicOf: Uint32Array;
  readonly #cpuBefore: Uint32Array | null;
  readonly #nicBefore: Uint32Array | null;
  /** [operations] dependencies that are not over yet. */
  readonly #left: Uint32Array;
  /** [operations] when the dependencies are over, then when the operation has started, ns. */
  readonly #post: Float64Array;
  readonly #posted: Uint8Array;
  /** Operations whose dependencies are over, to be looked at. */
  readonly #open: number[] = [];
  /** Operations that ask for their NIC or CPU. */
  readonly #ready = new ReadyQueue();

  constructor(schedule: Schedule, partner: Uint32Array, machine: Machine) {
    const { operations, depStart, cpu, nic } = schedule;
    this.#schedule = schedule;
    this.#partner = partner;
    this.#machine = machine;
    this.#successors = successors(schedule);
    [this.#cpus, this.#cpuOf] = resources(schedule, cpu);
    [this.#nics, this.#nicOf] = resources(schedule, nic);
    this.#cpuBefore = machine.cpu === 'serial' ? new Uint32Array(operations).fill(NONE) : null;
    this.#nicBefore = machine.nic === 'serial' ? new Uint32Array(operations).fill(NONE) : null;
    this.#left = new Uint32Array(operations);
    this.#post = new Float64Array(operations);
    this.#posted = new Uint8Array(operations);
    for (let op = 0; op < operations; op++) {
      this.#left[op] = depStart[op + 1] - depStart[op];
      if (this.#left[op] === 0) this.#open.push(op);
    }
  }

  run(): SerialOrder {
    this.#look();
    while (this.#ready.size > 0) {
      const { time } = this.#ready;
      const op = this.#ready.take();
      if (this.#hasNic(op, time)) this.#serve(op, time);
      this.#look();
    }
    const cpuBefore = this.#cpuBefore;
    const nicBefore = this.#nicBefore;
    return { cpuBefore, nicBefore, cpuEdges: count(cpuBefore), nicEdges: count(nicBefore) };
  }

  /** Posts the receives whose dependencies are over, which takes nothing; the others ask for what they need. */
  #look(): void {
    for (let op = this.#open.pop(); op !== undefined; op = this.#open.pop()) {
      if (this.#schedule.kind[op] === RECV) this.#posts(op, this.#post[op]);
      else this.#ready.add(this.#post[op], op);
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
    const bytes = this.#schedule.value[send];
    const { gap } = this.#route(send);
    return Math.max(overheadOf(this.#machine, bytes), this.#machine.gap + Math.max(bytes - 1, 0) * gap);
  }

  /** `op` is ready at `at` and gets its CPU when it is free. */
  #serve(op: number, at: number): void {
    const { kind, value } = this.#schedule;
    const message = kind[op] === RECV ? this.#partner[op] : op;
    const held = kind[op] === CALC ? value[op] : overheadOf(this.#machine, value[message]);
    const start = this.#holdCpu(op, at, held);
    if (kind[op] === RECV) {
      this.#meet(op, start);
      return;
    }
    if (kind[op] === SEND) this.#leaveNic(op, start);
    this.#posts(op, start);
    if (kind[op] === CALC || this.#costsOf(op).sendEnd === null) this.#notify(op, start + held, false);
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

  /** `op` has started; a receive whose message is sent, and a send whose receive is posted, meet. */
  #posts(op: number, at: number): void {
    this.#post[op] = at;
    this.#posted[op] = 1;
    this.#notify(op, at + this.#machine.async, true);
    if (this.#schedule.kind[op] === CALC) return;
    const other = this.#partner[op];
    if (this.#posted[other] === 0) return;
    const [send, recv] = this.#schedule.kind[op] === SEND ? [op, other] : [other, op];
    const arrival = this.#post[send] + this.#price(send, this.#costsOf(send).sendToMeet);
    this.#ready.add(Math.max(this.#post[recv], arrival), recv);
  }

  /** The receive goes on at `start`, message and CPU at hand; so does a send that waited for it. */
  #meet(recv: number, start: number): void {
    const send = this.#partner[recv];
    const { recvEnd, sendEnd } = this.#costsOf(send);
    this.#notify(recv, start + this.#price(send, recvEnd), false);
    if (sendEnd !== null) this.#notify(send, start + this.#price(send, sendEnd), false);
  }

  #costsOf(send: number): ProtocolCosts {
    return COSTS[protocolOf(this.#schedule, this.#machine, send)];
  }

  #price(send: number, { overheads, latencies, transfers }: Cost): number {
    const bytes = this.#schedule.value[send];
    const { latency, gap } = this.#route(send);
    const overhead = overheads * overheadOf(this.#machine, bytes);
    return overhead + latencies * latency + transfers * Math.max(bytes - 1, 0) * gap;
  }

  #route(send: number): { latency: number; gap: number } {
    const { network } = this.#machine;
    const route = network.routeOf(rankOf(this.#schedule, send), this.#schedule.peer[send]);
    const gap = network.gaps[network.routes[route].gap].gapNsPerByte;
    return { latency: routeLatencyNs(network, route), gap };
  }

  /** Tells who waits for the post (`immediate`) or the end of `op`. */
  #notify(op: number, at: number, immediate: boolean): void {
    const { start, after } = this.#successors;
    for (let i = start[op]; i < start[op + 1]; i++) {
      if (((after[i] & IREQUIRES) !== 0) !== immediate) continue;
      const next = after[i] & DEP_OP;
      if (at > this.#post[next]) this.#post[next] = at;
      if (--this.#left[next] === 0) this.#open.push(next);
    }
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
