/** Traces continued to several times their ranks: against the traces of so many ranks, and by hand. */
import { describe, expect, it } from 'vitest';
import { parseCollectiveSpec } from '../../../src/collectives/choice.js';
import { buildGraph } from '../../../src/graph/execution-graph.js';
import { logGPS } from '../../../src/machine/machine.js';
import type { Schedule } from '../../../src/schedule/schedule.js';
import { tracesToSchedule } from '../../../src/sources/mpi/convert.js';
import { runCli } from '../../cli/run.js';
import { setIn } from '../liballprof/published.js';
import { convert, FIRST, sent } from '../liballprof/traces.js';

const times = <T>(n: number, one: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => one(i));

/** Messages by pair, with their bytes. */
const pairs = (schedule: Schedule): string[] =>
  sent(schedule)
    .map(({ from, to, bytes }) => `${from}>${to}: ${bytes}`)
    .sort();

/** Calls of copies stand in the files of the ranks that were traced. */
const withoutFiles = ({ calls, ...schedule }: Schedule) => ({
  ...schedule,
  calls: calls && { ...calls, ranks: calls.ranks.map((one) => ({ ...one, files: [] })) },
});

/** A program of collectives of all `n` ranks; all counts by rank are the same. */
const collectives = (n: number): string[] => {
  const list = `${times(n, () => 3).join(',')}`;
  return [
    'MPI_Allreduce:110:1:2:512:D:3:W:120',
    'MPI_Bcast:130:1:64:D:1:W:140',
    'MPI_Barrier:150:W:155',
    'MPI_Gather:160:3:4:D:2:4:D:2:W:170',
    'MPI_Scatter:175:3:4:D:2:4:D:1:W:180',
    'MPI_Allgather:190:3:4:D:2:4:D:W:195',
    'MPI_Alltoall:200:3:4:D:2:4:D:W:210',
    `MPI_Alltoallv:220:30:31:${list}:32:${list}:D:40:41:${list}:42:${list}:D:W:230`,
    `MPI_Reduce_scatter:240:1:2:${list}:D:3:W:250`,
    'MPI_Reduce:260:1:2:8:D:3:0:W:270',
  ];
};

const program = (n: number): string[][] => times(n, () => collectives(n));

describe('collectives of all ranks', () => {
  it.each(['default', 'auto', 'mpich'])('are those of so many ranks, by %s', async (rules) => {
    const by = { collectives: [parseCollectiveSpec(rules)] };
    const { schedule, warnings } = await convert(program(4), { ...by, copies: 2 });
    const { schedule: traced } = await convert(program(8), by);
    expect(withoutFiles(schedule)).toEqual(withoutFiles(traced));
    expect(warnings.filter(({ code }) => code === 'extrapolated')).toHaveLength(3);
  });

  it('of a duplicate of the world are so too', async () => {
    const lines = (n: number) =>
      times(n, (rank) => ['MPI_Comm_dup:110:W:4444:115', `MPI_Barrier:120:770${rank},${rank},${n}:125`]);
    const { schedule } = await convert(lines(2), { ...FIRST, copies: 3 });
    expect(withoutFiles(schedule)).toEqual(withoutFiles((await convert(lines(6), FIRST)).schedule));
  });

  it('take the block of a root in place from its own line, where other copies have no root', async () => {
    const line = (rank: number) =>
      rank === 0 ? 'MPI_Gather:110:1:0:D:2:4:D:0:W:120' : 'MPI_Gather:110:3:4:D:2:4:D:0:W:120';
    const { schedule } = await convert(
      times(2, (rank) => [line(rank)]),
      { collectives: [parseCollectiveSpec('gather=linear')], copies: 2 },
    );
    expect(pairs(schedule)).toEqual(['1>0: 32', '2>0: 32', '3>0: 32']);
  });
});

describe('messages', () => {
  it('of a ring stay within their copy', async () => {
    const ring = times(3, (rank) => [
      `MPI_Sendrecv:110:1:4:D:${(rank + 1) % 3}:7:2:4:D:${(rank + 2) % 3}:7:W:0:120`,
    ]);
    const { schedule } = await convert(ring, { ...FIRST, copies: 2 });
    expect(pairs(schedule)).toEqual(['0>1: 32', '1>2: 32', '2>0: 32', '3>4: 32', '4>5: 32', '5>3: 32']);
    expect(buildGraph(schedule, logGPS({ L: 1, o: 0, G: 0 })).messages).toBe(6);
  });

  it('from any source and to nobody stay what they are', async () => {
    const lines = [
      ['MPI_Send:110:1:1:D:1:5:W:120', 'MPI_Send:130:1:1:D:-2:5:W:140'],
      ['MPI_Recv:110:1:1:D:-1:5:W:0:120'],
    ];
    const { schedule } = await convert(lines, { ...FIRST, copies: 2 });
    expect(pairs(schedule)).toEqual(['0>1: 8', '2>3: 8']);
    expect([...schedule.peer].filter((peer) => peer < 0)).toHaveLength(2);
  });

  it('and collectives of some of the ranks are there once per copy', async () => {
    const lines = times(4, (rank) => {
      const own = `770${rank},${rank >> 1},2`;
      const peer = rank < 2 ? `MPI_Send:130:1:1:D:1:5:${own}:131` : `MPI_Recv:130:1:1:D:0:5:${own}:0:131`;
      return [
        `MPI_Comm_split:110:W:${rank % 2}:${rank}:4444:115`,
        `MPI_Allreduce:120:1:2:1:D:3:${own}:125`,
        peer,
      ];
    });
    const by = {
      collectives: [parseCollectiveSpec('allreduce=recursive-doubling')],
      skipCalls: ['Comm_split'],
    };
    const { schedule, warnings } = await convert(lines, { ...by, copies: 2 });
    const copy = (c: number) => ['0>2', '0>2', '1>3', '1>3', '2>0', '3>1'].map((pair) => moved(pair, 4 * c));
    expect(pairs(schedule)).toEqual([...copy(0), ...copy(1)].map((pair) => `${pair}: 8`));
    expect(warnings.map(({ message }) => message).join('\n')).toMatch(/once per copy/);
  });
});

const moved = (pair: string, by: number): string =>
  pair
    .split('>')
    .map((rank) => Number(rank) + by)
    .join('>');

describe('schedgen --extrapolate', () => {
  it.each(['mixed-4', 'persist-4', 'sweep-4'])(
    'makes a program of %s whose messages all match',
    async (name) => {
      const { schedule, warnings } = tracesToSchedule(await setIn(`traces/${name}`), { copies: 3 });
      expect(warnings.map(({ message }) => message).join()).toContain('extrapolated from 4 to 12 ranks');
      expect([schedule.ranks, buildGraph(schedule, logGPS({ L: 1, o: 0, G: 0 })).messages]).toEqual([
        12,
        sent(schedule).length,
      ]);
    },
  );

  it('once is the schedule itself, and nothing is said', async () => {
    const plain = await runCli(['schedgen', 'traces/mixed-4']);
    expect(await runCli(['schedgen', 'traces/mixed-4', '--extrapolate', '1'])).toEqual(plain);
  });

  it('is refused for a GOAL file and for a pattern', async () => {
    const goal = await runCli(['schedgen', 'goal-samples/fig4.goal', '--extrapolate', '2']);
    expect([goal.code, goal.stderr]).toEqual([
      2,
      expect.stringMatching(/instead of MPI calls\. Leave it out, or name the original traces/),
    ]);
    const pattern = await runCli(['schedgen', '--pattern', 'ring', '--ranks', '4', '--extrapolate', '2']);
    expect(pattern.code).toBe(2);
  });
});
