/** Sensitivities for every pair of ranks, from one solve (HLogGP; LLAMP, appendix I, Eq. 7). */
import type { EngineName } from '../solve/engine.js';
import { endOfPath, messagesOf } from '../timing/path.js';
import { Replay } from '../timing/replay.js';
import type { Model } from './model.js';
import { countPairs, MAX_PAIRS, pairNetwork, RankPairs } from './pairs.js';

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
  /** Who solved; 'replay' where more pairs communicate than a solve can tell apart. */
  readonly by: EngineName | 'replay';
  /** Pairs with λ_L^{ij} or λ_G^{ij} above 0, by lower and then higher rank. */
  readonly pairs: readonly PairSensitivity[];
  /** Σ λ_L^{ij} and Σ λ_G^{ij}. */
  readonly lambdaL: number;
  readonly lambdaG: number;
}

/** How pairs are found. */
export interface PairwiseOptions {
  /** Pairs up to which a solve tells them apart; past it the replayed critical path is summed. */
  readonly maxPairs?: number;
}

/**
 * λ_L^{ij} and λ_G^{ij} of all pairs at the model's parameters, by the model's engine: the duals of rows summed by
 * pair, so that no P² variables are needed. The bytes are those of the critical path that λ_L is read from; where
 * several paths tie, λ_G by itself may be that of another one.
 *
 * λ_L^{ij} counts messages. Their sum is λ_L wherever a message pays one latency; on a topology λ_L counts wires.
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
