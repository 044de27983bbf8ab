/**
 * Receives that may be taken in any order (Irecv … Waitall): whoever waits for all of them waits at least for the sum of
 * what they take, from the last send on that precedes all of theirs (model §4). Linear in every parameter, exact while
 * the receiver is busy, a lower bound else.
 */
import { NONE } from '../schedule/columns.js';
import { DEP_OP, IREQUIRES, RECV, type Schedule, SEND } from '../schedule/schedule.js';
import { Ancestors } from './ancestors.js';
import type { Protocol } from './protocol.js';

/** Receives that one operation waits for, and where all of their messages come after. */
export interface Window {
  /** Operation at whose start all receives are over. */
  readonly op: number;
  /** Send whose post precedes all messages; NONE: the start of the program. */
  readonly from: number;
  /** The receives that are new here, and the window whose receives are over as well. */
  readonly recvs: readonly number[];
  readonly earlier: Window | null;
  /** Receives in all. */
  readonly count: number;
}

/** Windows by the operation that waits. */
export type Windows = ReadonlyMap<number, Window>;

/** Whether two operations of a rank run on the same CPU and NIC. */
export function shareResource({ cpu, nic }: Schedule, one: number, other: number): boolean {
  return (cpu === null || cpu[one] === cpu[other]) && (nic === null || nic[one] === nic[other]);
}

/** All windows of a schedule. `order`: its events in the program's order. */
export function windowsOf(
  schedule: Schedule,
  partner: Uint32Array,
  protocol: Protocol,
  before: Uint32Array,
  order: Uint32Array,
): Windows {
  const windows = new Map<number, Window>();
  const groups = groupsOf(schedule, before);
  if (groups.length === 0) return windows;
  const ancestors = new Ancestors(schedule, partner, protocol, before, order);
  for (const { op, recvs, earlier } of groups) {
    const past = earlier === null ? null : (windows.get(earlier.op) ?? null);
    const sends = recvs.map((recv) => partner[recv]);
    if (past !== null && past.from !== NONE) sends.push(past.from);
    // What has nothing before it has no send before it that both share.
    const from = past?.from === NONE ? NONE : ancestors.common(sends);
    windows.set(op, { op, from, recvs, earlier: past, count: recvs.length + (past?.count ?? 0) });
  }
  return windows;
}

/** Receives that an operation waits for, and the group whose receives it waits for as well. */
interface Group {
  readonly op: number;
  readonly recvs: readonly number[];
  readonly earlier: Group | null;
  /** The first operation that waits for one of them: what is posted behind it is another exchange. */
  readonly head: number;
  /** Whether a window needs it: it has two receives, or one behind it has. */
  needed: boolean;
}

/** Groups in the order of the schedule, each behind its `earlier`. */
function groupsOf(schedule: Schedule, before: Uint32Array): Group[] {
  const { operations, depStart, deps, kind } = schedule;
  const open: (Group | null)[] = new Array(operations).fill(null);
  const groups: Group[] = [];
  for (let op = 0; op < operations; op++) {
    let past: Group | null = null;
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
    const earlier: Group | null = continues(schedule, past, recvs) ? past : null;
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
function continues(schedule: Schedule, past: Group | null, recvs: readonly number[]): past is Group {
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
  if (recvs.length < 2) return recvs;
  const mates = new Set(recvs);
  return recvs.filter((recv) => !mates.has(before[recv]) && shareResource(schedule, recv, recvs[0]));
}
