/** Where λ comes from: the messages of the critical path by pair of ranks, by call and by size. */

import type { Schedule } from '../../schedule/schedule.js';
import { type Axis, timesPaid } from '../../timing/axis.js';
import { messagesOf, type PathStep } from '../../timing/path.js';
import type { Replay } from '../../timing/replay.js';

/** The part that one pair of ranks has. */
export interface PairShare {
  readonly source: number;
  readonly destination: number;
  readonly lambda: number;
}

/** λ and time on the critical path that belong to one MPI call. */
export interface CallShare {
  readonly call: string;
  /** Of the messages that the call sends. */
  readonly lambda: number;
  /** Time of its operations on the critical path, ns. */
  readonly time: number;
}

/** The part that messages of one size have. */
export interface SizeShare {
  /** Sizes in [from, to] bytes. */
  readonly from: number;
  readonly to: number;
  readonly lambda: number;
}

/** Where λ of one critical path comes from: by pair of ranks, call and size. */
export interface LambdaOrigin {
  /** By descending λ. */
  readonly pairs: readonly PairShare[];
  readonly calls: readonly CallShare[];
  /** By ascending size. */
  readonly sizes: readonly SizeShare[];
}

/** λ of `axis` along a path, by what causes it. Each list sums to λ (calls that have none included). */
export function originOf(replay: Replay, axis: Axis, steps: readonly PathStep[]): LambdaOrigin {
  const { schedule } = replay.graph;
  const { routes } = replay.machine.network;
  const pairs = new Map<number, number>();
  const calls = timesByCall(replay, steps);
  const sizes = new Map<number, number>();
  for (const { send, route, latencies } of messagesOf(steps)) {
    const weight = latencies * timesPaid(axis, routes[route]);
    if (weight === 0) continue;
    const pair = replay.rankOf(send) * schedule.ranks + schedule.peer[send];
    pairs.set(pair, (pairs.get(pair) ?? 0) + weight);
    const sent = callOf(schedule, send);
    if (sent !== null) {
      const { lambda, time } = calls.get(sent) ?? { lambda: 0, time: 0 };
      calls.set(sent, { lambda: lambda + weight, time });
    }
    const bucket = sizeBucket(schedule.value[send]);
    sizes.set(bucket, (sizes.get(bucket) ?? 0) + weight);
  }
  return {
    pairs: [...pairs]
      .map(([pair, lambda]) => ({
        source: Math.floor(pair / schedule.ranks),
        destination: pair % schedule.ranks,
        lambda,
      }))
      .sort((a, b) => b.lambda - a.lambda || a.source - b.source || a.destination - b.destination),
    calls: [...calls]
      .map(([call, sums]) => ({ call, ...sums }))
      .sort((a, b) => b.lambda - a.lambda || b.time - a.time || (a.call < b.call ? -1 : 1)),
    sizes: [...sizes]
      .sort(([a], [b]) => a - b)
      .map(([bucket, lambda]) => ({ from: bucketStart(bucket), to: bucketStart(bucket + 1) - 1, lambda })),
  };
}

/** The MPI call that an operation comes from; null where the input does not say. */
function callOf({ call, callNames }: Schedule, op: number): string | null {
  return call === null ? null : (callNames[call[op]] ?? 'unknown');
}

/** Time of the operations of each call on the path; what its messages pay is added by who reads it. */
function timesByCall(
  replay: Replay,
  steps: readonly PathStep[],
): Map<string, { lambda: number; time: number }> {
  const calls = new Map<string, { lambda: number; time: number }>();
  for (const { op, start, end } of steps) {
    const name = callOf(replay.graph.schedule, op);
    if (name !== null) calls.set(name, { lambda: 0, time: (calls.get(name)?.time ?? 0) + end - start });
  }
  return calls;
}

/** 0, 1, 2–3, 4–7 … bytes. */
const sizeBucket = (bytes: number): number => (bytes < 1 ? 0 : Math.floor(Math.log2(bytes)) + 1);
const bucketStart = (bucket: number): number => (bucket === 0 ? 0 : 2 ** (bucket - 1));
