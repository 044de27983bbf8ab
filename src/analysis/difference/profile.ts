/** What of a run on its machine is kept to hold another against it: where its time goes, and what it bears. */
import type { SiteNames } from '../../schedule/call-sites.js';
import type { PathShares } from '../../timing/path.js';
import type { Model } from '../model.js';
import { criticalPath } from '../path.js';
import { type Tolerance, tolerance } from '../tolerance.js';
import { type ProfileGroups, profileGroups } from './groups.js';
import { type PathPrice, pathPrices } from './prices.js';

/** A critical path in parts, and the answers beside it. Times in ns. */
export interface RunProfile extends PathShares {
  /** T; the four shares add up to it but for rounding. */
  readonly runtime: number;
  /** How often the path pays each parameter of the machine, and for how much. */
  readonly prices: readonly PathPrice[];
  /** The path by what of the program it is, as far as the input tells; each adds up to T but for rounding. */
  readonly groups: ProfileGroups;
  /** Messages that the path crosses. */
  readonly messages: number;
  /** ∂T/∂L, ∂T/∂G (bytes) and ∂T/∂o. */
  readonly lambda: { readonly L: number; readonly G: number; readonly o: number };
  readonly rho: number;
  /** How much latency may be added; Infinity where none is too much. */
  readonly tolerance: readonly Pick<Tolerance, 'percent' | 'delta'>[];
}

/** The profile at the machine's parameters. `names`: of return addresses. Throws LimitError. */
export async function profileOf(
  model: Model,
  percents: readonly number[],
  names: SiteNames = () => [],
): Promise<RunProfile> {
  const path = criticalPath(model);
  const { computation, overhead, latency, bandwidth } = path;
  const asked = await tolerance(model, percents);
  return {
    ...{ runtime: asked.runtime, computation, overhead, latency, bandwidth },
    prices: pathPrices(model.machine, path.steps),
    groups: profileGroups(model.schedule, path.steps, names),
    messages: path.messages,
    lambda: asked.lambda,
    rho: asked.rho,
    tolerance: asked.tolerance.map(({ percent, delta }) => ({ percent, delta })),
  };
}
