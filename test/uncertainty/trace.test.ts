/** What time stamps leave open: by hand for two ranks, by all corners for tiny programs, by rounding down what is drawn. */
import { describe, expect, it } from 'vitest';
import {
  drawnTimes,
  resolutionOf,
  type TraceQuestion,
  traceUncertainty,
  withGaps,
} from '../../src/analysis/measurement-uncertainty.js';
import { parseCollectiveSpec } from '../../src/collectives/choice.js';
import { buildGraph } from '../../src/graph/execution-graph.js';
import { logGPS } from '../../src/machine/machine.js';
import { CALC } from '../../src/schedule/schedule.js';
import { HeaderReader } from '../../src/sources/mpi/rank-trace.js';
import { TraceProgram } from '../../src/sources/mpi/trace-program.js';
import { randomBelow } from '../../src/sources/patterns/random.js';
import { Replay } from '../../src/timing/replay.js';
import { cases, isWhole } from '../part.js';
import { readRanks } from '../sources/liballprof/traces.js';

const machine = logGPS({ L: 50_000, o: 1000, G: 0 });

const query = (more: Partial<TraceQuestion> = {}): TraceQuestion => ({
  percents: [1],
  parameter: 'L',
  choices: [parseCollectiveSpec('allreduce=recursive-doubling')],
  tracerOverhead: 0,
  draws: 200,
  seed: 1,
  ...more,
});

async function programOf(ranks: readonly (readonly string[])[]): Promise<TraceProgram> {
  const set = await readRanks(ranks);
  return new TraceProgram({ info: { source: 'test', format: 'test' }, set, options: {} });
}

/** Rank 0 computes 10 µs and sends; rank 1 receives and computes 880 µs. */
const HAND = [['MPI_Send:110:1:1:D:1:5:W:120'], ['MPI_Recv:110:1:1:D:0:5:W:0:120']];

describe('two ranks', () => {
  // 10 µs + o + L + o + 880 µs.
  const T = 10_000 + 1000 + 50_000 + 1000 + 880_000;

  it('T is open by 1 µs for each of the two computations on its path', async () => {
    const found = await traceUncertainty(await programOf(HAND), machine, query());
    expect(found.resolution).toBe(1000);
    expect(found.traced).toMatchObject({ runtime: T, lambda: 1, rho: 50_000 / T });
    expect(found.traced.tolerance[0]).toBeCloseTo(T / 100, 6);
    expect(found.bounds).toEqual({ low: T - 2000, high: T + 2000 });
  });

  it('draws have the distribution of the sum of four even ones', async () => {
    const found = await traceUncertainty(
      await programOf(HAND),
      machine,
      query({ draws: isWhole ? 2000 : 500 }),
    );
    // Irwin and Hall: the 5 % quantile x of the sum of four solves x⁴ − 4 (x − 1)⁴ = 24 · 0.05, which is 1.0466.
    // A quarter of the draws spreads twice as far.
    const spread = isWhole ? 0.08 : 0.16;
    const at = found.quantiles.map(({ runtime }) => (runtime - T) / 1000);
    expect(Math.abs(at[0] - (1.0466 - 2))).toBeLessThan(spread);
    expect(Math.abs(at[2])).toBeLessThan(spread * 0.625);
    expect(Math.abs(at[4] - (2 - 1.0466))).toBeLessThan(spread);
  });

  it('the tracer takes its time from each computation', async () => {
    const found = await traceUncertainty(await programOf(HAND), machine, query({ tracerOverhead: 100 }));
    expect(found.traced.runtime).toBe(T);
    expect(found.corrected.runtime).toBe(T - 200);
    expect(found.bounds).toEqual({ low: T - 2200, high: T + 1800 });
  });

  it('the tracer takes what the traces say, the median of their ranks, unless it is told otherwise', async () => {
    const program = await programOf(HAND);
    const of = (...told: readonly (number | undefined)[]): TraceProgram => {
      const ranks = program.data.set.ranks.map((rank, i) => ({
        ...rank,
        header: { ...rank.header, overhead: told[i] },
      }));
      return new TraceProgram({ ...program.data, set: { ...program.data.set, ranks } });
    };
    const found = async (from: TraceProgram, more: Partial<TraceQuestion> = {}) => {
      const { corrected, tracerOverhead, tracerOverheadBy } = await traceUncertainty(
        from,
        machine,
        query({ draws: 0, tracerOverhead: undefined, ...more }),
      );
      return [tracerOverhead, tracerOverheadBy, corrected.runtime];
    };
    expect(await found(of(60, 100))).toEqual([80, 'traces', T - 160]);
    expect(await found(of(60, 100), { tracerOverhead: 0 })).toEqual([0, 'asked', T]);
    expect(await found(of(60, 100), { tracerOverhead: 100 })).toEqual([100, 'asked', T - 200]);
    expect(await found(of(60, undefined))).toEqual([0, 'none', T]);
    expect(await found(program)).toEqual([0, 'none', T]);
  });

  it('both forms of a trace say what the tracer takes, in their header', async () => {
    const header = new HeaderReader();
    for (const [i, line] of ['# llamp-trace 1', '# overhead-ns: 73', '# new-fact: yes'].entries())
      header.add(line, i + 1);
    expect(header.done().overhead).toBe(73);
    expect(new HeaderReader().done().overhead).toBeUndefined();
  });

  it('the seed decides what is drawn', async () => {
    const program = await programOf(HAND);
    const one = await traceUncertainty(program, machine, query({ seed: 5 }));
    expect(await traceUncertainty(program, machine, query({ seed: 5 }))).toEqual(one);
    expect((await traceUncertainty(program, machine, query({ seed: 6 }))).quantiles).not.toEqual(
      one.quantiles,
    );
  });
});

describe('all corners', () => {
  /** Calls in turn with random times between them, at least 3 µs. */
  function random(seed: number): string[][] {
    const below = randomBelow(seed);
    return [0, 1].map((rank) => {
      const other = 1 - rank;
      let clock = 100;
      const at = () => {
        clock += 3 + below(40);
        return clock;
      };
      const calls = [
        (s: number, e: number) =>
          rank === 0 ? `MPI_Send:${s}:1:1:D:${other}:5:W:${e}` : `MPI_Recv:${s}:1:1:D:${other}:5:W:0:${e}`,
        (s: number, e: number) => `MPI_Allreduce:${s}:1:2:1:D:3:W:${e}`,
        (s: number, e: number) =>
          rank === 1 ? `MPI_Send:${s}:1:1:D:${other}:6:W:${e}` : `MPI_Recv:${s}:1:1:D:${other}:6:W:0:${e}`,
      ];
      return calls.map((call) => call(at(), at()));
    });
  }

  it.each(cases([1, 2, 3, 4], (seed) => seed === 1))(
    'of a tiny program lie within the bounds, and reach them (seed %i)',
    async (seed) => {
      const program = await programOf(random(seed));
      const question = query();
      const { bounds } = await traceUncertainty(program, machine, question);
      const { schedule } = program.schedule(question.choices);
      const open = [...schedule.kind.keys()].filter(
        (op) => schedule.kind[op] === CALC && schedule.value[op] > 0,
      );
      expect(open).toHaveLength(8);
      const runtimes = Array.from({ length: 2 ** open.length }, (_, corner) => {
        const value = schedule.value.slice();
        for (const [k, op] of open.entries()) value[op] += (corner >> k) & 1 ? 1000 : -1000;
        return new Replay(buildGraph({ ...schedule, value }, machine), machine).runtime;
      });
      expect(bounds).toEqual({ low: Math.min(...runtimes), high: Math.max(...runtimes) });
    },
  );
});

describe('time stamps', () => {
  it('tell their step', async () => {
    expect(resolutionOf(await readRanks(HAND))).toBe(1000);
    const finer = HAND.map(([line]) => [line.replace(':110:', ':110.25:')]);
    expect(resolutionOf(await readRanks(finer))).toBe(10);
    expect(resolutionOf(withGaps(await readRanks(HAND), 1 / 3))).toBe(0);
  });

  it('that are drawn round down to those of the trace, in their order', async () => {
    const same = [
      ['MPI_Send:110:1:1:D:1:5:W:110', 'MPI_Send:110:1:1:D:1:5:W:111'],
      ['MPI_Recv:110:1:1:D:0:5:W:0:110', 'MPI_Recv:110:1:1:D:0:5:W:0:111'],
    ];
    const set = await readRanks(same);
    const below = randomBelow(3);
    for (let draw = 0; draw < 50; draw++) {
      const drawn = drawnTimes(set, 1000, () => below(1000) / 1000);
      for (const [k, { start, end, initEnd, finalizeStart, rows }] of drawn.ranks.entries()) {
        const all = [
          initEnd,
          ...Array.from({ length: rows }, (_, row) => [start[row], end[row]]).flat(),
          finalizeStart,
        ];
        expect(all.toSorted((a, b) => a - b)).toEqual(all);
        expect([...start].map(Math.floor)).toEqual([...set.ranks[k].start]);
        expect([...end].map(Math.floor)).toEqual([...set.ranks[k].end]);
      }
    }
  });
});
