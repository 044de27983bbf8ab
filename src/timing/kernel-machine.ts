/** A machine as kernels know it, for programs that they know. */
import type { ExecutionGraph } from '../graph/execution-graph.js';
import { placedGraph } from '../graph/placed-program.js';
import { worthAKernel } from '../kernels/arena.js';
import { bytesOfCompiling, compileKernel } from '../kernels/compile-kernel.js';
import {
  bytesOfPlaying,
  type KernelCosts,
  type KernelCounts,
  type KernelMachine,
  PlayKernel,
} from '../kernels/play-kernel.js';
import { COSTS, type Cost, type CountedPart, constantParts, type ProtocolCosts } from '../machine/costs.js';
import type { Machine } from '../machine/machine.js';
import { PARAMETER_ROWS, type RowField } from '../machine/parameters.js';
import type { MemoryGuard } from '../schedule/columns.js';
import { type Schedule, SEND } from '../schedule/schedule.js';
import { MAX_COUNT, type TimingSystem } from './timing-system.js';

/** Parameters that kernels compute with, or that say nothing where CPUs and NICs have no order: g. */
const KNOWN: ReadonlySet<string> = new Set<RowField>(['overhead', 'gap', 'rendezvous', 'protocol', 'async']);

/**
 * What kernels need of `machine` for a graph that is ordered for it, made when it is asked for; null where the machine says
 * what kernels do not know: an order of CPUs and NICs, overheads by size, whatever else is not as it is by default; for more
 * routes than 16 bits tell apart, and for small programs.
 */
export function kernelMachine(
  { schedule, serial, program }: ExecutionGraph,
  machine: Machine,
): (() => KernelMachine) | null {
  if (!worthAKernel(schedule.operations) || serial !== null || program !== null) return null;
  if (!isKnown(machine) || machine.network.routes.length > MAX_COUNT) return null;
  return () => ({
    async: machine.async,
    rendezvous: machine.rendezvous,
    eager: costsOf(COSTS.eager),
    above: costsOf(COSTS[machine.protocol]),
    routes: routesOf(schedule, machine),
  });
}

/** Kernels pay what costs count, and of a machine's other parameters nothing. */
const isKnown = (machine: Machine): boolean =>
  constantParts(machine).length === 0 &&
  PARAMETER_ROWS.every(
    ({ field, default: usual }) => field === undefined || KNOWN.has(field) || machine[field] === usual,
  );

/** A part that rows count besides wants its place in the table that kernels read. */
const counts = ({ overheads, latencies, transfers }: Cost): KernelCounts =>
  ({ overheads, latencies, transfers }) satisfies Record<CountedPart, number>;

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

/** Bytes of an operation that the kernel writes: where its post is, its rows and vertices, as far as most programs have them. */
const WRITTEN_BYTES = 60;

/**
 * The timing system of a graph that is ordered for `machine`; null for CPUs and NICs that have an order, overheads by size,
 * programs that no kernel knows, and where there is no room. Throws the LimitError of `memory`.
 */
export function compiledByKernel(
  graph: ExecutionGraph,
  machine: Machine,
  memory: MemoryGuard | null,
): TimingSystem | null {
  const known = kernelMachine(graph, machine);
  const placed = known === null ? null : placedGraph(graph, bytesOfCompiling(graph.schedule.operations));
  if (known === null || placed === null) return null;
  const { operations } = graph.schedule;
  memory?.need(placed.program.arena.fresh(operations * WRITTEN_BYTES), operations);
  const columns = compileKernel(placed.program, placed.order, known());
  return columns === null ? null : { graph, machine, ...columns };
}

/** A play of a graph that is ordered for `machine`; null where no kernel knows both, and where there is no room. */
export function playKernel(graph: ExecutionGraph, machine: Machine): PlayKernel | null {
  const known = kernelMachine(graph, machine);
  if (known === null) return null;
  const routes = machine.network.routes.length;
  const placed = placedGraph(graph, bytesOfPlaying(graph.schedule.operations, routes));
  return placed === null ? null : new PlayKernel(placed.program, placed.order, known(), routes);
}
