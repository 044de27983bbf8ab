/** Random line systems, with as many ties as small whole numbers make. */
import fc from 'fast-check';
import type { LineSystem } from '../../src/timing/line-system.js';
import { system } from '../solve/sweep/systems.js';

type Row = readonly [number, number, number, number];

/** Every vertex but 0 has one to four rows. */
export function randomSystems(cost: fc.Arbitrary<number>): fc.Arbitrary<LineSystem> {
  const row = fc.record({ from: fc.nat(), base: cost, slope: fc.nat(3) });
  return fc
    .array(fc.array(row, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 60 })
    .map((to) =>
      system(
        to.flatMap((rows, i) =>
          rows.map(({ from, base, slope }): Row => [from % (i + 1), i + 1, base, slope]),
        ),
      ),
    );
}

export const wholeSystems = randomSystems(fc.nat(5));
export const fractionalSystems = randomSystems(fc.constantFrom(0, 0.1, 0.2, 0.30000000000000004, 1 / 3)).map(
  (lines) => ({ ...lines, exact: false }),
);
