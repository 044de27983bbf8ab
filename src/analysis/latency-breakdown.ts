/** λ_L and the latency of the critical path by rank, node, message size, MPI call, communicator, source line or function. */

import type { SiteNames } from '../schedule/program-calls.js';
import { timesPaid } from '../timing/axis.js';
import { endOfPath, messagesOf, type PathMessage } from '../timing/path-steps.js';
import { Replay } from '../timing/replay.js';
import { type RegionNode, type Regions, regionsOf, type Summing } from './call-tree.js';
import { type Group, type Grouping, groupOf, rankGroup, type SiteTitle } from './message-groups.js';
import type { Model } from './model.js';

/** A message of the critical path. */
interface CriticalMessage extends PathMessage {
  /** Its part of λ_L. */
  readonly lambda: number;
}

/** T at the machine, ns, and the messages of the critical path, whose λ add up to λ_L there. */
export function criticalMessages({ graph, machine }: Model): {
  readonly runtime: number;
  readonly messages: readonly CriticalMessage[];
} {
  const replay = new Replay(graph, machine);
  const steps = replay.criticalPath();
  const { routes } = machine.network;
  const messages = messagesOf(steps).map((one) => ({
    ...one,
    lambda: one.latencies * timesPaid(replay.axis, routes[one.route]),
  }));
  return { runtime: endOfPath(steps), messages };
}

/** One group of a breakdown: its part of the critical path. Times in ns. */
export interface BreakdownGroup {
  readonly name: string;
  /** Its part of λ_L. */
  readonly lambda: number;
  /** Number of latencies of the group on the critical path. */
  readonly latencies: number;
  /** Its bytes on the critical path, Σ (s − 1). */
  readonly bytes: number;
  /** Its part of the critical path's latency, ns. */
  readonly latency: number;
  /** By rank only: λ_L of messages that the rank receives. */
  readonly received?: number;
  /** By site only; omitted for messages with unknown site. */
  readonly site?: SiteTitle;
  /** By communicator only: the call that created it; omitted for predefined ones. */
  readonly made?: string;
}

/** T, λ and the shares of the critical path, divided among groups of its messages and computations. */
export interface Breakdown {
  readonly by: Grouping;
  /** T, λ_L and the latency on the critical path, ns: the sums of the groups. */
  readonly runtime: number;
  readonly lambda: number;
  readonly latency: number;
  /** Those on the critical path; sizes ascend, others are ordered by latency. */
  readonly groups: readonly BreakdownGroup[];
}

interface Sums extends Group {
  lambda: number;
  latencies: number;
  bytes: number;
  latency: number;
  received: number;
}

/**
 * Splits λ_L and the critical path's latency at the machine's parameters. `nodeName`: node of a rank; `siteNames`: of
 * return addresses, without which sites are places in objects. Throws UsageError if the program or machine does not define
 * the grouping.
 */
export function breakdown(
  model: Model,
  by: Grouping,
  nodeName?: (rank: number) => string,
  siteNames: SiteNames = () => [],
): Breakdown {
  const { runtime, messages } = criticalMessages(model);
  const groupFor = groupOf(
    model,
    by,
    messages.map(({ send }) => send),
    { nodeName, siteNames },
  );
  const groups = new Map<string, Sums>();
  const sumsOf = (group: Group): Sums => {
    const zero = { ...group, lambda: 0, latencies: 0, bytes: 0, latency: 0, received: 0 };
    const sums = groups.get(group.name) ?? zero;
    groups.set(group.name, sums);
    return sums;
  };
  for (const { send, lambda, latencies, bytes, latency } of messages) {
    const sums = sumsOf(groupFor(send));
    sums.lambda += lambda;
    sums.latencies += latencies;
    sums.bytes += bytes;
    sums.latency += latency;
    if (by === 'rank') sumsOf(rankGroup(model.schedule.peer[send])).received += lambda;
  }
  const found = [...groups.values()].sort((a, b) =>
    by === 'message-size' ? a.key - b.key : b.latency - a.latency || b.lambda - a.lambda || a.key - b.key,
  );
  return {
    by,
    runtime,
    lambda: found.reduce((sum, one) => sum + one.lambda, 0),
    latency: found.reduce((sum, one) => sum + one.latency, 0),
    groups: found.map(({ key: _, received, ...own }) => (by === 'rank' ? { ...own, received } : own)),
  };
}

/** `lambda`: part of λ_L; `latencies`: number of latencies; `bytes`: Σ (s − 1); `latency`: ns. */
export type LatencyAmount = 'lambda' | 'latencies' | 'bytes' | 'latency';

/** λ_L by function. A message belongs to the function whose call sent it, and to all its callers. */
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
 * Splits λ_L and the critical path's latency at the machine's parameters by function, from the call paths. `names`: of
 * return addresses. Throws UsageError if the input does not record call sites.
 */
export function regionLatency(model: Model, names: SiteNames = () => []): RegionLatency {
  const { runtime, messages } = criticalMessages(model);
  return { by: 'region', runtime, ...regionsOf(model.schedule, names, messages.map(chargeOf), SUMMING) };
}

/** The MPI call with most of λ_L, and the innermost function that contains all of it. */
interface TopCall {
  readonly call: string;
  /** Its part of λ_L. */
  readonly lambda: number;
  /** Null if no function contains all of it. */
  readonly below: RegionNode<LatencyAmount> | null;
}

/** Null if no message of a known call site is on the critical path. */
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
