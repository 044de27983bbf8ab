/**
 * T of one program under many mappings. The program is compiled once, with a route for each pair of ranks; a mapping
 * re-prices the rows of the pairs that it moves, and one pass gives T exactly.
 */

import type { ExecutionGraph } from '../graph/execution-graph.js';
import type { Machine } from '../machine/machine.js';
import { networkAt, type Places } from '../platform/mapping.js';
import { latencyAxis } from '../timing/axis.js';
import { compile } from '../timing/compile.js';
import { addsExactly, type Prices, pricesOf, wholeConstants } from '../timing/line-system.js';
import type { TimingSystem } from '../timing/timing-system.js';
import { pairNetwork, RankPairs } from './rank-pairs.js';

/** T of a mapping, and a tie-breaker between mappings of equal T. */
export interface MappingScore {
  /** T, ns. */
  readonly runtime: number;
  /** Sum of the times of all vertices, ns; falls if something off the critical path gets faster. */
  readonly total: number;
}

/** Two ranks that exchange their places. */
export interface Swap {
  readonly a: number;
  readonly b: number;
  /** By how much the present critical path gets shorter, ns. */
  readonly gain: number;
}

/** The swaps to try next. */
interface Promising {
  /** One at a time, the most promising first. */
  readonly swaps: readonly Swap[];
  /** Several that may be tried together: they share no rank, and their gains add up. */
  readonly together: readonly Swap[];
  /** Whether only these swaps can make T smaller. */
  readonly complete: boolean;
}

/** T of one program under many mappings: [ranks] place of each rank. */
export interface MappingEvaluator {
  /** Mappings that were evaluated. */
  readonly evaluations: number;
  evaluate(mapping: Int32Array): MappingScore;
  /** Of the mapping that was evaluated last. */
  promising(mapping: Int32Array): Promising;
}

/** Two sums of a million times differ by less than this from rounding. */
const SAME = 1e-12;

/** Whether `one` is a better score than `other`: a smaller T, or the same with a smaller total. */
export function isBetter(one: MappingScore, other: MappingScore): boolean {
  const slack = other.runtime * SAME;
  if (Math.abs(one.runtime - other.runtime) > slack) return one.runtime < other.runtime;
  return one.runtime <= other.runtime && one.total < other.total * (1 - SAME);
}

/** Cost of the critical path by pair of ranks. */
interface CriticalPairs {
  /** Indices of pairs that the path crosses. */
  readonly pairs: readonly number[];
  /** [all pairs] λ_L^{ij} and λ_G^{ij}. */
  readonly latencies: Float64Array;
  readonly bytes: Float64Array;
}

/** [ranks] the critical pairs around each: the other ends, and the index of the pair. */
type CriticalNeighbours = readonly (readonly { readonly other: number; readonly pair: number }[])[];

/** Least saving of a swap on the critical path, ns; less is rounding. */
const LEAST_GAIN = 1e-9;
const NONE = -1;

/** Rows of a program, priced by pair of ranks. */
interface PairRows {
  readonly system: TimingSystem;
  readonly prices: Prices;
  /** [rows] cost without the network, and with it, in 1/scale ns. */
  readonly fixed: Float64Array;
  readonly cost: Float64Array;
  /** [vertices] longest path. */
  readonly time: Float64Array;
  /** [pairs + 1] and [crossing rows]: rows that contain a pair's latency or gap. */
  readonly pairStart: Uint32Array;
  readonly pairRows: Uint32Array;
  /** [pairs] route with which a pair's rows are priced. */
  readonly route: Int32Array;
}

/** T of each mapping. */
export class PlacementEvaluator implements MappingEvaluator {
  readonly pairs: RankPairs;
  readonly places: Places;
  /** Mappings that were evaluated. */
  evaluations = 0;
  readonly #graph: ExecutionGraph;
  readonly #machine: Machine;
  /** Whether the mapping decides which messages are buffered at the receiver, and so which rows exist. */
  readonly #remade: boolean;
  #rows: PairRows;

  /** `machine` gives everything except the network. `start` is any mapping. Throws LimitError past 65,535 pairs. */
  constructor(graph: ExecutionGraph, machine: Machine, places: Places, start: Int32Array) {
    this.places = places;
    this.pairs = new RankPairs(graph.schedule);
    this.#graph = graph;
    this.#machine = machine;
    const copies = places.network.routes.some(({ copiedAbove }) => copiedAbove !== undefined);
    this.#remade = copies && machine.nic === 'ordered';
    this.#rows = this.#rowsAt(start);
  }

  #rowsAt(mapping: Int32Array): PairRows {
    const placed = { ...this.#machine, network: networkAt(this.places, mapping) };
    const network = pairNetwork(placed.network, this.pairs);
    const system = compile(this.#graph, { ...this.#machine, network });
    // All costs are in the base: x is added to every latency, and is 0 here.
    const axis = { ...latencyAxis(placed), base: 0, relative: true, latency: 'all' } as const;
    const whole = pricesOf(placed, axis, wholeConstants(system));
    const exactly = whole.exact && addsExactly(system, dearest(system, whole));
    const prices = exactly ? whole : pricesOf(placed, axis, false);
    const fixed = costWithoutNetwork(system, prices);
    const [pairStart, pairRows] = rowsByPair(system, this.pairs.length);
    return {
      system,
      prices,
      fixed,
      cost: fixed.slice(),
      time: new Float64Array(system.vertices),
      pairStart,
      pairRows,
      route: new Int32Array(this.pairs.length).fill(NONE),
    };
  }

  get rows(): number {
    return this.#rows.system.rows;
  }

  /** T under a mapping: [ranks] place of each rank. */
  evaluate(mapping: Int32Array): MappingScore {
    this.evaluations++;
    if (this.#remade) this.#rows = this.#rowsAt(mapping);
    this.#reprice(mapping);
    const { cost, time, prices } = this.#rows;
    const { vertices, rowStart, from } = this.#rows.system;
    let total = 0;
    let r = rowStart[1];
    for (let v = 1; v < vertices; v++) {
      const end = rowStart[v + 1];
      let best = time[from[r]] + cost[r];
      for (r++; r < end; r++) {
        const next = time[from[r]] + cost[r];
        if (next > best) best = next;
      }
      time[v] = best;
      total += best;
    }
    const { scale } = prices;
    return { runtime: time[vertices - 1] / scale, total: total / scale };
  }

  /** The critical path under the last evaluated mapping. */
  critical(): CriticalPairs {
    const { cost, time } = this.#rows;
    const { vertices, rowStart, from, latencies, bytes, route } = this.#rows.system;
    const found: CriticalPairs = {
      pairs: [],
      latencies: new Float64Array(this.pairs.length),
      bytes: new Float64Array(this.pairs.length),
    };
    const touched = new Set<number>();
    for (let v = vertices - 1; v > 0; ) {
      let r = rowStart[v];
      // The pass stored exactly this sum for one of the rows.
      while (time[from[r]] + cost[r] !== time[v]) r++;
      if (latencies[r] > 0 || bytes[r] > 0) {
        touched.add(route[r]);
        found.latencies[route[r]] += latencies[r];
        found.bytes[route[r]] += bytes[r];
      }
      v = from[r];
    }
    return { ...found, pairs: [...touched] };
  }

  /** A swap gains at most as much as the critical path. Swaps that do not shorten it are skipped, unless they change rows. */
  promising(mapping: Int32Array): Promising {
    const critical = this.critical();
    const neighbours = this.#neighbours(mapping.length, critical);
    const swaps = this.#gainfulSwaps(mapping, critical, neighbours);
    return { swaps, together: independentSwaps(swaps, neighbours), complete: !this.#remade };
  }

  #neighbours(ranks: number, { pairs }: CriticalPairs): CriticalNeighbours {
    const found = Array.from({ length: ranks }, (): { other: number; pair: number }[] => []);
    const { low, high } = this.pairs;
    for (const pair of pairs) {
      if (low[pair] === high[pair]) continue;
      found[low[pair]].push({ other: high[pair], pair });
      found[high[pair]].push({ other: low[pair], pair });
    }
    return found;
  }

  /**
   * All swaps that shorten the critical path, the largest gain first: Σ λ_L^{ij}·ΔL + λ_G^{ij}·ΔG (LLAMP, Algorithm 3:
   * swap_gain). Other paths cannot reduce T further, so this bounds the gain.
   */
  #gainfulSwaps(
    mapping: Int32Array,
    { latencies, bytes }: CriticalPairs,
    neighbours: CriticalNeighbours,
  ): Swap[] {
    const paid = (pair: number, a: number, b: number): number =>
      this.price(a, b, latencies[pair], bytes[pair]);
    const half = (rank: number, place: number, without: number): number => {
      let sum = 0;
      for (const { other, pair } of neighbours[rank])
        if (other !== without) sum += paid(pair, place, mapping[other]);
      return sum;
    };
    const swaps: Swap[] = [];
    for (let a = 0; a < mapping.length; a++) {
      if (neighbours[a].length === 0) continue;
      const here = half(a, mapping[a], a);
      for (let b = 0; b < mapping.length; b++) {
        // A rank off the critical path is reached once, from the other side; two on it are reached twice.
        if (b === a || mapping[a] === mapping[b] || (neighbours[b].length > 0 && b < a)) continue;
        // A swap does not change the cost between the two ranks.
        const common = neighbours[a].find(({ other }) => other === b);
        const between = common === undefined ? 0 : paid(common.pair, mapping[a], mapping[b]);
        const before = here - between + half(b, mapping[b], a);
        const after = half(a, mapping[b], b) + half(b, mapping[a], a);
        if (before - after > LEAST_GAIN) swaps.push({ a, b, gain: before - after });
      }
    }
    return swaps.sort((x, y) => y.gain - x.gain || x.a - y.a || x.b - y.b);
  }

  /** Time of `latencies` and `bytes` between two places, ns. */
  price(a: number, b: number, latencies: number, bytes: number): number {
    const { latency, gap, scale } = this.#rows.prices;
    const route = this.places.network.routeOf(a, b);
    return (latencies * latency[route] + bytes * gap[route]) / scale;
  }

  #reprice(mapping: Int32Array): void {
    const { low, high } = this.pairs;
    const { network } = this.places;
    const { cost, fixed, pairStart, pairRows, route: priced } = this.#rows;
    const { latency, gap } = this.#rows.prices;
    const { latencies, bytes } = this.#rows.system;
    for (let pair = 0; pair < low.length; pair++) {
      const route = network.routeOf(mapping[low[pair]], mapping[high[pair]]);
      if (route === priced[pair]) continue;
      priced[pair] = route;
      const end = pairStart[pair + 1];
      for (let i = pairStart[pair]; i < end; i++) {
        const r = pairRows[i];
        cost[r] = fixed[r] + latencies[r] * latency[route] + bytes[r] * gap[route];
      }
    }
  }
}

/** [rows] cost of computation and overhead, in 1/scale ns. */
function costWithoutNetwork(system: TimingSystem, { scale, overhead }: Prices): Float64Array {
  const { constant, overheads } = system;
  return Float64Array.from(constant, (ns, r) => ns * scale + overheads[r] * overhead);
}

/** [rows] cost with the most expensive route for every message; no mapping costs more. */
function dearest(system: TimingSystem, prices: Prices): Float64Array {
  const { latencies, bytes } = system;
  const most = (values: Float64Array): number => values.reduce((a, b) => Math.max(a, b), 0);
  const [latency, gap] = [most(prices.latency), most(prices.gap)];
  return costWithoutNetwork(system, prices).map((cost, r) => cost + latencies[r] * latency + bytes[r] * gap);
}

/** Rows that cross the network, gathered by pair. */
function rowsByPair(system: TimingSystem, pairs: number): [Uint32Array, Uint32Array] {
  const { rows, latencies, bytes, route } = system;
  const crosses = (r: number): boolean => latencies[r] > 0 || bytes[r] > 0;
  const start = new Uint32Array(pairs + 1);
  for (let r = 0; r < rows; r++) if (crosses(r)) start[route[r] + 1]++;
  for (let pair = 0; pair < pairs; pair++) start[pair + 1] += start[pair];
  const next = start.slice();
  const list = new Uint32Array(start[pairs]);
  for (let r = 0; r < rows; r++) if (crosses(r)) list[next[route[r]]++] = r;
  return [start, list];
}

/**
 * The first of `swaps`, and later ones that touch neither the ranks of one already taken nor their critical neighbours, so
 * their gains add up.
 */
function independentSwaps(swaps: readonly Swap[], neighbours: CriticalNeighbours): Swap[] {
  const near = new Set<number>();
  const taken: Swap[] = [];
  for (const swap of swaps) {
    if (near.has(swap.a) || near.has(swap.b)) continue;
    taken.push(swap);
    for (const rank of [swap.a, swap.b]) {
      near.add(rank);
      for (const { other } of neighbours[rank]) near.add(other);
    }
  }
  return taken;
}
