/**
 * The lower bound of one program under many mappings, with serial CPUs and links. Each mapping uses other links, so its
 * rows are rebuilt; the dependencies are computed once.
 */

import { type BoundedSystem, compileBounded } from '../bounds/bounded-system.js';
import { type Dependencies, dependenciesOf } from '../bounds/demand-plan.js';
import { type ExecutionGraph, orderFor } from '../graph/execution-graph.js';
import type { Machine } from '../machine/machine.js';
import { type LinkNetwork, linksAt } from '../platform/link-network.js';
import { networkAt, type Places } from '../platform/mapping.js';
import { rankOf, type Schedule, SEND } from '../schedule/schedule.js';
import { Labels, pass } from '../solve/sweep/pass.js';
import { latencyAxis } from '../timing/axis.js';
import { type LineSystem, linesOf } from '../timing/line-system.js';
import { type MappingEvaluator, PlacementEvaluator, type Swap } from './placement-evaluator.js';
import { criticalResources } from './runtime-bounds.js';

/** Rows of a mapping. */
interface Bounded {
  readonly system: BoundedSystem;
  readonly lines: LineSystem;
}

/** The lower bound of each mapping. */
export class BoundedEvaluator implements MappingEvaluator {
  readonly #graph: ExecutionGraph;
  readonly #machine: Machine;
  readonly #places: Places;
  readonly #links: LinkNetwork;
  readonly #plain: PlacementEvaluator;
  readonly #loads: LinkLoads;
  readonly #dependencies: Dependencies;
  /** Those of the last evaluated mapping. */
  #last: Bounded | null = null;

  /** `machine` gives everything except the network; `links`: between places; `start`: any mapping. Throws LimitError. */
  constructor(
    graph: ExecutionGraph,
    machine: Machine,
    places: Places,
    { links, start }: { readonly links: LinkNetwork; readonly start: Int32Array },
  ) {
    this.#graph = orderFor(graph, { ...machine, network: networkAt(places, start) });
    this.#machine = machine;
    this.#places = places;
    this.#links = links;
    this.#plain = new PlacementEvaluator(this.#graph, machine, places, start);
    this.#loads = new LinkLoads(graph.schedule, links);
    this.#dependencies = dependenciesOf(this.#graph);
  }

  get evaluations(): number {
    return this.#plain.evaluations;
  }

  /** Among mappings with the same bound, less waiting is better: for messages as in the plain model, or for links. */
  evaluate(mapping: Int32Array) {
    const { total } = this.#plain.evaluate(mapping);
    this.#last = this.#rows(mapping);
    const { lines } = this.#last;
    const { c, a } = pass(lines, lines.axis.base, new Labels(lines.vertices));
    const runtime = c / lines.scale + a * lines.axis.base;
    return { runtime, total: total + this.#loads.waiting(mapping) };
  }

  #rows(mapping: Int32Array): Bounded {
    const machine = { ...this.#machine, network: networkAt(this.#places, mapping) };
    const links = linksAt(this.#links, mapping);
    const system = compileBounded(this.#graph, machine, links, this.#dependencies);
    return { system, lines: linesOf(system, latencyAxis(system.machine)) };
  }

  /**
   * Swaps that shorten the plain critical path, or relieve critical links, by the sum of both savings. Neither limits the
   * gain of the lower bound.
   */
  promising(mapping: Int32Array) {
    const plain = this.#plain.promising(mapping);
    const relief = this.#loads.relief(mapping, this.#weights(mapping));
    const swaps = merged([plain.swaps, relief], mapping.length);
    return { swaps, together: apart(swaps), complete: false };
  }

  /** [links] time of a byte of each on the critical path; for links that decide a part of the program, on that part. */
  #weights(mapping: Int32Array): Float64Array {
    const weights = new Float64Array(this.#links.links);
    if (this.#last === null) return weights;
    const { system, lines } = this.#last;
    const carried = this.#loads.bytes(mapping);
    for (const { kind, index, bytes } of criticalResources(system, lines, lines.axis.base)) {
      if (kind !== 'link' || !(carried[index] > 0)) continue;
      weights[index] = (this.#links.gapNsPerByte[this.#links.classOf[index]] * bytes) / carried[index];
    }
    return weights;
  }
}

/** Swaps of several lists; gains of equal swaps are added, the largest first. */
function merged(lists: readonly (readonly Swap[])[], ranks: number): Swap[] {
  const gains = new Map<number, number>();
  for (const { a, b, gain } of lists.flat()) {
    const key = Math.min(a, b) * ranks + Math.max(a, b);
    gains.set(key, (gains.get(key) ?? 0) + gain);
  }
  return [...gains]
    .map(([key, gain]) => ({ a: Math.floor(key / ranks), b: key % ranks, gain }))
    .sort((x, y) => y.gain - x.gain || x.a - y.a || x.b - y.b);
}

/** The first of `swaps`, and later ones that share no rank with one already taken. */
function apart(swaps: readonly Swap[]): Swap[] {
  const moved = new Set<number>();
  return swaps.filter(({ a, b }) => {
    if (moved.has(a) || moved.has(b)) return false;
    moved.add(a).add(b);
    return true;
  });
}

/** All messages of one rank to another. */
interface Stream {
  readonly source: number;
  readonly destination: number;
  bytes: number;
  messages: number;
}

/** The load of links under a mapping, and the relief of the deciding ones by a swap of two ranks. */
export class LinkLoads {
  readonly #links: LinkNetwork;
  readonly #streams: Stream[] = [];
  /** [ranks] streams from it and to it. */
  readonly #of: Stream[][];

  /** `links`: between places. */
  constructor(schedule: Schedule, links: LinkNetwork) {
    this.#links = links;
    this.#of = Array.from({ length: schedule.ranks }, () => []);
    const known = new Map<number, Stream>();
    for (let op = 0; op < schedule.operations; op++) {
      if (schedule.kind[op] === SEND) this.#add(rankOf(schedule, op), op, schedule, known);
    }
  }

  #add(source: number, op: number, { ranks, peer, value }: Schedule, known: Map<number, Stream>): void {
    const destination = peer[op];
    if (source === destination) return;
    const key = source * ranks + destination;
    let stream = known.get(key);
    if (stream === undefined) {
      stream = { source, destination, bytes: 0, messages: 0 };
      known.set(key, stream);
      this.#streams.push(stream);
      for (const rank of [source, destination]) this.#of[rank].push(stream);
    }
    stream.bytes += value[op];
    stream.messages++;
  }

  /** [links] bytes over all of the program. */
  bytes(mapping: Int32Array): Float64Array {
    return this.#summed(mapping, ({ bytes }) => bytes);
  }

  /** Waiting for links if all messages of a link arrived at once, summed over messages, ns. */
  waiting(mapping: Int32Array): number {
    const { gapNsPerByte, classOf } = this.#links;
    const bytes = this.bytes(mapping);
    const messages = this.#summed(mapping, (stream) => stream.messages);
    // n messages that hold a link for t in all wait for half of the others each.
    return bytes.reduce(
      (sum, held, link) => sum + (held * gapNsPerByte[classOf[link]] * Math.max(messages[link] - 1, 0)) / 2,
      0,
    );
  }

  #summed(mapping: Int32Array, of: (stream: Stream) => number): Float64Array {
    const sums = new Float64Array(this.#links.links);
    for (const stream of this.#streams) {
      const amount = of(stream);
      for (const { links, share } of this.#links.routes(
        mapping[stream.source],
        mapping[stream.destination],
      )) {
        for (const link of links) sums[link] += amount * share;
      }
    }
    return sums;
  }

  /** Swaps that reduce the weighted load of links. `weights`: [links] cost of a byte on each, ns. */
  relief(mapping: Int32Array, weights: Float64Array): Swap[] {
    const swaps: Swap[] = [];
    const own = Float64Array.from(mapping, (_, rank) => this.#around(rank, mapping, weights));
    for (let a = 0; a < mapping.length; a++) {
      for (let b = a + 1; b < mapping.length; b++) {
        if (mapping[a] === mapping[b] || (own[a] === 0 && own[b] === 0)) continue;
        const gain = this.#saved(a, b, mapping, weights);
        if (gain > 0) swaps.push({ a, b, gain });
      }
    }
    return swaps;
  }

  #around(rank: number, mapping: Int32Array, weights: Float64Array): number {
    let sum = 0;
    for (const stream of this.#of[rank])
      sum += this.#cost(stream, mapping[stream.source], mapping[stream.destination], weights);
    return sum;
  }

  #saved(a: number, b: number, mapping: Int32Array, weights: Float64Array): number {
    const placed = (rank: number): number => mapping[rank === a ? b : rank === b ? a : rank];
    let saved = 0;
    const move = (stream: Stream): void => {
      const { source, destination } = stream;
      saved += this.#cost(stream, mapping[source], mapping[destination], weights);
      saved -= this.#cost(stream, placed(source), placed(destination), weights);
    };
    for (const stream of this.#of[a]) move(stream);
    for (const stream of this.#of[b]) if (stream.source !== a && stream.destination !== a) move(stream);
    return saved;
  }

  #cost({ bytes }: Stream, from: number, to: number, weights: Float64Array): number {
    let sum = 0;
    for (const { links, share } of this.#links.routes(from, to)) {
      for (const link of links) sum += weights[link] * share;
    }
    return sum * bytes;
  }
}
