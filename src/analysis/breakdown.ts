/** Which messages matter: λ_L and the latency of the critical path by rank, node, message size, MPI call or line of source. */
import { UsageError } from '../errors.js';
import type { SiteNames } from '../schedule/call-sites.js';
import { rankOf } from '../schedule/schedule.js';
import { timesPaid } from '../timing/axis.js';
import { endOfPath, messagesOf } from '../timing/path.js';
import { Replay } from '../timing/replay.js';
import { formatSize } from '../units/units.js';
import type { Model } from './model.js';
import { NO_SITE, SiteGroups, type SiteTitle } from './site-groups.js';

export const GROUPINGS = ['rank', 'node', 'message-size', 'call', 'site'] as const;

/**
 * `rank`: the sender. `node`: the node of both ends, or the two of them. `message-size`: powers of two.
 * `call`: the MPI call that sent. `site`: the line of source that this call stands in.
 */
export type Grouping = (typeof GROUPINGS)[number];

/** One group of a breakdown: what of the critical path belongs to it. Times in ns. */
export interface BreakdownGroup {
  readonly name: string;
  /** Its part of λ_L. */
  readonly lambda: number;
  /** Times a message of the group pays its latency on the critical path. */
  readonly latencies: number;
  /** Its bytes on the critical path, Σ (s − 1). */
  readonly bytes: number;
  /** Its part of the critical path's latency, ns. */
  readonly latency: number;
  /** By rank only: the part of λ_L of messages that the rank receives. */
  readonly received?: number;
  /** By site only; left out for messages whose site is not known. */
  readonly site?: SiteTitle;
}

/** T, λ and the shares of the critical path, divided among groups of its messages and computations. */
export interface Breakdown {
  readonly by: Grouping;
  /** T, λ_L and the latency on the critical path, ns: what the groups add up to. */
  readonly runtime: number;
  readonly lambda: number;
  readonly latency: number;
  /** Those on the critical path; sizes ascend, others come in the order of their latency. */
  readonly groups: readonly BreakdownGroup[];
}

interface Sums {
  readonly key: number;
  readonly name: string;
  readonly site?: SiteTitle;
  lambda: number;
  latencies: number;
  bytes: number;
  latency: number;
  received: number;
}

/** What a group is called, and its place among groups that are equal otherwise. */
interface Group {
  readonly key: number;
  readonly name: string;
  readonly site?: SiteTitle;
}

/**
 * Splits λ_L and the critical path's latency at the machine's parameters. `nodeName`: node of a rank; `siteNames`: of
 * return addresses, without which sites are places in objects. Throws UsageError where the program or machine does not
 * say what to group by.
 */
export function breakdown(
  model: Model,
  by: Grouping,
  nodeName?: (rank: number) => string,
  siteNames: SiteNames = () => [],
): Breakdown {
  const replay = new Replay(model.graph, model.machine);
  const steps = replay.criticalPath();
  const { routes } = model.machine.network;
  const messages = messagesOf(steps);
  const groupFor = groupOf(
    model,
    by,
    messages.map(({ send }) => send),
    { nodeName, siteNames },
  );
  const groups = new Map<string, Sums>();
  const sumsOf = (group: Group): Sums => {
    const found = groups.get(group.name);
    if (found !== undefined) return found;
    const made = { ...group, lambda: 0, latencies: 0, bytes: 0, latency: 0, received: 0 };
    groups.set(group.name, made);
    return made;
  };
  for (const { send, route, latencies, bytes, latency } of messages) {
    const lambda = latencies * timesPaid(replay.axis, routes[route]);
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
    runtime: endOfPath(steps),
    lambda: found.reduce((sum, one) => sum + one.lambda, 0),
    latency: found.reduce((sum, one) => sum + one.latency, 0),
    groups: found.map(({ name, site, lambda, latencies, bytes, latency, received }) => ({
      name,
      lambda,
      latencies,
      bytes,
      latency,
      ...(by === 'rank' ? { received } : {}),
      ...(site === undefined ? {} : { site }),
    })),
  };
}

const rankGroup = (rank: number): Group => ({ key: rank, name: `rank ${rank}` });

interface Naming {
  readonly nodeName: ((rank: number) => string) | undefined;
  readonly siteNames: SiteNames;
}

/** The group of a send; `sends`: all that will be asked for. */
function groupOf(
  model: Model,
  by: Grouping,
  sends: readonly number[],
  { nodeName, siteNames }: Naming,
): (send: number) => Group {
  const { schedule } = model;
  switch (by) {
    case 'rank':
      return (send) => rankGroup(rankOf(schedule, send));
    case 'node': {
      if (nodeName === undefined) {
        throw new UsageError(
          'grouping by node needs to know where the ranks sit',
          'give the node of each rank, as a platform or a topology with its mapping tells it',
        );
      }
      return (send) => nodeGroup(nodeName, rankOf(schedule, send), schedule.peer[send]);
    }
    case 'message-size':
      return (send) => sizeGroup(schedule.value[send]);
    case 'call': {
      const { call, callNames } = schedule;
      if (call === null) {
        throw new UsageError(
          'the input does not say which MPI calls its operations come from',
          'group by rank or message-size, or read traces, which name the calls',
        );
      }
      return (send) => ({ key: call[send], name: callNames[call[send]] });
    }
    case 'site':
      return siteGroup(model, sends, siteNames);
  }
}

function siteGroup({ schedule }: Model, sends: readonly number[], names: SiteNames): (send: number) => Group {
  const { sites } = schedule;
  if (sites === null) {
    throw new UsageError(
      'the input does not say from where in the program its calls were made',
      'group by call, or trace the program with the tracer of llamp-ts, which records the call sites',
    );
  }
  const groups = new SiteGroups(schedule, sites, names);
  for (const send of sends) groups.of(send);
  const titles = groups.titles();
  return (send) => {
    const key = groups.of(send);
    return key === NO_SITE ? { key, name: 'unknown' } : { key, name: titles[key].name, site: titles[key] };
  };
}

function nodeGroup(nodeName: (rank: number) => string, source: number, destination: number): Group {
  const low = Math.min(source, destination);
  const high = Math.max(source, destination);
  const [one, other] = [nodeName(low), nodeName(high)];
  if (one === other) return { key: low, name: `within ${one}` };
  return { key: low, name: one < other ? `${one} to ${other}` : `${other} to ${one}` };
}

/** The powers of two around a size. */
function sizeGroup(bytes: number): Group {
  if (bytes < 1) return { key: -1, name: 'empty' };
  const power = Math.floor(Math.log2(bytes));
  return { key: power, name: `${formatSize(2 ** power)} to ${formatSize(2 ** (power + 1))}` };
}
