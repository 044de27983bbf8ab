/**
 * Operations of one CPU one at a time, sends of one NIC at a distance: edges of the graph beside the dependencies
 * and the messages (model §4, "CPU and NIC order").
 *
 * A computation holds its CPU from its start to its end, a send for o from its start, a receive for o from where
 * message and receive meet. A receive that waits holds nothing, and what a rendezvous needs besides is the NIC's.
 */
import type { Warning } from '../errors.js';
import type { Machine } from '../machine/machine.js';
import { RECV, type Schedule } from '../schedule/schedule.js';

/** What of a machine decides which resources are serial. */
export type Resources = Pick<Machine, 'cpu' | 'nic'>;

/** Who comes before whom on a CPU and on a NIC. */
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

/** The event from which on `op` holds its CPU for a fixed time: its post, for a receive its end. */
export function holdOf(schedule: Schedule, op: number): number {
  return schedule.kind[op] === RECV ? op * 2 + 1 : op * 2;
}

/** Whether `order` is there for exactly the resources that are serial. */
export function serves(order: SerialOrder | null, machine: Resources): boolean {
  const cpu = order !== null && order.cpuBefore !== null;
  const nic = order !== null && order.nicBefore !== null;
  return cpu === (machine.cpu === 'serial') && nic === (machine.nic === 'serial');
}

export const ORDER_EDGES = 'order-edges';

/** What was added to the program, in words. */
export function orderWarning(
  { cpuBefore, nicBefore, cpuEdges, nicEdges }: SerialOrder,
  at = "the machine's parameters",
): Warning {
  const parts: string[] = [];
  if (cpuBefore !== null) parts.push(`${edges(cpuEdges)} so that operations of a CPU run one at a time`);
  if (nicBefore !== null) parts.push(`${edges(nicEdges)} so that sends of a NIC keep their distance`);
  return {
    code: ORDER_EDGES,
    message: `added ${parts.join(' and ')}, in the order in which operations become ready at ${at}`,
  };
}

function edges(count: number): string {
  return `${count} order ${count === 1 ? 'edge' : 'edges'}`;
}
