/** Which receives an operation waits for together, as far as no order among them is known. */
import { NONE } from '../schedule/columns.js';
import { DEP_OP, IREQUIRES, RECV, type Schedule, SEND } from '../schedule/schedule.js';

/** Whether two operations of a rank run on the same CPU and NIC. */
export function shareResource({ cpu, nic }: Schedule, one: number, other: number): boolean {
  return (cpu === null || cpu[one] === cpu[other]) && (nic === null || nic[one] === nic[other]);
}

/** Receives that an operation waits for, and the group whose receives it waits for as well. */
export interface ReceiveGroup {
  readonly op: number;
  readonly recvs: readonly number[];
  readonly earlier: ReceiveGroup | null;
  /** The first operation that waits for one of them: what is posted behind it is another exchange. */
  readonly head: number;
}

/**
 * Groups in the order of the schedule, each behind its `earlier`; of a single receive only where one behind it has more.
 * `before`: {@link ProgramOrder.before}.
 */
export function groupsOf(schedule: Schedule, before: Uint32Array): ReceiveGroup[] {
  return new Grouping(schedule, before).groups();
}

class Grouping {
  readonly #schedule: Schedule;
  readonly #before: Uint32Array;
  /** [operations] operation of the last group before each, NONE without. */
  readonly #open: Uint32Array;
  /** [operations] the receive of a group that has one: most have, and no more is kept of them. */
  readonly #single: Uint32Array;
  /** The other groups, and those that one behind them needs. */
  readonly #made = new Map<number, ReceiveGroup>();

  constructor(schedule: Schedule, before: Uint32Array) {
    this.#schedule = schedule;
    this.#before = before;
    this.#open = new Uint32Array(schedule.operations).fill(NONE);
    this.#single = new Uint32Array(schedule.operations);
  }

  groups(): ReceiveGroup[] {
    for (let op = 0; op < this.#schedule.operations; op++) this.#operation(op);
    return [...this.#made.values()].sort((one, other) => one.op - other.op);
  }

  #operation(op: number): void {
    const past = this.#pastOf(op);
    this.#open[op] = past;
    const recvs = joined(this.#schedule, this.#before, op);
    if (recvs.length === 0) return;
    const twin = this.#twinOf(op);
    if (twin !== NONE && this.#waitsFor(twin, recvs)) {
      // Posted behind one that waits for the same.
      this.#open[op] = twin;
      return;
    }
    this.#open[op] = op;
    if (past !== NONE && this.#continues(past, recvs)) {
      const earlier = this.#groupAt(past);
      this.#made.set(op, { op, recvs, earlier, head: earlier.head });
    } else if (recvs.length > 1) this.#made.set(op, { op, recvs, earlier: null, head: op });
    else this.#single[op] = recvs[0];
  }

  /** The last group that is over before `op`. */
  #pastOf(op: number): number {
    const { depStart, deps } = this.#schedule;
    let past = NONE;
    for (let i = depStart[op]; i < depStart[op + 1]; i++) {
      const dep = deps[i] & DEP_OP;
      const group = dep < op ? this.#open[dep] : NONE;
      if (group !== NONE && (past === NONE || group > past)) past = group;
    }
    return past;
  }

  /** The group of the send before `op`. */
  #twinOf(op: number): number {
    const before = this.#schedule.kind[op] === SEND ? this.#before[op] : NONE;
    return before === NONE ? NONE : this.#open[before];
  }

  #waitsFor(group: number, recvs: readonly number[]): boolean {
    const made = this.#made.get(group);
    if (made === undefined) return recvs.length === 1 && recvs[0] === this.#single[group];
    return made.recvs.length === recvs.length && made.recvs.every((one, i) => one === recvs[i]);
  }

  /** Whether `recvs` were posted before anyone waited for those of `past`, on the same CPU and NIC. */
  #continues(past: number, recvs: readonly number[]): boolean {
    const made = this.#made.get(past);
    const first = made?.recvs[0] ?? this.#single[past];
    if (!shareResource(this.#schedule, first, recvs[0])) return false;
    const head = made?.head ?? past;
    return recvs.every((recv) => recv < head);
  }

  #groupAt(op: number): ReceiveGroup {
    const made = this.#made.get(op);
    if (made !== undefined) return made;
    const group = { op, recvs: [this.#single[op]], earlier: null, head: op };
    this.#made.set(op, group);
    return group;
  }
}

const NO_RECEIVES: readonly number[] = [];

/** The receives of one CPU and NIC whose end `op` waits for, without those that are taken after another of them. */
function joined(schedule: Schedule, before: Uint32Array, op: number): readonly number[] {
  const { depStart, deps, kind } = schedule;
  let recvs: number[] | null = null;
  for (let i = depStart[op]; i < depStart[op + 1]; i++) {
    if ((deps[i] & IREQUIRES) !== 0 || kind[deps[i]] !== RECV) continue;
    if (recvs === null) recvs = [deps[i]];
    else recvs.push(deps[i]);
  }
  return recvs === null ? NO_RECEIVES : unordered(schedule, before, recvs);
}

function unordered(schedule: Schedule, before: Uint32Array, recvs: readonly number[]): readonly number[] {
  if (recvs.length < 2) return recvs;
  const mates = new Set(recvs);
  return recvs.filter((recv) => !mates.has(before[recv]) && shareResource(schedule, recv, recvs[0]));
}

/** By rank, the receives that nothing but the end of the program waits for: two or more. */
export function groupsAtEnd(schedule: Schedule, before: Uint32Array): (readonly number[])[] {
  const { deps, rankStart, ranks, kind, operations } = schedule;
  const waited = new Uint8Array(operations);
  for (const dep of deps) if ((dep & IREQUIRES) === 0) waited[dep] = 1;
  const groups: (readonly number[])[] = [];
  for (let rank = 0; rank < ranks; rank++) {
    const recvs: number[] = [];
    for (let op = rankStart[rank]; op < rankStart[rank + 1]; op++) {
      if (kind[op] === RECV && waited[op] === 0) recvs.push(op);
    }
    const free = unordered(schedule, before, recvs);
    if (free.length > 1) groups.push(free);
  }
  return groups;
}
