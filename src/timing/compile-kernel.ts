/** Compiling in WebAssembly, where the kernel knows what machine and program ask for. */
import type { ExecutionGraph } from '../graph/execution-graph.js';
import { placedGraph } from '../graph/placed.js';
import { bytesOfCompiling, compileKernel } from '../kernels/compile.js';
import type { Machine } from '../machine/machine.js';
import type { MemoryGuard } from '../schedule/memory.js';
import { kernelMachine } from './kernel-machine.js';
import type { TimingSystem } from './system.js';

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
