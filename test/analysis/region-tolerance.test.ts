/** How much latency the messages below each function alone may gain. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toleranceBy, toleranceByRegion } from '../../src/analysis/group-tolerance.js';
import { Model } from '../../src/analysis/model.js';
import { tolerance } from '../../src/analysis/tolerance.js';
import { UsageError } from '../../src/errors.js';
import { logGPS } from '../../src/machine/machine.js';
import { message } from '../goal.js';
import { randomStacks, relayOf, stacked } from './call-stacks.js';
import { channelMachines, randomPrograms, scheduleOf } from './random-program.js';

describe('tolerance by region', () => {
  it('is solved by hand for messages one after the other', async () => {
    const { schedule, names } = relayOf([
      { stack: ['main', 'solve', 'dot'], call: 'MPI_Allreduce' },
      { stack: ['main', 'solve', 'halo'], call: 'MPI_Isend' },
      { stack: ['main', 'solve', 'halo'], call: 'MPI_Isend' },
      { stack: ['main', 'end'], call: 'MPI_Bcast' },
    ]);
    const model = await Model.of(schedule, logGPS({ L: 100, o: 0, G: 0 }), { engine: 'sweep' });
    // T = 400: +30 % are 120 ns, over 4, 3, 2, 1 and 1 messages.
    const { by, groups, left } = await toleranceByRegion(model, [30], names);
    expect([by, left]).toEqual(['region', 0]);
    expect(
      groups.map(({ name, messages, lambda, tolerance: [{ added }] }) => [name, messages, lambda, added]),
    ).toEqual([
      ['main', 4, 4, 30],
      ['solve', 3, 3, 40],
      ['halo', 2, 2, 60],
      ['dot', 1, 1, 120],
      ['end', 1, 1, 120],
    ]);
    expect(groups[0].region).toMatchObject({ function: 'main', file: '/src/app.c' });
  });

  it('needs call sites', async () => {
    const model = await Model.of(message(), logGPS({ L: 1, o: 0, G: 0 }));
    await expect(toleranceByRegion(model, [1])).rejects.toThrow(UsageError);
  });

  it('of one that has all messages is that of the program, and of functions that call no other that of their sites', async () => {
    await fc.assert(
      fc.asyncProperty(
        randomPrograms({ ranks: 4, steps: 40 }),
        channelMachines,
        randomStacks,
        async (program, machine, stacks) => {
          const { schedule, names } = stacked(
            scheduleOf(program),
            // Each path ends in a function of its own.
            stacks.map((stack, i) => ['main', ...stack, `leaf${i}`]),
          );
          const model = await Model.of({ ...schedule, call: null, callNames: [] }, machine, {
            engine: 'sweep',
          });
          const { groups } = await toleranceByRegion(model, [10], names);
          const bySite = await toleranceBy(model, 'site', [10], { nodeName: undefined, siteNames: names });
          const told = new Map(groups.map((one) => [one.name, one]));
          for (const { site, messages, lambda, tolerance: own } of bySite.groups) {
            const name = site?.site.place.function ?? 'unknown';
            expect(told.get(name)).toMatchObject({ messages, lambda, tolerance: own });
          }
          const whole = (await tolerance(model, [10])).tolerance[0].delta;
          const sent = groups.filter(({ name }) => name === 'main' || name === 'unknown');
          if (sent.length === 1) expect(sent[0].tolerance[0].added).toBeCloseTo(whole, 3);
        },
      ),
      { numRuns: 25 },
    );
  });
});
