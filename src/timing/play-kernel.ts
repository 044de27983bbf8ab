/** Playing in WebAssembly, where the kernel knows what machine and program ask for. */
import type { ExecutionGraph } from '../graph/execution-graph.js';
import { placedGraph } from '../graph/placed.js';
import { bytesOfPlaying, PlayKernel } from '../kernels/play.js';
import type { Machine } from '../machine/machine.js';
import { kernelMachine } from './kernel-machine.js';

/** A play of a graph that is ordered for `machine`; null where no kernel knows both, and where there is no room. */
export function playKernel(graph: ExecutionGraph, machine: Machine): PlayKernel | null {
  const known = kernelMachine(graph, machine);
  if (known === null) return null;
  const routes = machine.network.routes.length;
  const placed = placedGraph(graph, bytesOfPlaying(graph.schedule.operations, routes));
  return placed === null ? null : new PlayKernel(placed.program, placed.order, known(), routes);
}
