/** Moves tokens along the messages of a recorded call: what every rank holds in the end, and that sizes fit. */
import { expect } from 'vitest';
import {
  type FollowedCall,
  follow,
  type OpRef,
  type RecordedOp,
} from '../../src/collectives/recorded-calls.js';
import { Receives } from './receives.js';
import { type Message, Registers, Store, type Tokens } from './registers.js';

export interface Following {
  /** Number of slots. */
  readonly slots: number;
  /** What `rank` has in `slot` before the call: 0, nothing. */
  readonly input: (rank: number, slot: number) => Tokens;
  /** Bytes of a slot; undefined where the messages' sizes are not to be checked. */
  readonly slotBytes?: (slot: number) => number;
  /**
   * `data`: a send carries only what the operations that it requires, directly or not, have brought.
   * `program`: all that came before it in the rank's order.
   */
  readonly order: 'data' | 'program';
}

/** One rank: what came, and what it holds when only some of that has come. */
class Rank {
  readonly #ops: readonly RecordedOp[];
  readonly #held: Registers;
  readonly #brought: (Message | undefined)[] = [];
  /** Receives that are in what is held, in the order in which they were taken. */
  #taken: readonly number[] = [];

  constructor(ops: readonly RecordedOp[], rank: number, store: Store) {
    this.#ops = ops;
    this.#held = new Registers(store, rank);
  }

  bring(op: number, message: Message | undefined): void {
    this.#brought[op] = message;
  }

  /** What is held when `receives`, ascending, have been; until the next question. */
  held(receives: readonly number[]): Registers {
    // Most sends wait for what the send before them waited for, and more.
    const further = this.#taken.every((op, i) => receives[i] === op);
    if (!further) this.#held.reset();
    for (let i = further ? this.#taken.length : 0; i < receives.length; i++) {
      const message = this.#brought[receives[i]];
      if (message !== undefined) this.#held.take(this.#ops[receives[i]], message);
    }
    this.#taken = receives;
    return this.#held;
  }
}

function checkBytes({ carries, value }: RecordedOp, { rank, op }: OpRef, { slotBytes }: Following): void {
  if (slotBytes === undefined) return;
  let bytes = 0;
  for (const { from, to } of carries) for (let slot = from; slot < to; slot++) bytes += slotBytes(slot);
  if (bytes !== value) throw new Error(`send ${op} of rank ${rank} carries ${bytes} B and says ${value} B`);
}

/** [rank] registers at the end. */
export function moveTokens(
  ranks: readonly (readonly RecordedOp[])[],
  following: Following,
  followed: FollowedCall = follow(ranks),
): Registers[] {
  const store = new Store(ranks.length, following.slots, following.input);
  const state = ranks.map((ops, rank) => new Rank(ops, rank, store));
  const sent = ranks.map((ops) => new Array<Message | undefined>(ops.length));
  const steps = following.order === 'data' ? inDataOrder(ranks, followed) : inProgramOrder(ranks, followed);
  for (const { rank, op, receives } of steps) {
    const { kind, value } = ranks[rank][op];
    if (kind === 'send') {
      sent[rank][op] = state[rank].held(receives).read(ranks[rank][op]);
      checkBytes(ranks[rank][op], { rank, op }, following);
    }
    const from = followed.sender[rank][op];
    if (from === undefined) continue;
    if (ranks[from.rank][from.op].value !== value) {
      throw new Error(
        `receive ${op} of rank ${rank} takes ${value} B of ${ranks[from.rank][from.op].value} B`,
      );
    }
    state[rank].bring(op, sent[from.rank][from.op]);
  }
  return ranks.map((ops, rank) => state[rank].held(receivesIn(ops, ops.length)));
}

/** Receives among the first `end` operations. */
function receivesIn(ops: readonly RecordedOp[], end: number): number[] {
  const found: number[] = [];
  for (let op = 0; op < end; op++) if (ops[op].kind === 'recv') found.push(op);
  return found;
}

interface Step extends OpRef {
  /** Receives, ascending, whose data a send carries; of another operation nothing. */
  readonly receives: readonly number[];
}

function inDataOrder(ranks: readonly (readonly RecordedOp[])[], followed: FollowedCall): Step[] {
  const receives = ranks.map((ops) => new Receives(ops));
  return followed.order.map(({ rank, op }) => ({ rank, op, receives: receives[rank].before(op) }));
}

/**
 * An order in which every rank goes through its operations one by one: blocking receives, eager sends. A send may need
 * receives that come later in the data's order: they are put first.
 */
function inProgramOrder(ranks: readonly (readonly RecordedOp[])[], followed: FollowedCall): Step[] {
  const next = ranks.map(() => 0);
  const steps: Step[] = [];
  for (let moved = true; moved; ) {
    moved = false;
    ranks.forEach((ops, rank) => {
      for (let op = next[rank]; op < ops.length; op = ++next[rank]) {
        const from = followed.sender[rank][op];
        if (from !== undefined && next[from.rank] <= from.op) return;
        steps.push({ rank, op, receives: ops[op].kind === 'send' ? receivesIn(ops, op) : [] });
        moved = true;
      }
    });
  }
  expect(steps.length).toBe(ranks.reduce((sum, ops) => sum + ops.length, 0));
  return steps;
}
