/** Collectives among neighbours in text: understood where a tracer tells the neighbours, else counted and named. */
import { describe, expect, it } from 'vitest';
import type { Coverage } from '../../../src/sources/program.js';
import { convert, FIRST, listing } from './traces.js';

const missed = ({ calls }: Coverage): string[] =>
  calls.filter((one) => one.missed > 0).map(({ name }) => name);

describe('collectives among neighbours', () => {
  it('of plain liballprof are not understood, since it does not tell who they are', async () => {
    const call = 'MPI_Neighbor_alltoall:120:0:3:D:0:3:D:W:121';
    const { coverage, schedule } = await convert([[call], [call]], FIRST);
    expect(missed(coverage)).toEqual(['MPI_Neighbor_alltoall']);
    expect(listing(schedule, 0).join()).not.toContain('send');
  });

  it('and an Alltoallw without its lists are counted, not refused', async () => {
    const alltoallw = 'MPI_Alltoallw:120:5:0:0:0:6:0:0:0:W:121';
    const { coverage } = await convert([[alltoallw], [alltoallw]], FIRST);
    expect(missed(coverage)).toEqual(['MPI_Alltoallw']);
  });
});
