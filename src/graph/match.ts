/** Message matching by MPI's non-overtaking rule, and the arena in which kernels find a program again. */

import { ModelError, type Problem } from '../errors.js';
import { worthAKernel } from '../kernels/arena.js';
import { bytesOfCompiling, bytesOfLending } from '../kernels/compile-kernel.js';
import { matchKernel, type PlacedProgram, placed } from '../kernels/graph-kernel.js';
import { bytesOfPlaying } from '../kernels/play-kernel.js';
import {
  ANY,
  describeOp,
  isAnyTag,
  NOBODY,
  NOBODY_RANK,
  NONE,
  RECV,
  rankOf,
  type Schedule,
  SEND,
  takesTag,
} from '../schedule/schedule.js';

// Programs that kernels match, order and compile: copied into an arena once, and found there again.

interface Known {
  readonly program: PlacedProgram;
  readonly schedule: Schedule;
  /** Whether its events are ordered: a graph holds their order. */
  ordered: boolean;
}

/** By `partner`. */
const known = new WeakMap<Uint32Array, Known>();

/** Bytes of a graph's rows and one play of it, or its path, the usual requests; where that is too much, of its rows. */
function roomsFor(operations: number): readonly number[] {
  const compiling = bytesOfCompiling(operations);
  return [compiling + Math.max(bytesOfPlaying(operations, 1), bytesOfLending(operations)), compiling];
}

/** Schedules that no kernel gets, for want of memory. */
const left = new WeakSet<Schedule>();

/** Leaves a schedule to TypeScript from now on, which takes less memory, and more time. */
export function leaveUnplaced(schedule: Schedule): void {
  left.add(schedule);
}

/** Whether a schedule was left to TypeScript. */
export const isUnplaced = (schedule: Schedule): boolean => left.has(schedule);

/**
 * The program in an arena that has so many bytes besides, the first of `rooms` that is available (left out: enough for
 * the usual requests); null where there is none, and where kernels do not support it: tags of more than 32 bits,
 * synchronous sends, sends without a receive.
 */
function placedSchedule(schedule: Schedule, rooms?: readonly number[]): PlacedProgram | null {
  const { operations, tag, synchronous, unreceived } = schedule;
  if (!worthAKernel(operations) || left.has(schedule) || !(tag instanceof Int32Array)) return null;
  if (synchronous !== null || unreceived !== undefined) return null;
  let program: PlacedProgram | null = null;
  for (const room of rooms ?? roomsFor(operations)) program ??= placed(schedule, room);
  if (program !== null) known.set(program.partner, { program, schedule, ordered: false });
  return program;
}

/** The program of `schedule` that was placed and matched, where its events are not ordered yet; then they are taken to be. */
export function placedToOrder(schedule: Schedule, partner: Uint32Array): PlacedProgram | null {
  const found = known.get(partner);
  if (found === undefined || found.schedule !== schedule || found.ordered) return null;
  found.ordered = true;
  return found.program;
}

/**
 * The partners with which a schedule is to be ordered again: those of a copy of its program, where it is already placed
 * and ordered. The order of the one before is still in use.
 */
export function partnersToOrder(schedule: Schedule, partner: Uint32Array): Uint32Array {
  const found = known.get(partner);
  if (found === undefined || found.schedule !== schedule || !found.ordered) return partner;
  const program = placedSchedule(schedule);
  program?.partner.set(partner);
  return program?.partner ?? partner;
}

/** The columns of a graph's program. */
interface Ordered {
  readonly schedule: Schedule;
  readonly partner: Uint32Array;
  readonly order: Uint32Array;
}

/**
 * The program of a graph with its partners and its order, in an arena that has `room` bytes besides, or null; where it is
 * placed now, with room for its path, too.
 */
export function placedGraph(
  { schedule, partner, order }: Ordered,
  room: number,
): { readonly program: PlacedProgram; readonly order: Uint32Array } | null {
  const found = known.get(partner);
  const fits = found?.schedule === schedule && order.buffer === partner.buffer;
  if (fits && found.program.arena.hasRoom(room)) return { program: found.program, order };
  const program = placedSchedule(schedule, [room + bytesOfLending(schedule.operations), room]);
  if (program === null) return null;
  program.partner.set(partner);
  program.events.set(order);
  return { program, order: program.events.subarray(0, order.length) };
}

// Message matching by MPI's non-overtaking rule, statically: the k-th send from i to j with tag t meets the
// k-th receive on j from i with tag t. Messages that a wildcard receive could take are left to `wildcard.ts`.

/** Multipliers of the hash: odd constants with well-spread bits. */
const MIX = [0x9e37_79b1, 0x85eb_ca6b, 0xc2b2_ae35, 0x27d4_eb2f, 0x2c1b_3c6d] as const;

/** Slots of the table at first: programs have few channels for all their sends. */
const SLOTS = 1 << 10;

function hash(source: number, destination: number, tag: number): number {
  let h = Math.imul(source + 1, MIX[0]) ^ Math.imul(destination + 1, MIX[1]);
  h ^= Math.imul(tag | 0, MIX[2]) ^ Math.imul((tag / 4_294_967_296) | 0, MIX[3]);
  h = Math.imul(h ^ (h >>> 15), MIX[4]);
  return h ^ (h >>> 13);
}

/**
 * Sends by channel (source, destination, tag), each a queue in schedule order: an open-addressing table whose
 * queues hang together through `next`.
 */
class Channels {
  readonly #peer: Int32Array;
  readonly #tag: Int32Array | Float64Array;
  readonly #next: Uint32Array;
  #table = new Uint32Array(SLOTS).fill(NONE);
  /** [channels] first send ever (it names destination and tag), source, front and back of the queue. */
  readonly #first: Uint32Array;
  readonly #source: Uint32Array;
  readonly #front: Uint32Array;
  readonly #back: Uint32Array;
  #count = 0;

  /** `next` [operations] is scratch space for the queues. */
  constructor(schedule: Schedule, sends: number, next: Uint32Array) {
    this.#peer = schedule.peer;
    this.#tag = schedule.tag;
    this.#next = next;
    this.#first = new Uint32Array(sends);
    this.#source = new Uint32Array(sends);
    this.#front = new Uint32Array(sends);
    this.#back = new Uint32Array(sends);
  }

  add(source: number, send: number): void {
    if (this.#count * 2 > this.#table.length) this.#widen();
    const slot = this.#slot(source, this.#peer[send], this.#tag[send]);
    this.#next[send] = NONE;
    let channel = this.#table[slot];
    if (channel === NONE) {
      channel = this.#count++;
      this.#table[slot] = channel;
      this.#first[channel] = send;
      this.#source[channel] = source;
      this.#front[channel] = send;
    } else {
      this.#next[this.#back[channel]] = send;
    }
    this.#back[channel] = send;
  }

  /** Takes the earliest send of a channel, or NONE. */
  take(source: number, destination: number, tag: number): number {
    const channel = this.#table[this.#slot(source, destination, tag)];
    if (channel === NONE) return NONE;
    const send = this.#front[channel];
    if (send !== NONE) this.#front[channel] = this.#next[send];
    return send;
  }

  #widen(): void {
    this.#table = new Uint32Array(this.#table.length * 2).fill(NONE);
    for (let channel = 0; channel < this.#count; channel++) {
      const first = this.#first[channel];
      this.#table[this.#slot(this.#source[channel], this.#peer[first], this.#tag[first])] = channel;
    }
  }

  #slot(source: number, destination: number, tag: number): number {
    const mask = this.#table.length - 1;
    let slot = hash(source, destination, tag) & mask;
    for (;;) {
      const channel = this.#table[slot];
      if (channel === NONE) return slot;
      const first = this.#first[channel];
      if (this.#peer[first] === destination && this.#tag[first] === tag && this.#source[channel] === source) {
        return slot;
      }
      slot = (slot + 1) & mask;
    }
  }
}

/** The messages that the wildcard receives of one rank can take. */
interface Reach {
  /** Tags of its receives from any source. */
  readonly tags: Set<number>;
  /** By source, or ANY: the tags of its receives. */
  readonly anyTags: Map<number, Set<number>>;
}

function takes(anyTags: Iterable<number> | undefined, tag: number): boolean {
  for (const wanted of anyTags ?? []) if (takesTag(wanted, tag)) return true;
  return false;
}

/**
 * Messages that a wildcard receive could take. Which receive meets them is decided by who is posted and who arrives
 * first, for exact receives on the same channel as well: the k-th send need not meet the k-th exact receive there.
 */
export class Contested {
  readonly wildcards: readonly number[];
  readonly #reach = new Map<number, Reach>();

  constructor(schedule: Schedule) {
    const { kind, peer, tag } = schedule;
    const wildcards: number[] = [];
    for (let op = 0; op < schedule.operations; op++) {
      if (kind[op] !== RECV || (peer[op] !== ANY && !isAnyTag(tag[op]))) continue;
      wildcards.push(op);
      const reach = this.#of(rankOf(schedule, op));
      if (!isAnyTag(tag[op])) reach.tags.add(tag[op]);
      else reach.anyTags.set(peer[op], (reach.anyTags.get(peer[op]) ?? new Set()).add(tag[op]));
    }
    this.wildcards = wildcards;
  }

  /** Whether a message from `source` to `destination` with `tag` may meet a wildcard receive. */
  has(source: number, destination: number, tag: number): boolean {
    const reach = this.#reach.get(destination);
    if (reach === undefined) return false;
    const { tags, anyTags } = reach;
    return tags.has(tag) || takes(anyTags.get(source), tag) || takes(anyTags.get(ANY), tag);
  }

  #of(rank: number): Reach {
    let reach = this.#reach.get(rank);
    if (reach === undefined) {
      reach = { tags: new Set(), anyTags: new Map() };
      this.#reach.set(rank, reach);
    }
    return reach;
  }
}

/** How many unmatched operations an error shows. */
const SHOWN = 5;

/** Codes of problems that a schedule may accept. */
const TRUNCATED = 'truncated';
const UNMATCHED = 'unmatched';

interface Matching {
  /** [operations] the other end of the same message; NONE for calcs and for what is not matched. */
  readonly partner: Uint32Array;
  /** Receives from any source or of any tag, and exact ones that compete with them, in schedule order: not matched here. */
  readonly open: readonly number[];
  /** How many of the open ones are wildcards. */
  readonly wildcards: number;
  /** Matched messages. */
  readonly messages: number;
  /** Sends and receives without a partner, the open ones among them. */
  readonly unmatched: number;
  /** No receive is smaller than its message; false: {@link truncated} finds those that are, if there are any. */
  readonly whole: boolean;
}

/** Matches every receive that no wildcard competes with. */
export function matchExact(schedule: Schedule): Matching {
  return matchPlaced(schedule) ?? matchHere(schedule);
}

/** The same in WebAssembly; null for a program that the kernel does not know. */
function matchPlaced(schedule: Schedule): Matching | null {
  const { peer, tag } = schedule;
  const program = placedSchedule(schedule);
  if (program === null || !(tag instanceof Int32Array)) return null;
  const found = matchKernel(program, { peer, tag });
  if (found === null) return null;
  const { sends, recvs, messages, short } = found;
  const unmatched = sends + recvs - 2 * messages;
  return { partner: program.partner, open: [], wildcards: 0, messages, unmatched, whole: short === 0 };
}

function matchHere(schedule: Schedule): Matching {
  const { kind, peer, tag, rankStart, operations, unreceived } = schedule;
  const partner = new Uint32Array(operations);
  let sends = 0;
  let recvs = 0;
  for (let op = 0; op < operations; op++) {
    if (kind[op] === SEND) sends++;
    else if (kind[op] === RECV) recvs++;
  }
  const passed = unreceived?.reduce((sum, one) => sum + one, 0) ?? 0;
  const contested = new Contested(schedule);
  const free = contested.wildcards.length === 0;
  const channels = new Channels(schedule, sends, partner);
  for (let rank = 0; rank < schedule.ranks; rank++) {
    for (let op = rankStart[rank]; op < rankStart[rank + 1]; op++)
      if (isOffered(schedule, op) && (free || !contested.has(rank, peer[op], tag[op])))
        channels.add(rank, op);
  }
  // The queues live in `partner` of the sends: a receive's own entry is free to hold its partner meanwhile.
  const open: number[] = [];
  let messages = 0;
  for (let rank = 0; rank < schedule.ranks; rank++) {
    for (let op = rankStart[rank]; op < rankStart[rank + 1]; op++) {
      if (kind[op] !== RECV) continue;
      partner[op] = NONE;
      if (peer[op] === NOBODY) continue;
      if (!free && (peer[op] === ANY || isAnyTag(tag[op]) || contested.has(peer[op], rank, tag[op]))) {
        open.push(op);
        continue;
      }
      const send = channels.take(peer[op], rank, tag[op]);
      if (send === NONE) continue;
      partner[op] = send;
      messages++;
    }
  }
  for (let op = 0; op < operations; op++) if (kind[op] !== RECV) partner[op] = NONE;
  for (let op = 0; op < operations; op++) {
    if (kind[op] === RECV && partner[op] !== NONE) partner[partner[op]] = op;
  }
  return {
    partner,
    open,
    wildcards: contested.wildcards.length,
    messages,
    unmatched: sends + recvs - passed - 2 * messages,
    whole: false,
  };
}

/** Whether `op` is a send that a receive may meet. */
export const isOffered = ({ kind, peer, unreceived }: Schedule, op: number): boolean =>
  kind[op] === SEND && peer[op] !== NOBODY && unreceived?.[op] !== 1;

/** Receives, of all or of those `among` which to look, with room for fewer bytes than their messages have. */
export function truncated(schedule: Schedule, partner: Uint32Array, among?: readonly number[]): number[] {
  const { kind, value } = schedule;
  const count = among?.length ?? schedule.operations;
  const found: number[] = [];
  for (let i = 0; i < count; i++) {
    const op = among?.[i] ?? i;
    if (kind[op] === RECV && partner[op] !== NONE && value[op] < value[partner[op]]) found.push(op);
  }
  return found;
}

/** Throws the ModelError of a receive that is {@link truncated}. */
export function reportTruncated(schedule: Schedule, partner: Uint32Array, recv: number): never {
  const send = partner[recv];
  throw new ModelError({
    what: `message truncated: ${describeOp(schedule, recv)} is smaller than ${describeOp(schedule, send)}`,
    mend: `receive at least ${schedule.value[send]}b`,
    code: TRUNCATED,
  });
}

/** Throws a ModelError that shows the first unmatched operations and counts them by peer and tag. */
export function reportUnmatched(schedule: Schedule, partner: Uint32Array): never {
  const shown: Problem[] = [];
  const counts = new Map<string, number>();
  let total = 0;
  for (let op = 0; op < schedule.operations; op++) {
    const kind = schedule.kind[op];
    if ((kind !== SEND && kind !== RECV) || partner[op] !== NONE) continue;
    total++;
    if (shown.length < SHOWN)
      shown.push({ what: describeOp(schedule, op), mend: mendUnmatched(schedule, partner, op) });
    const key = channelText(schedule, op);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const byCount = [...counts].sort((a, b) => b[1] - a[1]);
  const tally = byCount.slice(0, SHOWN).map(([channel, count]) => `${count} × ${channel}`);
  const others = byCount.length - SHOWN;
  const more = others > 0 ? `, and ${others} other ${others === 1 ? 'channel' : 'channels'}` : '';
  throw new ModelError([
    {
      what: `${total} unmatched ${total === 1 ? 'operation' : 'operations'} (${tally.join(', ')}${more})`,
      code: UNMATCHED,
    },
    ...shown,
  ]);
}

function channelText(schedule: Schedule, op: number): string {
  const rank = rankOf(schedule, op);
  const { peer, tag, kind } = schedule;
  const other = peer[op] === ANY ? 'any' : String(peer[op] === NOBODY ? NOBODY_RANK : peer[op]);
  const ends = kind[op] === SEND ? `send ${rank}→${other}` : `recv ${other}→${rank}`;
  return `${ends} tag ${isAnyTag(tag[op]) ? 'any' : tag[op]}`;
}

/** The wildcard receive that took a message which an exact receive could have met; NONE without one. */
function takerOf(schedule: Schedule, partner: Uint32Array, recv: number): number {
  const { kind, peer, tag, operations } = schedule;
  const rank = rankOf(schedule, recv);
  for (let send = 0; send < operations; send++) {
    if (kind[send] !== SEND || peer[send] !== rank || tag[send] !== tag[recv]) continue;
    const taker = partner[send];
    if (taker === NONE || rankOf(schedule, send) !== peer[recv]) continue;
    if (peer[taker] === ANY || isAnyTag(tag[taker])) return taker;
  }
  return NONE;
}

/** Traces are not mended by hand: they lack a call, or have one that was never made. */
function mendTraces(schedule: Schedule, partner: Uint32Array, op: number): string {
  const { kind, peer, tag } = schedule;
  const other = peer[op] === ANY ? 'any rank' : `rank ${peer[op]}`;
  const taker =
    kind[op] === RECV && peer[op] !== ANY && !isAnyTag(tag[op]) ? takerOf(schedule, partner, op) : NONE;
  if (taker !== NONE) return `its message went to ${describeOp(schedule, taker)}`;
  if (kind[op] === SEND && schedule.lenient?.unmatched === 'left')
    return `no receive takes it, and by rendezvous it waits for one; in the run it was eager, so set the threshold S to at least ${schedule.value[op]} B`;
  const missing = kind[op] === SEND ? 'receive' : 'send';
  return `the traces have no matching ${missing} of ${other}; trace the whole run again, with all its calls`;
}

function mendUnmatched(schedule: Schedule, partner: Uint32Array, op: number): string {
  const rank = rankOf(schedule, op);
  const { peer, tag, value, calls } = schedule;
  if (peer[op] === NOBODY) return 'it has no partner; name a rank, or remove the operation';
  if (calls !== null) return mendTraces(schedule, partner, op);
  if (schedule.kind[op] === SEND)
    return `add 'recv ${value[op]}b from ${rank} tag ${tag[op]}' to rank ${peer[op]}, or remove the send`;
  if (peer[op] === ANY || isAnyTag(tag[op]))
    return 'no message is left for it; add the send, or remove the receive';
  const taker = takerOf(schedule, partner, op);
  if (taker !== NONE)
    return `its message went to ${describeOp(schedule, taker)}, which was posted earlier or met the message first; make that receive wait for this one, or add a send`;
  return `add 'send ${value[op]}b to ${rank} tag ${tag[op]}' to rank ${peer[op]}, or remove the receive`;
}
