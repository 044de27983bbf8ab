/**
 * What each collective promises, as tokens: who starts with what, who must end with what, and whether the messages of an
 * algorithm take it there.
 */

import { type CollectiveAlgorithm, type CollectiveName, Register } from './collective-algorithm.js';
import { follow, type RecordedOp, recordCollective, type WholeCall } from './recorded-calls.js';

const bit = (rank: number): Tokens => 2 ** rank;
/** Contributions of ranks 0 … n − 1. */
const firstOnes = (n: number): Tokens => 2 ** n - 1;

interface Promise {
  readonly slots: number;
  readonly input: Following['input'];
  /** What `rank` must hold in `slot`; undefined: anything. */
  readonly output: (rank: number, slot: number) => Tokens | undefined;
  readonly slotBytes: (slot: number) => number;
  readonly register?: Register;
}

/** `promise` of a call; vectors are followed byte by byte. */
function promiseOf(collective: CollectiveName, whole: WholeCall): Promise {
  const { size, bytes } = whole;
  const root = whole.root ?? 0;
  const block = (rank: number): number => whole.blocks?.(rank, rank) ?? bytes;
  const vector = { slots: bytes, slotBytes: () => 1 };
  const blocks = { slots: size, slotBytes: block };
  const everyone = firstOnes(size);
  const ofRoot = (rank: number): Tokens => (rank === root ? 1 : 0);
  const own = (rank: number, slot: number): Tokens => (rank === slot ? 1 : 0);
  const atRoot = (rank: number, tokens: Tokens) => (rank === root ? tokens : undefined);
  const inOwn = (rank: number, slot: number, tokens: Tokens) => (rank === slot ? tokens : undefined);
  const gather: Promise = { ...blocks, input: own, output: (rank) => atRoot(rank, 1) };
  const scatter: Promise = { ...blocks, input: ofRoot, output: (rank, slot) => inOwn(rank, slot, 1) };
  // Of an empty block everyone has all from the start.
  const orEmpty = (rank: number, slot: number): Tokens => (block(slot) === 0 ? 1 : own(rank, slot));
  const allgather: Promise = { ...blocks, input: orEmpty, output: () => 1 };
  const parts: Promise = { ...blocks, input: bit, output: (rank, slot) => inOwn(rank, slot, everyone) };
  const alltoall: Promise = {
    slots: size * size,
    input: (rank, slot) => own(rank, Math.floor(slot / size)),
    output: (rank, slot) => inOwn(rank, slot % size, 1),
    slotBytes: (slot) => whole.blocks?.(Math.floor(slot / size), slot % size) ?? bytes,
  };
  const signal = whole.options?.flow === 'published' ? 1 : 0;
  const promises: Readonly<Record<CollectiveName, Promise>> = {
    barrier: { slots: 1, slotBytes: () => signal, input: bit, output: () => everyone },
    bcast: { ...vector, input: ofRoot, output: () => 1 },
    reduce: { ...vector, input: bit, output: (rank) => atRoot(rank, everyone) },
    allreduce: { ...vector, input: bit, output: () => everyone },
    scan: { ...vector, input: bit, output: (rank) => firstOnes(rank + 1) },
    exscan: { ...vector, input: bit, output: firstOnes, register: Register.Rest },
    gather,
    gatherv: gather,
    scatter,
    scatterv: scatter,
    allgather,
    allgatherv: allgather,
    reduce_scatter: parts,
    reduce_scatter_block: parts,
    alltoall,
    alltoallv: alltoall,
  };
  return promises[collective];
}

/** The first promise that a call breaks, in words; undefined when it keeps them all. */
export function brokenPromise(
  collective: CollectiveName,
  algorithm: CollectiveAlgorithm,
  whole: WholeCall,
  order: Following['order'],
  checksBytes: boolean,
): string | undefined {
  const { output, slotBytes, register, ...start } = promiseOf(collective, whole);
  const ranks = recordCollective(algorithm, whole, collective === 'alltoallv');
  const following: Following = checksBytes ? { ...start, slotBytes, order } : { ...start, order };
  const ends = moveTokens(ranks, following);
  for (let rank = 0; rank < whole.size; rank++) {
    for (let slot = 0; slot < start.slots; slot++) {
      if (slotBytes(slot) === 0 && collective !== 'barrier') continue;
      const wanted = output(rank, slot);
      const got = ends[rank].end(register ?? Register.Result, slot);
      if (wanted !== undefined && got !== wanted) {
        return wanted === 1
          ? `rank ${rank} ends without slot ${slot}`
          : `rank ${rank} ends with slot ${slot} of ${ranksOf(got)} instead of ${ranksOf(wanted)}`;
      }
    }
  }
  return undefined;
}

/** `ranks 0, 2, 3`, of a set with a bit each. */
function ranksOf(tokens: Tokens): string {
  const ranks = [...tokens.toString(2)].reverse().flatMap((bit, rank) => (bit === '1' ? [rank] : []));
  return ranks.length === 0 ? 'no rank' : `rank${ranks.length === 1 ? '' : 's'} ${ranks.join(', ')}`;
}

// Tokens moved along the messages of a recorded call: what every rank holds in the end, and that sizes fit.

/** Contributions of ranks, a bit each: of 32 at most. */
type Tokens = number;

interface Following {
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

const REGISTERS = 3;

/** Slots, and what is in each. */
interface Message {
  readonly slots: number[];
  readonly tokens: number[];
}

/** One rank: what came, and what it holds when only some of that has come. */
export class Rank {
  readonly #ops: readonly RecordedOp[];
  readonly #slots: number;
  readonly #start: Int32Array;
  readonly #held: Int32Array;
  readonly #brought: (Message | undefined)[] = [];
  /** Receives that are in what is held, in the order in which they were taken. */
  #taken: readonly number[] = [];
  readonly #receives: readonly number[];
  /** [op] receives that it waits for, and itself if it is one: a bit each in the order of the program. */
  readonly #before: bigint[] = [];

  constructor(ops: readonly RecordedOp[], slots: number, input: (slot: number) => Tokens) {
    this.#ops = ops;
    this.#slots = slots;
    this.#receives = [...ops.keys()].filter((op) => ops[op].kind === 'recv');
    this.#start = new Int32Array(REGISTERS * slots);
    for (const register of [Register.Own, Register.Result])
      for (let slot = 0; slot < slots; slot++) this.#start[register * slots + slot] = input(slot);
    this.#held = this.#start.slice();
  }

  bring(op: number, message: Message | undefined): void {
    this.#brought[op] = message;
  }

  /** Receives whose data `op` can have. Call it once for every operation, after those that it requires. */
  reaching(op: number, order: Following['order']): number[] {
    if (order === 'program') return this.#receives.filter((one) => one < op);
    let bits = 0n;
    for (const earlier of this.#ops[op].requires) bits |= this.#before[earlier];
    if (this.#ops[op].kind === 'recv') bits |= 1n << BigInt(this.#receives.indexOf(op));
    this.#before[op] = bits;
    if (this.#ops[op].kind !== 'send') return [];
    const digits = bits.toString(2);
    return this.#receives.filter((_, i) => digits[digits.length - 1 - i] === '1');
  }

  /** Takes what `receives`, ascending, have brought, and no more. */
  #hold(receives: readonly number[]): void {
    // Most sends wait for what the send before them waited for, and more.
    const further = this.#taken.every((op, i) => receives[i] === op);
    if (!further) this.#held.set(this.#start);
    for (let i = further ? this.#taken.length : 0; i < receives.length; i++) this.#take(receives[i]);
    this.#taken = receives;
  }

  /** Throws where a contribution is lost or comes twice. */
  #take(op: number): void {
    const { slots, tokens } = this.#brought[op] ?? { slots: [], tokens: [] };
    for (const { effect, register } of this.#ops[op].takes) {
      for (const [i, slot] of slots.entries()) {
        const at = register * this.#slots + slot;
        const before = this.#held[at];
        if (effect === 'combine' && (before & tokens[i]) !== 0)
          throw new Error(`slot ${slot}: a contribution is reduced twice`);
        if (effect === 'copy' && (before & ~tokens[i]) !== 0)
          throw new Error(`slot ${slot}: a copy loses a contribution`);
        this.#held[at] = effect === 'copy' || effect === 'replace' ? tokens[i] : before | tokens[i];
      }
    }
  }

  /** What a send carries; a slot that it names twice comes once, as it is named last. Throws for one that is none. */
  carried(op: number, receives: readonly number[]): Message {
    this.#hold(receives);
    const message: Message = { slots: [], tokens: [] };
    const places = new Map<number, number>();
    for (const { from, to, register } of this.#ops[op].carries) {
      if (from < 0 || to > this.#slots) throw new Error(`slots ${from} to ${to} of ${this.#slots} are sent`);
      for (let slot = from; slot < to; slot++) {
        const place = places.get(slot) ?? message.slots.length;
        places.set(slot, place);
        message.slots[place] = slot;
        message.tokens[place] = this.#held[register * this.#slots + slot];
      }
    }
    return message;
  }

  /** What it holds when all has come. */
  end(register: Register, slot: number): Tokens {
    this.#hold(this.#receives);
    return this.#held[register * this.#slots + slot] >>> 0;
  }
}

/** [rank] what it holds at the end. */
function moveTokens(ranks: readonly (readonly RecordedOp[])[], following: Following): Rank[] {
  const { slots, input, slotBytes, order } = following;
  const { order: inData, sender } = follow(ranks);
  const state = ranks.map((ops, rank) => new Rank(ops, slots, (slot) => input(rank, slot)));
  const sent = ranks.map((ops) => new Array<Message | undefined>(ops.length));
  for (const { rank, op } of order === 'data' ? inData : inProgramOrder(ranks, sender)) {
    const { kind, value, carries } = ranks[rank][op];
    const receives = state[rank].reaching(op, order);
    if (kind === 'send') {
      sent[rank][op] = state[rank].carried(op, receives);
      let bytes = slotBytes === undefined ? value : 0;
      for (const { from, to } of carries)
        for (let slot = from; slot < to; slot++) bytes += slotBytes?.(slot) ?? 0;
      if (bytes !== value)
        throw new Error(`send ${op} of rank ${rank} carries ${bytes} B, but its size is ${value} B`);
    }
    const from = sender[rank][op];
    if (from === undefined) continue;
    const sentBytes = ranks[from.rank][from.op].value;
    if (sentBytes !== value)
      throw new Error(`receive ${op} of rank ${rank} takes ${value} B, but its message has ${sentBytes} B`);
    state[rank].bring(op, sent[from.rank][from.op]);
  }
  return state;
}

/**
 * An order in which every rank goes through its operations one by one: blocking receives, eager sends. A send may need
 * receives that come later in the data's order: they are put first.
 */
function inProgramOrder(
  ranks: readonly (readonly RecordedOp[])[],
  sender: ReturnType<typeof follow>['sender'],
): { rank: number; op: number }[] {
  const next = ranks.map(() => 0);
  const steps: { rank: number; op: number }[] = [];
  for (let before = -1; before !== steps.length; ) {
    before = steps.length;
    for (const [rank, ops] of ranks.entries()) {
      for (; next[rank] < ops.length; next[rank]++) {
        const from = sender[rank][next[rank]];
        if (from !== undefined && next[from.rank] <= from.op) break;
        steps.push({ rank, op: next[rank] });
      }
    }
  }
  if (steps.length < ranks.flat().length) throw new Error('ranks wait for each other');
  return steps;
}
