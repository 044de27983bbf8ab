/**
 * Wavefront sweep over a 2-D grid, as Sweep3D and NPB LU do it: each block of a rank needs its upstream
 * neighbours' faces, so work moves as a diagonal front from corner to corner; iterations follow each other
 * as in a pipeline.
 */
import { coordinates, gridDims } from './grid.js';
import type { Pattern } from './pattern.js';

const SOUTH = 0;
const EAST = 1;

export const sweep: Pattern = {
  name: 'sweep',
  summary: 'blocking wavefront over a 2-D grid, from rank 0 to the last, iterations pipelined',
  plan: (settings) => {
    const dims = gridDims(settings.ranks, 2, settings.dims);
    const [rows, columns] = dims;
    const { bytes } = settings;
    return (program) => {
      const { rank } = program;
      const [row, column] = coordinates(rank, dims);
      for (let i = 0; i < settings.iterations; i++) {
        if (row > 0) program.recv(bytes, rank - columns, SOUTH);
        if (column > 0) program.recv(bytes, rank - 1, EAST);
        program.compute(settings.computeNs);
        if (row < rows - 1) program.send(bytes, rank + columns, SOUTH);
        if (column < columns - 1) program.send(bytes, rank + 1, EAST);
      }
    };
  },
};
