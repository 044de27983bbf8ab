/** Which operations can start, since when, and in which order those that can start at once do. */
import { type Successors, successors } from '../graph/successors.js';
import { f64 } from '../schedule/columns.js';
import { CALC, DEP_OP, IREQUIRES, type Schedule, SEND } from '../schedule/schedule.js';
import { stdSort } from './std-sort.js';

/** Operations that insertion sorts faster. */
const FEW = 16;

export class Releases {
  readonly #schedule: Schedule;
  readonly #rank: Uint32Array;
  readonly #scrambled: boolean;
  readonly #successors: Successors;
  /** [operations] what it waits for; below 0 where it was told of an end twice. */
  readonly #left: Int32Array;
  /** [operations] when what it waited for was over, ns. */
  readonly since: Float64Array;
  #freed: number[] = [];

  /** `rank`: [operations]; `scrambled`: in the order that std::sort leaves. */
  constructor(schedule: Schedule, rank: Uint32Array, scrambled: boolean) {
    const { operations, depStart } = schedule;
    this.#schedule = schedule;
    this.#rank = rank;
    this.#scrambled = scrambled;
    this.#successors = successors(schedule);
    this.#left = new Int32Array(operations);
    this.since = f64(operations);
    for (let op = 0; op < operations; op++) {
      this.#left[op] = depStart[op + 1] - depStart[op];
      if (this.#left[op] === 0) this.#freed.push(op);
    }
  }

  /** `op` has started: those behind its start can start from `time`, ns, on. */
  started(op: number, time: number): void {
    this.#tell(op, time, IREQUIRES);
  }

  /** `op` is over at `time`, ns. */
  ended(op: number, time: number): void {
    this.#tell(op, time, 0);
  }

  /** Hands on what can start since the last time: rank after rank, its sends, its receives, its computations. */
  handOn(start: (op: number) => void): void {
    const freed = this.#freed;
    if (freed.length === 0) return;
    this.#freed = [];
    if (freed.length === 1) start(freed[0]);
    else if (this.#ofOneRank(freed)) for (const op of this.#sorted(freed)) start(op);
    else for (const list of this.#byRank(freed)) for (const op of this.#sorted(list)) start(op);
  }

  /** Operations that wait to this day. */
  left(): number[] {
    const found: number[] = [];
    for (const [op, count] of this.#left.entries()) if (count > 0) found.push(op);
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
