/** g and G: what messages that follow one another at once add to a round trip, g + (s − 1)·G. */
import { bytesAtGap } from '../machine/message.js';
import type { Bytes } from '../units/units.js';
import { median, slopesThrough } from './estimate.js';
import type { SizeSeries } from './series.js';

/** G is what a byte of a large message takes: small ones go other ways. Sizes from this share of the largest on count. */
const LARGE = 1 / 16;

/** The sizes that G comes from: at least two, where there are. */
function largeSizes<T extends { readonly bytes: number }>(sizes: readonly T[]): readonly T[] {
  const most = sizes.at(-1)?.bytes ?? 0;
  const large = sizes.filter(({ bytes }) => bytes >= most * LARGE);
  return large.length > 1 ? large : sizes.slice(-2);
}

/** A stream whose messages are no farther apart than those of one byte is bound by o, and says nothing of G. */
const BOUND = 1.25;

/** What one repeat, or the medians of all, say of a size. */
export interface SizedTimes {
  readonly bytes: number;
  readonly half: number;
  readonly gap: number;
}

/**
 * The slope of the stream's gaps over the large sizes, at most that of half a round trip: a byte of a message that is
 * alone takes no less. Slopes lie on one side of S, where there may be a step. `sizes` ascend; 0 for fewer than two.
 */
export function gapPerByte(sizes: readonly SizedTimes[], S: Bytes): number {
  const large = largeSizes(sizes);
  const streaming = large.filter(({ gap }) => gap > BOUND * sizes[0].gap);
  const slopes = [slopeOf(large, 'half', S), slopeOf(streaming, 'gap', S)];
  const known = slopes.filter((slope) => !Number.isNaN(slope));
  return known.length === 0 ? 0 : Math.max(0, Math.min(...known));
}

/** The median slope by Theil and Sen; NaN where no side of S has two sizes. */
function slopeOf(sizes: readonly SizedTimes[], times: 'half' | 'gap', S: Bytes): number {
  const sides = [sizes.filter(({ bytes }) => bytes <= S), sizes.filter(({ bytes }) => bytes > S)];
  return median(
    sides.flatMap((side) =>
      slopesThrough(
        side.map(({ bytes }) => bytesAtGap(bytes)),
        side.map((size) => size[times]),
      ),
    ),
  );
}

/** The same of each repeat by itself. */
export function gapsPerByte(sizes: readonly SizeSeries[], S: Bytes): number[] {
  const repeats = Math.min(...sizes.map(({ half, gap }) => Math.min(half.length, gap.length)));
  return Array.from({ length: repeats }, (_, repeat) =>
    gapPerByte(
      sizes.map(({ bytes, half, gap }) => ({ bytes, half: half[repeat], gap: gap[repeat] })),
      S,
    ),
  );
}
