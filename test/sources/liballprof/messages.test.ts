import { describe, expect, it } from 'vitest';
import { linesOf } from '../../goal.js';
import { convert, listing, rank0 } from './traces.js';

describe('point-to-point calls', () => {
  it('makes a send of count × size bytes after the computation before it', async () => {
    // 120 − 100 µs of computation; the 5 µs inside the call are dropped; 1000 − 125 µs after it.
    const { schedule } = await convert([
      ['MPI_Send:120:5:3:D:1:7:W:125'],
      ['MPI_Recv:120:5:3:D:0:7:W:0:125'],
    ]);
    expect(listing(schedule, 0)).toEqual([
      'l1: send 24b to 1 tag 7 < l2',
      'l2: calc 20000',
      'l3: calc 875000 < l1',
    ]);
    expect(listing(schedule, 1)[0]).toBe('l1: recv 24b from 0 tag 7 < l2');
    expect(schedule.callNames[schedule.call?.[0] ?? 99]).toBe('MPI_Send');
    expect(schedule.callNames[schedule.call?.[1] ?? 99]).toBe('computation');
    expect(linesOf(schedule)?.[0]).toBe(6);
  });

  it.each(['Ssend', 'Bsend', 'Rsend'])('takes MPI_%s for a send', async (name) => {
    const ops = await rank0([[`MPI_${name}:100:5:1:D:1:7:W:125`], ['MPI_Recv:120:5:1:D:0:7:W:0:125']]);
    expect(ops).toEqual(['l1: send 8b to 1 tag 7 < l2', 'l2: calc 0']);
  });

  it('lets the program go on when an Isend or Irecv has started', async () => {
    const ops = await rank0([
      ['MPI_Irecv:110:5:1:D:1:7:W:64:111', 'MPI_Isend:112:5:1:D:1:8:W:72:113', 'MPI_Waitall:115:2:64:0:120'],
      ['MPI_Send:110:5:1:D:0:7:W:111', 'MPI_Recv:110:5:1:D:0:8:W:0:111'].map((line, i) =>
        line.replace('110', String(110 + i)),
      ),
    ]);
    expect(ops).toEqual([
      'l1: recv 8b from 1 tag 7 < l2',
      'l2: calc 10000',
      'l3: send 8b to 1 tag 8 < l4',
      'l4: calc 1000 ~ l1',
      'l5: calc 0 < l1 < l3 < l6',
      'l6: calc 2000 ~ l3',
    ]);
  });

  it('keeps any source and any tag', async () => {
    for (const any of [-1, -2]) {
      const ops = await rank0([[`MPI_Recv:100:5:1:D:${any}:-1:W:0:101`], ['MPI_Send:100:5:1:D:0:3:W:101']]);
      expect(ops[0]).toBe('l1: recv 8b from -1 tag -1000000 < l2');
    }
  });

  it('drops messages to and from no rank, which the other negative value is', async () => {
    // −1 is a destination here, so it is MPI_PROC_NULL (as with MPICH), and −2 any source.
    const ops = await rank0([
      [
        'MPI_Send:110:5:1:D:-1:7:W:120',
        'MPI_Recv:121:5:1:D:-1:7:W:0:130',
        'MPI_Recv:132:5:1:D:-2:7:W:0:140',
        'MPI_Isend:140:5:1:D:-1:7:W:64:141',
        'MPI_Wait:141:64:0:142',
      ],
      ['MPI_Send:100:5:1:D:0:7:W:101'],
    ]);
    expect(ops).toEqual([
      'l1: calc 0 < l2',
      'l2: calc 10000',
      'l3: calc 0 < l4',
      'l4: calc 1000 < l1',
      'l5: recv 8b from -1 tag 7 < l6',
      'l6: calc 2000 < l3',
      'l7: calc 0 < l8',
      'l8: calc 0 < l5',
    ]);
  });

  it.each([
    ['MPI_Isend:110:5:1:D:1:-1:W:64:111', 'a message is sent with tag -1'],
    ['MPI_Sendrecv:110:1:1:D:1:-3:2:1:D:1:8:W:0:120', 'a message is sent with tag -3'],
    // Two negative destinations: one of them at most is no rank.
    ['MPI_Send:110:5:1:D:-2:7:W:120\nMPI_Send:121:5:1:D:-1:7:W:122', 'a message goes to rank -1'],
    [
      'MPI_Sendrecv:110:1:1:D:-7:8:2:1:D:-2:8:W:0:120\nMPI_Send:121:5:1:D:-2:7:W:122',
      'a message goes to rank -7',
    ],
    ['MPI_Send:110:5:1:D:1:2147483648:W:120', 'tag 2147483648 exceeds 2^31 − 1, the highest of MPI'],
    [
      'MPI_Irecv:110:5:1:D:1:18446744073709551616:W:64:111',
      'tag 18446744073709552000 exceeds 2^31 − 1, the highest of MPI',
    ],
  ])('refuses a destination that is no rank, and a tag that is none: %s', async (lines, message) => {
    await expect(convert([lines.split('\n'), []])).rejects.toThrow(
      `${message}. The line is damaged, or the files are of different runs`,
    );
  });

  it('gives each half of a Sendrecv its own tag, or both the send’s by the published rules', async () => {
    const program = [
      ['MPI_Sendrecv:110:1:1:D:1:7:2:4:D:1:8:W:0:120', 'MPI_Barrier:125:W:126'],
      ['MPI_Sendrecv:110:1:4:D:0:8:2:1:D:0:7:W:0:120', 'MPI_Barrier:125:W:126'],
    ];
    const ops = await rank0(program);
    expect(ops.slice(0, 3)).toEqual([
      'l1: send 8b to 1 tag 7 < l3',
      'l2: recv 32b from 1 tag 8 < l3',
      'l3: calc 10000',
    ]);
    expect(ops.at(-1)).toBe('l7: calc 5000 < l1 < l2');
    const published = await rank0(program, { rules: 'published' });
    expect(published[1]).toBe('l2: recv 32b from 1 tag 7 < l3');
  });

  it('sends and receives as much in a Sendrecv_replace', async () => {
    const ops = await rank0([
      ['MPI_Sendrecv_replace:110:1:2:D:1:7:1:8:W:0:120'],
      ['MPI_Sendrecv_replace:110:1:2:D:0:8:0:7:W:0:120'],
    ]);
    expect(ops.slice(0, 2)).toEqual(['l1: send 16b to 1 tag 7 < l3', 'l2: recv 16b from 1 tag 8 < l3']);
  });

  it('does not let calls that communicate with nobody move the clock', async () => {
    const ops = await rank0([
      ['MPI_Get_count:110:1:D:2:120', 'MPI_Wtime:121:121', 'MPI_Send:130:5:1:D:1:7:W:131'],
      ['MPI_Iprobe:101:0:7:W:4:5:102', 'MPI_Recv:130:5:1:D:0:7:W:0:131'],
    ]);
    expect(ops[1]).toBe('l2: calc 30000');
  });

  it('drops the time of a Probe, which waits for what a receive takes', async () => {
    const ops = await rank0([
      ['MPI_Probe:110:1:7:W:0:150', 'MPI_Recv:151:5:1:D:1:7:W:0:152'],
      ['MPI_Send:110:5:1:D:0:7:W:111'],
    ]);
    expect(ops).toEqual([
      'l1: calc 0 < l2',
      'l2: calc 10000',
      'l3: recv 8b from 1 tag 7 < l4',
      'l4: calc 1000 < l1',
    ]);
  });

  it('keeps the tags of collectives clear of a program that uses tags above a million', async () => {
    const { schedule } = await convert([
      ['MPI_Send:110:5:1:D:1:1000000:W:111', 'MPI_Barrier:112:W:113'],
      ['MPI_Recv:110:5:1:D:0:1000000:W:0:111', 'MPI_Barrier:112:W:113'],
    ]);
    expect(listing(schedule, 0)[2]).toBe('l3: send 0b to 1 tag 2000000 < l6');
  });
});
