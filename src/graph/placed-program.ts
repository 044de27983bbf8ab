/** Programs that kernels match, order and compile: copied into an arena once, and found there again. */
import { worthAKernel } from '../kernels/arena.js';
import { bytesOfCompiling, bytesOfLending } from '../kernels/compile-kernel.js';
import { type PlacedProgram, placed } from '../kernels/graph-kernel.js';
import { bytesOfPlaying } from '../kernels/play-kernel.js';
import type { Schedule } from '../schedule/schedule.js';

interface Known {
  readonly program: PlacedProgram;
  readonly schedule: Schedule;
  /** Whether its events are ordered: a graph holds their order. */
  ordered: boolean;
}

/** By `partner`. */
const known = new WeakMap<Uint32Array, Known>();

/** Bytes that a graph's rows and one play of it take, or its path, what is mostly asked of it; where that is too much, its rows. */
function roomsFor(operations: number): readonly number[] {
  const compiling = bytesOfCompiling(operations);
  return [compiling + Math.max(bytesOfPlaying(operations, 1), bytesOfLending(operations)), compiling];
}

/** Schedules that no kernel gets, for want of memory. */
const left = new WeakSet<Schedule>();

/** Leaves a schedule to TypeScript from now on, which takes less memory, and more time. */
export function leaveUnplaced(schedule: Schedule): void {
  left.add(schedule);
}

/** Whether a schedule was left to TypeScript. */
export const isUnplaced = (schedule: Schedule): boolean => left.has(schedule);

/**
 * The program in an arena that has so many bytes besides, the first of `rooms` that is to be had (left out: what is mostly asked of it); null where there is none,
 * and where kernels do not know it: tags of more than 32 bits, synchronous sends, sends that nobody receives.
 */
export function placedSchedule(schedule: Schedule, rooms?: readonly number[]): PlacedProgram | null {
  const { operations, tag, synchronous, unreceived } = schedule;
  if (!worthAKernel(operations) || left.has(schedule) || !(tag instanceof Int32Array)) return null;
  if (synchronous !== null || unreceived !== undefined) return null;
  let program: PlacedProgram | null = null;
  for (const room of rooms ?? roomsFor(operations)) program ??= placed(schedule, room);
  if (program !== null) known.set(program.partner, { program, schedule, ordered: false });
  return program;
}

/** The program of `schedule` that was placed and matched, where its events are not ordered yet; then they are taken to be. */
export function placedToOrder(schedule: Schedule, partner: Uint32Array): PlacedProgram | null {
  const found = known.get(partner);
  if (found === undefined || found.schedule !== schedule || found.ordered) return null;
  found.ordered = true;
  return found.program;
}

/**
 * The partners that a schedule is to be ordered anew with: those of a copy of its program, where it is placed and ordered
 * already. The order of the one before is still in use.
 */
export function partnersToOrder(schedule: Schedule, partner: Uint32Array): Uint32Array {
  const found = known.get(partner);
  if (found === undefined || found.schedule !== schedule || !found.ordered) return partner;
  const program = placedSchedule(schedule);
  program?.partner.set(partner);
  return program?.partner ?? partner;
}

/** What of a graph its program is. */
interface Ordered {
  readonly schedule: Schedule;
  readonly partner: Uint32Array;
  readonly order: Uint32Array;
}

/**
 * The program of a graph with its partners and its order, in an arena that has `room` bytes besides, or null; where it is
 * placed now, with room for its path, too.
 */
export function placedGraph(
  { schedule, partner, order }: Ordered,
  room: number,
): { readonly program: PlacedProgram; readonly order: Uint32Array } | null {
  const found = known.get(partner);
  const fits = found?.schedule === schedule && order.buffer === partner.buffer;
  if (fits && found.program.arena.hasRoom(room)) return { program: found.program, order };
  const program = placedSchedule(schedule, [room + bytesOfLending(schedule.operations), room]);
  if (program === null) return null;
  program.partner.set(partner);
  program.events.set(order);
  return { program, order: program.events.subarray(0, order.length) };
}
