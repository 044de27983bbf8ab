/** What each event of a graph waits for: asked for in several passes, worked out once. */
import { predecessor } from '../graph/events.js';
import type { ExecutionGraph } from '../graph/execution-graph.js';
import { NONE, u32 } from '../schedule/columns.js';

/** In the order of the graph, as CSR. */
export interface Predecessors {
  /** [order + 1] by place in the order: start of what the event there waits for. */
  readonly start: Uint32Array;
  /** [waits] events waited for. */
  readonly events: Uint32Array;
}

/** Dependencies and messages alone, not what serial or ordered resources add. */
export function predecessorsOf(graph: ExecutionGraph): Predecessors {
  const { schedule, partner, order } = graph;
  const start = u32(order.length + 1);
  // The end of an operation waits for two events at the most.
  const events = u32(schedule.deps.length + 2 * schedule.operations);
  let length = 0;
  for (let place = 0; place < order.length; place++) {
    for (let i = 0; ; i++) {
      const before = predecessor(schedule, partner, graph, order[place], i);
      if (before === NONE) break;
      events[length++] = before;
    }
    start[place + 1] = length;
  }
  return { start, events: events.subarray(0, length) };
}
