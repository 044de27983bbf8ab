/** A region cut out of a program runs as it does within: whatever the program, the machine and the bounds. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Cut, cutRegion } from '../../src/analysis/cut/cut-region.js';
import type { Bound, RegionQuery } from '../../src/analysis/cut/region-bounds.js';
import { buildGraph } from '../../src/graph/execution-graph.js';
import type { Machine } from '../../src/machine/machine.js';
import { COMPUTATION, PCONTROL } from '../../src/schedule/program-calls.js';
import { CALC, labelOf, RECV, rankOf, type Schedule, SEND } from '../../src/schedule/schedule.js';
import { Replay } from '../../src/timing/replay.js';
import { runs } from '../part.js';
import {
  classMachines,
  machines,
  type Op,
  type Program,
  programOf,
  scheduleOf,
  shapes,
} from './schedules.js';

const OPERATIONS = 200;
const RUNS = runs(200);

const bounds = (schedule: Schedule): fc.Arbitrary<Bound> =>
  fc.oneof(
    fc.double({ min: 0, max: 1, noNaN: true }).map((share): Bound => ({ kind: 'share', share })),
    fc.constantFrom<Bound>(
      { kind: 'first-message' },
      { kind: 'last-message' },
      { kind: 'start' },
      { kind: 'end' },
    ),
    fc
      .array(fc.integer({ min: 0, max: schedule.operations }), {
        minLength: schedule.ranks,
        maxLength: schedule.ranks,
      })
      .map((at): Bound => ({ kind: 'operations', at })),
  );

const cases = fc
  .tuple(shapes(OPERATIONS), fc.oneof(machines, classMachines))
  .map(([shape, machine]) => ({ schedule: scheduleOf(programOf(shape)), machine }))
  .chain(({ schedule, machine }) =>
    fc.record({
      schedule: fc.constant(schedule),
      machine: fc.constant(machine),
      from: bounds(schedule),
      to: bounds(schedule),
    }),
  );

const places = (schedule: Schedule): fc.Arbitrary<Place[]> =>
  fc
    .array(fc.tuple(fc.nat(schedule.operations), fc.double({ min: 0, max: 1, noNaN: true })), {
      minLength: schedule.ranks,
      maxLength: schedule.ranks,
    })
    .map((found) =>
      found.map(([number, share], rank) => {
        const { kind, value, rankStart } = schedule;
        const at = number % (rankStart[rank + 1] - rankStart[rank] + 1);
        const op = rankStart[rank] + at;
        const parts = op < rankStart[rank + 1] && kind[op] === CALC;
        return { at, ns: parts ? share * value[op] : 0 };
      }),
    );

const markedCases = cases.chain(({ schedule, machine }) =>
  fc.record({
    schedule: fc.constant(schedule),
    machine: fc.constant(machine),
    first: places(schedule),
    last: places(schedule),
  }),
);

const query = (from: Bound, to: Bound): RegionQuery => ({ text: 'here', from, to, entry: 'as-run' });

/** null where nothing lies between the bounds. */
function cutOf(schedule: Schedule, machine: Machine, from: Bound, to: Bound): Cut | null {
  try {
    return cutRegion(schedule, machine, query(from, to));
  } catch (error) {
    expect(String(error)).toContain('no operation of the program is within');
    return null;
  }
}

/** By rank and label, the operation. */
const byLabel = (schedule: Schedule): Map<string, number> =>
  new Map(
    Array.from({ length: schedule.operations }, (_, op) => [
      `${rankOf(schedule, op)} ${labelOf(schedule, op)}`,
      op,
    ]),
  );

const close = (actual: number, expected: number, whole: number): void =>
  expect(Math.abs(actual - expected)).toBeLessThanOrEqual(1e-9 * Math.max(1, whole));

describe('a region', () => {
  it('begins and ends all that stays when the whole program does', () => {
    fc.assert(
      fc.property(cases, ({ schedule, machine, from, to }) => {
        const cut = cutOf(schedule, machine, from, to);
        if (cut === null) return;
        const whole = new Replay(buildGraph(schedule, machine), machine);
        const alone = new Replay(buildGraph(cut.schedule, machine), machine);
        const { begin, end } = cut.found;
        const originals = byLabel(schedule);
        for (const [label, op] of byLabel(cut.schedule)) {
          const original = originals.get(label);
          if (original === undefined) continue;
          close(alone.startOf(op), Math.max(0, whole.startOf(original) - begin), whole.runtime);
          const posted = schedule.kind[original] === RECV && cut.schedule.kind[op] !== RECV;
          const sent = schedule.kind[original] === SEND && cut.schedule.unreceived?.[op] === 1;
          if (!posted && !sent) close(alone.endOf(op), whole.endOf(original) - begin, whole.runtime);
        }
        close(alone.runtime, end - begin, whole.runtime);
        expect(cut.found.whole).toBe(whole.runtime);
      }),
      { numRuns: RUNS },
    );
  });

  it('does so where it begins and ends within computations, at marks of the program', () => {
    fc.assert(
      fc.property(markedCases, ({ schedule: bare, machine, first, last }) => {
        const schedule = marked(bare, first, last);
        const cut = cutOf(schedule, machine, mark(1), mark(2));
        if (cut === null) return;
        const whole = new Replay(buildGraph(schedule, machine), machine);
        const alone = new Replay(buildGraph(cut.schedule, machine), machine);
        const { begin, end } = cut.found;
        const originals = byLabel(schedule);
        for (const [label, op] of byLabel(cut.schedule)) {
          const original = originals.get(label);
          if (original === undefined || schedule.kind[original] !== CALC) continue;
          const rank = rankOf(schedule, original);
          const place = original - schedule.rankStart[rank];
          const [from, to] = [first[rank], last[rank]].map(({ at, ns }) => (at === place ? ns : null));
          const started = whole.startOf(original);
          const ended = to === null ? whole.endOf(original) : Math.min(whole.endOf(original), started + to);
          close(alone.startOf(op), Math.max(0, started + (from ?? 0) - begin), whole.runtime);
          close(alone.endOf(op), ended - begin, whole.runtime);
        }
        close(alone.runtime, end - begin, whole.runtime);
        expect(cut.found.whole).toBe(new Replay(buildGraph(bare, machine), machine).runtime);
      }),
      { numRuns: RUNS },
    );
  });

  it('leaves out what was before it where every rank has only posted a receive then', () => {
    const later = fc.oneof(machines, classMachines).map((machine): Machine => ({ ...machine, async: 20 }));
    const to = fc.double({ min: 0.1, max: 1, noNaN: true }).map((share): Bound => ({ kind: 'share', share }));
    fc.assert(
      fc.property(
        shapes(30),
        later,
        fc.oneof(to, fc.constant<Bound>({ kind: 'end' })),
        (shape, machine, until) => {
          const schedule = scheduleOf(postedAhead(programOf(shape)));
          const cut = cutOf(schedule, machine, { kind: 'time', ns: 10 }, until);
          if (cut === null) return;
          const { begin, end, whole } = cut.found;
          expect(begin).toBeGreaterThanOrEqual(20);
          close(runtimeOf(cut.schedule, machine), end - begin, whole);
        },
      ),
      { numRuns: RUNS },
    );
  });

  it('changes nothing where it is the whole program', () => {
    fc.assert(
      fc.property(cases, ({ schedule, machine }) => {
        const cut = cutOf(schedule, machine, { kind: 'start' }, { kind: 'end' });
        expect(cut?.schedule).toEqual(buildGraph(schedule, machine).schedule);
        expect(cut?.found).toMatchObject({ begin: 0, arriving: 0, leaving: 0 });
      }),
      { numRuns: 50 },
    );
  });

  it('runs as long as by itself where all ranks stand still before and behind it', () => {
    const threeParts = fc.array(shapes(60), { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(threeParts, machines, fc.integer({ min: 1, max: 5 }), (parts, machine, ranks) => {
        const programs = parts.map((shape) => programOf({ ...shape, ranks }));
        const runtimes = programs.map((program) => runtimeOf(scheduleOf(program), machine));
        const schedule = scheduleOf(joined(programs, runtimes));
        const lengths = programs[0].map((_, rank) => programs.map((program) => program[rank].length + 1));
        if (programs[1].every((ops) => ops.length === 0)) return;
        const cut = cutOf(
          schedule,
          machine,
          { kind: 'operations', at: lengths.map(([first]) => first + 1) },
          { kind: 'operations', at: lengths.map(([first, second]) => first + second) },
        );
        const [before, within, behind] = runtimes;
        close(cut === null ? Number.NaN : runtimeOf(cut.schedule, machine), within, before + within);
        expect(cut?.found).toMatchObject({ arriving: 0, leaving: 0 });
        close(runtimeOf(schedule, machine), before + within + behind, before + within + behind);
      }),
      { numRuns: RUNS },
    );
  });
});

/** A mark in front of the operation at a place of its rank, or `ns` within it where that is a computation. */
interface Place {
  readonly at: number;
  readonly ns: number;
}

const mark = (level: number): Bound => ({ kind: 'pcontrol', level, nth: 1 });

/** The schedule as if each operation were a call, and each computation the one in front of its call; marks of level 1 and 2. */
function marked(schedule: Schedule, first: readonly Place[], last: readonly Place[]): Schedule {
  const { ranks, operations, rankStart, kind } = schedule;
  const of = Uint32Array.from({ length: operations }, (_, op) => op - rankStart[rankOf(schedule, op)]);
  const calls = Array.from({ length: ranks }, (_, rank) => {
    const length = rankStart[rank + 1] - rankStart[rank];
    const at = Uint32Array.from({ length }, (_, i) => i + 1);
    const times = { start: new Float64Array(length), end: new Float64Array(length) };
    const facts = {
      finalize: 0,
      files: ['a'],
      file: null,
      communicator: null,
      origin: 0,
      initEnd: 0,
      finalizeStart: 0,
    };
    return { name: new Uint8Array(length), at, ...facts, ...times };
  });
  const marks = Array.from({ length: ranks }, (_, rank) => ({
    kind: Uint8Array.of(PCONTROL, PCONTROL),
    value: Int32Array.of(1, 2),
    call: Uint32Array.of(first[rank].at, last[rank].at),
    offset: Float64Array.of(first[rank].ns, last[rank].ns),
  }));
  const table = {
    unit: 'line',
    names: ['MPI_Send'],
    communicates: [false],
    communicators: [],
    injectedNs: null,
  } as const;
  return {
    ...schedule,
    call: Uint16Array.from(kind, (one) => (one === CALC ? 1 : 0)),
    callNames: ['MPI_Send', COMPUTATION],
    calls: { ...table, ranks: calls, marks: { names: [], ranks: marks }, of },
  };
}

const runtimeOf = (schedule: Schedule, machine: Machine): number =>
  new Replay(buildGraph(schedule, machine), machine).runtime;

/** Every rank posts a receive first and goes on at once; its message is sent when the next rank has done all else. */
function postedAhead(program: Program): Program {
  const ranks = program.length;
  const tag = 99;
  return program.map((ops, rank) => {
    const moved = ops.map(({ after, ...op }) => ({
      ...op,
      after: [...after.map((one) => ({ ...one, op: one.op + 1 })), { op: 0, immediate: true }],
    }));
    const all = [0, ...ops.keys()].map((op, i) =>
      i === 0 ? { op, immediate: true } : { op: op + 1, immediate: false },
    );
    const message = { value: 4, tag };
    return [
      { ...message, kind: 'recv', peer: (rank + 1) % ranks, after: [] },
      ...moved,
      { ...message, kind: 'send', peer: (rank + ranks - 1) % ranks, after: all },
    ];
  });
}

/** One program behind the other: every rank begins a part with a computation until all before it has run. */
function joined(programs: readonly Program[], runtimes: readonly number[]): Program {
  return programs[0].map((_, rank) => {
    const ops: Op[] = [];
    let begin = 0;
    for (const [i, program] of programs.entries()) {
      const gate = ops.length;
      ops.push({ kind: 'calc', value: begin, peer: 0, tag: 0, after: [] });
      for (const op of program[rank]) {
        const moved = op.after.map((one) => ({ ...one, op: one.op + gate + 1 }));
        ops.push({ ...op, tag: op.tag + 10 * i, after: [...moved, { op: gate, immediate: false }] });
      }
      begin += runtimes[i];
    }
    return ops;
  });
}
