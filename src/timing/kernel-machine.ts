/** A machine as kernels know it, for programs that they know. */
import type { ExecutionGraph } from '../graph/execution-graph.js';
import { worthAKernel } from '../kernels/arena.js';
import type { KernelCosts, KernelMachine } from '../kernels/machine.js';
import { COSTS, type Cost, type ProtocolCosts } from '../machine/costs.js';
import type { Machine } from '../machine/machine.js';
import { type Schedule, SEND } from '../schedule/schedule.js';
import { MAX_COUNT } from './rows.js';

/**
 * What kernels need of `machine` for a graph that is ordered for it, made when it is asked for; null where CPUs and NICs have
 * an order or overheads depend on the size, for more routes than 16 bits tell apart, and for small programs.
 */
export function kernelMachine(
  { schedule, serial, program }: ExecutionGraph,
  machine: Machine,
): (() => KernelMachine) | null {
  if (!worthAKernel(schedule.operations) || serial !== null || program !== null) return null;
  if (machine.overheadBySize !== null || machine.network.routes.length > MAX_COUNT) return null;
  return () => ({
    async: machine.async,
    rendezvous: machine.rendezvous,
    eager: costsOf(COSTS.eager),
    above: costsOf(COSTS[machine.protocol]),
    routes: routesOf(schedule, machine),
  });
}

const counts = ({ overheads, latencies, transfers }: Cost): readonly [number, number, number] => [
  overheads,
  latencies,
  transfers,
];

const costsOf = ({ sending, sendToMeet, recvEnd, sendEnd }: ProtocolCosts): KernelCosts => ({
  sending: counts(sending),
  sendToMeet: counts(sendToMeet),
  recvEnd: counts(recvEnd),
  sendEnd: sendEnd === null ? null : counts(sendEnd),
});

/** [operations] route of the message of each send; null where all take the only one. */
function routesOf(
  { ranks, rankStart, operations, kind, peer }: Schedule,
  { network }: Machine,
): Uint16Array | null {
  if (network.routes.length === 1) return null;
  const routes = new Uint16Array(operations);
  for (let rank = 0; rank < ranks; rank++)
    for (let op = rankStart[rank]; op < rankStart[rank + 1]; op++)
      if (kind[op] === SEND) routes[op] = network.routeOf(rank, peer[op], op);
  return routes;
}
