/** Which events of a program depend on which, found by brute force: the closure of all edges. */

import type { ExecutionGraph } from '../../src/graph/execution-graph.js';
import { predecessor } from '../../src/graph/graph-events.js';
import { NONE } from '../../src/schedule/schedule.js';

/** `at(a, b)`: whether event b depends on event a, directly or not; an event does not depend on itself. */
export function reachability(graph: ExecutionGraph): (before: number, after: number) => boolean {
  const past = new Map<number, Set<number>>();
  for (const event of graph.order) {
    const own = new Set<number>();
    for (let i = 0; ; i++) {
      const before = predecessor(graph.schedule, graph.partner, graph, event, i);
      if (before === NONE) break;
      own.add(before);
      for (const earlier of past.get(before) ?? []) own.add(earlier);
    }
    past.set(event, own);
  }
  return (before, after) => past.get(after)?.has(before) ?? false;
}
