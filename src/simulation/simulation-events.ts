/** What is to happen next: events in the order of their time, operations that can start, and how times compare. */

import { type Successors, successors } from '../graph/forward.js';
import { CALC, DEP_OP, f64, IREQUIRES, NONE, type Schedule, SEND, u32 } from '../schedule/schedule.js';

/**
 * Times in ns as the published simulator compares them: without a sign. One below 0 has wrapped, and is later than any other;
 * sums stay right while both are within 2^53 of 0. Without its peculiarities no time is below 0.
 */
export const earlier = (one: number, other: number): boolean =>
  one < 0 === other < 0 ? one < other : other < 0;

export const laterOf = (one: number, other: number): number => (earlier(one, other) ? other : one);

const ROOM = 256;

/**
 * Events in the order of their time, those of one time in the order in which they were added; each is a number, which says
 * what it is. Events that wait for a CPU stand in a line of their own, of which only the first is among the others: put
 * back one by one, as many messages to one rank would take time with their square.
 */
export class EventQueue {
  readonly #heap = new Heap(ROOM);
  readonly #free: Float64Array;
  /** From this number on an event is the line of a CPU. */
  readonly #lineOf: number;
  readonly #lines: (CpuLine | undefined)[] = [];
  /** The line that the last event was taken from. */
  #served: CpuLine | null = null;
  #born = 0;
  #taken = 0;
  /** Of the event that was taken last. */
  time = 0;

  /** `free`: [CPUs] when each is free; `kinds`: all events are below. */
  constructor(free: Float64Array, kinds: number) {
    this.#free = free;
    this.#lineOf = kinds;
  }

  add(event: number, time: number): void {
    this.#heap.insert(event, time, this.#born++);
  }

  /** The event that was taken last, again at a later time: among those of that time it keeps its place. */
  putBack(event: number, time: number): void {
    this.#heap.insert(event, time, this.#taken);
  }

  /** The same when the CPU is free. */
  waitFor(event: number, cpu: number): void {
    this.#lines[cpu] ??= new CpuLine(cpu);
    const line = this.#lines[cpu];
    line.events.insert(event, 0, this.#taken);
    if (line !== this.#served) this.#announce(line, this.#free[cpu]);
  }

  /** Takes the first, whose time is `time` then; NONE: there is none. */
  take(): number {
    if (this.#served !== null) this.#goOn(this.#served);
    while (this.#heap.length > 0) {
      const event = this.#heap.take();
      this.time = this.#heap.time;
      this.#taken = this.#heap.born;
      if (event < this.#lineOf) return event;
      const line = this.#lines[event - this.#lineOf];
      if (line?.isAnnounced(this.time, this.#taken)) {
        this.#served = line;
        const first = line.take();
        this.#taken = line.events.born;
        return first;
      }
    }
    return NONE;
  }

  /** Who is left in a line waits on. */
  #goOn(line: CpuLine): void {
    this.#served = null;
    if (line.events.length > 0) this.#announce(line, laterOf(this.time, this.#free[line.cpu]));
  }

  #announce(line: CpuLine, time: number): void {
    if (line.announce(time)) this.#heap.insert(this.#lineOf + line.cpu, time, line.events.first);
  }
}

/** Events that wait for a CPU. */
class CpuLine {
  readonly cpu: number;
  readonly events = new Heap(4);
  /** When the first of them is to be looked at, and when that was added; NaN: at no time. */
  #time = Number.NaN;
  #born = 0;

  constructor(cpu: number) {
    this.cpu = cpu;
  }

  /** Whether it must be announced for `time`: it is not yet, or its first has changed. */
  announce(time: number): boolean {
    const { first } = this.events;
    if (this.#time === time ? this.#born <= first : !Number.isNaN(this.#time)) return false;
    this.#time = time;
    this.#born = first;
    return true;
  }

  /** Whether it was announced so; if its first has changed since, it was announced anew. */
  isAnnounced(time: number, born: number): boolean {
    return this.#time === time && this.#born === born;
  }

  take(): number {
    this.#time = Number.NaN;
    return this.events.take();
  }
}

/** A heap of events by time, then by when they were born. */
class Heap {
  length = 0;
  #event: Uint32Array;
  #time: Float64Array;
  #born: Float64Array;
  /** Of the event that was taken last. */
  time = 0;
  born = 0;

  constructor(room: number) {
    this.#event = u32(room);
    this.#time = f64(room);
    this.#born = f64(room);
  }

  /** When the first was born. */
  get first(): number {
    return this.#born[0];
  }

  take(): number {
    const event = this.#event[0];
    this.time = this.#time[0];
    this.born = this.#born[0];
    const last = --this.length;
    if (last > 0) this.#sink(this.#event[last], this.#time[last], this.#born[last]);
    return event;
  }

  insert(event: number, time: number, born: number): void {
    if (this.length === this.#event.length) this.#grow();
    let at = this.length++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!before(time, born, this.#time[parent], this.#born[parent])) break;
      this.#move(parent, at);
      at = parent;
    }
    this.#put(at, event, time, born);
  }

  #sink(event: number, time: number, born: number): void {
    let at = 0;
    for (let child = 1; child < this.length; child = 2 * at + 1) {
      const right = child + 1;
      if (
        right < this.length &&
        before(this.#time[right], this.#born[right], this.#time[child], this.#born[child])
      )
        child = right;
      if (!before(this.#time[child], this.#born[child], time, born)) break;
      this.#move(child, at);
      at = child;
    }
    this.#put(at, event, time, born);
  }

  #move(from: number, to: number): void {
    this.#put(to, this.#event[from], this.#time[from], this.#born[from]);
  }

  #put(at: number, event: number, time: number, born: number): void {
    this.#event[at] = event;
    this.#time[at] = time;
    this.#born[at] = born;
  }

  #grow(): void {
    const room = 2 * this.length;
    const [event, time, born] = [u32(room), f64(room), f64(room)];
    event.set(this.#event);
    time.set(this.#time);
    born.set(this.#born);
    [this.#event, this.#time, this.#born] = [event, time, born];
  }
}

const before = (time: number, born: number, otherTime: number, otherBorn: number): boolean =>
  time === otherTime ? born < otherBorn : earlier(time, otherTime);

/** Runs up to here are left to insertion. */
const RUN = 16;

/** Sorts in place by rank, a small number of each element. */
export function stdSort(list: number[], rankOf: (element: number) => number): void {
  const sorter = new Sorter(list, rankOf);
  if (list.length > RUN) sorter.parts();
  sorter.insert();
}

/**
 * What `std::sort` of libstdc++ leaves: introsort with a median of three up to runs of 16, then insertion. Equal elements
 * keep their order in up to 16 elements and lose it in more, in a way that programs compiled with it depend on. Its
 * fallback to heapsort is not met by three kinds of operations: with so many equals, halves are even.
 */
class Sorter {
  readonly #list: number[];
  readonly #rankOf: (element: number) => number;

  constructor(list: number[], rankOf: (element: number) => number) {
    this.#list = list;
    this.#rankOf = rankOf;
  }

  /** Parts in halves until each is a run: the right half first, then on with the left. */
  parts(): void {
    const open: [number, number][] = [[0, this.#list.length]];
    for (let part = open.pop(); part !== undefined; part = open.pop()) {
      const [first, last] = part;
      if (last - first <= RUN) continue;
      const cut = this.#partition(first, last);
      open.push([first, cut], [cut, last]);
    }
  }

  /** The first of a run guards the others. */
  insert(): void {
    const list = this.#list;
    for (let i = 1; i < list.length; i++) {
      const value = list[i];
      const rank = this.#rankOf(value);
      let to = i;
      while (to > 0 && rank < this.#rankOf(list[to - 1])) {
        list[to] = list[to - 1];
        to--;
      }
      list[to] = value;
    }
  }

  /** Around the median of the second, the middle and the last, which is put first. */
  #partition(first: number, last: number): number {
    const middle = first + ((last - first) >> 1);
    this.#swap(first, this.#median(first + 1, middle, last - 1));
    const pivot = this.#rankOf(this.#list[first]);
    let low = first + 1;
    let high = last;
    for (;;) {
      while (this.#rank(low) < pivot) low++;
      high--;
      while (pivot < this.#rank(high)) high--;
      if (low >= high) return low;
      this.#swap(low, high);
      low++;
    }
  }

  #median(a: number, b: number, c: number): number {
    const [x, y, z] = [this.#rank(a), this.#rank(b), this.#rank(c)];
    if (x < y) {
      if (y < z) return b;
      return x < z ? c : a;
    }
    if (x < z) return a;
    return y < z ? c : b;
  }

  #rank(i: number): number {
    return this.#rankOf(this.#list[i]);
  }

  #swap(i: number, j: number): void {
    const list = this.#list;
    [list[i], list[j]] = [list[j], list[i]];
  }
}

/** Operations that insertion sorts faster. */
const FEW = 16;

/** When operations were played, ns. */
export interface OperationTimes {
  /** [operations] when it started; 0 where it never did. */
  readonly starts: Float64Array;
  /** [operations] when it was over; 0 where it never was. */
  readonly ends: Float64Array;
  /** [operations] of a send, the receive that is over when its message has been taken; NONE of others. */
  readonly receives: Uint32Array;
}

/** Columns for the times of so many operations. */
export const operationTimes = (operations: number): OperationTimes => ({
  starts: f64(operations),
  ends: f64(operations),
  receives: u32(operations).fill(NONE),
});

/** Which operations can start, since when, and in which order those that can start at once do. */
export class Releases {
  readonly #schedule: Schedule;
  readonly #rank: Uint32Array;
  readonly #scrambled: boolean;
  readonly #successors: Successors;
  /** [operations] number of open dependencies; below 0 where an end was counted twice. */
  readonly #left: Int32Array;
  /** [operations] when what it waited for was over, ns. */
  readonly since: Float64Array;
  #freed: number[] = [];
  readonly #times: OperationTimes | null;

  /** `rank`: [operations]; `scrambled`: in the order that std::sort leaves; `times`: where they are kept. */
  constructor(schedule: Schedule, rank: Uint32Array, scrambled: boolean, times: OperationTimes | null) {
    const { operations, depStart } = schedule;
    this.#schedule = schedule;
    this.#rank = rank;
    this.#scrambled = scrambled;
    this.#times = times;
    this.#successors = successors(schedule);
    this.#left = new Int32Array(operations);
    this.since = f64(operations);
    for (let op = 0; op < operations; op++) {
      this.#left[op] = depStart[op + 1] - depStart[op];
      if (this.#left[op] === 0) this.#freed.push(op);
    }
  }

  /** `op` has started at `time`: those behind its start can start so many ns later. */
  started(op: number, time: number, startNs: number): void {
    if (this.#times !== null) this.#times.starts[op] = time;
    this.#tell(op, time + startNs, IREQUIRES);
  }

  /** `op` is over at `time`, ns. */
  ended(op: number, time: number): void {
    if (this.#times !== null) this.#times.ends[op] = time;
    this.#tell(op, time, 0);
  }

  /** `recv` is over at `time`, ns, because the message of `send` has been taken. */
  received(recv: number, send: number, time: number): void {
    if (this.#times !== null) this.#times.receives[send] = recv;
    this.ended(recv, time);
  }

  /** Hands on what can start since the last time: rank after rank, its sends, its receives, its computations. */
  handOn(start: (op: number) => void): void {
    if (this.#freed.length < 2) {
      // Mostly one: its list goes on.
      const only = this.#freed.pop();
      if (only !== undefined) start(only);
      return;
    }
    const freed = this.#freed;
    this.#freed = [];
    if (this.#ofOneRank(freed)) for (const op of this.#sorted(freed)) start(op);
    else for (const list of this.#byRank(freed)) for (const op of this.#sorted(list)) start(op);
  }

  /** Operations that wait to this day. */
  left(): number[] {
    const found: number[] = [];
    for (let op = 0; op < this.#left.length; op++) if (this.#left[op] > 0) found.push(op);
    return found;
  }

  #tell(op: number, time: number, how: number): void {
    const { start, after } = this.#successors;
    for (let i = start[op]; i < start[op + 1]; i++) {
      if ((after[i] & IREQUIRES) >>> 0 !== how) continue;
      const next = after[i] & DEP_OP;
      if (time > this.since[next]) this.since[next] = time;
      if (--this.#left[next] === 0) this.#freed.push(next);
    }
  }

  #ofOneRank(freed: readonly number[]): boolean {
    const rank = this.#rank;
    for (let i = 1; i < freed.length; i++) if (rank[freed[i]] !== rank[freed[0]]) return false;
    return true;
  }

  /** Ranks in the order in which the first of each was freed. */
  #byRank(freed: readonly number[]): Iterable<number[]> {
    const lists = new Map<number, number[]>();
    for (const op of freed) {
      const list = lists.get(this.#rank[op]);
      if (list === undefined) lists.set(this.#rank[op], [op]);
      else list.push(op);
    }
    return lists.values();
  }

  #sorted(list: number[]): number[] {
    if (this.#scrambled) stdSort(list, this.#place);
    else if (list.length > FEW) list.sort((one, other) => this.#place(one) - this.#place(other));
    else this.#insert(list);
    return list;
  }

  /** A short list sorted by insertion: equal ones stay in their order. */
  #insert(list: number[]): void {
    for (let i = 1; i < list.length; i++) {
      const op = list[i];
      const place = this.#place(op);
      let j = i;
      for (; j > 0 && this.#place(list[j - 1]) > place; j--) list[j] = list[j - 1];
      list[j] = op;
    }
  }

  readonly #place = (op: number): number => {
    const kind = this.#schedule.kind[op];
    if (kind === SEND) return 0;
    return kind === CALC ? 2 : 1;
  };
}
