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
  /** Whether a window needs it: it has two receives, or one behind it has. */
  needed: boolean;
}

/** Groups in the order of the schedule, each behind its `earlier`. `before`: {@link ProgramOrder.before}. */
export function groupsOf(schedule: Schedule, before: Uint32Array): ReceiveGroup[] {
  const { operations, depStart, deps, kind } = schedule;
  const open: (ReceiveGroup | null)[] = new Array(operations).fill(null);
  const groups: ReceiveGroup[] = [];
  for (let op = 0; op < operations; op++) {
    let past: ReceiveGroup | null = null;
    for (let i = depStart[op]; i < depStart[op + 1]; i++) {
      const group = (deps[i] & DEP_OP) < op ? open[deps[i] & DEP_OP] : null;
      if (group !== null && (past === null || group.op > past.op)) past = group;
    }
    open[op] = past;
    const recvs = joined(schedule, before, op);
    if (recvs.length === 0) continue;
    const twin = kind[op] === SEND && before[op] !== NONE ? open[before[op]] : null;
    if (twin !== null && isSame(twin.recvs, recvs)) {
      // Posted behind one that waits for the same.
      open[op] = twin;
      continue;
    }
    const earlier: ReceiveGroup | null = continues(schedule, past, recvs) ? past : null;
    const group = {
      op,
      recvs,
      earlier,
      head: earlier?.head ?? op,
      needed: earlier !== null || recvs.length > 1,
    };
    if (earlier !== null) earlier.needed = true;
    open[op] = group;
    groups.push(group);
  }
  return groups.filter(({ needed }) => needed);
}

function isSame(some: readonly number[], others: readonly number[]): boolean {
  return some.length === others.length && some.every((one, i) => one === others[i]);
}

/** Whether `recvs` were posted before anyone waited for those of `past`, on the same CPU and NIC. */
function continues(
  schedule: Schedule,
  past: ReceiveGroup | null,
  recvs: readonly number[],
): past is ReceiveGroup {
  if (past === null || !shareResource(schedule, past.recvs[0], recvs[0])) return false;
  return recvs.every((recv) => recv < past.head);
}

/** The receives of one CPU and NIC whose end `op` waits for, without those that are taken after another of them. */
function joined(schedule: Schedule, before: Uint32Array, op: number): number[] {
  const { depStart, deps, kind } = schedule;
  const recvs: number[] = [];
  for (let i = depStart[op]; i < depStart[op + 1]; i++) {
    if ((deps[i] & IREQUIRES) === 0 && kind[deps[i]] === RECV) recvs.push(deps[i]);
  }
  return unordered(schedule, before, recvs);
}

function unordered(schedule: Schedule, before: Uint32Array, recvs: readonly number[]): number[] {
  if (recvs.length < 2) return [...recvs];
  const mates = new Set(recvs);
  return recvs.filter((recv) => !mates.has(before[recv]) && shareResource(schedule, recv, recvs[0]));
}

/** By rank, the receives that nothing but the end of the program waits for: two or more. */
export function groupsAtEnd(schedule: Schedule, before: Uint32Array): number[][] {
  const { deps, rankStart, ranks, kind, operations } = schedule;
  const waited = new Uint8Array(operations);
  for (const dep of deps) if ((dep & IREQUIRES) === 0) waited[dep] = 1;
  const groups: number[][] = [];
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
