/** The computation of one run given to another: programs of few calls, paired by hand. */
import { describe, expect, it } from 'vitest';
import {
  computationOf,
  type RunComputation,
  withComputation,
} from '../../src/analysis/shared-computation.js';
import { ScheduleBuilder } from '../../src/schedule/builder.js';
import { COMPUTATION } from '../../src/schedule/program-calls.js';
import { NONE, type Schedule } from '../../src/schedule/schedule.js';
import { parseGoal } from '../../src/sources/goal/read-goal.js';
import { goalText } from '../goal.js';

/** How long one rank computes, ns, and the call behind that, with its place: `100 MPI_Send halo:12`. */
type Step = string;

interface Traced {
  readonly schedule: Schedule;
  readonly computation: RunComputation;
}

/** One rank as traces have it: the operation of each call stands in front of the computation that it waits for. */
function traced(steps: readonly Step[]): Traced {
  const builder = new ScheduleBuilder(1);
  const parts = steps.map((step) => step.split(' '));
  const names = [...new Set(parts.map(([, call]) => call))];
  const places = [...new Set(parts.flatMap(([, , place]) => (place === undefined ? [] : [place])))];
  builder.beginRank(0);
  for (const [index, [ns, call, place]] of parts.entries()) {
    builder.callIndexIs(index);
    builder.callIs(call);
    builder.siteIs(place === undefined ? NONE : places.indexOf(place));
    const op = builder.send(1, 0);
    builder.callIs(COMPUTATION);
    builder.siteIs(NONE);
    builder.requires(op, builder.calc(Number(ns)));
  }
  const list = places.map((place) => {
    const frames = place.split('<').map((frame) => {
      const [name, line] = frame.split(':');
      const named = { function: name, file: 'app.c', line: Number(line) };
      return { object: '', offset: 0, named };
    });
    return { frames };
  });
  const none = new Float64Array(0);
  const calls = {
    name: Uint8Array.from(parts, ([, call]) => names.indexOf(call)),
    at: Uint32Array.from(parts, (_, i) => i + 1),
    ...{ finalize: 0, files: ['trace'], file: null, communicator: null, start: none, end: none },
    ...{ origin: 0, initEnd: 0, finalizeStart: Number.NaN },
  };
  const table = {
    ...{ unit: 'line' as const, names, communicates: names.map(() => false), communicators: [] },
    ...{ ranks: [calls], marks: null, injectedNs: null },
  };
  const sites = places.length === 0 ? null : { list, source: 'trace', date: Number.NaN };
  const schedule = builder.finish(sites, table);
  return { schedule, computation: computationOf(schedule, () => []) };
}

/** What the computations of B take with those of A. */
function shared(a: readonly Step[], b: readonly Step[]) {
  const found = withComputation(traced(b).schedule, () => [], traced(a).computation);
  const { kind, value } = found.schedule;
  const times = [...value].filter((_, op) => kind[op] === 0);
  const unshared = (list: typeof found.added) =>
    list.map(({ from, to, count, ns }) => `${from} > ${to}: ${count} × ${ns}`);
  return { times, added: unshared(found.added), dropped: unshared(found.dropped), found };
}

/** Four rounds of a halo and a sum, with other times in each run. */
const rounds = (scale: number): Step[] =>
  [1, 2, 3, 4].flatMap((round) => [
    `${scale * (100 + round)} MPI_Isend halo:12`,
    `${scale} MPI_Irecv halo:13`,
    `${scale} MPI_Waitall`,
    `${scale * (50 + round)} MPI_Allreduce dot:30`,
  ]);

const timesOf = (steps: readonly Step[]): number[] => steps.map((step) => Number(step.split(' ')[0]));

describe('the computation of A in B', () => {
  it('is that of A wherever the same program ran', () => {
    const { times, added, dropped, found } = shared(rounds(10), rounds(11));
    expect(times).toEqual(timesOf(rounds(10)));
    expect([added, dropped]).toEqual([[], []]);
    expect([found.computations, found.given / found.own]).toEqual([16, 10 / 11]);
  });

  it('is divided by a new call as B divides it', () => {
    const { times, added, dropped } = shared(
      ['100 MPI_Send a:1', '80 MPI_Recv a:2'],
      ['110 MPI_Send a:1', '60 MPI_Barrier a:2', '30 MPI_Recv a:3'],
    );
    // 80 in the ratio 60 to 30: 53.3 and the rest.
    expect(times).toEqual([100, 53, 27]);
    expect([added, dropped]).toEqual([[], []]);
  });

  it('is put together where a call is gone', () => {
    const { times, added, dropped } = shared(
      ['100 MPI_Send a:1', '60 MPI_Barrier a:2', '30 MPI_Recv a:3'],
      ['110 MPI_Send a:1', '95 MPI_Recv a:2'],
    );
    expect(times).toEqual([100, 90]);
    expect([added, dropped]).toEqual([[], []]);
  });

  it('keeps its own time between calls that only B has', () => {
    const { times, added, dropped } = shared(
      ['100 MPI_Send a:1', '80 MPI_Recv a:2'],
      ['110 MPI_Send a:1', '40 MPI_Gather b:7', '7 MPI_Scatter b:8', '40 MPI_Recv a:2'],
    );
    expect(times).toEqual([100, 40, 7, 40]);
    expect(added).toEqual(['MPI_Gather app.c:7 > MPI_Scatter app.c:8: 1 × 7']);
    expect(dropped).toEqual([]);
  });

  it('is left out between calls that only A has, where others came in their place', () => {
    const { times, dropped } = shared(
      ['10 MPI_Send a:1', '40 MPI_Gather b:7', '7 MPI_Scatter b:8', '20 MPI_Recv a:2'],
      ['11 MPI_Send a:1', '44 MPI_Allgather b:7', '22 MPI_Recv a:2'],
    );
    expect(times).toEqual([10, 40, 20]);
    expect(dropped).toEqual(['MPI_Gather app.c:7 > MPI_Scatter app.c:8: 1 × 7']);
  });

  // The other message of the same name moves what stands below it.
  const above = [1, 2, 3, 4].flatMap((round) => [
    ...['30 MPI_Isend halo:9', `${80 + round} MPI_Isend halo:14`, '1 MPI_Irecv halo:15'],
    ...['1 MPI_Waitall', '1 MPI_Waitall', `${55 + round} MPI_Allreduce dot:40`],
  ]);
  const below = [1, 2, 3, 4].flatMap((round) => [
    ...[`${110 + round} MPI_Isend halo:12`, '1 MPI_Irecv halo:13', '1 MPI_Isend halo:20'],
    ...['1 MPI_Waitall', '1 MPI_Waitall', `${55 + round} MPI_Allreduce dot:40`],
  ]);

  it.each([
    ['above', above],
    ['below', below],
  ])('finds the calls of every round where a message of the same name came %s', (_, steps) => {
    const { times, added, dropped } = shared(rounds(10), steps);
    expect([added, dropped]).toEqual([[], []]);
    for (const round of [0, 1, 2, 3]) {
      const [last, ...others] = times.slice(6 * round, 6 * round + 6).reverse();
      expect(others.reduce((sum, one) => sum + one, 0) + last).toBe(10 * (101 + round + 2 + 51 + round));
      expect(last).toBeGreaterThanOrEqual(10 * (51 + round) - 10);
    }
  });

  it('follows functions whose lines an edit moved, and callers', () => {
    const a = ['10 MPI_Send put:5<main:40', '20 MPI_Send put:5<main:50', '30 MPI_Recv get:9<main:60'];
    const b = [
      '1 MPI_Send put:8<main:43',
      '2 MPI_Send put:8<main:45',
      '3 MPI_Send put:8<main:54',
      '4 MPI_Recv get:12<main:64',
    ];
    // main:40 moved by three lines, 50 and 60 by four: 45 is new, and shares the 20 in front of the second send.
    expect(shared(a, b).times).toEqual([10, 8, 12, 30]);
  });

  it('goes by names and their order where traces tell no call site', () => {
    const a = ['10 MPI_Send', '20 MPI_Send', '30 MPI_Allreduce', '40 MPI_Finalize'];
    const b = ['1 MPI_Send', '2 MPI_Send', '1 MPI_Send', '3 MPI_Allreduce', '4 MPI_Finalize'];
    expect(shared(a, b).times).toEqual([10, 20, 8, 22, 40]);
  });

  it('is that of messages in a schedule without calls', () => {
    const schedule = (x: number, y: number) =>
      parseGoal(
        goalText(
          `a: calc ${x}\nb: send 8b to 1\nc: calc ${y}\nb requires a\nc requires b`,
          `a: recv 8b from 0\nb: calc ${y}\nb requires a`,
        ),
      );
    const found = withComputation(
      schedule(7, 8),
      () => [],
      computationOf(schedule(100, 50), () => []),
    );
    expect([...found.schedule.value]).toEqual([100, 8, 50, 8, 50]);
  });

  it('keeps that of ranks which A does not have', () => {
    const one = parseGoal('num_ranks 1\nrank 0 {\na: calc 5\n}\n');
    const two = parseGoal('num_ranks 2\nrank 0 {\na: calc 6\n}\nrank 1 {\na: calc 7\n}\n');
    const found = withComputation(
      two,
      () => [],
      computationOf(one, () => []),
    );
    expect([[...found.schedule.value], [...found.kept]]).toEqual([
      [5, 7],
      [0, 1],
    ]);
    expect(
      withComputation(
        one,
        () => [],
        computationOf(two, () => []),
      ).dropped,
    ).toHaveLength(1);
  });

  it('meets again behind many calls that only one of the two has', () => {
    const polled = (times: number, ns: number): Step[] => [
      `${ns} MPI_Irecv`,
      ...Array.from({ length: times }, () => '1 MPI_Test'),
      ...Array.from({ length: 500 }, (_, i) => `${ns + i} MPI_Send`),
      `${ns} MPI_Barrier`,
    ];
    const { times } = shared(polled(3, 1000), polled(900, 10));
    expect(times.slice(-500)).toEqual([...Array.from({ length: 499 }, (_, i) => 1001 + i), 1000]);
  });
});
