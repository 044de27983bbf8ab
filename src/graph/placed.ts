/** Programs that kernels match, order and compile: copied into an arena once, and found there again. */
import { worthAKernel } from '../kernels/arena.js';
import { bytesOfCompiling } from '../kernels/compile.js';
import { type PlacedProgram, placed } from '../kernels/graph.js';
import type { Schedule } from '../schedule/schedule.js';

/** Bytes of two prices of a row, and of two sums of a vertex: what a sweep needs of the same arena. */
const SWEPT = { row: 16, vertex: 16 };
const ROWS_PER_OPERATION = 1.5;

interface Known {
  readonly program: PlacedProgram;
  readonly schedule: Schedule;
  /** Whether its events are ordered: a graph holds their order. */
  ordered: boolean;
}

/** By `partner`. */
const known = new WeakMap<Uint32Array, Known>();

const roomFor = (operations: number): { readonly kept: number; readonly besides: number } => {
  const { kept, lent } = bytesOfCompiling(operations);
  const swept = operations * (SWEPT.row * ROWS_PER_OPERATION + SWEPT.vertex);
  return { kept, besides: Math.max(lent, swept) };
};

/**
 * The program in an arena that has room for its timing system; null where kernels do not know it: tags of more than 32
 * bits, synchronous sends, sends that nobody receives.
 */
export function placedSchedule(schedule: Schedule): PlacedProgram | null {
  const { operations, tag, synchronous, unreceived } = schedule;
  if (!worthAKernel(operations) || !(tag instanceof Int32Array)) return null;
  if (synchronous !== null || unreceived !== undefined) return null;
  const { kept, besides } = roomFor(operations);
  const program = placed({ ...schedule, tag }, kept + besides);
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

/** What of a graph its program is. */
interface Ordered {
  readonly schedule: Schedule;
  readonly partner: Uint32Array;
  readonly order: Uint32Array;
}

/** The program of a graph with its partners and its order, in an arena that has room for its timing system, or null. */
export function placedToCompile({
  schedule,
  partner,
  order,
}: Ordered): { readonly program: PlacedProgram; readonly order: Uint32Array } | null {
  const found = known.get(partner);
  const { kept, besides } = roomFor(schedule.operations);
  if (
    found?.schedule === schedule &&
    order.buffer === partner.buffer &&
    found.program.arena.hasRoom(kept + besides)
  )
    return { program: found.program, order };
  const program = placedSchedule(schedule);
  if (program === null) return null;
  program.partner.set(partner);
  program.events.set(order);
  return { program, order: program.events.subarray(0, order.length) };
}
