/** Which messages matter: λ_L and the latency of the critical path by rank, node, message size or MPI call. */
import { UsageError } from '../errors.js';
import { rankOf } from '../schedule/schedule.js';
import { timesPaid } from '../timing/axis.js';
import { endOfPath, messagesOf } from '../timing/path.js';
import { Replay } from '../timing/replay.js';
import { formatSize } from '../units/units.js';
import type { Model } from './model.js';

export const GROUPINGS = ['rank', 'node', 'message-size', 'call'] as const;

/**
 * `rank`: the sender. `node`: the node of both ends, or the two of them. `message-size`: powers of two.
 * `call`: the MPI call that sent.
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
  key: number;
  name: string;
  lambda: number;
  latencies: number;
  bytes: number;
  latency: number;
  received: number;
}

/**
 * Splits λ_L and the critical path's latency at the machine's parameters. `nodeName`: node of a rank.
 * Throws UsageError where the program or machine does not say what to group by.
 */
export function breakdown(model: Model, by: Grouping, nodeName?: (rank: number) => string): Breakdown {
  const replay = new Replay(model.graph, model.machine);
  const steps = replay.criticalPath();
  const { routes } = model.machine.network;
  const key = keyOf(model, by, nodeName);
  const groups = new Map<string, Sums>();
  const groupOf = (name: string, order: number): Sums => {
    const found = groups.get(name);
    if (found !== undefined) return found;
    const made = { key: order, name, lambda: 0, latencies: 0, bytes: 0, latency: 0, received: 0 };
    groups.set(name, made);
    return made;
  };
  for (const { send, route, latencies, bytes, latency } of messagesOf(steps)) {
    const lambda = latencies * timesPaid(replay.axis, routes[route]);
    const group = groupOf(...key(send));
    group.lambda += lambda;
    group.latencies += latencies;
    group.bytes += bytes;
    group.latency += latency;
    if (by !== 'rank') continue;
    const receiver = model.schedule.peer[send];
    groupOf(rankName(receiver), receiver).received += lambda;
  }
  const found = [...groups.values()].sort((a, b) =>
    by === 'message-size' ? a.key - b.key : b.latency - a.latency || b.lambda - a.lambda || a.key - b.key,
  );
  return {
    by,
    runtime: endOfPath(steps),
    lambda: found.reduce((sum, one) => sum + one.lambda, 0),
    latency: found.reduce((sum, one) => sum + one.latency, 0),
    groups: found.map(({ name, lambda, latencies, bytes, latency, received }) => ({
      name,
      lambda,
      latencies,
      bytes,
      latency,
      ...(by === 'rank' ? { received } : {}),
    })),
  };
}

const rankName = (rank: number): string => `rank ${rank}`;

/** Name and order of the group of a send. */
function keyOf(
  model: Model,
  by: Grouping,
  nodeName: ((rank: number) => string) | undefined,
): (send: number) => [string, number] {
  const { schedule } = model;
  switch (by) {
    case 'rank':
      return (send) => {
        const rank = rankOf(schedule, send);
        return [rankName(rank), rank];
      };
    case 'node': {
      if (nodeName === undefined) {
        throw new UsageError(
          'grouping by node needs to know where the ranks sit',
          'give the node of each rank, as a platform or a topology with its mapping tells it',
        );
      }
      return (send) => nodeKey(nodeName, rankOf(schedule, send), schedule.peer[send]);
    }
    case 'message-size':
      return (send) => sizeKey(schedule.value[send]);
    case 'call': {
      const { call, callNames } = schedule;
      if (call === null) {
        throw new UsageError(
          'the input does not say which MPI calls its operations come from',
          'group by rank or message-size, or read traces, which name the calls',
        );
      }
      return (send) => [callNames[call[send]], call[send]];
    }
  }
}

function nodeKey(nodeName: (rank: number) => string, source: number, destination: number): [string, number] {
  const low = Math.min(source, destination);
  const high = Math.max(source, destination);
  const [one, other] = [nodeName(low), nodeName(high)];
  if (one === other) return [`within ${one}`, low];
  return [one < other ? `${one} to ${other}` : `${other} to ${one}`, low];
}

/** The powers of two around a size. */
function sizeKey(bytes: number): [string, number] {
  if (bytes < 1) return ['empty', -1];
  const power = Math.floor(Math.log2(bytes));
  return [`${formatSize(2 ** power)} to ${formatSize(2 ** (power + 1))}`, power];
}
