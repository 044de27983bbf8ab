/** Moves tokens along the messages of a recorded call: what every rank holds in the end, and that sizes fit. */
import { expect } from 'vitest';
import { type FollowedCall, follow } from '../../src/collectives/describe.js';
import type { RecordedOp } from '../../src/collectives/record.js';
import type { Register } from '../../src/collectives/types.js';

/** Contributions in a slot, one bit each. */
type Slots = Map<number, bigint>;
type Registers = [Slots, Slots, Slots];

export interface Following {
  /** Number of slots. */
  readonly slots: number;
  /** What `rank` has in `slot` before the call: 0n, nothing. */
  readonly input: (rank: number, slot: number) => bigint;
  /** Bytes of a slot; undefined where the messages' sizes are not to be checked. */
  readonly slotBytes?: (slot: number) => number;
  /**
   * `data`: a send carries only what the operations that it requires, directly or not, have brought.
   * `program`: all that came before it in the rank's order.
   */
  readonly order: 'data' | 'program';
}

interface Message {
  readonly contents: Slots;
}

function clone(registers: Registers): Registers {
  return [new Map(registers[0]), new Map(registers[1]), new Map(registers[2])];
}

function initial(rank: number, following: Following): Registers {
  const own: Slots = new Map();
  for (let slot = 0; slot < following.slots; slot++) {
    const value = following.input(rank, slot);
    if (value !== 0n) own.set(slot, value);
  }
  return [own, new Map(own), new Map()];
}

/** Operations that `op` waits for, itself left out, ascending. */
function ancestors(ops: readonly RecordedOp[], op: number): number[] {
  const seen = new Set<number>();
  const open = [...ops[op].requires];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    open.push(...ops[next].requires);
  }
  return [...seen].sort((a, b) => a - b);
}

function take(registers: Registers, op: RecordedOp, { contents }: Message): void {
  for (const { effect, register } of op.takes) {
    const slots = registers[register];
    for (const [slot, value] of contents) {
      const before = slots.get(slot) ?? 0n;
      if (effect === 'combine' && (before & value) !== 0n) {
        throw new Error(`slot ${slot}: a contribution is reduced twice`);
      }
      if (effect === 'copy' && (before & ~value) !== 0n) {
        throw new Error(`slot ${slot}: a copy loses a contribution`);
      }
      slots.set(slot, effect === 'copy' || effect === 'replace' ? value : before | value);
    }
  }
}

/** [rank] registers at the end. */
export function moveTokens(
  ranks: readonly (readonly RecordedOp[])[],
  following: Following,
  followed: FollowedCall = follow(ranks),
): Registers[] {
  const start = ranks.map((_, rank) => initial(rank, following));
  const brought = ranks.map((ops) => new Array<Message | undefined>(ops.length));
  /** What `rank` holds when the operations `done` have been. */
  const held = (rank: number, done: readonly number[]): Registers => {
    const registers = clone(start[rank]);
    for (const op of done) {
      const message = brought[rank][op];
      if (message !== undefined) take(registers, ranks[rank][op], message);
    }
    return registers;
  };
  const sent = ranks.map((ops) => new Array<Message | undefined>(ops.length));
  const send = (rank: number, op: number): Message => {
    const { carries, value } = ranks[rank][op];
    const before =
      following.order === 'data' ? ancestors(ranks[rank], op) : Array.from({ length: op }, (_, i) => i);
    const registers = held(rank, before);
    const contents: Slots = new Map();
    let bytes = 0;
    for (const { from, to, register } of carries) {
      for (let slot = from; slot < to; slot++) {
        contents.set(slot, registers[register as Register].get(slot) ?? 0n);
        bytes += following.slotBytes?.(slot) ?? 0;
      }
    }
    if (following.slotBytes !== undefined && bytes !== value) {
      throw new Error(`send ${op} of rank ${rank} carries ${bytes} B and says ${value} B`);
    }
    return { contents };
  };
  // In program order a send may need receives that come later in the data's order: put them first.
  const order = following.order === 'data' ? followed.order : inProgramOrder(ranks, followed);
  for (const { rank, op } of order) {
    const { kind, value } = ranks[rank][op];
    if (kind === 'send') sent[rank][op] = send(rank, op);
    const from = followed.sender[rank][op];
    if (from === undefined) continue;
    if (ranks[from.rank][from.op].value !== value) {
      throw new Error(
        `receive ${op} of rank ${rank} takes ${value} B of ${ranks[from.rank][from.op].value} B`,
      );
    }
    brought[rank][op] = sent[from.rank][from.op];
  }
  return ranks.map((ops, rank) =>
    held(
      rank,
      ops.map((_, op) => op),
    ),
  );
}

/** An order in which every rank goes through its operations one by one: blocking receives, eager sends. */
function inProgramOrder(ranks: readonly (readonly RecordedOp[])[], followed: FollowedCall) {
  const next = ranks.map(() => 0);
  const done = ranks.map((ops) => ops.map(() => false));
  const order: { rank: number; op: number }[] = [];
  for (let moved = true; moved; ) {
    moved = false;
    ranks.forEach((ops, rank) => {
      while (next[rank] < ops.length) {
        const from = followed.sender[rank][next[rank]];
        if (from !== undefined && !done[from.rank][from.op]) return;
        done[rank][next[rank]] = true;
        order.push({ rank, op: next[rank]++ });
        moved = true;
      }
    });
  }
  expect(order.length).toBe(ranks.reduce((sum, ops) => sum + ops.length, 0));
  return order;
}
