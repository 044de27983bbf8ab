/** Which iteration of one rank belongs to which of another: that with which it exchanges most of its messages. */
import type { ExecutionGraph } from '../../graph/execution-graph.js';
import { NONE } from '../../schedule/columns.js';
import { RECV, rankOf } from '../../schedule/schedule.js';

/** Places of operations within a rank at which its iterations begin, and where the last ends; null without any. */
export type Begins = readonly number[] | null;

/** By how many iterations the receiver of messages is ahead of their sender, each with how many messages say so. */
type Votes = Map<number, number>;

/**
 * [ranks] how many more iterations a rank has in front of the one that belongs to an iteration of the leader. 0 of ranks
 * that nothing joins to the leader.
 */
export function stepsAhead(graph: ExecutionGraph, begins: readonly Begins[], leader: number): number[] {
  const neighbours = neighboursOf(graph, begins);
  const ahead = begins.map(() => 0);
  const reached = begins.map((_, rank) => rank === leader);
  const queue = [leader];
  for (let rank = queue.shift(); rank !== undefined; rank = queue.shift()) {
    for (const [other, votes] of neighbours[rank]) {
      if (reached[other]) continue;
      reached[other] = true;
      ahead[other] = ahead[rank] + mostVoted(votes);
      queue.push(other);
    }
  }
  return ahead;
}

/** Of equal ones that which lies nearest to 0. */
function mostVoted(votes: Votes): number {
  const [[first]] = [...votes].sort(([a, m], [b, n]) => n - m || Math.abs(a) - Math.abs(b));
  return first;
}

/** By rank those that it exchanges messages with, and by how much they are ahead of it. */
function neighboursOf(
  { schedule, partner }: ExecutionGraph,
  begins: readonly Begins[],
): Map<number, Votes>[] {
  const found = begins.map(() => new Map<number, Votes>());
  const vote = (rank: number, other: number, ahead: number): void => {
    const votes = found[rank].get(other) ?? new Map<number, number>();
    found[rank].set(other, votes.set(ahead, (votes.get(ahead) ?? 0) + 1));
  };
  for (let rank = 0; rank < schedule.ranks; rank++) {
    for (let op = schedule.rankStart[rank]; op < schedule.rankStart[rank + 1]; op++) {
      if (schedule.kind[op] !== RECV || partner[op] === NONE) continue;
      const sender = rankOf(schedule, partner[op]);
      const own = iterationOf(begins[rank], op - schedule.rankStart[rank]);
      const its = iterationOf(begins[sender], partner[op] - schedule.rankStart[sender]);
      if (own < 0 || its < 0 || sender === rank) continue;
      vote(sender, rank, own - its);
      vote(rank, sender, its - own);
    }
  }
  return found;
}

/** The iteration that a place is in, by bisection; −1: none. */
function iterationOf(begins: Begins, place: number): number {
  if (begins === null || place < begins[0] || place >= begins[begins.length - 1]) return -1;
  let low = 0;
  let high = begins.length - 1;
  while (low + 1 < high) {
    const middle = (low + high) >>> 1;
    if (begins[middle] <= place) low = middle;
    else high = middle;
  }
  return low;
}
