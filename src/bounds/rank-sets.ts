/** Sets of ranks as bits, never changed once made: whoever holds the same ranks mostly shares the set. */

export type RankSet = Uint32Array;

/** Sets of up to `size` ranks. */
export class RankSets {
  readonly #size: number;
  readonly #words: number;

  constructor(size: number) {
    this.#size = size;
    this.#words = Math.ceil(size / 32);
  }

  /** `set` and one more. null: none. */
  with(set: RankSet | null, rank: number): RankSet {
    const [word, bit] = [rank >>> 5, 1 << (rank & 31)];
    if (set !== null && (set[word] & bit) !== 0) return set;
    const made = set === null ? new Uint32Array(this.#words) : set.slice();
    made[word] |= bit;
    return made;
  }

  /** The ranks of both; one of the two where it holds the other. */
  union(one: RankSet | null, other: RankSet | null): RankSet | null {
    if (one === null || one === other) return other;
    if (other === null) return one;
    let inOne = true;
    let inOther = true;
    for (let i = 0; i < one.length; i++) {
      const both = (one[i] | other[i]) >>> 0;
      if (both !== one[i]) inOne = false;
      if (both !== other[i]) inOther = false;
    }
    if (inOne) return one;
    return inOther ? other : one.map((word, i) => word | other[i]);
  }

  isFull(set: RankSet | null): boolean {
    if (set === null) return false;
    for (let i = 0; i < this.#words - 1; i++) if (set[i] !== 0xffff_ffff) return false;
    const rest = this.#size - 32 * (this.#words - 1);
    return set[this.#words - 1] === (rest === 32 ? 0xffff_ffff : 2 ** rest - 1);
  }
}
