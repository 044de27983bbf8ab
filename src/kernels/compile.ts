/** Rows of the linear program in WebAssembly: what `timing/compile.ts` does for free CPUs and NICs, with the same result. */
import { bytesFor } from './arena.js';
import { CODE } from './compile.generated.js';
import type { PlacedProgram } from './graph.js';
import { COST_BYTES, costTable, type KernelMachine } from './machine.js';
import { moduleOf } from './module.js';
import { parts } from './parts.js';
import type { KernelFunction } from './webassembly.js';

/** Columns of a timing system. */
export interface SystemColumns {
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

const EXPORTS = [
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

type Exports = Readonly<Record<(typeof EXPORTS)[number], KernelFunction>>;

const NONE = 0xffff_ffff;
/** Rows that hardly a program exceeds; what does is compiled in TypeScript. */
const ROWS_PER_OPERATION = 1.5;
const FEW = 16;
/** Bytes of a place in time. */
const PLACE = 32;

const rowRoom = (operations: number): number => Math.ceil(operations * ROWS_PER_OPERATION) + FEW;
const vertexRoom = (operations: number): number => operations + FEW;

/** Bytes of two prices of a row, and of two sums of a vertex: what a sweep needs of the same arena. */
const SWEPT = { row: 16, vertex: 16 };

/** Bytes of scratch space, which {@link lendPlaces} takes once more. */
export function bytesOfWork(operations: number): number {
  const places = PLACE * (operations + FEW);
  return bytesFor([COST_BYTES, places, places, 4 * operations, operations, 2 * operations]);
}

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
  return bytesFor(columns) + Math.max(bytesOfWork(operations), SWEPT.row * rows + SWEPT.vertex * vertices);
}

/** Rows and vertices of `order`; null where they are more than hardly a program has. */
export function compileKernel(
  program: PlacedProgram,
  order: Uint32Array,
  machine: KernelMachine,
): SystemColumns | null {
  const { arena } = program;
  const work = { program, order, machine, columns: systemColumns(program) };
  if (arena.lend(() => run(work)) === null) return null;
  const kernel = arena.exportsOf(moduleOf(CODE), EXPORTS);
  const system = cut(work.columns, kernel.verticesMade(), kernel.rowsMade());
  done.set(system.from, work);
  return system;
}

/** What is compiled, and where rows and vertices go. */
interface Work {
  readonly program: PlacedProgram;
  readonly order: Uint32Array;
  readonly machine: KernelMachine;
  readonly columns: Omit<SystemColumns, 'vertices' | 'rows'>;
}

/** By the column `from` of the rows. */
const done = new WeakMap<Uint32Array, Work>();

/** Writes rows and vertices; returns where posts and meetings are then, null where there is no room for all. */
function run({ program, order, machine, columns }: Work): PlaceColumns | null {
  const kernel = program.arena.exportsOf(moduleOf(CODE), EXPORTS);
  const { rowStart, vertexEvent, from, constant, bytes, overheads, latencies, route } = columns;
  const places = [rowStart, vertexEvent, from, constant, bytes, overheads, latencies, route];
  kernel.system(vertexEvent.length, from.length, ...places.map(({ byteOffset }) => byteOffset));
  const scratch = prepare(kernel, program, order, machine);
  kernel.start();
  const compiled = parts(0, order.length, (first, end) => kernel.compile(first, end) !== 0);
  return compiled && kernel.finish(program.operations) !== 0 ? scratch : null;
}

/** Where the posts and meetings of a program are. */
export interface PlaceColumns {
  /** [operations] place of the post, as the kernel writes it. */
  readonly posts: Float64Array;
  /** [operations] by receive the vertex at which it meets its message. */
  readonly meets: Uint32Array;
  readonly costs: Uint32Array;
  /** Address of the routes of sends; 0: there is one. */
  readonly routesAt: number;
  /** Room of the same memory that nobody uses any more. */
  readonly spare: Float64Array;
}

/** Bytes of an operation that {@link lendPlaces} writes. */
export const BYTES_OF_PLACES = PLACE + 5;

/**
 * Lends `use` the places of the program whose rows come `from` these vertices. A sweep has taken their room, so that they are
 * made anew; the rows are written once more as they are. null where no kernel has made the rows, and where there is no room.
 */
export function lendPlaces<Result>(
  from: Uint32Array,
  use: (places: PlaceColumns, of: Pick<Work, 'program' | 'machine'>) => Result,
): Result | null {
  const work = done.get(from);
  if (work === undefined) return null;
  const { arena, operations } = work.program;
  if (!arena.hasRoom(bytesOfWork(operations))) return null;
  return arena.lend(() => {
    const places = run(work);
    return places === null ? null : use(places, work);
  });
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

/** Tells the kernel the program, the machine and its scratch space, which is lent; returns what of it tells times. */
function prepare(
  kernel: Exports,
  { arena, operations, kind, value, depStart, deps, partner }: PlacedProgram,
  order: Uint32Array,
  machine: KernelMachine,
): PlaceColumns {
  const { async, rendezvous, routes } = machine;
  const costs = costTable(arena, machine);
  const posts = arena.f64((PLACE / 8) * (operations + FEW));
  const meets = arena.u32(operations).fill(NONE);
  const used = arena.u8(operations).fill(0);
  // Of the room for rows that are gathered hardly any is.
  arena.wrote();
  const gathered = arena.f64((PLACE / 8) * (operations + FEW));
  const routed = routes === null ? 0 : arena.copy(routes, arena.u16).byteOffset;
  const columns = [kind, value, depStart, deps, partner, order].map(({ byteOffset }) => byteOffset);
  kernel.columns(...columns, routed);
  kernel.machine(async, rendezvous, costs.byteOffset);
  kernel.scratch(posts.byteOffset, gathered.byteOffset, meets.byteOffset, used.byteOffset);
  return { posts, meets, costs, routesAt: routed, spare: gathered };
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
