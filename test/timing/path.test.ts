/** Sums over a path: one place, and all who tell of a path say the same. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { criticalPath } from '../../src/analysis/critical-path-shares.js';
import { exactCurve } from '../../src/analysis/exact-curve.js';
import { breakdown } from '../../src/analysis/latency-breakdown.js';
import { Model } from '../../src/analysis/model.js';
import { pairwise } from '../../src/analysis/rank-pairs.js';
import { sensitivity } from '../../src/analysis/sensitivity.js';
import { logGPS, type Machine, SHARINGS } from '../../src/machine/machine.js';
import { buildReportData } from '../../src/report/page/build-report.js';
import { CALC, SEND } from '../../src/schedule/schedule.js';
import { parseGoal } from '../../src/sources/goal/read-goal.js';
import { crossings, messagesOf } from '../../src/timing/path-steps.js';
import { runs } from '../part.js';
import { machines, programOf, scheduleOf, shapes } from '../properties/schedules.js';

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);

async function toldOf(model: Model) {
  const path = criticalPath(model);
  const base = model.latency.base;
  const { timeline } = buildReportData(model, await exactCurve(model, base, base));
  const [stop] = timeline.stops;
  return { path, stop, byRank: breakdown(model, 'rank'), pairs: await pairwise(model, { maxPairs: 0 }) };
}

describe('a rendezvous on the path', () => {
  it('is one message that pays four latencies', async () => {
    // m = 10000 + L, the receive ends m + 2·o + 3·L + 1000·G, the send m + 3·o + 3·L + 1000·G: 4 L, 1000 B.
    const schedule = parseGoal(readFileSync('goal-samples/rendezvous-late-sender.goal', 'utf8'));
    const model = await Model.of(schedule, logGPS({ L: 3000, o: 500, G: 1, S: 1000 }), { engine: 'sweep' });
    const { path, stop, byRank, pairs } = await toldOf(model);
    const [message, ...others] = messagesOf(path.steps);
    expect(message).toMatchObject({ latencies: 4, bytes: 1000, latency: 12_000 });
    expect(others).toEqual([]);
    expect([path.messages, stop.messages]).toEqual([1, 1]);
    expect(stop.origin.pairs).toEqual([{ source: 0, destination: 1, lambda: 4 }]);
    expect(byRank.groups[0]).toMatchObject({ name: 'rank 0', lambda: 4, bytes: 1000, latency: 12_000 });
    expect(pairs.pairs).toEqual([{ low: 0, high: 1, lambdaL: 4, lambdaG: 1000 }]);
  });
});

it('a step names the send and the route that it pays for, and none where it pays for no message', async () => {
  const schedule = parseGoal(readFileSync('goal-samples/fig4-short.goal', 'utf8'));
  const model = await Model.of(schedule, logGPS({ L: 500, o: 10, G: 5 }), { engine: 'sweep' });
  const steps = criticalPath(model).steps.map(({ op, send, route }) => [schedule.kind[op], send, route]);
  const paid = steps.filter(([kind]) => kind !== CALC);
  expect(steps.filter(([kind]) => kind === CALC)).toEqual(Array(2).fill([CALC, -1, -1]));
  expect(new Set(paid.map(([, send]) => send))).toEqual(new Set([schedule.kind.indexOf(SEND)]));
  expect(paid.map(([, , route]) => route)).toEqual(paid.map(() => 0));
});

it('all who tell of a path say the same', async () => {
  await fc.assert(
    fc.asyncProperty(shapes(120), machines, fc.constantFrom(...SHARINGS), async (shape, plain, sharing) => {
      const machine: Machine = { ...plain, cpu: sharing, nic: sharing, gap: 3 };
      const model = await Model.of(scheduleOf(programOf(shape)), machine, { engine: 'sweep' });
      const { path, stop, byRank, pairs } = await toldOf(model);
      const { lambda } = await sensitivity(model);
      const messages = messagesOf(path.steps);
      expect(crossings(messages)).toBeLessThanOrEqual(model.graph.messages);
      expect(stop.messages).toBe(path.messages);
      for (const key of ['computation', 'overhead', 'latency', 'bandwidth'] as const)
        expect(stop.shares[key]).toBe(path[key]);
      const told = [
        byRank.lambda,
        pairs.lambdaL,
        sum(stop.origin.pairs.map((one) => one.lambda)),
        sum(stop.origin.sizes.map((one) => one.lambda)),
        sum(byRank.groups.map((one) => one.received ?? 0)),
      ];
      expect(told).toEqual(told.map(() => lambda.L));
    }),
    { numRuns: runs(150), seed: 3 },
  );
});
