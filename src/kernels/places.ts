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
  /** Which of them are of sends and receives. */
  readonly messages: Uint32Array;
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
  'endsLast',
  'path',
  'messages',
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
    const left = Math.min(EVENTS, spare.length - table);
    const room = new Uint32Array(spare.buffer, spare.byteOffset + 8 * table, 2 * left);
    const whole = { c: c[c.length - 1], a: a[a.length - 1] };
    const last = endsLast(kernel, program.operations, whole);
    const { events, messages } = last === NONE ? NO_EVENTS : pathBack(kernel, last, room);
    const line = (at: number): Line => ({ c: at, a: kernel.slopeThere() });
    return use({
      events,
      messages,
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

const NO_EVENTS: Pick<PathEvents, 'events' | 'messages'> = {
  events: new Uint32Array(0),
  messages: new Uint32Array(0),
};

/** The operation that ends with the `whole` program, the first of several; NONE where there is none. */
function endsLast(kernel: Exports, operations: number, whole: Line): number {
  let last = NONE;
  parts(0, operations, (first, end) => {
    last = kernel.endsLast(first, end, whole.c, whole.a) >>> 0;
    return last === NONE;
  });
  return last;
}

/** The path from the end of `last` back, told by `room` for events and as many places of them. */
function pathBack(kernel: Exports, last: number, room: Uint32Array): Pick<PathEvents, 'events' | 'messages'> {
  const most = room.length / 2;
  const places = room.subarray(most);
  const events: Uint32Array[] = [];
  const messages: Uint32Array[] = [];
  let length = 0;
  const keep = (count: number): void => {
    const found = kernel.messages(room.byteOffset, count, length, places.byteOffset);
    events.push(room.slice(0, count));
    messages.push(places.slice(0, found));
    length += count;
  };
  room[0] = 2 * last + 1;
  for (let count = 1; ; ) {
    keep(count);
    const event = room[count - 1];
    count = kernel.path(event, room.byteOffset, most);
    if (count < most) {
      keep(count);
      return { events: joined(events), messages: joined(messages) };
    }
  }
}

function joined(columns: readonly Uint32Array[]): Uint32Array {
  const all = new Uint32Array(columns.reduce((sum, { length }) => sum + length, 0));
  columns.reduce((at, part) => {
    all.set(part, at);
    return at + part.length;
  }, 0);
  return all;
}
