/**
 * Flat trees of non-blocking sends within one channel: T̂_NBFT(P) = a + b·P for every size
 * (Tallone 2024, eq. 6), except where so few process counts exist that the measured values stand.
 */
import { InputError } from '../../errors.js';
import { type FittedLine, fitLine, valueAt } from './least-squares.js';
import type { NbftRow } from './measurements.js';

/** Time over P at one size: a fitted line, or values of the only process counts there are. */
export type NbftAtSize =
  | {
      readonly kind: 'line';
      readonly bytes: number;
      readonly line: FittedLine;
      readonly rSquared?: number | undefined;
    }
  | { readonly kind: 'values'; readonly bytes: number; readonly values: ReadonlyMap<number, number> };

/** All sizes of one channel, ascending. */
export interface NbftChannel {
  readonly channel: string;
  readonly sizes: readonly NbftAtSize[];
}

/** Fewest process counts through which a line is drawn. */
const COUNTS_FOR_A_LINE = 4;

function fitSize(bytes: number, rows: readonly NbftRow[], valuesBelow: number): NbftAtSize {
  const counts = new Set(rows.map(({ ranks }) => ranks));
  if (counts.size < valuesBelow) {
    return {
      kind: 'values',
      bytes,
      values: new Map(rows.map(({ ranks, latencyUs }) => [ranks, latencyUs])),
    };
  }
  const { intercept, slope, rSquared } = fitLine(
    rows.map(({ ranks }) => ranks),
    rows.map(({ latencyUs }) => latencyUs),
  );
  return { kind: 'line', bytes, line: { intercept, slope }, rSquared };
}

/**
 * Fits of every channel and size. A channel measured at fewer than `valuesBelow` process counts (default 4:
 * the three of a shared cache) keeps its values, as published; with 0 it gets lines too.
 * Throws InputError for a channel without measurements.
 */
export function fitNbft(
  rows: readonly NbftRow[],
  channels: readonly string[],
  valuesBelow = COUNTS_FOR_A_LINE,
): readonly NbftChannel[] {
  return channels.map((channel) => {
    const bySize = new Map<number, NbftRow[]>();
    for (const row of rows) {
      if (row.channel !== channel) continue;
      const known = bySize.get(row.bytes);
      if (known === undefined) bySize.set(row.bytes, [row]);
      else known.push(row);
    }
    if (bySize.size === 0) {
      throw new InputError({
        what: `no flat-tree measurement of channel '${channel}'`,
        mend: `the measured ones are ${[...new Set(rows.map((row) => row.channel))].join(', ')}`,
      });
    }
    const sizes = [...bySize.keys()].sort((a, b) => a - b);
    return { channel, sizes: sizes.map((bytes) => fitSize(bytes, bySize.get(bytes) ?? [], valuesBelow)) };
  });
}

/** Value for `ranks` at one size; between or beyond tabulated process counts on the line through two. */
function timeAtSize(size: NbftAtSize, ranks: number): number {
  if (size.kind === 'line') return valueAt(size.line, ranks);
  const exact = size.values.get(ranks);
  if (exact !== undefined) return exact;
  const counts = [...size.values.keys()].sort((a, b) => a - b);
  const right = Math.max(
    1,
    counts.findIndex((count) => count > ranks),
  );
  const upper = ranks > counts[counts.length - 1] ? counts.length - 1 : right;
  if (upper >= counts.length) return size.values.get(counts[0]) ?? Number.NaN;
  const [p0, p1] = [counts[upper - 1], counts[upper]];
  const [t0, t1] = [size.values.get(p0) ?? Number.NaN, size.values.get(p1) ?? Number.NaN];
  return t0 + ((t1 - t0) * (ranks - p0)) / (p1 - p0);
}

/** T̂_NBFT and what it rests on. */
export interface NbftTime {
  readonly us: number;
  /** False when the size lies beyond the measured ones and the nearest of them stood in. */
  readonly withinSizes: boolean;
}

/**
 * T̂_NBFT(P, m) in µs: at a fitted size by its fit, between two sizes linear in m, beyond them the
 * nearest size's time.
 */
export function nbftTime(channel: NbftChannel, ranks: number, bytes: number): NbftTime {
  const { sizes } = channel;
  const above = sizes.findIndex((size) => size.bytes >= bytes);
  if (above === -1) return { us: timeAtSize(sizes[sizes.length - 1], ranks), withinSizes: false };
  if (sizes[above].bytes === bytes) return { us: timeAtSize(sizes[above], ranks), withinSizes: true };
  if (above === 0) return { us: timeAtSize(sizes[0], ranks), withinSizes: false };
  const [low, high] = [sizes[above - 1], sizes[above]];
  const share = (bytes - low.bytes) / (high.bytes - low.bytes);
  const [t0, t1] = [timeAtSize(low, ranks), timeAtSize(high, ranks)];
  return { us: t0 + (t1 - t0) * share, withinSizes: true };
}
