/** Predictions against measured runs: figures by hand, and what a misfit points to. */
import { describe, expect, it } from 'vitest';
import type { ProgramFacts } from '../../src/analysis/diagnose-error.js';
import { curveAt } from '../../src/analysis/exact-curve.js';
import { Model } from '../../src/analysis/model.js';
import { type MeasuredRun, validation } from '../../src/analysis/validate-prediction.js';
import { type LogGPS, logGPS } from '../../src/machine/machine.js';
import { parseGoal } from '../../src/sources/goal/read-goal.js';
import { gapAxis } from '../../src/timing/axis.js';
import { FIRST_COMES, goal } from '../goal.js';

/** T = max(1000 + L, 4000), o and G 0: a kink at L = 3000. */
const kinked = goal('c: calc 1000\ns: send 1b to 1\ns requires c', 'r: recv 1b from 0\nc: calc 4000');

/** One message of `bytes` there and one back, 8000 ns of work: T = 8000 + 2 (L + 2 o) where it is eager. */
const roundTrip = (bytes: number) =>
  goal(
    `c: calc 8000\ns: send ${bytes}b to 1\ns requires c\nr: recv ${bytes}b from 1\nr requires s`,
    `r: recv ${bytes}b from 0\ns: send ${bytes}b to 0\ns requires r`,
  );

const modelOf = (schedule: ReturnType<typeof parseGoal>, machine: Partial<LogGPS> = {}) =>
  Model.of(schedule, logGPS({ L: 1000, o: 0, G: 0, ...machine }), { engine: 'sweep' });

const at = (x: number, ...runtimes: number[]): MeasuredRun[] => runtimes.map((runtime) => ({ x, runtime }));

/** What one trace predicts. */
const saying = (T: number) => ({ predicted: T, predictedMin: T, predictedMax: T });

const COLLECTIVES = 'points-to-collectives';
const RUNS = [...at(7000, 8300, 7900), ...at(1000, 4200, 4000, 4100), ...at(3000, 4000, 4000, 4000)];

describe('validation', () => {
  it('holds medians against predictions', async () => {
    const found = await validation(await modelOf(kinked), RUNS);
    expect(found.runs).toBe(8);
    expect(found.points).toEqual([
      {
        ...{ x: 1000, median: 4100, min: 4000, max: 4200, count: 3, ...saying(4000), error: -100 / 4100 },
        ...{ lambda: 0, lambdaBefore: 0, slopeBefore: null, slopeAfter: -0.05 },
      },
      {
        ...{ x: 3000, median: 4000, min: 4000, max: 4000, count: 3, ...saying(4000), error: 0 },
        ...{ lambda: 1, lambdaBefore: 0, slopeBefore: -0.05, slopeAfter: 1.025 },
      },
      {
        ...{ x: 7000, median: 8100, min: 7900, max: 8300, count: 2, ...saying(8000), error: -100 / 8100 },
        ...{ lambda: 1, lambdaBefore: 1, slopeBefore: 1.025, slopeAfter: null },
      },
    ]);
    expect(found.rmse).toBeCloseTo(Math.sqrt(20_000 / 3), 9);
    expect(found.rrmse).toBeCloseTo(Math.sqrt(20_000 / 3) / 5400, 12);
    expect(found.rrmseOfMinimum).toBeCloseTo(Math.sqrt(10_000 / 3) / 5300, 12);
    expect(found.rSquared).toBeCloseTo(1 - 20_000 / 10_940_000, 12);
    expect(found.worst.x).toBe(1000);
  });

  it('says what is doubtful in the runs', async () => {
    const loaded = RUNS.map((run, i) => ({ ...run, load: i < 2 ? 2.5 : 2 }));
    const { warnings } = await validation(await modelOf(kinked), loaded);
    expect(warnings.map(({ code, message }) => `${code}: ${message}`)).toEqual([
      'measured-load: load up to 2.5 with 2 ranks in 2 of 8 runs; the machine ran other work beside the program',
      'measured-spread: runs differ by more than 3 % at 2 of 3 values of L, at most by 5.1 % at 7 µs',
      'few-repeats: fewer than 3 runs at 1 of 3 values of L, too few for a reliable median',
    ]);
  });

  it('predicts along another parameter', async () => {
    const model = await modelOf(roundTrip(101));
    const { points, axis } = await validation(model, at(2, 10_400, 10_300, 10_500), {
      axis: gapAxis(model.machine),
    });
    expect(axis.name).toBe('G');
    expect(points).toMatchObject([{ x: 2, predicted: 10_400, error: 0, lambda: 200 }]);
  });

  it('gives no R² where it means nothing', async () => {
    const model = await modelOf(kinked);
    expect((await validation(model, at(1000, 4000))).rSquared).toBeUndefined();
    expect((await validation(model, [...at(1000, 5000), ...at(2000, 5000)])).rSquared).toBeUndefined();
    expect((await validation(model, [...at(1000, 4000), ...at(2000, 4000)])).rSquared).toBe(1);
  });

  it('refuses what is no run', async () => {
    const model = await modelOf(kinked);
    await expect(validation(model, [])).rejects.toThrow(RangeError);
    await expect(validation(model, at(1000, 0))).rejects.toThrow(RangeError);
  });

  it('finds who comes first at each latency', async () => {
    const model = await modelOf(FIRST_COMES, { L: 100 });
    const values = [100, 400, 600, 3000];
    const { points } = await validation(
      model,
      values.flatMap((x) => at(x, 5000)),
    );
    const curve = await curveAt(model, values);
    expect(points.map(({ predicted, lambda }) => [predicted, lambda])).toEqual(
      curve.map(({ runtime, lambda }) => [runtime, lambda]),
    );
    // b takes the later message: at 3000 that of rank 1 after two latencies.
    expect(points.map(({ predicted }) => predicted)).toEqual([1300, 1900, 2200, 6100]);
    // The same program as a further trace, whose machine has another latency.
    const others = [await modelOf(FIRST_COMES, { L: 600 })];
    const both = await validation(
      model,
      values.flatMap((x) => at(x, 5000)),
      { others },
    );
    expect(both.points.map(({ predictedMin, predictedMax }) => [predictedMin, predictedMax])).toEqual(
      points.map(({ predicted }) => [predicted, predicted]),
    );
  });
});

describe('a misfit points to', () => {
  /** Runs of T = work + latencies · L at 1, 2, 4, 8 µs. */
  const line = (work: number, latencies: number): MeasuredRun[] =>
    [1000, 2000, 4000, 8000].flatMap((x) => at(x, ...[0, 1, 2].map(() => work + latencies * x)));

  const codes = async (
    runs: readonly MeasuredRun[],
    {
      bytes = 1,
      machine = {},
      facts = {},
    }: { bytes?: number; machine?: Partial<LogGPS>; facts?: ProgramFacts },
  ): Promise<string[]> => {
    const { warnings } = await validation(await modelOf(roundTrip(bytes), machine), runs, { facts });
    return warnings.map(({ code }) => code);
  };
  const defaults = { defaultCollectives: ['allgather'] };

  it('the algorithm of a collective only where another algorithm could make up the difference', async () => {
    // Two operations a rank in the allgather: 2 · (ranks − 1) · 2 = 4 latencies at most, on top of the predicted two.
    const traced = {
      ...roundTrip(1),
      call: Uint16Array.of(0, 1, 1, 1, 1),
      callNames: ['', 'MPI_Iallgather'],
    };
    const said = async (latencies: number): Promise<string[]> => {
      const found = await validation(await modelOf(traced), line(8000, latencies), { facts: defaults });
      return found.warnings.map(({ code }) => code);
    };
    expect(await said(6)).toEqual(['points-to-collectives']);
    expect(await said(7)).toEqual([]);
  });

  it('the rendezvous threshold where it is steeper and large messages are eager', async () => {
    const real = await modelOf(roundTrip(65_536), { S: 16_384 });
    const values = [1000, 2000, 4000, 8000];
    const runs = (await curveAt(real, values)).flatMap(({ x, runtime }) => at(x, runtime, runtime, runtime));
    const query = { bytes: 65_536, machine: { S: Number.POSITIVE_INFINITY } };
    expect(await codes(runs, query)).toEqual(['points-to-rendezvous']);
    expect(await codes(runs, { ...query, machine: { S: 16_384 } })).toEqual([]);
    expect(await codes(line(8000, 3), { ...query, bytes: 4096 })).toEqual([]);
    expect(await codes(line(8000, 1), query)).toEqual([]);
  });

  it('the order of arrival only of no smaller a share of messages than the misfit is of T', async () => {
    // 100 messages to rank 1, one after the other; T = 8000 + L.
    const tags = Array.from({ length: 100 }, (_, i) => i);
    const many = parseGoal(`num_ranks 2
rank 0 {
c: calc 8000
${tags.map((i) => `s${i}: send 1b to 1 tag ${i}\ns${i} requires c`).join('\n')}
}
rank 1 {
${tags.map((i) => `r${i}: recv 1b from 0 tag ${i}`).join('\n')}
}
`);
    const model = await modelOf(many);
    // 8 % at each of four L, but to either side.
    const runs = [1000, 2000, 4000, 8000].flatMap((x, i) =>
      at(x, ...[0, 1, 2].map(() => (8000 + x) * (i % 2 === 0 ? 1.08 : 0.92))),
    );
    const said = async (keptArrivals: number): Promise<string[]> =>
      (await validation(model, runs, { facts: { keptArrivals } })).warnings.map(({ code }) => code);
    expect(await said(2)).toEqual([]);
    expect(await said(10)).toEqual(['points-to-arrival']);
  });

  it('nonblocking collectives that only the model lets go on, where less is predicted than measured', async () => {
    const facts = { unattended: ['MPI_Iallreduce'] };
    // Slower than predicted: at every L, in proportion to L, by neither, and where two latencies are all.
    expect(await codes(line(10_000, 2), { facts })).toEqual(['points-to-offset', 'points-to-progress']);
    expect(await codes(line(8000, 3), { facts })).toEqual(['points-to-progress']);
    expect(await codes(line(13_000, 3), { facts })).toEqual(['points-to-progress']);
    const two = line(10_000, 2).filter(({ x }) => x === 1000 || x === 8000);
    expect(await codes(two, { facts })).toEqual(['points-to-progress']);
    const { warnings } = await validation(await modelOf(roundTrip(1)), line(8000, 3), { facts });
    expect(warnings[0].message).toContain('MPI_Iallreduce');
    // Faster, or as predicted: that is not it.
    expect(await codes(line(7000, 2), { facts })).toEqual(['points-to-offset']);
    expect(await codes(line(8000, 2), { facts })).toEqual([]);
  });

  const guessed = { keptArrivals: 5 };
  const injected = { ...defaults, injected: true };
  const near = [1000, 1200, 1900].flatMap((x) => at(x, ...[0, 1, 2].map(() => 8000 + 4 * x)));
  const two = line(8000, 3).filter(({ x }) => x === 1000 || x === 8000);

  it.each<[string, MeasuredRun[], Parameters<typeof codes>[1], string[]]>([
    ['nothing where it holds', line(8000, 2), { facts: { ...defaults, ...guessed }, bytes: 9000 }, []],
    ['nothing for 2 %', line(8160, 2.04), { facts: { ...defaults, ...guessed }, bytes: 9000 }, []],
    ['the algorithm of a collective where it grows', line(8000, 3), { facts: defaults }, [COLLECTIVES]],
    ['it where it grows less', line(8000, 1), { facts: defaults }, [COLLECTIVES]],
    ['it only where nobody chose one', line(8000, 3), {}, []],
    ['not S where the runs had that of the model', line(8000, 3), { facts: injected, bytes: 65_536 }, []],
    ['an offset even then', line(10_000, 2), { facts: injected, bytes: 65_536 }, ['points-to-offset']],
    // Two messages: six latencies at most, on top of two.
    ['S with messages enough', line(8000, 8), { bytes: 65_536 }, ['points-to-rendezvous']],
    ['S with no fewer', line(8000, 9), { bytes: 65_536 }, []],
    [
      'o or computation where it is the same at every L',
      line(10_000, 2),
      { facts: defaults },
      ['points-to-offset'],
    ],
    ['them where it is less', line(7000, 2), { facts: defaults }, ['points-to-offset']],
    ['neither for half an offset, half in proportion', line(13_000, 3), { facts: defaults }, []],
    ['arrivals where some are guessed', line(13_000, 3), { facts: guessed }, ['points-to-arrival']],
    ['an offset before them', line(10_000, 2), { facts: guessed }, ['points-to-offset']],
    ['nothing that two latencies could tell', two, { facts: defaults }, []],
    ['nothing that near latencies could tell', near, { facts: defaults }, []],
  ])('%s', async (_, runs, query, expected) => {
    expect(await codes(runs, query)).toEqual(expected);
  });
});
