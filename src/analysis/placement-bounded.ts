/**
 * The lower bound of one program under many mappings, where CPUs and links do one thing at a time. Other places are other
 * links, so rows are made anew for each mapping; what dependencies say is found once.
 */
import { type BoundedSystem, compileBounded } from '../bounds/bounded-system.js';
import { type Dependencies, dependenciesOf } from '../bounds/dependencies.js';
import { type ExecutionGraph, orderFor } from '../graph/execution-graph.js';
import type { Machine } from '../machine/machine.js';
import { type LinkNetwork, linksAt } from '../platform/links.js';
import { networkAt, type Places } from '../platform/places.js';
import { Labels, pass } from '../solve/sweep/pass.js';
import { latencyAxis } from '../timing/axis.js';
import { type LineSystem, linesOf } from '../timing/lines.js';
import { criticalResources } from './bounds/critical-demands.js';
import type { MappingEvaluator, MappingScore, Promising, Swap } from './placement-evaluation.js';
import { PlacementEvaluator } from './placement-evaluator.js';
import { LinkLoads } from './placement-loads.js';

/** Rows of a mapping. */
interface Bounded {
  readonly system: BoundedSystem;
  readonly lines: LineSystem;
}

export class BoundedEvaluator implements MappingEvaluator {
  readonly #graph: ExecutionGraph;
  readonly #machine: Machine;
  readonly #places: Places;
  readonly #links: LinkNetwork;
  readonly #plain: PlacementEvaluator;
  readonly #loads: LinkLoads;
  readonly #dependencies: Dependencies;
  /** Those of the mapping that was evaluated last. */
  #last: Bounded | null = null;

  /** `machine` gives all but the network; `links`: between places; `start`: any mapping. Throws LimitError. */
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

  /** Of mappings with one bound the one is better where less waits, for messages as the plain model has it or for links. */
  evaluate(mapping: Int32Array): MappingScore {
    const { total } = this.#plain.evaluate(mapping);
    const bounded = this.#rows(mapping);
    const { lines } = bounded;
    this.#last = bounded;
    const { c, a } = pass(lines, lines.axis.base, new Labels(lines.vertices));
    const runtime = c / lines.scale + a * lines.axis.base;
    return { runtime, total: total + this.#loads.waiting(mapping) };
  }

  #rows(mapping: Int32Array): Bounded {
    const machine = { ...this.#machine, network: networkAt(this.#places, mapping) };
    const links = linksAt(this.#links, mapping);
    const system = compileBounded(this.#graph, machine, { links }, this.#dependencies);
    return { system, lines: linesOf(system, latencyAxis(system.machine)) };
  }

  /**
   * Swaps that shorten the plain critical path, or take bytes off the links that are critical, by the sum of what both save.
   * Neither bounds what the lower bound gains.
   */
  promising(mapping: Int32Array): Promising {
    const plain = this.#plain.promising(mapping);
    const relief = this.#loads.relief(mapping, this.#weights(mapping));
    const swaps = merged([plain.swaps, relief], mapping.length);
    return { swaps, together: apart(swaps), complete: false };
  }

  /** [links] what a byte on each takes on the critical path: of links that decide a part of the program, that part. */
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

/** Swaps of several lists, the gains of those that are the same added up, the most first. */
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

/** The first of `swaps`, and those after it that share no rank with one taken before. */
function apart(swaps: readonly Swap[]): Swap[] {
  const moved = new Set<number>();
  return swaps.filter(({ a, b }) => {
    if (moved.has(a) || moved.has(b)) return false;
    moved.add(a).add(b);
    return true;
  });
}
