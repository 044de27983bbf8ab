/** One rank comes late to a collective that synchronises: nobody ends before it has come. */
import { describe, expect, it } from 'vitest';
import { curveAt } from '../../../src/analysis/exact-curve.js';
import { Model } from '../../../src/analysis/model.js';
import { parseCollectiveSpec } from '../../../src/collectives/choice.js';
import { logGPS } from '../../../src/machine/machine.js';
import type { TraceScheduleOptions } from '../../../src/sources/mpi/conversion-options.js';
import { convert } from './traces.js';

const PUBLISHED = [parseCollectiveSpec('default:flow=published')];

/**
 * Each rank calls once, at the start of the clock, and has nothing more to do; but rank 0 computes 800 µs before,
 * and rank `leaves` 899 µs after it (time inside of a call does not count).
 */
async function runtime(
  call: string,
  size: number,
  leaves: number,
  options: TraceScheduleOptions = {},
): Promise<number> {
  const lines = Array.from({ length: size }, (_, rank) => {
    const start = rank === 0 ? 900 : 100;
    return [`${call.replace('@', String(start))}:${rank === leaves ? 101 : 1000}`];
  });
  const { schedule } = await convert(lines, options);
  const model = await Model.of(schedule, logGPS({ L: 3000, o: 0, G: 0 }), { engine: 'sweep' });
  const [point] = await curveAt(model, [3000]);
  return point.runtime;
}

/** [call, ranks, a rank that rank 0's data reach by no single message]. */
const CALLS = [
  ['MPI_Allreduce:@:1:2:1:D:3:W', 5, 3],
  ['MPI_Barrier:@:W', 6, 5],
  ['MPI_Allgather:@:1:1:D:2:1:D:W', 6, 5],
] as const;

describe('a late rank', () => {
  it.each(CALLS)('%s on %i ranks holds up all', async (call, size, leaves) => {
    const late = await runtime(call, size, leaves);
    // 800 µs before, at least two messages of 3 µs and at most one a round, then 899 µs.
    expect(late).toBeGreaterThanOrEqual(1_699_000 + 2 * 3000);
    expect(late).toBeLessThanOrEqual(1_699_000 + 3 * 3000);
  });

  it.each(CALLS)('%s on %i ranks does not by the published generator', async (call, size, leaves) => {
    const asked = await runtime(call, size, leaves, { collectives: PUBLISHED });
    expect(asked).toBeLessThan(1_000_000);
    expect(await runtime(call, size, leaves, { rules: 'published' })).toBe(asked);
  });
});
