/** Builds schedules: ranks, operations and dependencies, one by one or as columns. */
import { checkNumber, InputError, many, type Place, UsageError } from '../errors.js';
import { ListsKernel } from '../kernels/graph-kernel.js';
import type { OperationColumns } from '../kernels/scan-kernel.js';
import { MAX_QUANTITY } from '../units.js';
import { addLists, byRank, CallColumn, MAX_OPERATIONS, OperationRows } from './operation-rows.js';
import type { CallTable, SiteTable } from './program-calls.js';
import {
  ANY,
  BUFFERED,
  CALC,
  Column,
  grown,
  IREQUIRES,
  MAX_RANKS,
  type MemoryGuard,
  NOBODY,
  NONE,
  RECV,
  type Schedule,
  SEND,
  type SendMode,
  SYNCHRONOUS,
  u8,
  u16,
  u32,
} from './schedule.js';

const DEPENDENCY_BYTES = 4;
/** CPUs and NICs are 16 bits wide, labels and lines 32. */
const INDEX_16 = { least: 0, most: 0xffff, whole: true } as const;
const INDEX = { least: 0, most: NONE, whole: true } as const;
/** Tags are whole as far as doubles are. */
const TAG = { least: 0, most: MAX_QUANTITY, whole: true } as const;
const ANY_TAG = { ...TAG, least: -MAX_QUANTITY } as const;

/** Sum of counts as CSR starts: [n + 1]. */
function starts(counts: Uint32Array, n: number): Uint32Array {
  const start = new Uint32Array(n + 1);
  for (let i = 0; i < n; i++) start[i + 1] = start[i] + counts[i];
  return start;
}

/**
 * Makes a {@link Schedule} rank by rank: `beginRank`, operations and dependencies, `beginRank` …, `finish`.
 * Operations are named by their index within the rank (0, 1, …), which the adding methods return.
 * Ranks may come in any order, each once; those that never come are empty.
 * Throws a UsageError at the call that is wrong; nothing of that call is kept.
 */
export class ScheduleBuilder {
  readonly ranks: number;
  readonly #place: () => Place | undefined;
  readonly #memory: MemoryGuard | null;
  readonly #rows: OperationRows;
  #depStart = u32(1);
  #deps = u32(0);
  #depLength = 0;
  /** Operations whose dependencies were taken at once. */
  #depsEnd = 0;
  /** Dependencies of the open rank: pairs (after, before with flag), rank-local. */
  #pairs = u32(0);
  #pairLength = 0;
  readonly #listsKernel = new ListsKernel();
  #synchronous: Column<Uint8Array> | null = null;
  #cpu: Column<Uint16Array> | null = null;
  #nic: Column<Uint16Array> | null = null;
  #labels: Column<Uint32Array> | null = null;
  readonly #names = new Map<number, string>();
  #call: CallColumn | null = null;
  readonly #callNames: string[] = [];
  #site: Column<Uint32Array> | null = null;
  #currentSite = NONE;
  /** [operations] index of the call among those of its rank. */
  #callIndices: Column<Uint32Array> | null = null;
  #currentIndex = 0;
  #behind: Column<Uint32Array> | null = null;
  #takenAfter: Column<Uint32Array> | null = null;
  readonly #blockStart: Int32Array;
  readonly #blockEnd: Int32Array;
  /** First operation of each block, in the order in which they came. */
  readonly #bases: number[] = [];
  #rank = -1;
  #base = 0;

  /**
   * `place`: source of the operation that is added now, for errors; undefined where it is unknown. `memory`: called
   * before columns grow.
   */
  constructor(
    ranks: number,
    place: () => Place | undefined = () => undefined,
    memory: MemoryGuard | null = null,
  ) {
    checkNumber('ScheduleBuilder: ranks', ranks, { least: 0, most: MAX_RANKS, whole: true });
    this.ranks = ranks;
    this.#place = place;
    this.#memory = memory;
    this.#rows = new OperationRows(memory);
    this.#blockStart = new Int32Array(ranks).fill(-1);
    this.#blockEnd = new Int32Array(ranks);
  }

  /** Number of operations so far, over all ranks. */
  get operations(): number {
    return this.#rows.length;
  }

  /** Number of operations of the open rank so far. */
  get rankOperations(): number {
    return this.#rows.length - this.#base;
  }

  /** Room for about `operations` in all: saves copies when the size of the input is known. */
  expect(operations: number): void {
    checkNumber('expect: operations', operations, { least: 0 });
    const wanted = Math.min(operations, MAX_OPERATIONS);
    if (wanted <= this.#rows.capacity) return;
    this.#rows.grow(wanted);
    this.#depStart = grown(this.#depStart, u32, wanted + 1);
    this.#deps = grown(this.#deps, u32, wanted);
  }

  hasRank(rank: number): boolean {
    return this.#blockStart[rank] >= 0;
  }

  /** Operations from now on are those of `rank`. Throws a UsageError unless it is one of the ranks, and was never begun. */
  beginRank(rank: number): void {
    if (rank >>> 0 !== rank || rank >= this.ranks) throw this.#noSuchRank('beginRank', rank);
    if (this.hasRank(rank))
      throw new UsageError(
        `beginRank: rank ${rank} was already begun`,
        'add all operations of a rank before the next rank begins',
      );
    this.#closeRank();
    this.#rank = rank;
    this.#base = this.#rows.length;
    this.#blockStart[rank] = this.#base;
    this.#bases.push(this.#base);
  }

  /**
   * A computation of `ns` nanoseconds. Throws an InputError unless it is at least 0 and at most {@link MAX_QUANTITY}, and a
   * UsageError where no rank is begun.
   */
  calc(ns: number): number {
    if (!(ns >= 0 && ns <= MAX_QUANTITY)) this.#refuse('a computation', ns, 'ns');
    return this.#add(CALC, ns, 0, 0);
  }

  /**
   * A send of `bytes` to rank `to`. Throws an InputError unless they are whole, at least 0 and at most {@link
   * MAX_QUANTITY}, and a UsageError for a rank or tag that does not exist, and where no rank is begun.
   */
  send(bytes: number, to: number, tag = 0): number {
    if (bytes >>> 0 !== bytes) this.#checkBytes('a send', bytes);
    if ((to >>> 0 !== to || to >= this.ranks) && to !== NOBODY) throw this.#noSuchRank('send: to', to);
    if (tag >>> 0 !== tag) checkNumber('send: tag', tag, TAG);
    return this.#add(SEND, bytes, to, tag);
  }

  /** A receive of `bytes` from rank `from`, or from ANY; `tag` may be ANY, too. Throws as {@link send} does. */
  recv(bytes: number, from: number, tag = 0): number {
    if (bytes >>> 0 !== bytes) this.#checkBytes('a receive', bytes);
    if ((from >>> 0 !== from || from >= this.ranks) && from !== ANY && from !== NOBODY)
      throw this.#noSuchRank('recv: from', from);
    if (tag >>> 0 !== tag) checkNumber('recv: tag', tag, ANY_TAG);
    return this.#add(RECV, bytes, from, tag);
  }

  /**
   * `after` starts when `before` has finished. Both are in the open rank, in any order; said twice, it counts once. Throws a
   * UsageError unless they are two operations that were added.
   */
  requires(after: number, before: number): void {
    this.#checkPair('requires', after, before);
    this.pair(after, before);
  }

  /** `after` starts when `before` has started. Throws as {@link requires} does. */
  irequires(after: number, before: number): void {
    this.#checkPair('irequires', after, before);
    this.pair(after, (before | IREQUIRES) >>> 0);
  }

  /**
   * As `requires`, or with the flag IREQUIRES at `before` as `irequires`, of operations that are known to exist. One may wait
   * for itself, which is then an error of the program.
   */
  pair(after: number, before: number): void {
    const at = this.#pairLength;
    if (at + 2 > this.#pairs.length) this.#pairs = grown(this.#pairs, u32, at + 2);
    this.#pairs[at] = after;
    this.#pairs[at + 1] = before;
    this.#pairLength = at + 2;
  }

  /**
   * Columns of the next `count` operations, to be {@link filled}; again, with what was written, where values or tags turn
   * out to be `wide`: none of 32 bits. What is written there is not checked.
   */
  room(count: number, wide?: 'value' | 'tag'): Pick<Schedule, 'kind' | 'value' | 'peer' | 'tag'> {
    this.#checkOpen();
    checkNumber('room: count', count, { least: 0, whole: true });
    return this.#rows.room(count, wide);
  }

  /** The columns of {@link room} hold operations. They have no calls or call sites. */
  filled(count: number): void {
    const most = this.#rows.capacity - this.#rows.length;
    checkNumber('filled: count', count, { least: 0, most, whole: true });
    this.#rows.length += count;
  }

  /**
   * Operations of the open rank, and dependencies among all of its own: what `calc`, `send`, `recv`, `line`, `labelNumber`,
   * `requires` and `irequires` say one by one. Nothing of it is checked.
   */
  operationsOf({ operations, kind, value, peer, tag, line, label, inPlace, pairs }: OperationColumns): void {
    this.#checkOpen();
    const from = this.#rows.length;
    if (operations > 0) {
      const room = this.#rows.room(operations, value instanceof Float64Array ? 'value' : undefined);
      room.kind.set(kind);
      room.value.set(value);
      room.peer.set(peer);
      room.tag.set(tag);
      this.#rows.lines.append(line);
      this.#rows.length = from + operations;
      if (!inPlace || this.#labels !== null) this.#labelsFrom(from, label);
    }
    const at = this.#pairLength;
    if (at + pairs.length > this.#pairs.length) this.#pairs = grown(this.#pairs, u32, at + pairs.length);
    this.#pairs.set(pairs, at);
    this.#pairLength = at + pairs.length;
  }

  #labelsFrom(first: number, numbers: Uint32Array): void {
    this.#labels ??= new Column(u32, first);
    this.#fillLabels(first);
    this.#labels.append(numbers);
  }

  /**
   * All dependencies of the open rank, whose operations are added, at once: in place of single ones, and faster.
   * `after`: lists of its operations, one after the other; `ends`: where the two lists of each operation end, those
   * that wait for its end and for its start; `counts`: how often each occurs in them. Columns may be longer than that.
   * Returns the first operation that occurs more or less often, which makes the schedule unusable; −1: none.
   */
  dependents(after: Uint32Array, ends: Uint32Array, counts: Uint32Array): number {
    const base = this.#base;
    const operations = this.rankOperations;
    if (ends.length < 2 * operations || counts.length < operations)
      throw new UsageError(
        `dependents: the columns are shorter than the ${many(operations, 'operation')} of the rank`,
        'ends has two entries for each operation, and counts one',
      );
    const total = this.#depLength + (operations === 0 ? 0 : ends[2 * operations - 1]);
    this.#reserveDeps(total);
    const start = this.#depStart;
    const deps = this.#deps;
    let sum = this.#depLength;
    for (let op = 0; op < operations; op++) {
      start[base + op + 1] = sum;
      sum += counts[op];
    }
    // Each start moves to its end as the lists are filled, in ascending order of the dependencies.
    let i = 0;
    for (let op = base, list = 0; op < base + operations; op++) {
      for (const end = ends[list++]; i < end; i++) deps[start[base + after[i] + 1]++] = op;
      for (const end = ends[list++]; i < end; i++)
        deps[start[base + after[i] + 1]++] = (op | IREQUIRES) >>> 0;
    }
    sum = this.#depLength;
    this.#depLength = total;
    this.#depsEnd = this.#rows.length;
    for (let op = 0; op < operations; op++) {
      sum += counts[op];
      if (start[base + op + 1] !== sum) return op;
    }
    return -1;
  }

  #reserveDeps(total: number): void {
    if (this.#depStart.length <= this.#rows.length)
      this.#depStart = grown(this.#depStart, u32, this.#rows.length + 1);
    if (this.#deps.length >= total) return;
    this.#memory?.need(total * DEPENDENCY_BYTES, this.#rows.length);
    this.#deps = grown(this.#deps, u32, total);
  }

  #refuse(operation: string, value: number, unit: 'ns' | 'bytes'): never {
    const problem = {
      what: `${operation} of ${value} ${unit}`,
      mend: `${operation} takes ${unit === 'ns' ? '' : 'a whole number of '}at least 0 and at most 2^53 ${unit}`,
    };
    const place = this.#place();
    throw new InputError(place === undefined ? problem : { ...problem, place });
  }

  #checkBytes(operation: string, bytes: number): void {
    if (!(bytes >= 0 && bytes <= MAX_QUANTITY && Number.isInteger(bytes)))
      this.#refuse(operation, bytes, 'bytes');
  }

  #noSuchRank(name: string, rank: number): UsageError {
    const known = this.ranks === 1 ? 'rank 0' : `ranks 0 to ${this.ranks - 1}`;
    return new UsageError(
      `${name}: rank ${rank} does not exist`,
      this.ranks === 0 ? 'the builder was made for no ranks' : `the builder was made for ${known}`,
    );
  }

  #checkOpen(): void {
    if (this.#rank < 0) throw new UsageError('no rank is begun', 'call beginRank first');
  }

  /** Throws a UsageError unless the open rank has operation `op`. */
  #checkAdded(name: string, op: number): void {
    if (op >>> 0 === op && op < this.rankOperations) return;
    this.#checkOpen();
    throw new UsageError(
      `${name}: rank ${this.#rank} has no operation ${op}`,
      `it has ${many(this.rankOperations, 'operation')}, counted from 0; add an operation before you name it`,
    );
  }

  #checkPair(name: string, after: number, before: number): void {
    const end = this.#rows.length - this.#base;
    const known = after >>> 0 === after && after < end && before >>> 0 === before && before < end;
    if (known && after !== before) return;
    this.#checkAdded(`${name}: after`, after);
    this.#checkAdded(`${name}: before`, before);
    throw new UsageError(
      `${name}: operation ${after} of rank ${this.#rank} would wait for itself`,
      'name another operation',
    );
  }

  /** The operation added last, within its rank. Throws a UsageError where there is none. */
  #last(name: string): number {
    const last = this.rankOperations - 1;
    this.#checkAdded(name, Math.max(0, last));
    return last;
  }

  /** The column's entry of operation `op` is still to come. Throws a UsageError where it, or that of a later one, is there. */
  #checkNext(name: string, column: { readonly length: number } | null, op: number): void {
    if ((column?.length ?? 0) <= this.#base + op) return;
    throw new UsageError(
      `${name}: operation ${op} of rank ${this.#rank} has it already, or a later operation has`,
      'call it once for each operation, in their order',
    );
  }

  /**
   * The call issues the operation added last after `before`, or takes it after that, though no data says so
   * (see {@link Schedule.behind}). Throws a UsageError unless both were added.
   */
  behind(before: number): void {
    const last = this.#last('behind');
    this.#checkAdded('behind: before', before);
    this.#checkNext('behind', this.#behind, last);
    this.#behind ??= new Column(u32);
    this.#behind.fill(this.#rows.length - 1, NONE);
    this.#behind.push(this.#base + before);
  }

  /** Whether an operation of the open rank is a receive. */
  isRecv(op: number): boolean {
    return this.#rows.kind[this.#base + op] === RECV;
  }

  /**
   * Receive `op` was taken next after `before`, itself if first, of some that are taken as they arrive (see {@link
   * Schedule.takenAfter}). Throws a UsageError unless both were added.
   */
  takenAfter(op: number, before: number): void {
    this.#checkAdded('takenAfter: op', op);
    this.#checkAdded('takenAfter: before', before);
    this.#takenAfter ??= new Column(u32);
    this.#takenAfter.fill(this.#rows.length, NONE);
    this.#takenAfter.at[this.#base + op] = this.#base + before;
  }

  /**
   * The send added last is synchronous (MPI_Ssend, Issend or Ssend_init), a one-sided operation, or buffered (MPI_Bsend). Throws
   * a UsageError where no operation was added.
   */
  synchronous(how: SendMode = SYNCHRONOUS): void {
    checkNumber('synchronous: how', how, { least: SYNCHRONOUS, most: BUFFERED, whole: true });
    this.#checkNext('synchronous', this.#synchronous, this.#last('synchronous'));
    this.#synchronous ??= new Column(u8);
    this.#synchronous.fill(this.#rows.length - 1, 0);
    this.#synchronous.push(how);
  }

  /**
   * Resources of operation `op` of the open rank, by default of the one added last; once for each, in their order. Throws a
   * UsageError unless it was added, and both are whole numbers of 16 bits.
   */
  resource(cpu: number, nic: number, op = this.rankOperations - 1): void {
    this.#checkAdded('resource', op);
    checkNumber('resource: cpu', cpu, INDEX_16);
    checkNumber('resource: nic', nic, INDEX_16);
    if (cpu !== 0) this.#checkNext('resource: cpu', this.#cpu, op);
    if (nic !== 0) this.#checkNext('resource: nic', this.#nic, op);
    if (cpu !== 0) {
      this.#cpu ??= new Column(u16);
      this.#cpu.fill(this.#base + op, 0);
      this.#cpu.push(cpu);
    }
    if (nic !== 0) {
      this.#nic ??= new Column(u16);
      this.#nic.fill(this.#base + op, 0);
      this.#nic.push(nic);
    }
  }

  /** Label `l<n>` of the operation added last, where it is not its place in the rank. Throws a UsageError without one. */
  labelNumber(n: number): void {
    if (n >>> 0 !== n) checkNumber('labelNumber', n, INDEX);
    this.#last('labelNumber');
    const last = this.#rows.length - 1;
    if (this.#labels === null) {
      if (n === last - this.#base + 1) return;
      this.#labels = new Column(u32, last + 1);
    }
    this.#fillLabels(last);
    this.#labels.push(n);
  }

  /** Label of the operation added last, where it is not of the form `l<n>`. Throws a UsageError without one. */
  labelName(name: string): void {
    this.#last('labelName');
    this.#names.set(this.#rows.length - 1, name);
  }

  /** Input line of the operation added last; of all operations or of none. Throws a UsageError unless it is a line. */
  line(line: number): void {
    if (line >>> 0 !== line) checkNumber('line', line, INDEX);
    this.#rows.lines.push(line);
  }

  /** Operations added from now on come from MPI call `name`. */
  callIs(name: string): void {
    this.callCodeIs(this.callCode(name));
  }

  /** The code of MPI call `name`, for {@link callCodeIs}. */
  callCode(name: string): number {
    this.#call ??= new CallColumn(this.#callNames, this.#rows.length);
    return this.#call.codeOf(name);
  }

  /** As {@link callIs}, without a lookup of the name. */
  callCodeIs(code: number): void {
    this.#call?.is(code);
  }

  /** Operations added from now on come from call site `site` of the table that `finish` is given; NONE: from none. */
  siteIs(site: number): void {
    if (this.#site === null && site !== NONE) {
      this.#site = new Column(u32, this.#rows.capacity);
      this.#site.fill(this.#rows.length, NONE);
    }
    this.#currentSite = site;
  }

  /** Operations added from now on are of the `index`-th call of their rank in the table that `finish` is given. */
  callIndexIs(index: number): void {
    this.#callIndices ??= new Column(u32, this.#rows.capacity);
    this.#currentIndex = index;
  }

  /** `sites`: the table whose indices `siteIs` was given; `calls`: that of `callIndexIs`, which then was called for all operations. */
  finish(sites: SiteTable | null = null, calls: CallTable | null = null): Schedule {
    this.#closeRank();
    const n = this.#rows.length;
    if (this.#labels !== null) this.#fillLabels(n);
    this.#synchronous?.fill(n, 0);
    this.#cpu?.fill(n, 0);
    this.#nic?.fill(n, 0);
    this.#behind?.fill(n, NONE);
    this.#takenAfter?.fill(n, NONE);
    const { kind, value, peer, tag, lines } = this.#rows;
    const schedule: Schedule = {
      ranks: this.ranks,
      operations: n,
      rankStart: this.#rankStart(),
      kind: kind.subarray(0, n),
      value: value.subarray(0, n),
      peer: peer.subarray(0, n),
      tag: tag.subarray(0, n),
      synchronous: this.#synchronous?.done() ?? null,
      depStart: this.#depStart.subarray(0, n + 1),
      deps: this.#deps.subarray(0, this.#depLength),
      cpu: this.#cpu?.done() ?? null,
      nic: this.#nic?.done() ?? null,
      labelNumber: this.#labels?.done() ?? null,
      labelName: this.#names,
      lines: n > 0 && lines.length === n ? lines.done() : null,
      call: this.#call?.done() ?? null,
      callNames: this.#callNames,
      calls: calls === null ? null : { ...calls, of: this.#callIndices?.done() ?? u32(0) },
      behind: this.#behind?.done() ?? null,
      takenAfter: this.#takenAfter?.done() ?? null,
      sites: this.#site === null || sites === null ? null : { ...sites, of: this.#site.done() },
    };
    return this.#inOrder() ? schedule : byRank(schedule, this.#blockStart, this.#blockEnd);
  }

  #add(kind: number, value: number, peer: number, tag: number): number {
    if (this.#rank < 0) this.#checkOpen();
    this.#rows.push(kind, value, peer, tag);
    if (this.#call !== null) this.#call.push();
    if (this.#site !== null) this.#site.push(this.#currentSite);
    if (this.#callIndices !== null) this.#callIndices.push(this.#currentIndex);
    return this.#rows.length - 1 - this.#base;
  }

  #fillLabels(upTo: number): void {
    const labels = this.#labels;
    if (labels === null) return;
    // Blocks begin in ascending order; of those that begin with one operation, the last has it.
    let block = Math.max(
      0,
      this.#bases.findLastIndex((base) => base <= labels.length),
    );
    for (let op = labels.length; op < upTo; op++) {
      while (block + 1 < this.#bases.length && this.#bases[block + 1] <= op) block++;
      labels.push(op - this.#bases[block] + 1);
    }
  }

  /** Turns the pairs of the open rank into CSR, each operation's dependencies in ascending order. */
  #closeRank(): void {
    if (this.#rank < 0) return;
    const base = this.#base;
    this.#blockEnd[this.#rank] = this.#rows.length;
    this.#rank = -1;
    this.#base = this.#rows.length;
    if (this.#depsEnd === this.#rows.length && this.#rows.length > base) return;
    const total = this.#depLength + this.#pairLength / 2;
    this.#reserveDeps(total);
    const pairs = this.#pairs.subarray(0, this.#pairLength);
    const operations = this.#rows.length - base;
    const lists = { start: this.#depStart, deps: this.#deps };
    addLists({ pairs, operations, base, from: this.#depLength }, lists, this.#listsKernel);
    this.#depLength = total;
    this.#pairLength = 0;
  }

  #inOrder(): boolean {
    let end = 0;
    for (let rank = 0; rank < this.ranks; rank++) {
      if (this.#blockStart[rank] < 0) continue;
      if (this.#blockStart[rank] !== end) return false;
      end = this.#blockEnd[rank];
    }
    return true;
  }

  #rankStart(): Uint32Array {
    const counts = new Uint32Array(this.ranks);
    for (let rank = 0; rank < this.ranks; rank++) {
      if (this.#blockStart[rank] >= 0) counts[rank] = this.#blockEnd[rank] - this.#blockStart[rank];
    }
    return starts(counts, this.ranks);
  }
}
