/** How often a critical path pays the parameters of its machine. */
import type { Machine } from '../../machine/machine.js';
import type { PathShares, PathStep } from '../../timing/path.js';

/** The parts of a path that the machine's parameters price. */
export type PricedKind = Exclude<keyof PathShares, 'computation'>;

/** One parameter of a machine on a critical path. */
export interface PathPrice {
  /** `o`, a latency class or a gap class. */
  readonly name: string;
  readonly kind: PricedKind;
  /** Its value, ns; ns per byte of a gap. */
  readonly price: number;
  /** How often the path pays it: messages, wires, bytes. */
  readonly count: number;
}

/**
 * The overhead, the latency classes and the gap classes of a machine with their counts on a path. What else the path pays
 * has no price of its own: o by message size, `irequires`, the time in switches, g.
 */
export function pathPrices(
  { network, overhead, overheadBySize }: Machine,
  steps: readonly PathStep[],
): PathPrice[] {
  const latencies = new Float64Array(network.latencies.length);
  const gaps = new Float64Array(network.gaps.length);
  let overheads = 0;
  for (const step of steps) {
    overheads += step.overheads;
    if (step.route < 0) continue;
    const { counts, gap } = network.routes[step.route];
    counts.forEach((count, k) => {
      latencies[k] += step.latencies * count;
    });
    gaps[gap] += step.bytes;
  }
  const flat = { name: 'o', kind: 'overhead' as const, price: overhead, count: overheads };
  return [
    ...(overheadBySize === null ? [flat] : []),
    ...network.latencies.map(({ name, latencyNs }, k) => ({
      ...{ name, kind: 'latency' as const, price: latencyNs, count: latencies[k] },
    })),
    ...network.gaps.map(({ name, gapNsPerByte }, k) => ({
      ...{ name, kind: 'bandwidth' as const, price: gapNsPerByte, count: gaps[k] },
    })),
  ];
}
