/** When CPUs and NICs of all ranks are free again, and how long CPUs were busy. Times in ns. */
import { f64, u16 } from '../schedule/columns.js';
import type { Schedule } from '../schedule/schedule.js';
import { laterOf } from './clock.js';

export class Clocks {
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
    const { operations, ranks } = schedule;
    this.#schedule = schedule;
    this.#cpus = 1 + largest(schedule.cpu);
    this.#nics = 1 + largest(schedule.nic);
    const cpu = schedule.cpu ?? u16(operations);
    const nic = schedule.nic ?? u16(operations);
    this.cpuOf = rank.map((r, op) => r * this.#cpus + cpu[op]);
    this.nicOf = rank.map((r, op) => r * this.#nics + nic[op]);
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

function largest(column: Uint16Array | null): number {
  return column?.reduce((most, one) => Math.max(most, one), 0) ?? 0;
}
