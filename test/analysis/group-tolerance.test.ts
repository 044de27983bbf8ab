/** How much latency each group of messages alone may gain. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toleranceBy, toleranceByRegion } from '../../src/analysis/group-tolerance.js';
import { Model } from '../../src/analysis/model.js';
import { tolerance } from '../../src/analysis/sensitivity.js';
import { UsageError } from '../../src/errors.js';
import { logGPS } from '../../src/machine/machine.js';
import { withOwnLatency } from '../../src/machine/parameters.js';
import { ScheduleBuilder } from '../../src/schedule/builder.js';
import type { SiteFrame } from '../../src/schedule/program-calls.js';
import { NONE, rankOf } from '../../src/schedule/schedule.js';
import { atOnce, message, numbers } from '../goal.js';
import { randomStacks, relayOf, stacked } from './call-stacks.js';
import { channelMachines, placed, randomPrograms, scheduleOf } from './random-program.js';

const PLAIN = { nodeName: undefined, siteNames: () => [] };

/** Three messages in a row from site 0, 0 → 1 → 0 → 1; beside them 300 ns of computation and one message 2 → 1 from site 1. */
function twoWays(list = [10, 20].map((offset) => ({ frames: [{ object: 'app', offset }] }))) {
  const builder = new ScheduleBuilder(3);
  builder.beginRank(0);
  builder.siteIs(0);
  builder.send(1, 1, 1);
  const got = builder.recv(1, 1, 2);
  builder.requires(builder.send(1, 1, 3), got);
  builder.beginRank(1);
  const first = builder.recv(1, 0, 1);
  builder.requires(builder.send(1, 0, 2), first);
  builder.recv(1, 0, 3);
  builder.siteIs(NONE);
  builder.recv(1, 2, 4);
  builder.beginRank(2);
  const work = builder.calc(300);
  builder.siteIs(1);
  builder.requires(builder.send(1, 1, 4), work);
  return builder.finish({ list, source: '', date: Number.NaN });
}

describe('tolerance by groups', () => {
  it('is solved by hand for two ways to the end', async () => {
    // L = 100, o = 0: three messages in a row take 300 ns, the computation and its message 400 ns = T.
    const model = await Model.of(twoWays(), logGPS({ L: 100, o: 0, G: 0 }), { engine: 'sweep' });
    // At +20 % T may be 480: 80 ns more for one message of site 1, 180/3 = 60 ns for each of site 0.
    const { groups, left } = await toleranceBy(model, 'site', [20], PLAIN);
    expect(left).toBe(0);
    expect(groups.map(({ site: _, ...one }) => one)).toEqual([
      { name: 'app+0xa', messages: 3, lambda: 0, tolerance: [{ percent: 20, added: 60 }] },
      { name: 'app+0x14', messages: 1, lambda: 1, tolerance: [{ percent: 20, added: 80 }] },
    ]);
    // By rank the row of three is that of two ranks: (480 − 300)/2 for 0's two, 180 for the one of rank 1.
    const byRank = await toleranceBy(model, 'rank', [20], PLAIN);
    expect(byRank.groups.map(({ name, tolerance: [{ added }] }) => [name, added])).toEqual([
      ['rank 2', 80],
      ['rank 0', 90],
      ['rank 1', 180],
    ]);
  });

  // Both sites are on one line: in two functions that a template or a macro makes there, or with two callers.
  const at = (place: string) => (frame: SiteFrame) => [
    { function: frame.offset < 20 ? `${place}<int>` : `${place}<double>`, file: 'halo.h', line: 5 },
  ];
  const called = [10, 20].map((offset) => ({
    frames: [
      { object: 'app', offset: 1 },
      { object: 'app', offset },
    ],
  }));
  it.each([
    ['functions', twoWays(), at('exchange'), ['halo.h:5 in exchange<int>', 'halo.h:5 in exchange<double>']],
    [
      'callers',
      twoWays(called),
      ({ offset }: SiteFrame) => [{ function: '', file: 'a.c', line: offset }],
      ['a.c:1 via a.c:10', 'a.c:1 via a.c:20'],
    ],
    [
      'unnamed functions',
      twoWays(
        [10, 20].map((offset) => ({
          frames: [{ object: '', offset, named: { function: 'exchange', file: '', line: 0 } }],
        })),
      ),
      () => [],
      ['exchange (1)', 'exchange (2)'],
    ],
  ])('is that of each of two sites of one line, by %s', async (_, schedule, siteNames, names) => {
    const model = await Model.of(schedule, logGPS({ L: 100, o: 0, G: 0 }), { engine: 'sweep' });
    const { groups } = await toleranceBy(model, 'site', [20], { ...PLAIN, siteNames });
    expect(
      groups.map(({ name, messages, lambda, tolerance: [{ added }] }) => [name, messages, lambda, added]),
    ).toEqual([
      [names[0], 3, 0, 60],
      [names[1], 1, 1, 80],
    ]);
  });

  it('leaves out groups beyond the most that are asked about', async () => {
    const ranks = 43;
    const ring = atOnce(
      ranks,
      1,
      numbers(ranks).map((rank) => [rank, (rank + 1) % ranks]),
    );
    const model = await Model.of(ring, logGPS({ L: 100, o: 0, G: 0 }), { engine: 'sweep' });
    const { groups, left } = await toleranceBy(model, 'rank', [1], PLAIN);
    expect([groups.length, left]).toEqual([40, 3]);
  });

  it('is where T with that much added reaches the limit, for any program and machine', async () => {
    await fc.assert(
      fc.asyncProperty(randomPrograms({ ranks: 4, steps: 40 }), channelMachines, async (program, machine) => {
        const model = await Model.of(placed(scheduleOf(program)), machine, { engine: 'sweep' });
        const { runtime } = await tolerance(model, []);
        const { groups } = await toleranceBy(model, 'rank', [10], PLAIN);
        for (const {
          name,
          tolerance: [{ added }],
        } of groups) {
          const gains = (send: number): boolean => `rank ${rankOf(model.schedule, send)}` === name;
          const at = async (ns: number): Promise<number> => {
            const own = withOwnLatency(machine.network, 'added', gains);
            const latencies = own.latencies.map((one) =>
              one.name === 'added' ? { ...one, latencyNs: ns } : one,
            );
            const network = { ...own, latencies };
            const there = await Model.of(model.schedule, { ...machine, network }, { engine: 'sweep' });
            const { lines, latency } = { lines: there.lines(there.latency), latency: there.latency };
            return (await there.engine.evaluate(lines, latency.base)).runtime;
          };
          if (Number.isFinite(added)) expect(await at(added)).toBeCloseTo(1.1 * runtime, 3);
          else expect(await at(1e9)).toBeLessThanOrEqual(1.1 * runtime);
        }
      }),
      { numRuns: 25 },
    );
  });

  it('is that of the whole program where all messages are one group, with either engine', async () => {
    const model = await Model.of(twoWays(), logGPS({ L: 100, o: 7, G: 0 }), { engine: 'sweep' });
    const whole = (await tolerance(model, [1, 5, 50])).tolerance.map(({ delta }) => delta);
    for (const engine of ['sweep', 'highs'] as const) {
      const { groups } = await toleranceBy(model, 'message-size', [1, 5, 50], PLAIN, { engine });
      expect(groups).toHaveLength(1);
      for (const [i, { added }] of groups[0].tolerance.entries()) expect(added).toBeCloseTo(whole[i], 6);
    }
  });
});

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
