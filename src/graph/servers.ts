/** CPUs that do one thing at a time and NICs that keep their distance, and who had them before whom. Times in ns. */
import { INJECTION } from '../machine/costs.js';
import type { MessageCosts } from '../machine/message-costs.js';
import { NONE } from '../schedule/columns.js';
import { type Schedule, SEND } from '../schedule/schedule.js';
import { ReadyQueue } from './serial-queue.js';

/** Which of them hinder each other; the others are free. */
export interface Serial {
  readonly cpu: boolean;
  readonly nic: boolean;
}

/** A CPU or NIC: when it is free again, and who had it last. */
class Resource {
  free = 0;
  last = NONE;
  /** The send that leaves next by a NIC, and those that were ready after it. */
  next = NONE;
  readonly waiting = new ReadyQueue();
}

export class Servers {
  readonly #schedule: Schedule;
  readonly #costs: MessageCosts;
  /** Where those come back whose NIC is not free. */
  readonly #ready: ReadyQueue;
  readonly #cpus: readonly Resource[];
  readonly #nics: readonly Resource[];
  /** [operations] index into `#cpus` and `#nics`. */
  readonly #cpuOf: Uint32Array;
  readonly #nicOf: Uint32Array;
  /** [operations] who had the CPU, and the NIC, before; null: they are free. */
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

  /** Whether `op`, ready at `at`, may ask for its CPU at once; otherwise it comes back when its NIC is free. */
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
