/**
 * Which rule decides about a receive from any source or of any tag? Mostly the order of arrival (wildcard.ts). Where the
 * rank names the source of the message next, as a master that answers a worker does, the program as it was traced does not
 * go on with another one: such a receive takes the message of the trace. So does one after which no order of arrival goes
 * on, because an operation waits for a message that another receive took.
 */

import type { Machine } from '../machine/machine.js';
import { DEP_OP, NAMED, NONE, rankOf, type Schedule } from '../schedule/schedule.js';
import { Arrivals, matchByArrival, matchRest } from './wildcard.js';

/** How often single receives are matched as in the trace before all are. */
const MOST_ROUNDS = 8;

/** How many receives each rule decided. */
export interface Decided {
  /** Open receives that found a message. */
  readonly found: number;
  /** Receives by arrival: of any source or tag, and those that the program takes as they come. */
  readonly guesses: number;
  readonly arrivals: number;
  /** Receives as in the trace: because the rank names their source, and because the order of arrival ends in a cycle. */
  readonly named: number;
  readonly cyclic: number;
}

interface Open {
  readonly partner: Uint32Array;
  /** Receives that source and tag do not match, and how many of them are of any source or tag. */
  readonly open: readonly number[];
  readonly wildcards: number;
}

/**
 * Matches the open receives in `partner`. `asTraced`: all whose message is known as in the trace, as far as it says.
 */
export function matchOpen(
  schedule: Schedule,
  { partner, open, wildcards }: Open,
  machine: Machine,
  asTraced = false,
): Decided {
  const known = open.filter((recv) => tracedOf(schedule, recv) !== NONE);
  const named = known.filter((recv) => isNamed(schedule, recv));
  const pinned = new Set(asTraced ? known : named);
  const exact = known.length > pinned.size ? partner.slice() : partner;
  for (let round = 0; ; round++) {
    if (round > 0) partner.set(exact);
    const arrivals = new Arrivals(asTraced ? { ...schedule, takenAfter: null } : schedule, partner);
    for (const recv of pinned) meet(partner, recv, tracedOf(schedule, recv));
    const all = pinned.size === known.length;
    const unmatched = { open: open.filter((recv) => !pinned.has(recv)), arrivals };
    const waiting = unmatched.open.length + arrivals.count;
    let found = waiting === 0 ? 0 : matchByArrival(schedule, partner, unmatched, machine);
    const stuck = all ? [] : misplaced(schedule, partner, known);
    if (stuck.length > 0) {
      for (const recv of round < MOST_ROUNDS ? stuck : known) pinned.add(recv);
      continue;
    }
    if (found < waiting) found += matchRest(schedule, partner, unmatched);
    return {
      found: found - arrivals.count + pinned.size,
      guesses: wildcards - pinned.size,
      arrivals: arrivals.count,
      named: named.length,
      cyclic: pinned.size - named.length,
    };
  }
}

function meet(partner: Uint32Array, recv: number, send: number): void {
  partner[recv] = send;
  partner[send] = recv;
}

/** The send whose message a receive took in the run; NONE where that is unknown. */
function tracedOf({ traced }: Schedule, recv: number): number {
  const entry = traced?.[recv] ?? NONE;
  return entry === NONE ? NONE : entry & DEP_OP;
}

/** Whether the rank names the source of the message that a receive took in the run next. */
export const isNamed = (schedule: Schedule, recv: number): boolean =>
  tracedOf(schedule, recv) !== NONE && ((schedule.traced?.[recv] ?? 0) & NAMED) !== 0;

/**
 * Receives of which one side waits for ever: that took another message, though nobody has taken that of the trace, and that
 * have none, because another receive has taken it.
 */
function misplaced(schedule: Schedule, partner: Uint32Array, known: readonly number[]): number[] {
  return known.filter((recv) => {
    const isTaken = partner[tracedOf(schedule, recv)] !== NONE;
    return (partner[recv] === NONE) === isTaken;
  });
}

/** The schedule with those receives, of all whose message is known, that request exactly that message. */
export function asTraced(
  schedule: Schedule,
  chosen: (schedule: Schedule, recv: number) => boolean = () => true,
): Schedule {
  const { traced } = schedule;
  if (traced === undefined) return schedule;
  const peer = schedule.peer.slice();
  const tag = schedule.tag.slice();
  for (let recv = 0; recv < traced.length; recv++) {
    const send = tracedOf(schedule, recv);
    if (send === NONE || !chosen(schedule, recv)) continue;
    peer[recv] = rankOf(schedule, send);
    tag[recv] = tag[send];
  }
  return { ...schedule, peer, tag };
}
