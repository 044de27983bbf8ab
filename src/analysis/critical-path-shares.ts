/** The critical path of a model: its segments, its time by function and by call site, and its count of each machine parameter. */

import type { Machine } from '../machine/machine.js';
import type { SiteNames } from '../schedule/program-calls.js';
import type { Schedule } from '../schedule/schedule.js';
import { pass, pathRows, sharedLabels } from '../solve/sweep/pass.js';
import { sumByRoute } from '../solve/sweep/sweep-engine.js';
import type { Axis } from '../timing/axis.js';
import {
  crossings,
  endOfPath,
  messagesOf,
  type PathShares,
  type PathStep,
  type Run,
  runsOf,
  sharesOf,
} from '../timing/path-steps.js';
import { type Amounts, addAmounts, type Charge, type Regions, regionsOf, type Summing } from './call-tree.js';
import { NO_SITE, SiteGroups, type SiteTitle } from './message-groups.js';
import type { Model } from './model.js';

/** A run of steps on one rank between two messages. */
export interface PathSegment extends PathShares {
  readonly rank: number;
  readonly start: number;
  readonly end: number;
  /** First and last operation. */
  readonly first: number;
  readonly last: number;
  readonly steps: number;
}

/** The critical path at the machine's parameters: its segments in time, and their sums in ns. */
export interface CriticalPath extends PathShares {
  readonly runtime: number;
  readonly steps: readonly PathStep[];
  readonly segments: readonly PathSegment[];
  /** Ranks in the order of the path, without consecutive duplicates. */
  readonly ranks: readonly number[];
  /** Messages that the path crosses. */
  readonly messages: number;
}

/** The critical path at the machine's parameters, operation by operation. */
export function criticalPath(model: Model): CriticalPath {
  const replay = model.played();
  return pathOf(replay.criticalPath(), (op) => replay.rankOf(op));
}

/** A path of these steps. */
export function pathOf(steps: readonly PathStep[], rankOf: (op: number) => number): CriticalPath {
  const segments = runsOf(steps, rankOf).map((run) => segmentOf(steps, run));
  const ranks = segments.map((one) => one.rank);
  return {
    ...sharesOf(steps),
    runtime: endOfPath(steps),
    steps,
    segments,
    ranks,
    messages: crossings(messagesOf(steps)),
  };
}

/** At most `count` segments of the path, the longest first. */
export function longestSegments(path: CriticalPath, count: number): PathSegment[] {
  const duration = (segment: PathSegment): number => segment.end - segment.start;
  return [...path.segments].sort((a, b) => duration(b) - duration(a)).slice(0, count);
}

function segmentOf(steps: readonly PathStep[], { rank, first, end }: Run): PathSegment {
  return {
    ...sharesOf(steps, first, end),
    rank,
    start: steps[first].start,
    end: steps[end - 1].end,
    first: steps[first].op,
    last: steps[end - 1].op,
    steps: end - first,
  };
}

/** Latency and bandwidth belong to the sender, the rest to the operation of the step. */
export function* chargesOf(steps: readonly PathStep[]): Generator<Charge<keyof PathShares>, void, void> {
  for (const { op, send, computation, overhead, latency, bandwidth } of steps) {
    if (send < 0 || send === op) {
      yield { op, amounts: { computation, overhead, latency, bandwidth } };
      continue;
    }
    yield { op, amounts: { computation, overhead, latency: 0, bandwidth: 0 } };
    yield { op: send, amounts: { computation: 0, overhead: 0, latency, bandwidth } };
  }
}

/** Where the time of the critical path goes by function, ns. */
export type PathRegions = Regions<keyof PathShares>;

/** Sum over functions, ns. */
export const timeOf = ({ computation, overhead, latency, bandwidth }: Amounts<keyof PathShares>): number =>
  computation + overhead + latency + bandwidth;

const SUMMING: Summing<keyof PathShares> = {
  zero: () => ({ computation: 0, overhead: 0, latency: 0, bandwidth: 0 }),
  order: (a, b) => timeOf(b) - timeOf(a),
};

/**
 * Sums the critical path by function: the time of operations made by MPI calls belongs to the calling function, as by call
 * site. Computation between calls is `outside`, because the schedule does not record its function. Throws UsageError if the
 * input does not record call sites.
 */
export function pathRegions(schedule: Schedule, path: CriticalPath, names: SiteNames): PathRegions {
  return regionsOf(schedule, names, taken(path), SUMMING);
}

/** Operations that take no time would create functions without time. */
function* taken({ steps }: CriticalPath): Generator<Charge<keyof PathShares>, void, void> {
  for (const charge of chargesOf(steps)) if (timeOf(charge.amounts) > 0) yield charge;
}

/** The part of the critical path that belongs to one call site, ns. */
export interface SiteShares extends PathShares {
  /** Null for computation between calls. */
  readonly site: SiteTitle | null;
}

/** The critical path by call sites. */
export interface PathSites {
  /** By falling time; they add up to the path. Latency and bandwidth belong to the sender, the rest to its operation. */
  readonly sums: readonly SiteShares[];
  /** [segments of the path] site of the first operation; null where it has none. */
  readonly enters: readonly (SiteTitle | null)[];
  /** [segments of the path] site of the last operation, by which the path leaves the rank; null where it has none. */
  readonly leaves: readonly (SiteTitle | null)[];
}

/** Null if the input does not record call sites. `names`: of return addresses. */
export function pathSites(schedule: Schedule, path: CriticalPath, names: SiteNames): PathSites | null {
  if (schedule.sites === null) return null;
  const groups = new SiteGroups(schedule, schedule.sites, names);
  const sums = sumsOf(path.steps, groups);
  const enters = path.segments.map(({ first }) => groups.of(first));
  const leaves = path.segments.map(({ last }) => groups.of(last));
  const titles = groups.titles();
  const titleOf = (group: number): SiteTitle | null => (group === NO_SITE ? null : titles[group]);
  return {
    sums: [...sums]
      .map(([group, shares]) => ({ site: titleOf(group), ...shares }))
      .filter((one) => timeOf(one) > 0)
      .sort(SUMMING.order),
    enters: enters.map(titleOf),
    leaves: leaves.map(titleOf),
  };
}

function sumsOf(
  steps: readonly PathStep[],
  groups: SiteGroups,
): Map<number, Record<keyof PathShares, number>> {
  const found = new Map<number, Record<keyof PathShares, number>>();
  for (const { op, amounts } of chargesOf(steps)) {
    const group = groups.of(op);
    const sums = found.get(group) ?? SUMMING.zero();
    found.set(group, sums);
    addAmounts(sums, amounts);
  }
  return found;
}

/** The parts of a path that the machine's parameters price. */
export type PricedKind = Exclude<keyof PathShares, 'computation'>;

/** One parameter of a machine on a critical path. */
export interface PathPrice {
  /** `o`, a latency class or a gap class. */
  readonly name: string;
  readonly kind: PricedKind;
  /** Its value, ns; ns per byte of a gap. */
  readonly price: number;
  /** Count on the path: messages, wires or bytes. */
  readonly count: number;
}

/** What a path pays, by route and in all. */
interface PathCounts {
  /** [routes] latencies of a message on it. */
  readonly routeLatencies: Float64Array;
  /** [routes] bytes. */
  readonly routeBytes: Float64Array;
  readonly overheads: number;
}

/** Counts of the steps of a path. */
export function countsOf(steps: readonly PathStep[], { network }: Machine): PathCounts {
  const routeLatencies = new Float64Array(network.routes.length);
  const routeBytes = new Float64Array(network.routes.length);
  let overheads = 0;
  for (const step of steps) {
    overheads += step.overheads;
    if (step.route < 0) continue;
    routeLatencies[step.route] += step.latencies;
    routeBytes[step.route] += step.bytes;
  }
  return { routeLatencies, routeBytes, overheads };
}

/** Counts of a longest path with `axis` at x, from one pass. */
export function countsAt(model: Model, axis: Axis, x: number): PathCounts {
  const { system } = model;
  const lines = model.lines(axis);
  const labels = sharedLabels(lines);
  pass(lines, x, labels);
  const path = pathRows(lines, labels);
  return {
    routeLatencies: sumByRoute(system, path, system.latencies),
    routeBytes: sumByRoute(system, path, system.bytes),
    overheads: path.reduce((sum, r) => sum + system.overheads[r], 0),
  };
}

/**
 * The overhead, latency classes and gap classes of a machine with their counts on a path. Other costs of the path have no
 * price of their own: o by message size, `irequires`, the time in switches, g.
 */
export function pathPrices(
  { network, overhead, overheadBySize }: Machine,
  { routeLatencies, routeBytes, overheads }: PathCounts,
): PathPrice[] {
  const latencies = new Float64Array(network.latencies.length);
  const gaps = new Float64Array(network.gaps.length);
  network.routes.forEach(({ counts, gap }, route) => {
    counts.forEach((count, k) => {
      latencies[k] += routeLatencies[route] * count;
    });
    gaps[gap] += routeBytes[route];
  });
  const flat = { name: 'o', kind: 'overhead' as const, price: overhead, count: overheads };
  return [
    ...(overheadBySize === null ? [flat] : []),
    ...network.latencies.map(({ name, latencyNs }, k) => ({
      ...{ name, kind: 'latency' as const, price: latencyNs, count: latencies[k] },
    })),
    ...network.gaps.map(({ name, gapNsPerByte }, k) => ({
      ...{ name, kind: 'bandwidth' as const, price: gapNsPerByte, count: gaps[k] },
    })),
  ];
}
