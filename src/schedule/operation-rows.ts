/**
 * What the builder keeps of operations while they grow: the columns that all have, the order of ranks where blocks of ranks
 * came in another, dependencies as lists by the operation that waits, and the calls that operations come from.
 */
import { LimitError } from '../errors.js';
import { worthAKernel } from '../kernels/arena.js';
import type { ListsKernel, RankPairs } from '../kernels/graph-kernel.js';
import {
  type Amounts,
  Column,
  DEP_OP,
  doubles,
  f64,
  grown,
  holds,
  type InputLines,
  IREQUIRES,
  i32,
  LineColumn,
  lineOf,
  type MemoryGuard,
  NONE,
  type Schedule,
  u8,
  u16,
  u32,
} from './schedule.js';

const INT32_MAX = 0x7fff_ffff;
const INT32_MIN = -(2 ** 31);
/** Operation indices carry one flag bit, so this is the most that one schedule can hold. */
export const MAX_OPERATIONS = DEP_OP;
/** Bytes of an operation: kind, value, peer, tag, and the step to its line. */
const ROW_BYTES = 14;
/** Bytes of a value, or a tag, that turns out to be none of 32 bits. */
const WIDE_BYTES = 8;

export class OperationRows {
  length = 0;
  kind = u8(0);
  value: Amounts = u32(0);
  peer = i32(0);
  /** 32 bits wide until a tag needs more. */
  tag: Int32Array | Float64Array = i32(0);
  readonly lines = new LineColumn();
  readonly #memory: MemoryGuard | null;

  /** `memory`: called before columns grow. */
  constructor(memory: MemoryGuard | null) {
    this.#memory = memory;
  }

  get capacity(): number {
    return this.kind.length;
  }

  push(kind: number, value: number, peer: number, tag: number): void {
    const op = this.length;
    if (op === this.kind.length) this.makeRoom(op + 1);
    this.kind[op] = kind;
    if (!holds(this.value, value)) this.#widenValues();
    this.value[op] = value;
    this.peer[op] = peer;
    if (tag > INT32_MAX || tag < INT32_MIN) this.#widenTags();
    this.tag[op] = tag;
    this.length = op + 1;
  }

  /** Columns of the next `count` operations; again, with what was written, where `wide` ones are longer than 32 bits. */
  room(count: number, wide?: 'value' | 'tag'): Pick<Schedule, 'kind' | 'value' | 'peer' | 'tag'> {
    const from = this.length;
    const end = from + count;
    if (end > this.capacity) this.makeRoom(end);
    if (wide === 'value') this.#widenValues(end);
    if (wide === 'tag') this.#widenTags(end);
    return {
      kind: this.kind.subarray(from, end),
      value: this.value.subarray(from, end),
      peer: this.peer.subarray(from, end),
      tag: this.tag.subarray(from, end),
    };
  }

  /** Old and new columns coexist for a while; room that was only reserved costs nothing. */
  makeRoom(needed: number): void {
    this.#memory?.need(Math.max(needed, this.length) * ROW_BYTES, this.length);
    this.grow(needed);
  }

  grow(needed: number): void {
    if (needed > MAX_OPERATIONS)
      throw new LimitError(`more than ${MAX_OPERATIONS} operations in one schedule`);
    this.kind = grown(this.kind, u8, needed);
    const { length } = this.kind;
    this.value =
      this.value instanceof Float64Array ? grown(this.value, f64, length) : grown(this.value, u32, length);
    this.peer = grown(this.peer, i32, length);
    this.tag = this.tag instanceof Float64Array ? grown(this.tag, f64, length) : grown(this.tag, i32, length);
    this.lines.reserve(length);
  }

  #widenTags(filled = this.length): void {
    if (this.tag instanceof Float64Array) return;
    this.#memory?.need(filled * WIDE_BYTES, this.length);
    const wide = f64(this.capacity);
    wide.set(this.tag.subarray(0, filled));
    this.tag = wide;
  }

  #widenValues(filled = this.length): void {
    this.#memory?.need(filled * WIDE_BYTES, this.length);
    this.value = doubles(this.value, filled);
  }
}

/** The schedule with its operations moved into rank order, where blocks came in another. */
export function byRank(schedule: Schedule, blockStart: Int32Array, blockEnd: Int32Array): Schedule {
  const n = schedule.operations;
  const order = new Uint32Array(n);
  const place = new Uint32Array(n);
  let next = 0;
  for (let rank = 0; rank < schedule.ranks; rank++) {
    if (blockStart[rank] < 0) continue;
    for (let op = blockStart[rank]; op < blockEnd[rank]; op++) {
      place[op] = next;
      order[next++] = op;
    }
  }
  const depStart = new Uint32Array(n + 1);
  const deps = new Uint32Array(schedule.deps.length);
  let filled = 0;
  for (let to = 0; to < n; to++) {
    const from = order[to];
    for (let i = schedule.depStart[from]; i < schedule.depStart[from + 1]; i++) {
      const dep = schedule.deps[i];
      deps[filled++] = (place[dep & DEP_OP] | (dep & IREQUIRES)) >>> 0;
    }
    depStart[to + 1] = filled;
  }
  const names = new Map<number, string>();
  for (const [op, name] of schedule.labelName) names.set(place[op], name);
  return {
    ...schedule,
    kind: gather(schedule.kind, order, u8),
    value:
      schedule.value instanceof Uint32Array
        ? gather(schedule.value, order, u32)
        : gather(schedule.value, order, f64),
    peer: gather(schedule.peer, order, i32),
    tag:
      schedule.tag instanceof Int32Array
        ? gather(schedule.tag, order, i32)
        : gather(schedule.tag, order, f64),
    synchronous: schedule.synchronous && gather(schedule.synchronous, order, u8),
    depStart,
    deps,
    cpu: schedule.cpu && gather(schedule.cpu, order, u16),
    nic: schedule.nic && gather(schedule.nic, order, u16),
    labelNumber: schedule.labelNumber && gather(schedule.labelNumber, order, u32),
    labelName: names,
    lines: schedule.lines && linesIn(schedule.lines, order),
    call: schedule.call && gather(schedule.call, order, u16),
    calls: schedule.calls && { ...schedule.calls, of: gather(schedule.calls.of, order, u32) },
    behind: schedule.behind && moved(schedule.behind, order, place),
    takenAfter: schedule.takenAfter && moved(schedule.takenAfter, order, place),
    sites: schedule.sites && { ...schedule.sites, of: gather(schedule.sites.of, order, u32) },
  };
}

/** The lines of these operations. */
function linesIn(lines: InputLines, order: Uint32Array): InputLines {
  const column = new LineColumn();
  for (const op of order) column.push(lineOf(lines, op));
  return column.done();
}

/** A column of operations, both its rows and the operations that it names moved. */
function moved(column: Uint32Array, order: Uint32Array, place: Uint32Array): Uint32Array {
  return gather(column, order, u32).map((op) => (op === NONE ? NONE : place[op]));
}

function gather<T extends Uint8Array | Uint16Array | Int32Array | Uint32Array | Float64Array>(
  column: T,
  order: Uint32Array,
  make: (n: number) => T,
): T {
  const out = make(order.length);
  for (let i = 0; i < order.length; i++) out[i] = column[order[i]];
  return out;
}

/** Runs up to this are sorted by insertion. */
const SHORT_RUN = 32;

/** Sorts the dependencies in [from, to) by operation; runs are short and mostly sorted already. */
function sortRun(deps: Uint32Array, from: number, to: number): void {
  if (to - from > SHORT_RUN) {
    const run = deps.subarray(from, to);
    const ascends = run.every((dep, i) => i === 0 || (run[i - 1] & DEP_OP) <= (dep & DEP_OP));
    if (!ascends) run.sort((a, b) => (a & DEP_OP) - (b & DEP_OP));
    return;
  }
  for (let i = from + 1; i < to; i++) {
    const dep = deps[i];
    const key = dep & DEP_OP;
    let j = i;
    while (j > from && (deps[j - 1] & DEP_OP) > key) {
      deps[j] = deps[j - 1];
      j--;
    }
    deps[j] = dep;
  }
}

/** Lists of all ranks: [operations + 1] starts, and entries. */
interface Lists {
  /** 0 for the operations of ranks that are to come. */
  readonly start: Uint32Array;
  readonly deps: Uint32Array;
}

/** Writes the lists of a rank after those of the ranks before, each in ascending order of the dependencies. */
export function addLists(rank: RankPairs, lists: Lists, kernel: ListsKernel): void {
  const found = worthAKernel(rank.operations) ? kernel.listsOf(rank) : null;
  if (found === null) {
    fill(rank, lists);
  } else {
    lists.start.set(found.ends, rank.base + 1);
    lists.deps.set(found.deps, rank.from);
    if (!found.long) return;
  }
  const { pairs, operations, base, from } = rank;
  for (let op = base, first = from; op < base + operations && pairs.length > 0; op++) {
    sortRun(lists.deps, first, lists.start[op + 1]);
    first = lists.start[op + 1];
  }
}

/** The same, each list in the order of the pairs. */
function fill({ pairs, operations, base, from }: RankPairs, { start, deps }: Lists): void {
  // Counts land one place late, so that the running sum leaves each start where filling begins.
  for (let i = 0; i < pairs.length; i += 2) start[base + pairs[i] + 1]++;
  let sum = from;
  for (let op = base; op < base + operations; op++) {
    const count = start[op + 1];
    start[op + 1] = sum;
    sum += count;
  }
  for (let i = 0; i < pairs.length; i += 2) {
    const before = pairs[i + 1];
    deps[start[base + pairs[i] + 1]++] = ((base + (before & DEP_OP)) | (before & IREQUIRES)) >>> 0;
  }
}

/** MPI calls that operations come from, by name. */
export class CallColumn {
  readonly #names: string[];
  readonly #codes = new Map<string, number>();
  readonly #column = new Column(u16);
  #current = 0;

  /** `names`: gets each name once. `earlier`: operations that come from no call. */
  constructor(names: string[], earlier: number) {
    this.#names = names;
    if (earlier > 0) this.#column.fill(earlier, this.codeOf(''));
  }

  /** Operations from now on come from the call of this code. */
  is(code: number): void {
    this.#current = code;
  }

  /** One more operation. */
  push(): void {
    this.#column.push(this.#current);
  }

  /** [operations] index into the names. */
  done(): Uint16Array {
    return this.#column.done();
  }

  codeOf(name: string): number {
    const known = this.#codes.get(name);
    if (known !== undefined) return known;
    const code = this.#names.push(name) - 1;
    this.#codes.set(name, code);
    return code;
  }
}
