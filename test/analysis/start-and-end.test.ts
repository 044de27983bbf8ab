/** The path by the rows of a kernel is that of a replay, step by step; what lies at its ends is at most what is said. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Model } from '../../src/analysis/model.js';
import { tolerance } from '../../src/analysis/sensitivity.js';
import {
  compiledPath,
  startAndEnd,
  startAndEndAtMost,
  startAndEndPlayed,
} from '../../src/analysis/start-and-end.js';
import { kernelsAsSet } from '../../src/cli/workers/plan.js';
import { useKernels } from '../../src/kernels/arena.js';
import { logGPS, type Machine } from '../../src/machine/machine.js';
import { ScheduleBuilder } from '../../src/schedule/builder.js';
import type { Schedule } from '../../src/schedule/schedule.js';
import { parseGoal } from '../../src/sources/goal/read-goal.js';
import type { PathStep } from '../../src/timing/path-steps.js';
import { among, cases, runs } from '../part.js';
import { sharedPath } from '../shared.js';
import { channelMachines, randomPrograms, scheduleOf } from './random-program.js';

const ROUNDING = 1e-12;

describe('computation at both ends of the critical path', () => {
  it('is at most the bound, whatever the ties', async () => {
    await fc.assert(
      fc.asyncProperty(
        randomPrograms({ ranks: 4, steps: 30 }),
        channelMachines,
        fc.constantFrom('free' as const, 'serial' as const, 'ordered' as const),
        async (program, machine, cpu) => {
          const model = await Model.of(scheduleOf(program), { ...machine, cpu }, { engine: 'sweep' });
          const found = startAndEnd(model);
          if (found !== null)
            expect(found.share).toBeLessThanOrEqual(startAndEndAtMost(model) * (1 + ROUNDING));
        },
      ),
      { numRuns: runs(300) },
    );
  });

  it('is the bound where a message stands between computations', async () => {
    const builder = new ScheduleBuilder(2);
    builder.beginRank(0);
    builder.requires(builder.send(1, 1), builder.calc(300));
    builder.beginRank(1);
    const recv = builder.recv(1, 0);
    builder.requires(builder.calc(100), recv);
    const machine = logGPS({ L: 30, o: 5, G: 0 });
    const model = await Model.of(builder.finish(), machine, { engine: 'sweep' });
    // 300, o, L, o, 100: the row to the meeting point holds the first computation, that to the end the second.
    expect(startAndEndAtMost(model)).toBe(400 / 440);
    expect(startAndEnd(model)?.share).toBe(400 / 440);
  });
});

beforeEach(() => useKernels(true, 0));
afterEach(kernelsAsSet);

const eager = logGPS({ L: 3000, o: 5000, G: 0.018 });
const MACHINES: readonly Machine[] = [
  eager,
  { ...eager, rendezvous: 1000 },
  { ...eager, rendezvous: 0, protocol: 'sync' as const, async: 3 },
  { ...eager, rendezvous: 0, protocol: 'rdma-read' as const },
  logGPS({ L: 0, o: 0, G: 0 }),
];

const modelOf = (schedule: Schedule, machine: Machine): Promise<Model> =>
  Model.of(schedule, machine, { engine: 'sweep' });

/** All steps of the path that was compiled, first step first; null without one. */
const steps = (model: Model): PathStep[] | null =>
  compiledPath(model, (path) =>
    Array.from({ length: path.length }, (_, i) => path.stepsAt(path.length - 1 - i)).flat(),
  );

/** Whether there is a path by the rows; it and what lies at its ends are held to those of a replay. */
async function compared(schedule: Schedule, machine: Machine): Promise<boolean> {
  const model = await modelOf(schedule, machine);
  const found = steps(model);
  const ends = startAndEnd(model);
  // A replay comes last: it takes the room.
  if (found !== null) expect(found).toEqual(model.played().criticalPath());
  expect(ends).toEqual(startAndEndPlayed(model));
  return found !== null;
}

const root = fileURLToPath(new URL('../..', import.meta.url));

describe('the path by the rows', () => {
  it('of random programs is that of a replay, whatever the ties', async () => {
    let paths = 0;
    await fc.assert(
      fc.asyncProperty(
        randomPrograms({ ranks: 5, steps: 60 }),
        fc.oneof(fc.constantFrom(...MACHINES), channelMachines),
        fc.constantFrom(null, 0, 2),
        async (program, machine, async) => {
          if (await compared(scheduleOf(program), { ...machine, async })) paths++;
        },
      ),
      { numRuns: runs(300) },
    );
    expect(paths).toBeGreaterThan(among(150));
  });

  it.each(readdirSync(`${root}/goal-samples`).filter((name) => name.endsWith('.goal')))(
    'of %s is that of a replay',
    async (name) => {
      const schedule = parseGoal(readFileSync(`${root}/goal-samples/${name}`));
      for (const machine of MACHINES) {
        try {
          await modelOf(schedule, machine);
        } catch {
          continue;
        }
        expect(await compared(schedule, machine)).toBe(true);
      }
    },
  );

  it('is there after the questions of a tolerance, which it leaves as they are', async () => {
    const schedule = parseGoal(readFileSync(`${root}/goal-samples/ring.goal`));
    const model = await modelOf(schedule, eager);
    const columns = () =>
      [model.system.from, model.system.constant, model.system.rowStart].map((one) => [...one]);
    const before = columns();
    const answer = await tolerance(model, [1, 2, 5]);
    expect(steps(model)).toEqual(model.played().criticalPath());
    expect(columns()).toEqual(before);
    expect(await tolerance(model, [1, 2, 5])).toEqual(answer);
  });

  it('is left to a replay where computations are fractions that add up to whole numbers in their rows', async () => {
    const halves = 'l1: calc 0.5\nl2: calc 7.5\nl2 requires l1\nl3: send 8b to 1\nl3 requires l2';
    const text = `num_ranks 2\nrank 0 {\n${halves}\n}\nrank 1 {\nl1: recv 8b from 0\nl2: calc 5\nl2 requires l1\n}\n`;
    const model = await modelOf(parseGoal(text), eager);
    expect(model.lines(model.latency).exact).toBe(true);
    expect(await compared(parseGoal(text), eager)).toBe(false);
  });

  it('is not told by rows that TypeScript has made', async () => {
    useKernels(false);
    const model = await modelOf(parseGoal(readFileSync(`${root}/goal-samples/ring.goal`)), eager);
    expect(steps(model)).toBeNull();
  });

  const folder = sharedPath('data/goal');
  it
    .skipIf(folder === undefined)
    .each(
      cases(
        folder === undefined ? [] : readdirSync(folder).filter((name) => name.endsWith('.goal.gz')),
        (name) => /^(clover-4|comd-8|lulesh-8)\./.test(name),
      ),
    )('of %s is that of a replay', { timeout: 120_000 }, async (name) => {
    const text = gunzipSync(readFileSync(`${folder}/${name}`));
    expect(await compared(parseGoal(text), { ...eager, rendezvous: 4096 })).toBe(true);
  });
});
