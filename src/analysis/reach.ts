/** How far a picture of tolerances goes: as far as they do, so that their zones can be seen. */
import type { Axis } from '../timing/axis.js';
import type { ToleranceResult } from './tolerance.js';

/** Where no tolerance has an end: distance from the machine's value, ns or ns per byte. */
const UNLIMITED_REACH: Readonly<Record<Axis['unit'], number>> = { ns: 100e3, 'ns/B': 1 };

/** Value of the parameter at `room` times the largest tolerance that has an end. */
export function reachOf({ axis, tolerance }: ToleranceResult, room: number): number {
  const ends = tolerance.map(({ delta }) => delta).filter((delta) => Number.isFinite(delta) && delta > 0);
  const far = ends.length === 0 ? UNLIMITED_REACH[axis.unit] : room * Math.max(...ends);
  return axis.base + far;
}
