/** The critical path of a program that was compiled: by the places of its posts and meetings, and a pass over its rows. */
import { lendPlaces, type PlaceColumns } from './compile.js';
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
  /** Which of them are the first and the last that take a message's time, as they stand here; −1: none does. */
  readonly nearest: number;
  readonly farthest: number;
  /** Messages that cross the network on the path. */
  readonly crossings: number;
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
  'unusedLast',
  'areTied',
  'endsLast',
  'beginPath',
  'path',
  'nearestMessage',
  'farthestMessage',
  'crossingsFound',
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
  return lendPlaces(from, (places, spare) => {
    const { program, machine, costs } = places;
    const table = ROUTE_NUMBERS * prices.latency.length;
    if (spare.length <= table) return null;
    const kernel = program.arena.exportsOf(moduleOf(CODE), EXPORTS);
    tell(kernel, places, [c.byteOffset, a.byteOffset]);
    kernel.machine(...machineValues(machine, costs, prices, spare));
    const left = Math.min(EVENTS, 2 * (spare.length - table));
    const room = new Uint32Array(spare.buffer, spare.byteOffset + 8 * table, left);
    const whole = { c: c[c.length - 1], a: a[a.length - 1] };
    const events = pathBack(kernel, lastOf(kernel, places, whole), room);
    const line = (at: number): Line => ({ c: at, a: kernel.slopeThere() });
    return use({
      events,
      // NONE as 32 bits with a sign.
      nearest: kernel.nearestMessage() | 0,
      farthest: kernel.farthestMessage() | 0,
      crossings: kernel.crossingsFound(),
      postOf: (op) => line(kernel.postThere(op)),
      meetingOf: (recv) => line(kernel.meetingThere(recv)),
    });
  });
}

function tell(
  kernel: Exports,
  { posts, crossed, meets, ordered }: PlaceColumns,
  lines: readonly number[],
): void {
  // No times were played.
  kernel.columns(...ordered, 0, 0, 0, 0);
  kernel.places(posts.byteOffset, crossed.byteOffset, meets.byteOffset, ...lines);
}

/** The operation that ends with the `whole` program, the first of several; NONE where there is none. */
function lastOf(kernel: Exports, { program, used }: PlaceColumns, { c, a }: Line): number {
  const { operations } = program;
  let last = NONE;
  parts(0, operations, (first, end) => {
    const found = kernel.unusedLast(first, end, used.byteOffset, c, a) >>> 0;
    if (last === NONE) last = found;
    return true;
  });
  if (kernel.areTied() === 0) return last;
  parts(0, operations, (first, end) => {
    last = kernel.endsLast(first, end, c, a) >>> 0;
    return last === NONE;
  });
  return last;
}

/** The path from the end of `last` back, a `room` at a time. */
function pathBack(kernel: Exports, last: number, room: Uint32Array): Uint32Array {
  kernel.beginPath();
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
