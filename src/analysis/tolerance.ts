import type { Warning } from '../errors.js';
import type { Axis } from '../timing/axis.js';
import type { Model } from './model.js';
import { largestWithin, slowerThere } from './orders.js';
import { type Sensitivity, sensitivity } from './sensitivity.js';

/** How much of a parameter the program bears before it runs `percent` slower. */
export interface Tolerance {
  readonly percent: number;
  /** Largest value of the parameter (ns, or ns/B); Infinity when no value is too large. */
  readonly value: number;
  /** Its distance from the machine's value. */
  readonly delta: number;
}

/** A sensitivity, and how much of the parameter each slowdown leaves room for. */
export interface ToleranceResult extends Sensitivity {
  readonly axis: Axis;
  readonly tolerance: readonly Tolerance[];
}

/** The x % tolerances of a parameter, by default the latency (LLAMP §II-D2). `percents` as in [1, 2, 5]. */
export async function tolerance(
  model: Model,
  percents: readonly number[],
  axis: Axis = model.latency,
): Promise<ToleranceResult> {
  const base = await sensitivity(model, axis);
  const list: Tolerance[] = [];
  const warnings: Warning[] = [...base.warnings];
  for (const percent of percents) {
    const limit = base.runtime * (1 + percent / 100);
    const reach = await largestWithin(model, axis, limit);
    list.push({ percent, value: reach.x, delta: reach.x - axis.base });
    warnings.push(...slowerThere(axis, limit, reach));
  }
  if (list.some((one) => !Number.isFinite(one.value))) warnings.push(unlimited(axis));
  return { ...base, axis, tolerance: list, warnings };
}

function unlimited(axis: Axis): Warning {
  return {
    code: 'unlimited',
    message: `no path crosses ${axis.name}: its tolerance is unlimited`,
  };
}
