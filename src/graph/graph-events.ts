/**
 * Events of a schedule: an operation's post (2·op) and its end (2·op + 1). Where an operation ends a fixed time
 * after its post (computations, eager sends) the two are one, the post. Source: model.md, "Schedule" and "Costs".
 */
import type { Warning } from '../errors.js';
import { isSynchronous, type Protocol } from '../machine/costs.js';
import type { Machine } from '../machine/machine.js';
import { DEP_OP, IREQUIRES, NONE, RECV, type Schedule, SEND } from '../schedule/schedule.js';

// Operations of one CPU one at a time, sends of one NIC at a distance: edges of the graph beside the dependencies
// and the messages (machines.md, "CPUs and NICs").
// A computation holds its CPU from its start to its end, a send for o from its start, a receive for o from where
// message and receive meet. A receive that waits holds nothing, and the rest of a rendezvous is on the NIC.

/** The parts of a machine that decide which resources are serial. */
type Resources = Pick<Machine, 'cpu' | 'nic'>;

/** Order of operations on a CPU and on a NIC. */
export interface SerialOrder {
  /**
   * [operations] the operation that holds the CPU before this one; NONE for the first, and where a dependency
   * says so already. null: CPUs are free.
   */
  readonly cpuBefore: Uint32Array | null;
  /** [operations] the send that leaves by the NIC before this one; NONE for the first. null: NICs are free. */
  readonly nicBefore: Uint32Array | null;
  /** How many operations are in `cpuBefore` and in `nicBefore`. */
  readonly cpuEdges: number;
  readonly nicEdges: number;
}

/** The event from which `op` holds its CPU for a fixed time: its post, for a receive its end. */
function holdOf(schedule: Schedule, op: number): number {
  return schedule.kind[op] === RECV ? op * 2 + 1 : op * 2;
}

/** Whether `order` is there for exactly the resources that are serial. */
export function serves(order: SerialOrder | null, machine: Resources): boolean {
  const cpu = order !== null && order.cpuBefore !== null;
  const nic = order !== null && order.nicBefore !== null;
  return cpu === (machine.cpu === 'serial') && nic === (machine.nic === 'serial');
}

/** Describes the edges that were added to the program; null without any. */
export function orderWarning(
  { cpuEdges, nicEdges }: SerialOrder,
  at = "the machine's parameters",
): Warning | null {
  const found = [...pairs(cpuEdges, 'operations on a CPU'), ...pairs(nicEdges, 'sends of a NIC')];
  if (found.length === 0) return null;
  const keep = cpuEdges + nicEdges === 1 ? 'keeps' : 'keep';
  return {
    code: 'order-edges',
    message: `${found.join(' and ')} ${keep} the order in which they become ready at ${at}`,
  };
}

function pairs(count: number, of: string): string[] {
  return count === 0 ? [] : [`${count} ${count === 1 ? 'pair' : 'pairs'} of ${of}`];
}

export const opOf = (event: number): number => event >>> 1;
export const isEnd = (event: number): boolean => (event & 1) === 1;
export const postOf = (op: number): number => op * 2;

/** Whether `op` ends in an event of its own: every receive, and sends that wait for their receiver. */
export function endsApart(schedule: Schedule, protocol: Protocol, op: number): boolean {
  const kind = schedule.kind[op];
  return kind === RECV || (kind === SEND && isSynchronous(schedule, protocol, op));
}

/** The event at which `op` has ended. */
export function endOf(schedule: Schedule, protocol: Protocol, op: number): number {
  return endsApart(schedule, protocol, op) ? op * 2 + 1 : op * 2;
}

/**
 * The i-th predecessor of an event, or NONE behind the last.
 * Ends: a receive waits for its post and for the message; with `rdma-read` both ends wait for both posts, with
 * `sync` the send waits for the end of the receive. With a serial order an operation waits besides for what comes
 * before it on its CPU and NIC: a receive where it meets its message, the others at their post. `before`: a send waits
 * for the post of the one before it, a receive and the send that meets it for the end of the one taken before.
 */
export function predecessor(
  schedule: Schedule,
  partner: Uint32Array,
  protocol: Protocol,
  event: number,
  i: number,
  serial: SerialOrder | null = null,
  before: Uint32Array | null = null,
): number {
  const op = event >>> 1;
  if ((event & 1) === 0) {
    const at = schedule.depStart[op] + i;
    if (at >= schedule.depStart[op + 1]) {
      const further = at - schedule.depStart[op + 1];
      if (serial !== null) return serialBeforePost(schedule, serial, op, further);
      const sends = before !== null && schedule.kind[op] === SEND && further === 0;
      return sends && before[op] !== NONE ? before[op] * 2 : NONE;
    }
    const dep = schedule.deps[at];
    const needed = dep & DEP_OP;
    return (dep & IREQUIRES) === 0 ? endOf(schedule, protocol, needed) : needed * 2;
  }
  if (i === 0) return op * 2;
  if (i > 1 || partner[op] === NONE) {
    if (i !== 2) return NONE;
    if (serial !== null) return serialBeforeMeeting(schedule, partner, serial, op);
    const recv = schedule.kind[op] === RECV ? op : partner[op];
    return before === null || before[recv] === NONE ? NONE : before[recv] * 2 + 1;
  }
  const waitsForEnd = protocol.protocol === 'sync' && schedule.kind[op] === SEND;
  return waitsForEnd ? partner[op] * 2 + 1 : partner[op] * 2;
}

/** The event on the receive's CPU that the meeting of message and receive waits for, or NONE. */
function serialBeforeMeeting(
  schedule: Schedule,
  partner: Uint32Array,
  serial: SerialOrder,
  op: number,
): number {
  return cpuHold(schedule, serial, schedule.kind[op] === RECV ? op : partner[op]);
}

/** The event of the operation that holds the CPU before `op`, or NONE. */
function cpuHold(schedule: Schedule, { cpuBefore }: SerialOrder, op: number): number {
  const before = cpuBefore === null ? NONE : cpuBefore[op];
  return before === NONE ? NONE : holdOf(schedule, before);
}

/** The i-th of the events on its CPU and its NIC that the post of `op` waits for, or NONE. */
function serialBeforePost(schedule: Schedule, serial: SerialOrder, op: number, i: number): number {
  if (schedule.kind[op] === RECV) return NONE;
  const cpu = cpuHold(schedule, serial, op);
  if (cpu !== NONE && i === 0) return cpu;
  const nic = serial.nicBefore === null ? NONE : serial.nicBefore[op];
  return nic === NONE || i > (cpu === NONE ? 0 : 1) ? NONE : nic * 2;
}
