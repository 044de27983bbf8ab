/** What a percentage of T costs or brings in a parameter, and how far it pays to buy more of it. */
import type { Axis } from '../../timing/axis.js';
import { exactCurve } from '../exact-curve.js';
import type { Model } from '../model.js';
import { runtimeAt } from '../piecewise.js';
import { largestBelow, withinRuntime } from '../within.js';
import { type Takeover, takeover } from './takeover.js';

/** What one parameter is worth at the machine. Values in ns, of gaps in ns per byte. */
export interface Worth {
  readonly axis: Axis;
  /** ∂T/∂x, right derivative. */
  readonly lambda: number;
  /** x·λ/T: by how many percent T grows with one percent of it; null where x is an added amount. */
  readonly share: number | null;
  /** Value at which T is the percentage larger; Infinity where no value is too large. */
  readonly slower: number;
  /** Value at which T is the percentage smaller; null where not even the lowest is. */
  readonly faster: number | null;
  /** By what share T falls where the parameter has its lowest value, mostly 0: all that it can bring. */
  readonly most: number;
  /** Where another parameter begins to bring more; null where none does, and where that was not asked. */
  readonly takeover: Takeover | null;
}

/** Of `percent` of T. `follow`: whether to look for the takeover, which only values that are no added amounts have. */
export async function worthOf(model: Model, axis: Axis, percent: number, follow: boolean): Promise<Worth> {
  const { runtime, lambda } = await model.engine.evaluate(model.lines(axis), axis.base);
  const part = percent / 100;
  const { value } = await withinRuntime(model, runtime * (1 + part), axis);
  const curve = await exactCurve(model, axis.lowest, axis.base, { axis });
  const share = runtime === 0 ? 0 : (axis.base * lambda) / runtime;
  return {
    axis,
    lambda,
    share: axis.relative ? null : share,
    slower: value ?? axis.base,
    faster: runtime === 0 ? null : largestBelow(curve, runtime * (1 - part)),
    most: runtime === 0 ? 0 : 1 - runtimeAt(curve, axis.lowest) / runtime,
    takeover: follow && !axis.relative && lambda > 0 ? takeover(model, curve) : null,
  };
}
