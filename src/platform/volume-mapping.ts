/**
 * The mapping that looks at volumes alone, for placement to be compared with: dual recursive bisection
 * (Pellegrini and Roman 1996, the method of Scotch, LLAMP [88–90]). The slots are split in two, the ranks
 * into two sides of those sizes with few bytes across, and so on to single slots.
 */
import { bisect, type WeightedGraph } from './bisection.js';
import { type Volume, volumeCost } from './volume.js';

/** A distance between two slots; symmetric, 0 from a slot to itself. */
export type Distance = (a: number, b: number) => number;

/**
 * Slot of each rank, [ranks]: the ranks spread over `slots` (as many slots as ranks, cores or endpoints) so
 * that Σ bytes·distance is small. Never worse by that measure than rank r on `slots[r]`.
 */
export function volumeMapping(volume: Volume, slots: Int32Array, distance: Distance): Int32Array {
  if (slots.length !== volume.ranks) {
    throw new RangeError(`${volume.ranks} ranks cannot be spread over ${slots.length} slots`);
  }
  const mapping = new Int32Array(volume.ranks).fill(-1);
  const open: { ranks: Int32Array; slots: Int32Array }[] = [
    { ranks: Int32Array.from(slots.keys()), slots: slots.slice().sort() },
  ];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    if (part.slots.length === 1) mapping[part.ranks[0]] = part.slots[0];
    if (part.slots.length <= 1) continue;
    const [near, far] = splitSlots(part.slots, distance);
    const sides = bisect(subgraph(volume, part.ranks), near.length);
    open.push({ ranks: part.ranks.filter((_, i) => sides[i] === 1), slots: far });
    open.push({ ranks: part.ranks.filter((_, i) => sides[i] === 0), slots: near });
  }
  return volumeCost(volume, mapping, distance) < volumeCost(volume, slots, distance)
    ? mapping
    : slots.slice();
}

/**
 * Two parts of the slots that are far from each other. Slots closer than the greatest distance form clusters
 * (nodes, then sockets …), which are shared out whole, in order, to about half of the slots; where there is
 * one cluster only, as in a torus, the slots nearer to one of the two most distant make one half.
 */
function splitSlots(slots: Int32Array, distance: Distance): [Int32Array, Int32Array] {
  const [most, from, to] = farthest(slots, distance);
  const clusters = clustersBelow(slots, distance, most);
  if (clusters.length === 1) {
    const lean = new Map<number, number>();
    for (const slot of slots) lean.set(slot, distance(slot, from) - distance(slot, to));
    const order = [...slots].sort((a, b) => (lean.get(a) ?? 0) - (lean.get(b) ?? 0) || a - b);
    const half = Math.ceil(slots.length / 2);
    return [Int32Array.from(order.slice(0, half)), Int32Array.from(order.slice(half))];
  }
  let taken = clusters[0].length;
  let cut = 1;
  while (cut < clusters.length - 1) {
    const more = taken + clusters[cut].length;
    if (Math.abs(slots.length - 2 * more) > Math.abs(slots.length - 2 * taken)) break;
    taken = more;
    cut++;
  }
  return [Int32Array.from(clusters.slice(0, cut).flat()), Int32Array.from(clusters.slice(cut).flat())];
}

/** Greatest distance between two slots, and two slots at it. */
function farthest(slots: Int32Array, distance: Distance): [number, number, number] {
  let found: [number, number, number] = [-1, slots[0], slots[0]];
  for (let i = 0; i < slots.length; i++) {
    for (let j = i + 1; j < slots.length; j++) {
      const apart = distance(slots[i], slots[j]);
      if (apart > found[0]) found = [apart, slots[i], slots[j]];
    }
  }
  return found;
}

/** Slots joined by distances below `limit`, in the order of their lowest slots. */
function clustersBelow(slots: Int32Array, distance: Distance, limit: number): number[][] {
  let rest = [...slots];
  const clusters: number[][] = [];
  while (rest.length > 0) {
    const cluster = [rest[0]];
    rest = rest.slice(1);
    for (let i = 0; i < cluster.length; i++) {
      const outside: number[] = [];
      for (const slot of rest) (distance(cluster[i], slot) < limit ? cluster : outside).push(slot);
      rest = outside;
    }
    clusters.push(cluster.sort((a, b) => a - b));
  }
  return clusters;
}

function subgraph(volume: Volume, ranks: Int32Array): WeightedGraph {
  const index = new Map<number, number>();
  ranks.forEach((rank, i) => {
    index.set(rank, i);
  });
  const start = new Int32Array(ranks.length + 1);
  const peer: number[] = [];
  const weight: number[] = [];
  ranks.forEach((rank, i) => {
    for (let e = volume.start[rank]; e < volume.start[rank + 1]; e++) {
      const other = index.get(volume.peer[e]);
      if (other === undefined || volume.bytes[e] <= 0) continue;
      peer.push(other);
      weight.push(volume.bytes[e]);
    }
    start[i + 1] = peer.length;
  });
  return { size: ranks.length, start, peer: Int32Array.from(peer), weight: Float64Array.from(weight) };
}
