/**
 * Broadcast and reduce along a tree under τ-Lop: stages of concurrent messages. Within a stage a parent
 * serves its children one after another, all parents of the stage at once; a stage lasts as long as its
 * slowest parent. A reduce takes the broadcast's stages the other way; its arithmetic costs nothing.
 */
import { nbftTime } from '../fit/nbft.js';
import type { CollectivePlatform } from '../fit/platform.js';
import { checkQuery, prediction } from '../query.js';
import { CHANNELS, channelBetween, placeRanks } from '../shape.js';
import { stageCount, treeOf } from '../trees.js';
import type { CollectiveQuery, ModelledCollective } from '../types.js';
import { evaluate, type Meaning } from './evaluate.js';
import { add, concurrent, type Expr, longest, multiply, overhead, transfer } from './expr.js';
import type { FormulaModel } from './longest-path.js';
import { carryOut } from './rewrite.js';

/** Copies of a message: in and out of shared memory; the network's own time is measured end to end. */
function copies(channel: number): number {
  return CHANNELS[channel] === 'node' ? 1 : 2;
}

/**
 * L^c(m, τ) of a fitted platform: L(m, 1) from the relative fit of point-to-point times, and for every
 * further transfer the slope of the flat tree's line, which is one further message at once.
 */
export function fittedTransfers(
  platform: CollectivePlatform,
  collective: ModelledCollective,
): Meaning['transferUs'] {
  return (name, bytes, concurrency) => {
    const channel = (CHANNELS as readonly string[]).indexOf(name);
    const { latencyUs, overheadUs, endToEndUs, gapUsPerByte } = platform.loggp[channel];
    const alone = (endToEndUs ?? latencyUs + 2 * overheadUs) - overheadUs + gapUsPerByte * bytes;
    const tree = platform.nbft[collective][channel];
    const perRank = nbftTime(tree, 3, bytes).us - nbftTime(tree, 2, bytes).us;
    return (Math.max(alone, 0) + Math.max(perRank, 0) * (concurrency - 1)) / copies(channel);
  };
}

/** [channels] children that a parent serves through each. */
type Counts = readonly number[];

interface Depth {
  /** Different ways in which the parents of this depth serve their children. */
  readonly kinds: ReadonlyMap<string, Counts>;
  /** [channels] parents that use each. */
  readonly users: Counts;
}

function depthsOf(platform: CollectivePlatform, query: CollectiveQuery): readonly Depth[] {
  const places = placeRanks(platform.shape, query.mapping, query.ranks);
  const depths: { kinds: Map<string, Counts>; users: number[] }[] = [];
  for (const { parent, depth, children } of treeOf(query.algorithm, query.ranks)) {
    depths[depth] ??= { kinds: new Map(), users: CHANNELS.map(() => 0) };
    const counts = CHANNELS.map(() => 0);
    for (const child of children) counts[channelBetween(platform.shape, places[parent], places[child])]++;
    depths[depth].kinds.set(counts.join(), counts);
    for (const [channel, count] of counts.entries()) if (count > 0) depths[depth].users[channel]++;
  }
  return depths;
}

function messageOn(channel: number): Expr {
  const name = CHANNELS[channel];
  return add(overhead(name, 'm'), multiply(copies(channel), transfer(name, 'm')));
}

function stageOf(active: readonly Depth[]): Expr {
  const users = CHANNELS.map((_, channel) => active.reduce((sum, depth) => sum + depth.users[channel], 0));
  const kinds = new Map(active.flatMap((depth) => [...depth.kinds]));
  const parents = [...kinds.values()].map((counts) =>
    add(
      ...counts.flatMap((count, channel) =>
        count === 0 ? [] : [multiply(count, concurrent(users[channel], messageOn(channel)))],
      ),
    ),
  );
  return longest(...parents);
}

/** Stages in order, equal neighbours counted together. */
function formulaOf(depths: readonly Depth[], stages: number, segments: number): Expr {
  const terms: { count: number; key: string; stage: Expr }[] = [];
  for (let at = 0; at < stages; at++) {
    const active = depths.slice(Math.max(0, at - segments + 1), at + 1);
    const stage = stageOf(active);
    const key = JSON.stringify(stage);
    const last = terms[terms.length - 1];
    if (last?.key === key) last.count++;
    else terms.push({ count: 1, key, stage });
  }
  return add(...terms.map(({ count, stage }) => multiply(count, stage)));
}

/** The model with the platform's fitted transfer times, or others. */
export function tauLopModel(
  platform: CollectivePlatform,
  transfers: (collective: ModelledCollective) => Meaning['transferUs'] = (collective) =>
    fittedTransfers(platform, collective),
): FormulaModel {
  const formula = (query: CollectiveQuery): Expr => {
    checkQuery(query, platform.shape);
    const segments = query.algorithm === 'linear' ? 1 : query.segments;
    const stages = stageCount(query.algorithm, query.ranks, segments);
    return formulaOf(depthsOf(platform, query), stages, segments);
  };
  return {
    name: 'taulop',
    formula,
    predict(query) {
      const segments = query.algorithm === 'linear' ? 1 : query.segments;
      const meaning: Meaning = {
        symbols: { m: query.bytes / segments },
        overheadUs: (channel) => {
          const known = platform.loggp.find((parameters) => parameters.channel === channel);
          return known === undefined ? 0 : known.overheadUs;
        },
        transferUs: transfers(query.collective),
      };
      return prediction(evaluate(carryOut(formula(query)), meaning));
    },
  };
}
