/**
 * A matched probe takes a message, and another call receives it later. An eager message has arrived when the probe ends, so
 * that it may be received there. Of a message whose sender waits for its receiver, the probe sees the announcement alone,
 * which is an eager message of no bytes here: the data move, and the sender goes on, when the receiving call is made.
 */

import { isSynchronous } from '../machine/costs.js';
import type { Machine } from '../machine/machine.js';
import { CALC, NONE, RECV, type Schedule, SEND } from '../schedule/schedule.js';

interface Placed {
  readonly schedule: Schedule;
  readonly partner: Uint32Array;
}

/** The program with the messages of its probes received where this machine's protocols do; the same where they already are. */
export function receivedInPlace(schedule: Schedule, partner: Uint32Array, machine: Machine): Placed {
  const { received } = schedule;
  if (received === undefined) return { schedule, partner };
  const moves: (readonly [from: number, to: number])[] = [];
  for (let probe = 0; probe < received.length; probe++) {
    const call = received[probe];
    if (call === NONE) continue;
    const now = schedule.kind[call] === RECV ? call : probe;
    const send = partner[now];
    if (send === NONE) continue;
    const place = isSynchronous(schedule, machine, send) ? call : probe;
    if (place !== now) moves.push([now, place]);
  }
  return moves.length === 0 ? { schedule, partner } : moved(schedule, partner, moves);
}

/** Whether a send is the announcement of the next one. */
export function isAnnouncement({ kind, value, peer, tag, received }: Schedule, op: number): boolean {
  if (received === undefined || kind[op] !== SEND || value[op] !== 0 || kind[op + 1] !== SEND) return false;
  return peer[op] === peer[op + 1] && tag[op] === tag[op + 1];
}

function moved(
  schedule: Schedule,
  partner: Uint32Array,
  moves: readonly (readonly [from: number, to: number])[],
): Placed {
  const kind = schedule.kind.slice();
  const value = schedule.value.slice();
  const peer = schedule.peer.slice();
  const tag = schedule.tag.slice();
  const others = partner.slice();
  const clear = (op: number): void => {
    kind[op] = CALC;
    for (const column of [value, peer, tag]) column[op] = 0;
    others[op] = NONE;
  };
  for (const [from, to] of moves) {
    for (const column of [value, peer, tag, others]) column[to] = column[from];
    kind[to] = RECV;
    const send = others[to];
    others[send] = to;
    // The computation of no time in front of a send is there for that.
    const announcement = send - 1;
    if (to < from) {
      clear(from);
      clear(announcement);
      continue;
    }
    kind[announcement] = SEND;
    for (const column of [peer, tag]) column[announcement] = column[send];
    value[from] = 0;
    others[from] = announcement;
    others[announcement] = from;
  }
  return { schedule: { ...schedule, kind, value, peer, tag }, partner: others };
}
