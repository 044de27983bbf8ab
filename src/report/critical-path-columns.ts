/**
 * The critical path of a report as columns: its segments and their calls, the latencies at which it is shown, the sources
 * of λ.
 */
import { SiteGroups } from '../analysis/message-groups.js';
import { type Curve, pieceAt } from '../analysis/piecewise.js';
import { baseName, Calls, type PlaceUnit, type SiteNames } from '../schedule/program-calls.js';
import { type Schedule, SEND } from '../schedule/schedule.js';
import { type Axis, timesPaid } from '../timing/axis.js';
import { messagesOf, type PathStep, type Run, runsOf, sharesOf } from '../timing/path-steps.js';
import type { Replay } from '../timing/replay.js';

// The first and last calls of the segments of a critical path, as columns; text is generated when they are read.

/** By segment; the number of a call counts calls of its name on its rank, negative for the computation before it. */
export interface PathCalls {
  readonly unit: PlaceUnit;
  /** MPI calls, files without folders, and source places: the tables of the columns. */
  readonly names: readonly string[];
  readonly sources: readonly string[];
  readonly sites: readonly string[];
  readonly first: readonly number[];
  readonly firstNumber: readonly number[];
  readonly last: readonly number[];
  readonly lastNumber: readonly number[];
  /** The last call: its file, its line, record or event there, and its site; −1 without one. */
  readonly source: readonly number[];
  readonly at: readonly number[];
  readonly site: readonly number[];
}

/** First and last operation of each segment. */
interface SegmentEnds {
  readonly first: readonly number[];
  readonly last: readonly number[];
  readonly rank: readonly number[];
}

/** Null if calls are unknown. `names`: of return addresses, without which sites are places in objects. */
function pathCalls(
  schedule: Schedule,
  { first, last, rank }: SegmentEnds,
  names: SiteNames = () => [],
): PathCalls | null {
  const calls = Calls.of(schedule);
  if (calls === null) return null;
  const begins = first.map((op, i) => calls.operation(rank[i], op));
  const ends = last.map((op, i) => calls.operation(rank[i], op));
  const [called, sources] = [new Names(), new Names()];
  const numberOf = ({ before, occurrence }: { before: boolean; occurrence: number }): number =>
    before ? -occurrence : occurrence;
  return {
    unit: calls.table.unit,
    first: begins.map(({ call }) => called.of(call)),
    firstNumber: begins.map(numberOf),
    last: ends.map(({ call }) => called.of(call)),
    lastNumber: ends.map(numberOf),
    source: ends.map(({ source }) => sources.of(baseName(source))),
    at: ends.map(({ at }) => at),
    ...sitesOf(schedule, last, names),
    names: called.list,
    sources: sources.list,
  };
}

/** Names in order of appearance, each once. */
class Names {
  readonly list: string[] = [];
  readonly #index = new Map<string, number>();

  of(name: string): number {
    const index = this.#index.get(name) ?? this.list.push(name) - 1;
    this.#index.set(name, index);
    return index;
  }
}

function sitesOf(
  schedule: Schedule,
  last: readonly number[],
  names: SiteNames,
): Pick<PathCalls, 'site' | 'sites'> {
  if (schedule.sites === null) return { site: last.map(() => -1), sites: [] };
  const groups = new SiteGroups(schedule, schedule.sites, names);
  const site = last.map((op) => groups.of(op));
  return { site, sites: groups.titles().map(({ place }) => place) };
}

/** Times in ns, rounded to tenths. A segment's four parts add up to its length. */
export interface PathColumns {
  readonly rank: number[];
  readonly start: number[];
  readonly computation: number[];
  readonly overhead: number[];
  readonly latency: number[];
  readonly bandwidth: number[];
  /** Time on the wire of the message that ends the segment; 0 without one. */
  readonly wire: number[];
  /** Size of that message in bytes. */
  readonly bytes: number[];
  /** Number of segments merged into this one; 1 if none. */
  readonly merged: number[];
  /** The calls of each segment, for merged ones those of the longest; omitted if calls are unknown. */
  readonly calls?: PathCalls;
}

/** The same during construction. */
interface OpenColumns extends PathColumns {
  /** First and last operation. */
  readonly first: number[];
  readonly last: number[];
}

/** Segments of a path; with more than `limit`, neighbours shorter than runtime/limit are merged. `names`: of call sites. */
export function pathColumns(
  replay: Replay,
  steps: readonly PathStep[],
  limit: number,
  names?: SiteNames,
): PathColumns {
  const columns = segmentColumns(
    replay,
    steps,
    runsOf(steps, (op) => replay.rankOf(op)),
  );
  const merged = columns.rank.length > limit ? mergedColumns(columns, limit) : columns;
  const { first, last, ...made } = merged;
  const calls = pathCalls(replay.graph.schedule, { first, last, rank: made.rank }, names);
  return { ...roundedColumns(made), ...(calls && { calls }) };
}

function segmentColumns(replay: Replay, steps: readonly PathStep[], runs: readonly Run[]): OpenColumns {
  const { kind, value } = replay.graph.schedule;
  const sums = runs.map(({ first, end }) => sharesOf(steps, first, end));
  const last = runs.map(({ end }) => steps[end - 1]);
  const leaves = last.map(({ op }, i) => runs[i].end < steps.length && kind[op] === SEND);
  return {
    rank: runs.map(({ rank }) => rank),
    start: runs.map(({ first }) => steps[first].start),
    computation: sums.map(({ computation }) => computation),
    overhead: sums.map(({ overhead }) => overhead),
    latency: sums.map(({ latency }) => latency),
    bandwidth: sums.map(({ bandwidth }) => bandwidth),
    wire: last.map(({ latency, bandwidth }, i) => (leaves[i] ? latency + bandwidth : 0)),
    bytes: last.map(({ op }, i) => (leaves[i] ? value[op] : 0)),
    merged: runs.map(() => 1),
    first: runs.map(({ first }) => steps[first].op),
    last: last.map(({ op }) => op),
  };
}

/** Merges short neighbours; the rank with the longest part represents them. */
function mergedColumns(columns: OpenColumns, limit: number): OpenColumns {
  const n = columns.rank.length;
  const length = (i: number): number =>
    columns.computation[i] + columns.overhead[i] + columns.latency[i] + columns.bandwidth[i];
  const least = (columns.start[n - 1] + length(n - 1)) / limit;
  const groups: { readonly begin: number; readonly end: number; readonly longest: number }[] = [];
  let [begin, longest, sum] = [0, 0, 0];
  for (let i = 0; i < n; i++) {
    if (i === begin || length(i) > length(longest)) longest = i;
    sum += length(i);
    if (i + 1 < n && sum < least) continue;
    groups.push({ begin, end: i + 1, longest });
    [begin, sum] = [i + 1, 0];
  }
  const ofLongest = (column: readonly number[]): number[] => groups.map(({ longest }) => column[longest]);
  const ofLast = (column: readonly number[]): number[] => groups.map(({ end }) => column[end - 1]);
  const total = (column: readonly number[]): number[] =>
    groups.map(({ begin, end }) => column.slice(begin, end).reduce((a, b) => a + b, 0));
  return {
    rank: ofLongest(columns.rank),
    start: groups.map(({ begin }) => columns.start[begin]),
    computation: total(columns.computation),
    overhead: total(columns.overhead),
    latency: total(columns.latency),
    bandwidth: total(columns.bandwidth),
    wire: ofLast(columns.wire),
    bytes: ofLast(columns.bytes),
    merged: groups.map(({ begin, end }) => end - begin),
    first: ofLongest(columns.first),
    last: ofLongest(columns.last),
  };
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

// The latencies at which a report shows the critical path: one stop per piece of the curve, or a selection.

export interface StopPlace {
  /** Latency of the drawing: the base, or the middle of its piece. */
  readonly x: number;
  /** The piece, on which the number of latencies on the critical path is constant. */
  readonly low: number;
  readonly high: number;
}

/** At most `limit` stops: the pieces at `wanted` values and both ends, then the widest gaps over L. */
export function stopsOf(curve: Curve, wanted: readonly number[], limit: number): StopPlace[] {
  const { pieces } = curve;
  const chosen = new Set<number>();
  const indexOf = (x: number): number =>
    pieces.indexOf(pieceAt(curve, Math.min(Math.max(x, curve.low), curve.high)));
  for (const x of wanted) chosen.add(indexOf(x));
  chosen.add(0).add(pieces.length - 1);
  const room = Math.max(limit, chosen.size);
  while (chosen.size < Math.min(room, pieces.length)) chosen.add(loneliest(curve, chosen));
  return [...chosen].sort((a, b) => a - b).map((i) => placeOf(curve, i));
}

/** The piece that is furthest over L from the selected ones. */
function loneliest(curve: Curve, chosen: ReadonlySet<number>): number {
  const middle = (i: number): number => (curve.pieces[i].start + curve.pieces[i].end) / 2;
  const places = [...chosen].map(middle);
  let best = -1;
  let most = -1;
  for (let i = 0; i < curve.pieces.length; i++) {
    if (chosen.has(i)) continue;
    const gap = Math.min(...places.map((place) => Math.abs(place - middle(i))));
    if (gap <= most) continue;
    best = i;
    most = gap;
  }
  return best;
}

function placeOf(curve: Curve, index: number): StopPlace {
  const { start, end } = curve.pieces[index];
  const { base } = curve.axis;
  const last = index === curve.pieces.length - 1;
  const atBase = base >= start && (base < end || (last && base <= end));
  return { x: atBase ? base : (start + end) / 2, low: start, high: end };
}

// Sources of λ: the messages of the critical path by pair of ranks, by call and by size.

/** The part of one pair of ranks. */
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

/** The part of messages of one size. */
export interface SizeShare {
  /** Sizes in [from, to] bytes. */
  readonly from: number;
  readonly to: number;
  readonly lambda: number;
}

/** Sources of λ of one critical path: by pair of ranks, call and size. */
export interface LambdaOrigin {
  /** By descending λ. */
  readonly pairs: readonly PairShare[];
  readonly calls: readonly CallShare[];
  /** By ascending size. */
  readonly sizes: readonly SizeShare[];
}

/** λ of `axis` along a path, by source. Each list sums to λ (including entries of 0). */
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

/** The MPI call of an operation; null if unknown. */
function callOf({ call, callNames }: Schedule, op: number): string | null {
  return call === null ? null : (callNames[call[op]] ?? 'unknown');
}

/** Time of the operations of each call on the path; the caller adds the cost of messages. */
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
