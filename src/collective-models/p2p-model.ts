/**
 * Family 1, the published model that adds up point-to-point times (Tallone 2024, eqs 2, 3, 11): stages in
 * sequence, each as long as the slowest flat tree that is active in it.
 *
 * Two ways to price a segment. The paper takes the time of a message of m_s = m/n_s bytes; the code
 * published with it takes the time of the whole message, divided by n_s.
 */

import { joinWarnings, type Warning } from '../errors.js';
import { delayRatio, type NbftTime, nbftTime } from './fit/channel-fits.js';
import type { CollectivePlatform } from './fit/platform-fit.js';
import {
  CHANNELS,
  type CollectiveQuery,
  LackingError,
  type LatencyModel,
  type LatencyTerm,
  MODELLED_COLLECTIVES,
  type ModelledCollective,
} from './latency-model.js';
import { latencyModel, type PlacedTree, placedTree } from './model-parts.js';

/** Collectives whose flat trees a platform holds. */
export const treesKnown = ({ nbft }: CollectivePlatform): readonly ModelledCollective[] =>
  MODELLED_COLLECTIVES.filter((collective) => nbft[collective] !== undefined);

/** [channels] flat trees of a collective. Throws LackingError where a platform holds none. */
export function flatTrees({ nbft }: CollectivePlatform, collective: ModelledCollective) {
  const trees = nbft[collective];
  if (trees !== undefined) return trees;
  throw new LackingError(`${collective}-trees`, `no flat trees of ${collective} were given`, 'measure them');
}

// A flat tree whose messages use several channels, priced as one that only uses the farthest of them
// (Tallone 2024, eq. 11): every Q_cj(m) messages of a nearer channel j count as one message of channel c.

/** [channels] how many receivers sit behind each channel. */
type ChannelCounts = readonly number[];

/** Time of a flat tree of several channels, and the tree of one channel that represents it. */
interface FlatTreeTime extends NbftTime {
  /** Number of the farthest channel in use. */
  readonly channel: number;
  /** P′, the ranks of the representing tree. */
  readonly ranks: number;
}

/** T_NBFT of one sender with `counts` receivers per channel, in µs. */
function flatTreeTime(
  platform: CollectivePlatform,
  collective: ModelledCollective,
  counts: ChannelCounts,
  bytes: number,
): FlatTreeTime {
  let channel = CHANNELS.length - 1;
  while (channel > 0 && counts[channel] === 0) channel--;
  let ranks = counts[channel] + 1;
  for (let lower = 0; lower < channel; lower++) {
    if (counts[lower] === 0) continue;
    const ratio = delayRatio(platform.hockney[channel], platform.hockney[lower], bytes);
    ranks += Math.floor(counts[lower] / ratio);
  }
  return { ...nbftTime(flatTrees(platform, collective)[channel], ranks, bytes), channel, ranks };
}

/** `segment-size`: T(m/n_s), the paper's; `share-of-whole`: T(m)/n_s, the published code's. */
export const SEGMENT_PRICINGS = ['segment-size', 'share-of-whole'] as const;
/** One of {@link SEGMENT_PRICINGS}. */
export type SegmentPricing = (typeof SEGMENT_PRICINGS)[number];

/** Prices of flat trees, and what a reader should hear of them. */
function pricerOf(
  platform: CollectivePlatform,
  { collective, ...query }: CollectiveQuery,
  segments: number,
  pricing: SegmentPricing,
) {
  const byShare = pricing === 'share-of-whole';
  const bytes = byShare ? query.bytes : query.bytes / segments;
  const known = new Map<string, LatencyTerm>();
  const negative = new Map<number, Warning>();
  let outside = false;
  const price = (counts: ChannelCounts): LatencyTerm => {
    const key = counts.join();
    const found = known.get(key);
    if (found !== undefined) return found;
    const { us, ranks, channel, withinSizes } = flatTreeTime(platform, collective, counts, bytes);
    if (us < 0) {
      const message = `the line fitted to ${collective} on channel '${CHANNELS[channel]}' at ${bytes} B is negative for ${ranks} ranks (−${(-us).toPrecision(3)} µs)`;
      negative.set(channel, { code: 'negative-fit', message });
    }
    outside ||= !withinSizes;
    const label = `flat tree of ${ranks} ranks, channel ${CHANNELS[channel]}`;
    const term = { label, us: byShare ? us * (1 / segments) : us };
    known.set(key, term);
    return term;
  };
  const beyond = `a message of ${bytes} B is outside the fitted sizes; the nearest size is used`;
  const warnings = () =>
    joinWarnings([...negative.values()], outside && { code: 'size-not-fitted', message: beyond });
  return { price, warnings };
}

/** Of two flat trees at once; what is no number stays so, and is refused in the end. */
const slower = (a: LatencyTerm | undefined, b: LatencyTerm): LatencyTerm =>
  a === undefined || !(b.us <= a.us || Number.isNaN(a.us)) ? b : a;

/** Longest flat tree of each stage: parents of depth d work in stages d … d + n_s − 1. */
function stagesOf(
  { families, segments, stages: count }: PlacedTree,
  price: (counts: ChannelCounts) => LatencyTerm,
): readonly LatencyTerm[] {
  const stages: LatencyTerm[] = new Array(count);
  for (const { depth, counts } of families) {
    const term = price(counts);
    for (let stage = depth; stage < depth + segments; stage++) stages[stage] = slower(stages[stage], term);
  }
  return stages;
}

/** The published model on `platform`, for the collectives whose flat trees it has. */
export function p2pModel(
  platform: CollectivePlatform,
  pricing: SegmentPricing = 'segment-size',
): LatencyModel {
  return latencyModel({
    name: 'p2p',
    collectives: treesKnown(platform),
    account: (query) => {
      const tree = placedTree(platform.shape, query);
      const { price, warnings } = pricerOf(platform, query, tree.segments, pricing);
      return { terms: stagesOf(tree, price), warnings: warnings() };
    },
  });
}
