import { describe, expect, it } from 'vitest';
import { Model } from '../../../src/analysis/model.js';
import { sensitivity } from '../../../src/analysis/sensitivity.js';
import { logGPS } from '../../../src/machine/machine.js';
import {
  HighsBorder,
  type LinearProgram,
  type OpenModel,
  type SolveOptions,
} from '../../../src/solve/highs/border.js';
import { HighsEngine } from '../../../src/solve/highs/highs-engine.js';
import { runtimeProgram, toleranceProgram, unitsFor, X } from '../../../src/solve/highs/linear-program.js';
import { parseGoal } from '../../../src/sources/goal/read-goal.js';
import { gapAxis } from '../../../src/timing/axis.js';
import { FIG4 } from '../../goal.js';

/** T = max(1500, L + 1115) ns. */
const schedule = parseGoal(FIG4);
const machine = logGPS({ L: 500, o: 0, G: 5 });
const modelOf = (): Promise<Model> => Model.of(schedule, machine, { engine: 'sweep' });

describe.each([false, true])('HighsEngine, cold: %s', (cold) => {
  it('gives the check values of the model, §8', async () => {
    const model = await modelOf();
    const engine = new HighsEngine(model.system, { cold });
    const lines = model.lines(model.latency);
    const at = await engine.evaluate(lines, 500);
    expect(at.runtime).toBeCloseTo(1_615, 9);
    expect(at.lambda).toBe(1);
    expect(at.certificate.kind).toBe('strong-duality');
    expect(at.certificate.dualNs).toBeCloseTo(1_615, 9);
    expect((await engine.evaluate(lines, 100)).runtime).toBeCloseTo(1_500, 9);
    expect((await engine.evaluate(lines, 100)).lambda).toBe(0);
    const range = await engine.rangeOfLambda(lines, 500);
    expect(range.low).toBeCloseTo(385, 6);
    expect(range.high).toBe(Number.POSITIVE_INFINITY);
    expect(await engine.largestWithin(lines, 2_000, 500)).toBeCloseTo(885, 6);
    expect((await engine.basisRange(lines, 500)).low).toBeCloseTo(385, 6);
    expect(engine.iterated).toBe(0);
  });

  it('finds the tolerance of the sweep to the last bit, since another order may begin there', async () => {
    // T = 2,000 + 6 o + 3 L.
    const rounds = parseGoal(
      `num_ranks 2 rank 0 { c: calc 2000 a: send 1b to 1 b: recv 1b from 1 d: send 1b to 1
       a requires c b requires a d requires b }
       rank 1 { a: recv 1b from 0 b: send 1b to 0 d: recv 1b from 0 b requires a d requires b }`,
    );
    const model = await Model.of(rounds, logGPS({ L: 0, o: 7, G: 0 }), { engine: 'sweep' });
    const lines = model.lines(model.latency);
    const engine = new HighsEngine(model.system, { cold });
    for (const percent of [0.9, 1, 1.3, 2, 3, 5, 7, 11, 13]) {
      const limit = 2_042 * (1 + percent / 100);
      const value = await engine.largestWithin(lines, limit, 0);
      expect(value).toBeCloseTo((limit - 2_042) / 3, 9);
      expect(value).toBe(await model.engine.largestWithin(lines, limit, 0));
    }
  });

  it('finds ranges and tolerances where sums of many rows exceed T by more than the solver allows', async () => {
    class Rounding extends HighsBorder {
      override solve<Result>(
        program: LinearProgram,
        options: SolveOptions,
        read: (model: OpenModel) => Result,
      ): Promise<Result> {
        const rowUpper = program.rowUpper.map((bound) => bound * (1 - 3e-13));
        const columnUpper = program.columnUpper.slice(0, -1);
        const end = program.columnUpper[columnUpper.length] * (1 - 3e-13);
        return super.solve(
          { ...program, rowUpper, columnUpper: Float64Array.of(...columnUpper, end) },
          options,
          read,
        );
      }
    }
    const model = await modelOf();
    const engine = new HighsEngine(model.system, { cold, border: new Rounding() });
    const lines = model.lines(model.latency);
    expect((await engine.rangeOfLambda(lines, 500)).low).toBeCloseTo(385, 6);
    expect((await engine.rangeOfLambda(lines, 100)).high).toBeCloseTo(385, 6);
    expect(await engine.largestWithin(lines, 1_615, 500)).toBeCloseTo(500, 6);
  });

  it('has 0 ns/B for 0 % where one rounding makes that program infeasible', async () => {
    const schedule = parseGoal(
      'num_ranks 3\nrank 0 {\nl1: recv 1048576b from 0 tag 3\nl5: send 1048576b to 0 tag 3\n}\n' +
        'rank 1 {\nl8: recv 2b from 2 tag 3\nl15: calc 94330\nl15 requires l8\n}\nrank 2 {\nl2: send 2b to 1 tag 3\n}\n',
    );
    const machine = logGPS({ L: 0, o: 33.333333333333336, G: 0 });
    const model = await Model.of(schedule, machine, { engine: 'highs' });
    const engine = new HighsEngine(model.system, { cold });
    const lines = model.lines(gapAxis(machine));
    const { runtime } = await engine.evaluate(lines, 0);
    expect(await engine.largestWithin(lines, runtime, 0)).toBe(0);
  });

  it('finds the tolerance of nothing at a kink, and no end where nothing is paid', async () => {
    const model = await modelOf();
    const engine = new HighsEngine(model.system, { cold });
    expect(await engine.largestWithin(model.lines(model.latency), 1_500, 0)).toBeCloseTo(385, 6);
    expect(await engine.largestWithin(model.lines(model.latency), 1_500, 385)).toBeCloseTo(385, 6);
    const still = await Model.of(parseGoal('num_ranks 1\nrank 0 {\nl1: calc 5\n}\n'), machine, {
      engine: 'sweep',
    });
    const alone = new HighsEngine(still.system, { cold });
    expect(await alone.largestWithin(still.lines(still.latency), 6, 500)).toBe(Number.POSITIVE_INFINITY);
    expect(await alone.rangeOfLambda(still.lines(still.latency), 500)).toEqual({
      low: 0,
      high: Number.POSITIVE_INFINITY,
    });
    // 104 days of latency beside 5 ns of work, which cross no network: λ is 0 however large L is.
    const huge = still.lines(still.latency);
    expect(await alone.evaluate(huge, 2 ** 53)).toMatchObject({ runtime: 5, lambda: 0 });
    expect(await alone.largestWithin(huge, 6, 2 ** 53)).toBe(Number.POSITIVE_INFINITY);
    expect(engine.iterated + alone.iterated).toBe(0);
  });

  it('gives at a kink the right derivative, with the range in which that holds', async () => {
    // The two operations of one message to oneself take turns: T(0.5) = 274, T(1) = 275.5, T(2) = 279.5, T(100) = 671.5,
    // so λ is 3 up to 1 ns and 4 from there on.
    const tied = parseGoal(
      'num_ranks 2\nrank 0 {\nl1: send 1001b to 0 tag 0\nl2: calc 0\nl3: recv 1001b from 0 tag 0\nl4: calc 1\nl2 requires l4\nl3 requires l2\n}\nrank 1 {\n}\n',
    );
    const at = async (L: number): Promise<[number, number, number, number]> => {
      const on = logGPS({ L, o: 90.5, G: 0, S: 100 });
      const model = await Model.of(tied, on, { engine: 'highs', highs: { cold } });
      const { runtime, lambda, range, warnings } = await sensitivity(model);
      expect(warnings).toEqual([]);
      return [runtime, lambda.L, range.low, range.high];
    };
    expect(await at(0.5)).toEqual([274, 3, 0, 1]);
    expect(await at(1)).toEqual([275.5, 4, 1, Number.POSITIVE_INFINITY]);
    expect(await at(2)).toEqual([279.5, 4, 1, Number.POSITIVE_INFINITY]);
    expect(await at(100)).toEqual([671.5, 4, 1, Number.POSITIVE_INFINITY]);
  });
});

describe('the linear program', () => {
  it('has a row per row of the system, x first, and the end last', async () => {
    const model = await modelOf();
    const lines = model.lines(model.latency);
    const units = unitsFor(lines, 1_615, 500);
    expect(units.time).toBe(2 ** (11 - 20));
    const program = runtimeProgram(lines, 500, units);
    expect([program.columns, program.rows]).toEqual([lines.vertices, lines.rows]);
    expect(program.columnLower[X] * units.x).toBe(500);
    expect([...program.cost]).toEqual([0, 0, 1]);
    expect(program.starts[program.rows]).toBe(program.indices.length);
    const tolerance = toleranceProgram(lines, 2_000, units);
    expect(tolerance.maximise).toBe(true);
    expect(tolerance.columnUpper[2] * units.time).toBe(2_000);
    expect([...tolerance.cost]).toEqual([1, 0, 0]);
  });
});
