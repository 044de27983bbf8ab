/** Nonblocking collectives follow what the library has for them, unless somebody chooses. */
import { describe, expect, it } from 'vitest';
import { parseCollectiveSpec } from '../../../src/collectives/choice.js';
import { SEND } from '../../../src/schedule/schedule.js';
import { readTraces } from '../../../src/sources/liballprof/read.js';
import { tracesToSchedule } from '../../../src/sources/mpi/convert.js';
import { file, rankText } from '../liballprof/traces.js';

/** Messages of four ranks that make one call of 64 B in a run of a library. */
async function messages(library: string, call: string, choices: readonly string[]): Promise<number> {
  const lines = [call, 'MPI_Wait:130:64:0:140'];
  const texts = [0, 1, 2, 3].map((rank) => `# mpi: ${library}\n${rankText(lines, rank, 4)}`);
  const set = await readTraces(texts.map((text, rank) => file(`rank${rank}`, text, rank)));
  const { schedule } = tracesToSchedule(set, {
    collectives: choices.map((text) => parseCollectiveSpec(text)),
  });
  return schedule.kind.filter((kind) => kind === SEND).length;
}

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
