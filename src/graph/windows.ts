/**
 * Receives that may be taken in any order (Irecv … Waitall): whoever waits for all of them waits at least for the sum of
 * what they take, from the last send on that precedes all of theirs (model §4). Linear in every parameter, exact while
 * the receiver is busy, a lower bound else.
 */

import type { Protocol } from '../machine/message.js';
import { NONE } from '../schedule/columns.js';
import type { Schedule } from '../schedule/schedule.js';
import { Ancestors } from './ancestors.js';
import { groupsAtEnd, groupsOf } from './receive-groups.js';

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

/** Windows of all receives, as columns. */
export interface Windows {
  /** By the operation that waits. */
  readonly byOp: ReadonlyMap<number, Window>;
  /** For which only the end of the program waits; their `op` is the last receive. */
  readonly atEnd: readonly Window[];
}

/** All windows of a schedule. `order`: its events in the program's order. */
export function windowsOf(
  schedule: Schedule,
  partner: Uint32Array,
  protocol: Protocol,
  before: Uint32Array,
  order: Uint32Array,
): Windows {
  const byOp = new Map<number, Window>();
  const groups = groupsOf(schedule, before);
  const last = groupsAtEnd(schedule, before);
  if (groups.length === 0 && last.length === 0) return { byOp, atEnd: [] };
  const ancestors = new Ancestors(schedule, partner, protocol, before, order);
  for (const { op, recvs, earlier } of groups) {
    const past = earlier === null ? null : (byOp.get(earlier.op) ?? null);
    const sends = recvs.map((recv) => partner[recv]);
    if (past !== null && past.from !== NONE) sends.push(past.from);
    // What has nothing before it has no send before it that both share.
    const from = past?.from === NONE ? NONE : ancestors.common(sends);
    byOp.set(op, { op, from, recvs, earlier: past, count: recvs.length + (past?.count ?? 0) });
  }
  const atEnd = last.map((recvs): Window => {
    const from = ancestors.common(recvs.map((recv) => partner[recv]));
    return { op: recvs[recvs.length - 1], from, recvs, earlier: null, count: recvs.length };
  });
  return { byOp, atEnd };
}
