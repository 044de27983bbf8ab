/** The critical path of a program that was compiled: by the places of its posts and meetings, and a pass over its rows. */
import { lendPlaces, type PlaceColumns } from './compile.js';
import type { PlacedProgram } from './graph.js';
import { moduleOf } from './module.js';
import { parts } from './parts.js';
import { CODE } from './play.generated.js';
import { type KernelPrices, machineValues, ROUTE_NUMBERS } from './play.js';
import type { KernelFunction } from './webassembly.js';

/** A time as c + a·x, in 1/scale ns. */
interface Line {
  readonly c: number;
  readonly a: number;
}

/** A critical path. */
export interface PathEvents {
  /** What decides, last first, from the end of what ends last on: 2·op for the post of an operation, 2·op + 1 for its end. */
  readonly events: Uint32Array;
  postOf(op: number): Line;
  meetingOf(recv: number): Line;
}

/** Lines of the vertices after a pass. */
interface Lines {
  readonly from: Uint32Array;
  readonly c: Float64Array;
  readonly a: Float64Array;
}

const EXPORTS = [
  'columns',
  'machine',
  'places',
  'seekLast',
  'lastFound',
  'path',
  'postThere',
  'meetingThere',
  'slopeThere',
] as const;

type Exports = Readonly<Record<(typeof EXPORTS)[number], KernelFunction>>;

const NONE = 0xffff_ffff;
/** Events that are asked for at a time. */
const EVENTS = 1 << 12;

/**
 * Tells `use` the critical path of the program whose rows come `from` these vertices, by the lines of a pass whose sums are
 * exact, with the ties of a replay. null where no kernel has made the rows, and where there is no room.
 */
export function pathByPlaces<Result>(
  { from, c, a }: Lines,
  prices: KernelPrices,
  use: (path: PathEvents) => Result,
): Result | null {
  if (c.buffer !== from.buffer) return null;
  return lendPlaces(from, (places, { program, machine }) => {
    const { spare } = places;
    const table = ROUTE_NUMBERS * prices.latency.length;
    if (spare.length <= table) return null;
    const kernel = program.arena.exportsOf(moduleOf(CODE), EXPORTS);
    tell(kernel, program, places, [c.byteOffset, a.byteOffset]);
    kernel.machine(...machineValues(machine, places.costs, prices, spare));
    const left = Math.min(EVENTS, 2 * (spare.length - table));
    const room = new Uint32Array(spare.buffer, spare.byteOffset + 8 * table, left);
    const events = pathBack(kernel, program.operations, room);
    const line = (at: number): Line => ({ c: at, a: kernel.slopeThere() });
    return use({
      events,
      postOf: (op) => line(kernel.postThere(op)),
      meetingOf: (recv) => line(kernel.meetingThere(recv)),
    });
  });
}

function tell(
  kernel: Exports,
  { kind, value, depStart, deps, partner, events }: PlacedProgram,
  { posts, meets, routesAt }: PlaceColumns,
  lines: readonly number[],
): void {
  const graph = [kind, value, depStart, deps, partner, events].map(({ byteOffset }) => byteOffset);
  // No times were played.
  kernel.columns(...graph, routesAt, 0, 0, 0, 0);
  kernel.places(posts.byteOffset, meets.byteOffset, ...lines);
}

function pathBack(kernel: Exports, operations: number, room: Uint32Array): Uint32Array {
  parts(0, operations, (first, end) => {
    kernel.seekLast(first, end);
    return true;
  });
  const last = kernel.lastFound() >>> 0;
  if (last === NONE) return new Uint32Array(0);
  const found: Uint32Array[] = [Uint32Array.of(2 * last + 1)];
  for (let event = 2 * last + 1; ; ) {
    const length = kernel.path(event, room.byteOffset, room.length);
    found.push(room.slice(0, length));
    if (length < room.length) break;
    event = room[length - 1];
  }
  const events = new Uint32Array(found.reduce((sum, { length }) => sum + length, 0));
  found.reduce((at, part) => {
    events.set(part, at);
    return at + part.length;
  }, 0);
  return events;
}
