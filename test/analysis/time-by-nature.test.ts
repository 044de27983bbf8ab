/** Time by nature, and the tolerance if undecided time waits: by hand, and against the same program with its call understood. */
import { describe, expect, it } from 'vitest';
import { criticalPath } from '../../src/analysis/critical-path-shares.js';
import { Model } from '../../src/analysis/model.js';
import { tolerance } from '../../src/analysis/sensitivity.js';
import { type Natures, timeByNature } from '../../src/analysis/time-by-nature.js';
import { undecidedTolerance } from '../../src/analysis/undecided-tolerance.js';
import { logGPS } from '../../src/machine/machine.js';
import { axisByName } from '../../src/timing/axis.js';
import { convert, FIRST } from '../sources/liballprof/traces.js';

const machine = logGPS({ L: 50_000, o: 1000, G: 0 });

async function naturesOf(ranks: readonly (readonly string[])[], options = FIRST): Promise<Natures> {
  const { schedule, coverage } = await convert(ranks, options);
  const model = await Model.of(schedule, machine);
  return timeByNature(schedule, coverage, criticalPath(model));
}

// Each rank runs from 100 to 1000 µs; the first spends 20 µs in a local call and 30 µs in one that is in no table.
const SENDER = ['MPI_Pack:110:0:130', 'MPIX_Meet:140:0:170', 'MPI_Send:200:1:1:D:1:7:W:210'];
const RECEIVER = ['MPI_Recv:110:1:1:D:0:7:W:0:210', 'MPI_Unpack:500:0:540'];

describe('time by nature', () => {
  it('of a path: what its computations contain, its messages, and o', async () => {
    // Of rank 0 the 100 µs before the send, then of rank 1 the 790 µs behind its receive.
    const { path } = await naturesOf([SENDER, RECEIVER]);
    expect(path).toEqual({
      computation: 50_000 + 750_000,
      waiting: 50_000,
      library: 20_000 + 40_000 + 2000,
      undecided: 30_000,
      tracer: 0,
    });
  });

  it('of all ranks in the traced run: their sum is its time', async () => {
    const { all } = await naturesOf([SENDER, RECEIVER]);
    expect(all).toEqual({
      computation: 50_000 + 790_000 + 10_000 + 750_000,
      waiting: 10_000 + 100_000,
      library: 20_000 + 40_000,
      undecided: 30_000,
      tracer: 0,
    });
  });

  it('of calls that are left out: nothing', async () => {
    const { all, path } = await naturesOf([SENDER, RECEIVER], {
      ...FIRST,
      skipCalls: ['MPIX_*', 'Unpack'],
    });
    expect(path).toMatchObject({ computation: 50_000 + 750_000, library: 22_000, undecided: 0 });
    expect(all).toMatchObject({ waiting: 110_000, library: 20_000, undecided: 0 });
  });

  it('a call with arguments that is not understood is undecided as well', async () => {
    // An alltoallv without its counts, of 40 µs.
    const { path } = await naturesOf([
      ['MPI_Alltoallv:110:0:0:0:D:0:0:0:D:W:150', 'MPI_Barrier:200:W:210'],
      ['MPI_Alltoallv:110:0:0:0:D:0:0:0:D:W:150', 'MPI_Barrier:200:W:210'],
    ]);
    expect(path).toMatchObject({ computation: 60_000 + 790_000, undecided: 40_000 });
  });

  it('long gaps between polls are undecided, brief ones wait', async () => {
    const { all, path } = await naturesOf([
      ['MPI_Send:900:1:1:D:1:7:W:910'],
      [
        'MPI_Irecv:110:1:1:D:0:7:W:7000:111',
        'MPI_Test:120:7000:0:0:121',
        'MPI_Test:122:7000:0:0:123',
        'MPI_Test:223:7000:0:0:224',
        'MPI_Test:225:7000:0:0:226',
        'MPI_Wait:227:7000:0:920',
      ],
    ]);
    expect(all?.undecided).toBe(100_000);
    // The path is rank 0's, which waits for nothing.
    expect(path?.undecided).toBe(0);
  });
});

describe('the least tolerance', () => {
  const least = async (ranks: readonly (readonly string[])[], on = machine, parameter = 'L') => {
    const { schedule } = await convert(ranks, FIRST);
    const model = await Model.of(schedule, on);
    const result = await tolerance(model, [1, 10], axisByName(on, parameter));
    return { result, found: await undecidedTolerance(model, result) };
  };

  it('of a call that is not understood: T grows by as many latencies as its time has room for', async () => {
    // 700 µs have room for 14 latencies of 50 µs; for two ranks it would be at least 12.
    const long = ['MPIX_Meet:100:0:800', 'MPI_Send:810:1:1:D:1:7:W:810'];
    const { result, found } = await least([long, ['MPI_Recv:110:1:1:D:0:7:W:0:810']]);
    expect(found).toMatchObject({ ns: 700_000, calls: 1 });
    // One latency of the message, and 14 of the call.
    expect(result.lambda.L).toBe(1);
    expect(found?.deltas.map((delta) => Math.round((delta * 15 * 100) / result.runtime))).toEqual([1, 10]);
  });

  it('of a short call: as many latencies as the costliest known call', async () => {
    const { result, found } = await least([SENDER, RECEIVER]);
    expect(found?.deltas.map((delta) => Math.round((delta * 13 * 100) / result.runtime))).toEqual([1, 10]);
  });

  it('counts paths that become the longest', async () => {
    // The path of rank 1 has no call that is not understood, and no slack of 10 %.
    const { result, found } = await least([
      ['MPIX_Meet:100:0:800', 'MPI_Barrier:950:W:960'],
      ['MPI_Barrier:955:W:960'],
    ]);
    const [one] = found?.deltas ?? [];
    // T of rank 1's path is 5 µs longer: the first 5 µs by the call of rank 0 cost nothing.
    const slope = 14 + result.lambda.L;
    expect(one).toBeCloseTo((result.runtime * 0.01 + 5000) / slope, 3);
  });

  it('is not asked for without undecided time, nor for other parameters', async () => {
    expect((await least([['MPI_Barrier:200:W:210'], ['MPI_Barrier:200:W:210']])).found).toBeNull();
    expect((await least([SENDER, RECEIVER], machine, 'G')).found).toBeNull();
  });

  it('and the tolerance include that of the program whose call is understood', async () => {
    // A late rank meets the other one 50 times.
    const rounds = (rank: number, name: string): string[] =>
      Array.from({ length: 50 }, (_, k) => {
        const at = 100 + 18 * k;
        const message = rank === 1 ? 'MPI_Send' : 'MPI_Recv';
        const source = rank === 1 ? '0:7:W' : '1:7:W:0';
        return [`${message}:${at}:1:1:D:${source}:${at + 1}`, `${name}:${at + 1}:W:${at + 3}`];
      }).flat();
    for (const L of [100, 1000, 50_000]) {
      const on = logGPS({ L, o: 0, G: 0 });
      const right = await least([rounds(0, 'MPI_Barrier'), rounds(1, 'MPI_Barrier')], on);
      const { result, found } = await least([rounds(0, 'MPIX_Meet'), rounds(1, 'MPIX_Meet')], on);
      right.result.tolerance.forEach(({ delta }, i) => {
        expect(found?.deltas[i]).toBeLessThan(delta);
        expect(result.tolerance[i].delta).toBeGreaterThan(delta);
      });
    }
  });
});
