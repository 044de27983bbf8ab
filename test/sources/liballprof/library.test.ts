import { describe, expect, it } from 'vitest';
import { parseCollectiveSpec } from '../../../src/collectives/choice.js';
import { readTraces } from '../../../src/sources/liballprof/read-liballprof.js';
import type { TraceScheduleOptions } from '../../../src/sources/mpi/conversion-options.js';
import { tracesToSchedule } from '../../../src/sources/mpi/convert.js';
import { file, sent } from './traces.js';

/** Ranks that gather `doubles` of each at all, with the world called `handle`. */
function allgather(handle: (rank: number) => number, header = '', ranks = 4, doubles = 1 << 15) {
  const line = (world: string) => `MPI_Allgather:1:7:${doubles}:10,8,8:9:${doubles}:10,8,8:${world}:2`;
  return readTraces(
    Array.from({ length: ranks }, (_, rank) =>
      file(
        `rank${rank}`,
        `${header}MPI_Init:-:1:2:0\n${line(`${handle(rank)},${rank},${ranks}`)}\nMPI_Finalize:3:-\n`,
      ),
    ),
  );
}

/** Messages of the set, the library, and the warnings. */
async function taken(set: ReturnType<typeof allgather>, options: TraceScheduleOptions = {}) {
  const { schedule, library, warnings } = tracesToSchedule(await set, options);
  return { sends: sent(schedule).length, library, warnings: warnings.map((warning) => warning.message) };
}

const address = (rank: number) => 94_299_678_530_336 + rank * 65_536;
const RING = 12; // p (p − 1) messages
const DOUBLING = 8; // p log₂ p
const BRUCK = 8; // p ⌈log₂ p⌉

describe('the library that made the traces', () => {
  it.each([
    ['an address, of C', address, '', 'openmpi'],
    ['0, of Fortran', () => 0, '', 'openmpi'],
    ['0x44000000', () => 1_140_850_688, '', 'mpich'],
    ['something else', (rank: number) => 91 + rank, '', 'unknown'],
    ['of two kinds', (rank: number) => (rank === 0 ? 0 : 1_140_850_688), '', 'unknown'],
    ['an address, but the header says', address, '# mpi: MPICH Version: 4.0.2\n', 'mpich'],
    ['something else, but the header says', () => 91, '# mpi: Open MPI v4.1.4, package: Debian\n', 'openmpi'],
  ] as const)('is told by the handle of its world: %s', async (_, handle, header, library) => {
    expect((await taken(allgather(handle, header))).library).toBe(library);
  });

  it('gives its rules to the collectives', async () => {
    // 256 KiB of each of 4 ranks: Open MPI takes recursive doubling, MPICH a ring from 512 KiB in all.
    expect(await taken(allgather(address))).toEqual({ sends: DOUBLING, library: 'openmpi', warnings: [] });
    expect(await taken(allgather(() => 1_140_850_688))).toEqual({
      sends: RING,
      library: 'mpich',
      warnings: [
        "the traces are of MPICH or a derived library; collectives follow MPICH's published rules (allgather=ring)",
      ],
    });
    expect((await taken(allgather(() => 91))).warnings).toEqual([
      "the traces do not name their MPI library; collectives follow MPICH's published rules (allgather=ring)",
    ]);
  });

  it('gives way to what is chosen, and to the published rules', async () => {
    const chosen = { collectives: [parseCollectiveSpec('allgather=bruck')] };
    expect(
      await taken(
        allgather(() => 91),
        chosen,
      ),
    ).toMatchObject({ sends: BRUCK, warnings: [] });
    // The published dissemination has as many messages.
    expect(
      await taken(
        allgather(() => 91),
        { rules: 'published' },
      ),
    ).toMatchObject({ sends: BRUCK, warnings: [] });
    expect(await taken(allgather(address), { collectives: [parseCollectiveSpec('mpich')] })).toMatchObject({
      sends: RING,
      warnings: [],
    });
  });
});
