/**
 * Plays a program forward with CPUs and NICs that serve who is ready first, and keeps who came before whom. Each edge
 * leads from what was served earlier to what was served later, as every dependency and message does: no cycle can
 * arise.
 */

import type { Machine } from '../machine/machine.js';
import { MessageCosts } from '../machine/message-costs.js';
import { NONE } from '../schedule/columns.js';
import type { Schedule } from '../schedule/schedule.js';
import type { SerialOrder } from './serial.js';
import { ReadyQueue } from './serial-queue.js';
import { Service } from './service.js';

/**
 * The order in which the operations of a CPU and the sends of a NIC become ready at the machine's parameters.
 * `partner` must match every message, and the program must have no cycle.
 */
export function serialOrder(schedule: Schedule, partner: Uint32Array, machine: Machine): SerialOrder | null {
  const serial = { cpu: machine.cpu === 'serial', nic: machine.nic === 'serial' };
  if (!serial.cpu && !serial.nic) return null;
  const costs = new MessageCosts(schedule, machine);
  const service = new Service({ partner, costs, queue: new ReadyQueue() }, serial);
  service.run();
  const { cpuBefore, nicBefore } = service.servers;
  return { cpuBefore, nicBefore, cpuEdges: count(cpuBefore), nicEdges: count(nicBefore) };
}

function count(before: Uint32Array | null): number {
  return before === null ? 0 : before.reduce((sum, op) => sum + (op === NONE ? 0 : 1), 0);
}
