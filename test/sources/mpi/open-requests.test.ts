/** Open requests against a Map: addresses 8 B apart, equal in their lower 32 bits, and again after they were complete. */
import { expect, it } from 'vitest';
import { OpenRequests } from '../../../src/sources/mpi/requests.js';
import { randomBelow } from '../../../src/sources/patterns/random.js';
import { readRanks } from '../liballprof/traces.js';

it.each([1, 2, 3])('are those of a map, whatever is opened and closed (seed %i)', async (seed) => {
  const { ranks } = await readRanks([[]]);
  const open = new OpenRequests(ranks[0], 'count');
  const model = new Map<number, { op: number; row: number }>();
  const lost: { op: number; row: number }[] = [];
  const below = randomBelow(seed);
  for (let row = 0; row < 20_000; row++) {
    const address = 140_000_000_000_000 + 8 * below(400) + 2 ** 32 * below(3);
    // More are opened than closed in turns, so that the table grows and empties.
    if (below(10) < (row % 4000 < 2000 ? 7 : 3)) {
      const before = model.get(address);
      if (before !== undefined) lost.push(before);
      open.open(address, row + 7, row);
      model.set(address, { op: row + 7, row });
    } else {
      open.close(address);
      model.delete(address);
    }
    expect(open.get(address)).toEqual(model.get(address));
    const other = 140_000_000_000_000 + 8 * below(400);
    expect(open.get(other)).toEqual(model.get(other));
  }
  expect(model.size).toBeGreaterThan(100);
  const left = [...model.values()].sort((a, b) => a.row - b.row);
  expect(open.neverCompleted()).toEqual([...lost, ...left]);
});
