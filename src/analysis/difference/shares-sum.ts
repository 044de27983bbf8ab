/** Sums of many times that lose nothing on the way. */
import type { PathShares } from '../../timing/path.js';

export const SHARES = [
  'computation',
  'overhead',
  'latency',
  'bandwidth',
] as const satisfies readonly (keyof PathShares)[];

/** Shares of a path added up with what rounding loses kept beside them (Neumaier). */
export class SharesSum {
  readonly #sum = new Float64Array(SHARES.length);
  readonly #lost = new Float64Array(SHARES.length);

  add(shares: PathShares): void {
    for (const [i, kind] of SHARES.entries()) {
      const value = shares[kind];
      const before = this.#sum[i];
      const sum = before + value;
      this.#lost[i] += Math.abs(before) >= Math.abs(value) ? before - sum + value : value - sum + before;
      this.#sum[i] = sum;
    }
  }

  shares(): PathShares {
    const [computation, overhead, latency, bandwidth] = this.#sum.map((sum, i) => sum + this.#lost[i]);
    return { computation, overhead, latency, bandwidth };
  }
}
