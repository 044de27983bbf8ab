/** Compiling in WebAssembly, where the kernel knows what machine and program ask for. */
import type { ExecutionGraph } from '../graph/execution-graph.js';
import { placedToCompile } from '../graph/placed.js';
import { worthAKernel } from '../kernels/arena.js';
import { compileKernel, type KernelCosts } from '../kernels/compile.js';
import { COSTS, type Cost, type ProtocolCosts } from '../machine/costs.js';
import type { Machine } from '../machine/machine.js';
import { type Schedule, SEND } from '../schedule/schedule.js';
import type { TimingSystem } from './system.js';

/**
 * The timing system of a graph that is ordered for `machine`; null for CPUs and NICs that have an order, overheads by size,
 * programs that no kernel knows, and where there is no room.
 */
export function compiledByKernel(graph: ExecutionGraph, machine: Machine): TimingSystem | null {
  const { schedule, serial, program } = graph;
  if (!worthAKernel(schedule.operations) || serial !== null || program !== null) return null;
  if (machine.overheadBySize !== null) return null;
  const placed = placedToCompile(graph);
  if (placed === null) return null;
  const columns = compileKernel(placed.program, placed.order, {
    async: machine.async,
    rendezvous: machine.rendezvous,
    eager: costsOf(COSTS.eager),
    above: costsOf(COSTS[machine.protocol]),
    routes: routesOf(schedule, machine),
  });
  return columns === null ? null : { graph, machine, ...columns };
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
