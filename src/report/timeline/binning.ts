/** Times of lanes summed up in bins of equal length. */

/** [lanes · bins] shares of a bin, 0 … 255 for 0 … 1. */
interface Shares {
  readonly computation: Uint8Array;
  readonly overhead: Uint8Array;
}

export class Binning {
  readonly computation: Float32Array;
  readonly overhead: Float32Array;
  readonly #lanes: number;
  readonly #bins: number;
  readonly #perNs: number;

  constructor(lanes: number, bins: number, runtime: number) {
    this.computation = new Float32Array(lanes * bins);
    this.overhead = new Float32Array(lanes * bins);
    this.#lanes = lanes;
    this.#bins = bins;
    this.#perNs = runtime > 0 ? bins / runtime : 0;
  }

  add(into: Float32Array, lane: number, from: number, to: number): void {
    const a = from * this.#perNs;
    const b = Math.min(to * this.#perNs, this.#bins);
    if (!(b > a)) return;
    const first = Math.floor(a);
    const last = Math.min(Math.floor(b), this.#bins - 1);
    const row = lane * this.#bins;
    if (first === last) {
      into[row + first] += b - a;
      return;
    }
    into[row + first] += first + 1 - a;
    for (let bin = first + 1; bin < last; bin++) into[row + bin] += 1;
    into[row + last] += b - last;
  }

  /**
   * Shares of the ranks of each lane, of which all but the last have `perLane`. Operations of one rank may overlap: together
   * they fill a bin at most once.
   */
  shares(ranks: number, perLane: number): Shares {
    const lastRanks = ranks % perLane || perLane;
    const computation = new Uint8Array(this.computation.length);
    const overhead = new Uint8Array(this.overhead.length);
    for (let i = 0; i < computation.length; i++) {
      const members = i >= (this.#lanes - 1) * this.#bins ? lastRanks : perLane;
      const sum = Math.max(this.computation[i] + this.overhead[i], members);
      computation[i] = Math.round((255 * this.computation[i]) / sum);
      overhead[i] = Math.floor((255 * this.overhead[i]) / sum);
    }
    return { computation, overhead };
  }
}
