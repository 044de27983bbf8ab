/** Whether machines differ in prices only, asked of the table of parameters. */

import type { Machine } from './machine.js';
import type { Network } from './network.js';
import { PARAMETER_ROWS, type ParameterRow, type RowField } from './parameters.js';

/**
 * What a machine has beside its parameters. Latencies and gaps are prices; a row of a timing system names its route by
 * number, so what numbers them decides rows. A field of Machine without a line here or a row in the table does not
 * compile: whoever adds one says what it decides.
 */
const BESIDE: Readonly<Record<Exclude<keyof Machine, RowField>, (one: Machine, other: Machine) => boolean>> =
  {
    network: (one, other) => sameRouting(one.network, other.network),
  };

/** Whether the rows of any program are the same on two machines, so that only prices differ. */
export function sameRows(one: Machine, other: Machine): boolean {
  return (
    PARAMETER_ROWS.every((row) => row.decides === 'prices' || sameValue(row, one, other)) &&
    Object.values(BESIDE).every((same) => same(one, other))
  );
}

/** Whether two machines differ in latencies at the most, so that T(L) is one function on both. */
export function sameButLatencies(one: Machine, other: Machine): boolean {
  if (!sameRows(one, other) || !PARAMETER_ROWS.every((row) => sameValue(row, one, other))) return false;
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

/** Of a parameter that the network has by class nothing is said here. */
function sameValue({ field, same }: ParameterRow, one: Machine, other: Machine): boolean {
  if (field === undefined) return true;
  return same === undefined ? one[field] === other[field] : same(one[field], other[field]);
}

/** One route is taken by everyone; several by whom `routeOf` says, which only itself is known to equal. */
function sameRouting(one: Network, other: Network): boolean {
  if (one.routes.length !== other.routes.length) return false;
  return one.routes.length === 1 || one.routeOf === other.routeOf;
}
