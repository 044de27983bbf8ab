/**
 * Folded-Clos fat trees of k-port switches (Al-Fares et al. 2008; LLAMP [59]).
 *
 * - 3 tiers: k pods of k/2 edge and k/2 aggregation switches, (k/2)² core switches, k³/4 endpoints;
 *   2 wires on an edge switch, 4 within a pod of k²/4 endpoints, 6 else.
 * - 2 tiers: k edge switches on k/2 spine switches, k²/2 endpoints; 2 wires on an edge switch, 4 else.
 */
import { graphTopology, type Topology, TopologyBuilder } from '../topology.js';
import { badValue, type TopologyFamily } from './family.js';

export const fatTree: TopologyFamily = {
  name: 'fat-tree',
  summary: 'folded Clos of k-port switches',
  keys: [
    { name: 'k', summary: 'ports of a switch, even', type: 'count', fallback: '16', min: 2 },
    { name: 'tiers', summary: 'levels of switches, 2 or 3', type: 'count', fallback: '3', min: 2 },
  ],
  build: ({ counts: { k, tiers } }) => {
    if (k % 2 !== 0) throw badValue('fat-tree', 'k', k, 'is odd; half of the ports lead up');
    if (tiers > 3) throw badValue('fat-tree', 'tiers', tiers, 'is neither 2 nor 3');
    const name = `fat-tree:k=${k},tiers=${tiers}`;
    return tiers === 3 ? threeTiers(name, k) : twoTiers(name, k);
  },
};

function threeTiers(name: string, k: number): Topology {
  const half = k / 2;
  const builder = new TopologyBuilder(
    name,
    2 * k * half + half * half + (k * k * k) / 4,
    3 * k * half * half,
  );
  for (let c = 0; c < half * half; c++) builder.switch(`core-${c}`);
  for (let pod = 0; pod < k; pod++) {
    for (let a = 0; a < half; a++) {
      const aggregation = builder.switch(`aggregation-${pod}-${a}`);
      for (let j = 0; j < half; j++) builder.link(aggregation, `core-${a * half + j}`, 'core');
    }
    for (let e = 0; e < half; e++) {
      const edge = builder.switch(`edge-${pod}-${e}`);
      builder.endpoints(edge, half);
      for (let a = 0; a < half; a++) builder.link(edge, `aggregation-${pod}-${a}`, 'pod');
    }
  }
  return graphTopology(name, builder.graph, ['terminal', 'pod', 'core']);
}

function twoTiers(name: string, k: number): Topology {
  const half = k / 2;
  const builder = new TopologyBuilder(name, k + half + k * half, 2 * k * half);
  for (let s = 0; s < half; s++) builder.switch(`spine-${s}`);
  for (let e = 0; e < k; e++) {
    const edge = builder.switch(`edge-${e}`);
    builder.endpoints(edge, half);
    for (let s = 0; s < half; s++) builder.link(edge, `spine-${s}`, 'core');
  }
  return graphTopology(name, builder.graph, ['terminal', 'core']);
}
