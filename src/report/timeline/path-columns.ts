/** The critical path as columns of segments: a run of steps on one rank, and the message that leaves it. */
import type { SiteNames } from '../../schedule/call-sites.js';
import { SEND } from '../../schedule/schedule.js';
import { type PathStep, type Run, runsOf, sharesOf } from '../../timing/path.js';
import type { Replay } from '../../timing/replay.js';
import { type PathCalls, pathCalls } from './path-calls.js';

/** Times in ns, rounded to tenths. A segment's four parts add up to its length. */
export interface PathColumns {
  readonly rank: number[];
  readonly start: number[];
  readonly computation: number[];
  readonly overhead: number[];
  readonly latency: number[];
  readonly bandwidth: number[];
  /** How long the message that ends the segment is on the wire; 0 where the path stays. */
  readonly wire: number[];
  /** Size of that message in bytes. */
  readonly bytes: number[];
  /** Segments that were merged into this one; all 1 where nothing was. */
  readonly merged: number[];
  /** The calls of each segment, of merged ones those of the longest; left out where the input tells of none. */
  readonly calls?: PathCalls;
}

/** The same while it is made. */
interface OpenColumns extends PathColumns {
  /** First and last operation. */
  readonly first: number[];
  readonly last: number[];
}

const emptyColumns = (): OpenColumns => ({
  rank: [],
  start: [],
  computation: [],
  overhead: [],
  latency: [],
  bandwidth: [],
  wire: [],
  bytes: [],
  merged: [],
  first: [],
  last: [],
});

/** Segments of a path; with more than `limit`, neighbours shorter than runtime/limit are merged. `names`: of call sites. */
export function pathColumns(
  replay: Replay,
  steps: readonly PathStep[],
  limit: number,
  names?: SiteNames,
): PathColumns {
  const columns = emptyColumns();
  for (const run of runsOf(steps, (op) => replay.rankOf(op))) pushSegment(columns, replay, steps, run);
  const merged = columns.rank.length > limit ? mergedColumns(columns, limit) : columns;
  const { first, last, ...made } = merged;
  const calls = pathCalls(replay.graph.schedule, { first, last, rank: made.rank }, names);
  return { ...roundedColumns(made), ...(calls && { calls }) };
}

function pushSegment(
  columns: OpenColumns,
  replay: Replay,
  steps: readonly PathStep[],
  { rank, first, end }: Run,
): void {
  const sum = sharesOf(steps, first, end);
  const { schedule } = replay.graph;
  const last = steps[end - 1];
  const leaves = end < steps.length && schedule.kind[last.op] === SEND;
  columns.rank.push(rank);
  columns.start.push(steps[first].start);
  columns.computation.push(sum.computation);
  columns.overhead.push(sum.overhead);
  columns.latency.push(sum.latency);
  columns.bandwidth.push(sum.bandwidth);
  columns.wire.push(leaves ? last.latency + last.bandwidth : 0);
  columns.bytes.push(leaves ? schedule.value[last.op] : 0);
  columns.merged.push(1);
  columns.first.push(steps[first].op);
  columns.last.push(last.op);
}

/** Joins short neighbours; the rank that holds the longest part stands for them. */
function mergedColumns(columns: OpenColumns, limit: number): OpenColumns {
  const out = emptyColumns();
  const n = columns.rank.length;
  const length = (i: number): number =>
    columns.computation[i] + columns.overhead[i] + columns.latency[i] + columns.bandwidth[i];
  const least = (columns.start[n - 1] + length(n - 1)) / limit;
  let begin = 0;
  let sum = 0;
  for (let i = 0; i < n; i++) {
    sum += length(i);
    const open = i + 1 < n && sum < least;
    if (open) continue;
    let longest = begin;
    for (let k = begin; k <= i; k++) if (length(k) > length(longest)) longest = k;
    const total = (column: number[]): number => column.slice(begin, i + 1).reduce((a, b) => a + b, 0);
    out.rank.push(columns.rank[longest]);
    out.start.push(columns.start[begin]);
    out.computation.push(total(columns.computation));
    out.overhead.push(total(columns.overhead));
    out.latency.push(total(columns.latency));
    out.bandwidth.push(total(columns.bandwidth));
    out.wire.push(columns.wire[i]);
    out.bytes.push(columns.bytes[i]);
    out.merged.push(i + 1 - begin);
    out.first.push(columns.first[longest]);
    out.last.push(columns.last[longest]);
    begin = i + 1;
    sum = 0;
  }
  return out;
}

const tenth = (value: number): number => Math.round(value * 10) / 10;

function roundedColumns(columns: PathColumns): PathColumns {
  return {
    ...columns,
    start: columns.start.map(tenth),
    computation: columns.computation.map(tenth),
    overhead: columns.overhead.map(tenth),
    latency: columns.latency.map(tenth),
    bandwidth: columns.bandwidth.map(tenth),
    wire: columns.wire.map(tenth),
  };
}
