/**
 * The mapping that looks at volumes alone, for placement to be compared with: dual recursive bisection
 * (Pellegrini and Roman 1996, the method of Scotch, LLAMP [88–90]). The slots are split in two, the ranks
 * into two sides of those sizes with few bytes across, and so on to single slots.
 */
import { checkNumber, UsageError } from '../errors.js';

// Splits vertices of a weighted graph into two sides of given sizes with little weight across: greedy growth
// from a few starts, each improved by moves in the manner of Kernighan and Lin (1970) and Fiduccia and
// Mattheyses (1982). Deterministic: ties go to the lower vertex.

/** A subgraph, its vertices numbered from 0. */
interface WeightedGraph {
  readonly size: number;
  /** [size + 1] */
  readonly start: Int32Array;
  readonly peer: Int32Array;
  readonly weight: Float64Array;
}

/** Starts of growth that are tried. */
const STARTS = 8;
/** Passes of improvement; each ends sooner when nothing improves. */
const MAX_PASSES = 16;
/** Gains below this part of the whole weight are rounding. */
const NEGLIGIBLE = 1e-12;

/**
 * Side of each vertex, [size]: `first` vertices on side 0, the rest on side 1. Where whole connected parts
 * fill side 0 exactly, nothing is cut.
 */
export function bisect(graph: WeightedGraph, first: number): Uint8Array {
  const whole = wholeParts(graph, first);
  if (whole !== undefined) return whole;
  let best: Uint8Array | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const start of starts(graph)) {
    const sides = grow(graph, first, start);
    improve(graph, sides);
    const cut = cutWeight(graph, sides);
    if (cut < least) {
      least = cut;
      best = sides;
    }
  }
  return best ?? new Uint8Array(graph.size);
}

/** Connected parts, by the lowest vertex of each. */
function components(graph: WeightedGraph): number[][] {
  const seen = new Uint8Array(graph.size);
  const parts: number[][] = [];
  for (let seed = 0; seed < graph.size; seed++) {
    if (seen[seed] === 1) continue;
    seen[seed] = 1;
    const part = [seed];
    for (let i = 0; i < part.length; i++) {
      for (let e = graph.start[part[i]]; e < graph.start[part[i] + 1]; e++) {
        const other = graph.peer[e];
        if (seen[other] === 1) continue;
        seen[other] = 1;
        part.push(other);
      }
    }
    parts.push(part);
  }
  return parts;
}

/** A choice of whole connected parts with `first` vertices together (subset sum), if there is one. */
function wholeParts(graph: WeightedGraph, first: number): Uint8Array | undefined {
  const parts = components(graph);
  // reached[n]: index of the part that first made n vertices; the parts before it made the rest.
  const reached = new Int32Array(first + 1).fill(-1);
  reached[0] = parts.length;
  parts.forEach((part, i) => {
    for (let n = first; n >= part.length; n--) {
      const before = reached[n - part.length];
      if (reached[n] < 0 && before >= 0) reached[n] = i;
    }
  });
  if (reached[first] < 0) return undefined;
  const sides = new Uint8Array(graph.size).fill(1);
  for (let n = first; n > 0; ) {
    const part = parts[reached[n]];
    for (const vertex of part) sides[vertex] = 0;
    n -= part.length;
  }
  return sides;
}

/** Vertices to grow from: the first and those of the greatest weight. */
function starts(graph: WeightedGraph): number[] {
  const total = (v: number) =>
    graph.weight.subarray(graph.start[v], graph.start[v + 1]).reduce((a, b) => a + b, 0);
  const totals = Float64Array.from({ length: graph.size }, (_, v) => total(v));
  const byWeight = Array.from({ length: graph.size }, (_, v) => v).sort(
    (a, b) => totals[b] - totals[a] || a - b,
  );
  return [...new Set([0, ...byWeight.slice(0, STARTS - 1)])];
}

/** Side 0 grows from a start by the vertex with the most weight into it, less that to the outside. */
function grow(graph: WeightedGraph, first: number, start: number): Uint8Array {
  const sides = new Uint8Array(graph.size).fill(1);
  const pull = new Float64Array(graph.size);
  for (let v = 0; v < graph.size; v++) {
    for (let e = graph.start[v]; e < graph.start[v + 1]; e++) pull[v] -= graph.weight[e];
  }
  let next = start;
  for (let taken = 0; taken < first; taken++) {
    sides[next] = 0;
    for (let e = graph.start[next]; e < graph.start[next + 1]; e++)
      pull[graph.peer[e]] += 2 * graph.weight[e];
    next = best(graph.size, (v) => sides[v] === 1, pull);
  }
  return sides;
}

/** Allowed vertex of the highest value; the lowest of several; −1 without any. */
function best(size: number, allowed: (v: number) => boolean, value: Float64Array): number {
  let found = -1;
  for (let v = 0; v < size; v++) {
    if (allowed(v) && (found < 0 || value[v] > value[found])) found = v;
  }
  return found;
}

/** Passes of tentative moves, one from each side in turn, each pass kept up to its best balanced point. */
function improve(graph: WeightedGraph, sides: Uint8Array): void {
  let weight = 0;
  for (const one of graph.weight) weight += one;
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    if (improveOnce(graph, sides) <= weight * NEGLIGIBLE) return;
  }
}

function improveOnce(graph: WeightedGraph, sides: Uint8Array): number {
  const gain = gains(graph, sides);
  const locked = new Uint8Array(graph.size);
  const moved: number[] = [];
  let sum = 0;
  let most = 0;
  let keep = 0;
  for (;;) {
    for (const side of [0, 1]) {
      const v = best(graph.size, (one) => locked[one] === 0 && sides[one] === side, gain);
      if (v < 0) {
        undo(sides, moved, keep);
        return most;
      }
      sum += gain[v];
      locked[v] = 1;
      move(graph, sides, gain, v);
      moved.push(v);
    }
    if (sum > most) {
      most = sum;
      keep = moved.length;
    }
  }
}

function undo(sides: Uint8Array, moved: readonly number[], keep: number): void {
  for (let i = keep; i < moved.length; i++) sides[moved[i]] = 1 - sides[moved[i]];
}

/** Weight that a move of each vertex takes off the cut. */
function gains(graph: WeightedGraph, sides: Uint8Array): Float64Array {
  const gain = new Float64Array(graph.size);
  for (let v = 0; v < graph.size; v++) {
    for (let e = graph.start[v]; e < graph.start[v + 1]; e++) {
      gain[v] += sides[graph.peer[e]] === sides[v] ? -graph.weight[e] : graph.weight[e];
    }
  }
  return gain;
}

function move(graph: WeightedGraph, sides: Uint8Array, gain: Float64Array, v: number): void {
  sides[v] = 1 - sides[v];
  gain[v] = -gain[v];
  for (let e = graph.start[v]; e < graph.start[v + 1]; e++) {
    const other = graph.peer[e];
    gain[other] += sides[other] === sides[v] ? -2 * graph.weight[e] : 2 * graph.weight[e];
  }
}

function cutWeight(graph: WeightedGraph, sides: Uint8Array): number {
  let cut = 0;
  for (let v = 0; v < graph.size; v++) {
    if (sides[v] === 1) continue;
    for (let e = graph.start[v]; e < graph.start[v + 1]; e++) {
      if (sides[graph.peer[e]] === 1) cut += graph.weight[e];
    }
  }
  return cut;
}

/** How many bytes each pair of ranks exchanges, as sparse columns. Symmetric: each pair is at both of its ranks. */
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
    if (sums[source] === undefined || sums[destination] === undefined)
      for (const rank of [source, destination])
        checkNumber(`volumeOf: rank of message ${i}`, rank, { least: 0, most: ranks - 1, whole: true });
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

/** A distance between two slots; symmetric, 0 from a slot to itself. */
export type Distance = (a: number, b: number) => number;

/**
 * Slot of each rank, [ranks]: the ranks spread over `slots` (as many slots as ranks, cores or endpoints) so
 * that Σ bytes·distance is small. Never worse by that measure than rank r on `slots[r]`.
 */
export function volumeMapping(volume: Volume, slots: Int32Array, distance: Distance): Int32Array {
  if (slots.length !== volume.ranks)
    throw new UsageError(
      `${volume.ranks} ranks cannot be spread over ${slots.length} slots`,
      'give a slot for each rank',
    );
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
