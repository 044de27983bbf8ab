/**
 * Whether an algorithm has a rank send, or take, several messages at once. LogGPS as published spaces only what waits
 * for something: of sends that become ready at one moment each takes as long as one alone.
 */
import { callOf, type RecordedOp, recordOne, type WholeCall } from './record.js';
import type { CollectiveAlgorithm } from './types.js';

export type AtOnce = 'sends' | 'receives';

/** Up to here every rank is looked at. */
const ALL_RANKS = 64;
/** Beyond, so many at either end of the ranks, where roots and leaves of trees are, and as many between. */
const AT_ENDS = 16;

/** What some rank has several of at once; null: whatever a rank sends or takes, it does one after the other. */
export function atOnce(algorithm: CollectiveAlgorithm, whole: WholeCall, perPair = false): AtOnce | null {
  for (const rank of sampled(whole.size)) {
    const found = ofRank(recordOne(algorithm, callOf(whole, rank, perPair)));
    if (found !== null) return found;
  }
  return null;
}

function sampled(size: number): number[] {
  if (size <= ALL_RANKS) return Array.from({ length: size }, (_, rank) => rank);
  const step = size / AT_ENDS;
  const ends = Array.from({ length: AT_ENDS }, (_, i) => [i, size - 1 - i, Math.floor(i * step)]).flat();
  return [...new Set(ends)].sort((a, b) => a - b);
}

/** The operations of one rank. */
export function ofRank(ops: readonly RecordedOp[]): AtOnce | null {
  if (anyAlike(ops, 'send', receivesBefore(ops))) return 'sends';
  return anyAlike(ops, 'recv', sendsAfter(ops)) ? 'receives' : null;
}

/** [op] what a send waits for: receives, also through computations, and sends that it stands behind. */
function receivesBefore(ops: readonly RecordedOp[]): number[][] {
  return ops.map(({ kind }, op) => (kind === 'send' ? reached(ops, op, (at) => ops[at].requires) : []));
}

/** [op] which sends wait for a receive, also through computations: what its message is needed for. */
function sendsAfter(ops: readonly RecordedOp[]): number[][] {
  const waiting: number[][] = ops.map(() => []);
  ops.forEach(({ requires }, op) => {
    for (const before of requires) waiting[before].push(op);
  });
  return ops.map(({ kind }, op) => (kind === 'recv' ? reached(ops, op, (at) => waiting[at]) : []));
}

/** Sends and receives next to `op` along `next`, seen through computations; ascending. */
function reached(ops: readonly RecordedOp[], op: number, next: (at: number) => readonly number[]): number[] {
  const found = new Set<number>();
  const seen = new Set<number>([op]);
  const open = [op];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const one of next(at)) {
      if (seen.has(one)) continue;
      seen.add(one);
      if (ops[one].kind === 'calc') open.push(one);
      else found.add(one);
    }
  }
  return [...found].sort((a, b) => a - b);
}

/** Whether two operations of a kind have the same neighbours: nothing then comes between them. */
function anyAlike(ops: readonly RecordedOp[], kind: RecordedOp['kind'], of: readonly number[][]): boolean {
  const groups = new Map<string, number[][]>();
  for (let op = 0; op < ops.length; op++) {
    if (ops[op].kind !== kind) continue;
    const own = of[op];
    const key = `${own.length} ${own[0]} ${own[own.length - 1]}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [own]);
    else if (group.some((other) => other.every((value, i) => value === own[i]))) return true;
    else group.push(own);
  }
  return false;
}
