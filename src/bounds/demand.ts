/** What a resource must do between two points in time, added up over all that use it there. */
import type { Span } from '../timing/milestones.js';
import type { Routes } from './routes.js';

/** A span with what makes it so long, before its route has a number. */
export interface Demand extends Omit<Span, 'route'> {
  readonly resource: number;
  readonly users: number;
  /** Levels of the window, the last exclusive. */
  readonly from: number;
  readonly to: number;
  /** Number of the way whose latencies it pays, and its gap. */
  readonly way: number;
  readonly gap: number;
}

/** Those of `demands` that no other one of the same start exceeds at all parameters; `price`: ns at those of the machine. */
export function undominated<Kind extends Demand>(
  demands: readonly Kind[],
  routes: Routes,
  price: (demand: Demand) => number,
): Kind[] {
  const sorted = demands.map((demand) => ({ demand, ns: price(demand) })).sort((a, b) => b.ns - a.ns);
  const kept: Kind[] = [];
  for (const { demand } of sorted) {
    if (!kept.some((other) => exceeds(other, demand, routes))) kept.push(demand);
  }
  return kept;
}

function exceeds(one: Demand, other: Demand, routes: Routes): boolean {
  return (
    one.start === other.start &&
    one.constantNs >= other.constantNs &&
    one.overheads >= other.overheads &&
    one.bytes >= other.bytes &&
    (one.gap === other.gap || other.bytes === 0) &&
    routes.least(one.way, other.way) === other.way
  );
}
