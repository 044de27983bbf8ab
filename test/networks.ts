/** Networks of tests. */
import type { Network } from '../src/machine/parameters.js';

interface TwoClasses {
  /** ns of `near` and `far`. */
  readonly latencies: readonly [number, number];
  /** How often the far route pays each; the near one pays `near` once. */
  readonly far?: readonly [number, number];
  /** ns that the routes pay beside. */
  readonly constants?: readonly [number, number];
  /** ns/B of the routes, or of both. */
  readonly gaps?: readonly [number] | readonly [number, number];
  /** 0 near, 1 far. */
  readonly routeOf: Network['routeOf'];
}

/** Two latency classes and two routes, all of them called `near` and `far`. */
export const twoClasses = ({
  latencies,
  far = [0, 1],
  constants = [0, 0],
  gaps = [0],
  routeOf,
}: TwoClasses): Network => ({
  latencies: latencies.map((latencyNs, i) => ({ name: NAMES[i], latencyNs })),
  gaps: gaps.map((gapNsPerByte, i) => ({ name: NAMES[i], gapNsPerByte })),
  routes: [[1, 0], far].map((counts, i) => ({
    name: NAMES[i],
    counts,
    constantNs: constants[i],
    gap: Math.min(i, gaps.length - 1),
  })),
  routeOf,
});

const NAMES = ['near', 'far'];
