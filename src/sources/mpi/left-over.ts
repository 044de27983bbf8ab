/**
 * Messages that a program leaves over, which MPI allows: receives that nothing completes (cancelled, freed, never waited
 * for) and whose message never came, and sends that nobody receives. In the traces of a whole run they are the program's
 * own; in others a call may be missing.
 */
import { joinWarnings, many, type Warning } from '../../errors.js';
import {
  ANY,
  CALC,
  describeOp,
  isAnyTag,
  type Leniency,
  RECV,
  rankOf,
  type Schedule,
  SEND,
  takesTag,
} from '../../schedule/schedule.js';
import type { RankState } from './rank-state.js';

/** Messages to one rank that are not received yet, by source and tag. */
type Messages = Map<number, Map<number, number>>;

function messagesTo(schedule: Schedule, wanted: ReadonlySet<number>): Map<number, Messages> {
  const { kind, peer, tag, rankStart, ranks } = schedule;
  const found = new Map<number, Messages>([...wanted].map((rank) => [rank, new Map()]));
  for (let source = 0; source < ranks; source++) {
    for (let op = rankStart[source]; op < rankStart[source + 1]; op++) {
      const messages = kind[op] === SEND ? found.get(peer[op]) : undefined;
      if (messages === undefined) continue;
      const byTag = messages.get(source) ?? new Map<number, number>();
      messages.set(source, byTag.set(tag[op], (byTag.get(tag[op]) ?? 0) + 1));
    }
  }
  return found;
}

/** Takes a message that `recv` may have; false where none is left. */
function take(messages: Messages, { peer, tag }: Schedule, recv: number): boolean {
  const sources = peer[recv] === ANY ? [...messages.keys()] : [peer[recv]];
  for (const source of sources) {
    const byTag = messages.get(source);
    if (byTag === undefined) continue;
    for (const key of isAnyTag(tag[recv]) ? [...byTag.keys()] : [tag[recv]]) {
      if (!takesTag(tag[recv], key)) continue;
      const left = byTag.get(key) ?? 0;
      if (left === 0) continue;
      byTag.set(key, left - 1);
      return true;
    }
  }
  return false;
}

/** How much of source and tag a receive leaves open: those that leave the least take their messages first. */
const openness = ({ peer, tag }: Schedule, recv: number): number =>
  (peer[recv] === ANY ? 2 : 0) + (isAnyTag(tag[recv]) ? 1 : 0);

/** Of `loose`, receives that nothing completes, those that no message is left for when all other receives have theirs. */
function withoutMessage(schedule: Schedule, loose: readonly number[]): number[] {
  const receives = loose.filter((op) => schedule.kind[op] === RECV);
  if (receives.length === 0) return [];
  const given = new Set(receives);
  const ranks = new Set(receives.map((op) => rankOf(schedule, op)));
  const messages = messagesTo(schedule, ranks);
  for (const rank of ranks) {
    const others: number[] = [];
    for (let op = schedule.rankStart[rank]; op < schedule.rankStart[rank + 1]; op++)
      if (schedule.kind[op] === RECV && !given.has(op)) others.push(op);
    others.sort((a, b) => openness(schedule, a) - openness(schedule, b));
    for (const op of others) take(messages.get(rank) ?? new Map(), schedule, op);
  }
  return receives.filter((op) => !take(messages.get(rankOf(schedule, op)) ?? new Map(), schedule, op));
}

/** What was left over in a schedule. */
interface LeftOver {
  /** Receives that are computations of no time now. */
  readonly dropped: readonly number[];
  /** For sends that nobody receives, if there are any. */
  readonly lenient: { readonly lenient?: Leniency };
  readonly warnings: readonly Warning[];
}

/** Gathers the receives that nothing completes, rank by rank. */
export class LooseReceives {
  /** Whether the traces are of a whole run, so that requests without completion have none in the program. */
  readonly whole: boolean;
  readonly #cancelled = new Set<number>();
  readonly #others = new Set<number>();

  constructor(whole: boolean) {
    this.whole = whole;
  }

  /** A rank at its end, whose operations begin with `first`. */
  add({ cancelled, freed, requests }: RankState, first: number): void {
    for (const op of cancelled) this.#cancelled.add(first + op);
    if (!this.whole) return;
    for (const op of freed) this.#others.add(first + op);
    for (const { op } of requests.neverCompleted()) this.#others.add(first + op);
  }

  /**
   * A trace does not say whether MPI_Cancel came before the message: a cancelled receive has one only where one is left for
   * it when all others have theirs. Makes of each loose receive without a message a computation of no time, in place.
   */
  drop(schedule: Schedule): LeftOver {
    const others = [...this.#others].filter((op) => !this.#cancelled.has(op));
    const dropped = withoutMessage(schedule, [...others, ...this.#cancelled]);
    const left = dropped.filter((op) => !this.#cancelled.has(op));
    const warning = left.length > 0 && {
      code: 'unmatched' as const,
      count: left.length,
      message: `left out: ${many(left.length, 'receive')} that the program never completed and that no message met; the first is ${describeOp(schedule, left[0])}`,
    };
    for (const op of dropped) {
      schedule.kind[op] = CALC;
      schedule.value[op] = 0;
      schedule.peer[op] = 0;
      schedule.tag[op] = 0;
    }
    const lenient = this.whole && hasLeftSends(schedule) ? { lenient: { unmatched: 'left' } as const } : {};
    return { dropped, lenient, warnings: joinWarnings(warning) };
  }
}

function hasLeftSends({ kind }: Schedule): boolean {
  let left = 0;
  for (let op = 0; op < kind.length; op++) left += kind[op] === SEND ? 1 : kind[op] === RECV ? -1 : 0;
  return left > 0;
}
