/** Shares against what max-min fairness says of each flow, while flows come and go. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MaxMinShares } from '../../../src/simulation/fluid-network.js';
import { runs } from '../../part.js';

const NEAR = 1e-9;

interface Flow {
  readonly links: readonly number[];
  readonly weight: number;
}

/** No link carries more than it can, and every flow has a full link on which none has more for its weight. */
function expectFair(
  capacity: readonly number[],
  flows: ReadonlyMap<number, Flow>,
  rate: (flow: number) => number,
) {
  const load = capacity.map(() => 0);
  const highest = capacity.map(() => 0);
  for (const [flow, { links, weight }] of flows) {
    for (const link of links) {
      load[link] += rate(flow);
      highest[link] = Math.max(highest[link], rate(flow) / weight);
    }
  }
  for (const [link, most] of capacity.entries()) expect(load[link]).toBeLessThanOrEqual(most * (1 + NEAR));
  for (const [flow, { links, weight }] of flows) {
    const held = links.some(
      (link) =>
        load[link] >= capacity[link] * (1 - NEAR) && rate(flow) / weight >= highest[link] * (1 - NEAR),
    );
    expect(held, `flow ${flow} over ${links.join(' ')} has ${rate(flow)}`).toBe(true);
  }
}

const LINKS = 7;
const flows = fc.record({
  links: fc.uniqueArray(fc.nat(LINKS - 1), { minLength: 1, maxLength: 4 }),
  weight: fc.constantFrom(1, 1, 0.5, 3, 1 / 7),
});
/** A flow that comes, or which of those on their way goes. */
const steps = fc.array(fc.array(fc.oneof(flows, fc.nat(100)), { minLength: 1, maxLength: 4 }), {
  maxLength: 40,
});

describe('max-min shares', () => {
  it('are fair after whatever came and went', () => {
    const capacities = fc.array(fc.constantFrom(1, 1, 2, 5, 0.3), { minLength: LINKS, maxLength: LINKS });
    fc.assert(
      fc.property(capacities, steps, (capacity, changes) => {
        const shares = new MaxMinShares(Float64Array.from(capacity));
        const known = new Map<number, Flow>();
        const told = new Map<number, number>();
        for (const batch of changes) {
          for (const one of batch) {
            if (typeof one !== 'number') {
              const flow = shares.add(Uint32Array.from(one.links), one.weight);
              known.set(flow, one);
              told.set(flow, 0);
            } else if (known.size > 0) {
              const flow = [...known.keys()][one % known.size];
              shares.remove(flow);
              known.delete(flow);
            }
          }
          shares.settle((flow, before) => {
            expect(before).toBe(told.get(flow));
            told.set(flow, shares.rate[flow]);
          });
          for (const flow of known.keys()) expect(told.get(flow)).toBe(shares.rate[flow]);
          expectFair(capacity, known, (flow) => shares.rate[flow]);
        }
      }),
      { numRuns: runs(500) },
    );
  });

  it('of three flows over two links are those of the book: the long one and one beside it share, the rest is for the other', () => {
    const shares = new MaxMinShares(Float64Array.of(1, 2));
    const [long, first, second] = [[0, 1], [0], [1]].map((links) => shares.add(Uint32Array.from(links), 1));
    shares.settle(() => {});
    expect([long, first, second].map((flow) => shares.rate[flow])).toEqual([0.5, 0.5, 1.5]);
    shares.remove(first);
    shares.settle(() => {});
    expect([long, second].map((flow) => shares.rate[flow])).toEqual([1, 1]);
  });

  it('of a flow that shared a full link with one that went are all of it, wherever rounding put their levels', () => {
    // Both links are full at the level 2 / (1/2 + 1/10); what is left of the second, for its own flow, rounds to less.
    const shares = new MaxMinShares(Float64Array.of(2, 2));
    const [first, second] = [0, 1].map((link) => shares.add(Uint32Array.of(link), 0.5));
    const both = shares.add(Uint32Array.of(0, 1), 0.1);
    shares.settle(() => {});
    shares.remove(both);
    shares.settle(() => {});
    expect([first, second].map((flow) => shares.rate[flow])).toEqual([2, 2]);
  });

  it('of links that are nearly as full as each other are those of the links that hold them', () => {
    // The first flow leaves 1.0005 of link 0 to the second, which link 2 holds to less.
    const shares = new MaxMinShares(Float64Array.of(2, 0.9995, 1.0002));
    const flows = [
      [0, 1],
      [0, 2],
    ].map((links) => shares.add(Uint32Array.from(links), 1));
    shares.settle(() => {});
    expect(flows.map((flow) => shares.rate[flow])).toEqual([0.9995, 1.0002]);
  });
});
