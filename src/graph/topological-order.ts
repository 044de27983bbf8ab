/** Topological order of a schedule's events, by depth-first search with a stack of its own. */

import { orderKernel, type Waits } from '../kernels/graph-kernel.js';
import type { Protocol } from '../machine/costs.js';
import { NONE } from '../schedule/columns.js';
import type { Schedule } from '../schedule/schedule.js';
import { reportCycle } from './deadlock.js';
import { endOf, endsApart, predecessor, type SerialOrder } from './graph-events.js';
import { placedToOrder } from './placed-program.js';

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
  const found = program === null ? null : orderKernel(program, waitsOf(protocol));
  return found ?? orderedHere(schedule, partner, protocol, serial, issued);
}

const waitsOf = ({ rendezvous, protocol }: Protocol): Waits => ({ rendezvous, sync: protocol === 'sync' });

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
