/** Persistent collectives: each start is the nonblocking call with the same arguments, which other tests hold. */
import { describe, expect, it } from 'vitest';
import type { TraceScheduleOptions } from '../../../src/sources/mpi/conversion-options.js';
import { CALLS } from '../../../src/sources/mpi/mpi-calls.js';
import { collectiveCalls } from '../../../src/sources/mpi/trace-program.js';
import { convert, FIRST, listing, readRanks } from './traces.js';

/** Arguments before the communicator, for two ranks. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  Barrier: '',
  Bcast: '5:1:D:0:',
  Reduce: '5:6:2:D:0:1:',
  Allreduce: '5:6:2:D:0:',
  Scan: '5:6:2:D:0:',
  Exscan: '5:6:2:D:0:',
  Gather: '0:2:D:6:2:D:1:',
  Gatherv: '0:2:D:6:7:2,3:8:D:1:',
  Scatter: '5:2:D:0:2:D:1:',
  Scatterv: '5:6:2,2:7:D:0:2:D:1:',
  Allgather: '0:2:D:6:2:D:',
  Allgatherv: '0:2:D:6:7:2,2:8:D:',
  Alltoall: '0:2:D:6:2:D:',
  Alltoallv: '0:5:2,2:6:D:7:8:2,2:9:D:',
  Alltoallw: '0:5:2,2:6:7:8,8:8:9:2,2:1:2:8,8:',
  Reduce_scatter: '5:6:7:2,2:D:0:',
  Reduce_scatter_block: '5:6:2:D:0:',
};

const COLLECTIVES = CALLS.filter(({ kind }) => kind === 'collective-init').map(({ name }) =>
  name.replace(/^MPI_|_init$/g, ''),
);

const described = (name: string, request: number, time = 105): string =>
  `MPI_${name}_init:${time}:${ARGUMENTS[name]}W:0:${request}:${time + 1}`;
const called = (name: string, request: number, time: number): string =>
  `MPI_I${name.toLowerCase()}:${time}:${ARGUMENTS[name]}W:${request}:${time + 1}`;
const started = (request: number, time: number): string => `MPI_Start:${time}:${request}:${time + 1}`;
const waited = (request: number, time: number): string => `MPI_Wait:${time}:${request}:0:${time + 5}`;

/** Operations of both ranks of a program that is the same on both. */
async function both(lines: readonly string[], options: TraceScheduleOptions = FIRST): Promise<string[]> {
  const { schedule, warnings } = await convert([lines, lines], options);
  expect(warnings).toEqual([]);
  return [...listing(schedule, 0), '', ...listing(schedule, 1)];
}

const withoutTags = (lines: readonly string[]): string[] => lines.map((line) => line.replace(/ tag \d+/, ''));

describe('a persistent collective', () => {
  it('has a test of its own each', () => {
    expect(COLLECTIVES).toEqual(Object.keys(ARGUMENTS));
  });

  it.each(COLLECTIVES)('%s is at its start what the nonblocking one is at its call', async (name) => {
    const persistent = [
      described(name, 64),
      started(64, 120),
      waited(64, 130),
      'MPI_Request_free:140:64:141',
    ];
    const expected = await both([called(name, 64, 120), waited(64, 130)]);
    expect(expected.join()).toContain('send');
    expect(await both(persistent)).toEqual(expected);
  });

  it('goes as often as it is started', async () => {
    const rounds = [120, 140, 160];
    const persistent = [
      described('Allreduce', 64),
      ...rounds.flatMap((t) => [started(64, t), waited(64, t + 5)]),
    ];
    const calls = rounds.flatMap((t) => [called('Allreduce', 64, t), waited(64, t + 5)]);
    expect(withoutTags(await both(persistent))).toEqual(withoutTags(await both(calls)));
  });

  it('is matched by where it was described, in whatever order the ranks start', async () => {
    const lines = (order: readonly number[]): string[] => [
      described('Bcast', 64, 102),
      described('Reduce', 128, 104),
      ...order.map((request, i) => started(request, 120 + 2 * i)),
      ...order.map((request, i) => waited(request, 130 + 10 * i)),
    ];
    const { schedule } = await convert([lines([64, 128]), lines([128, 64])], FIRST);
    const messages = (rank: number): string[] =>
      listing(schedule, rank).flatMap((line) => /(send|recv) .* tag \d+/.exec(line)?.[0] ?? []);
    // A bcast from 0, a reduction to 1.
    expect(messages(0)).toEqual(['send 8b to 1 tag 1000000', 'send 16b to 1 tag 1000001']);
    expect(messages(1)).toEqual(['recv 16b from 0 tag 1000001', 'recv 8b from 0 tag 1000000']);
  });

  it('may be started with messages, after one computation', async () => {
    const lines = (rank: number): string[] => [
      described('Barrier', 64),
      rank === 0 ? 'MPI_Send_init:107:5:1:D:1:3:W:72:107' : 'MPI_Recv_init:107:5:1:D:0:3:W:72:107',
      'MPI_Startall:120:2:64:121',
      'MPI_Waitall:130:2:64:0:135',
    ];
    const { schedule, requestPitch } = await convert([lines(0), lines(1)], FIRST);
    expect(requestPitch).toEqual({ pitch: 8, needed: true });
    const text = listing(schedule, 0);
    expect(text.filter((line) => /calc 20000/.test(line))).toHaveLength(1);
    expect(text.filter((line) => /send .*tag 3 </.test(line))).toHaveLength(1);
  });

  it('of another root on another rank is refused', async () => {
    const other = described('Bcast', 64).replace(':0:W', ':1:W');
    await expect(convert([[described('Bcast', 64)], [other]])).rejects.toThrow(
      'rank1:6: MPI_Bcast_init, the 1st collective on MPI_COMM_WORLD: root 1 here, but root 0 at rank0:6',
    );
  });

  it('is not known to the published rules, and neither are its starts', async () => {
    const lines = [described('Bcast', 64), started(64, 120), waited(64, 130)];
    const { coverage } = await convert([lines, lines], { rules: 'published' });
    expect(coverage.calls.filter(({ missed }) => missed > 0).map(({ name }) => name)).toEqual([
      'MPI_Bcast_init',
      'MPI_Start',
    ]);
  });

  it('counts at each start for who tunes it', async () => {
    const lines = [described('Bcast', 64), ...[120, 140].flatMap((t) => [started(64, t), waited(64, t + 5)])];
    const set = await readRanks([lines, lines]);
    const bcast = { collective: 'bcast', bytes: 8, ranks: 2 };
    expect(collectiveCalls(set, {})).toEqual([{ ...bcast, calls: 2, unbound: 2 }]);
    const never = await readRanks([lines.slice(0, 1), lines.slice(0, 1)]);
    expect(collectiveCalls(never, {})).toEqual([]);
  });
});
