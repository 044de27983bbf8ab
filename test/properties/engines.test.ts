/** Both engines answer alike, and the answers have the shape that T(x) must have. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Model } from '../../src/analysis/model.js';
import { byClass } from '../../src/analysis/sensitivity.js';
import type { Machine } from '../../src/machine/machine.js';
import type { Interval } from '../../src/solve/engine.js';
import { HighsBorder } from '../../src/solve/highs/border.js';
import { HighsEngine } from '../../src/solve/highs/highs-engine.js';
import { type Axis, classAxis, gapAxis, overheadAxis } from '../../src/timing/axis.js';
import { runs } from '../part.js';
import { classMachines, machines, programOf, scheduleOf, shapes } from './schedules.js';

const OPERATIONS = 2_000;
/** Shrinking a failure may take long: what was found by then is reported, ms. */
const LIMIT = 50_000;
const border = new HighsBorder();

const close = (found: number, wanted: number, what: string, size = 1): void => {
  if (found === wanted) return;
  expect(Math.abs(found - wanted), `${what}: ${found} is not ${wanted}`).toBeLessThan(
    1e-9 * Math.max(Math.abs(wanted), size),
  );
};

/** Where lines through T meet near zero is known as well as x, and as a few last bits of T, are. */
function sameInterval(found: Interval, wanted: Interval, what: string, x: number, runtime: number): void {
  const size = Math.max(x, 1e-6 * runtime, 1);
  close(found.low, wanted.low, `${what}, low`, size);
  close(found.high, wanted.high, `${what}, high`, size);
}

/** Whether a sum of whole numbers, divided by a power of two, gives exactly this. */
const isDyadic = (value: number): boolean => Number.isInteger(value * 2 ** 20);

/** Asks both engines all there is to ask along `axis`. */
async function agree(model: Model, axis: Axis, cold: boolean): Promise<void> {
  const lines = model.lines(axis);
  const highs = new HighsEngine(model.system, { border, cold });
  const swept = await model.engine.evaluate(lines, axis.base);
  const solved = await highs.evaluate(lines, axis.base);
  const what = `${axis.name}${cold ? ', cold' : ''}`;
  close(solved.runtime, swept.runtime, `${what}: T`);
  const limit = swept.runtime * 1.05;
  close(
    await highs.largestWithin(lines, limit, axis.base),
    await model.engine.largestWithin(lines, limit, axis.base),
    `${what}: tolerance`,
  );
  for (const { certificate, runtime } of [swept, solved]) {
    close(certificate.primalNs, runtime, `${what}: primal`);
    close(certificate.dualNs, runtime, `${what}: dual`);
    expect(certificate.violationNs).toBeLessThanOrEqual(1e-9 * Math.max(runtime, 1));
  }
  expect(solved.lambda, `${what}: λ`).toBe(swept.lambda);
  const range = await model.engine.rangeOfLambda(lines, axis.base);
  sameInterval(
    await highs.rangeOfLambda(lines, axis.base),
    range,
    `${what}: range of λ`,
    axis.base,
    swept.runtime,
  );
  // Of several bases that are optimal, HiGHS may end at another when it starts from none.
  if (cold) return;
  expect([...solved.routeLatencies], `${what}: critical messages`).toEqual([...swept.routeLatencies]);
  expect([...solved.routeBytes], `${what}: critical bytes`).toEqual([...swept.routeBytes]);
  sameInterval(
    await highs.basisRange(lines, axis.base),
    await model.engine.basisRange(lines, axis.base),
    `${what}: range of the basis`,
    axis.base,
    swept.runtime,
  );
  expect(solved.certificate.iterations, `${what}: iterations`).toBe(0);
  // An end of the range that no double holds is a tie of two paths only beside the double next to it: there the basis of
  // one side may have to become that of the other.
  const inexact = [range.low, range.high].filter((end) => Number.isFinite(end) && !isDyadic(end)).length;
  expect(highs.iterated, `${what}: programs that needed iterations`).toBeLessThanOrEqual(inexact);
}

const swept = (shape: Parameters<typeof programOf>[0], machine: Machine): Promise<Model> =>
  Model.of(scheduleOf(programOf(shape)), machine, { engine: 'sweep' });

describe('both engines', () => {
  it('agree on L, G and o', async () => {
    await fc.assert(
      fc.asyncProperty(shapes(OPERATIONS), machines, async (shape, machine) => {
        const model = await swept(shape, machine);
        for (const axis of [model.latency, gapAxis(machine), overheadAxis(machine)])
          await agree(model, axis, false);
        // The short way to λ_G and λ_o, by the paths that tie at L, is the long one.
        const slopes = [
          [gapAxis(machine), model.system.bytes],
          [overheadAxis(machine), model.system.overheads],
        ] as const;
        for (const [axis, counts] of slopes) {
          const short = await model.engine.slopeBy(model.lines(model.latency), model.latency.base, counts);
          const { lambda } = await model.engine.evaluate(model.lines(axis), axis.base);
          expect(short, `λ_${axis.name} by ties`).toBe(lambda);
        }
      }),
      { numRuns: runs(60), interruptAfterTimeLimit: LIMIT },
    );
  });

  it('agree on T, λ, its range and tolerance when HiGHS starts from scratch', async () => {
    await fc.assert(
      fc.asyncProperty(shapes(600), machines, async (shape, machine) => {
        const model = await swept(shape, machine);
        await agree(model, model.latency, true);
      }),
      { numRuns: runs(40), interruptAfterTimeLimit: LIMIT },
    );
  });

  it('agree on machines with latency classes, whose λ add up to the λ of all', async () => {
    await fc.assert(
      fc.asyncProperty(shapes(OPERATIONS), classMachines, async (shape, machine) => {
        const model = await swept(shape, machine);
        await agree(model, model.latency, false);
        const lines = model.lines(model.latency);
        const all = await model.engine.evaluate(lines, 0);
        const classes = byClass(model, all.routeLatencies);
        expect(Object.values(classes).reduce((a, b) => a + b, 0)).toBe(all.lambda);
        for (let k = 0; k < machine.network.latencies.length; k++) {
          const axis = classAxis(machine, k);
          await agree(model, axis, false);
          const one = await model.engine.evaluate(model.lines(axis), axis.base);
          close(one.runtime, all.runtime, `${axis.name}: T`);
          // The right derivative of one class takes the best of all paths that tie.
          expect(one.lambda).toBeGreaterThanOrEqual(classes[axis.name]);
        }
      }),
      { numRuns: runs(40), interruptAfterTimeLimit: LIMIT },
    );
  });

  it('answer as on a homogeneous machine where all classes have one latency', async () => {
    await fc.assert(
      fc.asyncProperty(shapes(OPERATIONS), machines, async (shape, machine) => {
        const { latencyNs } = machine.network.latencies[0];
        const names = ['near', 'far', 'farther'];
        const split: Machine = {
          ...machine,
          network: {
            latencies: names.map((name) => ({ name, latencyNs })),
            gaps: machine.network.gaps,
            routes: names.map((name, k) => ({
              name,
              counts: names.map((_, i) => (i === k ? 1 : 0)),
              constantNs: 0,
              gap: 0,
            })),
            routeOf: (source, destination) => (source + 2 * destination) % 3,
          },
        };
        const one = await swept(shape, machine);
        const many = await swept(shape, split);
        const x = one.latency.base;
        const wanted = await one.engine.evaluate(one.lines(one.latency), x);
        const found = await many.engine.evaluate(many.lines(many.latency), 0);
        close(found.runtime, wanted.runtime, 'T');
        expect(found.lambda).toBe(wanted.lambda);
        const limit = wanted.runtime * 1.02;
        close(
          await many.engine.largestWithin(many.lines(many.latency), limit, 0),
          (await one.engine.largestWithin(one.lines(one.latency), limit, x)) - x,
          'tolerance',
        );
      }),
      { numRuns: runs(40), interruptAfterTimeLimit: LIMIT },
    );
  });
});

describe('T(L)', () => {
  it('is (1 + x) T0 at the x tolerance, and more beyond it', async () => {
    await fc.assert(
      fc.asyncProperty(
        shapes(OPERATIONS),
        machines,
        fc.constantFrom(0.1, 1, 2, 5, 50, 1_000),
        async (shape, machine, percent) => {
          const model = await swept(shape, machine);
          const lines = model.lines(model.latency);
          const { runtime } = await model.engine.evaluate(lines, model.latency.base);
          const limit = runtime * (1 + percent / 100);
          const largest = await model.engine.largestWithin(lines, limit, model.latency.base);
          if (!Number.isFinite(largest)) {
            expect((await model.engine.evaluate(lines, 1e9)).lambda).toBe(0);
            return;
          }
          close((await model.engine.evaluate(lines, largest)).runtime, limit, 'T at the tolerance');
          const beyond = largest * (1 + 1e-6) + 1e-3;
          expect((await model.engine.evaluate(lines, beyond)).runtime).toBeGreaterThan(limit);
        },
      ),
      { numRuns: runs(60), interruptAfterTimeLimit: LIMIT },
    );
  });

  it('leaves λ on its range and only there', async () => {
    await fc.assert(
      fc.asyncProperty(shapes(OPERATIONS), machines, async (shape, machine) => {
        const model = await swept(shape, machine);
        const lines = model.lines(model.latency);
        const { base } = model.latency;
        const lambdaAt = async (x: number): Promise<number> => (await model.engine.evaluate(lines, x)).lambda;
        const here = await lambdaAt(base);
        const { low, high } = await model.engine.rangeOfLambda(lines, base);
        expect(low).toBeLessThanOrEqual(base);
        expect(high).toBeGreaterThanOrEqual(base);
        expect(await lambdaAt(low)).toBe(here);
        if (low > 0.01) expect(await lambdaAt(low - 0.01)).toBeLessThan(here);
        if (Number.isFinite(high)) {
          expect(await lambdaAt(high)).toBeGreaterThan(here);
          if (high - base > 0.01) expect(await lambdaAt(high - 0.01)).toBe(here);
        } else {
          expect(await lambdaAt(1e12)).toBe(here);
        }
      }),
      { numRuns: runs(60), interruptAfterTimeLimit: LIMIT },
    );
  });
});
