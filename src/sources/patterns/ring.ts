/** Pipelined ring: items leave rank 0 one after the other, go round through every rank, and come back. */
import type { Pattern } from './pattern.js';

const ITEM = 0;

export const ring: Pattern = {
  name: 'ring',
  summary: 'items (as many as iterations) pass through every rank and return to rank 0, pipelined',
  plan:
    ({ ranks, bytes, iterations, computeNs }) =>
    (program) => {
      const { rank } = program;
      for (let i = 0; i < iterations; i++) {
        if (rank > 0) program.recv(bytes, rank - 1, ITEM);
        program.compute(computeNs);
        if (ranks > 1) program.send(bytes, (rank + 1) % ranks, ITEM);
      }
      // Rank 0 takes its items back when all have left: taking each at once would leave no pipeline.
      if (rank === 0 && ranks > 1) for (let i = 0; i < iterations; i++) program.recv(bytes, ranks - 1, ITEM);
    },
};
