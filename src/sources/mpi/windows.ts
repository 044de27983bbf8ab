/**
 * One-sided communication of one rank: its epochs on windows, what each call begins and what it waits for.
 *
 * An operation is a round trip: data to the target and an answer back, or a request and data back. The target's program takes
 * no part in it. Which call waits for what differs between MPI libraries (collectives/one-sided.ts). The tracer's injector does
 * the same (tracer/one_sided.c).
 */
import type { MpiLibrary } from '../../collectives/library-calls.js';
import { type Conduct, conductOf } from '../../collectives/one-sided.js';
import type { Communicators } from './communicator.js';
import { CALLS, ONE_SIDED } from './mpi-calls.js';
import { type MessagePeers, NOBODY } from './peers-and-tags.js';
import type { RankTrace } from './rank-trace.js';

/** Tags of the messages of a window. */
const TAGS = { operation: 0, post: 1, complete: 2 } as const;

/**
 * The epoch that a target waits for: its fence of this number on the window, or the exposure of this number to one origin.
 * Undefined: no call of the target's waits for the operation.
 */
export interface TargetEpoch {
  readonly window: number;
  readonly kind: 'fence' | 'exposure';
  readonly number: number;
}

/** Where the messages of one rank go. All return operations of the rank. */
export interface Wire {
  /** Data to a target and its answer. */
  roundTrip(to: number, bytes: number, tag: number, after: readonly number[], epoch?: TargetEpoch): number;
  notify(to: number, tag: number, after: readonly number[]): number;
  notified(from: number, tag: number): number;
  /** Receives of operations of an epoch; from all origins, or from one. */
  received(epoch: TargetEpoch, from: number | undefined): readonly number[];
}

interface Operation {
  readonly op: number;
  /** Whether it brings data to the origin. */
  readonly fetches: boolean;
  /** What has to be over before the origin's buffer may be used again. */
  readonly announced: number | undefined;
}

/** What a call did. */
export interface Begun {
  /** Operations that wait for the computation before the call. */
  readonly begun: number[];
  /** Whether some of them wait for others too. */
  later: boolean;
  /** What the call waits for. */
  readonly waits: number[];
  /** Of a call with a request: what its completion waits for. */
  readonly request: number[];
}

/** One rank's view of a window. */
class Window {
  /** By target, not known to be over. */
  readonly pending = new Map<number, Operation[]>();
  /** By target whether its lock was asked for, and what operations wait for. */
  readonly locked = new Map<number, boolean>();
  readonly grants = new Map<number, number[]>();
  lockedAll: 'no' | 'unchecked' | 'checked' = 'no';
  /** By target of an access epoch the message that it has posted. */
  readonly access = new Map<number, number>();
  exposed: readonly number[] = [];
  fences = 0;
  /** By rank: epochs of this rank that are over there, and those of its own. */
  readonly completed = new Map<number, number>();
  readonly waited = new Map<number, number>();
}

const FETCHES = /^MPI_(R?get(_accumulate)?|Fetch_and_op|Compare_and_swap)$/i;

/** Epochs of one rank. */
export class Windows {
  readonly #trace: RankTrace;
  readonly #comms: Communicators;
  readonly #peers: MessagePeers;
  readonly #conduct: Conduct;
  readonly #wire: Wire;
  readonly #windows = new Map<number, Window>();
  #call: Begun = { begun: [], later: false, waits: [], request: [] };

  constructor(trace: RankTrace, comms: Communicators, peers: MessagePeers, library: MpiLibrary, wire: Wire) {
    this.#trace = trace;
    this.#comms = comms;
    this.#peers = peers;
    this.#conduct = conductOf(library);
    this.#wire = wire;
  }

  /** What a fence waits for besides the other ranks: before its barrier, or by its end. */
  fence(row: number): { readonly before: readonly number[]; readonly by: readonly number[] } {
    const window = this.#windowOf(row);
    const { endWaits, locks } = this.#conduct;
    const epoch = { window: this.#idOf(row), kind: 'fence', number: window.fences++ } as const;
    const own = [...window.pending.keys()].flatMap((target) =>
      endWaits ? this.#all(window, target) : this.#local(window, target),
    );
    window.pending.clear();
    const waits = endWaits ? own : [...own, ...this.#wire.received(epoch, undefined)];
    return locks ? { before: waits, by: [] } : { before: [], by: waits };
  }

  /** The call of a row on a window whose members are known. */
  call(row: number): Begun {
    this.#call = { begun: [], later: false, waits: [], request: [] };
    const { name } = CALLS[this.#trace.call[row]];
    const window = this.#windowOf(row);
    switch (name) {
      case 'MPI_Win_lock':
        this.#lock(row, window);
        break;
      case 'MPI_Win_lock_all':
        this.#lockAll(row, window);
        break;
      case 'MPI_Win_unlock':
        this.#unlock(row, window, this.#targets(row));
        break;
      case 'MPI_Win_unlock_all':
        this.#unlock(row, window, this.#lockedIn(row, window));
        window.lockedAll = 'no';
        break;
      case 'MPI_Win_flush':
        this.#flush(row, window, this.#targets(row));
        break;
      case 'MPI_Win_flush_all':
        this.#flush(row, window, this.#lockedIn(row, window));
        break;
      case 'MPI_Win_flush_local':
        this.#flushLocal(window, this.#targets(row));
        break;
      case 'MPI_Win_flush_local_all':
        this.#flushLocal(window, [...window.pending.keys()]);
        break;
      case 'MPI_Win_post':
        this.#post(row, window);
        break;
      case 'MPI_Win_start':
        this.#start(row, window);
        break;
      case 'MPI_Win_complete':
        this.#complete(row, window);
        break;
      case 'MPI_Win_wait':
        this.#wait(row, window);
        break;
      default:
        for (const target of this.#targets(row)) this.#operation(row, window, target, FETCHES.test(name));
    }
    return this.#call;
  }

  // Passive targets.

  #lock(row: number, window: Window): void {
    const { locks, lockWaits } = this.#conduct;
    const checked = locks && this.#arg(row, ONE_SIDED.nocheck) === 0;
    for (const target of this.#targets(row)) {
      window.locked.set(target, checked);
      if (!checked) continue;
      const grant = this.#roundTrip(row, target, 0);
      if (lockWaits) this.#call.waits.push(grant);
      else window.grants.set(target, [grant]);
    }
  }

  #lockAll(row: number, window: Window): void {
    const { locks, lockWaits } = this.#conduct;
    window.lockedAll = locks && this.#arg(row, ONE_SIDED.nocheckAll) === 0 ? 'checked' : 'unchecked';
    if (window.lockedAll === 'unchecked' || !lockWaits) return;
    for (const target of this.#others(row)) this.#call.waits.push(this.#roundTrip(row, target, 0));
  }

  /** What operations on a target wait for; the first one of MPI_Win_lock_all begins the lock where nobody waited for it. */
  #granted(row: number, window: Window, target: number): readonly number[] {
    const known = window.grants.get(target);
    if (known !== undefined) return known;
    if (window.lockedAll !== 'checked' || this.#conduct.lockWaits) return [];
    const grant = [this.#roundTrip(row, target, 0)];
    window.grants.set(target, grant);
    return grant;
  }

  /** Each target is told once all operations on it are over. */
  #unlock(row: number, window: Window, targets: readonly number[]): void {
    const { lockWaits } = this.#conduct;
    for (const target of targets) {
      const over = this.#all(window, target);
      const grant = window.grants.get(target);
      const checked =
        window.locked.get(target) ?? (window.lockedAll === 'checked' && (lockWaits || grant !== undefined));
      this.#call.waits.push(...over);
      if (checked) this.#call.waits.push(this.#roundTrip(row, target, 0, lockWaits ? over : (grant ?? [])));
      window.locked.delete(target);
      window.grants.delete(target);
      window.pending.delete(target);
    }
  }

  #flush(row: number, window: Window, targets: readonly number[]): void {
    for (const target of targets) {
      this.#call.waits.push(...this.#all(window, target));
      window.pending.delete(target);
      if (this.#conduct.flushAsks)
        this.#call.waits.push(this.#roundTrip(row, target, 0, window.grants.get(target) ?? []));
    }
  }

  #flushLocal(window: Window, targets: readonly number[]): void {
    for (const target of targets) {
      this.#call.waits.push(...this.#local(window, target));
      const left = (window.pending.get(target) ?? []).filter(({ fetches }) => !fetches);
      window.pending.set(
        target,
        left.map((one) => ({ ...one, announced: undefined })),
      );
    }
  }

  // Active targets.

  #post(row: number, window: Window): void {
    window.exposed = this.#group(row);
    for (const origin of window.exposed)
      this.#call.begun.push(this.#wire.notify(origin, this.#tag(row, TAGS.post), []));
  }

  #start(row: number, window: Window): void {
    for (const target of this.#group(row)) {
      const posted = this.#wire.notified(target, this.#tag(row, TAGS.post));
      window.access.set(target, posted);
      this.#call.begun.push(posted);
      if (this.#conduct.startWaits) this.#call.waits.push(posted);
    }
  }

  #complete(row: number, window: Window): void {
    const { endWaits, locks } = this.#conduct;
    const { waits } = this.#call;
    for (const [target, posted] of window.access) {
      const over = endWaits ? this.#all(window, target) : this.#local(window, target);
      const needs = endWaits ? over : locks ? [posted] : [];
      waits.push(...over, ...(locks || over.length > 0 ? [posted] : []));
      const told = this.#wire.notify(target, this.#tag(row, TAGS.complete), needs);
      this.#call.begun.push(told);
      this.#call.later ||= needs.length > 0;
      window.completed.set(target, (window.completed.get(target) ?? 0) + 1);
      window.pending.delete(target);
    }
    window.access.clear();
  }

  #wait(row: number, window: Window): void {
    for (const origin of window.exposed) {
      const told = this.#wire.notified(origin, this.#tag(row, TAGS.complete));
      const number = window.waited.get(origin) ?? 0;
      window.waited.set(origin, number + 1);
      const epoch = { window: this.#idOf(row), kind: 'exposure', number } as const;
      this.#call.begun.push(told);
      this.#call.waits.push(told);
      if (!this.#conduct.endWaits) this.#call.waits.push(...this.#wire.received(epoch, origin));
    }
    window.exposed = [];
  }

  // Operations.

  #operation(row: number, window: Window, target: number, fetches: boolean): void {
    const bytes = this.#arg(row, ONE_SIDED.bytes);
    const posted = window.access.get(target);
    const { startWaits, locks } = this.#conduct;
    let after = this.#granted(row, window, target);
    if (posted !== undefined && !startWaits && (locks || fetches)) after = [...after, posted];
    const announced = bytes < this.#conduct.announced ? undefined : this.#roundTrip(row, target, 0, after);
    const before = announced === undefined ? after : [announced];
    const op = this.#roundTrip(row, target, bytes, before, this.#epochOf(row, window, target));
    const operations = window.pending.get(target) ?? [];
    operations.push({ op, fetches, announced });
    window.pending.set(target, operations);
    if (fetches) this.#call.request.push(op);
    else if (announced !== undefined) this.#call.request.push(announced);
  }

  #epochOf(row: number, window: Window, target: number): TargetEpoch | undefined {
    const id = this.#idOf(row);
    if (window.access.has(target))
      return { window: id, kind: 'exposure', number: window.completed.get(target) ?? 0 };
    if (window.lockedAll !== 'no' || window.locked.has(target)) return undefined;
    return { window: id, kind: 'fence', number: window.fences };
  }

  #roundTrip(
    row: number,
    to: number,
    bytes: number,
    after: readonly number[] = [],
    epoch: TargetEpoch | undefined = undefined,
  ): number {
    const op = this.#wire.roundTrip(to, bytes, this.#tag(row, TAGS.operation), after, epoch);
    this.#call.begun.push(op);
    this.#call.later ||= after.length > 0;
    return op;
  }

  /** Operations on a target, all of them, or as far as the origin needs its buffers. */
  #all(window: Window, target: number): number[] {
    return (window.pending.get(target) ?? []).map(({ op }) => op);
  }

  #local(window: Window, target: number): number[] {
    return (window.pending.get(target) ?? []).flatMap(({ op, fetches, announced }) =>
      fetches ? [op] : (announced ?? []),
    );
  }

  // Ranks, as those of the world. What a rank does to itself costs nothing.

  #targets(row: number): readonly number[] {
    const target = this.#peers.destination(row, this.#arg(row, ONE_SIDED.rank));
    return target === NOBODY || target === this.#trace.rank ? [] : [target];
  }

  #group(row: number): readonly number[] {
    const { args, argStart, call } = this.#trace;
    // Behind the length of the list.
    const at = argStart[row] + CALLS[call[row]].commArg + 2;
    const found: number[] = [];
    for (let i = 0; i < this.#arg(row, ONE_SIDED.ranks); i++) {
      const rank = this.#peers.destination(row, args[at + i]);
      if (rank !== NOBODY && rank !== this.#trace.rank) found.push(rank);
    }
    return found;
  }

  #others(row: number): readonly number[] {
    const { ranks, size } = this.#comms.list[this.#idOf(row)];
    return Array.from({ length: size }, (_, rank) => ranks?.[rank] ?? rank).filter(
      (rank) => rank !== this.#trace.rank,
    );
  }

  #lockedIn(row: number, window: Window): readonly number[] {
    return window.lockedAll === 'no' ? [...window.locked.keys()] : this.#others(row);
  }

  #arg(row: number, place: number): number {
    return this.#trace.args[this.#trace.argStart[row] + place];
  }

  #tag(row: number, tag: number): number {
    return this.#peers.sentTag(row, tag);
  }

  #idOf(row: number): number {
    return this.#comms.ofRow[this.#trace.rank]?.[row] ?? 0;
  }

  #windowOf(row: number): Window {
    const id = this.#idOf(row);
    const window = this.#windows.get(id) ?? new Window();
    this.#windows.set(id, window);
    return window;
  }
}
