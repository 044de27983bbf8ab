/** Lists of dependencies are what sorting the pairs gives. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addLists } from '../../src/schedule/operation-rows.js';
import { IREQUIRES } from '../../src/schedule/schedule.js';
import { among, runs } from '../part.js';

type Pair = readonly [after: number, before: number, immediate: boolean];

/** Pairs by rank; many to one operation now and then. */
const rank = fc.integer({ min: 1, max: 50 }).chain((operations) => {
  const op = fc.nat(operations - 1);
  const pairs = fc.array(fc.tuple(op, op, fc.boolean()), { maxLength: 100 });
  const toLast = fc.tuple(fc.constant(operations - 1), op, fc.boolean());
  const toOne = fc.oneof(fc.constant([]), fc.array(toLast, { minLength: 33, maxLength: 80 }));
  return fc.record({
    operations: fc.constant(operations),
    pairs: fc.tuple(pairs, toOne).map((all) => all.flat()),
  });
});

function listed(ranks: readonly { readonly operations: number; readonly pairs: readonly Pair[] }[]) {
  const operations = ranks.reduce((sum, one) => sum + one.operations, 0);
  const start = new Uint32Array(operations + 1);
  const deps = new Uint32Array(ranks.reduce((sum, { pairs }) => sum + pairs.length, 0));
  let base = 0;
  let from = 0;
  for (const one of ranks) {
    const pairs = Uint32Array.from(
      one.pairs.flatMap(([after, before, immediate]) => [after, before + (immediate ? IREQUIRES : 0)]),
    );
    addLists({ pairs, operations: one.operations, base, from }, { start, deps });
    base += one.operations;
    from += one.pairs.length;
  }
  return { start: [...start], deps: [...deps] };
}

/** The same by sorting: of equal ones the first comes first. */
function sorted(ranks: readonly { readonly operations: number; readonly pairs: readonly Pair[] }[]) {
  const start = [0];
  const deps: number[] = [];
  let base = 0;
  for (const { operations, pairs } of ranks) {
    for (let op = 0; op < operations; op++) {
      const own = pairs.filter(([after]) => after === op).sort(([, a], [, b]) => a - b);
      deps.push(...own.map(([, before, immediate]) => base + before + (immediate ? IREQUIRES : 0)));
      start.push(deps.length);
    }
    base += operations;
  }
  return { start, deps };
}

describe('dependencies of ranks', () => {
  it('are in ascending lists', () => {
    let long = 0;
    fc.assert(
      fc.property(fc.array(rank, { minLength: 1, maxLength: 4 }), (ranks) => {
        const wanted = sorted(ranks);
        expect(listed(ranks)).toEqual(wanted);
        if (wanted.start.some((end, op) => op > 0 && end - wanted.start[op - 1] > 32)) long++;
      }),
      { numRuns: runs(500) },
    );
    expect(long).toBeGreaterThan(among(50));
  });
});
