import { describe, expect, it } from 'vitest';
import { requestPitchOf } from '../../../src/sources/mpi/requests.js';
import { convert, readRanks } from './traces.js';

/** A program with persistent requests `pitch` B apart: made, started together, completed together. */
const persistent = (pitch: number, wait = 'MPI_Waitall:130:3:640:0:131') => [
  ...Array.from({ length: 3 }, (_, i) => `MPI_Recv_init:110:5:1:D:1:${i}:W:${640 + i * pitch}:110`),
  'MPI_Startall:120:3:640:121',
  wait,
];
const sends = Array.from({ length: 3 }, (_, i) => `MPI_Send:${110 + i}:5:1:D:0:${i}:W:${110 + i}`);

describe('the distance between requests', () => {
  it.each([4, 8] as const)('is told by a Startall of requests that were made %i B apart', async (pitch) => {
    const { requestPitch, schedule, warnings } = await convert([persistent(pitch), sends]);
    expect(requestPitch).toEqual({ pitch, needed: true });
    // Three receives, the computation before them, the joint, the computation before it, the last computation.
    expect(schedule.rankStart[1]).toBe(7);
    expect(warnings).toEqual([]);
  });

  it('is told by a Startall also where every request is waited for alone', async () => {
    const alone = [640, 644, 648].map((request, i) => `MPI_Wait:${130 + i}:${request}:0:${130 + i}`);
    const { requestPitch } = await convert([[...persistent(4).slice(0, -1), ...alone], sends]);
    expect(requestPitch).toEqual({ pitch: 4, needed: true });
  });

  it('is refused where a Startall meets what was made by neither', async () => {
    await expect(convert([persistent(24), sends])).rejects.toThrow(
      'rank0:9: MPI_Startall of 3 requests does not match requests that were made, whether requests are 4 B or 8 B apart in memory. ' +
        'Set --rules request-pitch to 4 or 8 if you know it',
    );
  });

  it('is asked for where 4 and 8 explain as much, but not the same', async () => {
    const program = (...waits: string[]) => [
      [
        'MPI_Irecv:110:5:1:D:1:0:W:640:110',
        'MPI_Irecv:111:5:1:D:1:1:W:644:111',
        'MPI_Irecv:112:5:1:D:1:2:W:648:112',
        ...waits,
      ],
      sends,
    ];
    const both = program('MPI_Waitall:120:2:640:0:121');
    await expect(convert(both)).rejects.toThrow(
      'rank0:9: MPI_Waitall of 2 requests and others fit requests 4 B apart in memory as well as 8 B apart, with different results. ' +
        'Set --rules request-pitch to 4 or 8',
    );
    await expect(convert(both, { requestPitch: 4 })).resolves.toBeDefined();
    // The Wait for the third says that it was not in the Waitall.
    const { requestPitch } = await convert(program('MPI_Waitall:120:2:640:0:121', 'MPI_Wait:122:648:0:123'));
    expect(requestPitch).toEqual({ pitch: 4, needed: true });
  });

  it('makes no difference where both meet the same', async () => {
    // 640 and 648, and null requests: the 2nd by 8 B, or the 3rd by 4 B.
    const { requestPitch } = await convert([
      [
        'MPI_Irecv:110:5:1:D:1:0:W:640:110',
        'MPI_Irecv:111:5:1:D:1:1:W:648:111',
        'MPI_Waitall:120:3:640:0:121',
      ],
      sends.slice(0, 2),
    ]);
    expect(requestPitch).toEqual({ pitch: 8, needed: false });
  });

  it('is found anew where the calls of any rank differ, and kept where only times do', async () => {
    const idle = ['MPI_Barrier:110:W:111'];
    const [four, eight] = (
      await Promise.all([4, 8].map((pitch) => readRanks([idle, persistent(pitch), sends])))
    ).map(({ ranks }) => ranks);
    const found = requestPitchOf(four, 'infer');
    expect(found).toEqual({ pitch: 4, needed: true });
    const later = four.map((rank) => ({ ...rank, start: rank.start.map((at) => at + 1) }));
    expect(requestPitchOf(later, 'infer')).toBe(found);
    // The same columns of rank 0, other ones of rank 1.
    const mixed = [four[0], ...eight.slice(1)];
    expect(requestPitchOf(mixed, 'infer')).toEqual({ pitch: 8, needed: true });
    expect(requestPitchOf(four, 'infer')).toEqual(found);
  });
});
