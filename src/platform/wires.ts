/** What a topology is built of: its switches, and its wires by class. */
import type { Topology } from './topology.js';

/** Counts of a whole topology, used or not. */
export interface Parts {
  readonly switches: number;
  /** Wires of each class, in the order of `Topology.wires`. */
  readonly wires: Readonly<Record<string, number>>;
}

/** Null where there is no graph to count in: a fixed table. */
export function partsOf({ graph, wires }: Pick<Topology, 'graph' | 'wires'>): Parts | null {
  if (graph === undefined) return null;
  const counts = Object.fromEntries(wires.map((name) => [name, 0]));
  graph.forEachEdge((_, { wire, parallel }) => {
    counts[wire] += parallel ?? 1;
  });
  return { switches: graph.filterNodes((_, { kind }) => kind === 'switch').length, wires: counts };
}
