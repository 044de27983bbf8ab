/** What the envelope tells of its memory. */
import { expect, it } from 'vitest';
import { piecesByEnvelope } from '../../../src/solve/sweep/pieces.js';
import { system, threeSlopes } from './systems.js';

/** Peak of lines that are kept at once on [0, 10]. */
function peakOf(lines: typeof threeSlopes): number {
  let peak = 0;
  piecesByEnvelope(lines, 0, 10, (lived) => {
    peak = lived;
  });
  return peak;
}

it('counts the lines of all vertices that are still needed', () => {
  // A chain: a vertex lets go of the one before when it has read it.
  expect(
    peakOf(
      system([
        [0, 1, 1, 0],
        [1, 2, 1, 1],
      ]),
    ),
  ).toBe(1);
  // Time zero and vertex 1 are let go of when the end, of three lines, is there.
  expect(peakOf(threeSlopes)).toBe(3);
});
