import { type PathStep, Replay } from '../timing/replay.js';
import type { Model } from './model.js';

/** Where the time of the critical path goes. */
export interface PathShares {
  readonly computation: number;
  readonly overhead: number;
  readonly latency: number;
  readonly bandwidth: number;
}

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

export interface CriticalPath extends PathShares {
  readonly runtime: number;
  readonly steps: readonly PathStep[];
  readonly segments: readonly PathSegment[];
  /** Ranks in the order in which the path visits them, without repetition in a row. */
  readonly ranks: readonly number[];
  /** Messages that the path crosses. */
  readonly messages: number;
}

/** The critical path at the machine's parameters, operation by operation. */
export function criticalPath(model: Model): CriticalPath {
  const replay = new Replay(model.graph, model.machine);
  const steps = replay.criticalPath();
  const segments = segmentsOf(steps, replay);
  const ranks = segments.map((one) => one.rank);
  return {
    ...shares(steps),
    runtime: steps.length === 0 ? 0 : steps[steps.length - 1].end,
    steps,
    segments,
    ranks,
    messages: messagesOn(steps, model),
  };
}

/** Messages whose latency the path pays; a rendezvous pays its latency in several steps. */
function messagesOn(steps: readonly PathStep[], model: Model): number {
  const { partner } = model.graph;
  return new Set(steps.filter((step) => step.messages > 0).map(({ op }) => Math.min(op, partner[op]))).size;
}

function shares(steps: readonly PathStep[]): PathShares {
  const sum = { computation: 0, overhead: 0, latency: 0, bandwidth: 0 };
  for (const step of steps) {
    sum.computation += step.computation;
    sum.overhead += step.overhead;
    sum.latency += step.latency;
    sum.bandwidth += step.bandwidth;
  }
  return sum;
}

function segmentsOf(steps: readonly PathStep[], replay: Replay): PathSegment[] {
  const segments: PathSegment[] = [];
  let begin = 0;
  for (let i = 1; i <= steps.length; i++) {
    const rank = replay.rankOf(steps[begin].op);
    if (i < steps.length && replay.rankOf(steps[i].op) === rank) continue;
    const part = steps.slice(begin, i);
    segments.push({
      ...shares(part),
      rank,
      start: part[0].start,
      end: part[part.length - 1].end,
      first: part[0].op,
      last: part[part.length - 1].op,
      steps: part.length,
    });
    begin = i;
  }
  return segments;
}
