/** How many bytes each pair of ranks exchanges, as sparse columns. */

/** Symmetric: each pair stands at both of its ranks. */
export interface Volume {
  readonly ranks: number;
  /** [ranks + 1] start of each rank's peers in `peer` and `bytes` */
  readonly start: Int32Array;
  /** Peers of each rank, ascending. */
  readonly peer: Int32Array;
  /** Bytes exchanged with that peer, both ways together. */
  readonly bytes: Float64Array;
}

/** Sums bytes by pair; `of(i)` is the i-th message. A rank's messages to itself do not count. */
export function volumeOf(
  ranks: number,
  messages: number,
  of: (message: number) => { readonly source: number; readonly destination: number; readonly bytes: number },
): Volume {
  const sums = Array.from({ length: ranks }, () => new Map<number, number>());
  for (let i = 0; i < messages; i++) {
    const { source, destination, bytes } = of(i);
    if (source === destination) continue;
    sums[source].set(destination, (sums[source].get(destination) ?? 0) + bytes);
    sums[destination].set(source, (sums[destination].get(source) ?? 0) + bytes);
  }
  const start = new Int32Array(ranks + 1);
  for (let rank = 0; rank < ranks; rank++) start[rank + 1] = start[rank] + sums[rank].size;
  const peer = new Int32Array(start[ranks]);
  const bytes = new Float64Array(start[ranks]);
  for (let rank = 0; rank < ranks; rank++) {
    let at = start[rank];
    for (const [other, sum] of [...sums[rank]].sort(([a], [b]) => a - b)) {
      peer[at] = other;
      bytes[at++] = sum;
    }
  }
  return { ranks, start, peer, bytes };
}

/** Σ bytes·distance over all pairs, what a volume-based mapping makes small. */
export function volumeCost(
  volume: Volume,
  mapping: Int32Array,
  distance: (a: number, b: number) => number,
): number {
  let sum = 0;
  for (let rank = 0; rank < volume.ranks; rank++) {
    for (let e = volume.start[rank]; e < volume.start[rank + 1]; e++) {
      const other = volume.peer[e];
      if (other > rank) sum += volume.bytes[e] * distance(mapping[rank], mapping[other]);
    }
  }
  return sum;
}
