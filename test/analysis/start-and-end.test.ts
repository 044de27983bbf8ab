/** The bound on what lies at both ends of the critical path is one. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Model } from '../../src/analysis/model.js';
import { startAndEnd, startAndEndAtMost } from '../../src/analysis/start-and-end.js';
import { logGPS } from '../../src/machine/machine.js';
import { ScheduleBuilder } from '../../src/schedule/builder.js';
import { runs } from '../part.js';
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
