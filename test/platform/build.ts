/** Topologies by their spec. */
import { parseTopologySpec } from '../../src/platform/topologies.js';
import type { Topology } from '../../src/platform/topology.js';

export function build(text: string): Topology {
  const spec = parseTopologySpec(text);
  if (spec.kind !== 'generated') throw new Error(`${text} is a file`);
  return spec.build();
}
