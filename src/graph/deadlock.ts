/** Diagnosis of a deadlock: one shortest cycle of events, operation by operation. */
import { DirectedGraph } from 'graphology';
import { hasCycle } from 'graphology-dag';
import { ModelError, type Problem } from '../errors.js';
import type { Protocol } from '../machine/costs.js';
import { describeOp, NONE, type Schedule } from '../schedule/schedule.js';
import { isEnd, opOf, predecessor } from './graph-events.js';

/** Events looked at for a shorter cycle: enough for any deadlock a person can read. */
const MAX_EVENTS = 50_000;
/** Starting points from which a shortest cycle is searched. */
const MAX_STARTS = 400;
/** Steps shown before the rest is counted. */
const SHOWN = 24;

/**
 * Throws a ModelError with a shortest cycle of the component of `known`, a cycle that was found: events of which
 * each waits for the next, and the last for the first. Where the component is too large to search, `known` is shown.
 */
export function reportCycle(
  schedule: Schedule,
  partner: Uint32Array,
  protocol: Protocol,
  known: Uint32Array,
): never {
  const graph = component(schedule, partner, protocol, known[0]);
  const cycle = hasCycle(graph) ? shortestCycle(graph) : [...known];
  throw new ModelError(explain(schedule, cycle));
}

/** The part of the event graph on cycles with `event`; an edge leads from an event to those that wait for it. */
function component(
  schedule: Schedule,
  partner: Uint32Array,
  protocol: Protocol,
  event: number,
): DirectedGraph {
  const graph = new DirectedGraph();
  const queue = [event];
  graph.addNode(event);
  for (let head = 0; head < queue.length && queue.length < MAX_EVENTS; head++) {
    for (let i = 0; ; i++) {
      const before = predecessor(schedule, partner, protocol, queue[head], i);
      if (before === NONE) break;
      if (!graph.hasNode(before)) {
        graph.addNode(before);
        queue.push(before);
      }
      graph.mergeDirectedEdge(before, queue[head]);
    }
  }
  const loose = graph.filterNodes((node) => graph.inDegree(node) === 0 || graph.outDegree(node) === 0);
  for (let node = loose.pop(); node !== undefined; node = loose.pop()) {
    if (!graph.hasNode(node)) continue;
    const neighbours = graph.neighbors(node);
    graph.dropNode(node);
    for (const next of neighbours) {
      if (graph.inDegree(next) === 0 || graph.outDegree(next) === 0) loose.push(next);
    }
  }
  return graph;
}

function shortestCycle(graph: DirectedGraph): number[] {
  let best: number[] | null = null;
  for (const start of graph.nodes().slice(0, MAX_STARTS)) {
    const cycle = cycleThrough(graph, start, best?.length ?? Number.POSITIVE_INFINITY);
    if (cycle !== null && (best === null || cycle.length < best.length)) best = cycle;
  }
  if (best === null) throw new Error('no cycle found in a component that has one');
  return best;
}

/** Shortest cycle through `start` with fewer than `limit` events, in the order of waiting; breadth first. */
function cycleThrough(graph: DirectedGraph, start: string, limit: number): number[] | null {
  const parent = new Map<string, string>();
  let frontier = [start];
  for (let depth = 1; frontier.length > 0 && depth < limit; depth++) {
    const next: string[] = [];
    for (const node of frontier) {
      for (const before of graph.inNeighbors(node)) {
        if (before === start) return pathTo(parent, start, node);
        if (parent.has(before)) continue;
        parent.set(before, node);
        next.push(before);
      }
    }
    frontier = next;
  }
  return null;
}

function pathTo(parent: ReadonlyMap<string, string>, start: string, end: string): number[] {
  const path: number[] = [];
  for (let node: string | undefined = end; node !== undefined && node !== start; node = parent.get(node)) {
    path.push(Number(node));
  }
  path.push(Number(start));
  return path.reverse();
}

function explain(schedule: Schedule, cycle: readonly number[]): Problem[] {
  // Post and end of one operation in a row read as one step.
  const steps = cycle.filter(
    (event, i) => !(isEnd(event) && opOf(event) === opOf(cycle[(i + 1) % cycle.length])),
  );
  const shown = steps
    .slice(0, SHOWN)
    .map((event) => ({ what: `${describeOp(schedule, opOf(event))}, which waits for` }));
  const rest = steps.length - SHOWN;
  if (rest > 0) shown.push({ what: `… ${rest} more, which ${rest === 1 ? 'waits' : 'wait'} for` });
  const first = describeOp(schedule, opOf(steps[0]));
  return [
    steps.length === 1
      ? { what: 'deadlock: an operation waits for itself', mend: 'remove the dependency' }
      : {
          what: `deadlock: ${steps.length} operations wait for each other in a cycle`,
          mend: 'reorder them, or make one of them nonblocking',
        },
    ...shown,
    { what: `${first} again` },
  ];
}
