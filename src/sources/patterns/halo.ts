/** Halo exchange on a periodic grid: every rank swaps faces with both neighbours along each axis. */
import { gridDims, neighbour } from './grid.js';
import type { Pattern } from './pattern.js';
import type { Message } from './rank-program.js';

/** Faces of a rank; along an axis with one rank the neighbour is itself, and there is no message. */
function faces(rank: number, dims: readonly number[], bytes: number): Message[] {
  const messages: Message[] = [];
  dims.forEach((size, axis) => {
    if (size === 1) return;
    const up = neighbour(rank, dims, axis, 1);
    const down = neighbour(rank, dims, axis, -1);
    // The tag is the direction in which the message goes, so that two ranks along an axis keep them apart.
    messages.push({ from: down, bytes, tag: 2 * axis }, { from: up, bytes, tag: 2 * axis + 1 });
    messages.push({ to: up, bytes, tag: 2 * axis }, { to: down, bytes, tag: 2 * axis + 1 });
  });
  return messages;
}

function halo(axes: number): Pattern {
  return {
    name: `halo${axes}d`,
    summary: `nonblocking exchange of faces with ${2 * axes} neighbours on a periodic ${axes}-D grid`,
    plan: (settings) => {
      const dims = gridDims(settings.ranks, axes, settings.dims);
      return (program) => {
        const messages = faces(program.rank, dims, settings.bytes);
        for (let i = 0; i < settings.iterations; i++) {
          program.compute(settings.computeNs);
          program.exchange(messages);
        }
      };
    },
  };
}

export const halo2d = halo(2);
export const halo3d = halo(3);
