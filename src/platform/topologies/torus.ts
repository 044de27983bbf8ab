/**
 * Torus of 2 to 6 dimensions: switches at the points of a grid whose ends are joined. Between two of them
 * Σ min(|Δ|, n − |Δ|) wires over the dimensions. A wire's class is its dimension.
 */
import { graphTopology, TopologyBuilder } from '../topology.js';
import { badValue, coordinates, product, type TopologyFamily } from './family.js';

export const torus: TopologyFamily = {
  name: 'torus',
  summary: 'grid of 2 to 6 dimensions with joined ends',
  keys: [
    { name: 'dims', summary: 'size of each dimension, such as 4x4x4', type: 'dims', min: 2 },
    { name: 'p', summary: 'endpoints of a switch', type: 'count', fallback: '1', min: 1 },
  ],
  build: ({ dims, counts: { p } }) => {
    const text = dims.join('x');
    if (dims.length < 2 || dims.length > 6) {
      throw badValue('torus', 'dims', text, `has ${dims.length} dimensions; write 2 to 6`);
    }
    const name = `torus:dims=${text},p=${p}`;
    const switches = product(dims);
    const builder = new TopologyBuilder(name, switches * (1 + p), switches * (p + dims.length));
    const key = (at: readonly number[]) => `switch-${at.join('-')}`;
    for (let s = 0; s < switches; s++) builder.endpoints(builder.switch(key(coordinates(s, dims))), p);
    for (let s = 0; s < switches; s++) {
      const at = coordinates(s, dims);
      dims.forEach((size, d) => {
        builder.link(key(at), key(at.with(d, (at[d] + 1) % size)), `dim${d + 1}`);
      });
    }
    const wires = ['terminal', ...dims.map((_, d) => `dim${d + 1}`)];
    return graphTopology(name, builder.graph, wires);
  },
};
