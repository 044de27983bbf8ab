/** Sets of ranks as bits, never changed once made: whoever holds the same ranks mostly shares the set. */

export type RankSet = Uint32Array;

/** Sets of up to `size` ranks. */
export class RankSets {
  /** All ranks: every full set is this one. */
  readonly full: RankSet;

  constructor(size: number) {
    const words = Math.ceil(size / 32);
    this.full = new Uint32Array(words).fill(ALL);
    this.full[words - 1] = ALL >>> (32 * words - size);
  }

  /** `set` and one more. null: none. */
  with(set: RankSet | null, rank: number): RankSet {
    const [word, bit] = [rank >>> 5, 1 << (rank & 31)];
    if (set !== null && (set[word] & bit) !== 0) return set;
    const made = set === null ? new Uint32Array(this.full.length) : set.slice();
    made[word] |= bit;
    return this.#shared(made);
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
    return inOther ? other : this.#shared(one.map((word, i) => word | other[i]));
  }

  #shared(made: RankSet): RankSet {
    for (let i = 0; i < made.length; i++) if (made[i] !== this.full[i]) return made;
    return this.full;
  }
}

const ALL = 0xffff_ffff;
