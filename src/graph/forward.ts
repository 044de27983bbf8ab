/**
 * A program played forward in time: which operations can start and since when, what they tell those behind them, and
 * when both ends of a message meet. Who comes first where several could is decided by whoever plays: `wildcard.ts` asks
 * which message arrives first, `serial-order.ts` who is ready first for a CPU or NIC.
 */
import { NONE } from '../schedule/columns.js';
import { DEP_OP, IREQUIRES, type Schedule } from '../schedule/schedule.js';
import { type Successors, successors } from './successors.js';

export class Forward {
  /** What an `irequires` takes, ns. */
  readonly #async: number;
  readonly #successors: Successors;
  /** [operations] dependencies that are not over yet. */
  readonly #left: Uint32Array;
  /** [operations] when its dependencies are over; once it has started, when it is there to meet, ns. */
  readonly #time: Float64Array;
  readonly #started: Uint8Array;
  /** Operations that can start. */
  readonly #ready: number[] = [];

  /** `async`: what an `irequires` takes, ns. */
  constructor(schedule: Schedule, async: number) {
    const { operations, depStart } = schedule;
    this.#async = async;
    this.#successors = successors(schedule);
    this.#left = new Uint32Array(operations);
    this.#time = new Float64Array(operations);
    this.#started = new Uint8Array(operations);
    for (let op = 0; op < operations; op++) {
      this.#left[op] = depStart[op + 1] - depStart[op];
      if (this.#left[op] === 0) this.#ready.push(op);
    }
  }

  /** An operation that can start, each of them once; NONE when what has been told so far lets no more start. */
  next(): number {
    return this.#ready.pop() ?? NONE;
  }

  /** From when on `op`, which can start and has not, can do so, ns. */
  readyAt(op: number): number {
    return this.#time[op];
  }

  /**
   * `op` starts `at`, and is there `there` to meet the other end: a receive when it is posted, a send at its arrival; null:
   * {@link arrive} will tell.
   */
  start(op: number, at: number, there: number | null): void {
    this.#tell(op, at + this.#async, true);
    if (there !== null) this.arrive(op, there);
  }

  /** `op` is there to meet the other end at `there`. */
  arrive(op: number, there: number): void {
    this.#time[op] = there;
    this.#started[op] = 1;
  }

  /** `op` ends `at`. */
  end(op: number, at: number): void {
    this.#tell(op, at, false);
  }

  /** Whether it is known when `op` is there to meet the other end. */
  hasStarted(op: number): boolean {
    return this.#started[op] !== 0;
  }

  /** When message and receive meet, ns; both have started. */
  meeting(recv: number, send: number): number {
    return Math.max(this.#time[recv], this.#time[send]);
  }

  /** Tells the operations that wait for the start (`immediate`) or the end of `op`. */
  #tell(op: number, at: number, immediate: boolean): void {
    const { start, after } = this.#successors;
    for (let i = start[op]; i < start[op + 1]; i++) {
      if (((after[i] & IREQUIRES) !== 0) !== immediate) continue;
      const next = after[i] & DEP_OP;
      if (at > this.#time[next]) this.#time[next] = at;
      if (--this.#left[next] === 0) this.#ready.push(next);
    }
  }
}
