/** λ_L, and the critical path, by function of the program. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Regions } from '../../src/analysis/call-tree.js';
import { criticalPath, pathRegions, timeOf } from '../../src/analysis/critical-path-shares.js';
import { breakdown, regionLatency, topCall } from '../../src/analysis/latency-breakdown.js';
import { Model } from '../../src/analysis/model.js';
import { UsageError } from '../../src/errors.js';
import { logGPS } from '../../src/machine/machine.js';
import { nameSite, type SiteNames } from '../../src/schedule/program-calls.js';
import { NONE, type Schedule } from '../../src/schedule/schedule.js';
import { timesPaid } from '../../src/timing/axis.js';
import { messagesOf } from '../../src/timing/path-steps.js';
import { randomStacks, relayOf, type Stack, stacked } from './call-stacks.js';
import { channelMachines, randomPrograms, scheduleOf } from './random-program.js';

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

/** Name of each node after those of its callers. */
function pathsOf<K extends string>({ nodes }: Regions<K>): string[] {
  const paths: string[] = [];
  for (const { region, parent } of nodes)
    paths.push(parent < 0 ? region.name : `${paths[parent]};${region.name}`);
  return paths;
}

const SOLVER: readonly { readonly stack: Stack; readonly call: string }[] = [
  { stack: ['main', 'setup'], call: 'MPI_Bcast' },
  ...Array.from({ length: 3 }, () => ({ stack: ['main', 'solve', 'cg', 'dot'], call: 'MPI_Allreduce' })),
  ...Array.from({ length: 2 }, () => ({ stack: ['main', 'solve', 'halo'], call: 'MPI_Isend' })),
  { stack: ['main', 'solve', 'cg', 'halo'], call: 'MPI_Isend' },
  { stack: ['main'], call: 'MPI_Allreduce' },
];

describe('λ_L by function', () => {
  it('of messages one after the other is how many each function has below it', async () => {
    const { schedule, names } = relayOf(SOLVER);
    const model = await Model.of(schedule, logGPS({ L: 100, o: 10, G: 0 }), { engine: 'sweep' });
    const found = regionLatency(model, names);
    // T = 8·(100 + 20): a latency and two overheads a message.
    expect(found.runtime).toBe(960);
    expect(found.total).toMatchObject({ lambda: 8, latency: 800 });
    expect(
      found.nodes.map(({ inclusive, exclusive, depth }, i) => [
        ...[pathsOf(found)[i], depth, inclusive.lambda, exclusive.lambda],
      ]),
    ).toEqual([
      ['main', 0, 8, 1],
      ['main;solve', 1, 6, 0],
      ['main;solve;cg', 2, 4, 0],
      ['main;solve;cg;dot', 3, 3, 3],
      ['main;solve;cg;halo', 3, 1, 1],
      ['main;solve;halo', 2, 2, 2],
      ['main;setup', 1, 1, 1],
    ]);
    expect(
      found.functions.map(({ region, inclusive, exclusive, nodes }) => [
        ...[region.name, inclusive.lambda, exclusive.lambda, nodes],
      ]),
    ).toEqual([
      ['main', 8, 1, 1],
      ['solve', 6, 0, 1],
      ['cg', 4, 0, 1],
      ['dot', 3, 3, 1],
      ['halo', 3, 3, 2],
      ['setup', 1, 1, 1],
    ]);
    expect(found.nodes[0].calls.map(({ call, amounts }) => [call, amounts.lambda])).toEqual([
      ['MPI_Allreduce', 4],
      ['MPI_Isend', 3],
      ['MPI_Bcast', 1],
    ]);
    // Half of λ_L; one of the four is main's own, so that no function further in has them all.
    expect(topCall(found)).toMatchObject({
      call: 'MPI_Allreduce',
      lambda: 4,
      below: { region: { name: 'main' } },
    });
  });

  it('names the innermost function that has all messages of the call with the most', async () => {
    const { schedule, names } = relayOf(SOLVER.slice(0, 4));
    const model = await Model.of(schedule, logGPS({ L: 100, o: 10, G: 0 }), { engine: 'sweep' });
    const top = topCall(regionLatency(model, names));
    expect([top?.call, top?.lambda, top?.below?.region.name]).toEqual(['MPI_Allreduce', 3, 'dot']);
  });

  it('counts a message once in a function that calls itself', async () => {
    const { schedule, names } = relayOf([
      { stack: ['main', 'walk', 'walk', 'walk'], call: 'MPI_Send' },
      { stack: ['main', 'walk', 'help', 'walk'], call: 'MPI_Send' },
    ]);
    const model = await Model.of(schedule, logGPS({ L: 100, o: 0, G: 0 }), { engine: 'sweep' });
    const { nodes, functions } = regionLatency(model, names);
    expect(nodes.map(({ inclusive, exclusive }) => [inclusive.lambda, exclusive.lambda])).toEqual([
      ...[
        [2, 0],
        [2, 0],
        [1, 0],
        [1, 1],
        [1, 0],
        [1, 1],
      ],
    ]);
    expect(
      functions.map(({ region, inclusive, exclusive, nodes: places }) => [
        ...[region.name, inclusive.lambda, exclusive.lambda, places],
      ]),
    ).toEqual([
      ['walk', 2, 2, 4],
      ['main', 2, 0, 1],
      ['help', 1, 0, 1],
    ]);
  });

  it('keeps messages of no known call site apart, and needs call sites', async () => {
    const { schedule, names } = relayOf(SOLVER);
    const { sites } = schedule;
    if (sites === null) throw new Error('no sites');
    const without = {
      ...schedule,
      sites: { ...sites, of: sites.of.map((site) => (site < 2 ? NONE : site)) },
    };
    const machine = logGPS({ L: 100, o: 10, G: 0 });
    const found = regionLatency(await Model.of(without, machine, { engine: 'sweep' }), names);
    expect([found.outside.lambda, found.nodes[0].inclusive.lambda, found.total.lambda]).toEqual([2, 6, 8]);
    const model = await Model.of({ ...schedule, sites: null }, machine, { engine: 'sweep' });
    expect(() => regionLatency(model, names)).toThrow(UsageError);
  });

  it('is that of folded stacks of the messages, for any program', async () => {
    await fc.assert(
      fc.asyncProperty(
        randomPrograms({ ranks: 5, steps: 60 }),
        channelMachines,
        randomStacks,
        async (program, machine, stacks) => {
          const { schedule, names } = stacked(scheduleOf(program), stacks);
          const model = await Model.of(schedule, machine, { engine: 'sweep' });
          const found = regionLatency(model, names);
          const folded = foldedStacks(model, schedule, names);
          const { lambda } = breakdown(model, 'site', undefined, names);
          const solved = await model.engine.evaluate(model.lines(model.latency), model.latency.base);
          const roots = found.nodes.filter(({ depth }) => depth === 0);
          expect(found.total.lambda).toBe(solved.lambda);
          expect(found.total.lambda).toBe(lambda);
          expect(found.outside.lambda + sum(roots.map(({ inclusive }) => inclusive.lambda))).toBe(lambda);
          for (const all of [found.nodes, found.functions])
            expect(found.outside.lambda + sum(all.map(({ exclusive }) => exclusive.lambda))).toBe(lambda);
          const of = (keep: (stack: string) => boolean): number =>
            sum([...folded].filter(([stack]) => keep(stack)).map(([, own]) => own));
          const paths = pathsOf(found);
          found.nodes.forEach(({ inclusive, exclusive, calls }, i) => {
            const path = paths[i];
            expect(exclusive.lambda).toBe(folded.get(path) ?? 0);
            expect(inclusive.lambda).toBe(of((stack) => stack === path || stack.startsWith(`${path};`)));
            expect(sum(calls.map(({ amounts }) => amounts.lambda))).toBe(inclusive.lambda);
          });
          for (const { region, inclusive, exclusive } of found.functions) {
            expect(inclusive.lambda).toBe(of((stack) => stack.split(';').includes(region.name)));
            expect(exclusive.lambda).toBe(of((stack) => stack.split(';').at(-1) === region.name));
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});

/** λ by call path, `main;solve;dot`, summed over the messages of the critical path; '' is of no path. */
function foldedStacks(model: Model, { sites }: Schedule, names: SiteNames): Map<string, number> {
  const folded = new Map<string, number>();
  for (const { send, latencies, route } of messagesOf(criticalPath(model).steps)) {
    const site = sites?.of[send] ?? NONE;
    const known = site === NONE ? undefined : sites?.list[site];
    const named = known === undefined ? null : nameSite(known, names);
    const stack = named === null ? [] : [named.place, ...named.via].map((one) => one.function).reverse();
    const key = stack.slice(Math.max(stack.indexOf('main'), 0)).join(';');
    const own = latencies * timesPaid({ latency: 'all' }, model.machine.network.routes[route]);
    folded.set(key, (folded.get(key) ?? 0) + own);
  }
  return folded;
}

describe('the critical path by function', () => {
  it('has overhead at the function whose call it is, latency at the one that sent', async () => {
    const { schedule, names } = relayOf([
      { stack: ['main', 'ask'], call: 'MPI_Send' },
      { stack: ['main', 'answer'], call: 'MPI_Send' },
    ]);
    const model = await Model.of(schedule, logGPS({ L: 100, o: 10, G: 0 }), { engine: 'sweep' });
    const found = pathRegions(schedule, criticalPath(model), names);
    // 2·(L + 2·o): either function sends once and receives once.
    expect(
      found.functions.map(({ region, inclusive, exclusive }) => [
        ...[region.name, inclusive.latency, inclusive.overhead, timeOf(exclusive)],
      ]),
    ).toEqual([
      ['main', 200, 40, 0],
      ['ask', 100, 20, 120],
      ['answer', 100, 20, 120],
    ]);
  });

  it('adds up to T with what is outside, for any program', async () => {
    await fc.assert(
      fc.asyncProperty(
        randomPrograms({ ranks: 4, steps: 40 }),
        channelMachines,
        randomStacks,
        async (program, machine, stacks) => {
          const { schedule, names } = stacked(scheduleOf(program), stacks);
          const model = await Model.of(schedule, machine, { engine: 'sweep' });
          const path = criticalPath(model);
          const { total, outside, nodes, functions } = pathRegions(schedule, path, names);
          expect(timeOf(total)).toBeCloseTo(path.runtime, 6);
          for (const key of ['computation', 'overhead', 'latency', 'bandwidth'] as const) {
            expect(total[key]).toBeCloseTo(path[key], 6);
            for (const all of [nodes, functions])
              expect(outside[key] + sum(all.map(({ exclusive }) => exclusive[key]))).toBeCloseTo(
                path[key],
                6,
              );
          }
        },
      ),
      { numRuns: 40 },
    );
  });
});
