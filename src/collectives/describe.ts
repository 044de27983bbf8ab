/** Figures of a collective by generating all its ranks and following its messages. */
import { type RecordedOp, recordCollective, type WholeCall } from './record.js';
import type { CollectiveAlgorithm, CollectiveFigures } from './types.js';

/** One operation of one rank. */
export interface OpRef {
  readonly rank: number;
  readonly op: number;
}

/** A recorded call with its messages matched, in an order in which everything comes after what it waits for. */
export interface FollowedCall {
  /** All operations; a receive comes after its send. */
  readonly order: readonly OpRef[];
  /** [rank][op] of a receive: the send that it gets; undefined otherwise. */
  readonly sender: readonly (readonly (OpRef | undefined)[])[];
}

/** Pairs the k-th send from i to j with the k-th receive on j from i. Throws where one is left over. */
function matchMessages(ranks: readonly (readonly RecordedOp[])[]): (OpRef | undefined)[][] {
  const queues = new Map<number, OpRef[]>();
  const key = (from: number, to: number): number => from * ranks.length + to;
  ranks.forEach((ops, rank) => {
    ops.forEach((op, i) => {
      if (op.kind !== 'send') return;
      const queue = queues.get(key(rank, op.peer));
      if (queue === undefined) queues.set(key(rank, op.peer), [{ rank, op: i }]);
      else queue.push({ rank, op: i });
    });
  });
  const taken = new Map<number, number>();
  const sender = ranks.map((ops, rank) =>
    ops.map((op, i) => {
      if (op.kind !== 'recv') return undefined;
      const pair = key(op.peer, rank);
      const next = taken.get(pair) ?? 0;
      taken.set(pair, next + 1);
      const found = queues.get(pair)?.[next];
      if (found === undefined) throw new Error(`no send from ${op.peer} for receive ${i} of rank ${rank}`);
      return found;
    }),
  );
  for (const [pair, queue] of queues) {
    if ((taken.get(pair) ?? 0) < queue.length) {
      throw new Error(
        `no receive for a send from ${Math.floor(pair / ranks.length)} to ${pair % ranks.length}`,
      );
    }
  }
  return sender;
}

/**
 * Matches and orders a recorded call. Throws an Error on a message without its other half or a deadlock:
 * either is a fault of the algorithm. `rendezvous`: a send is over only when its receive has been posted.
 */
export function follow(ranks: readonly (readonly RecordedOp[])[], rendezvous = false): FollowedCall {
  const sender = matchMessages(ranks);
  const waiting = ranks.map((ops) => ops.map((op) => op.requires.length));
  const after: OpRef[][][] = ranks.map((ops) => ops.map(() => []));
  const waitFor = (later: OpRef, earlier: OpRef): void => {
    after[earlier.rank][earlier.op].push(later);
  };
  ranks.forEach((ops, rank) => {
    ops.forEach((op, i) => {
      for (const before of op.requires) waitFor({ rank, op: i }, { rank, op: before });
      const sent = sender[rank][i];
      if (sent === undefined) return;
      waiting[rank][i]++;
      waitFor({ rank, op: i }, sent);
      if (!rendezvous) return;
      // A receive is posted when what it requires is over, so the send waits for the same.
      for (const before of op.requires) {
        waiting[sent.rank][sent.op]++;
        waitFor(sent, { rank, op: before });
      }
    });
  });
  const order: OpRef[] = [];
  ranks.forEach((ops, rank) => {
    for (let op = 0; op < ops.length; op++) if (waiting[rank][op] === 0) order.push({ rank, op });
  });
  for (let next = 0; next < order.length; next++) {
    const { rank, op } = order[next];
    for (const later of after[rank][op]) {
      if (--waiting[later.rank][later.op] === 0) order.push(later);
    }
  }
  const total = ranks.reduce((sum, ops) => sum + ops.length, 0);
  if (order.length < total)
    throw new Error(`deadlock: ${total - order.length} of ${total} operations never start`);
  return { order, sender };
}

/** [rank][op] messages in the longest chain up to and with this operation's. */
export function chainLengths(ranks: readonly (readonly RecordedOp[])[], followed: FollowedCall): number[][] {
  const length = ranks.map((ops) => new Array<number>(ops.length).fill(0));
  for (const { rank, op } of followed.order) {
    let longest = 0;
    for (const before of ranks[rank][op].requires) longest = Math.max(longest, length[rank][before]);
    const sent = followed.sender[rank][op];
    if (sent !== undefined) longest = Math.max(longest, length[sent.rank][sent.op] + 1);
    length[rank][op] = longest;
  }
  return length;
}

/** Figures of one call, counted. Costs time and memory by its number of messages. */
export function describeCollective(
  algorithm: CollectiveAlgorithm,
  whole: WholeCall,
  perPair = false,
): CollectiveFigures {
  const ranks = recordCollective(algorithm, whole, perPair);
  const lengths = chainLengths(ranks, follow(ranks));
  let messages = 0;
  let bytes = 0;
  let depth = 0;
  ranks.forEach((ops, rank) => {
    ops.forEach((op, i) => {
      depth = Math.max(depth, lengths[rank][i]);
      if (op.kind !== 'send') return;
      messages++;
      bytes += op.value;
    });
  });
  return { messages, bytes, depth };
}
