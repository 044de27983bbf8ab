import { Column, f64, i32, u8, u16, u32 } from './columns.js';
import { CALC, DEP_OP, IREQUIRES, RECV, type Schedule, SEND } from './schedule.js';

const INT32_MAX = 0x7fff_ffff;
/** Operation indices carry one flag bit, so this is the most that one schedule can hold. */
export const MAX_OPERATIONS = DEP_OP;

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
 */
export class ScheduleBuilder {
  readonly ranks: number;
  readonly #kind = new Column(u8);
  readonly #value = new Column(f64);
  readonly #peer = new Column(i32);
  #tag: Column<Int32Array> | Column<Float64Array> = new Column(i32);
  readonly #depCount = new Column(u32);
  readonly #deps = new Column(u32);
  /** Dependencies of the open rank: pairs (after, before with flag), rank-local, in input order. */
  readonly #after = new Column(u32);
  readonly #before = new Column(u32);
  readonly #line = new Column(u32);
  #cpu: Column<Uint16Array> | null = null;
  #nic: Column<Uint16Array> | null = null;
  #labels: Column<Uint32Array> | null = null;
  readonly #names = new Map<number, string>();
  #call: Column<Uint16Array> | null = null;
  readonly #callNames: string[] = [];
  readonly #callIndex = new Map<string, number>();
  #currentCall = 0;
  readonly #blockStart: Int32Array;
  readonly #blockEnd: Int32Array;
  #rank = -1;
  #base = 0;

  constructor(ranks: number) {
    this.ranks = ranks;
    this.#blockStart = new Int32Array(ranks).fill(-1);
    this.#blockEnd = new Int32Array(ranks);
  }

  /** Number of operations so far, over all ranks. */
  get operations(): number {
    return this.#kind.length;
  }

  /** Number of operations of the open rank so far. */
  get rankOperations(): number {
    return this.#kind.length - this.#base;
  }

  hasRank(rank: number): boolean {
    return this.#blockStart[rank] >= 0;
  }

  beginRank(rank: number): void {
    this.#closeRank();
    if (!(rank >= 0 && rank < this.ranks)) throw new RangeError(`no rank ${rank} among ${this.ranks}`);
    if (this.hasRank(rank)) throw new RangeError(`rank ${rank} was begun before`);
    this.#rank = rank;
    this.#base = this.#kind.length;
    this.#blockStart[rank] = this.#base;
  }

  /** A computation of `ns` nanoseconds. */
  calc(ns: number): number {
    return this.#add(CALC, ns, 0, 0);
  }

  /** A send of `bytes` to rank `to`. */
  send(bytes: number, to: number, tag = 0): number {
    return this.#add(SEND, bytes, to, tag);
  }

  /** A receive of `bytes` from rank `from`, or from ANY. */
  recv(bytes: number, from: number, tag = 0): number {
    return this.#add(RECV, bytes, from, tag);
  }

  /** `after` starts when `before` has finished. */
  requires(after: number, before: number): void {
    this.#after.push(after);
    this.#before.push(before);
  }

  /** `after` starts when `before` has started. */
  irequires(after: number, before: number): void {
    this.#after.push(after);
    this.#before.push((before | IREQUIRES) >>> 0);
  }

  /** Resources of the operation added last. */
  resource(cpu: number, nic: number): void {
    const last = this.#kind.length;
    if (cpu !== 0 && this.#cpu === null) this.#cpu = zeros(last - 1);
    if (nic !== 0 && this.#nic === null) this.#nic = zeros(last - 1);
    this.#cpu?.push(cpu);
    this.#nic?.push(nic);
  }

  /** Label `l<n>` of the operation added last, where it is not its place in the rank. */
  labelNumber(n: number): void {
    const last = this.#kind.length - 1;
    if (this.#labels === null) {
      if (n === last - this.#base + 1) return;
      this.#labels = new Column(u32, last + 1);
      this.#fillLabels(last);
    }
    this.#fillLabels(last);
    this.#labels.push(n);
  }

  /** Label of the operation added last, where it is not of the form `l<n>`. */
  labelName(name: string): void {
    this.#names.set(this.#kind.length - 1, name);
  }

  /** Input line of the operation added last. */
  line(line: number): void {
    this.#line.push(line);
  }

  /** Operations added from now on come from MPI call `name`. */
  callIs(name: string): void {
    this.#call ??= new Column(u16);
    let index = this.#callIndex.get(name);
    if (index === undefined) {
      index = this.#callNames.push(name) - 1;
      this.#callIndex.set(name, index);
    }
    this.#currentCall = index;
  }

  finish(): Schedule {
    this.#closeRank();
    const n = this.#kind.length;
    if (this.#labels !== null) this.#fillLabels(n);
    const line = this.#line.length === n && n > 0 ? this.#line.done() : null;
    const schedule: Schedule = {
      ranks: this.ranks,
      operations: n,
      rankStart: this.#rankStart(),
      kind: this.#kind.done(),
      value: this.#value.done(),
      peer: this.#peer.done(),
      tag: this.#tag.done(),
      depStart: starts(this.#depCount.done(), n),
      deps: this.#deps.done(),
      cpu: padded(this.#cpu, n),
      nic: padded(this.#nic, n),
      labelNumber: this.#labels?.done() ?? null,
      labelName: this.#names,
      line,
      call: this.#call?.done() ?? null,
      callNames: this.#callNames,
    };
    return this.#inOrder() ? schedule : byRank(schedule, this.#blockStart, this.#blockEnd);
  }

  #add(kind: number, value: number, peer: number, tag: number): number {
    if (this.#kind.length >= MAX_OPERATIONS) throw new RangeError(`more than ${MAX_OPERATIONS} operations`);
    this.#kind.push(kind);
    this.#value.push(value);
    this.#peer.push(peer);
    if (tag > INT32_MAX && this.#tag.at instanceof Int32Array) this.#widenTags();
    this.#tag.push(tag);
    if (this.#call !== null) this.#call.push(this.#currentCall);
    return this.#kind.length - 1 - this.#base;
  }

  #widenTags(): void {
    const narrow = this.#tag;
    const wide = new Column(f64, narrow.at.length);
    wide.at.set(narrow.done());
    wide.length = narrow.length;
    this.#tag = wide;
  }

  #fillLabels(upTo: number): void {
    const labels = this.#labels;
    if (labels === null) return;
    for (let op = labels.length; op < upTo; op++) labels.push(op - this.#blockBase(op) + 1);
  }

  #blockBase(op: number): number {
    if (op >= this.#base) return this.#base;
    let base = 0;
    for (const start of this.#blockStart) if (start <= op && start > base) base = start;
    return base;
  }

  /** Turns the pairs of the open rank into CSR, keeping the input order of each operation's dependencies. */
  #closeRank(): void {
    if (this.#rank < 0) return;
    const n = this.#kind.length - this.#base;
    this.#blockEnd[this.#rank] = this.#kind.length;
    const counts = new Uint32Array(n);
    const pairs = this.#after.length;
    const after = this.#after.at;
    const before = this.#before.at;
    for (let i = 0; i < pairs; i++) counts[after[i]]++;
    const offset = this.#deps.length;
    const start = starts(counts, n);
    this.#deps.reserve(offset + pairs);
    const deps = this.#deps.at;
    for (let i = 0; i < pairs; i++) {
      const flag = before[i] & IREQUIRES;
      deps[offset + start[after[i]]++] = ((this.#base + (before[i] & DEP_OP)) | flag) >>> 0;
    }
    this.#deps.length = offset + pairs;
    this.#depCount.reserve(this.#kind.length);
    this.#depCount.at.set(counts, this.#base);
    this.#depCount.length = this.#kind.length;
    this.#after.length = 0;
    this.#before.length = 0;
    this.#rank = -1;
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

function zeros(length: number): Column<Uint16Array> {
  const column = new Column(u16, length);
  column.length = length;
  return column;
}

function padded(column: Column<Uint16Array> | null, length: number): Uint16Array | null {
  if (column === null) return null;
  while (column.length < length) column.push(0);
  return column.done();
}

/** The schedule with its operations moved into rank order, where blocks came in another. */
function byRank(schedule: Schedule, blockStart: Int32Array, blockEnd: Int32Array): Schedule {
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
    value: gather(schedule.value, order, f64),
    peer: gather(schedule.peer, order, i32),
    tag:
      schedule.tag instanceof Int32Array
        ? gather(schedule.tag, order, i32)
        : gather(schedule.tag, order, f64),
    depStart,
    deps,
    cpu: schedule.cpu && gather(schedule.cpu, order, u16),
    nic: schedule.nic && gather(schedule.nic, order, u16),
    labelNumber: schedule.labelNumber && gather(schedule.labelNumber, order, u32),
    labelName: names,
    line: schedule.line && gather(schedule.line, order, u32),
    call: schedule.call && gather(schedule.call, order, u16),
  };
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
