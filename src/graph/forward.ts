/**
 * A program played forward in time: which operations can start and since when, which others they release, and when both
 * ends of a message meet. The caller decides who comes first where several could: `wildcard.ts` by which message
 * arrives first, `service.ts` by which is ready first for a CPU or NIC.
 */

import type { MessageCosts } from '../machine/costs.js';
import { DEP_OP, f64, IREQUIRES, NONE, type Schedule } from '../schedule/schedule.js';

/** Dependents of operations, as CSR. */
export interface Successors {
  /** [operations + 2] start of an operation's successors in `after`. */
  readonly start: Uint32Array;
  /** [dependencies] `op | IREQUIRES?`: it waits for the end, or with the flag for the post. */
  readonly after: Uint32Array;
}

const known = new WeakMap<Schedule, Successors>();

/** The dependencies of a schedule the other way round, which several simulations of it share. */
export function successors(schedule: Schedule): Successors {
  const found = known.get(schedule) ?? reversed(schedule);
  known.set(schedule, found);
  return found;
}

function reversed(schedule: Schedule): Successors {
  const n = schedule.operations;
  const start = new Uint32Array(n + 2);
  for (const dep of schedule.deps) start[(dep & DEP_OP) + 2]++;
  for (let op = 0; op < n; op++) start[op + 2] += start[op + 1];
  const after = new Uint32Array(schedule.deps.length);
  for (let op = 0; op < n; op++) {
    for (let i = schedule.depStart[op]; i < schedule.depStart[op + 1]; i++) {
      const dep = schedule.deps[i];
      after[start[(dep & DEP_OP) + 1]++] = (op | (dep & IREQUIRES)) >>> 0;
    }
  }
  return { start, after };
}

export class Forward {
  readonly #costs: MessageCosts;
  readonly #successors: Successors;
  /** [operations] dependencies that are not over yet. */
  readonly #left: Uint32Array;
  /** [operations] when its dependencies are over; once it has started, when it is there to meet, ns. */
  readonly #time: Float64Array;
  readonly #started: Uint8Array;
  /** Operations that can start. */
  readonly #ready: number[] = [];

  constructor(costs: MessageCosts) {
    const { schedule } = costs;
    const { operations, depStart } = schedule;
    this.#costs = costs;
    this.#successors = successors(schedule);
    this.#left = new Uint32Array(operations);
    this.#time = new Float64Array(operations);
    this.#started = new Uint8Array(operations);
    for (let op = 0; op < operations; op++) {
      this.#left[op] = depStart[op + 1] - depStart[op];
      if (this.#left[op] === 0) this.#ready.push(op);
    }
  }

  /** An operation that can start, each of them once; NONE when no more can start at present. */
  next(): number {
    return this.#ready.pop() ?? NONE;
  }

  /** Earliest start of `op`, which can start and has not, ns. */
  readyAt(op: number): number {
    return this.#time[op];
  }

  /**
   * `op` starts `at`, and is ready `there` to meet the other end: a receive when it is posted, a send at its arrival;
   * null: {@link arrive} follows.
   */
  start(op: number, at: number, there: number | null): void {
    this.#tell(op, at + this.#costs.startNs(op), true);
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

  /** Whether it is known when `op` is ready to meet the other end. */
  hasStarted(op: number): boolean {
    return this.#started[op] !== 0;
  }

  /** When message and receive meet, ns; both have started. */
  meeting(recv: number, send: number): number {
    return Math.max(this.#time[recv], this.#time[send]);
  }

  /** Releases the operations that wait for the start (`immediate`) or the end of `op`. */
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

/** Children of a node of the heap: with four, half as many moves as with two, and the four are adjacent. */
const CHILDREN = 4;
/** There are as many queues as CPUs and NICs, most of them short. */
const INITIAL = 8;

/** Operations by the time at which they are ready; of the same time, the one that comes first in the schedule. */
export class ReadyQueue {
  #times = f64(0);
  /** As floating point: callers may number other events beyond 32 bits. */
  #ops = f64(0);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Ready time of the next operation. Only when there is one. */
  get time(): number {
    return this.#times[0];
  }

  add(time: number, op: number): void {
    let at = this.#size++;
    if (this.#size > this.#times.length) this.#grow();
    const times = this.#times;
    const ops = this.#ops;
    while (at > 0) {
      const above = Math.trunc((at - 1) / CHILDREN);
      if (times[above] < time || (times[above] === time && ops[above] <= op)) break;
      times[at] = times[above];
      ops[at] = ops[above];
      at = above;
    }
    times[at] = time;
    ops[at] = op;
  }

  /** Removes the next operation. Only when there is one. */
  take(): number {
    const first = this.#ops[0];
    const last = --this.#size;
    if (last > 0) this.#sink(this.#times[last], this.#ops[last]);
    return first;
  }

  /** Puts (time, op) where it belongs when the first is gone. */
  #sink(time: number, op: number): void {
    const size = this.#size;
    const times = this.#times;
    const ops = this.#ops;
    let at = 0;
    for (let below = 1; below < size; below = CHILDREN * at + 1) {
      const end = Math.min(below + CHILDREN, size);
      let least = below;
      for (let i = below + 1; i < end; i++) {
        if (times[i] < times[least] || (times[i] === times[least] && ops[i] < ops[least])) least = i;
      }
      if (times[least] > time || (times[least] === time && ops[least] >= op)) break;
      times[at] = times[least];
      ops[at] = ops[least];
      at = least;
    }
    times[at] = time;
    ops[at] = op;
  }

  #grow(): void {
    const [times, ops] = [this.#times, this.#ops];
    const capacity = Math.max(2 * times.length, INITIAL);
    this.#times = f64(capacity);
    this.#ops = f64(capacity);
    this.#times.set(times);
    this.#ops.set(ops);
  }
}
