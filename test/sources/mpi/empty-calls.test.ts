import { describe, expect, it } from 'vitest';
import { parseCollectiveSpec } from '../../../src/collectives/choice.js';
import type { TraceScheduleOptions } from '../../../src/sources/mpi/conversion-options.js';
import { collectiveCalls } from '../../../src/sources/mpi/trace-program.js';
import { convert, convertUnder, readRanks, sent } from '../liballprof/traces.js';
import { modelledWaits } from './waits.js';

/** Messages of two ranks that make one call in a run of a library. */
async function messages(line: string, library: string, options: TraceScheduleOptions = {}): Promise<number> {
  return sent((await convertUnder(library, [[line], [line]], options)).schedule).length;
}

const MPICH = 'MPICH Version: 4.0.2';
const OPEN_MPI = 'Open MPI v4.1.4, package: Debian';

describe('a collective of no data', () => {
  it.each([
    'MPI_Bcast:110:1:0:D:0:W:120',
    'MPI_Reduce:110:1:2:0:D:3:1:W:120',
    'MPI_Allgather:110:3:0:D:2:0:D:W:120',
    'MPI_Allgatherv:110:30:0:D:40:50:0,0:60:0,0:D:W:120',
    'MPI_Alltoall:110:3:0:D:2:0:D:W:120',
    'MPI_Gather:110:3:0:D:2:0:D:0:W:120',
    'MPI_Gatherv:110:30:0:D:40:50:0,0:60:0,0:D:0:W:120',
    'MPI_Scatter:110:3:0:D:2:0:D:1:W:120',
    'MPI_Scan:110:1:2:0:D:3:W:120',
    'MPI_Exscan:110:1:2:0:D:3:W:120',
    'MPI_Reduce_scatter:110:1:2:3:0,0:D:3:W:120',
    'MPI_Reduce_scatter_block:110:1:2:0:D:3:W:120',
  ])('sends nothing and waits for nobody: %s', async (line) => {
    expect(await messages(line, MPICH)).toBe(0);
    expect(await messages(line, OPEN_MPI)).toBe(0);
    const chosen = { collectives: [parseCollectiveSpec('default')] };
    expect(await messages(line, OPEN_MPI, chosen)).toBe(0);
  });

  it.each([
    ['a barrier', 'MPI_Barrier:110:W:120', 2, 2],
    ['the allreduce of MPICH, one way', 'MPI_Allreduce:110:1:2:0:D:3:W:120', 0, 1],
    ['the alltoallv of Open MPI', 'MPI_Alltoallv:110:30:31:0,0:32:0,0:D:40:41:0,0:42:0,0:D:W:120', 2, 0],
  ])('waits all the same where the library does: %s', async (_, line, openMpi, mpich) => {
    expect(await messages(line, OPEN_MPI)).toBe(openMpi);
    expect(await messages(line, MPICH)).toBe(mpich);
  });

  it('waits in a persistent one of MPICH that does not where it is nonblocking', async () => {
    const scan = 'MPI_Iscan:110:1:2:0:D:3:W:64:120';
    const init = 'MPI_Scan_init:110:1:2:0:D:3:W:9:64:120';
    const started = [init, 'MPI_Start:130:64:140', 'MPI_Wait:150:64:0:160'].join('\n');
    expect(await messages(scan, MPICH)).toBe(0);
    expect(await messages(started, MPICH)).toBe(2);
  });

  it('is told, once for each call', async () => {
    const line = 'MPI_Bcast:110:1:0:D:0:W:120';
    const ranks = [0, 1].map(() => [line, line.replace('110', '130').replace('120', '140')]);
    const { warnings } = await convert(ranks);
    expect(warnings.map(({ code, message }) => [code, message])).toEqual([
      [
        'collectives-without-data',
        'collectives without data return at once and send nothing, as in the MPI library: MPI_Bcast (2)',
      ],
    ]);
  });

  it('is as the published generator has it by its rules', async () => {
    expect(await messages('MPI_Bcast:110:1:0:D:0:W:120', MPICH, { rules: 'published' })).toBe(1);
  });

  it('is nothing to choose an algorithm for', async () => {
    const set = await readRanks([['MPI_Bcast:110:1:0:D:0:W:120'], ['MPI_Bcast:110:1:0:D:0:W:120']]);
    expect(collectiveCalls(set, {})).toEqual([]);
  });
});

describe('who waits for a rank that comes late, where ranks 0 and 2 alone have a block', () => {
  const all = ['0: 1 2 3', '1: 0 2 3', '2: 0 1 3', '3: 0 1 2'];
  const root = ['0:', '1:', '2: 0', '3:'];
  const everyRoot = ['0:', '1: 0', '2: 0', '3: 0'];
  const two = ['0: 2', '1:', '2:', '3:'];
  const none = ['0:', '1:', '2:', '3:'];
  // As both libraries were seen to run them: empty-calls.real.test.ts.
  it.each([
    ['gatherv', root, root],
    ['igatherv', everyRoot, root],
    ['scatterv', two, two],
    ['iscatterv', ['0: 1 2 3', '1:', '2:', '3:'], two],
    ['alltoallv', all, two],
    ['ialltoallv', two, two],
    ['allreduce', none, ['0:', '1: 0', '2: 0', '3: 0 2']],
    ['iallreduce', none, all],
  ])('%s', async (call, openMpi, mpich) => {
    expect(await modelledWaits(call, OPEN_MPI)).toEqual(openMpi.map((line) => `${call} ${line}`));
    expect(await modelledWaits(call, MPICH)).toEqual(mpich.map((line) => `${call} ${line}`));
  });
});
