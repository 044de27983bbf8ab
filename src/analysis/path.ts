import {
  crossings,
  endOfPath,
  messagesOf,
  type PathShares,
  type PathStep,
  type Run,
  runsOf,
  sharesOf,
} from '../timing/path.js';
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

/** The critical path at the machine's parameters: its segments in time, and what they sum to in ns. */
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
  const replay = model.played();
  const steps = replay.criticalPath();
  const segments = runsOf(steps, (op) => replay.rankOf(op)).map((run) => segmentOf(steps, run));
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
