import { describe, expect, it } from 'vitest';
import { Model } from '../../../src/analysis/model.js';
import { sensitivity } from '../../../src/analysis/sensitivity.js';
import { parseCollectiveSpec } from '../../../src/collectives/choice.js';
import { logGPS } from '../../../src/machine/machine.js';
import { RECV, type Schedule } from '../../../src/schedule/schedule.js';
import { readTraces } from '../../../src/sources/liballprof/read-liballprof.js';
import { tracesToSchedule } from '../../../src/sources/mpi/convert.js';
import { convert, FIRST, file, listing, rank0, rankText, sent } from './traces.js';

/** Every rank makes the same calls; `r` in a line stands for its rank. */
const all = (size: number, ...lines: readonly string[]) =>
  Array.from({ length: size }, (_, rank) => lines.map((line) => line.replaceAll('<r>', String(rank))));

/** Bytes of all sends, by `from>to`. */
function traffic(schedule: Schedule): Record<string, number> {
  const bytes: Record<string, number> = {};
  for (const one of sent(schedule)) {
    const pair = `${one.from}>${one.to}`;
    bytes[pair] = (bytes[pair] ?? 0) + one.bytes;
  }
  return bytes;
}

describe('collective calls', () => {
  it('puts the algorithm between the computation before and a joint', async () => {
    const ops = await rank0(all(4, 'MPI_Barrier:110:W:120', 'MPI_Bcast:125:1:2:D:0:W:130'));
    expect(ops).toEqual([
      'l1: send 0b to 1 tag 1000000 < l6',
      'l2: recv 0b from 3 tag 1000000 < l6',
      'l3: send 0b to 2 tag 1000000 < l2',
      'l4: recv 0b from 2 tag 1000000 < l6',
      'l5: calc 0 < l1 < l3 < l4 < l6'.replace(' < l6', ''),
      'l6: calc 10000',
      // Handles are MPICH's, whose broadcast serves the farthest first.
      'l7: send 16b to 2 tag 1000001 < l10',
      'l8: send 16b to 1 tag 1000001 < l10',
      'l9: calc 0 < l7 < l8',
      'l10: calc 5000 < l5',
    ]);
  });

  it('is a joint after the computation where a rank is alone', async () => {
    expect(await rank0(all(1, 'MPI_Allreduce:110:1:2:1:D:3:W:120'))).toEqual([
      'l1: calc 0 < l2',
      'l2: calc 10000',
    ]);
  });

  it.each([
    ['MPI_Allreduce:110:1:2:4:D:3:W:120', { '0>1': 32, '1>0': 32 }],
    ['MPI_Reduce:110:1:2:4:D:3:1:W:120', { '0>1': 32 }],
    ['MPI_Allgather:110:3:4:D:2:4:D:W:120', { '0>1': 32, '1>0': 32 }],
    ['MPI_Allgather:110:1:0:0,0,0:2:4:D:W:120', { '0>1': 32, '1>0': 32 }],
    ['MPI_Alltoall:110:3:4:D:2:4:D:W:120', { '0>1': 32, '1>0': 32 }],
    ['MPI_Gather:110:3:4:D:2:4:D:0:W:120', { '1>0': 32 }],
    ['MPI_Scatter:110:3:4:D:2:4:D:1:W:120', { '1>0': 32 }],
    ['MPI_Scan:110:1:2:4:D:3:W:120', { '0>1': 32 }],
    ['MPI_Exscan:110:1:2:4:D:3:W:120', { '0>1': 32 }],
    ['MPI_Reduce_scatter_block:110:1:2:4:D:3:W:120', { '0>1': 32, '1>0': 32 }],
    ['MPI_Reduce_scatter:110:1:2:3:4,5:D:3:W:120', { '0>1': 40, '1>0': 32 }],
  ])('reads the sizes of %s', async (line, expected) => {
    const { schedule } = await convert(all(2, line), FIRST);
    expect(traffic(schedule)).toEqual(expected);
    expect(schedule.kind.filter((kind) => kind === RECV)).toHaveLength(sent(schedule).length);
  });

  it('reads the blocks of the collectives with counts, with or without their lists', async () => {
    // Rank 0 gives 3 doubles, rank 1 gives 5; everyone gets them all.
    const lists = (rank: number) => `MPI_Allgatherv:110:30:${3 + 2 * rank}:D:40:50:3,5:60:0,3:D:W:120`;
    const bare = (rank: number) => `MPI_Allgatherv:110:30:${3 + 2 * rank}:D:40:50:60:D:W:120`;
    for (const line of [lists, bare]) {
      const { schedule } = await convert([[line(0)], [line(1)]]);
      expect(traffic(schedule)).toEqual({ '0>1': 24, '1>0': 40 });
    }
    const gather = await convert([
      ['MPI_Gatherv:110:30:3:D:40:50:3,5:60:0,3:D:0:W:120'],
      ['MPI_Gatherv:110:30:5:D:40:50:9,9:60:0,3:D:0:W:120'],
    ]);
    expect(traffic(gather.schedule)).toEqual({ '1>0': 40 });
    const scatter = await convert([
      ['MPI_Scatterv:110:30:31:3,5:32:0,3:D:40:3:D:0:W:120'],
      ['MPI_Scatterv:110:30:31:9,9:32:0,3:D:40:5:D:0:W:120'],
    ]);
    expect(traffic(scatter.schedule)).toEqual({ '0>1': 40 });
  });

  it('reads both lists of an Alltoallv', async () => {
    const { schedule } = await convert([
      ['MPI_Alltoallv:110:30:31:1,2:32:0,1:D:40:41:1,4:42:0,1:D:W:120'],
      ['MPI_Alltoallv:110:30:31:4,3:32:0,4:D:40:41:2,3:42:0,2:D:W:120'],
    ]);
    expect(traffic(schedule)).toEqual({ '0>1': 16, '1>0': 32 });
    expect([...schedule.value.filter((_, op) => schedule.kind[op] === RECV)]).toEqual([32, 16]);
  });

  it.each([
    ['an Alltoallv', 'MPI_Alltoallv:110:30:31:32:D:40:41:42:D:W:120'],
    ['an Alltoallw', 'MPI_Alltoallw:110:5:0:0:0:6:0:0:0:W:120'],
    // liballprof does not tell who the neighbours are.
    ['one among neighbours', 'MPI_Neighbor_alltoall:110:0:3:D:0:3:D:W:120'],
  ])('does not understand %s without its lists', async (_, line) => {
    const name = line.split(':')[0];
    const { coverage, schedule } = await convert(all(2, line));
    expect(coverage.calls.find((call) => call.name === name)?.missed).toBe(2);
    expect(sent(schedule)).toEqual([]);
    await expect(convert(all(2, line), { strict: true })).rejects.toThrow(
      `rank0:6: ${name} is not understood (2 calls)`,
    );
  });

  it('lets the program go on beside a nonblocking collective until its wait', async () => {
    const ops = await rank0(all(2, 'MPI_Ibcast:110:1:2:D:0:W:640:112', 'MPI_Wait:120:640:0:121'));
    expect(ops).toEqual([
      'l1: send 16b to 1 tag 1000000 < l3',
      'l2: calc 0 < l1',
      'l3: calc 10000',
      'l4: calc 0 < l2 < l5',
      'l5: calc 8000 ~ l1',
    ]);
  });

  it('takes the algorithm that is asked for', async () => {
    const { schedule } = await convert(all(4, 'MPI_Bcast:110:1:2:D:0:W:120'), {
      collectives: [parseCollectiveSpec('bcast=linear')],
    });
    expect(traffic(schedule)).toEqual({ '0>1': 16, '0>2': 16, '0>3': 16 });
  });

  it('counts what the published generator does not know as not understood', async () => {
    const { warnings, schedule } = await convert(all(2, 'MPI_Scan:110:1:2:4:D:3:W:120'), {
      rules: 'published',
    });
    expect(warnings.map((warning) => warning.code)).toEqual(['calls-not-understood']);
    expect(listing(schedule, 0)).toEqual(['l1: calc 900000']);
  });
});

describe('collectives that do not fit together', () => {
  it.each([
    ['MPI_Bcast:110:1:3:D:0:W:120', '24 B here, but 16 B at rank0:6'],
    ['MPI_Bcast:110:1:2:D:1:W:120', 'root 1 here, but root 0 at rank0:6'],
    ['MPI_Barrier:110:W:120', 'MPI_Barrier here, but MPI_Bcast at rank0:6'],
  ])('refuses %s beside a bcast of 16 B from rank 0', async (second, message) => {
    await expect(convert([['MPI_Bcast:110:1:2:D:0:W:120'], [second]])).rejects.toThrow(
      new RegExp(`^rank1:6: \\w+, the 1st collective on MPI_COMM_WORLD: ${message}`),
    );
  });

  it.each([
    ['MPI_Bcast:110:1:2:D:2:W:120', 'MPI_Bcast with root 2 in a communicator of size 2'],
    ['MPI_Bcast:110:1:-2:D:0:W:120', 'MPI_Bcast with -16 B'],
    ['MPI_Reduce_scatter:110:1:2:3:4,5,6:D:3:W:120', 'MPI_Reduce_scatter with 3 counts for 2 ranks'],
    ['MPI_Reduce_scatter:110:1:2:3:4,-5:D:3:W:120', 'MPI_Reduce_scatter with a count of -5'],
  ])('refuses %s', async (line, message) => {
    await expect(convert(all(2, line))).rejects.toThrow(`rank0:6: ${message}`);
  });

  it('refuses a rank that lacks one', async () => {
    await expect(convert([['MPI_Barrier:110:W:120'], []])).rejects.toThrow(
      'rank0:6: MPI_Barrier is the 1st collective on MPI_COMM_WORLD, but rank 1 (rank1) calls none there',
    );
  });

  it('says from when on the calls of a rank are lost whose file could not be written to its end', async () => {
    const ranks = [
      ['MPI_Barrier:110:W:120', 'MPI_Barrier:190:W:200'],
      ['MPI_Barrier:110:W:120', 'MPI_Barrier:190:W:2'],
    ].map((lines, rank) => rankText(lines, rank, 2));
    // In the middle of a line.
    const cut = ranks[1].slice(0, ranks[1].indexOf('190'));
    const set = await readTraces([file('0.txt.part', ranks[0]), file('1.txt.part', cut)]);
    expect(set.warnings.map(({ code, message }) => [code, message])).toEqual([
      [
        'no-finalize',
        expect.stringMatching(/^1\.txt\.part: the calls of rank 1 after 20 µs are lost, because the tracer/),
      ],
    ]);
  });

  it('leaves out what a rank lacks of a run in which none reached MPI_Finalize', async () => {
    const ranks = [
      ['MPI_Barrier:110:W:120', 'MPI_Send:150:1:2:D:1:7:W:160', 'MPI_Barrier:190:W:200'],
      ['MPI_Barrier:110:W:120', 'MPI_Irecv:121:1:2:D:0:9:W:64:121'],
    ];
    const texts = ranks.map((lines, rank) => rankText(lines, rank, 2).replace(/MPI_Finalize.*\n/, ''));
    const set = await readTraces(texts.map((text, rank) => file(`rank${rank}`, text)));
    expect(set.warnings.map(({ code, message }) => [code, message])).toEqual([
      ['no-finalize', expect.stringContaining('collectives and messages that some of their ranks lack')],
    ]);
    const { schedule, warnings } = tracesToSchedule(set, FIRST);
    expect(warnings.map(({ code }) => code)).not.toContain('requests-open');
    const model = await Model.of(schedule, logGPS({ L: 1_000_000, o: 1000, G: 0 }), { engine: 'sweep' });
    const { runtime, lambda } = await sensitivity(model);
    // ns: 10 µs, the round of the first barrier, then on rank 0 30 µs, a send without a receive, and 30 µs.
    expect([runtime, lambda.L]).toEqual([10_000 + 1_002_000 + 30_000 + 1000 + 30_000, 1]);
  });
});
