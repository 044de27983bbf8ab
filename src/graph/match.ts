/**
 * Message matching by MPI's non-overtaking rule, statically: the k-th send from i to j with tag t meets the
 * k-th receive on j from i with tag t. Messages that a wildcard receive could take are left to `wildcard.ts`.
 */
import { ModelError, type Problem } from '../errors.js';
import { matchKernel } from '../kernels/graph.js';
import { NONE } from '../schedule/columns.js';
import {
  ANY,
  describeOp,
  isAnyTag,
  NOBODY,
  NOBODY_RANK,
  RECV,
  rankOf,
  type Schedule,
  SEND,
} from '../schedule/schedule.js';
import { Channels } from './channels.js';
import { Contested } from './contested.js';
import { placedSchedule } from './placed.js';

/** How many unmatched operations an error shows. */
const SHOWN = 5;

/** Codes of problems that a schedule may be told to let pass. */
export const TRUNCATED = 'truncated';
export const UNMATCHED = 'unmatched';

export interface Matching {
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
  const more = byCount.length > SHOWN ? `, and ${byCount.length - SHOWN} other channels` : '';
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

/** Nobody mends traces by hand: they lack a call, or have one that never was. */
function mendTraces(schedule: Schedule, partner: Uint32Array, op: number): string {
  const { kind, peer, tag } = schedule;
  const other = peer[op] === ANY ? 'all ranks' : `rank ${peer[op]}`;
  const taker =
    kind[op] === RECV && peer[op] !== ANY && !isAnyTag(tag[op]) ? takerOf(schedule, partner, op) : NONE;
  if (taker !== NONE) return `the message for it went to ${describeOp(schedule, taker)}`;
  const missing = kind[op] === SEND ? 'receive' : 'send';
  return `the traces have no ${missing} of ${other} for it: trace the whole run again, with all of its calls`;
}

function mendUnmatched(schedule: Schedule, partner: Uint32Array, op: number): string {
  const rank = rankOf(schedule, op);
  const { peer, tag, calls } = schedule;
  if (peer[op] === NOBODY) return 'name a rank, or drop the operation: it has no partner';
  if (calls !== null) return mendTraces(schedule, partner, op);
  if (schedule.kind[op] === SEND)
    return `add 'recv from ${rank} tag ${tag[op]}' to rank ${peer[op]}, or drop the send`;
  if (peer[op] === ANY || isAnyTag(tag[op]))
    return 'no message is left for it: add the send, or drop the receive';
  const taker = takerOf(schedule, partner, op);
  if (taker !== NONE)
    return `a message for it went to ${describeOp(schedule, taker)}, which was posted earlier or met it first: let that wait for this one, or add a send`;
  return `add 'send to ${rank} tag ${tag[op]}' to rank ${peer[op]}, or drop the receive`;
}
