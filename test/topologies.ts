/** Topologies of tests. */
import { readGraphTopology } from '../src/platform/graph-file.js';
import { parseTopologySpec } from '../src/platform/topologies.js';
import type { Topology } from '../src/platform/topology.js';

export function generated(text: string): Topology {
  const spec = parseTopologySpec(text);
  if (spec.kind !== 'generated') throw new Error(`${text} is a file`);
  return spec.build();
}

/** Two switches and one cable between them; `left` endpoints on one and `right` on the other. */
export const cable = (left: number, right = left): Topology =>
  readGraphTopology(
    JSON.stringify({
      nodes: [
        { key: 'a', attributes: { endpoints: left } },
        { key: 'b', attributes: { endpoints: right } },
      ],
      edges: [{ source: 'a', target: 'b' }],
    }),
    'cable.json',
  );
