/**
 * o by size: what half of the measured round trips leave to it, with as few points as their spread allows. Sizes that say
 * nothing of o, or what cannot be, are left out.
 */
import type { OverheadTable } from '../machine/choices.js';
import { logGPS, overheadOf } from '../machine/machine.js';
import type { Bytes, Nanoseconds } from '../units/units.js';
import { type Estimate, isVague, relativeSpread } from './estimate.js';
import { type Bounds, fewestKnots } from './knots.js';
import { halfRoundTrip, overheadFor, type Wire } from './round-trip.js';

/** Share of the measured time by which a prediction may miss it, however little that spreads. */
const CLOSEST = 0.03;

interface Sized {
  readonly bytes: Bytes;
  readonly half: Estimate;
}

/** A size whose round trips are not used. */
export interface LeftOutSize {
  readonly bytes: Bytes;
  /** They spread by more than their value; they are shorter, or longer, than those of other sizes allow. */
  readonly why: 'spreads' | 'short' | 'long';
}

export interface OverheadBySize {
  /** Ascending by size; null where the one o of small messages serves all. */
  readonly table: OverheadTable;
  /** Ascending by size. */
  readonly leftOut: readonly LeftOutSize[];
}

/** What one size leaves to o. */
interface Left extends Bounds {
  /** Whether o, by the quartiles of the round trips, is known at all. */
  readonly known: boolean;
}

/** By how much of the measured time a prediction may miss it: what is within its spread says nothing. */
export const allowedMisfit = (half: Estimate): number => Math.max(relativeSpread(half), CLOSEST);

/** Whether an o meets half of the round trip. */
const isMet = (wire: Wire, o: Nanoseconds, { bytes, half }: Sized): boolean =>
  Math.abs(halfRoundTrip(wire, o, bytes) - half.value) <= allowedMisfit(half) * half.value;

/**
 * Sizes whose round trips can be: they do not spread by more than their value, and a message takes no less than a smaller
 * one on the same side of S.
 */
export function soundSizes<T extends Sized>(sizes: readonly T[], S: Bytes): T[] {
  const bounded = sizes
    .filter(({ half }) => !isVague(half))
    .map((size) => {
      const allowed = allowedMisfit(size.half) * size.half.value;
      return { x: size.bytes, low: size.half.value - allowed, high: size.half.value + allowed, size };
    });
  return risingBySide(bounded, S).map(({ size }) => size);
}

/** o of each of the `sound` sizes, where one does not serve all; and which of all `sizes` are left out. */
export function overheadBySize(
  sizes: readonly Sized[],
  sound: readonly Sized[],
  wire: Wire,
  o: Nanoseconds,
): OverheadBySize {
  const table = sound.every((size) => isMet(wire, o, size)) ? null : tableOf(sound, wire);
  const machine = logGPS({ L: wire.L, o, G: wire.G, overheadBySize: table });
  const leftOut = sizes.flatMap((size): LeftOutSize[] => {
    const { bytes, half } = size;
    if (isVague(half)) return [{ bytes, why: 'spreads' }];
    const own = overheadOf(machine, bytes);
    if (isMet(wire, own, size)) return [];
    return [{ bytes, why: halfRoundTrip(wire, own, bytes) > half.value ? 'short' : 'long' }];
  });
  return { table, leftOut };
}

/** A message costs the CPU no less than a smaller one does; one that waits for its receive may do without a copy. */
function tableOf(sizes: readonly Sized[], wire: Wire): OverheadTable {
  const known = sizes.map((size) => leftTo(size, wire)).filter((left) => left.known);
  const kept = risingBySide(known, wire.S);
  return kept.length === 0 ? null : fewestKnots(kept).map((at) => ({ bytes: kept[at].x, ns: kept[at].y }));
}

function leftTo({ bytes, half }: Sized, wire: Wire): Left {
  const at = (ns: Nanoseconds): number => overheadFor(wire, ns, bytes);
  const allowed = allowedMisfit(half) * half.value;
  const [y, low, high] = [half.value, half.value - allowed, half.value + allowed].map(at);
  const known = y > 0 && !isVague({ value: y, low: at(half.low), high: at(half.high) });
  return { x: bytes, y, low: Math.max(0, low), high, known };
}

/** A time at a size, and how far it may be off. */
type Ranged = Pick<Bounds, 'x' | 'low' | 'high'>;

const risingBySide = <T extends Ranged>(points: readonly T[], S: Bytes): readonly T[] => [
  ...mostThatRise(points.filter(({ x }) => x <= S)),
  ...mostThatRise(points.filter(({ x }) => x > S)),
];

/** The most points of which none lies below one before it by more than both may be off. */
function mostThatRise<T extends Ranged>(points: readonly T[]): readonly T[] {
  // Of each number of points those that leave most room for the next ones.
  const best: { readonly floor: number; readonly points: readonly T[] }[] = [
    { floor: Number.NEGATIVE_INFINITY, points: [] },
  ];
  for (const point of points)
    for (let count = best.length - 1; count >= 0; count--) {
      const { floor, points: before } = best[count];
      if (point.high < floor) continue;
      const longer = { floor: Math.max(floor, point.low), points: [...before, point] };
      if (count + 1 === best.length || longer.floor < best[count + 1].floor) best[count + 1] = longer;
    }
  return best[best.length - 1].points;
}
