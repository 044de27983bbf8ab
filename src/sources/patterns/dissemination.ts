/**
 * Dissemination: in round i every rank sends to the rank 2^i above and hears from the one 2^i below, and goes
 * on when both are done. Source: Hensgen, Finkel, Manber, "Two algorithms for barrier synchronization" (1988).
 */
import type { Pattern } from './pattern.js';

export const dissemination: Pattern = {
  name: 'dissemination',
  summary: '⌈log2 ranks⌉ rounds of exchange with ranks 1, 2, 4 … away, a wait after each',
  plan:
    ({ ranks, bytes, iterations, computeNs }) =>
    (program) => {
      const { rank } = program;
      for (let i = 0; i < iterations; i++) {
        program.compute(computeNs);
        for (let distance = 1, round = 0; distance < ranks; distance *= 2, round++) {
          program.exchange([
            { from: (rank - distance + ranks) % ranks, bytes, tag: round },
            { to: (rank + distance) % ranks, bytes, tag: round },
          ]);
        }
      }
    },
};
