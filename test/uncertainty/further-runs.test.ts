/** Where T of a further run lies: by hand, by a textbook, and by runs that were measured. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { namesIn, ofQuery } from '../../docs/validation/make.js';
import {
  type OwnRun,
  ownRun,
  type RunQuery,
  runsUncertainty,
} from '../../src/analysis/measurement-uncertainty.js';
import { Model } from '../../src/analysis/model.js';
import { median, predictionInterval } from '../../src/analysis/statistics.js';
import { logGPS } from '../../src/machine/machine.js';
import { readTraces } from '../../src/sources/liballprof/read-liballprof.js';
import { tracesToSchedule } from '../../src/sources/mpi/convert.js';
import { askJson } from '../cli/run.js';
import { cases } from '../part.js';
import { sharedPath } from '../shared.js';
import { file, rankText } from '../sources/liballprof/traces.js';

const schedule = { ranks: 1, kind: new Uint8Array(), peer: new Int32Array(), rankStart: new Uint32Array(2) };

/** A run of which T is asked, and what its trace and its model say of the run that was traced. */
const query = (runtime: number, measured?: number, predicted?: number): RunQuery => ({
  ...{ source: 'run', schedule, figures: { runtime, lambda: 1, rho: 0, tolerance: [] } },
  ...(measured === undefined || predicted === undefined
    ? {}
    : { own: { measured, predicted, overhead: null } }),
});

const furtherOf = (runs: readonly RunQuery[]) => runsUncertainty(runs).furtherRuns;

describe('one more value', () => {
  it('lies where a textbook says', () => {
    // Montgomery and Runger, example 8-8: 22 specimens of mean 13.71 and s 3.55.
    const half = 3.55 * Math.sqrt(21 / 22);
    const values = Array.from({ length: 22 }, (_, i) => 13.71 + (i % 2 === 0 ? half : -half));
    const [low, high] = predictionInterval(values, 0.95);
    expect([low.toFixed(2), high.toFixed(2)]).toEqual(['6.16', '21.26']);
  });

  it('lies with even chances within closed forms of two and three values', () => {
    // t of one degree of freedom is Cauchy's, whose quartile is 1: half is √1.5 · |a − b| / √2.
    const two = predictionInterval([10, 14], 0.5);
    expect(two[0]).toBeCloseTo(12 - 4 * Math.sqrt(0.75), 9);
    expect(two[1]).toBeCloseTo(12 + 4 * Math.sqrt(0.75), 9);
    // Of two degrees: t = (2p − 1) / √(2p(1 − p)) at p = 0.75, √(2/3). Of 1, 2, 3 s is 1.
    const [low, high] = predictionInterval([1, 2, 3], 0.5);
    expect(low).toBeCloseTo(2 - Math.sqrt(2 / 3) * Math.sqrt(4 / 3), 9);
    expect(high).toBeCloseTo(2 + Math.sqrt(2 / 3) * Math.sqrt(4 / 3), 9);
  });
});

describe('a further run', () => {
  it('is not told by a single run, nor by runs of no time', () => {
    expect(furtherOf([query(100)])).toEqual([]);
    expect(furtherOf([query(0), query(0)])).toEqual([]);
  });

  it('lies about the mean of the logarithms of T', () => {
    const [half, whole] = furtherOf([query(100), query(200)]);
    const apart = Math.log(2) * Math.sqrt(0.75);
    expect(half.share).toBe(0.5);
    expect(Math.log(half.low)).toBeCloseTo(Math.log(100 * Math.SQRT2) - apart, 9);
    expect(Math.log(half.high)).toBeCloseTo(Math.log(100 * Math.SQRT2) + apart, 9);
    expect([whole.share, whole.low < half.low, whole.high > half.high]).toEqual([0.99, true, true]);
  });

  it('at the traced latency lies about the traced runs, whatever the model says of them', () => {
    const held = furtherOf([query(90, 100, 90), query(230, 200, 230)]);
    const measured = furtherOf([query(100), query(200)]);
    held.forEach(({ low, high }, i) => {
      expect(low).toBeCloseTo(measured[i].low, 6);
      expect(high).toBeCloseTo(measured[i].high, 6);
    });
  });

  it('away from it is less sure by 1 % of what T differs by, of the whole range by 3.6 %', () => {
    // Both models are 10 % low, and T is twice that of the traced run: half of it was not traced.
    const [half, whole] = furtherOf([query(180, 100, 90), query(180, 100, 90)]);
    expect(Math.log(half.high / 200)).toBeCloseTo(0.005, 9);
    expect(Math.log(200 / half.low)).toBeCloseTo(0.005, 9);
    expect(Math.log(whole.high / 200)).toBeCloseTo(0.018, 9);
    expect(runsUncertainty([query(180, 100, 90), query(180, 100, 90)]).untraced).toBe(0.5);
    // Traced on both sides, what is off with the latency is off to both sides.
    const [between] = furtherOf([query(180, 90, 90), query(180, 270, 270)]);
    const [alone] = furtherOf([query(180), query(180)]);
    expect([between.low, between.high]).toEqual([alone.low, alone.high]);
  });

  it('is held against models only where all traces tell their run', () => {
    const mixed = furtherOf([query(100, 110, 90), query(200)]);
    expect(mixed).toEqual(furtherOf([query(100), query(200)]));
  });
});

describe('the run that a trace is of', () => {
  const INJECTED = '# injected-latency-ns: 20000';
  const at = (start: number) => Array.from({ length: 20 }, (_, i) => start + 40 * i);
  const sends = at(110).map((time) => `MPI_Send:${time}:1:1:1,1,1:1:5:W:${time + 3}`);
  const recvs = at(125).map((time) => `MPI_Recv:${time}:1:1:1,1,1:0:5:W:0:${time + 9}`);

  async function own(headers: readonly string[], machine = logGPS({ L: 3000, o: 9000, G: 0 })) {
    const files = [sends, recvs].map((lines, rank) => {
      const text = rankText(lines, rank, 2);
      return file(`rank${rank}`, text.replace('\n\n', `\n${headers[rank]}\n\n`));
    });
    const made = tracesToSchedule(await readTraces(files));
    return ownRun(await Model.of(made.schedule, machine, { engine: 'sweep' }));
  }

  it('is predicted by its own latency and o, whatever machine is asked for', async () => {
    // Receives end 24 µs behind the start of their sends: 20 µs of latency, and 2 µs of o at each end.
    // The last message leaves at 10 + 19 · 39 µs, is there at + 2 + 20 and taken at + 2; 106 µs of work follow.
    const found = (await own([INJECTED, INJECTED])) as OwnRun;
    expect(found.overhead).toMatchObject({ from: 'waits', overheadNs: 2000 });
    expect(found.measured).toBe(900_000);
    expect(found.predicted).toBe(1000 * (10 + 19 * 39 + 24 + 106));
  });

  it('is not known without a latency, on several hosts, or of GOAL files', async () => {
    expect(await own(['# host: node0', '# host: node0'])).toBe('no-latency');
    expect(await own([`${INJECTED}\n# host: node0`, `${INJECTED}\n# host: node1`])).toBe('several-hosts');
  });

  it.each([
    ['no-calls', ['goal-samples/fig4.goal', 'goal-samples/fig4.goal']],
    ['no-latency', ['traces/repeats/solver-4-1', 'traces/repeats/solver-4-2']],
    ['region', ['traces/ring-4', 'traces/ring-4', '--region', 'first-message..last-message']],
  ])('is not known: %s', async (why, argv) => {
    const { result } = await askJson(['tolerance', ...argv, '--uncertainty']);
    expect([result.no_self_error, result.traces]).toEqual([why, { self_errors: [], overheads: [] }]);
  });
});

describe('runs with an injected latency', () => {
  const TRACES = [1, 2, 3, 4, 5].map((run) => `traces/injected/solver-2-${run}`);
  const answered = (...argv: readonly string[]) =>
    askJson(['tolerance', ...TRACES, '--uncertainty', '-G', '0', '-S', 'none', ...argv]);

  it('have the o of their calls, unless a flag says it; the self error has it always', async () => {
    const { machine, result } = await answered('-L', '1ms');
    const o = median(result.traces.overheads.map((one: { o_ns: number }) => one.o_ns));
    expect([machine.overhead_ns, result.no_self_error]).toEqual([o, null]);
    const plain = await askJson([
      'tolerance',
      TRACES[0],
      '-L',
      '1ms',
      '-G',
      '0',
      '-S',
      'none',
      '-o',
      `${result.traces.overheads[0].o_ns}ns`,
    ]);
    expect(result.runs[0].runtime_ns).toBe(plain.result.runtime_ns);
    const query = await answered('-L', '1ms', '-o', '1us');
    expect(query.machine.overhead_ns).toBe(1000);
    expect(query.result.traces).toEqual(result.traces);
  });

  it('are predicted by the algorithms that they had, whatever is asked for', async () => {
    const [own, other] = await Promise.all([
      answered('-L', '500us'),
      answered('-L', '500us', '--collective', 'allreduce=ring'),
    ]);
    expect(other.result.traces).toEqual(own.result.traces);
    expect(other.result.further_runs[0].runtime_ns[0]).toBeGreaterThan(
      1.2 * own.result.further_runs[0].runtime_ns[0],
    );
  });

  it('tell where all 18 further runs lie, at their latency and at others', async () => {
    for (const [L, runs] of runsByLatency('traces/injected/measured.csv')) {
      const { result } = await answered('-L', `${L}ns`);
      const [, { runtime_ns: whole }] = result.further_runs;
      expect(runs.every((T) => whole[0] <= T && T <= whole[1])).toBe(true);
      const [low, high] = result.further_runs[0].runtime_ns;
      expect(runs.filter((T) => low <= T && T <= high).length).toBeGreaterThanOrEqual(3);
    }
  });
});

/** How many of `runs` lie within the half and the whole range that `traced` tell, and how many there are. */
function within(traced: readonly RunQuery[], runs: readonly number[]): readonly [number, number, number] {
  const [half, whole] = furtherOf(traced).map(
    ({ low, high }) => runs.filter((T) => low <= T && T <= high).length,
  );
  return [half, whole, runs.length];
}

/** Shares of all runs within the half, and within the whole range. */
function covered(counts: readonly (readonly [number, number, number])[]): readonly [number, number] {
  const [half, whole, all] = [0, 1, 2].map((k) => counts.reduce((sum, one) => sum + one[k], 0));
  return [half / all, whole / all];
}

/** [latencies] the runs of a file with columns L_ns and T_ns, by rising L. */
function runsByLatency(measured: string): readonly (readonly [number, readonly number[]])[] {
  const [header, ...lines] = readFileSync(measured, 'utf8').trim().split('\n');
  const [L, T] = ['L_ns', 'T_ns'].map((name) => header.split(',').indexOf(name));
  const runs = new Map<number, number[]>();
  for (const cells of lines.map((line) => line.split(',').map(Number)))
    runs.set(cells[L], [...(runs.get(cells[L]) ?? []), cells[T]]);
  return [...runs].sort(([a], [b]) => a - b);
}

describe('runs of LAMMPS and Quantum ESPRESSO', () => {
  /**
   * Ten times of each program, as in docs/applications.md, load 7 to 17: `validate --run --repeat 3 -L 0.2ms,0.5ms,1ms,2ms`
   * traced three runs at the least latency and measured three at each. T is that of `tolerance --uncertainty`, by each trace.
   */
  const lines = readFileSync(new URL('data/applications.csv', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .slice(1);

  it.each(['lammps', 'qe'])(
    '%s: half of them lie within the half, nearly all within the whole range',
    (program) => {
      const rows = lines.map((line) => line.split(',')).filter(([name]) => name === program);
      const counts = rows.map((cells) => {
        const [asks, own, predicted, runs] = cells.slice(3).map((cell) => cell.split(' ').map(Number));
        return within(
          asks.map((T, i) => query(T, own[i], predicted[i])),
          runs,
        );
      });
      const [half, whole] = covered(counts);
      expect(counts).toHaveLength(40);
      expect(half).toBeGreaterThan(0.4);
      expect(half).toBeLessThan(0.6);
      expect(whole).toBeGreaterThan(0.95);
    },
  );
});

const sets = sharedPath('data/runs');

describe.skipIf(sets === undefined)('runs of 18 programs (need the reference data)', () => {
  const names = sets === undefined ? [] : namesIn(sets);

  it('lie where the other runs at their latency say', () => {
    const counts = names.flatMap((name) =>
      runsByLatency(join(sets ?? '', name, 'measured.csv')).flatMap(([, runs]) =>
        runs.length < 3
          ? []
          : runs.map((T, i) =>
              within(
                runs.toSpliced(i, 1).map((other) => query(other)),
                [T],
              ),
            ),
      ),
    );
    const [half, whole] = covered(counts);
    expect(half).toBeGreaterThan(0.5);
    expect(half).toBeLessThan(0.6);
    expect(whole).toBeGreaterThan(0.95);
  });

  const found: (readonly [number, number, number])[] = [];

  it.each(cases(names, (_, i) => i % 6 === 0))(
    '%s: at other latencies they lie where the model says, held against those at the least',
    async (name) => {
      const scratch = mkdtempSync(join(tmpdir(), 'llamp-further-'));
      onTestFinished(() => rmSync(scratch, { recursive: true, force: true }));
      const { argv, measured } = ofQuery(join(sets ?? '', name), scratch);
      const { result } = await askJson(['validate', ...argv]);
      const predicted = new Map<number, number>(
        result.points.map((point: { L_ns: number; runtime_ns: number }) => [point.L_ns, point.runtime_ns]),
      );
      const at = (L: number) => predicted.get(L) ?? Number.NaN;
      const [[least, traced], ...others] = runsByLatency(measured);
      const counts = others.map(([L, runs]) =>
        within(
          traced.map((T) => query(at(L), T, at(least))),
          runs,
        ),
      );
      expect(covered(counts)[1]).toBeGreaterThan(0.94);
      found.push(...counts);
    },
  );

  it.each(cases([names.length], () => false))('of all %i together', () => {
    const [half, whole] = covered(found);
    // Too many: of these programs runs at long latencies differ by lesser shares than at the least.
    expect(half).toBeGreaterThan(0.65);
    expect(half).toBeLessThan(0.75);
    expect(whole).toBeGreaterThan(0.98);
  });
});
