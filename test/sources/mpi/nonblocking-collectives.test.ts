/** Nonblocking collectives follow what the library has for them, unless somebody chooses. */
import { describe, expect, it } from 'vitest';
import { parseCollectiveSpec } from '../../../src/collectives/choice.js';
import type { Schedule } from '../../../src/schedule/schedule.js';
import { convertUnder, sent } from '../liballprof/traces.js';

/** The schedule of four ranks that make one call in a run of a library. */
async function made(library: string, call: string, choices: readonly string[]): Promise<Schedule> {
  const lines = [call, 'MPI_Wait:130:64:0:140'];
  const collectives = choices.map((text) => parseCollectiveSpec(text));
  return (await convertUnder(library, [lines, lines, lines, lines], { collectives })).schedule;
}

/** Messages of the same. */
const messages = async (...query: Parameters<typeof made>): Promise<number> =>
  sent(await made(...query)).length;

const OPEN_MPI = 'Open MPI v4.1.4';
const MPICH = 'MPICH Version: 4.0.2';
const IALLREDUCE = 'MPI_Iallreduce:110:1:2:8:D:3:W:64:120';
const IALLGATHER = 'MPI_Iallgather:110:3:8:D:2:8:D:W:64:120';

describe('nonblocking collectives', () => {
  it.each([
    // A reduce to rank 0 and a broadcast, three messages each: libnbc. Recursive doubling: eight.
    [OPEN_MPI, IALLREDUCE, [], 6],
    [OPEN_MPI, IALLREDUCE, ['auto'], 6],
    [OPEN_MPI, IALLREDUCE, ['allreduce=recursive-doubling'], 8],
    [MPICH, IALLREDUCE, [], 8],
    // Everybody to everybody: libnbc. Recursive doubling: eight.
    [OPEN_MPI, IALLGATHER, [], 12],
    [MPICH, IALLGATHER, [], 8],
  ])('of %s: %s by %j is %i messages', async (library, call, choices, count) => {
    expect(await messages(library, call, choices)).toBe(count);
  });
});

describe('the allreduce of 64 B that blocks', () => {
  const ALLREDUCE = 'MPI_Allreduce:110:1:2:8:D:3:W:120';
  it.each([
    // Rabenseifner's: two messages a rank and round, there and back. Recursive doubling: eight.
    [MPICH, [], 16],
    ['MPICH Version:\t4.1.2', [], 16],
    ['MPICH Version: 3.3.2', [], 8],
    ['MVAPICH2 Version: 2.3', [], 8],
    [MPICH, ['mpich'], 8],
    [OPEN_MPI, [], 8],
  ])('of %s by %j is %i messages', async (library, choices, count) => {
    expect(await messages(library, ALLREDUCE, choices)).toBe(count);
  });

  it('is of 8 B, or of fewer elements than ranks, sent whole by MPICH 4, too', async () => {
    for (const count of [1, 3])
      expect(await messages(MPICH, `MPI_Allreduce:110:1:2:${count}:D:3:W:120`, [])).toBe(8);
  });
});

describe('an alltoall in place of MPICH', () => {
  /** Whom rank 3 sends to, in its order. */
  async function order(library: string, buffer: string): Promise<number[]> {
    const schedule = await made(library, `MPI_Ialltoall:110:${buffer}:8:D:2:8:D:W:64:120`, []);
    return sent(schedule).flatMap(({ from, to }) => (from === 3 ? [to] : []));
  }

  it('goes from rank to rank', async () => {
    const inPlace = '18446744073709551615';
    expect(await order(MPICH, inPlace)).toEqual([0, 1, 2]);
    expect(await order(MPICH, '1024')).toEqual([2, 1, 0]);
  });
});
