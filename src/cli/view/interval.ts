/** Over which latencies curves are drawn beside each other. */
import type { ToleranceResult } from '../../analysis/tolerance.js';

/** A curve before it is drawn: its tolerances, and the latencies from `low` to `high` that it would be drawn over alone. */
export interface Stretch {
  readonly result: ToleranceResult;
  readonly interval: readonly [number, number];
}

/** Whether latency means the same on both: added to each message, or to each wire. */
export const comparable = ({ result: { axis } }: Stretch, { result: other }: Stretch): boolean =>
  (axis.wires === true) === (other.axis.wires === true);

/** The interval of `one` with all that is added to the latency on either's: its own where they cannot be compared. */
export function besideEachOther(one: Stretch, other: Stretch): readonly [number, number] {
  if (!comparable(one, other)) return one.interval;
  const { base, lowest } = one.result.axis;
  const added = (which: 0 | 1): number[] =>
    [one, other].map(({ interval, result: { axis } }) => interval[which] - axis.base);
  return [Math.max(base + Math.min(...added(0)), lowest), base + Math.max(...added(1))];
}
