/**
 * The sweep engine: questions about T(x), convex and piecewise linear, answered by a handful of longest-path passes.
 */
import { LimitError, type Warning } from '../../errors.js';
import { violationKernel } from '../../kernels/sweep-kernels.js';
import { CHECK_TIMES, finite, type LineSystem, roundingOf } from '../../timing/line-system.js';
import type { Paid, TimingSystem } from '../../timing/timing-system.js';
import type { Certificate, Engine, EngineName, Evaluation, Interval } from '../engine.js';
import {
  inArena,
  type Labels,
  type PathLine,
  pass,
  passAtInfinity,
  pathRows,
  SAME_RUNTIME,
  sharedLabels,
  type Ties,
  tieWithin,
  valueAt,
  withTies,
} from './pass.js';

/** More critical rows than that are not kept: a pass over all is no slower then. */
const MOST_ROWS = 1 << 20;

/** Rows on longest paths. */
interface CriticalColumns {
  /** Those to the last vertex first. */
  readonly rows: Uint32Array;
  /** [rows] places that each leads from and to: the vertices on longest paths, in any order; 0 is the last one. */
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  /** Number of places, and that of time zero. */
  readonly places: number;
  readonly zero: number;
}

/**
 * All rows on longest paths, after a pass: queries about ties at one x use them, mostly a few thousand rows, without a
 * further pass. Where sums are rounded, paths are equally long as they are to the pass.
 */
export class CriticalRows {
  readonly lines: LineSystem;
  /** In 1/scale units, x and T(x). */
  readonly at: number;
  readonly length: number;
  /** Whether paths are taken for equally long only where they are. */
  readonly exact: boolean;
  readonly columns: CriticalColumns;

  private constructor(lines: LineSystem, at: number, length: number, tie: number, columns: CriticalColumns) {
    this.lines = lines;
    this.at = at;
    this.length = length;
    this.exact = tie === 0;
    this.columns = columns;
  }

  /** Those of the pass at x that `labels` hold; null where they are too many. */
  static of(lines: LineSystem, labels: Labels, x: number, line: PathLine): CriticalRows | null {
    const at = x * lines.scale;
    const length = line.c + line.a * at;
    const tie = tieWithin(lines.exact, [at], length);
    const found = criticalRows(lines, labels, at, tie);
    return found === null ? null : new CriticalRows(lines, at, length, tie, found);
  }

  /** How often the longest path pays what row r of the timing system pays `counts[r]` times; of several, the one that does most. */
  mostPaid(counts: Paid): number {
    return this.#best((r) => counts[r]).most;
  }

  /** The flattest of the longest paths: the line of T to the left of x. */
  flattest(): PathLine {
    const { slope } = this.lines;
    const { most, base } = this.#best((r) => -slope[r]);
    return { c: base, a: most === 0 ? 0 : -most };
  }

  /** The largest sum of `weight` over the rows of a longest path, and what those cost at x = 0. */
  #best(weight: (row: number) => number): { readonly most: number; readonly base: number } {
    const { base } = this.lines;
    const { rows, starts, ends, places } = this.columns;
    const most = new Float64Array(places);
    const cost = new Float64Array(places);
    const reached = new Uint8Array(places);
    for (let i = rows.length - 1; i >= 0; i--) {
      const r = rows[i];
      const sum = most[starts[i]] + weight(r);
      const end = ends[i];
      // Of equal ones the first, as in a pass: rows to a vertex come last to first.
      if (reached[end] === 0 || sum >= most[end]) {
        most[end] = sum;
        cost[end] = cost[starts[i]] + base[r];
      }
      reached[end] = 1;
    }
    return { most: most[0], base: cost[0] };
  }
}

/** From the end back: rows whose sum is the value of the vertex that they lead to, within `tie` of it. */
function criticalRows(
  { vertices, rowStart, from, base, slope }: LineSystem,
  { c, a }: Labels,
  at: number,
  tie: number,
): CriticalColumns | null {
  const rows: number[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  /** By vertex 1 more than its place. */
  const placeOf = new Uint32Array(vertices);
  placeOf[vertices - 1] = 1;
  let places = 1;
  for (let v = vertices - 1; v > 0 && rows.length <= MOST_ROWS; v--) {
    if (placeOf[v] === 0) continue;
    const value = c[v] + a[v] * at;
    const slack = tie * Math.abs(value);
    for (let r = rowStart[v]; r < rowStart[v + 1]; r++) {
      const u = from[r];
      if (Math.abs(c[u] + base[r] + (a[u] + slope[r]) * at - value) > slack) continue;
      if (placeOf[u] === 0) placeOf[u] = ++places;
      rows.push(r);
      starts.push(placeOf[u] - 1);
      ends.push(placeOf[v] - 1);
    }
  }
  if (rows.length > MOST_ROWS) return null;
  const [of, begins, to] = [rows, starts, ends].map((column) => Uint32Array.from(column));
  return { rows: of, starts: begins, ends: to, places, zero: placeOf[0] - 1 };
}

/**
 * Passes of one search. A convex piecewise linear function is left by Newton after as many steps as it has pieces;
 * rounding may keep it from there.
 */
export const MAX_PASSES = 10_000;

/** The error of a search for `what` that is given up. */
export function notFound(what: string): LimitError {
  return new LimitError(`${what} was not found in ${MAX_PASSES} passes`, CHECK_TIMES);
}

/** Doublings from 1 ns that reach past any latency. */
const MAX_DOUBLINGS = 60;

const at = (lines: LineSystem, line: PathLine, x: number): number => line.c + line.a * (x * lines.scale);

/** x at which a line reaches `level` (in 1/scale ns). */
const reaches = (lines: LineSystem, line: PathLine, level: number): number =>
  (level - line.c) / line.a / lines.scale;

/** x at which two lines of different slope meet. */
export function meet(lines: LineSystem, one: PathLine, other: PathLine): number {
  return (one.c - other.c) / (other.a - one.a) / lines.scale;
}

/** Whether `line` does not rise above `below` at x. */
function onLine(lines: LineSystem, line: PathLine, below: PathLine, x: number): boolean {
  if (line.a === below.a && line.c === below.c) return true;
  const value = at(lines, below, x);
  return at(lines, line, x) <= value + Math.abs(value) * SAME_RUNTIME;
}

/**
 * Results of the passes over one line system. Every line of a path is below T everywhere, so each answer narrows the
 * next query, and no query is swept twice.
 */
export class Tangents {
  readonly lines: LineSystem;
  readonly labels: Labels;
  readonly #known: PathLine[] = [];
  readonly #computed = new Map<string, PathLine>();
  #critical: { readonly x: number; readonly rows: CriticalRows | null } | null = null;
  /** An interval on which T is a line. */
  #straight: (Interval & { readonly line: PathLine }) | null = null;

  constructor(lines: LineSystem) {
    this.lines = lines;
    this.labels = sharedLabels(lines);
  }

  /** The line of T at x; at a kink the one to the side of `ties`. */
  at(x: number, ties: Ties): PathLine {
    const straight = this.#straight;
    if (straight !== null && x > straight.low && x < straight.high) return straight.line;
    return this.#ask(`${x} ${ties}`, () => pass(this.lines, x, this.labels, ties));
  }

  /** The line of T as x grows without bound. */
  steepest(): PathLine {
    return this.#ask('∞', () => passAtInfinity(this.lines, this.labels));
  }

  /** Lines of paths seen so far. */
  get known(): readonly PathLine[] {
    return this.#known;
  }

  /** T is `line` on the interval. */
  isStraight(line: PathLine, { low, high }: Interval): void {
    this.#straight = { line, low, high };
  }

  /** Takes in the line of a pass at x that was just made, and of all longest paths there while the labels hold them. */
  add(x: number, line: PathLine): void {
    const rows = CriticalRows.of(this.lines, this.labels, x, line);
    this.#ask(`${x} right`, () => line);
    if (rows !== null) this.#ask(`${x} left`, () => rows.flattest());
    this.#critical = { x, rows };
  }

  /** The rows of all longest paths at x; null where they are too many. */
  criticalAt(x: number): CriticalRows | null {
    if (this.#critical?.x !== x) this.add(x, pass(this.lines, x, this.labels, 'right'));
    return this.#critical?.rows ?? null;
  }

  #ask(key: string, sweep: () => PathLine): PathLine {
    let line = this.#computed.get(key);
    if (line === undefined) {
      line = sweep();
      this.#computed.set(key, line);
      this.#known.push(line);
    }
    return line;
  }
}

const remembered = new WeakMap<LineSystem, Tangents>();

/** The tangents of a line system, kept as long as the system is. */
export function tangentsOf(lines: LineSystem): Tangents {
  let tangents = remembered.get(lines);
  if (tangents === undefined) {
    tangents = new Tangents(lines);
    remembered.set(lines, tangents);
  }
  return tangents;
}

/**
 * Largest x ≥ from with T(x) ≤ limit (ns). Newton from the right: T is above each of its tangents, so the point where
 * one reaches the limit is never too small, and every step lands on a piece further left.
 */
export function largestWithin(lines: LineSystem, limit: number, from: number): number {
  const tangents = tangentsOf(lines);
  const level = finite(limit * lines.scale);
  if (tangents.at(from, 'right').a === 0 && tangents.steepest().a === 0) return Number.POSITIVE_INFINITY;
  for (let step = 0; step < MAX_PASSES; step++) {
    let x = Number.POSITIVE_INFINITY;
    for (const line of tangents.known) if (line.a > 0) x = Math.min(x, reaches(lines, line, level));
    if (x <= from) return from;
    const line = tangents.at(x, 'left');
    if (at(lines, line, x) <= level * (1 + SAME_RUNTIME) || line.a === 0) return x;
  }
  throw notFound(`the largest ${lines.axis.name} within the limit of the runtime`);
}

/** The interval around x on which the slope is the right derivative at x. */
export function rangeOfLambda(lines: LineSystem, x: number): Interval {
  const tangents = tangentsOf(lines);
  const right = tangents.at(x, 'right');
  const left = tangents.at(x, 'left');
  const low = left.a === right.a ? lowerEdge(tangents, x, right) : x;
  const range = { low, high: upperEdge(tangents, x, right) };
  tangents.isStraight(right, range);
  return range;
}

/** An x, at least `from`, right of which no vertex changes its longest path any more. */
export function settledFrom(lines: LineSystem, from: number): number {
  const labels = sharedLabels(lines);
  passAtInfinity(lines, labels);
  const steepest = labels.a.slice();
  let x = Math.max(from, 1);
  for (let step = 0; step < MAX_DOUBLINGS; step++) {
    pass(lines, x, labels);
    if (steepest.every((a, v) => a === labels.a[v])) return x;
    x *= 2;
  }
  return x;
}

/** First distance from x at which its range is probed, as a share of x, and how it grows: most ranges are short. */
const FIRST_PROBE = 1e-3;
const PROBE_GROWTH = 8;
const PROBES = 4;
/** Probes before the far end, which says whether there is another line at all. */
const PROBES_BEFORE_END = 2;

/** Looks for another line near x before the far `end`: the search for the edge then begins close to it. */
function probe(tangents: Tangents, x: number, line: PathLine, towards: 1 | -1, end: () => PathLine): void {
  let distance = Math.max(Math.abs(x), 1) * FIRST_PROBE;
  for (let k = 0; k < PROBES; k++, distance *= PROBE_GROWTH) {
    if (k === PROBES_BEFORE_END && end().a === line.a) return;
    const at = x + towards * distance;
    if (at <= tangents.lines.axis.lowest || tangents.at(at, 'right').a !== line.a) return;
  }
}

/** Where T leaves `line` to the right of x, or Infinity. */
function upperEdge(tangents: Tangents, from: number, line: PathLine): number {
  const { lines } = tangents;
  const end = () => tangents.steepest();
  if (!tangents.known.some((other) => other.a > line.a)) probe(tangents, from, line, 1, end);
  if (!tangents.known.some((other) => other.a > line.a)) end();
  for (let step = 0; step < MAX_PASSES; step++) {
    let x = Number.POSITIVE_INFINITY;
    for (const other of tangents.known) if (other.a > line.a) x = Math.min(x, meet(lines, line, other));
    if (x === Number.POSITIVE_INFINITY || onLine(lines, tangents.at(x, 'left'), line, x)) return x;
  }
  throw notFound(`the range of ${lines.axis.name}`);
}

/** Where T leaves `line` to the left of x, or the axis' lowest value. */
function lowerEdge(tangents: Tangents, from: number, line: PathLine): number {
  const { lines } = tangents;
  const { lowest } = lines.axis;
  const end = () => tangents.at(lowest, 'right');
  if (!tangents.known.some((other) => other.a < line.a)) probe(tangents, from, line, -1, end);
  if (!tangents.known.some((other) => other.a < line.a)) end();
  for (let step = 0; step < MAX_PASSES; step++) {
    let x = lowest;
    for (const other of tangents.known) if (other.a < line.a) x = Math.max(x, meet(lines, line, other));
    if (onLine(lines, tangents.at(x, 'right'), line, x)) return x;
  }
  throw notFound(`the range of ${lines.axis.name}`);
}

/**
 * The interval around x on which every vertex keeps its binding row: where the basis of the critical-path tree
 * stays optimal (LLAMP §II-C, the range [L_fl, L_fu] of ranging).
 */
export function basisRange(lines: LineSystem, x: number): Interval {
  const { labels } = tangentsOf(lines);
  pass(lines, x, labels, 'right');
  const { vertices, rowStart, from, base, slope, scale } = lines;
  const { c, a } = labels;
  let low = lines.axis.lowest;
  let high = Number.POSITIVE_INFINITY;
  for (let v = 1; v < vertices; v++) {
    for (let r = rowStart[v]; r < rowStart[v + 1]; r++) {
      const slack = c[v] - c[from[r]] - base[r];
      const growth = a[v] - a[from[r]] - slope[r];
      if (growth === 0) continue;
      const zero = -slack / growth / scale;
      if (growth < 0 && zero < high) high = Math.max(zero, x);
      if (growth > 0 && zero > low) low = Math.min(zero, x);
    }
  }
  return { low, high };
}

// Longest-path passes as an engine: its answers, their proof, and what else longest paths pay; and the engine of `auto`.

/**
 * Strong duality, row by row: the potentials are primal feasible (no row is violated), the path is dual feasible
 * (one unit of flow from time zero to the end), and their values agree.
 */
export function certify(
  lines: LineSystem,
  labels: Labels,
  x: number,
  runtime: number,
  path: Uint32Array,
): Certificate {
  const { base, slope, scale } = lines;
  const at = x * scale;
  const violation = worstViolation(lines, labels, at);
  let dual = 0;
  for (const r of path) dual += base[r] + slope[r] * at;
  return {
    kind: 'strong-duality',
    primalNs: runtime,
    dualNs: dual / scale,
    rows: lines.rows,
    violationNs: violation / scale + roundingOf(lines, runtime),
    iterations: null,
  };
}

/** By how much at most a row is violated at `at`, in 1/scale ns. */
function worstViolation(lines: LineSystem, labels: Labels, at: number): number {
  const { vertices, rowStart, from, base, slope } = lines;
  const { c, a } = labels;
  const held = inArena(lines, c, a);
  if (held !== null) return violationKernel(held.arena, held.rows, labels, at);
  let violation = 0;
  for (let v = 1; v < vertices; v++) {
    const here = c[v] + a[v] * at;
    for (let r = rowStart[v]; r < rowStart[v + 1]; r++) {
      const over = c[from[r]] + base[r] + (a[from[r]] + slope[r]) * at - here;
      if (over > violation) violation = over;
    }
  }
  return violation;
}

/**
 * Right derivative of T at x by a parameter that row r pays `counts[r]` times: of the longest paths the one that
 * pays it most.
 */
export function derivativeBy(lines: LineSystem, x: number, counts: Paid): number {
  const at = x * lines.scale;
  const sweep = (tie: number) => mostPaid(lines, at, counts, tie);
  return withTies(lines.exact, [at], sweep, ({ length }) => length).paid;
}

function mostPaid(
  lines: LineSystem,
  at: number,
  counts: Paid,
  tie: number,
): { length: number; paid: number } {
  const { vertices, rowStart, from, base, slope } = lines;
  // The labels of earlier passes are no longer needed.
  const { c: value, a: paid } = sharedLabels(lines);
  for (let v = 1; v < vertices; v++) {
    let best = Number.NEGATIVE_INFINITY;
    let most = 0;
    for (let r = rowStart[v]; r < rowStart[v + 1]; r++) {
      const u = from[r];
      const next = value[u] + (base[r] + slope[r] * at);
      const pays = paid[u] + counts[r];
      const slack = tie * next;
      if (next > best + slack || (next >= best - slack && pays > most)) {
        best = next;
        most = pays;
      }
    }
    value[v] = best;
    paid[v] = most;
  }
  return { length: value[vertices - 1], paid: paid[vertices - 1] };
}

/** Right derivative of T at x by a parameter that row r pays `counts[r]` times: see {@link derivativeBy}. */
export function slopeByCounts(lines: LineSystem, x: number, counts: Paid): number {
  const critical = tangentsOf(lines).criticalAt(x);
  return critical === null ? derivativeBy(lines, x, counts) : critical.mostPaid(counts);
}

/** Sum of a column of rows over a path, by route. */
export function sumByRoute(system: TimingSystem, path: Uint32Array, column: Paid): Float64Array {
  const sums = new Float64Array(system.machine.network.routes.length);
  for (const r of path) sums[system.route[r]] += column[r];
  return sums;
}

/** Longest-path passes over the timing system: the same answers as the linear program, with its certificate. */
export class SweepEngine implements Engine {
  readonly name = 'sweep';
  readonly #system: TimingSystem;

  constructor(system: TimingSystem) {
    this.#system = system;
  }

  evaluate(lines: LineSystem, x: number): Promise<Evaluation> {
    const tangents = tangentsOf(lines);
    const { labels } = tangents;
    const line = pass(lines, x, labels);
    tangents.add(x, line);
    const runtime = valueAt(lines, line, x);
    const path = pathRows(lines, labels);
    return Promise.resolve({
      runtime,
      lambda: line.a,
      certificate: certify(lines, labels, x, runtime, path),
      routeLatencies: sumByRoute(this.#system, path, this.#system.latencies),
      routeBytes: sumByRoute(this.#system, path, this.#system.bytes),
    });
  }

  largestWithin(lines: LineSystem, limit: number, from: number): Promise<number> {
    return Promise.resolve(largestWithin(lines, limit, from));
  }

  slopeBy(lines: LineSystem, x: number, counts: Paid): Promise<number> {
    return Promise.resolve(slopeByCounts(lines, x, counts));
  }

  rangeOfLambda(lines: LineSystem, x: number): Promise<Interval> {
    return Promise.resolve(rangeOfLambda(lines, x));
  }

  basisRange(lines: LineSystem, x: number): Promise<Interval> {
    return Promise.resolve(basisRange(lines, x));
  }
}

/**
 * The engine of `auto`: uses `first` until it meets a limit of its host, and from then on `second`, which has none and
 * gives the same numbers.
 */
export class FallbackEngine implements Engine {
  readonly #first: Engine;
  readonly #second: Engine;
  /** Why the second engine has replaced the first. */
  #limit: LimitError | null = null;

  constructor(first: Engine, second: Engine) {
    this.#first = first;
    this.#second = second;
  }

  get #engine(): Engine {
    return this.#limit === null ? this.#first : this.#second;
  }

  /** Of the engine that answers: final after the first query. */
  get name(): EngineName {
    return this.#engine.name;
  }

  get warnings(): readonly Warning[] {
    if (this.#limit === null) return [];
    const [{ what }] = this.#limit.problems;
    return [
      { code: 'engine-fallback', message: `${what}; the ${this.name} engine answers with the same numbers` },
    ];
  }

  evaluate(lines: LineSystem, x: number): Promise<Evaluation> {
    return this.#ask((engine) => engine.evaluate(lines, x));
  }

  largestWithin(lines: LineSystem, limit: number, from: number): Promise<number> {
    return this.#ask((engine) => engine.largestWithin(lines, limit, from));
  }

  rangeOfLambda(lines: LineSystem, x: number): Promise<Interval> {
    return this.#ask((engine) => engine.rangeOfLambda(lines, x));
  }

  slopeBy(lines: LineSystem, x: number, counts: Paid): Promise<number | undefined> {
    return this.#ask((engine) => engine.slopeBy(lines, x, counts));
  }

  basisRange(lines: LineSystem, x: number): Promise<Interval> {
    return this.#ask((engine) => engine.basisRange(lines, x));
  }

  async #ask<Answer>(question: (engine: Engine) => Promise<Answer>): Promise<Answer> {
    const engine = this.#engine;
    try {
      return await question(engine);
    } catch (error) {
      if (engine === this.#second || !(error instanceof LimitError)) throw error;
      // A question that the second cannot answer either shows no limit of the first.
      const answer = await question(this.#second);
      this.#limit ??= error;
      return answer;
    }
  }
}
