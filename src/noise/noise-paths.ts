/**
 * The longest path of single runs with noise: the deciding rows, how often a part of the program is on it (criticality
 * index), and the expected noise on it.
 */

import { CallPaths, NO_PATH } from '../analysis/call-tree.js';
import { opOf } from '../graph/graph-events.js';
import type { SiteNames } from '../schedule/program-calls.js';
import { NONE, ranksOf, type Schedule } from '../schedule/schedule.js';
import {
  type Choices,
  choiceBytes,
  choicesFor,
  LANES,
  type LaneOptions,
  type LanePoint,
  Lanes,
  type Steps,
} from './noise-lanes.js';
import { jitterOf, type Noise } from './noise-model.js';
import { ITEM, latenciesOf, type NoiseProgram } from './noise-program.js';
import { LANES_AT_ONCE } from './sampling.js';

/** Rows of the longest path of one lane, last first. */
function* pathOf(
  { vertices, rowStart, from }: NoiseProgram,
  { of, choices }: Choices,
  { lane, lanes }: { readonly lane: number; readonly lanes: number },
): Generator<{ readonly row: number; readonly vertex: number }, void, void> {
  for (let vertex = vertices - 1; vertex > 0; ) {
    const several = of[vertex];
    const row = rowStart[vertex] + (several === NONE ? 0 : choices[several * lanes + lane]);
    yield { row, vertex };
    vertex = from[row];
  }
}

/** Operations and messages of one path. */
interface PathParts {
  /** Its operations, each once. */
  readonly ops: ReadonlySet<number>;
  /** Sends whose messages it contains. */
  readonly messages: ReadonlySet<number>;
}

/** Memory limit of choices, bytes: fewer lanes are played at once, or none if not even a few fit. */
const CHOICES_LIMIT = 2 ** 28;

/** The longest path of each of the first `runs` runs. `program`: compiled without folding, otherwise operations are missing. */
export function* longestPaths(
  program: NoiseProgram,
  options: Omit<LaneOptions, 'lanes'>,
  { runs, ...point }: LanePoint & { readonly runs: number },
): Generator<PathParts, void, void> {
  const fit = Math.floor(CHOICES_LIMIT / Math.max(choiceBytes(program), 1));
  const lanes = Math.min(LANES, fit - (fit % LANES_AT_ONCE));
  if (lanes === 0) return;
  const played = new Lanes(program, { ...options, lanes });
  const choices = choicesFor(program, lanes);
  for (let first = 0; first < runs; first += lanes) {
    played.play(first, point, choices);
    for (let lane = 0; lane < lanes && first + lane < runs; lane++)
      yield partsOf(program, pathOf(program, choices, { lane, lanes }));
  }
}

function partsOf(program: NoiseProgram, path: ReturnType<typeof pathOf>): PathParts {
  const { event, op, item } = program;
  const ops = new Set<number>();
  const messages = new Set<number>();
  for (const { row, vertex } of path) {
    if (event[vertex] !== NONE) ops.add(opOf(event[vertex]));
    if (op[row] === NONE) continue;
    ops.add(op[row]);
    if (item[row] !== ITEM.computation) messages.add(op[row]);
  }
  return { ops, messages };
}

/** A rank, pair, call or function of the program. */
export interface CriticalPart {
  readonly name: string;
  /** Share of the runs whose longest path contains it. */
  readonly share: number;
  /** Operations of it (of a pair: messages) on the path, on average over all runs. */
  readonly operations: number;
}

/** Parts of a program, each list by falling share; empty if the input does not record them. */
export interface Criticality {
  /** Runs whose paths were followed. */
  readonly runs: number;
  readonly ranks: readonly CriticalPart[];
  /** Sender and receiver of messages. */
  readonly pairs: readonly CriticalPart[];
  /** MPI calls by name. */
  readonly calls: readonly CriticalPart[];
  /** Functions with their call sites, including all callees. */
  readonly regions: readonly CriticalPart[];
}

/** Follows `paths`, yielding after each. `names`: of return addresses. */
export function* criticalityOf(
  schedule: Schedule,
  paths: Iterable<PathParts>,
  names: SiteNames,
): Steps<Criticality> {
  const rank = ranksOf(schedule);
  const ranks = new Tally();
  const pairs = new Tally();
  const calls = new Tally();
  const regions = new Tally();
  const callPaths = schedule.sites === null ? null : new CallPaths(schedule.sites, names);
  let runs = 0;
  for (const { ops, messages } of paths) {
    runs++;
    for (const op of ops) {
      ranks.add(rank[op], runs);
      if (schedule.call !== null) calls.add(schedule.call[op], runs);
      if (callPaths !== null) for (const region of functionsOf(callPaths, op)) regions.add(region, runs);
    }
    for (const send of messages) pairs.add(rank[send] * schedule.ranks + schedule.peer[send], runs);
    yield;
  }
  const named = callPaths?.regions() ?? [];
  return {
    runs,
    ranks: ranks.parts(runs, (key) => `rank ${key}`),
    pairs: pairs.parts(runs, (key) => `${Math.floor(key / schedule.ranks)} to ${key % schedule.ranks}`),
    calls: calls.parts(runs, (key) => schedule.callNames[key] ?? '').filter(({ name }) => name !== ''),
    regions: regions.parts(runs, (key) => named[key].name),
  };
}

function functionsOf(paths: CallPaths, op: number): Iterable<number> {
  const node = paths.of(op);
  return node === NO_PATH ? [] : paths.regionsTo(node);
}

/** For each key, the number of runs with it, and its total count. */
class Tally {
  readonly #found = new Map<number, { runs: number; times: number; lastRun: number }>();

  /** `run`: from 1, ascending. */
  add(key: number, run: number): void {
    const one = this.#found.get(key) ?? { runs: 0, times: 0, lastRun: 0 };
    this.#found.set(key, one);
    one.times++;
    if (one.lastRun !== run) one.runs++;
    one.lastRun = run;
  }

  parts(all: number, nameOf: (key: number) => string): CriticalPart[] {
    return [...this.#found]
      .sort(([a], [b]) => a - b)
      .map(([key, { runs, times }]) => ({ name: nameOf(key), share: runs / all, operations: times / all }))
      .sort((a, b) => b.share - a.share || b.operations - a.operations);
  }
}

/** Expected noise, ns. */
export interface ExpectedNoise {
  /** On the longest path of the program without noise. */
  readonly onPath: number;
  /** Of the rank with most, on its computations and on its received messages. */
  readonly ofRank: number;
  /** The same on average over the ranks. */
  readonly ofRanks: number;
}

/** `x`: on the program's axis. */
export function expectedNoise(program: NoiseProgram, noise: Noise, x: number): ExpectedNoise {
  const meanOf = meansOf(program, noise);
  const { costs, op, item, rows } = program;
  const { ranks, peer } = costs.schedule;
  const sums = new Float64Array(ranks);
  for (let r = 0; r < rows; r++) {
    if (item[r] === ITEM.none) continue;
    const rank = item[r] === ITEM.computation ? costs.rank[op[r]] : peer[op[r]];
    sums[rank] += meanOf(r);
  }
  const choices = choicesFor(program, LANES_AT_ONCE);
  const quiet: Noise = { ...noise, jitter: new Map(), computation: null, detours: null };
  new Lanes(program, { noise: quiet, seed: 0, lanes: LANES_AT_ONCE }).play(0, { x, scale: 0 }, choices);
  let onPath = 0;
  for (const { row } of pathOf(program, choices, { lane: 0, lanes: LANES_AT_ONCE })) onPath += meanOf(row);
  return {
    onPath,
    ofRank: sums.reduce((most, sum) => Math.max(most, sum), 0),
    ofRanks: sums.reduce((all, sum) => all + sum, 0) / Math.max(ranks, 1),
  };
}

/** Expected noise of a row, ns. */
function meansOf(program: NoiseProgram, noise: Noise): (row: number) => number {
  const { costs, item, op, places } = program;
  const { network } = costs.machine;
  const jitter = jitterOf(costs.machine, noise).map((one) => one?.mean ?? 0);
  const route = network.routes.map(({ counts }) =>
    counts.reduce((sum, count, k) => sum + count * jitter[k], 0),
  );
  return (row) => {
    const of = op[row];
    if (item[row] === ITEM.none) return 0;
    if (item[row] === ITEM.computation) {
      const work = costs.schedule.value[of] * (places.factors.get(costs.rank[of]) ?? 1);
      return work * (noise.detours?.list.mean ?? 0);
    }
    return route[costs.route(of)] * latenciesOf(program, row).own;
  };
}
