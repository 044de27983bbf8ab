import { describe, expect, it } from 'vitest';
import { CALLS, isLocal } from '../../../src/sources/mpi/mpi-calls.js';
import { convert, FIRST, listing } from './traces.js';

describe('coverage', () => {
  // MPI_Init ends at 100, MPI_Finalize starts at 1000: 900 µs on each of two ranks.
  const program = [
    ['MPI_Send:110:5:1:D:1:7:W:200', 'MPI_Win_fence:300:0:9:390', 'MPI_Wtime:400:400'],
    ['MPI_Recv:110:5:1:D:0:7:W:0:380', 'MPI_Win_fence:400:0:9:490'],
  ];

  it('counts every call by name, with its share of the time', async () => {
    const { coverage } = await convert(program);
    expect(coverage.time).toBe(1_800_000);
    const of = (name: string) => coverage.calls.find((call) => call.name === name);
    expect(coverage.calls.map((call) => call.name)).toEqual([
      'MPI_Recv',
      'MPI_Win_fence',
      'MPI_Send',
      'MPI_Comm_rank',
      'MPI_Finalize',
      'MPI_Init',
      'MPI_Wtime',
    ]);
    expect(of('MPI_Recv')).toEqual({
      name: 'MPI_Recv',
      calls: 1,
      missed: 0,
      kind: 'modelled',
      time: 270_000,
      share: 0.15,
      missedShare: 0,
    });
    expect(of('MPI_Win_fence')).toMatchObject({
      calls: 2,
      missed: 2,
      kind: 'unknown',
      share: 0.1,
      missedShare: 0.1,
    });
    expect(of('MPI_Wtime')).toMatchObject({ kind: 'local', missed: 0 });
  });

  it('warns of what is not understood, once', async () => {
    const { warnings } = await convert(program);
    expect(warnings.map((warning) => warning.message)).toEqual([
      'calls that are not understood count as computation: MPI_Win_fence (2 calls, 10 % of the time); if this time is waiting, λ_L is larger and less latency is tolerated',
    ]);
  });

  it('refuses it when strict, at its first call', async () => {
    await expect(convert(program, { strict: true })).rejects.toThrow(
      'rank0:7: MPI_Win_fence is not understood (2 calls)',
    );
  });

  it('has a layout for every call that it reads, and knows each once', () => {
    expect(new Set(CALLS.map((call) => call.name)).size).toBe(CALLS.length);
    for (const call of CALLS) expect(call.layouts.every((layout) => /^[_ntCL]+$/.test(layout))).toBe(true);
    expect(isLocal('MPI_Type_commit') && !isLocal('MPI_Put')).toBe(true);
  });
});

const split = (rank: number) => [
  `MPI_Comm_split:110:W:0:${rank}:4444:150`,
  'MPI_File_open:160:1:2:3:4:5:200',
  'MPI_Barrier:210:W:220',
];
const opened = [split(0), split(1)];
const BARRIER = ['l1: send 0b to 1 tag 1000000 < l4', 'l2: recv 0b from 1 tag 1000000 < l4'];

describe('calls that are left out', () => {
  it('have no time; nor are they missed', async () => {
    const { schedule, warnings } = await convert(opened, {
      ...FIRST,
      strict: true,
      skipCalls: ['Comm_*', 'MPI_File_open'],
    });
    // 110 µs from 100 to 210, less 40 in Comm_split and 40 in File_open.
    expect(listing(schedule, 0).slice(0, 4)).toEqual([...BARRIER, 'l3: calc 0 < l1 < l2', 'l4: calc 30000']);
    expect(warnings).toEqual([]);
  });

  it('count as computation otherwise, which is said with their share', async () => {
    const { schedule, warnings } = await convert(opened, FIRST);
    // The 40 µs of Comm_split are work of the call, those of File_open are not told from the computation beside it.
    const lines = listing(schedule, 0);
    expect([lines[2], lines[7]]).toEqual(['l3: calc 40000 < l1 < l2', 'l8: calc 60000 < l3']);
    // 2 · 40 µs of 2 · 900 µs.
    expect(warnings.map((warning) => warning.message)).toEqual([
      'calls that are not understood count as computation: MPI_File_open (2 calls, 4.4 % of the time); if this time is waiting, λ_L is larger and less latency is tolerated',
    ]);
  });

  it('may be collectives, on all ranks', async () => {
    const { schedule } = await convert(opened, {
      ...FIRST,
      skipCalls: ['barrier', 'file_?pen', 'comm_split'],
    });
    // 900 µs, less 40 in File_open, 40 in Comm_split and 10 in the barrier.
    expect(listing(schedule, 0)).toEqual(['l1: calc 810000']);
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
    const { warnings } = await convert(opened, { ...FIRST, skipCalls: ['Comm_*', 'File_*', 'Win_*'] });
    expect(warnings.map((warning) => warning.message)).toEqual([
      "no call of the traces matches 'Win_*', so this pattern skips nothing",
    ]);
  });
});
