/**
 * Which endpoints of a topology a program is given: those that are free, in the order in which its nodes fill them; and how
 * much of the topology it occupies then.
 */

import { UsageError } from '../errors.js';
import { grouped } from '../units.js';
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
  const switches = graph.reduceNodes((count, _, { kind }) => count + (kind === 'switch' ? 1 : 0), 0);
  const counts = Object.fromEntries(wires.map((name) => [name, 0]));
  graph.forEachEdge((_, { wire, parallel }) => {
    counts[wire] += parallel ?? 1;
  });
  return { switches, wires: counts };
}

/** Endpoints for the nodes of a program. */
export interface Allocation {
  /** In words: `packed`, `random:7`. */
  readonly name: string;
  /** In the order in which nodes take them; each once. */
  readonly endpoints: Int32Array;
  /** Endpoints that others have taken. */
  readonly busy: number;
}

/** The part of a topology that ranks occupy. */
export interface Occupancy {
  readonly ranks: number;
  /** Endpoints with ranks. */
  readonly nodes: number;
  /** Switches with ranks, and of the whole topology: null where it is a fixed table. */
  readonly switches: number;
  readonly switchesBuilt: number | null;
  /** Classes of wires that are there, and that no message between two of the ranks crosses, whatever the program sends. */
  readonly wiresUnused: readonly string[];
}

/** `4 ranks on 1 of 80 switches, pod and core wires unused`. */
export function occupancyText({ ranks, switches, switchesBuilt, wiresUnused }: Occupancy): string {
  const of = switchesBuilt === null ? '' : ` of ${grouped(switchesBuilt)}`;
  const noun = (switchesBuilt ?? switches) === 1 ? 'switch' : 'switches';
  const last = wiresUnused.at(-1);
  const names = [wiresUnused.slice(0, -1).join(', '), last].filter(Boolean).join(' and ');
  const unused = last === undefined ? '' : `, ${names} wires unused`;
  return `${grouped(ranks)} ${ranks === 1 ? 'rank' : 'ranks'} on ${grouped(switches)}${of} ${noun}${unused}`;
}

/** The first of `endpoints` on each switch, in their order. */
export function onePerSwitch(topology: Topology, endpoints: Int32Array): Int32Array {
  const taken = new Set<number>();
  return endpoints.filter((endpoint) => {
    const at = topology.switchOf(endpoint);
    if (taken.has(at)) return false;
    taken.add(at);
    return true;
  });
}

/**
 * Rank r on the ⌊r / ranksPerNode⌋-th endpoint of an allocation: [ranks] endpoint. Throws UsageError with the numbers when
 * it has too few.
 */
export function allocatedPlacement(
  topology: Topology,
  { name, endpoints, busy }: Allocation,
  ranks: number,
  ranksPerNode: number,
): Int32Array {
  const nodes = Math.ceil(ranks / ranksPerNode);
  if (nodes > endpoints.length) {
    const others = busy === 0 ? '' : `; ${busy} of ${topology.endpoints} are busy`;
    throw new UsageError(
      `topology ${topology.name}: ${ranks} ranks need ${nodes} nodes; the allocation ${name} has ${endpoints.length}${others}`,
      'use a larger topology, another allocation or more ranks per node',
    );
  }
  return Int32Array.from({ length: ranks }, (_, rank) => endpoints[Math.floor(rank / ranksPerNode)]);
}
