/** o by size: what half of the measured round trips leave to it, with as few points as their spread allows. */
import type { OverheadTable } from '../machine/choices.js';
import type { Bytes, Nanoseconds } from '../units/units.js';
import { type Estimate, relativeSpread } from './estimate.js';
import { type Bounds, fewestKnots } from './knots.js';
import { halfRoundTrip, overheadFor, type Wire } from './round-trip.js';

/** Share of the measured time by which a prediction may miss it, however little that spreads. */
const CLOSEST = 0.03;

interface Sized {
  readonly bytes: Bytes;
  readonly half: Estimate;
}

/** By how much of the measured time a prediction may miss it: what is within its spread says nothing. */
export const allowedMisfit = (half: Estimate): number => Math.max(relativeSpread(half), CLOSEST);

/** Whether one o meets half of the round trip. */
const isMet = (wire: Wire, o: Nanoseconds, { bytes, half }: Sized): boolean =>
  Math.abs(halfRoundTrip(wire, o, bytes) - half.value) <= allowedMisfit(half) * half.value;

/** The table, ascending by size; null where the one o of small messages serves all. */
export function overheadTable(sizes: readonly Sized[], wire: Wire, o: Nanoseconds): OverheadTable {
  if (sizes.every((size) => isMet(wire, o, size))) return null;
  const bounds = sizes.map((size): Bounds => {
    const { value } = size.half;
    const allowed = allowedMisfit(size.half) * value;
    const [y, low, high] = [value, value - allowed, value + allowed].map((half) =>
      Math.max(0, overheadFor(wire, half, size.bytes)),
    );
    return { x: size.bytes, y, low, high };
  });
  return fewestKnots(bounds).map((index) => ({ bytes: bounds[index].x, ns: bounds[index].y }));
}
