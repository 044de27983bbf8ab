/** Receives that a program takes as their messages come: in the order of arrival at the latency that is asked about. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { curveAt } from '../../src/analysis/exact-curve.js';
import { Model } from '../../src/analysis/model.js';
import { buildGraph } from '../../src/graph/execution-graph.js';
import { logGPS } from '../../src/machine/machine.js';
import { ScheduleBuilder } from '../../src/schedule/builder.js';
import { ANY, type Schedule } from '../../src/schedule/schedule.js';
import { runs } from '../part.js';

/** A message to rank 0: how often it is handed on before, after which computation, and how large it is. */
interface Source {
  readonly hops: number;
  readonly compute: number;
  readonly bytes: number;
}

/**
 * Rank 0 posts a receive for every source, computes, takes them in the order `taken` of some run, and works behind the
 * k-th of them for `works[k]`. `chosen`: as they come. A source's message of `hops` h passes h ranks of its own.
 */
function takes(
  sources: readonly Source[],
  {
    taken,
    works,
    before,
    chosen,
  }: { taken: readonly number[]; works: readonly number[]; before: number; chosen: boolean },
): Schedule {
  const hops = sources.reduce((sum, one) => sum + one.hops, 0);
  const builder = new ScheduleBuilder(1 + sources.length + hops);
  const lastOf = sources.map((_, i) => 1 + i);
  let rank = 1 + sources.length;
  const chains = sources.map(({ hops: count }, i) => {
    const chain = [...Array.from({ length: count }, () => rank++), lastOf[i]];
    return chain;
  });
  builder.beginRank(0);
  const receives = sources.map(({ bytes }, i) => builder.recv(bytes, lastOf[i]));
  let last = builder.calc(before);
  for (const [k, i] of taken.entries()) {
    if (chosen) builder.takenAfter(receives[i], receives[taken[Math.max(k - 1, 0)]]);
    const wait = builder.calc(0);
    builder.requires(wait, receives[i]);
    builder.requires(wait, last);
    last = builder.calc(works[k]);
    builder.requires(last, wait);
  }
  for (const [i, chain] of chains.entries()) {
    for (const [h, own] of chain.entries()) {
      builder.beginRank(own);
      const first = h === 0 ? builder.calc(sources[i].compute) : builder.recv(sources[i].bytes, chain[h - 1]);
      const send = builder.send(sources[i].bytes, chain[h + 1] ?? 0);
      builder.requires(send, first);
    }
  }
  return builder.finish();
}

const O = 7;
const G = 2;

/** When rank 0 is done, by hand: the k-th message to be there lets the k-th work begin. */
function done(sources: readonly Source[], works: readonly number[], before: number, L: number): number {
  const there = sources.map(
    ({ hops, compute, bytes }) => compute + (hops + 1) * (2 * O + L + (bytes - 1) * G),
  );
  let time = before;
  for (const [k, at] of there.toSorted((a, b) => a - b).entries()) time = Math.max(time, at) + works[k];
  return time;
}

describe('receives that are taken as they come', () => {
  // One message over two hops, two latencies; one at 50, one latency: the second comes first from L = 50 on.
  const sources: Source[] = [
    { hops: 1, compute: 0, bytes: 1 },
    { hops: 0, compute: 50, bytes: 1 },
  ];
  const query = { taken: [0, 1], works: [1000, 10], before: 0 };

  it('wait for whichever message comes first', async () => {
    const model = await Model.of(takes(sources, { ...query, chosen: true }), logGPS({ L: 10, o: 0, G: 0 }));
    const points = await curveAt(model, [10, 90], model.latency);
    expect(points.map(({ runtime, lambda }) => [runtime, lambda])).toEqual([
      [2 * 10 + 1000 + 10, 2],
      [90 + 50 + 1000 + 10, 1],
    ]);
    expect(model.graph.arrivals).toBe(2);
    expect(model.graph.warnings).toEqual([
      {
        code: 'arrivals',
        count: 2,
        message:
          '2 receives that the program takes as they arrive (MPI_Waitany, Waitsome, Testany, Testsome) were completed in the order ' +
          "of arrival that the model predicts at the machine's parameters",
      },
    ]);
  });

  it('wait for their own where nothing says so', async () => {
    const model = await Model.of(takes(sources, { ...query, chosen: false }), logGPS({ L: 10, o: 0, G: 0 }));
    const [, there] = await curveAt(model, [10, 90], model.latency);
    expect([there.runtime, there.lambda]).toEqual([2 * 90 + 1000 + 10, 2]);
    expect([model.graph.arrivals, model.graph.warnings]).toEqual([0, []]);
  });

  it('keep the order of the run where messages come at once', () => {
    const both: Source[] = [
      { hops: 0, compute: 5, bytes: 1 },
      { hops: 0, compute: 5, bytes: 1 },
    ];
    const schedule = takes(both, { ...query, taken: [1, 0], chosen: true });
    const { partner } = buildGraph(schedule, logGPS({ L: 10, o: 0, G: 0 }));
    // The receive that was taken first is the one of rank 2.
    expect([...partner.subarray(0, 2)]).toEqual([schedule.rankStart[1] + 1, schedule.rankStart[2] + 1]);
  });

  it('take messages larger than the receive that was taken at their place', () => {
    const sizes: Source[] = [
      { hops: 1, compute: 0, bytes: 1 },
      { hops: 0, compute: 50, bytes: 64 },
    ];
    const schedule = takes(sizes, { ...query, chosen: true });
    expect(buildGraph(schedule, logGPS({ L: 900, o: 0, G: 0 })).messages).toBe(3);
  });

  it('stand beside as many receives of any source', () => {
    const builder = new ScheduleBuilder(3);
    builder.beginRank(0);
    const [one, other] = [builder.recv(1, 1, 1), builder.recv(1, 2, 1)];
    builder.takenAfter(one, one);
    builder.takenAfter(other, one);
    builder.recv(1, ANY, 2);
    builder.recv(1, ANY, 2);
    for (const rank of [1, 2]) {
      builder.beginRank(rank);
      builder.send(1, 0, 1);
      builder.send(1, 0, 2);
    }
    const graph = buildGraph(builder.finish(), logGPS({ L: 10, o: 0, G: 0 }));
    expect(graph).toMatchObject({ messages: 4, arrivals: 2, wildcardGuesses: 2 });
  });

  it('give T as messages come, whatever the run that was traced', async () => {
    const source = fc.record({
      hops: fc.nat(3),
      compute: fc.nat(400),
      bytes: fc.integer({ min: 1, max: 40 }),
    });
    const several = fc.array(source, { minLength: 2, maxLength: 6 }).chain((list) =>
      fc.record({
        sources: fc.constant(list),
        taken: fc.shuffledSubarray(
          list.map((_, i) => i),
          { minLength: list.length },
        ),
        works: fc.array(fc.nat(300), { minLength: list.length, maxLength: list.length }),
        before: fc.nat(600),
        L: fc.integer({ min: 1, max: 500 }),
      }),
    );
    await fc.assert(
      fc.asyncProperty(several, async ({ sources: list, taken, works, before, L }) => {
        const schedule = takes(list, { taken, works, before, chosen: true });
        const model = await Model.of(schedule, logGPS({ L: 3, o: O, G }), { engine: 'sweep' });
        const [{ runtime }] = await curveAt(model, [L], model.latency);
        expect(runtime).toBe(done(list, works, before, L));
      }),
      { numRuns: runs(300) },
    );
  });
});
