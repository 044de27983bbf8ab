import { describe, expect, it } from 'vitest';
import { CALLS, isLocal } from '../../../src/sources/mpi/mpi-calls.js';
import { convert } from './traces.js';

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
      'calls that are not understood, whose time counts as computation: MPI_Win_fence (2 calls, 10 % of the time)',
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
