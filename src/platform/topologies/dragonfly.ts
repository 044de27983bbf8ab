/**
 * Dragonfly (Kim et al. 2008; LLAMP [60], Fig. 19): g groups of a fully connected switches with p endpoints
 * each; every two groups are joined by inter-group wires, h of them per switch.
 *
 * Routes are minimal as Kim et al. define it: one inter-group wire at most, so a path between groups is
 * (0 or 1 intra) + 1 inter + (0 or 1 intra) wires, even where two inter-group wires would pass fewer switches.
 * Group i's port j leads to group i + 1 + (j mod (g − 1)); port j sits on switch ⌊j / h⌋. Ports that do not
 * make a whole round of all other groups stay free.
 */
import { graphTopology, TopologyBuilder } from '../topology.js';
import { badValue, type TopologyFamily } from './family.js';

export const dragonfly: TopologyFamily = {
  name: 'dragonfly',
  summary: 'groups of fully connected switches, fully connected among themselves',
  keys: [
    { name: 'g', summary: 'groups', type: 'count', fallback: '8', min: 1 },
    { name: 'a', summary: 'switches of a group', type: 'count', fallback: '4', min: 1 },
    { name: 'p', summary: 'endpoints of a switch', type: 'count', fallback: '8', min: 1 },
    {
      name: 'h',
      summary: 'inter-group wires of a switch; left out: as few as reach every group',
      type: 'count',
      fallback: '',
      min: 1,
    },
  ],
  build: ({ counts: { g, a, p, h: given } }) => {
    const others = g - 1;
    const h = given ?? Math.ceil(others / a);
    if (a * h < others) {
      throw badValue(
        'dragonfly',
        'h',
        h,
        `gives a group ${a * h} inter-group wires, but there are ${others} other groups`,
      );
    }
    const name = `dragonfly:g=${g},a=${a},p=${p},h=${h}`;
    const rounds = others === 0 ? 0 : Math.floor((a * h) / others);
    const wires = g * a * (p + (a - 1) / 2) + (rounds * g * others) / 2;
    const builder = new TopologyBuilder(name, g * a * (1 + p), wires);
    for (let group = 0; group < g; group++) {
      for (let s = 0; s < a; s++) {
        const at = builder.switch(`switch-${group}-${s}`);
        builder.endpoints(at, p);
        for (let other = 0; other < s; other++) builder.link(at, `switch-${group}-${other}`, 'intra');
      }
    }
    for (let round = 0; round < rounds; round++) {
      const at = (group: number, distance: number) =>
        `switch-${group}-${Math.floor((round * others + distance - 1) / h)}`;
      for (let from = 0; from < g; from++) {
        for (let to = 0; to < from; to++) {
          builder.cable(at(from, to - from + g), at(to, from - to), 'inter');
        }
      }
    }
    return graphTopology(name, builder.graph, ['terminal', 'intra', 'inter'], { once: 'inter' });
  },
};
