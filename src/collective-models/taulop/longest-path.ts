/**
 * Broadcast and reduce along a tree under LogGP and LogGPH, as the formula of their longest path.
 * A reduce takes the broadcast's path the other way; its arithmetic costs nothing.
 */
import type { LogGPParameters } from '../fit/loggp.js';
import type { CollectivePlatform } from '../fit/platform.js';
import { checkQuery, prediction } from '../query.js';
import { CHANNELS, channelBetween, placeRanks } from '../shape.js';
import { treeOf } from '../trees.js';
import type { CollectiveQuery, LatencyModel } from '../types.js';
import { evaluate, symbolsOnly } from './evaluate.js';
import { add, type Expr, multiply } from './expr.js';
import { logGPSymbols, message, nextMessage } from './loggp-forms.js';

/** How often a path pays for a message, and for one more of a busy sender, by channel. */
interface Path {
  readonly us: number;
  readonly messages: readonly number[];
  readonly waits: readonly number[];
}

/** Prices of one segment by channel, in µs. */
interface Prices {
  readonly message: readonly number[];
  readonly next: readonly number[];
}

function plusOne(counts: readonly number[], at: number): readonly number[] {
  return counts.map((count, i) => (i === at ? count + 1 : count));
}

/** Paths to every rank; a parent serves its children in turn, each after the one before is under way. */
function pathsOf(
  query: CollectiveQuery,
  channelOf: (parent: number, child: number) => number,
  prices: Prices,
): readonly Path[] {
  const none = CHANNELS.map(() => 0);
  const paths: Path[] = [{ us: 0, messages: none, waits: none }];
  for (const { parent, children } of treeOf(query.algorithm, query.ranks)) {
    let { us, waits } = paths[parent];
    for (const child of children) {
      const channel = channelOf(parent, child);
      const messages = plusOne(paths[parent].messages, channel);
      paths[child] = { us: us + prices.message[channel], messages, waits };
      us += prices.next[channel];
      waits = plusOne(waits, channel);
    }
  }
  return paths;
}

/** The busiest sender's time for one more segment to all its children. */
function segmentFormula(
  query: CollectiveQuery,
  channelOf: (parent: number, child: number) => number,
  prices: Prices,
): readonly number[] {
  let busiest = CHANNELS.map(() => 0);
  let most = 0;
  for (const { parent, children } of treeOf(query.algorithm, query.ranks)) {
    const counts = CHANNELS.map(() => 0);
    for (const child of children) counts[channelOf(parent, child)]++;
    const us = counts.reduce((sum, count, channel) => sum + count * prices.next[channel], 0);
    if (us > most) [most, busiest] = [us, counts];
  }
  return busiest;
}

/** What to name channel `c` in the formula: one set of symbols for all, or one for each. */
type Naming = (channel: number) => string;

/** Σ of `term` of each set of symbols, as often as `counts` has channels of that set. */
function sumByName(counts: readonly number[], name: Naming, term: (name: string) => Expr): Expr {
  const byName = new Map<string, number>();
  for (const [channel, count] of counts.entries()) {
    byName.set(name(channel), (byName.get(name(channel)) ?? 0) + count);
  }
  return add(...[...byName].map(([one, count]) => multiply(count, term(one))));
}

function formulaOf(path: Path, perSegment: readonly number[], further: number, name: Naming): Expr {
  return add(
    sumByName(path.messages, name, message),
    sumByName(path.waits, name, nextMessage),
    multiply(further, sumByName(perSegment, name, nextMessage)),
  );
}

/** A model that can show its formula: symbols as in `loggp-forms`, m the bytes of one segment. */
export interface FormulaModel extends LatencyModel {
  formula(query: CollectiveQuery): Expr;
}

function pathModel(
  modelName: string,
  platform: CollectivePlatform,
  parametersOf: (farthest: number) => readonly LogGPParameters[],
  name: Naming,
): FormulaModel {
  const solve = (query: CollectiveQuery) => {
    checkQuery(query, platform.shape);
    const places = placeRanks(platform.shape, query.mapping, query.ranks);
    const channelOf = (a: number, b: number): number => channelBetween(platform.shape, places[a], places[b]);
    const edges = treeOf(query.algorithm, query.ranks).flatMap(({ parent, children }) =>
      children.map((child) => channelOf(parent, child)),
    );
    const parameters = parametersOf(edges.reduce((most, channel) => Math.max(most, channel), 0));
    const segments = query.algorithm === 'linear' ? 1 : query.segments;
    const symbols: Record<string, number> = { m: Math.max(1, query.bytes / segments) };
    for (const [channel, one] of parameters.entries()) {
      Object.assign(symbols, logGPSymbols(one, name(channel)));
    }
    const meaning = symbolsOnly(symbols);
    const prices = {
      message: CHANNELS.map((_, channel) => evaluate(message(name(channel)), meaning)),
      next: CHANNELS.map((_, channel) => evaluate(nextMessage(name(channel)), meaning)),
    };
    const longest = pathsOf(query, channelOf, prices).reduce((a, b) => (b.us > a.us ? b : a));
    const perSegment = segmentFormula(query, channelOf, prices);
    return { formula: formulaOf(longest, perSegment, segments - 1, name), meaning };
  };
  return {
    name: modelName,
    formula: (query) => solve(query).formula,
    predict(query) {
      const { formula, meaning } = solve(query);
      return prediction(evaluate(formula, meaning));
    },
  };
}

/** LogGP knows one kind of message: its parameters are those of the farthest channel in use. */
export function logGPModel(platform: CollectivePlatform): FormulaModel {
  return pathModel(
    'loggp',
    platform,
    (farthest) => CHANNELS.map(() => platform.loggp[farthest]),
    () => '',
  );
}

/** LogGPH: every message by the parameters of its channel. */
export function logGPHModel(platform: CollectivePlatform): FormulaModel {
  return pathModel(
    'loggph',
    platform,
    () => platform.loggp,
    (channel) => CHANNELS[channel],
  );
}
