/** Where compiling has put the posts and meetings of a program: with a pass over its rows they tell its critical path. */
import type { PlacedProgram } from './graph.js';
import type { KernelMachine } from './machine.js';
import { moduleOf } from './module.js';
import { parts } from './parts.js';
import { CODE } from './play.generated.js';
import { type KernelPrices, machineValues, ROUTE_NUMBERS } from './play.js';
import type { KernelFunction } from './webassembly.js';

/** Columns that compiling leaves. */
export interface PlaceColumns {
  /** [operations] place of the post, as the kernel writes it. */
  readonly posts: Float64Array;
  /** [operations] by receive the vertex at which it meets its message. */
  readonly meets: Uint32Array;
  readonly costs: Uint32Array;
  /** Address of the routes of sends; 0: there is one. */
  readonly routesAt: number;
  /** Room of the same memory that nobody uses. */
  readonly spare: Float64Array;
}

interface Kept extends PlaceColumns {
  readonly program: PlacedProgram;
  readonly machine: KernelMachine;
  /** Whether nothing else was laid over them. */
  readonly stands: () => boolean;
}

/** By the column `from` of the rows. */
const kept = new WeakMap<Uint32Array, Kept>();

export function keepPlaces(from: Uint32Array, places: Kept): void {
  kept.set(from, places);
}

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
 * The critical path of the program whose rows come `from` these vertices, by the lines of a pass whose sums are exact, with
 * the ties of a replay. null where no kernel compiled it, or what it left is gone. It holds until the next pass.
 */
export function pathByPlaces({ from, c, a }: Lines, prices: KernelPrices): PathEvents | null {
  const places = kept.get(from);
  if (places === undefined || !places.stands() || c.buffer !== from.buffer) return null;
  const { program, spare } = places;
  const table = ROUTE_NUMBERS * prices.latency.length;
  if (spare.length <= table) return null;
  const kernel = program.arena.exportsOf(moduleOf(CODE), EXPORTS);
  tell(kernel, places, prices, [c.byteOffset, a.byteOffset]);
  const left = Math.min(EVENTS, 2 * (spare.length - table));
  const room = new Uint32Array(spare.buffer, spare.byteOffset + 8 * table, left);
  const events = pathBack(kernel, program.operations, room);
  const line = (at: number): Line => ({ c: at, a: kernel.slopeThere() });
  return {
    events,
    postOf: (op) => line(kernel.postThere(op)),
    meetingOf: (recv) => line(kernel.meetingThere(recv)),
  };
}

function tell(
  kernel: Exports,
  { program, machine, posts, meets, costs, routesAt, spare }: Kept,
  prices: KernelPrices,
  lines: readonly number[],
): void {
  const { kind, value, depStart, deps, partner, events } = program;
  const graph = [kind, value, depStart, deps, partner, events].map(({ byteOffset }) => byteOffset);
  // No times were played.
  kernel.columns(...graph, routesAt, 0, 0, 0, 0);
  kernel.places(posts.byteOffset, meets.byteOffset, ...lines);
  kernel.machine(...machineValues(machine, costs, prices, spare));
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
