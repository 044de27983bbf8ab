/**
 * SMPI traces against SimGrid's own replay of them (Debian: libsimgrid-dev), where nothing but latency takes time: the same
 * runtime, and the same messages.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseCollectiveSpec } from '../../../src/collectives/choice.js';
import type { Schedule } from '../../../src/schedule/schedule.js';
import { tracesToSchedule } from '../../../src/sources/mpi/convert.js';
import { readSmpi } from '../../../src/sources/smpi/read-smpi.js';
import { TYPE_BYTES } from '../../../src/sources/smpi/smpi-actions.js';
import { runCli } from '../../cli/run.js';
import { sharedPath } from '../../shared.js';
import { sent } from '../liballprof/traces.js';
import { file, GIGA } from './samples.js';
import { hasSimGrid, LATENCY_MS, SimGrid } from './simgrid.js';

/** Of the times that SimGrid prints, in seconds. */
const DIGIT = 1e-6;

const replayed = sharedPath('data/formats/smpi-ti/replay-actions');
const sample = (name: string): string =>
  replayed === undefined ? '' : readFileSync(join(replayed, name), 'utf8');

/** Ranks that call the same, after computations that differ. */
const uneven = (ranks: number, ...lines: string[]): string =>
  ['init', ...lines.flatMap((line, i) => [`compute ${i + 1}e6 *`, line]), 'finalize']
    .flatMap((line) =>
      Array.from({ length: ranks }, (_, rank) => {
        const work = line.endsWith(' *')
          ? `compute ${line.split(' ')[1].replace('e6', '')}${rank}00000`
          : line;
        return `${rank} ${work}`;
      }),
    )
    .join('\n')
    .concat('\n');

interface Case {
  readonly text: string;
  readonly ranks: number;
  /** Algorithms by SimGrid's names, and by ours. */
  readonly theirs?: readonly string[];
  readonly ours?: readonly string[];
}

const CASES: Readonly<Record<string, Case>> = {
  'messages, requests and an allreduce': {
    text: readFileSync('traces/smpi/stencil.txt', 'utf8').replace(
      /compute (\S+)/g,
      (_, flops) => `compute ${Number(flops) * 100}`,
    ),
    ranks: 4,
    theirs: ['allreduce:rdb'],
    ours: ['allreduce=recursive-doubling'],
  },
  'both halves of sendrecv': {
    text: uneven(3, 'sendRecv 10 0 10 0 0 0').replace(
      /^(\d) sendRecv.*$/gm,
      (_, rank) => `${rank} sendRecv 10 ${(Number(rank) + 1) % 3} 10 ${(Number(rank) + 2) % 3} 0 0`,
    ),
    ranks: 3,
  },
  'messages of every datatype': {
    text: uneven(2, ...TYPE_BYTES.map((_, type) => `send 1 ${type} 3 ${type}`)).replace(
      /^1 send 1/gm,
      '1 recv 0',
    ),
    ranks: 2,
  },
  'a barrier by dissemination': {
    text: uneven(5, 'barrier', 'barrier'),
    ranks: 5,
    theirs: ['barrier:ompi_bruck'],
    ours: ['barrier=dissemination'],
  },
  'trees of bcast, reduce and gather': {
    text: uneven(8, 'bcast 1000 0 0', 'reduce 1000 0 0 0', 'gather 10 10 0 0 0'),
    ranks: 8,
    theirs: ['bcast:flattree', 'reduce:binomial', 'gather:ompi_binomial'],
    ours: ['bcast=linear', 'reduce=ompi-binomial', 'gather=binomial'],
  },
  'all to all at once': {
    text: uneven(4, 'alltoall 500 500 0 0'),
    ranks: 4,
    theirs: ['alltoall:basic_linear'],
    ours: ['alltoall=linear'],
  },
  'a ring': {
    text: uneven(4, 'allgather 500 500 0 0'),
    ranks: 4,
    theirs: ['allgather:NTSLR'],
    ours: ['allgather=ring'],
  },
  'computation behind a reduction': {
    text: uneven(4, 'allreduce 10 3e6 0', 'allreduce 10 1e6 0'),
    ranks: 4,
    theirs: ['allreduce:rdb'],
    ours: ['allreduce=recursive-doubling'],
  },
  ...(replayed === undefined
    ? {}
    : {
        'a sample of its own with requests and tests': { text: sample('actions_with_isend.txt'), ranks: 3 },
        'a sample of its own with a waitall': { text: sample('actions_waitall.txt'), ranks: 3 },
        'a sample of its own with a barrier': {
          text: sample('actions_barrier.txt'),
          ranks: 3,
          theirs: ['barrier:ompi_bruck'],
          ours: ['barrier=dissemination'],
        },
        'a sample of its own with types': {
          text: sample('actions_bcast_reduce_datatypes.txt'),
          ranks: 3,
          theirs: ['bcast:binomial_tree', 'reduce:binomial'],
          ours: ['bcast=binomial', 'reduce=binomial'],
        },
        'a sample of its own with blocks that differ': {
          text: sample('actions_allgatherv.txt'),
          ranks: 4,
          theirs: ['allgatherv:ompi_neighborexchange'],
          ours: ['allgatherv=neighbor-exchange'],
        },
      }),
};

/** Messages of a schedule as SimGrid's are written. */
const messagesOf = (schedule: Schedule): string[] =>
  sent(schedule)
    .map(({ from, to, bytes }) => `${from} ${to} ${bytes}`)
    .sort();

describe.skipIf(!hasSimGrid())('SimGrid as it runs here (needs smpirun and smpicc)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'llamp-simgrid-'));
  let simgrid: SimGrid;
  beforeAll(() => {
    simgrid = new SimGrid(join(folder, 'run'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(Object.entries(CASES))('%s', async (name, { text, ranks, theirs = [], ours = [] }) => {
    const replay = simgrid.replay(text, ranks, theirs);
    const collectives = ours.map((choice) => parseCollectiveSpec(choice));
    const { schedule } = tracesToSchedule(await readSmpi([file(name, text)], GIGA), { collectives });
    expect(messagesOf(schedule)).toEqual(replay.messages);

    const machine = ['-L', `${LATENCY_MS}ms`, '-o', '0', '-G', '0ns/B', '-S', 'none', '--cpu', 'free'];
    const chosen = ours.flatMap((choice) => ['--collective', choice]);
    const { stdout } = await runCli(
      ['sensitivity', '-', '--flop-rate', '1Gf', '--json', ...machine, ...chosen],
      { input: text },
    );
    const { result } = JSON.parse(stdout) as { result: { runtime_ns: number } };
    expect(Math.abs(result.runtime_ns / 1e9 - replay.seconds)).toBeLessThanOrEqual(DIGIT);
  });

  it('what smpirun -trace writes is called a Pajé trace', async () => {
    simgrid.replay(uneven(2, 'barrier'), 2, []);
    const { stderr, code } = await runCli(['check', join(folder, 'run', 'paje.trace')]);
    expect(code).toBe(3);
    expect(stderr).toContain('paje.trace: this is a Pajé trace, which is not read. ');
  });

  it('what smpirun -trace-ti writes of a program is read', async () => {
    const list = simgrid.trace(join(import.meta.dirname, 'programs', 'halo.c'), 4);
    const { stdout, code } = await runCli(['check', list, '--flop-rate', '1Gf']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/ranks +4\n/);
    expect(stdout).toMatch(/messages +40\n/);
  });
});
