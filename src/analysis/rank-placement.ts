/** Rank placement (LLAMP, appendix J), compared with methods that do not use sensitivities. */

import type { ExecutionGraph } from '../graph/execution-graph.js';
import type { Machine } from '../machine/machine.js';
import { type LinkNetwork, linksAt } from '../platform/link-network.js';
import { networkAt, type Places, placeDistance } from '../platform/mapping.js';
import { volumeMapping, volumeOf } from '../platform/volume-mapping.js';
import { rankOf, SEND } from '../schedule/schedule.js';
import type { EngineName } from '../solve/engine.js';
import { randomBelow, shuffled } from '../sources/patterns/random.js';
import { Model, type ModelOptions } from './model.js';
import { BoundedEvaluator } from './placement-bounded.js';
import {
  isBetter,
  type MappingEvaluator,
  type MappingScore,
  PlacementEvaluator,
  type Swap,
} from './placement-evaluator.js';
import { lowerModel, served } from './runtime-bounds.js';
import { byClass } from './sensitivity.js';

/** A mapping with a name: [ranks] place of each rank. */
export interface NamedMapping {
  readonly name: string;
  readonly mapping: Int32Array;
}

/** Limits and options of the search. */
export interface PlacementOptions {
  /** Mappings to compare with, which are also starting points. Their places may differ from the start's. */
  readonly others?: readonly NamedMapping[];
  /** After the named mappings: searches from disturbed ones, until so many in a row bring no improvement. Default 8. */
  readonly restarts?: number;
  /**
   * Links between places, shared by messages, and CPUs; mappings are then compared by their lower bounds. Omitted: no
   * contention.
   */
  readonly links?: LinkNetwork;
  /**
   * Maximum number of evaluated mappings, over all searches. Default 4000, with links 400, because each then has its own rows.
   */
  readonly evaluations?: number;
  /** Seed of the random restarts. Default 1. */
  readonly seed?: number;
  readonly model?: ModelOptions;
  readonly onProgress?: (evaluations: number, most: number) => void;
}

/** A mapping and its answers. */
export interface PlacedProgram extends NamedMapping {
  /** T, ns, and λ_L; with links, of the lower bound. */
  readonly runtime: number;
  readonly lambda: number;
  /** With links, T of first come first served, ns; null without links. */
  readonly upper: number | null;
  /** λ by latency class. */
  readonly lambdaByClass: Readonly<Record<string, number>>;
  /** By how much T is smaller than the start's, as a fraction of it; negative where it is larger. */
  readonly gain: number;
}

/** The mappings tried, the best one found, and whether any swap of two ranks can improve it. */
export interface PlacementResult {
  readonly start: PlacedProgram;
  /** The start, the others, by volume, and ours, in this order. */
  readonly rows: readonly PlacedProgram[];
  /** The best found; never worse than the start or any of the others. */
  readonly best: PlacedProgram;
  /** Name of the mapping that the search to the best began from. */
  readonly from: string;
  /** Swaps, or sets of swaps, that the search kept on its way there. */
  readonly steps: number;
  /** No swap of two ranks can make the best mapping's T smaller. */
  readonly swapOptimal: boolean;
  readonly evaluations: number;
  readonly engine: EngineName;
}

const RESTARTS = 8;
const EVALUATIONS = 4000;
const BOUNDED_EVALUATIONS = 400;
/** Reciprocal of the share of ranks that a restart disturbs. */
const KICK_SHARE = 8;

/** The mapping by bytes alone, over the start's places. */
export function placedByVolume(graph: ExecutionGraph, places: Places, start: Int32Array): Int32Array {
  const { schedule } = graph;
  const sends: number[] = [];
  for (let op = 0; op < schedule.operations; op++) if (schedule.kind[op] === SEND) sends.push(op);
  const volume = volumeOf(schedule.ranks, sends.length, (i) => ({
    source: rankOf(schedule, sends[i]),
    destination: schedule.peer[sends[i]],
    bytes: schedule.value[sends[i]],
  }));
  return volumeMapping(volume, start, placeDistance(places));
}

/**
 * Searches for the mapping with the smallest T over the places of `start` (and of the other mappings) by swapping ranks.
 * `machine` gives everything except the network; wildcard receives stay matched as in `graph`. Throws LimitError past
 * 65,535 communicating pairs, ModelError.
 */
export async function placement(
  graph: ExecutionGraph,
  machine: Machine,
  places: Places,
  start: NamedMapping,
  options: PlacementOptions = {},
): Promise<PlacementResult> {
  const { links } = options;
  const evaluator =
    links === undefined
      ? new PlacementEvaluator(graph, machine, places, start.mapping)
      : new BoundedEvaluator(graph, machine, places, { links, start: start.mapping });
  const volume = { name: 'by volume', mapping: placedByVolume(graph, places, start.mapping) };
  const named = [start, ...(options.others ?? []), volume];
  const found = search(evaluator, named, options);
  const rows: PlacedProgram[] = [];
  let engine: EngineName = 'sweep';
  for (const one of [...named, { name: 'ours', mapping: found.mapping }]) {
    const { model, upper } = await modelAt(graph, machine, places, { mapping: one.mapping, options });
    engine = model.engine.name;
    const { base } = model.latency;
    const { runtime, lambda, routeLatencies } = await model.engine.evaluate(model.lines(model.latency), base);
    const before = rows.length === 0 ? runtime : rows[0].runtime;
    const gain = before === 0 ? 0 : (before - runtime) / before;
    rows.push({ ...one, runtime, lambda, upper, lambdaByClass: byClass(model, routeLatencies), gain });
  }
  return {
    start: rows[0],
    rows,
    best: rows[rows.length - 1],
    from: found.from,
    steps: found.steps,
    swapOptimal: found.ended === 'optimal',
    evaluations: evaluator.evaluations,
    engine,
  };
}

/** The program under a mapping, and with links T of one order of service, ns. */
async function modelAt(
  graph: ExecutionGraph,
  machine: Machine,
  places: Places,
  { mapping, options }: { readonly mapping: Int32Array; readonly options: PlacementOptions },
): Promise<{ readonly model: Model; readonly upper: number | null }> {
  const placed = { ...machine, network: networkAt(places, mapping) };
  if (options.links === undefined)
    return { model: await Model.ofGraph(graph, placed, options.model), upper: null };
  const links = linksAt(options.links, mapping);
  const model = await lowerModel(graph, placed, links, options.model);
  return { model, upper: served(graph, placed, links).runtime };
}

type Search = Improved & { readonly from: string };

/** The best mapping from all starts, then from disturbances of it until several in a row bring no improvement. */
function search(
  evaluator: MappingEvaluator,
  named: readonly NamedMapping[],
  options: PlacementOptions,
): Search {
  const most = options.evaluations ?? (options.links === undefined ? EVALUATIONS : BOUNDED_EVALUATIONS);
  const patience = options.restarts ?? RESTARTS;
  const below = randomBelow(options.seed ?? 1);
  const upTo = (limit: number): Budget => ({
    left: () => {
      options.onProgress?.(Math.min(evaluator.evaluations, most), most);
      return evaluator.evaluations < limit;
    },
  });
  const from = (name: string, mapping: Int32Array, limit: number): Search => ({
    ...improve(evaluator, mapping, upTo(limit)),
    from: name,
  });
  // The remaining budget is divided among the remaining searches; the restarts count as one.
  const searches = named.map(({ name, mapping }, i) => {
    const share = (most - evaluator.evaluations) / (named.length - i + (patience > 0 ? 1 : 0));
    return from(name, mapping, evaluator.evaluations + share);
  });
  let best = searches.reduce((a, b) => (isBetter(b.score, a.score) ? b : a));
  let restart = 0;
  for (let failed = 0; failed < patience && evaluator.evaluations < most; failed++) {
    restart++;
    const found = from(`restart ${restart}`, disturbed(best.mapping, restart, below), most);
    if (!isBetter(found.score, best.score)) continue;
    best = found;
    failed = -1;
  }
  return { ...exhausted(evaluator, best, upTo(most)), from: best.from };
}

/** Alternates between a random order of all places and the best mapping with a few ranks exchanged. */
function disturbed(best: Int32Array, restart: number, below: (bound: number) => number): Int32Array {
  const { length } = best;
  if (restart % 2 === 0) return shuffled(length, below).map((i) => best[i]);
  const kicks = Math.max(2, Math.ceil(length / KICK_SHARE));
  const swaps = Array.from({ length: kicks }, () => ({ a: below(length), b: below(length) }));
  return swapped(best, swaps);
}

// Rank placement by sensitivities (LLAMP, appendix J, Algorithm 3): solve, read the pairwise sensitivities, swap the most
// promising ranks, keep improvements. Beyond the paper: several independent swaps are tried in one solve, a failed swap
// gives way to the next best, and among mappings of equal T the one with less waiting is preferred, so that equally
// critical parts are improved one after the other.

/**
 * `optimal`: no swap of two ranks helps, and every candidate was tried; `tried`: no promising swap helps; `spent`: the
 * budget is used up.
 */
type Ended = 'optimal' | 'tried' | 'spent';

/** The mapping that a search reached. */
interface Improved extends Found {
  /** Accepted steps. */
  readonly steps: number;
  readonly ended: Ended;
}

/** The budget of a search. */
interface Budget {
  /** Whether another mapping may be evaluated. */
  left(): boolean;
}

/** Improves a mapping until no swap helps or the budget is spent; the result is never worse than `start`. */
export function improve(evaluator: MappingEvaluator, start: Int32Array, budget: Budget): Improved {
  let mapping: Int32Array = start.slice();
  let score = evaluator.evaluate(mapping);
  let steps = 0;
  for (;;) {
    const better = step(evaluator, mapping, score, budget);
    if (typeof better === 'string') return { mapping, score, steps, ended: better };
    ({ mapping, score } = better);
    steps++;
  }
}

/** Tries all swaps if only the promising ones were tried. */
function exhausted(evaluator: MappingEvaluator, found: Improved, budget: Budget): Improved {
  let best = found;
  while (best.ended === 'tried') {
    const better = anySwap(evaluator, best, budget);
    if (typeof better === 'string') return { ...best, ended: better };
    const next = improve(evaluator, better.mapping, budget);
    best = { ...next, steps: best.steps + 1 + next.steps };
  }
  return best;
}

/** A mapping that was evaluated. */
interface Found {
  readonly mapping: Int32Array;
  readonly score: MappingScore;
}

/** The first of all swaps that helps. */
function anySwap(
  evaluator: MappingEvaluator,
  { mapping, score }: Found,
  budget: Budget,
): Found | 'optimal' | 'spent' {
  for (let a = 0; a < mapping.length; a++) {
    for (let b = a + 1; b < mapping.length; b++) {
      if (mapping[a] === mapping[b]) continue;
      if (!budget.left()) return 'spent';
      const next = swapped(mapping, [{ a, b }]);
      const reached = evaluator.evaluate(next);
      if (isBetter(reached, score)) return { mapping: next, score: reached };
    }
  }
  return 'optimal';
}

/** One improvement, or the reason for none. */
function step(
  evaluator: MappingEvaluator,
  mapping: Int32Array,
  score: MappingScore,
  budget: Budget,
): Found | Ended {
  const { swaps, together, complete } = evaluator.promising(mapping);
  const attempt = (chosen: readonly Swap[]): Found | null => {
    const next = swapped(mapping, chosen);
    const reached = evaluator.evaluate(next);
    return isBetter(reached, score) ? { mapping: next, score: reached } : null;
  };
  for (let size = together.length; size > 1; size = Math.floor(size / 2)) {
    if (!budget.left()) return 'spent';
    const found = attempt(together.slice(0, size));
    if (found !== null) return found;
  }
  for (const swap of swaps) {
    if (!budget.left()) return 'spent';
    const found = attempt([swap]);
    if (found !== null) return found;
  }
  return complete ? 'optimal' : 'tried';
}

/** The mapping with the places of each pair of ranks exchanged. */
export function swapped(
  mapping: Int32Array,
  swaps: readonly { readonly a: number; readonly b: number }[],
): Int32Array {
  const next = mapping.slice();
  for (const { a, b } of swaps) [next[a], next[b]] = [next[b], next[a]];
  return next;
}
