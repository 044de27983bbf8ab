/**
 * The two fixed tables behind LLAMP's Fig. 11, kept to reproduce it. They are not the hop counts of the
 * topologies: the pod of the fat tree has k endpoints (not k²/4), and every two switches of a dragonfly's
 * group, or of two groups, count the same.
 */
import { LimitError } from '../../errors.js';
import type { Topology } from '../topology.js';
import { badValue, type TopologyFamily } from './family.js';

/** Numbers of endpoints have 32 bits. */
const MAX_ENDPOINTS = 2 ** 31;

/** Endpoints in order, `perPort` on a port, and the wires between two ports. */
function table(
  name: string,
  endpoints: number,
  perPort: number,
  wiresBetween: (from: number, to: number) => number,
): Topology {
  if (endpoints > MAX_ENDPOINTS) {
    throw new LimitError(
      `topology ${name} has ${endpoints} endpoints, more than ${MAX_ENDPOINTS}`,
      'make it smaller',
    );
  }
  return {
    name,
    endpoints,
    wires: ['wire'],
    ports: Math.ceil(endpoints / perPort),
    portOf: (endpoint) => Math.floor(endpoint / perPort),
    switchOf: (endpoint) => Math.floor(endpoint / perPort),
    path: (from, to) => {
      const wires = wiresBetween(from, to);
      return { switches: wires - 1, wires: [wires] };
    },
  };
}

export const publishedFatTree: TopologyFamily = {
  name: 'published-fat-tree',
  summary: "the fixed table of LLAMP's case study: 2, 4 or 6 wires",
  keys: [{ name: 'k', summary: 'ports of a switch, even', type: 'count', fallback: '16', min: 2 }],
  build: ({ counts: { k } }) => {
    if (k % 2 !== 0) throw badValue('published-fat-tree', 'k', k, 'is odd; half of the ports lead up');
    // Two edge switches of k/2 endpoints make the published pod.
    return table(`published-fat-tree:k=${k}`, (k * k * k) / 4, k / 2, (from, to) => {
      if (from === to) return 2;
      return Math.floor(from / 2) === Math.floor(to / 2) ? 4 : 6;
    });
  },
};

export const publishedDragonfly: TopologyFamily = {
  name: 'published-dragonfly',
  summary: "the fixed table of LLAMP's case study: 2, 3 or 4 wires",
  keys: [
    { name: 'g', summary: 'groups', type: 'count', fallback: '8', min: 1 },
    { name: 'a', summary: 'switches of a group', type: 'count', fallback: '4', min: 1 },
    { name: 'p', summary: 'endpoints of a switch', type: 'count', fallback: '8', min: 1 },
  ],
  build: ({ counts: { g, a, p } }) =>
    table(`published-dragonfly:g=${g},a=${a},p=${p}`, g * a * p, p, (from, to) => {
      if (from === to) return 2;
      return Math.floor(from / a) === Math.floor(to / a) ? 3 : 4;
    }),
};
