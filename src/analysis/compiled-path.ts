/** The critical path of a model whose rows a kernel has made, by one pass over them, without a replay. */
import { pathByPlaces } from '../kernels/places.js';
import { CALC, type Schedule } from '../schedule/schedule.js';
import { pass, sharedLabels } from '../solve/sweep/pass.js';
import { ROUNDING } from '../timing/exact.js';
import { pricesOf } from '../timing/lines.js';
import { PlacedPath } from '../timing/placed-path.js';
import type { Model } from './model.js';
import { exactRows } from './start-and-end-bound.js';

/**
 * Shows `use` the path that a replay at the machine's parameters finds; null where its sums are rounded, or no kernel knows
 * it.
 */
export function compiledPath<Result>(model: Model, use: (path: PlacedPath) => Result): Result | null {
  if (!areWhole(model.schedule) || exactRows(model) === null) return null;
  const { graph, machine, latency } = model;
  const lines = model.lines(latency);
  const labels = sharedLabels(lines);
  pass(lines, latency.base, labels);
  const prices = pricesOf(machine, latency, true);
  const x = latency.base * prices.scale;
  return pathByPlaces({ from: lines.from, ...labels }, { ...prices, x, tie: ROUNDING }, (path) =>
    use(new PlacedPath(path, { graph, machine, prices, x })),
  );
}

/** Whether all computations are whole ns: of fractions a replay is rounded, though their sums in rows may be whole. */
function areWhole({ kind, value }: Schedule): boolean {
  return value instanceof Uint32Array || value.every((one, op) => kind[op] !== CALC || Number.isInteger(one));
}
