/** Calls in which ranks wait for each other: their latencies by hand, and what is left of their time. */
import { describe, expect, it } from 'vitest';
import { logGPS } from '../../../src/machine/machine.js';
import { simulate } from '../../../src/simulation/simulate.js';
import { readTraces } from '../../../src/sources/liballprof/read-liballprof.js';
import type { TraceScheduleOptions } from '../../../src/sources/mpi/conversion-options.js';
import { tracesToSchedule } from '../../../src/sources/mpi/convert.js';
import { file } from '../liballprof/traces.js';

const OPEN_MPI = 'Open MPI v4.1.4';
const MPICH = 'MPICH Version:\t4.0.2';

interface Options extends TraceScheduleOptions {
  readonly mpi?: string;
  /** By rank the begin of its times, ns. */
  readonly starts?: readonly number[];
  readonly injected?: number;
  /** ns. */
  readonly halfRoundTrip?: number;
}

/** The schedule of traces as our tracer writes them; `W` is the world. */
async function convert(calls: readonly (readonly string[])[], options: Options = {}) {
  const { mpi = OPEN_MPI, starts = [], injected = 0, halfRoundTrip = 0, ...rest } = options;
  const set = await readTraces(
    calls.map((lines, rank) => {
      const world = `1,${rank},${calls.length}`;
      const text = [
        '# llamp-trace 3',
        `# mpi: ${mpi}`,
        '# host: node',
        `# start-monotonic-ns: ${starts[rank] ?? 0}`,
        `# rank: ${rank}`,
        `# ranks: ${calls.length}`,
        ...(injected > 0 ? [`# injected-latency-ns: ${injected}`] : []),
        ...(halfRoundTrip > 0 ? [`# half-round-trip-ns: ${halfRoundTrip}`] : []),
        'MPI_Init:-:0:0:0',
        ...lines.map((line) => line.replace(':W:', `:${world}:`)),
        'MPI_Finalize:1000:-',
        '',
      ].join('\n');
      return file(`rank${rank}`, text, rank);
    }),
  );
  return tracesToSchedule(set, rest);
}

const LATENCY = 10_000_000;

/** Latencies until each rank ends: of computations, which take 1 ms, the rest is left out. */
async function latencies(calls: readonly (readonly string[])[], options: Options = {}): Promise<number[]> {
  const { schedule } = await convert(calls, options);
  const { ends } = simulate(schedule, logGPS({ L: LATENCY, o: 0, G: 0, S: 1e9 }));
  return Array.from(ends, (end) => Math.floor(end / LATENCY));
}

/** T of all ranks where messages cost nothing, µs. */
async function times(calls: readonly (readonly string[])[], options: Options = {}): Promise<number[]> {
  const { schedule } = await convert(calls, options);
  return Array.from(simulate(schedule, logGPS({ L: 0, o: 0, G: 0, S: 1e9 })).ends, (end) => end / 1000);
}

const ranks = (count: number, of: (rank: number) => readonly string[]) =>
  Array.from({ length: count }, (_, rank) => of(rank));

/** Of all ranks at 100 µs: MPI_Comm_dup, of the communicator 3. */
const dup = (count: number) =>
  ranks(count, () => [
    'MPI_Comm_dup:100:W:3:150',
    `#comm: 3,${Array.from({ length: count }, (_, i) => i).join()}`,
  ]);

describe('a communicator that is made', () => {
  it.each([
    // Three times to rank 0 and back, by trees of depth 1, 2 and 3.
    [OPEN_MPI, 2, [5, 6]],
    [OPEN_MPI, 4, [10, 11, 11, 12]],
    // An allreduce by halving and doubling, then a broadcast from rank 0.
    [MPICH, 2, [2, 3]],
    [MPICH, 4, [4, 5, 5, 6]],
    // Nothing is known of the library: a barrier by dissemination.
    ['an MPI', 4, [2, 2, 2, 2]],
    ['an MPI', 5, [3, 3, 3, 3, 3]],
  ])('takes the latencies of its library: %s, %i ranks', async (mpi, count, expected) => {
    expect(await latencies(dup(count), { mpi })).toEqual(expected);
  });

  it('waits for a rank that receives a message first', async () => {
    const late = ranks(2, (rank) => [
      rank === 0 ? 'MPI_Recv:10:0:1:0,1,1:1:0:W:0:90' : 'MPI_Send:10:0:1:0,1,1:0:0:W:20',
      ...dup(2)[rank],
    ]);
    expect(await latencies(late)).toEqual([5, 6]);
    expect(await latencies(late, { mpi: 'an MPI' })).toEqual([1, 2]);
  });

  it('of some ranks is heard of by those alone under MPICH', async () => {
    // Ranks 0 and 1 get it: allreduce of all three, (4, 3, 2), then a broadcast among the two.
    const create = ranks(3, (rank) =>
      rank < 2 ? ['MPI_Comm_create:100:W:0:3:150', '#comm: 3,0,1'] : ['MPI_Comm_create:100:W:0:0:150'],
    );
    expect(await latencies(create, { mpi: MPICH })).toEqual([4, 5, 2]);
  });

  it('by its own ranks alone leaves others out', async () => {
    const create = ranks(3, (rank) =>
      rank < 2 ? ['MPI_Comm_create_group:100:W:0:5:3:150', '#comm: 3,0,1'] : [],
    );
    expect(await latencies(create)).toEqual([5, 6, 0]);
  });

  it('costs more under MPICH where ranks may be reordered', async () => {
    const cart = (reorder: number) =>
      ranks(2, () => [`MPI_Cart_create:100:W:1:0:0:${reorder}:3:150`, '#comm: 3,0,1']);
    expect(await latencies(cart(0), { mpi: MPICH })).toEqual([2, 3]);
    expect(await latencies(cart(1), { mpi: MPICH })).toEqual([3, 4]);
  });

  it('without waiting is waited for at the request', async () => {
    const idup = ranks(2, () => [
      'MPI_Comm_idup:100:W:3:77:101',
      '#handles: 77',
      '#comm: 3,0,1',
      'MPI_Wait:200:77:0:210',
      '#handles: 77',
    ]);
    expect(await latencies(idup)).toEqual([5, 6]);
    // The computation between goes on meanwhile.
    expect(await times(idup)).toEqual([989, 989]);
  });

  it('is left out with --skip-calls', async () => {
    expect(await latencies(dup(2), { skipCalls: ['Comm_*'] })).toEqual([0, 0]);
  });
});

describe('windows and files', () => {
  /** A window on the world, which is communicator 3, and then calls on it. */
  const onWindow = (...calls: readonly string[]) =>
    ranks(2, (rank) => [
      'MPI_Win_create:100:W:3:101',
      '#comm: 3,0,1',
      ...calls.map((call) => call.replaceAll('V', `3,${rank},2`)),
    ]);

  it('are communicators of their own', async () => {
    // The identifier, (5, 6), and a barrier.
    expect(await latencies(onWindow())).toEqual([7, 6]);
    // A reduce-scatter, (7, 8), and a barrier.
    expect(await latencies(onWindow('MPI_Win_fence:200:0:V:210'))).toEqual([9, 8]);
    // Which nothing has to be told of before.
    expect(await latencies(onWindow('MPI_Win_fence:200:1:V:210'))).toEqual([7, 8]);
    expect(await latencies(onWindow('MPI_Win_free:200:V:210'), { mpi: MPICH })).toEqual([8, 9]);
  });

  it('of which parts lie between others are written in more steps under MPICH', async () => {
    const file = (gaps: number) =>
      ranks(2, (rank) => [
        'MPI_File_open:100:W:3:101',
        '#comm: 3,0,1',
        `MPI_File_set_view:200:${gaps}:3,${rank},2:201`,
        `MPI_File_write_all:300:64:3,${rank},2:301`,
      ]);
    const [plain] = await latencies(file(0), { mpi: MPICH });
    const [strided] = await latencies(file(1), { mpi: MPICH });
    // 4 · ⌈log₂ 2⌉ + 4 instead of 2 · ⌈log₂ 2⌉.
    expect(strided - plain).toBe(6);
    // Two ranks of Open MPI write each for itself.
    expect(await latencies(file(0))).toEqual(await latencies(file(1)));
  });

  it('are waited for where nonblocking ones complete, if at all', async () => {
    const file = (...calls: readonly string[]) =>
      ranks(2, (rank) => [
        'MPI_File_open:100:W:3:101',
        '#comm: 3,0,1',
        ...calls.map((call) => call.replace('V', `3,${rank},2`)),
      ]);
    const begun = 'MPI_File_iwrite_all:300:5000000000:V:77:301';
    for (const mpi of [OPEN_MPI, MPICH]) {
      const opened = await latencies(file(), { mpi });
      const whole = await latencies(file(begun, 'MPI_Wait:310:77:0:320'), { mpi });
      // 2 · ⌈log₂ 2⌉, or each for itself.
      expect(whole).toEqual(opened.map((latency) => latency + (mpi === MPICH ? 2 : 0)));
    }
    const { coverage } = await convert(file(begun, 'MPI_Wait:310:77:0:320'), { mpi: MPICH });
    expect(coverage.calls.filter(({ missed }) => missed > 0)).toEqual([]);
  });

  it('are counted as not understood where a trace has only their names', async () => {
    const calls = ranks(2, () => ['MPI_Win_create:100:150', 'MPI_Win_fence:200:250']);
    const { coverage, schedule } = await convert(calls);
    expect(coverage.calls.filter(({ missed }) => missed > 0).map(({ name }) => name)).toEqual([
      'MPI_Win_create',
      'MPI_Win_fence',
    ]);
    expect(schedule.kind.every((kind) => kind === 0)).toBe(true);
  });
});

describe('the time of a join', () => {
  // Rank 1 comes 200 µs late; both leave at 350.
  const calls = (rank: number) => [`MPI_Comm_dup:${rank === 0 ? 100 : 300}:W:3:350`, '#comm: 3,0,1'];

  it('is work from when the last rank has come', async () => {
    // 300 µs of computation of the last, its 50 µs in the call, and 650 µs behind it.
    expect(await times(ranks(2, calls))).toEqual([1000, 1000]);
  });

  it('is work by the clock of all ranks', async () => {
    // Rank 1 began 50 µs later than rank 0, so that the last comes 250 µs after the other.
    const { schedule } = await convert(ranks(2, calls), { starts: [0, 50_000] });
    const { ends } = simulate(schedule, logGPS({ L: 0, o: 0, G: 0, S: 1e9 }));
    // No work of rank 0 is left: 300 + 50 + 650 of rank 1.
    expect([...ends].map((end) => end / 1000)).toEqual([950, 1000]);
  });

  it('is no longer than what the last stays, where clocks cannot be compared either', async () => {
    const apart = (rank: number) => [
      `MPI_Comm_dup:${rank === 0 ? 100 : 300}:W:3:${rank === 0 ? 390 : 350}`,
      '#comm: 3,0,1',
    ];
    // Rank 0 leaves 90 µs after the last came, who stays 50 µs: 300 + 50 + 610.
    expect(await times(ranks(2, apart))).toEqual([960, 1000]);
  });

  it('is none where messages were delayed, whose latencies it has', async () => {
    expect(await times(ranks(2, calls), { injected: 5000 })).toEqual([950, 950]);
  });

  it('has no latency of the traced run in it', async () => {
    // 50 µs, of which 6 latencies take 30, or all.
    expect(await times(dup(2))).toEqual([1000, 1000]);
    expect(await times(dup(2), { halfRoundTrip: 5000 })).toEqual([970, 970]);
    expect(await times(dup(2), { halfRoundTrip: 50_000 })).toEqual([950, 950]);
  });
});
