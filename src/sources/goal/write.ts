import {
  ANY,
  CALC,
  DEP_OP,
  IREQUIRES,
  NOBODY,
  NOBODY_RANK,
  type Schedule,
  SEND,
} from '../../schedule/schedule.js';
import { TextBuffer } from './text-buffer.js';

/** Bytes gathered before they are handed on, and what one operation with its dependencies seldom passes. */
const CHUNK = 1 << 16;
const ROOM = 1 << 12;

/**
 * Writes a schedule as GOAL text, piece by piece. A dependency stands behind the later of its two operations,
 * so that every label is defined before it is used. Reading it back gives the same columns (but for `line`
 * and the names of MPI calls, which GOAL has no place for, and for what cannot be said in GOAL).
 */
export function* writeGoal(schedule: Schedule): Generator<Uint8Array> {
  const text = new TextBuffer(CHUNK + ROOM);
  text.word(`num_ranks ${schedule.ranks}\n`);
  for (let rank = 0; rank < schedule.ranks; rank++) {
    text.word(`\nrank ${rank} {\n`);
    const lines = new RankLines(schedule, rank, text);
    for (let op = schedule.rankStart[rank]; op < schedule.rankStart[rank + 1]; op++) {
      lines.write(op);
      if (text.length >= CHUNK) yield text.take();
    }
    text.word('}\n');
  }
  yield text.take();
}

/** Lines of one rank. */
class RankLines {
  readonly #schedule: Schedule;
  readonly #first: number;
  readonly #ahead: ReadonlyMap<number, [number, number][]>;
  readonly #text: TextBuffer;

  constructor(schedule: Schedule, rank: number, text: TextBuffer) {
    this.#schedule = schedule;
    this.#first = schedule.rankStart[rank];
    this.#ahead = dependenciesAhead(schedule, rank);
    this.#text = text;
  }

  /** `op`, and the dependencies that it ends. */
  write(op: number): void {
    const { depStart, deps } = this.#schedule;
    this.#operation(op);
    for (let i = depStart[op]; i < depStart[op + 1]; i++) {
      if ((deps[i] & DEP_OP) <= op) this.#dependency(op, deps[i]);
    }
    if (this.#ahead.size === 0) return;
    for (const [after, before] of this.#ahead.get(op) ?? []) this.#dependency(after, before);
  }

  #operation(op: number): void {
    const text = this.#text;
    const { kind, value, tag, cpu, nic } = this.#schedule;
    this.#label(op);
    if (kind[op] === CALC) {
      text.word(': calc ');
      this.#duration(value[op]);
    } else {
      text.word(kind[op] === SEND ? ': send ' : ': recv ');
      this.#duration(value[op]);
      text.word(kind[op] === SEND ? 'b to ' : 'b from ');
      this.#peer(op);
      if (tag[op] !== 0) text.word(` tag ${Math.max(tag[op], ANY)}`);
    }
    if (cpu !== null && cpu[op] !== 0) text.word(` cpu ${cpu[op]}`);
    if (nic !== null && nic[op] !== 0) text.word(` nic ${nic[op]}`);
    text.word('\n');
  }

  #dependency(after: number, before: number): void {
    this.#label(after);
    this.#text.word((before & IREQUIRES) !== 0 ? ' irequires ' : ' requires ');
    this.#label(before & DEP_OP);
    this.#text.word('\n');
  }

  /** The label of `op` in the schedule, whose rank is known here. */
  #label(op: number): void {
    const { labelName, labelNumber } = this.#schedule;
    const name = labelName.size === 0 ? undefined : labelName.get(op);
    if (name !== undefined) {
      this.#text.text(name);
      return;
    }
    this.#text.word('l');
    this.#text.whole(labelNumber === null ? op - this.#first + 1 : labelNumber[op]);
  }

  #peer(op: number): void {
    const peer = this.#schedule.peer[op];
    if (peer === ANY) this.#text.word('-1');
    else this.#text.whole(peer === NOBODY ? NOBODY_RANK : peer);
  }

  #duration(value: number): void {
    if (Number.isSafeInteger(value) && value >= 0) this.#text.whole(value);
    else this.#text.word(decimal(value));
  }
}

/** Dependencies of a rank on operations that are defined later, by that operation. */
function dependenciesAhead(schedule: Schedule, rank: number): Map<number, [number, number][]> {
  const ahead = new Map<number, [number, number][]>();
  for (let op = schedule.rankStart[rank]; op < schedule.rankStart[rank + 1]; op++) {
    for (let i = schedule.depStart[op]; i < schedule.depStart[op + 1]; i++) {
      const before = schedule.deps[i];
      const key = before & DEP_OP;
      if (key <= op) continue;
      const list = ahead.get(key);
      if (list === undefined) ahead.set(key, [[op, before]]);
      else list.push([op, before]);
    }
  }
  return ahead;
}

/** A duration without an exponent, which GOAL does not have: 1e-7 is 0.0000001. */
function decimal(value: number): string {
  const text = String(value);
  const at = text.indexOf('e-');
  if (at < 0) return text;
  const digits = text.slice(0, at).replace('.', '');
  return `0.${'0'.repeat(Number(text.slice(at + 2)) - 1)}${digits}`;
}
