/**
 * A flat tree whose messages use several channels, priced as one that only uses the farthest of them
 * (Tallone 2024, eq. 11): every Q_cj(m) messages of a nearer channel j count as one message of channel c.
 */
import { delayRatio } from '../fit/hockney.js';
import { type NbftTime, nbftTime } from '../fit/nbft.js';
import type { CollectivePlatform } from '../fit/platform.js';
import { CHANNELS } from '../shape.js';
import type { ModelledCollective } from '../types.js';

/** [channels] how many receivers sit behind each channel. */
export type ChannelCounts = readonly number[];

/** Time of a flat tree of several channels, and the tree of one channel that stands in for it. */
export interface FlatTreeTime extends NbftTime {
  /** Number of the farthest channel in use. */
  readonly channel: number;
  /** P′, the ranks of the tree that stands in. */
  readonly ranks: number;
}

/** T_NBFT of one sender with `counts` receivers per channel, in µs. */
export function flatTreeTime(
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
  return { ...nbftTime(platform.nbft[collective][channel], ranks, bytes), channel, ranks };
}
