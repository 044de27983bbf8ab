/** Pairs of ranks: sensitivities for every pair from one solve (HLogGP; LLAMP, appendix I, Eq. 7), as routes. */
import { LimitError } from '../errors.js';
import type { Network, Route } from '../machine/parameters.js';
import { rankOf, type Schedule, SEND } from '../schedule/schedule.js';
import type { EngineName } from '../solve/engine.js';
import { endOfPath, messagesOf } from '../timing/path-steps.js';
import { Replay } from '../timing/replay.js';
import type { Model } from './model.js';

/** A row of a timing system keeps its route in 16 bits. */
const MAX_PAIRS = 0xffff;
/** Up to this many ranks the pairs are in a square table; beyond it in a map. */
const TABLE_RANKS = 4096;
const NONE = 0xffff;

/** Unordered pairs of ranks, numbered in the order in which the schedule first sends between them. */
export class RankPairs {
  readonly ranks: number;
  /** Lower and higher rank of each pair; equal for messages of a rank to itself. */
  readonly low: number[] = [];
  readonly high: number[] = [];
  readonly #table: Uint16Array | null;
  readonly #map = new Map<number, number>();

  /** Throws LimitError past {@link MAX_PAIRS} pairs. */
  constructor(schedule: Schedule) {
    const { ranks, rankStart, kind, peer } = schedule;
    this.ranks = ranks;
    this.#table = ranks <= TABLE_RANKS ? new Uint16Array(ranks * ranks).fill(NONE) : null;
    for (let rank = 0; rank < ranks; rank++) {
      for (let op = rankStart[rank]; op < rankStart[rank + 1]; op++) {
        if (kind[op] === SEND) this.#add(rank, peer[op]);
      }
    }
  }

  get length(): number {
    return this.low.length;
  }

  /** Index of the pair of two ranks that communicate. */
  indexOf(a: number, b: number): number {
    const key = a * this.ranks + b;
    return this.#table === null ? (this.#map.get(key) ?? NONE) : this.#table[key];
  }

  #add(a: number, b: number): void {
    if (this.indexOf(a, b) !== NONE) return;
    const pair = this.low.length;
    if (pair >= MAX_PAIRS) {
      throw new LimitError(
        `more than ${MAX_PAIRS} pairs of ranks communicate, too many to list`,
        'analyse a run with fewer ranks',
      );
    }
    this.low.push(Math.min(a, b));
    this.high.push(Math.max(a, b));
    for (const key of [a * this.ranks + b, b * this.ranks + a]) {
      if (this.#table === null) this.#map.set(key, pair);
      else this.#table[key] = pair;
    }
  }
}

/** How many pairs of ranks communicate, counted to `limit` + 1 at most. */
function countPairs(schedule: Schedule, limit: number): number {
  const seen = new Set<number>();
  const { ranks, kind, peer, operations } = schedule;
  for (let op = 0; op < operations && seen.size <= limit; op++) {
    if (kind[op] !== SEND) continue;
    const rank = rankOf(schedule, op);
    seen.add(Math.min(rank, peer[op]) * ranks + Math.max(rank, peer[op]));
  }
  return seen.size;
}

/**
 * `network` with a route for each pair, which costs what the pair's route does. Costs are assumed symmetric, as the
 * pairwise parameters of appendix I are: those of messages from the lower rank to the higher one.
 */
export function pairNetwork(network: Network, pairs: RankPairs): Network {
  const routes = pairs.low.map((low, pair): Route => {
    const route = network.routes[network.routeOf(low, pairs.high[pair])];
    return { ...route, name: `${low}-${pairs.high[pair]}` };
  });
  return {
    latencies: network.latencies,
    gaps: network.gaps,
    routes: routes.length > 0 ? routes : network.routes,
    routeOf: (source, destination) => pairs.indexOf(source, destination),
  };
}

/** Two ranks between which the critical path passes. */
export interface PairSensitivity {
  /** The lower and the higher rank. */
  readonly low: number;
  readonly high: number;
  /** λ_L^{ij} = ∂T/∂L_ij: messages between the two, both ways, on the critical path. */
  readonly lambdaL: number;
  /** λ_G^{ij} = ∂T/∂G_ij: their bytes, Σ (s − 1). */
  readonly lambdaG: number;
}

/** λ by pair of ranks, of one critical path or averaged over all that are equally long. */
export interface Pairwise {
  readonly ranks: number;
  /** T, ns. */
  readonly runtime: number;
  /** The solver; 'replay' if more pairs communicate than a solve can distinguish. */
  readonly by: EngineName | 'replay';
  /** Pairs with λ_L^{ij} or λ_G^{ij} above 0, by lower and then higher rank. */
  readonly pairs: readonly PairSensitivity[];
  /** Σ λ_L^{ij} and Σ λ_G^{ij}. */
  readonly lambdaL: number;
  readonly lambdaG: number;
}

/** How pairs are found. */
export interface PairwiseOptions {
  /** Maximum number of pairs for a solve; beyond it the replayed critical path is summed. */
  readonly maxPairs?: number;
}

/**
 * λ_L^{ij} and λ_G^{ij} of all pairs at the model's parameters, by the model's engine: the duals of rows summed by pair, so no
 * P² variables are needed. The bytes are those of the critical path of λ_L; if several paths tie, λ_G by itself may be that of
 * another one. λ_L^{ij} counts messages. Their sum is λ_L if every message has one latency; on a topology λ_L counts wires.
 */
export async function pairwise(model: Model, options: PairwiseOptions = {}): Promise<Pairwise> {
  const limit = Math.min(options.maxPairs ?? MAX_PAIRS, MAX_PAIRS);
  return countPairs(model.schedule, limit) > limit ? byReplay(model) : bySolve(model);
}

async function bySolve(model: Model): Promise<Pairwise> {
  const pairs = new RankPairs(model.schedule);
  const network = pairNetwork(model.machine.network, pairs);
  const own = await model.on({ ...model.machine, network });
  const { runtime, routeLatencies, routeBytes } = await own.engine.evaluate(
    own.lines(own.latency),
    own.latency.base,
  );
  const found: PairSensitivity[] = [];
  for (let pair = 0; pair < pairs.length; pair++) {
    const [lambdaL, lambdaG] = [routeLatencies[pair], routeBytes[pair]];
    if (lambdaL !== 0 || lambdaG !== 0)
      found.push({ low: pairs.low[pair], high: pairs.high[pair], lambdaL, lambdaG });
  }
  return summed(model, runtime, own.engine.name, found);
}

function byReplay(model: Model): Pairwise {
  const { graph, machine } = model;
  const { ranks } = graph.schedule;
  const replay = new Replay(graph, machine);
  const steps = replay.criticalPath();
  const found = new Map<number, PairSensitivity>();
  for (const { send, latencies, bytes } of messagesOf(steps)) {
    const [a, b] = [replay.rankOf(send), graph.schedule.peer[send]];
    const [low, high] = [Math.min(a, b), Math.max(a, b)];
    const key = low * ranks + high;
    const { lambdaL, lambdaG } = found.get(key) ?? { lambdaL: 0, lambdaG: 0 };
    found.set(key, { low, high, lambdaL: lambdaL + latencies, lambdaG: lambdaG + bytes });
  }
  return summed(model, endOfPath(steps), 'replay', [...found.values()]);
}

function summed(model: Model, runtime: number, by: Pairwise['by'], found: PairSensitivity[]): Pairwise {
  return {
    ranks: model.schedule.ranks,
    runtime,
    by,
    pairs: found.sort((a, b) => a.low - b.low || a.high - b.high),
    lambdaL: found.reduce((sum, one) => sum + one.lambdaL, 0),
    lambdaG: found.reduce((sum, one) => sum + one.lambdaG, 0),
  };
}

/** [ranks × ranks] λ_L^{ij} or λ_G^{ij} as a symmetric matrix in rows. */
export function pairMatrix(result: Pairwise, of: 'L' | 'G'): Float64Array {
  const matrix = new Float64Array(result.ranks * result.ranks);
  for (const { low, high, lambdaL, lambdaG } of result.pairs) {
    const value = of === 'L' ? lambdaL : lambdaG;
    matrix[low * result.ranks + high] = value;
    matrix[high * result.ranks + low] = value;
  }
  return matrix;
}
