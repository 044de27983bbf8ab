/** Programs whose calls have call paths, for tests by function. */
import fc from 'fast-check';
import { ScheduleBuilder } from '../../src/schedule/builder.js';
import type { CallSite, SiteNames } from '../../src/schedule/program-calls.js';
import { NONE, type Schedule } from '../../src/schedule/schedule.js';

/** A call path, outermost function first. */
export type Stack = readonly string[];

/** Sites of call paths, each frame an address of its own, and their names: an address a line of `app.c`. */
export function sitesOf(stacks: readonly Stack[]): { list: CallSite[]; names: SiteNames } {
  const functions = stacks.flat();
  let next = 0;
  const list = stacks.map((stack) => {
    const frames = stack.map(() => ({ object: '/bin/app', offset: next++ }));
    return { frames: frames.reverse() };
  });
  return {
    list,
    names: ({ offset }) => [{ function: functions[offset], file: '/src/app.c', line: offset + 1 }],
  };
}

/** Messages 0 → 1 → 0 → … one after the other, each of a call path and an MPI call. */
export function relayOf(messages: readonly { readonly stack: Stack; readonly call: string }[]): {
  schedule: Schedule;
  names: SiteNames;
} {
  const { list, names } = sitesOf(messages.map(({ stack }) => stack));
  const builder = new ScheduleBuilder(2);
  for (const rank of [0, 1]) {
    builder.beginRank(rank);
    let before = -1;
    messages.forEach(({ call }, i) => {
      builder.callIs(call);
      builder.siteIs(i);
      const op = i % 2 === rank ? builder.send(1, 1 - rank, i) : builder.recv(1, 1 - rank, i);
      if (before >= 0) builder.requires(op, before);
      before = op;
    });
  }
  return { schedule: builder.finish({ list, source: 'rank 0', date: Number.NaN }), names };
}

const FUNCTIONS = ['main', 'solve', 'dot', 'halo', 'walk'];

/** Call paths of a few functions, which may call themselves. */
export const randomStacks: fc.Arbitrary<Stack[]> = fc.array(
  fc
    .array(fc.constantFrom(...FUNCTIONS.slice(1)), { minLength: 1, maxLength: 6 })
    .chain((below) => fc.constantFrom(['main', ...below], below)),
  { minLength: 1, maxLength: 8 },
);

/** The schedule with each operation made by one of three calls on one of the paths, or on none. */
export function stacked(
  schedule: Schedule,
  stacks: readonly Stack[],
): { schedule: Schedule; names: SiteNames } {
  const { operations } = schedule;
  const { list, names } = sitesOf(stacks);
  // A multiplicative hash spreads sites over ranks and kinds.
  const of = Uint32Array.from({ length: operations }, (_, op) => {
    const pick = ((op * 7919) >>> 3) % (stacks.length + 1);
    return pick === stacks.length ? NONE : pick;
  });
  return {
    schedule: {
      ...schedule,
      call: Uint16Array.from({ length: operations }, (_, op) => op % 3),
      callNames: ['MPI_Send', 'MPI_Bcast', 'MPI_Allreduce'],
      sites: { list, of, source: 'rank 0', date: Number.NaN },
    },
    names,
  };
}
