/** λ_L and the latency of the critical path by function of the program. */
import type { SiteNames } from '../schedule/call-sites.js';
import { type CriticalMessage, criticalMessages } from './critical-messages.js';
import type { Model } from './model.js';
import { type RegionNode, type Regions, regionsOf, type Summing } from './regions.js';

/** `lambda`: part of λ_L; `latencies`: times a latency is paid; `bytes`: Σ (s − 1); `latency`: ns. */
export type LatencyAmount = 'lambda' | 'latencies' | 'bytes' | 'latency';

/** λ_L by function. A message belongs to the function that made the call which sent it, and to all above it. */
export interface RegionLatency extends Regions<LatencyAmount> {
  readonly by: 'region';
  /** T, ns. */
  readonly runtime: number;
}

const SUMMING: Summing<LatencyAmount> = {
  zero: () => ({ lambda: 0, latencies: 0, bytes: 0, latency: 0 }),
  order: (a, b) => b.latency - a.latency || b.lambda - a.lambda,
};

const chargeOf = ({ send, lambda, latencies, bytes, latency }: CriticalMessage) => ({
  op: send,
  amounts: { lambda, latencies, bytes, latency },
});

/**
 * Splits λ_L and the critical path's latency at the machine's parameters by function, as the call paths have them.
 * `names`: of return addresses. Throws UsageError where the input does not say from where its calls were made.
 */
export function regionLatency(model: Model, names: SiteNames = () => []): RegionLatency {
  const { runtime, messages } = criticalMessages(model);
  return { by: 'region', runtime, ...regionsOf(model.schedule, names, messages.map(chargeOf), SUMMING) };
}

/** The MPI call with most of λ_L, and the innermost function that has all of it below. */
export interface TopCall {
  readonly call: string;
  /** Its part of λ_L. */
  readonly lambda: number;
  /** Null where no function has all of it. */
  readonly below: RegionNode<LatencyAmount> | null;
}

/** Null where no message of a known call site is on the critical path. */
export function topCall({ nodes }: RegionLatency): TopCall | null {
  const sums = new Map<string, number>();
  for (const { call, amounts } of nodes.filter(({ depth }) => depth === 0).flatMap(({ calls }) => calls))
    sums.set(call, (sums.get(call) ?? 0) + amounts.lambda);
  const [top] = [...sums].sort(([, a], [, b]) => b - a);
  if (top === undefined || top[1] === 0) return null;
  const [call, lambda] = top;
  const all = nodes.filter(({ calls }) =>
    calls.some((one) => one.call === call && one.amounts.lambda === lambda),
  );
  return { call, lambda, below: all.at(-1) ?? null };
}
