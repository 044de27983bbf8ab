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
  const switches = switchesBuilt({ graph });
  if (graph === undefined || switches === null) return null;
  const counts = Object.fromEntries(wires.map((name) => [name, 0]));
  graph.forEachEdge((_, { wire, parallel }) => {
    counts[wire] += parallel ?? 1;
  });
  return { switches, wires: counts };
}

/** Switches of a whole topology; null of a fixed table. */
export const switchesBuilt = ({
  graph,
}: {
  readonly graph?: Topology['graph'] | undefined;
}): number | null =>
  graph === undefined
    ? null
    : graph.reduceNodes((count, _, { kind }) => count + (kind === 'switch' ? 1 : 0), 0);
