/** How often the longest path runs through a part of a program: its criticality index. */
import { CallPaths, NO_PATH } from '../analysis/call-paths.js';
import type { SiteNames } from '../schedule/call-sites.js';
import { ranksOf, type Schedule } from '../schedule/schedule.js';
import type { PathParts } from './paths.js';
import type { Steps } from './steps.js';

/** A rank, pair, call or function of the program. */
export interface CriticalPart {
  readonly name: string;
  /** Share of the runs whose longest path runs through it. */
  readonly share: number;
  /** Operations of it (of a pair: messages) on the path, on average over all runs. */
  readonly operations: number;
}

/** Parts of a program, each list by falling share; empty where the input does not say. */
export interface Criticality {
  /** Runs whose paths were followed. */
  readonly runs: number;
  readonly ranks: readonly CriticalPart[];
  /** Sender and receiver of messages. */
  readonly pairs: readonly CriticalPart[];
  /** MPI calls by name. */
  readonly calls: readonly CriticalPart[];
  /** Functions from which calls were made, with all that they call. */
  readonly regions: readonly CriticalPart[];
}

/** Follows `paths`, with a step behind each. `names`: of return addresses. */
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

/** Of each key, in how many runs it was, and how often in all. */
class Tally {
  readonly #runs = new Map<number, number>();
  readonly #times = new Map<number, number>();
  readonly #last = new Map<number, number>();

  add(key: number, run: number): void {
    this.#times.set(key, (this.#times.get(key) ?? 0) + 1);
    if (this.#last.get(key) === run) return;
    this.#last.set(key, run);
    this.#runs.set(key, (this.#runs.get(key) ?? 0) + 1);
  }

  parts(runs: number, nameOf: (key: number) => string): CriticalPart[] {
    const keys = [...this.#runs.keys()].sort((a, b) => a - b);
    return keys
      .map((key) => ({
        name: nameOf(key),
        share: (this.#runs.get(key) ?? 0) / runs,
        operations: (this.#times.get(key) ?? 0) / runs,
      }))
      .sort((a, b) => b.share - a.share || b.operations - a.operations);
  }
}
