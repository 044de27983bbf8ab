/**
 * HyperX (Ahn et al. 2009): switches at the points of a grid, every two that differ in one coordinate
 * joined. Between two of them as many wires as coordinates differ. A wire's class is its dimension.
 */
import { graphTopology, TopologyBuilder } from '../topology.js';
import { badValue, coordinates, product, type TopologyFamily } from './family.js';

export const hyperX: TopologyFamily = {
  name: 'hyperx',
  summary: 'grid whose rows are fully connected in every dimension',
  keys: [
    { name: 'dims', summary: 'size of each dimension, such as 4x4', type: 'dims', min: 2 },
    { name: 'p', summary: 'endpoints of a switch', type: 'count', fallback: '1', min: 1 },
  ],
  build: ({ dims, counts: { p } }) => {
    const text = dims.join('x');
    if (dims.length > 6) throw badValue('hyperx', 'dims', text, 'has more than 6 dimensions');
    const name = `hyperx:dims=${text},p=${p}`;
    const switches = product(dims);
    const degree = dims.reduce((sum, size) => sum + size - 1, 0);
    const builder = new TopologyBuilder(name, switches * (1 + p), switches * (p + degree / 2));
    const key = (at: readonly number[]) => `switch-${at.join('-')}`;
    for (let s = 0; s < switches; s++) builder.endpoints(builder.switch(key(coordinates(s, dims))), p);
    for (let s = 0; s < switches; s++) {
      const at = coordinates(s, dims);
      dims.forEach((_, d) => {
        for (let other = 0; other < at[d]; other++) {
          builder.link(key(at), key(at.with(d, other)), `dim${d + 1}`);
        }
      });
    }
    const wires = ['terminal', ...dims.map((_, d) => `dim${d + 1}`)];
    return graphTopology(name, builder.graph, wires);
  },
};
