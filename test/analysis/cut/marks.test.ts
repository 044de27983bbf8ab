/** Regions between marks, whose times are sums by hand. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type Cut, cutRegion } from '../../../src/analysis/cut/cut-region.js';
import { markedParts, type PhasesQuery, phases } from '../../../src/analysis/cut/program-phases.js';
import type { Bound, RegionEntry } from '../../../src/analysis/cut/region-bounds.js';
import { Model } from '../../../src/analysis/model.js';
import { tolerance } from '../../../src/analysis/sensitivity.js';
import { buildGraph } from '../../../src/graph/execution-graph.js';
import { logGPS } from '../../../src/machine/machine.js';
import { type Schedule, summarize } from '../../../src/schedule/schedule.js';
import { tracesToSchedule } from '../../../src/sources/mpi/convert.js';
import { readArchive } from '../../../src/sources/otf2/read-otf2.js';
import { Replay } from '../../../src/timing/replay.js';
import { FIRST } from '../../sources/liballprof/traces.js';
import { MARKED, textFiles } from '../../sources/llamp-trace/marked.js';
import { read } from '../../sources/llamp-trace/samples.js';
import { type Body, NO_ROOT, runOf } from '../../sources/otf2/describe.js';
import { encode } from '../../sources/otf2/encode.js';
import { anchorIn } from '../../sources/otf2/files.js';

/*
 * Rank 0: calc 0–10000, send 10000–10100, calc 10100–20100, recv posted 20100, over at 19300 + L + o = 20400,
 * calc 20400–30400.
 * Rank 1: calc 0–3000, recv posted 3000, over at 10100 + L + o = 11200, calc 11200–19200, send 19200–19300,
 * calc 19300–29300.
 */
const machine = logGPS({ L: 1000, o: 100, G: 0 });
let schedule: Schedule;
beforeAll(async () => {
  schedule = (await read(textFiles(MARKED))).schedule([]).schedule;
});

const cut = (from: Bound, to: Bound, entry: RegionEntry = 'as-run'): Cut =>
  cutRegion(schedule, machine, { text: 'A..B', from, to, entry });
const runtime = (one: Schedule): number => new Replay(buildGraph(one, machine), machine).runtime;
const region = (name: string, nth = 1): Bound => ({ kind: 'region', name, nth });
const pcontrol = (nth: number, level: number | null = null): Bound => ({ kind: 'pcontrol', level, nth });
const whole = (name: string, nth = 1, entry?: RegionEntry): Cut =>
  cut(region(name, nth), region(name, nth), entry);

describe('a region that the program names', () => {
  it('begins and ends within computations', async () => {
    const { schedule: alone, found } = whole('solve');
    // Rank 0 enters at 10100 + 7000 and leaves at 20400 + 2000, rank 1 at 11200 + 2500 and 19300 + 1000.
    expect(found).toMatchObject({ begin: 13_700, end: 22_400, spread: 3_400, lastRank: 0 });
    expect(found).toMatchObject({ arriving: 0, leaving: 0, whole: 30_400 });
    expect(runtime(alone)).toBe(22_400 - 13_700);
    expect(summarize(alone)).toMatchObject({ sends: 1, recvs: 1 });
    const { lambda } = await tolerance(await Model.of(alone, machine), [1]);
    // Rank 1 computes 5500, sends and is received: that is later than rank 0 is there.
    expect(lambda.L).toBe(1);
  });

  it('lets its ranks enter together where that is asked', () => {
    // Rank 1: 5500, o; L; o, and 2000 of rank 0.
    expect(runtime(whole('solve', 1, 'together').schedule)).toBe(5_500 + 100 + 1_000 + 100 + 2_000);
  });

  it('may lie within one computation', () => {
    const { schedule: alone, found } = whole('solve', 2);
    // Rank 0 from 20400 + 5000 for 2000, rank 1 from 19300 + 2000 for 1000.
    expect(found).toMatchObject({ begin: 21_300, end: 27_400, spread: 4_100, lastRank: 0 });
    expect(runtime(alone)).toBe(6_100);
    expect(runtime(whole('solve', 2, 'together').schedule)).toBe(2_000);
  });

  it('may begin with a rank', () => {
    expect(whole('setup').found).toMatchObject({ begin: 0, end: 14_100, spread: 4_000 });
  });

  it('goes from the beginning of one to the end of another', () => {
    expect(cut(region('setup'), region('solve', 2)).found).toMatchObject({ begin: 0, end: 27_400 });
  });

  it('stands beside other bounds', () => {
    expect(cut({ kind: 'start' }, { ...region('solve'), begins: true } as Bound).found.end).toBe(17_100);
    expect(cut(region('solve', 2), { kind: 'end' }).found).toMatchObject({ begin: 21_300, end: 30_400 });
  });

  it.each([
    [() => whole('solv'), "the program has no region 'solv'. Did you mean solve?"],
    [() => whole('solve', 3), 'rank 0 enters region:solve 2 times'],
    [() => whole('only here'), 'rank 1 never enters region:only here'],
    [
      () => cut(pcontrol(1, 7), { kind: 'end' }),
      'the program has no pcontrol:7. It has pcontrol:1, pcontrol:2',
    ],
    [() => cut(pcontrol(3), { kind: 'end' }), 'The last that every rank has is MPI_Pcontrol#2'],
    [() => cut(region('solve', 2), region('solve', 1)), 'no operation of the program is within'],
    [() => cut(pcontrol(2), pcontrol(2)), 'no operation of the program is within'],
  ])('is refused where it is not there: %#', (made, message) => {
    expect(made).toThrow(message);
  });
});

describe('MPI_Pcontrol', () => {
  it('bounds a region by its number, or by its level', () => {
    const { schedule: alone, found } = cut(pcontrol(1), pcontrol(2));
    // Rank 0 from 10100 + 5000 to 20400 + 6000, rank 1 from 11200 + 2000 to 19300 + 2500.
    expect(found).toMatchObject({ begin: 13_200, end: 26_400 });
    expect(runtime(alone)).toBe(13_200);
    expect(cut(pcontrol(1, 1), pcontrol(1, 2)).found).toMatchObject({ begin: 13_200, end: 26_400 });
  });
});

describe('phases', () => {
  const told = async (marked: PhasesQuery['marked']): Promise<[string, number, number][]> => {
    const query = { marks: null, percents: [1], entry: 'as-run', ...(marked && { marked }) } as const;
    const list = await phases(schedule, machine, query);
    return list.map(({ name, found, adds }) => [name, found.begin, adds]);
  };

  it('are the times that a region is entered, without what lies between', async () => {
    expect(await told({ kind: 'region', name: 'solve' })).toEqual([
      ['solve#1', 13_700, 22_400 - 13_700],
      ['solve#2', 21_300, 27_400 - 22_400],
    ]);
  });

  it('are those of all regions that all ranks enter equally often', async () => {
    expect((await told({ kind: 'region', name: null })).map(([name]) => name)).toEqual([
      'setup#1',
      'solve#1',
      'solve#2',
    ]);
  });

  it('go from one MPI_Pcontrol to the next, and add up to T', async () => {
    const list = await told({ kind: 'pcontrol' });
    expect(list.map(([name]) => name)).toEqual([
      'start..MPI_Pcontrol#1',
      'MPI_Pcontrol#1..MPI_Pcontrol#2',
      'MPI_Pcontrol#2..end',
    ]);
    expect(list.reduce((sum, [, , adds]) => sum + adds, 0)).toBe(30_400);
  });

  it('are refused where ranks do not agree on how many there are', async () => {
    const [first, { finalize, lines }] = MARKED;
    const { schedule: uneven } = (
      await read(textFiles([first, { finalize, lines: lines.slice(0, -3) }]))
    ).schedule([]);
    const ask = (marked: PhasesQuery['marked']): Promise<unknown> =>
      phases(uneven, machine, { marks: null, percents: [1], entry: 'as-run', ...(marked && { marked }) });
    await expect(ask({ kind: 'region', name: 'solve' })).rejects.toThrow(
      "rank 0 enters region 'solve' 2 times, but rank 1 does so 1 time, so the occurrences cannot be matched",
    );
    await expect(ask({ kind: 'pcontrol' })).rejects.toThrow(
      'rank 0 calls MPI_Pcontrol 2 times, but rank 1 does so 1 time',
    );
  });
});

/** Twice `solve`, with a call; in each of them `kernel` twice, without. */
const body: Body = (script) => {
  for (let i = 0; i < 2; i++) {
    script.enter('solve');
    for (let k = 0; k < 2; k++) script.enter('kernel').pass(50).leave('kernel').pass(1);
    script.call('MPI_Barrier', ['mpi_collective_end', 'BARRIER', 0, NO_ROOT, 0, 0]).leave('solve');
  }
};

it.each([
  [6, ['solve#1', 'kernel#1', 'kernel#2', 'solve#2', 'kernel#3', 'kernel#4'], []],
  [5, ['solve#1', 'solve#2'], ['kernel']],
  [1, ['solve#1', 'solve#2'], ['kernel']],
])('at most %i', async (most, names, left) => {
  const set = await readArchive(anchorIn(encode(runOf([body, body]))));
  const { schedule } = tracesToSchedule(set, FIRST);
  const { parts, leftOut } = markedParts(schedule, { kind: 'region', name: null }, most);
  expect(parts.map(({ name }) => name)).toEqual(names);
  expect(leftOut).toEqual(left);
});
