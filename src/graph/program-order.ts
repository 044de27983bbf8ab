/**
 * The events of a schedule in topological order; and the order in which a program itself uses a rank's CPU and NIC, as
 * static edges that hold at every L (machines.md, "CPUs and NICs"): a send leaves after the sends that are posted
 * before it, a receive is taken after the receives before it.
 *
 * The order of posts follows from the dependencies: everything that an operation waits for, directly or not, was posted
 * before it; of two sends that wait for the same, the first in the schedule. Where a collective call says more ({@link
 * Schedule.behind}), that counts. No edge contradicts a dependency or a message, so none closes a cycle; an order that
 * cannot be proven so is left out, and the answer stays a lower bound.
 */

import type { Warning } from '../errors.js';
import { orderKernel } from '../kernels/graph-kernel.js';
import type { Protocol } from '../machine/costs.js';
import type { Machine } from '../machine/machine.js';
import { DEP_OP, IREQUIRES, NONE, RECV, type Schedule, SEND } from '../schedule/schedule.js';
import { reportCycle } from './deadlock.js';
import { endOf, endsApart, predecessor, type SerialOrder } from './graph-events.js';
import { placedToOrder } from './match.js';
import { shareResource, type Windows, windowsOf } from './receive-windows.js';

/** The resources that are `ordered`. */
export interface ProgramOrder {
  /** Whether CPUs and NICs are ordered. */
  readonly cpu: boolean;
  readonly nic: boolean;
  /** [operations] send: the send posted before it; receive: the receive taken before it; NONE without one. */
  readonly before: Uint32Array;
  /** Receives that may come in any order. */
  readonly windows: Windows;
}

/** A program's order, and all its events in it, topologically. */
export interface Ordered {
  readonly program: ProgramOrder;
  readonly order: Uint32Array;
}

/** The program's order on a machine; null where neither CPUs nor NICs are ordered. Throws a ModelError for a cycle. */
export function programOrder(schedule: Schedule, partner: Uint32Array, machine: Machine): Ordered | null {
  const cpu = machine.cpu === 'ordered';
  const nic = machine.nic === 'ordered';
  if (!cpu && !nic) return null;
  const before = issuedBefore(schedule);
  const order = eventsBehind(schedule, partner, machine, before);
  return {
    program: { cpu, nic, before, windows: windowsOf(schedule, partner, machine, before, order) },
    order,
  };
}

/** The events in the program's order. A cycle consists of dependencies and messages only, and is reported as such. */
function eventsBehind(
  schedule: Schedule,
  partner: Uint32Array,
  machine: Machine,
  before: Uint32Array,
): Uint32Array {
  try {
    return topologicalOrder(schedule, partner, machine, null, before);
  } catch (error) {
    topologicalOrder(schedule, partner, machine);
    throw error;
  }
}

/** Whether `order` is there for exactly the resources that are ordered. */
export function follows(order: ProgramOrder | null, machine: Pick<Machine, 'cpu' | 'nic'>): boolean {
  return (
    (order?.cpu ?? false) === (machine.cpu === 'ordered') &&
    (order?.nic ?? false) === (machine.nic === 'ordered')
  );
}

/** Warns that receives in any order are bounded, not ordered; null where there are none. */
export function anyOrderWarning({ windows }: ProgramOrder): Warning | null {
  let groups = windows.atEnd.length;
  for (const { count } of windows.byOp.values()) if (count > 1) groups++;
  if (groups === 0) return null;
  const noun = groups === 1 ? '1 wait covers' : `${groups} waits cover`;
  const message = `${noun} receives that may complete in any order; their cost is a lower bound unless the receiver is busy`;
  return { code: 'any-order', message };
}

/** [operations] {@link ProgramOrder.before}: one pass over each rank, in the order of the schedule. */
export function issuedBefore(schedule: Schedule): Uint32Array {
  const before = new Uint32Array(schedule.operations).fill(NONE);
  const pass = new Issue(schedule, before);
  for (let rank = 0; rank < schedule.ranks; rank++) pass.rank(rank);
  return schedule.cpu === null && schedule.nic === null ? before : onSameResource(schedule, before);
}

/** The order among those of the same CPU and NIC. */
function onSameResource(schedule: Schedule, before: Uint32Array): Uint32Array {
  return before.map((first, op) => {
    let at = first;
    while (at !== NONE && !shareResource(schedule, at, op)) at = before[at];
    return at;
  });
}

/** The later of two operations, of which either may be NONE. */
function later(one: number, other: number): number {
  if (one === NONE) return other;
  return other === NONE ? one : Math.max(one, other);
}

class Issue {
  readonly #schedule: Schedule;
  readonly #before: Uint32Array;
  /** [operations] last send posted, and last receive over, before the operation is posted. */
  readonly #sent: Uint32Array;
  readonly #taken: Uint32Array;
  /** [operations] last send that waits for this operation and is compared with those that wait for it, too. */
  readonly #tail: Uint32Array;
  /** The last send of the rank that waits for nothing. */
  #first = NONE;

  constructor(schedule: Schedule, before: Uint32Array) {
    this.#schedule = schedule;
    this.#before = before;
    this.#sent = new Uint32Array(schedule.operations).fill(NONE);
    this.#taken = new Uint32Array(schedule.operations).fill(NONE);
    this.#tail = new Uint32Array(schedule.operations).fill(NONE);
  }

  rank(rank: number): void {
    const { rankStart, kind, behind } = this.#schedule;
    this.#first = NONE;
    for (let op = rankStart[rank]; op < rankStart[rank + 1]; op++) {
      this.#inherit(op);
      const said = behind === null ? NONE : behind[op];
      if (kind[op] === RECV) this.#before[op] = later(this.#taken[op], said);
      else if (kind[op] === SEND) this.#post(op, said);
    }
  }

  /** What the dependencies of `op` imply for the time before it. One that comes later in the schedule implies nothing. */
  #inherit(op: number): void {
    const { depStart, deps, kind } = this.#schedule;
    for (let i = depStart[op]; i < depStart[op + 1]; i++) {
      const dep = deps[i] & DEP_OP;
      if (dep > op) continue;
      const over = (deps[i] & IREQUIRES) === 0 && kind[dep] === RECV;
      this.#sent[op] = later(this.#sent[op], kind[dep] === SEND ? dep : this.#sent[dep]);
      this.#taken[op] = later(this.#taken[op], over ? dep : this.#taken[dep]);
    }
  }

  #post(send: number, said: number): void {
    const { depStart, deps } = this.#schedule;
    let before = later(later(this.#sent[send], this.#first), said);
    let compared = NONE;
    for (let i = depStart[send]; i < depStart[send + 1]; i++) {
      const dep = deps[i] & DEP_OP;
      const beside = this.#tail[dep];
      this.#tail[dep] = send;
      // Sends behind one wait for all follow the same one at each dependency.
      if (beside === NONE || beside === compared) continue;
      compared = beside;
      if (this.#waitsForAllOf(send, beside)) before = later(before, beside);
    }
    if (depStart[send] === depStart[send + 1]) this.#first = send;
    this.#before[send] = before === send ? NONE : before;
    this.#sent[send] = later(this.#sent[send], before);
  }

  /** Whether `op` waits for everything that `other` waits for. */
  #waitsForAllOf(op: number, other: number): boolean {
    const { depStart, deps } = this.#schedule;
    let i = depStart[op];
    for (let j = depStart[other]; j < depStart[other + 1]; j++) {
      while (i < depStart[op + 1] && (deps[i] & DEP_OP) < (deps[j] & DEP_OP)) i++;
      if (i === depStart[op + 1] || deps[i] !== deps[j]) return false;
    }
    return true;
  }
}

// Topological order, by depth-first search with a stack of its own.

/** Marks of an event, two bits for the post and two for the end. */
const OPEN = 1;
const DONE = 2;

/** A stack of events with the place in their list of predecessors. */
class Stack {
  events = new Uint32Array(256);
  cursors = new Uint32Array(256);
  depth = 0;

  push(event: number): void {
    if (this.depth === this.events.length) {
      const events = new Uint32Array(this.depth * 2);
      const cursors = new Uint32Array(this.depth * 2);
      events.set(this.events);
      cursors.set(this.cursors);
      this.events = events;
      this.cursors = cursors;
    }
    this.events[this.depth] = event;
    this.cursors[this.depth++] = 0;
  }

  /** The events from `event`, which must be on the stack, to the top: each waits for the next. */
  from(event: number): Uint32Array {
    return this.events.slice(this.events.lastIndexOf(event, this.depth - 1), this.depth);
  }
}

/** All events in an order in which each comes behind its predecessors. Throws a ModelError for a cycle. */
export function topologicalOrder(
  schedule: Schedule,
  partner: Uint32Array,
  protocol: Protocol,
  serial: SerialOrder | null = null,
  issued: Uint32Array | null = null,
): Uint32Array {
  const program = serial === null && issued === null ? placedToOrder(schedule, partner) : null;
  const waits = { rendezvous: protocol.rendezvous, sync: protocol.protocol === 'sync' };
  const found = program === null ? null : orderKernel(program, waits);
  return found ?? orderedHere(schedule, partner, protocol, serial, issued);
}

function orderedHere(
  schedule: Schedule,
  partner: Uint32Array,
  protocol: Protocol,
  serial: SerialOrder | null,
  issued: Uint32Array | null,
): Uint32Array {
  const { operations } = schedule;
  const marks = new Uint8Array(operations);
  let events = operations;
  for (let op = 0; op < operations; op++) if (endsApart(schedule, protocol, op)) events++;
  const order = new Uint32Array(events);
  const stack = new Stack();
  let ordered = 0;
  for (let op = 0; op < operations; op++) {
    const last = endOf(schedule, protocol, op);
    if ((marks[op] & (DONE << ((last & 1) * 2))) !== 0) continue;
    stack.push(last);
    marks[op] |= OPEN << ((last & 1) * 2);
    while (stack.depth > 0) {
      const top = stack.depth - 1;
      const event = stack.events[top];
      const before = predecessor(schedule, partner, protocol, event, stack.cursors[top]++, serial, issued);
      if (before === NONE) {
        marks[event >>> 1] |= DONE << ((event & 1) * 2);
        order[ordered++] = event;
        stack.depth--;
        continue;
      }
      const shift = (before & 1) * 2;
      const mark = marks[before >>> 1];
      if ((mark & (DONE << shift)) !== 0) continue;
      if ((mark & (OPEN << shift)) !== 0) {
        reportCycle(schedule, partner, protocol, stack.from(before));
      }
      marks[before >>> 1] = mark | (OPEN << shift);
      stack.push(before);
    }
  }
  return order;
}
