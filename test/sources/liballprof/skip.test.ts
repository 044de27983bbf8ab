import { describe, expect, it } from 'vitest';
import { convert, FIRST, listing } from './traces.js';

const split = (rank: number) => [
  `MPI_Comm_split:110:W:0:${rank}:4444:150`,
  'MPI_File_open:160:1:2:3:4:5:200',
  'MPI_Barrier:210:W:220',
];
const program = [split(0), split(1)];
const BARRIER = ['l1: send 0b to 1 tag 1000000 < l4', 'l2: recv 0b from 1 tag 1000000 < l4'];

describe('calls that are left out', () => {
  it('have no time; nor are they missed', async () => {
    const { schedule, warnings } = await convert(program, {
      ...FIRST,
      strict: true,
      skipCalls: ['Comm_*', 'MPI_File_open'],
    });
    // 110 µs from 100 to 210, less 40 in Comm_split and 40 in File_open.
    expect(listing(schedule, 0).slice(0, 4)).toEqual([...BARRIER, 'l3: calc 0 < l1 < l2', 'l4: calc 30000']);
    expect(warnings).toEqual([]);
  });

  it('count as computation otherwise, which is said with their share', async () => {
    const { schedule, warnings } = await convert(program, FIRST);
    expect(listing(schedule, 0)[3]).toBe('l4: calc 110000');
    // 2 · 40 µs of 2 · 900 µs.
    expect(warnings.map((warning) => warning.message)).toEqual([
      'what MPI_Comm_split (2 calls, 4.4 % of the time) communicates is not modelled: the time counts as computation, which no latency changes',
      'calls that are not understood, whose time counts as computation: MPI_File_open (2 calls, 4.4 % of the time)',
    ]);
  });

  it('may be collectives, on all ranks', async () => {
    const { schedule } = await convert(program, { ...FIRST, skipCalls: ['barrier', 'file_?pen'] });
    // 900 µs, less 40 in File_open and 10 in the barrier.
    expect(listing(schedule, 0)).toEqual(['l1: calc 850000']);
  });

  it('make communicators all the same', async () => {
    const lines = (rank: number) => [
      ...split(rank),
      rank === 0 ? 'MPI_Send:230:1:1:D:1:5:7770,0,2:231' : 'MPI_Recv:230:1:1:D:0:5:7771,1,2:0:231',
    ];
    const { schedule } = await convert([lines(0), lines(1)], { ...FIRST, skipCalls: ['*_split', '*File*'] });
    expect(listing(schedule, 0)[4]).toBe(`l5: send 8b to 1 tag ${2 ** 32 + 5} < l6`);
  });

  it('are named where no call fits', async () => {
    const { warnings } = await convert(program, { ...FIRST, skipCalls: ['Comm_*', 'File_*', 'Win_*'] });
    expect(warnings.map((warning) => warning.message)).toEqual([
      "no call of the traces fits 'Win_*', to be left out",
    ]);
  });
});
