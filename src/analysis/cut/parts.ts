/** Which operations of a program are before a region, within, and behind it. */
import { isEnd, opOf } from '../../graph/events.js';
import type { ExecutionGraph } from '../../graph/execution-graph.js';
import { DEP_OP, IREQUIRES, RECV } from '../../schedule/schedule.js';

export const BEFORE = 0;
export const WITHIN = 1;
export const BEHIND = 2;

/** [operations] the part of each. What waits for something is never in an earlier part than that. */
export function partsOf(graph: ExecutionGraph, beforeFrom: Uint8Array, beforeTo: Uint8Array): Uint8Array {
  const parts = beforeFrom.map((early, op) => (beforeTo[op] === 0 ? BEHIND : early === 1 ? BEFORE : WITHIN));
  const { depStart, deps } = graph.schedule;
  for (const event of graph.order) {
    if (isEnd(event)) continue;
    const op = opOf(event);
    for (let i = depStart[op]; i < depStart[op + 1]; i++)
      parts[op] = Math.max(parts[op], parts[deps[i] & DEP_OP]);
  }
  takeOpenReceives(graph, parts);
  return parts;
}

/** A receive posted before the region that nothing before it waits for, whose message is sent within, is received within. */
function takeOpenReceives({ schedule, partner }: ExecutionGraph, parts: Uint8Array): void {
  const { kind, operations, depStart, deps } = schedule;
  const awaited = new Uint8Array(operations);
  for (let op = 0; op < operations; op++) {
    if (parts[op] !== BEFORE) continue;
    for (let i = depStart[op]; i < depStart[op + 1]; i++)
      if ((deps[i] & IREQUIRES) === 0) awaited[deps[i] & DEP_OP] = 1;
  }
  for (let op = 0; op < operations; op++) {
    if (kind[op] === RECV && parts[op] === BEFORE && awaited[op] === 0 && parts[partner[op]] === WITHIN)
      parts[op] = WITHIN;
  }
}
