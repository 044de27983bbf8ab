/** Threads of a rank in our traces: calls that overlap are of threads that go on by themselves, others are one sequence. */
import { describe, expect, it } from 'vitest';
import { readTraces } from '../../../src/sources/liballprof/read-liballprof.js';
import { tracesToSchedule } from '../../../src/sources/mpi/convert.js';
import { file, listing } from '../liballprof/traces.js';

const text = (lines: readonly string[], version = 3, [rank, ranks] = [0, 1]): string =>
  [
    "# htor's PMPI Tracer 1.1 Output File",
    `# llamp-trace ${version}`,
    '# threads: multiple',
    `# rank: ${rank}`,
    `# ranks: ${ranks}`,
    'MPI_Init_thread:-:0:0:0:0:0.000',
    ...lines,
    'MPI_Finalize:100:-',
    '',
  ].join('\n');

const barrier = (start: number, end: number): string => `MPI_Barrier:${start}:2,0,1:${end}`;

async function read(lines: readonly string[], version?: number) {
  const set = await readTraces([file('rank0', text(lines, version), 0)]);
  const { schedule } = tracesToSchedule(set, {});
  return { rows: set.ranks[0], codes: set.warnings.map(({ code }) => code), ops: listing(schedule, 0) };
}

describe('threads of a rank', () => {
  it('are one sequence where they take turns', async () => {
    const turns = [barrier(10, 20), '#thread: 1', barrier(30, 40), '#thread: 0', barrier(50, 60)];
    const { rows, codes, ops } = await read(turns);
    expect([rows.thread, codes]).toEqual([null, []]);
    expect(ops).toEqual((await read(turns.filter((line) => !line.startsWith('#')))).ops);
  });

  it('go on by themselves where calls overlap, in whichever order they were recorded', async () => {
    // The call of thread 1 began before those of thread 0 that stand before it.
    const { rows, codes, ops } = await read([
      barrier(30, 40),
      barrier(50, 60),
      '#thread: 1',
      barrier(20, 70),
    ]);
    expect([rows.thread, codes]).toEqual([Uint16Array.of(0, 0, 1), ['threads']]);
    const computed = ops
      .filter((op) => / calc [1-9]/.test(op))
      .map((op) => op.replace(/^l\d+: | [<~].*/g, ''));
    expect(computed).toEqual(['calc 30000', 'calc 10000', 'calc 20000', 'calc 40000']);
  });

  it('go on by themselves on every rank where calls of one rank overlap', async () => {
    const turns = ['#thread: 1', barrier(20, 40), '#thread: 0', barrier(50, 60)];
    const overlapping = [barrier(20, 40), '#thread: 1', barrier(30, 60)];
    const files = [turns, overlapping].map((lines, rank) =>
      file(`rank${rank}`, text(lines, 3, [rank, 2]).replaceAll(':2,0,1:', `:2,${rank},2:`), rank),
    );
    const { ranks, warnings } = await readTraces(files);
    expect(ranks.map(({ thread }) => thread)).toEqual([Uint16Array.of(1, 0), Uint16Array.of(0, 1)]);
    expect(warnings.map(({ message }) => message.slice(0, 20))).toEqual(['rank0 and 1 more: se']);
  });

  it('of which a time goes backwards are refused', async () => {
    await expect(read([barrier(30, 40), '#thread: 1', barrier(20, 70), barrier(60, 80)])).rejects.toThrow(
      'rank0:10: time goes backwards by 10 µs',
    );
    await expect(read(['#thread: 99999', barrier(30, 40)])).rejects.toThrow(
      "'#thread: 99999' is not a thread",
    );
  });

  it('were not told apart in older versions', async () => {
    const { codes } = await read(['#thread: 1', barrier(30, 40)], 2);
    expect(codes).toEqual(['threads']);
  });
});
