/** What two random runs differ by adds up as it is printed, and is what longest-path passes say of both. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Model } from '../../src/analysis/model.js';
import { readBaseline } from '../../src/analysis/read-baseline.js';
import { difference } from '../../src/analysis/run-difference.js';
import { baselineText, profileOf, type RunProfile, SHARES } from '../../src/analysis/run-profile.js';
import { machineJson } from '../../src/cli/output/answer.js';
import type { Machine } from '../../src/machine/machine.js';
import { SweepEngine } from '../../src/solve/sweep/sweep-engine.js';
import { printed, printedSum } from '../analysis/difference/decimals.js';
import { runs } from '../part.js';
import { classMachines, machines, programOf, scheduleOf, shapes } from './schedules.js';

const RUNS = runs(200);

/** Latencies that no decimal scale makes whole, too. */
const odd: fc.Arbitrary<Machine> = machines.map((machine) => ({
  ...machine,
  overhead: machine.overhead / 3,
}));

const programs = fc.record({ shape: shapes(120), machine: fc.oneof(machines, classMachines, odd) });

async function run({ shape, machine }: { shape: Parameters<typeof programOf>[0]; machine: Machine }) {
  const model = await Model.of(scheduleOf(programOf(shape)), machine, { engine: 'sweep' });
  return { model, profile: await profileOf(model, [1]) };
}

/** T by a pass over all rows, which knows of no path. */
async function passed({ system, latency }: Model): Promise<number> {
  const model = await Model.ofGraph(system.graph, system.machine, { engine: 'sweep' });
  return (await new SweepEngine(system).evaluate(model.lines(latency), latency.base)).runtime;
}

const near = (value: number, expected: number): void =>
  expect(Math.abs(value - expected)).toBeLessThanOrEqual(1e-6 + 1e-12 * Math.abs(expected));

/** The machine's prices times what the path pays of them; o by size, `irequires` and switches have no price. */
const priced = ({ prices }: RunProfile, kind: string): number =>
  prices.filter((one) => one.kind === kind).reduce((sum, { price, count }) => sum + price * count, 0);

describe('the difference of two random runs', () => {
  it('adds up to the digit', async () => {
    await fc.assert(
      fc.asyncProperty(programs, programs, async (first, second) => {
        const [a, b] = [await run(first), await run(second)];
        const { runtime, kinds, prices, groups } = difference(a.profile, b.profile);
        near(runtime.a, await passed(a.model));
        near(runtime.b, await passed(b.model));
        const sides = ['a', 'b', 'delta'] as const;
        for (const side of sides)
          expect(printedSum(SHARES.map((kind) => kinds[kind][side]))).toBe(printed(runtime[side]));
        for (const pair of [runtime, ...Object.values(kinds), ...(groups.rank ?? [])])
          expect(printed(pair.b) - printed(pair.a)).toBe(printed(pair.delta));
        for (const kind of SHARES) {
          expect(printedSum((groups.rank ?? []).map((one) => one.kinds[kind]))).toBe(
            printed(kinds[kind].delta),
          );
          near(kinds[kind].a, a.profile[kind]);
          if (kind === 'computation') continue;
          const rows = prices.filter((one) => one.kind === kind);
          expect(printedSum(rows.map(({ delta }) => delta))).toBe(printed(kinds[kind].delta));
        }
        for (const side of sides)
          expect(printedSum((groups.rank ?? []).map((one) => one[side]))).toBe(printed(runtime[side]));
        for (const { program, machine, delta } of prices)
          if (program !== null && machine !== null)
            expect(printedSum([program, machine])).toBe(printed(delta));
      }),
      { numRuns: RUNS },
    );
  }, 120_000);

  it('is that of its baselines: what was written is read again, and nothing of it is doubted', async () => {
    await fc.assert(
      fc.asyncProperty(programs, async (one) => {
        const { model, profile } = await run(one);
        const { machine } = model;
        const sited = { source: 'random', machine } as unknown as Parameters<typeof machineJson>[0];
        const constant = machine.network.routes.some(({ constantNs }) => constantNs > 0);
        const values = { ...machineJson(sited), ...(constant ? { topology: {} } : {}) };
        const facts = { version: '0', input: {}, machine: values, flags: {} };
        const read = readBaseline(baselineText(facts, profile), 'b.json');
        expect(read.profile).toEqual(profile);
        expect(read.warnings).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  }, 120_000);

  it('prices what the engine counts', async () => {
    await fc.assert(
      fc.asyncProperty(programs, async (one) => {
        const { model, profile } = await run(one);
        near(profile.bandwidth, priced(profile, 'bandwidth'));
        // Of several classes the engine may count another path, where two tie.
        if (model.machine.network.latencies.length > 1) return;
        near(priced(profile, 'latency'), profile.lambda.L * model.latency.base);
        near(profile.latency, priced(profile, 'latency'));
      }),
      { numRuns: RUNS },
    );
  }, 120_000);
});
