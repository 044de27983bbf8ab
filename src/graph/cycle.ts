/** Diagnosis of a deadlock: one shortest cycle of events, operation by operation. */
import { ModelError, type Problem } from '../errors.js';
import type { Protocol } from '../machine/message.js';
import { NONE } from '../schedule/columns.js';
import { describeOp, type Schedule } from '../schedule/schedule.js';
import { isEnd, opOf, predecessor } from './events.js';

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
  const before = component(schedule, partner, protocol, known[0]);
  const cycle = before.size > 0 ? shortestCycle(before) : [...known];
  throw new ModelError(explain(schedule, cycle));
}

/** By event what it waits for, by number: a part of the event graph. */
type Waiting = ReadonlyMap<number, readonly number[]>;

/** The part of the event graph that lies between cycles which `event` waits for; empty where none was found. */
function component(schedule: Schedule, partner: Uint32Array, protocol: Protocol, event: number): Waiting {
  const before = new Map<number, Set<number>>([[event, new Set()]]);
  const after = new Map<number, Set<number>>([[event, new Set()]]);
  const queue = [event];
  for (let head = 0; head < queue.length && queue.length < MAX_EVENTS; head++) {
    const last = queue[head];
    for (let i = 0; ; i++) {
      const first = predecessor(schedule, partner, protocol, last, i);
      if (first === NONE) break;
      if (!before.has(first)) {
        before.set(first, new Set());
        after.set(first, new Set());
        queue.push(first);
      }
      before.get(last)?.add(first);
      after.get(first)?.add(last);
    }
  }
  dropLoose(before, after);
  return new Map([...before].map(([node, nodes]) => [node, [...nodes].sort((a, b) => a - b)]));
}

/** Drops, until all others do both, what waits for nothing and what nothing waits for: cycles are left, and what lies between them. */
function dropLoose(before: Map<number, Set<number>>, after: Map<number, Set<number>>): void {
  const isLoose = (node: number): boolean => before.get(node)?.size === 0 || after.get(node)?.size === 0;
  const loose = [...before.keys()].filter(isLoose);
  for (let node = loose.pop(); node !== undefined; node = loose.pop()) {
    const [firsts, lasts] = [before.get(node) ?? [], after.get(node) ?? []];
    before.delete(node);
    after.delete(node);
    for (const first of firsts) after.get(first)?.delete(node);
    for (const last of lasts) before.get(last)?.delete(node);
    loose.push(...[...firsts, ...lasts].filter(isLoose));
  }
}

function shortestCycle(before: Waiting): number[] {
  let best: number[] | null = null;
  for (const start of [...before.keys()].slice(0, MAX_STARTS)) {
    const cycle = cycleThrough(before, start, best?.length ?? Number.POSITIVE_INFINITY);
    if (cycle !== null && (best === null || cycle.length < best.length)) best = cycle;
  }
  if (best === null) throw new Error('no cycle found in a component that has one');
  return best;
}

/** Shortest cycle through `start` with fewer than `limit` events, in the order of waiting; breadth first. */
function cycleThrough(before: Waiting, start: number, limit: number): number[] | null {
  const parent = new Map<number, number>();
  let frontier = [start];
  for (let depth = 1; frontier.length > 0 && depth < limit; depth++) {
    const next: number[] = [];
    for (const node of frontier) {
      for (const first of before.get(node) ?? []) {
        if (first === start) return pathTo(parent, start, node);
        if (parent.has(first)) continue;
        parent.set(first, node);
        next.push(first);
      }
    }
    frontier = next;
  }
  return null;
}

function pathTo(parent: ReadonlyMap<number, number>, start: number, end: number): number[] {
  const path: number[] = [];
  for (let node: number | undefined = end; node !== undefined && node !== start; node = parent.get(node)) {
    path.push(node);
  }
  path.push(start);
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
  if (steps.length > SHOWN) shown.push({ what: `… ${steps.length - SHOWN} more, which wait for` });
  const first = describeOp(schedule, opOf(steps[0]));
  return [
    steps.length === 1
      ? { what: 'deadlock: an operation waits for itself', mend: 'drop the dependency' }
      : {
          what: `deadlock: ${steps.length} operations wait for each other in a cycle`,
          mend: 'reorder them, or make one of them nonblocking',
        },
    ...shown,
    { what: `${first} again` },
  ];
}
