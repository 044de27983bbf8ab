/**
 * Cancelled receives. A trace does not say whether MPI_Cancel came before the message: a cancelled receive has one only
 * where one is left for it when all others have theirs, and otherwise it never was.
 */
import { ANY, CALC, isAnyTag, RECV, rankOf, type Schedule, SEND, takesTag } from '../../schedule/schedule.js';

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

/** How many of source and tag a receive leaves open: those that leave the fewest take their messages first. */
const openness = ({ peer, tag }: Schedule, recv: number): number =>
  (peer[recv] === ANY ? 2 : 0) + (isAnyTag(tag[recv]) ? 1 : 0);

/**
 * Makes of each receive in `cancelled` that no message is left for a computation of no time, in place. Returns how many
 * those were.
 */
export function dropCancelled(schedule: Schedule, cancelled: readonly number[]): number {
  const receives = cancelled.filter((op) => schedule.kind[op] === RECV);
  if (receives.length === 0) return 0;
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
  const never = receives.filter((op) => !take(messages.get(rankOf(schedule, op)) ?? new Map(), schedule, op));
  for (const op of never) {
    schedule.kind[op] = CALC;
    schedule.value[op] = 0;
    schedule.peer[op] = 0;
    schedule.tag[op] = 0;
  }
  return never.length;
}
