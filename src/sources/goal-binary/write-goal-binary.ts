/** Writes binary GOAL. */
import { InputError } from '../../errors.js';
import {
  ANY,
  CALC,
  DEP_OP,
  describeOp,
  IREQUIRES,
  isAnyTag,
  NOBODY,
  NOBODY_RANK,
  type Schedule,
  SEND,
} from '../../schedule/schedule.js';
import { ANY_U32, AT, BYTES, GOAL_BINARY_MAGIC, type Highest, TYPE, U32 } from './goal-binary-layout.js';

/** Jump table written at a time. */
const ENTRIES = 4096;
const MAX_RESOURCE = 0xff;

/**
 * Writes a schedule as binary GOAL, piece by piece, a rank at a time. Reading it back gives the same operations and
 * dependencies; labels, lines, names of MPI calls and synchronous sends are lost. Throws InputError before the first
 * piece for the first operation that the layout cannot hold.
 */
export function writeGoalBinary(schedule: Schedule): Generator<Uint8Array> {
  return pieces(schedule, checked(schedule));
}

function* pieces(schedule: Schedule, highest: Highest): Generator<Uint8Array> {
  yield header(schedule, highest);
  yield* jumpTable(schedule);
  for (let rank = 0; rank < schedule.ranks; rank++) yield new BlockWriter(schedule, rank).bytes();
}

/** The highest CPU and NIC. Throws InputError. */
function checked(schedule: Schedule): Highest {
  const highest = { cpu: 0, nic: 0 };
  for (let op = 0; op < schedule.operations; op++) {
    const lacking = lackingOf(schedule, op);
    if (lacking !== null)
      throw new InputError({
        what: `binary GOAL cannot express '${describeOp(schedule, op)}' because ${lacking}`,
        mend: 'write it as GOAL text',
      });
    highest.cpu = Math.max(highest.cpu, schedule.cpu?.[op] ?? 0);
    highest.nic = Math.max(highest.nic, schedule.nic?.[op] ?? 0);
  }
  return highest;
}

/** Why an operation has no place in the layout; null where it has. */
function lackingOf(schedule: Schedule, op: number): string | null {
  const { kind, value, tag, cpu, nic } = schedule;
  if (!Number.isInteger(value[op]))
    return kind[op] === CALC ? 'durations are whole ns' : 'sizes are whole bytes';
  if ((cpu?.[op] ?? 0) > MAX_RESOURCE) return `CPUs are 0 to ${MAX_RESOURCE}`;
  if ((nic?.[op] ?? 0) > MAX_RESOURCE) return `NICs are 0 to ${MAX_RESOURCE}`;
  if (kind[op] === CALC) return null;
  // A receive with the highest tag of 32 bits takes any.
  const highest = kind[op] === SEND ? ANY_U32 : ANY_U32 - 1;
  return tag[op] > highest ? `its tags are 0 to ${highest}` : null;
}

function header({ ranks }: Schedule, { cpu, nic }: Highest): Uint8Array {
  const bytes = new Uint8Array(BYTES.header);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, GOAL_BINARY_MAGIC, true);
  view.setUint32(BYTES.magic, ranks, true);
  view.setUint8(BYTES.magic + 4, cpu);
  view.setUint8(BYTES.magic + 5, nic);
  return bytes;
}

function* jumpTable(schedule: Schedule): Generator<Uint8Array> {
  const { ranks } = schedule;
  let at = BYTES.header - BYTES.magic + ranks * BYTES.entry;
  for (let first = 0; first < ranks; first += ENTRIES) {
    const count = Math.min(ENTRIES, ranks - first);
    const view = new DataView(new ArrayBuffer(count * BYTES.entry));
    for (let i = 0; i < count; i++) {
      setU64(view, i * BYTES.entry, at);
      at += blockBytes(schedule, first + i);
      setU64(view, i * BYTES.entry + 8, at);
    }
    yield new Uint8Array(view.buffer);
  }
}

function blockBytes({ rankStart, depStart }: Schedule, rank: number): number {
  const from = rankStart[rank];
  const end = rankStart[rank + 1];
  const edges = depStart[end] - depStart[from];
  const numbers = rootsIn(depStart, from, end) + edges;
  return BYTES.blockHead + BYTES.record * (end - from) + BYTES.edge * numbers;
}

function rootsIn(depStart: Uint32Array, from: number, end: number): number {
  let roots = 0;
  for (let op = from; op < end; op++) if (depStart[op] === depStart[op + 1]) roots++;
  return roots;
}

function setU64(view: DataView, at: number, value: number): void {
  view.setUint32(at, value % U32, true);
  view.setUint32(at + 4, Math.floor(value / U32), true);
}

class BlockWriter {
  readonly #schedule: Schedule;
  readonly #from: number;
  readonly #end: number;
  readonly #view: DataView<ArrayBuffer>;
  readonly #records: number;
  readonly #edges: number;

  constructor(schedule: Schedule, rank: number) {
    const { rankStart, depStart } = schedule;
    this.#schedule = schedule;
    this.#from = rankStart[rank];
    this.#end = rankStart[rank + 1];
    this.#view = new DataView(new ArrayBuffer(blockBytes(schedule, rank)));
    this.#records = BYTES.blockHead + BYTES.edge * rootsIn(depStart, this.#from, this.#end);
    this.#edges = this.#records + BYTES.record * (this.#end - this.#from);
  }

  bytes(): Uint8Array {
    this.#head();
    for (let op = this.#from; op < this.#end; op++) this.#operation(op);
    this.#countEdges();
    this.#putEdges();
    return new Uint8Array(this.#view.buffer);
  }

  #head(): void {
    const { depStart } = this.#schedule;
    const view = this.#view;
    let at = BYTES.blockHead;
    for (let op = this.#from; op < this.#end; op++) {
      if (depStart[op] < depStart[op + 1]) continue;
      view.setUint32(at, op - this.#from, true);
      at += BYTES.edge;
    }
    view.setUint32(0, this.#end - this.#from, true);
    view.setUint32(4, (at - BYTES.blockHead) / BYTES.edge, true);
  }

  #recordOf(op: number): number {
    return this.#records + BYTES.record * (op - this.#from);
  }

  #operation(op: number): void {
    const { kind, value, peer, tag, depStart, cpu, nic } = this.#schedule;
    const view = this.#view;
    const at = this.#recordOf(op);
    view.setUint32(at + AT.dependencies, depStart[op + 1] - depStart[op], true);
    setU64(view, at + AT.size, value[op]);
    view.setUint8(at + AT.cpu, cpu?.[op] ?? 0);
    view.setUint8(at + AT.nic, nic?.[op] ?? 0);
    view.setUint8(at + AT.type, kind[op] === CALC ? TYPE.calc : kind[op] === SEND ? TYPE.send : TYPE.recv);
    if (kind[op] === CALC) return;
    view.setUint32(at + AT.peer, peerOf(peer[op]), true);
    view.setUint32(at + AT.tag, isAnyTag(tag[op]) ? ANY_U32 : tag[op], true);
  }

  /** How many edges leave each operation, and where they begin. */
  #countEdges(): void {
    const { depStart, deps } = this.#schedule;
    const view = this.#view;
    for (let i = depStart[this.#from]; i < depStart[this.#end]; i++) {
      const at = this.#recordOf(deps[i] & DEP_OP) + countAt(deps[i]);
      view.setUint32(at, view.getUint32(at, true) + 1, true);
    }
    let next = 0;
    for (let at = this.#records; at < this.#edges; at += BYTES.record) {
      view.setUint32(at + AT.requiredFrom, next, true);
      next += view.getUint32(at + AT.requiredBy, true);
      view.setUint32(at + AT.startedFrom, next, true);
      next += view.getUint32(at + AT.startedBy, true);
    }
  }

  /** Each list ascends, as its operations come in order. */
  #putEdges(): void {
    const { depStart, deps } = this.#schedule;
    const view = this.#view;
    const filled = new Uint32Array(2 * (this.#end - this.#from));
    for (let op = this.#from; op < this.#end; op++) {
      for (let i = depStart[op]; i < depStart[op + 1]; i++) {
        const before = deps[i] & DEP_OP;
        const starts = (deps[i] & IREQUIRES) !== 0;
        const first = view.getUint32(
          this.#recordOf(before) + (starts ? AT.startedFrom : AT.requiredFrom),
          true,
        );
        const place = first + filled[2 * (before - this.#from) + Number(starts)]++;
        view.setUint32(this.#edges + BYTES.edge * place, op - this.#from, true);
      }
    }
  }
}

const countAt = (dep: number): number => ((dep & IREQUIRES) !== 0 ? AT.startedBy : AT.requiredBy);

function peerOf(peer: number): number {
  if (peer === ANY) return ANY_U32;
  return peer === NOBODY ? NOBODY_RANK : peer;
}
