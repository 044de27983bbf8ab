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
  const unlike = found.unlike.map(
    ({ kind, from, to, count, a: was, b: is }) => `${kind}: ${from} > ${to}: ${count} × ${was} > ${is}`,
  );
  return { times, unlike, found };
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
    const { times, unlike, found } = shared(rounds(10), rounds(11));
    expect(times).toEqual(timesOf(rounds(10)));
    expect([unlike, found.stretches, found.same]).toEqual([[], 16, 16]);
    expect(found.given / found.own).toBe(10 / 11);
  });

  it('is divided by new calls as B divides it', () => {
    const { times, unlike } = shared(
      ['100 MPI_Send a:1', '80 MPI_Recv a:2'],
      ['110 MPI_Send a:1', '40 MPI_Gather b:7', '10 MPI_Scatter b:8', '40 MPI_Recv a:2'],
    );
    // 80 in the ratio 40 to 10 to 40: 35.6, 8.9 and the rest.
    expect(times).toEqual([100, 36, 8, 36]);
    expect(unlike).toEqual(['divided: MPI_Send app.c:1 > MPI_Recv app.c:2: 1 × 80 > 90']);
  });

  it('is put together where a call is gone, and divided anew where others came in its place', () => {
    const a = ['100 MPI_Send a:1', '60 MPI_Barrier a:2', '30 MPI_Recv a:3'];
    expect(shared(a, ['110 MPI_Send a:1', '95 MPI_Recv a:2']).times).toEqual([100, 90]);
    const other = ['110 MPI_Send a:1', '20 MPI_Bcast a:2', '30 MPI_Reduce a:3', '50 MPI_Recv a:4'];
    expect(shared(a, other).times).toEqual([100, 18, 27, 45]);
  });

  it('is that of B where calls came with much more of it', () => {
    const { times, unlike } = shared(
      ['9000 MPI_Send a:1', '80 MPI_Recv a:2'],
      ['9900 MPI_Send a:1', '40 MPI_Gather b:7', '7000 MPI_Recv a:2'],
    );
    expect(times).toEqual([9000, 40, 7000]);
    expect(unlike).toEqual(['changed: MPI_Send app.c:1 > MPI_Recv app.c:2: 1 × 80 > 7040']);
  });

  // The wait goes in front of what was computed while messages were under way.
  const overlapped = (ns: number): Step[] =>
    Array.from({ length: 6 }, () => ['10 MPI_Isend a:1', `${ns} MPI_Waitall`, '5000 MPI_Barrier a:3']).flat();
  const waiting = (ns: number): Step[] =>
    Array.from({ length: 6 }, () => [
      '10 MPI_Isend a:1',
      '10 MPI_Waitall',
      `${5000 + ns} MPI_Barrier a:4`,
    ]).flat();

  it('is that of B where it went to the other side of a call, as often as that is no accident', () => {
    const { times, unlike } = shared(overlapped(30_000), waiting(30_000));
    expect(times).toEqual(timesOf(waiting(30_000)));
    expect(unlike).toEqual([
      'changed: MPI_Waitall > MPI_Barrier app.c:4: 6 × 30000 > 210000',
      'changed: MPI_Isend app.c:1 > MPI_Waitall: 6 × 180000 > 60',
    ]);
  });

  it('is that of A where B was interrupted, or its machine is slower', () => {
    const steps = overlapped(30_000);
    const interrupted = steps.map((step, i) => (i === 4 || i === 7 ? step.replace(/^\d+/, '4000000') : step));
    expect(shared(steps, interrupted).times).toEqual(timesOf(steps));
    const slower = steps.map(
      (step) => `${8 * Number(step.split(' ')[0])} ${step.split(' ').slice(1).join(' ')}`,
    );
    expect(shared(steps, slower).unlike).toEqual([]);
  });

  // The other message of the same name moves what stands below it.
  const above = [1, 2, 3, 4].flatMap((round) => [
    ...['300 MPI_Isend halo:9', `${800 + 10 * round} MPI_Isend halo:14`, '10 MPI_Irecv halo:15'],
    ...['10 MPI_Waitall', '10 MPI_Waitall', `${550 + 10 * round} MPI_Allreduce dot:40`],
  ]);
  const below = [1, 2, 3, 4].flatMap((round) => [
    ...[`${1100 + 10 * round} MPI_Isend halo:12`, '10 MPI_Irecv halo:13', '10 MPI_Isend halo:20'],
    ...['10 MPI_Waitall', '10 MPI_Waitall', `${550 + 10 * round} MPI_Allreduce dot:40`],
  ]);

  it.each([
    ['above', above],
    ['below', below],
  ])('finds the calls of every round where a message of the same name came %s', (_, steps) => {
    const { times, unlike } = shared(rounds(10), steps);
    expect(unlike.every((one) => one.startsWith('divided'))).toBe(true);
    for (const round of [0, 1, 2, 3]) {
      const [last, ...others] = times.slice(6 * round, 6 * round + 6).reverse();
      expect(others.reduce((sum, one) => sum + one, 0) + last).toBe(10 * (101 + round + 2 + 51 + round));
      expect(last).toBeGreaterThanOrEqual(10 * (51 + round) - 10);
    }
  });

  it('follows functions whose lines an edit moved, and callers', () => {
    const a = [
      '10000 MPI_Send put:5<main:40',
      '20000 MPI_Send put:5<main:50',
      '30000 MPI_Recv get:9<main:60',
    ];
    const b = [
      ...['11000 MPI_Send put:8<main:43', '8000 MPI_Send put:8<main:45', '12000 MPI_Send put:8<main:54'],
      '33000 MPI_Recv get:12<main:64',
    ];
    // main:40 moved by three lines, 50 and 60 by four: 45 is new, and shares the 20 µs in front of the second send.
    expect(shared(a, b).times).toEqual([10_000, 8_000, 12_000, 30_000]);
  });

  it('goes by names and their order where traces tell no call site', () => {
    const a = ['10000 MPI_Send', '20000 MPI_Send', '30000 MPI_Allreduce', '40000 MPI_Finalize'];
    const b = [
      '11000 MPI_Send',
      '22000 MPI_Send',
      '8000 MPI_Send',
      '24000 MPI_Allreduce',
      '44000 MPI_Finalize',
    ];
    expect(shared(a, b).times).toEqual([10_000, 20_000, 7_500, 22_500, 40_000]);
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
    const { unlike } = withComputation(
      one,
      () => [],
      computationOf(two, () => []),
    );
    expect(unlike).toEqual([{ kind: 'dropped', from: 'the start', to: 'the end', count: 1, a: 7, b: 0 }]);
  });

  it('moves the marks of a program with it', () => {
    const { schedule } = traced(['100 MPI_Send', '80 MPI_Recv']);
    const marks = {
      ...{ kind: Uint8Array.of(0), value: Int32Array.of(1), call: Uint32Array.of(1) },
      offset: Float64Array.of(20),
    };
    if (schedule.calls === null) throw new Error('no calls');
    const marked = { ...schedule, calls: { ...schedule.calls, marks: { names: [], ranks: [marks] } } };
    const found = withComputation(marked, () => [], traced(['110 MPI_Send', '60 MPI_Recv']).computation);
    expect([...(found.schedule.calls?.marks?.ranks[0].offset ?? [])]).toEqual([15]);
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
