/**
 * Rows of the linear program in WebAssembly: what `timing/compile.ts` does for free CPUs and NICs, with the same result; and
 * the critical path of a program that was compiled.
 */
import { addresses, bytesFor, type KernelFunction, moduleOf, parts } from './arena.js';
import { CODE as COMPILE_CODE } from './compile.generated.js';
import { orderedColumns, type PlacedProgram } from './graph-kernel.js';
import { CODE as PLAY_CODE } from './play.generated.js';
import {
  COST_BYTES,
  costTable,
  type KernelMachine,
  type KernelPrices,
  machineValues,
  ROUTE_NUMBERS,
} from './play-kernel.js';

/** Columns of a timing system. */
interface SystemColumns {
  readonly vertices: number;
  readonly rows: number;
  readonly rowStart: Uint32Array;
  readonly vertexEvent: Uint32Array;
  readonly from: Uint32Array;
  readonly constant: Float64Array;
  readonly bytes: Float64Array;
  readonly overheads: Uint16Array;
  readonly latencies: Uint16Array;
  readonly route: Uint16Array;
}

const COMPILE_EXPORTS = [
  'columns',
  'machine',
  'system',
  'scratch',
  'start',
  'compile',
  'finish',
  'verticesMade',
  'rowsMade',
] as const;

const NONE = 0xffff_ffff;
/** Rows that hardly a program exceeds; what does is compiled in TypeScript. */
const ROWS_PER_OPERATION = 1.5;
const FEW = 16;
/** Room for the numbers of rows by the last bits of the vertices that they come from: `latest` of kernels/compile.ts. */
const LATEST = 256;
/** Bytes of a place in time, and of that of a post, which has two parts. */
const PLACE = 32;
const POST = 16;
/**
 * Operations up to which it is kept where posts and meetings are: beyond, a sweep uses their room, because details of the
 * critical path are not worth that much memory.
 */
export const PLACES_KEPT = 4_000_000;

const rowRoom = (operations: number): number => Math.ceil(operations * ROWS_PER_OPERATION) + FEW;
const vertexRoom = (operations: number): number => operations + FEW;

/** Bytes of two prices of a row, and of two sums of a vertex: what a sweep needs of the same arena. */
const SWEPT = { row: 16, vertex: 16 };

/** Bytes of where posts and meetings are, and of scratch space beside them. */
function bytesOfPlaces(operations: number): number {
  const posts = POST * operations;
  return bytesFor([posts, posts, 4 * operations, operations, COST_BYTES, 2 * operations, 4 * LATEST]);
}
const bytesOfScratch = (operations: number): number => bytesFor([PLACE * (operations + FEW)]);

/** Bytes that {@link lendPlaces} takes of an arena. */
export const bytesOfLending = bytesOfScratch;

/** Bytes that `compileKernel` takes of an arena, with room for a sweep where it worked. */
export function bytesOfCompiling(operations: number): number {
  const rows = rowRoom(operations);
  const vertices = vertexRoom(operations);
  const columns = [
    4 * (vertices + 1),
    4 * vertices,
    4 * rows,
    8 * rows,
    8 * rows,
    2 * rows,
    2 * rows,
    2 * rows,
  ];
  const places = bytesOfPlaces(operations);
  const swept = SWEPT.row * rows + SWEPT.vertex * vertices + (operations <= PLACES_KEPT ? places : 0);
  return bytesFor(columns) + Math.max(places + bytesOfScratch(operations), swept);
}

/**
 * Rows and vertices of `order`; null where they are more than hardly a program has. Whether it `keeps` where posts and meetings
 * are.
 */
export function compileKernel(
  program: PlacedProgram,
  order: Uint32Array,
  machine: KernelMachine,
  keeps = program.operations <= PLACES_KEPT,
): SystemColumns | null {
  const { arena } = program;
  const columns = systemColumns(program);
  const kept = keeps ? placeColumns(program, order, machine) : null;
  const made = arena.lend(() => run(kept ?? placeColumns(program, order, machine), columns));
  if (!made) return null;
  const kernel = arena.exportsOf(moduleOf(COMPILE_CODE), COMPILE_EXPORTS);
  const system = cut(columns, kernel.verticesMade(), kernel.rowsMade());
  if (kept !== null) done.set(system.from, kept);
  return system;
}

/** Where the posts and meetings of a program are. */
interface PlaceColumns {
  readonly program: PlacedProgram;
  readonly machine: KernelMachine;
  /** [operations] place of the post, as the kernel writes it, and the part of the network that it has passed. */
  readonly posts: Float64Array;
  readonly crossed: Float64Array;
  /** [operations] by receive the vertex at which it meets its message. */
  readonly meets: Uint32Array;
  /** [operations] whether another waits for its end. */
  readonly used: Uint8Array;
  readonly costs: Uint32Array;
  /** Addresses of the columns of the ordered program, the last that of the routes of sends, and its events. */
  readonly ordered: readonly number[];
  readonly events: number;
}

/** By the column `from` of the rows. */
const done = new WeakMap<Uint32Array, PlaceColumns>();

/**
 * Lends `use` the places of the program whose rows come `from` these vertices, and room of the same memory. null where no
 * kernel has made the rows, where places were not kept, and where there is no room.
 */
export function lendPlaces<Result>(
  from: Uint32Array,
  use: (places: PlaceColumns, spare: Float64Array) => Result,
): Result | null {
  const places = done.get(from);
  if (places === undefined) return null;
  const { arena, operations } = places.program;
  if (!arena.hasRoom(bytesOfLending(operations))) return null;
  return arena.lend(() => use(places, scratchPlaces(places.program)));
}

/** Of this room hardly any is written. */
const scratchPlaces = ({ arena, operations }: PlacedProgram): Float64Array =>
  arena.f64((PLACE / 8) * (operations + FEW));

/** Writes rows, vertices and places; false where there is no room for all. */
function run(places: PlaceColumns, columns: Omit<SystemColumns, 'vertices' | 'rows'>): boolean {
  const { program, machine, posts, crossed, meets, used, costs, ordered } = places;
  const kernel = program.arena.exportsOf(moduleOf(COMPILE_CODE), COMPILE_EXPORTS);
  const { rowStart, vertexEvent, from, constant, bytes, overheads, latencies, route } = columns;
  const system = [rowStart, vertexEvent, from, constant, bytes, overheads, latencies, route];
  kernel.system(vertexEvent.length, from.length, ...addresses(...system));
  kernel.columns(...ordered);
  const { async, rendezvous } = machine;
  kernel.machine(async ?? 0, Number(async === null), rendezvous, costs.byteOffset);
  const latest = program.arena.u32(LATEST).fill(0);
  const scratch = [posts, crossed, meets, scratchPlaces(program), latest, used];
  kernel.scratch(...addresses(...scratch));
  kernel.start();
  const compiled = parts(0, places.events, (first, end) => kernel.compile(first, end) !== 0);
  return compiled && kernel.finish(program.operations) !== 0;
}

/** Room for them, and the kernel's input of program and machine. */
function placeColumns(program: PlacedProgram, order: Uint32Array, machine: KernelMachine): PlaceColumns {
  const { arena, operations } = program;
  const posts = arena.f64((POST / 8) * operations);
  const meets = arena.u32(operations).fill(NONE);
  const used = arena.u8(operations).fill(0);
  const costs = costTable(arena, machine);
  const ordered = orderedColumns(program, order, machine.routes);
  // What posts crossed is hardly anything in most programs.
  arena.wrote();
  const crossed = arena.f64((POST / 8) * operations);
  return { program, machine, posts, crossed, meets, used, costs, ordered, events: order.length };
}

function systemColumns({ arena, operations }: PlacedProgram): Omit<SystemColumns, 'vertices' | 'rows'> {
  const rows = rowRoom(operations);
  const vertices = vertexRoom(operations);
  return {
    rowStart: arena.u32(vertices + 1),
    vertexEvent: arena.u32(vertices),
    from: arena.u32(rows),
    constant: arena.f64(rows),
    bytes: arena.f64(rows),
    overheads: arena.u16(rows),
    latencies: arena.u16(rows),
    route: arena.u16(rows),
  };
}

function cut(
  columns: Omit<SystemColumns, 'vertices' | 'rows'>,
  vertices: number,
  rows: number,
): SystemColumns {
  return {
    vertices,
    rows,
    rowStart: columns.rowStart.subarray(0, vertices + 1),
    vertexEvent: columns.vertexEvent.subarray(0, vertices),
    from: columns.from.subarray(0, rows),
    constant: columns.constant.subarray(0, rows),
    bytes: columns.bytes.subarray(0, rows),
    overheads: columns.overheads.subarray(0, rows),
    latencies: columns.latencies.subarray(0, rows),
    route: columns.route.subarray(0, rows),
  };
}

// The critical path: by the places of posts and meetings, and a pass over the rows.

/** A time as c + a·x, in 1/scale ns. */
interface Line {
  readonly c: number;
  readonly a: number;
}

/** A critical path. */
export interface PathEvents {
  /** The deciding events, last first, from the end of the last operation on: 2·op for the post of an operation, 2·op + 1 for its end. */
  readonly events: Uint32Array;
  /** Which of them are the first and the last that take a message's time, in this order; −1: none does. */
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

const PATH_EXPORTS = [
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

type PathExports = Readonly<Record<(typeof PATH_EXPORTS)[number], KernelFunction>>;

/** Events that are requested at a time. */
const EVENTS = 1 << 12;

/**
 * Passes `use` the critical path of the program whose rows come `from` these vertices, by the lines of a pass whose sums are
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
    const kernel = program.arena.exportsOf(moduleOf(PLAY_CODE), PATH_EXPORTS);
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
  kernel: PathExports,
  { posts, crossed, meets, ordered }: PlaceColumns,
  lines: readonly number[],
): void {
  // No times were played.
  kernel.columns(...ordered, 0, 0, 0, 0);
  kernel.places(posts.byteOffset, crossed.byteOffset, meets.byteOffset, ...lines);
}

/** The operation that ends with the `whole` program, the first of several; NONE where there is none. */
function lastOf(kernel: PathExports, { program, used }: PlaceColumns, { c, a }: Line): number {
  const { operations } = program;
  let last = NONE;
  parts(0, operations, (first, end) => {
    const found = kernel.unusedLast(first, end, used.byteOffset, c, a) >>> 0;
    if (last === NONE) last = found;
  });
  if (kernel.areTied() === 0) return last;
  parts(0, operations, (first, end) => {
    last = kernel.endsLast(first, end, c, a) >>> 0;
    return last === NONE;
  });
  return last;
}

/** The path from the end of `last` back, a `room` at a time. */
function pathBack(kernel: PathExports, last: number, room: Uint32Array): Uint32Array {
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
