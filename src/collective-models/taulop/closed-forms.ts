/**
 * Closed forms of τ-Lop (Rico-Gallego, Díaz-Martín, Lastovetsky, *Modeling Contention and Mapping Effects
 * in Multi-core Clusters*): sums over stages of concurrent transfers.
 *
 * Symbols: P ranks, m bytes of the whole vector (of one block in the ring), S bytes of a segment,
 * k = m/S segments, Q ranks per node. Channel '' is the only one, `shm` shared memory, `net` the network.
 */

import { type LogGPParameters, nbftTime } from '../fit/channel-fits.js';
import type { CollectivePlatform } from '../fit/platform-fit.js';
import {
  CHANNELS,
  type CollectiveQuery,
  type LatencyModel,
  type ModelledCollective,
} from '../latency-model.js';
import { latencyModel, type PlacedFamily, type PlacedTree, placedTree } from '../model-parts.js';
import { flatTrees, treesKnown } from '../p2p-model.js';
import {
  add,
  carryOut,
  ceilLog2Of,
  concurrent,
  divide,
  type Expr,
  evaluate,
  log2Of,
  longest,
  type Meaning,
  multiply,
  type Operand,
  overhead,
  power,
  printExpr,
  series,
  subtract,
  symbolsOnly,
  transfer,
} from './cost-expressions.js';

/** The case studies leave overheads out "for clarity"; `counted` keeps them. */
export type Overheads = 'omitted' | 'counted';

/** T_p2p(m) = o(m) + 2·L(m, 1): into a buffer of shared memory and out of it (section 3). */
export function sharedMemoryMessage(channel = ''): Expr {
  return add(overhead(channel, 'm'), multiply(2, transfer(channel, 'm')));
}

/** A message over the network: to the card, to the other card, to the receiver (section 5). */
export function networkMessage(shared = 'shm', network = 'net'): Expr {
  return add(overhead(network, 'm'), transfer(shared, 'm'), transfer(network, 'm'), transfer(shared, 'm'));
}

/**
 * A message cut into k segments whose copies in and out overlap: o(m) + k·L(S, 2), or with the first and
 * the last copy alone, 2·L(S, 1) + (k − 1)·L(S, 2) (section 4).
 */
export function segmentedMessage(
  bytes: Expr | string,
  segments: Expr | string,
  copies: 'all-overlap' | 'ends-alone' = 'all-overlap',
): Expr {
  const pairs = transfer('', 'S', 2);
  const time =
    copies === 'all-overlap'
      ? multiply(segments, pairs)
      : add(multiply(2, transfer('', 'S')), multiply(subtract(segments, 1), pairs));
  return add(overhead('', bytes), time);
}

/** Send to a partner and receive from it: o(m) + 2k·L(S, 1), nothing overlaps within the pair (eq. 2). */
export function segmentedExchange(bytes: Expr | string, segments: Expr | string): Expr {
  return add(overhead('', bytes), multiply(2, segments, transfer('', 'S')));
}

/** Σ 2^i ∥ T_p2p(m): each stage has twice the senders (section 3). */
export function binomialBroadcast(message: Expr = sharedMemoryMessage()): Expr {
  return series('i', ceilLog2Of('P'), concurrent(power(2, 'i'), message));
}

/** Σ 2^i ∥ (k/2^(i+1))·L(S, 2), P a power of two (eq. 1; written out, eq. 4). */
export function binomialScatter(overheads: Overheads = 'omitted'): Expr {
  const part = power(2, add('i', 1));
  const transfers = multiply(divide('k', part), transfer('', 'S', 2));
  const message = overheads === 'counted' ? add(overhead('', divide('m', part)), transfers) : transfers;
  return series('i', log2Of('P'), concurrent(power(2, 'i'), message));
}

/** Σ P ∥ (2^(i+1)·k/P)·L(S, 1), P a power of two (eq. 3). */
export function recursiveDoublingAllgather(overheads: Overheads = 'omitted'): Expr {
  const share = divide(multiply(power(2, add('i', 1)), 'k'), 'P');
  const transfers = multiply(share, transfer('', 'S'));
  const bytes = divide(multiply(power(2, 'i'), 'm'), 'P');
  const exchange = overheads === 'counted' ? add(overhead('', bytes), transfers) : transfers;
  return series('i', log2Of('P'), concurrent('P', exchange));
}

function stages(stage: Expr): Expr {
  return multiply(subtract('P', 1), stage);
}

/**
 * Ring with neighbouring ranks on one node, by transfers: all copy out of their buffers, one per node goes
 * through the network while the others finish, and one copies in. `network-longest` is eq. 7, which takes
 * the network for the slower of the two; `exact` keeps the maximum that it stems from.
 */
export function ringSequential(middle: 'network-longest' | 'exact' = 'network-longest'): Expr {
  const network = transfer('net', 'm', 1);
  const others = transfer('shm', 'm', subtract('Q', 1));
  return stages(
    add(
      transfer('shm', 'm', 'Q'),
      middle === 'exact' ? longest(others, network) : network,
      transfer('shm', 'm', 1),
    ),
  );
}

/** Ring with neighbouring ranks on different nodes: Q messages per node share every channel (eq. 8). */
export function ringRoundRobin(): Expr {
  return stages(add(transfer('shm', 'm', 'Q'), transfer('net', 'm', 'Q'), transfer('shm', 'm', 'Q')));
}

/** The same ring by messages: (P − 1) × [Q ∥ T^shm + 1 ∥ T^net] or (P − 1) × [Q ∥ (T^net + T^net)]. */
export function ringByMessages(
  mapping: 'sequential' | 'round-robin',
  shared: Expr = sharedMemoryMessage('shm'),
  network: Expr = networkMessage(),
): Expr {
  return stages(
    mapping === 'sequential'
      ? add(concurrent('Q', shared), concurrent(1, network))
      : concurrent('Q', add(network, network)),
  );
}

// The same closed forms under LogGP: a collective is its longest path of messages, each L + 2o + (m−1)·G,
// as if it were alone on the machine. LogGPH has one set of parameters per channel.
// Symbols as above, and L, o, g, G; of a named channel `L_net`, `o_net`, ….

function of(letter: string, channel: string): string {
  return channel === '' ? letter : `${letter}_${channel}`;
}

/** Values of a channel's symbols. */
export function logGPSymbols(parameters: LogGPParameters, channel = ''): Readonly<Record<string, number>> {
  return {
    [of('L', channel)]: parameters.latencyUs,
    [of('o', channel)]: parameters.overheadUs,
    [of('g', channel)]: parameters.gapUs,
    [of('G', channel)]: parameters.gapUsPerByte,
  };
}

/** One message from end to end: L + 2o + (m − 1)·G. */
export function message(channel = '', bytes: Operand = 'm'): Expr {
  return add(of('L', channel), multiply(2, of('o', channel)), multiply(subtract(bytes, 1), of('G', channel)));
}

/** What one more message costs a sender that is at it: g + (m − 1)·G. */
export function nextMessage(channel = '', bytes: Operand = 'm'): Expr {
  return add(of('g', channel), multiply(subtract(bytes, 1), of('G', channel)));
}

/** k segments of S bytes, approximately: L + 2o + S·G + (k − 1)·(g + S·G) (section 4). */
export function segmented(furtherSegments: Expr): Expr {
  const perSegment = multiply('S', 'G');
  return add('L', multiply(2, 'o'), perSegment, multiply(furtherSegments, add('g', perSegment)));
}

/** ⌈log₂ P⌉ messages one after another (section 3). */
export function binomialBroadcastLogGP(): Expr {
  return multiply(ceilLog2Of('P'), message());
}

/** Σ of messages of m/2, m/4 … m/P, segmented (table 1). */
export function binomialScatterLogGP(): Expr {
  const further = divide(subtract('k', 1), power(2, add('i', 1)));
  return series('i', log2Of('P'), segmented(further));
}

/** Σ of messages of m/P, 2m/P … m/2, segmented (table 2): the same cost as the scatter. */
export function recursiveDoublingAllgatherLogGP(): Expr {
  const further = divide(multiply(power(2, 'i'), subtract('k', 1)), 'P');
  return series('i', log2Of('P'), segmented(further));
}

/** Both tables' last row: log₂ P·(L + 2o + S·G) + ((P − 1)/P)·(k − 1)·(g + S·G). */
export function scatterOrAllgatherTotal(): Expr {
  const perSegment = multiply('S', 'G');
  return add(
    multiply(log2Of('P'), add('L', multiply(2, 'o'), perSegment)),
    multiply(divide(subtract('P', 1), 'P'), subtract('k', 1), add('g', perSegment)),
  );
}

/** Ring: a stage is a message within the node and one between nodes (eq. 5), or two between (eq. 6). */
export function ringLogGPH(mapping: 'sequential' | 'round-robin'): Expr {
  const stage = mapping === 'sequential' ? add(message('shm'), message('net')) : multiply(2, message('net'));
  return multiply(subtract('P', 1), stage);
}

// Broadcast and reduce along a tree under LogGP and LogGPH, as the formula of their longest path.
// A reduce takes the broadcast's path the other way; its arithmetic costs nothing.

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
function pathsOf(tree: readonly PlacedFamily[], prices: Prices): readonly Path[] {
  const none = CHANNELS.map(() => 0);
  const paths: Path[] = [{ us: 0, messages: none, waits: none }];
  for (const { parent, children, channels } of tree) {
    let { us, waits } = paths[parent];
    for (const [i, channel] of channels.entries()) {
      const messages = plusOne(paths[parent].messages, channel);
      paths[children[i]] = { us: us + prices.message[channel], messages, waits };
      us += prices.next[channel];
      waits = plusOne(waits, channel);
    }
  }
  return paths;
}

/** The busiest sender's time for one more segment to all its children. */
function segmentFormula(tree: readonly PlacedFamily[], prices: Prices): readonly number[] {
  let busiest: readonly number[] = CHANNELS.map(() => 0);
  let most = 0;
  for (const { counts } of tree) {
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

function pathFormula(path: Path, perSegment: readonly number[], further: number, name: Naming): Expr {
  return add(
    sumByName(path.messages, name, message),
    sumByName(path.waits, name, nextMessage),
    multiply(further, sumByName(perSegment, name, nextMessage)),
  );
}

/** A model that can show its formula. */
export interface FormulaModel extends LatencyModel {
  formula(query: CollectiveQuery): Expr;
}

/** The model whose answer is a formula for each question, with what its terms mean there. */
function formulaModel(
  name: string,
  formula: (query: CollectiveQuery) => Expr,
  meaningOf: (query: CollectiveQuery) => Meaning,
  collectives?: readonly ModelledCollective[],
): FormulaModel {
  const model = latencyModel({
    name,
    collectives,
    account: (query) => {
      const whole = carryOut(formula(query));
      const meaning = meaningOf(query);
      const terms = whole.kind === 'add' ? whole.parts : [whole];
      return { terms: terms.map((term) => ({ label: printExpr(term), us: evaluate(term, meaning) })) };
    },
  });
  return { ...model, formula };
}

function pathModel(
  modelName: string,
  { shape }: Pick<CollectivePlatform, 'shape' | 'loggp'>,
  parametersOf: (farthest: number) => readonly LogGPParameters[],
  name: Naming,
): FormulaModel {
  const meaningOf = (query: CollectiveQuery): Meaning => {
    const { families, segments } = placedTree(shape, query);
    const used = families.flatMap(({ channels }) => channels);
    const parameters = parametersOf(used.reduce((most, channel) => Math.max(most, channel), 0));
    const symbols = parameters.map((one, channel) => logGPSymbols(one, name(channel)));
    return symbolsOnly(Object.assign({ m: Math.max(1, query.bytes / segments) }, ...symbols));
  };
  const formula = (query: CollectiveQuery): Expr => {
    const { families, segments } = placedTree(shape, query);
    const meaning = meaningOf(query);
    const prices = {
      message: CHANNELS.map((_, channel) => evaluate(message(name(channel)), meaning)),
      next: CHANNELS.map((_, channel) => evaluate(nextMessage(name(channel)), meaning)),
    };
    const longest = pathsOf(families, prices).reduce((a, b) => (b.us > a.us ? b : a));
    return pathFormula(longest, segmentFormula(families, prices), segments - 1, name);
  };
  return formulaModel(modelName, formula, meaningOf);
}

/** LogGP knows one kind of message: its parameters are those of the farthest channel in use. */
export function logGPModel(platform: Pick<CollectivePlatform, 'shape' | 'loggp'>): FormulaModel {
  return pathModel(
    'loggp',
    platform,
    (farthest) => CHANNELS.map(() => platform.loggp[farthest]),
    () => '',
  );
}

/** LogGPH: every message by the parameters of its channel. */
export function logGPHModel(platform: Pick<CollectivePlatform, 'shape' | 'loggp'>): FormulaModel {
  return pathModel(
    'loggph',
    platform,
    () => platform.loggp,
    (channel) => CHANNELS[channel],
  );
}

// Broadcast and reduce along a tree under τ-Lop: stages of concurrent messages. Within a stage a parent
// serves its children one after another, all parents of the stage at once; a stage lasts as long as its
// slowest parent. A reduce takes the broadcast's stages the other way; its arithmetic costs nothing.

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
    const tree = flatTrees(platform, collective)[channel];
    const perRank = nbftTime(tree, 3, bytes).us - nbftTime(tree, 2, bytes).us;
    return (Math.max(alone, 0) + Math.max(perRank, 0) * (concurrency - 1)) / copies(channel);
  };
}

/** [channels] children that a parent serves through each. */
type Counts = readonly number[];

interface Depth {
  /** Different ways in which the parents of this depth serve their children. */
  readonly kinds: Map<string, Counts>;
  /** [channels] parents that use each. */
  readonly users: number[];
}

function depthsOf({ families }: PlacedTree): readonly Depth[] {
  const depths: Depth[] = [];
  for (const { depth, counts } of families) {
    depths[depth] ??= { kinds: new Map(), users: CHANNELS.map(() => 0) };
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
function stagedFormula(tree: PlacedTree): Expr {
  const { stages, segments } = tree;
  const depths = depthsOf(tree);
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

/** The model with the platform's fitted transfer times, for the collectives whose flat trees it has. */
export function tauLopModel(platform: CollectivePlatform): FormulaModel {
  return formulaModel(
    'taulop',
    (query) => stagedFormula(placedTree(platform.shape, query)),
    (query) => ({
      symbols: { m: query.bytes / placedTree(platform.shape, query).segments },
      overheadUs: (channel) =>
        platform.loggp.find((parameters) => parameters.channel === channel)?.overheadUs ?? 0,
      transferUs: fittedTransfers(platform, query.collective),
    }),
    treesKnown(platform),
  );
}
