/**
 * Programs put together in WebAssembly, with the same result as in TypeScript: dependencies of a rank as lists by operation
 * (`schedule/operation-rows.ts`), then matching and order, which `graph/` does for plain programs, over columns of one arena.
 */
import {
  Arena,
  addresses,
  bytesFor,
  type KernelFunction,
  moduleOf,
  PART,
  parts,
  rankParts,
} from './arena.js';
import { CODE } from './graph.generated.js';

/** Lists of larger ranks would take more memory than they save time. */
const MOST_LIST_BYTES = 1 << 24;

/** Dependencies of a rank, in any order. */
export interface RankPairs {
  /** What waits, and what for, with the flag of `irequires` or without. */
  readonly pairs: Uint32Array;
  /** Operations of the rank, and the first of them. */
  readonly operations: number;
  readonly base: number;
  /** Where its lists begin among those of all ranks. */
  readonly from: number;
}

/** Lists as the schedule has them; they hold until the next. */
interface RankLists {
  /** [operations] where the list of each ends. */
  readonly ends: Uint32Array;
  readonly deps: Uint32Array;
  /** Whether there may be long lists, which are in the order of the pairs still. */
  readonly long: boolean;
}

/** Room for the lists of one rank after the other. */
export class ListsKernel {
  #arena: Arena | null = null;

  /** null where a rank is too large, or there is no memory. */
  listsOf({ pairs, operations, base, from }: RankPairs): RankLists | null {
    const bytes = bytesFor([pairs.byteLength, 4 * (operations + 1), pairs.byteLength / 2]);
    if (bytes > MOST_LIST_BYTES) return null;
    if (!this.#arena?.hasRoom(bytes)) this.#arena = Arena.of(2 * bytes);
    const arena = this.#arena;
    if (arena === null) return null;
    const { lists } = arena.exportsOf(moduleOf(CODE), ['lists']);
    return arena.lend(() => {
      const ends = arena.u32(operations + 1);
      const deps = arena.u32(pairs.length / 2);
      const [pairsAt, endsAt, depsAt] = addresses(arena.copy(pairs, arena.u32), ends, deps);
      const long = lists(pairsAt, pairs.length, operations, base, from, endsAt, depsAt) !== 0;
      return { ends: ends.subarray(1), deps, long };
    });
  }
}

/** The columns of a schedule that decide matches and the order of events. */
export interface ProgramColumns {
  readonly rankStart: Uint32Array;
  readonly kind: Uint8Array;
  readonly value: Uint32Array | Float64Array;
  readonly peer: Int32Array;
  readonly tag: Int32Array;
  readonly depStart: Uint32Array;
  readonly deps: Uint32Array;
}

/** A program in an arena, with room for its matches, its events, and other requests. */
export interface PlacedProgram extends Omit<ProgramColumns, 'peer' | 'tag'> {
  readonly arena: Arena;
  readonly operations: number;
  readonly value: Float64Array;
  readonly partner: Uint32Array;
  /** Room for two events of each operation. */
  readonly events: Uint32Array;
}

const EXPORTS = [
  'columns',
  'count',
  'sendsCounted',
  'recvsCounted',
  'wildcardsCounted',
  'queues',
  'offer',
  'take',
  'partLeftOver',
  'shortCounted',
  'protocol',
  'orderSome',
  'eventsOrdered',
] as const;

type Exports = Readonly<Record<(typeof EXPORTS)[number], KernelFunction>>;

/** Bytes of marks and of the stack while events are ordered, an event each. */
const bytesOfOrdering = (operations: number): number =>
  bytesFor([operations, 8 * operations, 8 * operations]);

/** Bytes of peers and tags, of the table of channels and of the queues. */
function bytesOfMatching(operations: number): number {
  const column = 4 * operations;
  return bytesFor([column, column, 4 * tableSize(operations), column, column, column, column]);
}

/** The least power of two of which at most half is taken. */
function tableSize(sends: number): number {
  return 2 ** Math.max(4, Math.ceil(Math.log2(Math.max(2 * sends, 1))));
}

/** Copies `program` into an arena that has `room` bytes besides; null where there is none. */
export function placed(program: Omit<ProgramColumns, 'peer' | 'tag'>, room: number): PlacedProgram | null {
  const { rankStart, kind, value, depStart, deps } = program;
  const operations = kind.length;
  const columns = [rankStart, kind, depStart, deps].map(({ byteLength }) => byteLength);
  const scratch = Math.max(bytesOfMatching(operations), bytesOfOrdering(operations), room);
  const arena = Arena.of(bytesFor([...columns, 8 * operations, 4 * operations, 8 * operations]) + scratch);
  if (arena === null) return null;
  return {
    arena,
    operations,
    rankStart: arena.copy(rankStart, arena.u32),
    kind: arena.copy(kind, arena.u8),
    value: arena.copy(value, arena.f64),
    depStart: arena.copy(depStart, arena.u32),
    deps: arena.copy(deps, arena.u32),
    partner: arena.u32(operations),
    events: arena.u32(2 * operations),
  };
}

/** Where kernels find an ordered program: kind, value, depStart, deps, partner, order and routes, which are copied; 0 without. */
export function orderedColumns(
  { arena, kind, value, depStart, deps, partner }: PlacedProgram,
  order: Uint32Array,
  routes: Uint16Array | null,
): number[] {
  const routed = routes === null ? 0 : arena.copy(routes, arena.u16).byteOffset;
  return [...addresses(kind, value, depStart, deps, partner, order), routed];
}

/** `peers`: addresses of peers and tags, which only matching needs. */
function exportsOf(program: PlacedProgram, peers: readonly [number, number] = [0, 0]): Exports {
  const { arena, kind, value, depStart, deps, rankStart, partner, events } = program;
  const exports = arena.exportsOf(moduleOf(CODE), EXPORTS);
  const rest = addresses(depStart, deps, rankStart, partner, events);
  exports.columns(kind.byteOffset, value.byteOffset, ...peers, ...rest);
  return exports;
}

/** What matching found; `partner` of the program says who met whom. */
export interface Matched {
  readonly sends: number;
  readonly recvs: number;
  readonly messages: number;
  /** Receives with room for fewer bytes than their messages have. */
  readonly short: number;
}

/** Matches all messages of a program that was just placed; null where it has a receive of any source or tag. */
export function matchKernel(
  program: PlacedProgram,
  { peer, tag }: Pick<ProgramColumns, 'peer' | 'tag'>,
): Matched | null {
  const { arena, operations, rankStart } = program;
  return arena.lend(() => {
    const peers = [arena.copy(peer, arena.i32).byteOffset, arena.copy(tag, arena.i32).byteOffset] as const;
    const kernel = exportsOf(program, peers);
    parts(0, operations, (first, end) => kernel.count(first, end));
    if (kernel.wildcardsCounted() > 0) return null;
    const sends = kernel.sendsCounted();
    const size = tableSize(sends);
    const table = arena.u32(size);
    const queues = [arena.u32(sends), arena.u32(sends), arena.u32(sends), arena.u32(sends)];
    kernel.queues(table.byteOffset, size, ...addresses(...queues));
    rankParts(rankStart, (first, end) => kernel.offer(first, end));
    rankParts(rankStart, (first, end) => kernel.take(first, end));
    const messages = kernel.partLeftOver();
    return { sends, recvs: kernel.recvsCounted(), messages, short: kernel.shortCounted() };
  });
}

/** Result of ordering some events, from the kernel; 2: they wait for each other. */
const GOES_ON = 0;
const ALL_ORDERED = 1;

/** Which sends wait for their receivers: those of more than `rendezvous` bytes, `sync` until their receive is over. */
export interface Waits {
  readonly rendezvous: number;
  readonly sync: boolean;
}

/** All events of a program in topological order, in `events`; null where they wait for each other. */
export function orderKernel(program: PlacedProgram, { rendezvous, sync }: Waits): Uint32Array | null {
  const { arena, operations, events } = program;
  const kernel = exportsOf(program);
  const ordered = arena.lend(() => {
    const marks = arena.u8(operations).fill(0);
    const stack = [arena.u32(2 * operations), arena.u32(2 * operations)];
    kernel.protocol(rendezvous, sync ? 1 : 0, ...addresses(marks, ...stack));
    let state = GOES_ON;
    while (state === GOES_ON) state = kernel.orderSome(operations, PART);
    return state === ALL_ORDERED;
  });
  return ordered ? events.subarray(0, kernel.eventsOrdered()) : null;
}
