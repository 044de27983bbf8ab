/** What each parameter of a machine decides about a program's timing system, in one table. */

import type { Machine, OverheadPoint } from './machine.js';
import type { Network } from './network.js';

/**
 * `prices`: what rows cost, not which there are. `rows`: constants or routes in the rows. `order`: which events wait
 * for which, and the rows with them.
 */
export type Decides = 'prices' | 'rows' | 'order';

interface Parameter {
  readonly decides: Decides;
  /** Whether two machines have the same of it, where that is more than to compare two values. */
  readonly same?: (one: Machine, other: Machine) => boolean;
}

/** A field of Machine without a line here does not compile: whoever adds one says what it decides. */
const PARAMETERS: Readonly<Record<keyof Machine, Parameter>> = {
  // Latencies and gaps are prices. A row names its route by number, so what numbers them decides rows.
  network: { decides: 'rows', same: (one, other) => sameRouting(one.network, other.network) },
  overhead: { decides: 'prices' },
  overheadBySize: {
    decides: 'rows',
    same: (one, other) => sameTable(one.overheadBySize, other.overheadBySize),
  },
  gap: { decides: 'rows' },
  rendezvous: { decides: 'order' },
  protocol: { decides: 'order' },
  async: { decides: 'rows' },
  cpu: { decides: 'order' },
  nic: { decides: 'order' },
};

const FIELDS = Object.keys(PARAMETERS).filter((name): name is keyof Machine => name in PARAMETERS);

/** Whether the rows of any program are the same on two machines, so that only prices differ. */
export function sameRows(one: Machine, other: Machine): boolean {
  return FIELDS.every((field) => {
    const { decides, same } = PARAMETERS[field];
    return decides === 'prices' || (same === undefined ? one[field] === other[field] : same(one, other));
  });
}

/** Whether two machines differ in latencies at the most, so that T(L) is one function on both. */
export function sameButLatencies(one: Machine, other: Machine): boolean {
  if (!sameRows(one, other) || one.overhead !== other.overhead) return false;
  const { latencies, gaps, routes } = one.network;
  return (
    latencies.length === other.network.latencies.length &&
    gaps.length === other.network.gaps.length &&
    gaps.every(({ gapNsPerByte }, k) => gapNsPerByte === other.network.gaps[k].gapNsPerByte) &&
    routes.every((route, k) => {
      const { counts, constantNs, gap } = other.network.routes[k];
      if (route.constantNs !== constantNs || route.gap !== gap) return false;
      return route.counts.every((count, i) => count === counts[i]);
    })
  );
}

/** One route is taken by everyone; several by whom `routeOf` says, which only itself is known to equal. */
function sameRouting(one: Network, other: Network): boolean {
  if (one.routes.length !== other.routes.length) return false;
  return one.routes.length === 1 || one.routeOf === other.routeOf;
}

function sameTable(one: readonly OverheadPoint[] | null, other: readonly OverheadPoint[] | null): boolean {
  if (one === null || other === null) return one === other;
  return (
    one.length === other.length &&
    one.every(({ bytes, ns }, i) => bytes === other[i].bytes && ns === other[i].ns)
  );
}
