/** Which endpoints of a topology a program is given: those that are free, in the order in which its nodes fill them. */
import { InputError } from '../errors.js';
import type { Topology } from './topology.js';

/** Endpoints for the nodes of a program. */
export interface Allocation {
  /** In words: `packed`, `random:7`. */
  readonly name: string;
  /** In the order in which nodes take them; each once. */
  readonly endpoints: Int32Array;
  /** Endpoints that others have taken. */
  readonly busy: number;
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
 * Rank r on the ⌊r / ranksPerNode⌋-th endpoint of an allocation: [ranks] endpoint. Throws InputError with the numbers when
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
    const others = busy === 0 ? '' : `, ${busy} of ${topology.endpoints} being taken`;
    throw new InputError({
      place: { source: `topology ${topology.name}` },
      what: `${ranks} ranks need ${nodes} nodes; the allocation ${name} has ${endpoints.length}${others}`,
      mend: 'take a larger topology, another allocation or more ranks per node',
    });
  }
  return Int32Array.from({ length: ranks }, (_, rank) => endpoints[Math.floor(rank / ranksPerNode)]);
}
