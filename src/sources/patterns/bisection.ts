/**
 * Random bisection: each iteration cuts the ranks into two random halves and pairs each of one half with one
 * of the other; partners exchange a message each way. With an odd number of ranks one has no partner.
 */
import type { Pattern } from './pattern.js';
import { randomBelow, shuffled } from './random.js';

const SWAP = 0;

/** [iterations][ranks] partner of each rank, -1 without one. */
function partners(ranks: number, iterations: number, seed: number): Int32Array[] {
  const below = randomBelow(seed);
  const half = Math.floor(ranks / 2);
  return Array.from({ length: iterations }, () => {
    const order = shuffled(ranks, below);
    const partner = new Int32Array(ranks).fill(-1);
    for (let i = 0; i < half; i++) {
      partner[order[i]] = order[half + i];
      partner[order[half + i]] = order[i];
    }
    return partner;
  });
}

export const bisection: Pattern = {
  name: 'bisection',
  summary: 'random pairs across a random cut exchange a message each way, new ones each iteration (seeded)',
  plan: ({ ranks, bytes, iterations, computeNs, seed }) => {
    const rounds = partners(ranks, iterations, seed);
    return (program) => {
      for (const round of rounds) {
        program.compute(computeNs);
        const other = round[program.rank];
        if (other < 0) continue;
        program.exchange([
          { from: other, bytes, tag: SWAP },
          { to: other, bytes, tag: SWAP },
        ]);
      }
    };
  },
};
