/** The block of a rank: its operations and what waits for them. */
import { MAX_NUMBER, type ScheduleBuilder } from '../../schedule/builder.js';
import { ANY, CALC, NOBODY, NOBODY_RANK, RECV, SEND } from '../../schedule/schedule.js';
import {
  ANY_U32,
  AT,
  BLOCK_HEAD_BYTES,
  EDGE_BYTES,
  type Highest,
  RECORD_BYTES,
  TYPE,
  U32,
} from './layout.js';
import { DAMAGED, otherLayout, wrongAt } from './problems.js';

const INT32_MAX = 0x7fff_ffff;

/** One block, and where its parts begin. */
interface Block {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  /** In the file. */
  readonly begin: number;
  readonly operations: number;
  readonly roots: number;
  readonly records: number;
  readonly edges: number;
}

/** Adds the operations of a block to the rank that is open. Every number in it is held against the others. */
export class BlockReader {
  readonly #source: string;
  readonly #builder: ScheduleBuilder;
  readonly #highest: Highest;
  /** Edges of a rank, and by operation how many are said to lead to it, and where its lists of edges end. */
  #after = new Uint32Array(0);
  #counts = new Uint32Array(0);
  #ends = new Uint32Array(0);

  constructor(source: string, builder: ScheduleBuilder, highest: Highest) {
    this.#source = source;
    this.#builder = builder;
    this.#highest = highest;
  }

  /** `begin`: where the block lies in the file. Throws InputError. */
  read(bytes: Uint8Array, begin: number): void {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const operations = view.getUint32(0, true);
    const roots = view.getUint32(4, true);
    const records = BLOCK_HEAD_BYTES + EDGE_BYTES * roots;
    const edges = records + RECORD_BYTES * operations;
    const block = { bytes, view, begin, operations, roots, records, edges };
    if (roots > operations || edges > bytes.length) this.#refuse(block);
    this.#reserve(block);
    this.#takeOperations(block);
    this.#takeEdges(block);
  }

  /** Room is kept from one rank to the next. */
  #reserve({ bytes, operations, edges }: Block): void {
    if (this.#counts.length < operations) {
      this.#counts = new Uint32Array(2 * operations);
      this.#ends = new Uint32Array(4 * operations);
    }
    const count = Math.floor((bytes.length - edges) / EDGE_BYTES);
    if (this.#after.length < count) this.#after = new Uint32Array(2 * count);
  }

  /** Kind, size, partner and tag of all operations. */
  #takeOperations(block: Block): void {
    const { view, operations, records } = block;
    const builder = this.#builder;
    const { ranks } = builder;
    const { kind, value, peer, tag } = builder.room(operations);
    let values = value;
    let tags = tag;
    let resources = 0;
    for (let op = 0, at = records; op < operations; op++, at += RECORD_BYTES) {
      const type = view.getUint8(at + AT.type);
      const size = this.#size(block, at + AT.size);
      if (size >= U32) values = builder.room(operations, 'value').value;
      values[op] = size;
      resources |= view.getUint16(at + AT.cpu, true);
      if (type === TYPE.calc) {
        kind[op] = CALC;
        continue;
      }
      const other = view.getUint32(at + AT.peer, true);
      peer[op] = other < ranks ? other : this.#noRank(block, at, type, other);
      const number = view.getUint32(at + AT.tag, true);
      const any = number === ANY_U32 && type === TYPE.recv;
      if (number > INT32_MAX && !any) tags = builder.room(operations, 'tag').tag;
      tags[op] = any ? ANY : number;
      if (type === TYPE.send) kind[op] = SEND;
      else if (type === TYPE.recv) kind[op] = RECV;
      else this.#wrong(block, at + AT.type, `type ${type} is none of 1 (send), 2 (receive), 3 (computation)`);
    }
    builder.filled(operations);
    if (resources > 0) this.#takeResources(block);
  }

  #takeResources(block: Block): void {
    const { view, operations, records } = block;
    const highest = this.#highest;
    for (let op = 0, at = records; op < operations; op++, at += RECORD_BYTES) {
      const cpu = view.getUint8(at + AT.cpu);
      const nic = view.getUint8(at + AT.nic);
      if (cpu > highest.cpu) this.#tooHigh(block, at + AT.cpu, `CPU ${cpu}`, highest.cpu);
      if (nic > highest.nic) this.#tooHigh(block, at + AT.nic, `NIC ${nic}`, highest.nic);
      this.#builder.resource(cpu, nic, op);
    }
  }

  #tooHigh(block: Block, at: number, what: string, highest: number): never {
    return this.#wrong(block, at, `${what} is past ${highest}, the highest that the header tells of`);
  }

  #size(block: Block, at: number): number {
    const low = block.view.getUint32(at, true);
    const high = block.view.getUint32(at + 4, true);
    if (high === 0) return low;
    const size = high * U32 + low;
    return size <= MAX_NUMBER ? size : this.#wrong(block, at, `size ${size} is past 2^53`);
  }

  /** A partner that is none of the ranks. */
  #noRank(block: Block, at: number, type: number, peer: number): number {
    if (peer === ANY_U32 && type === TYPE.recv) return ANY;
    if (peer === NOBODY_RANK) return NOBODY;
    const { ranks } = this.#builder;
    return this.#wrong(block, at + AT.peer, `rank ${peer} is not there, the ranks are 0 to ${ranks - 1}`);
  }

  /** Who waits for whom. */
  #takeEdges(block: Block): void {
    this.#takeLists(block);
    const { view, bytes, operations, records, edges } = block;
    const after = this.#after;
    new Uint8Array(after.buffer).set(bytes.subarray(edges));
    const length = (bytes.length - edges) / EDGE_BYTES;
    for (let i = 0; i < length; i++) if (after[i] >= operations) this.#refuseEdge(block, i);
    const op = this.#builder.dependents(after, this.#ends, this.#counts);
    if (op < 0) return;
    const at = records + RECORD_BYTES * op;
    const said = view.getUint32(at + AT.dependencies, true);
    this.#wrong(block, at, `operation ${op} waits for ${said} others, but more or fewer edges lead to it`);
  }

  /** Where the lists of edges end, and that they are all; whether the roots are those that wait for nothing. */
  #takeLists(block: Block): void {
    const { view, bytes, operations, roots, records, edges } = block;
    const ends = this.#ends;
    const counts = this.#counts;
    let next = 0;
    let root = 0;
    for (let op = 0, at = records; op < operations; op++, at += RECORD_BYTES) {
      const required = view.getUint32(at + AT.requiredBy, true);
      if (required > 0) this.#checkFirst(block, at + AT.requiredFrom, next);
      next += required;
      ends[2 * op] = next;
      const started = view.getUint32(at + AT.startedBy, true);
      if (started > 0) this.#checkFirst(block, at + AT.startedFrom, next);
      next += started;
      ends[2 * op + 1] = next;
      counts[op] = view.getUint32(at + AT.dependencies, true);
      if (counts[op] === 0) this.#checkRoot(block, root++, op);
    }
    if (edges + EDGE_BYTES * next !== bytes.length) this.#refuse(block);
    if (root === roots) return;
    const at = BLOCK_HEAD_BYTES + EDGE_BYTES * root;
    this.#wrong(block, at, `root ${view.getUint32(at, true)} is not there, or waits for others`);
  }

  /** The roots are the operations without dependencies, in their order. */
  #checkRoot(block: Block, root: number, op: number): void {
    const at = BLOCK_HEAD_BYTES + EDGE_BYTES * root;
    if (root < block.roots && block.view.getUint32(at, true) === op) return;
    this.#wrong(block, at, `operation ${op} waits for nothing and is not among the roots of its rank`);
  }

  /** The lists of edges lie behind each other, in the order of their operations. */
  #checkFirst(block: Block, at: number, next: number): void {
    const first = block.view.getUint32(at, true);
    if (first !== next)
      this.#wrong(block, at, `the edges of this operation begin at ${first}, not at ${next}`);
  }

  #refuseEdge(block: Block, edge: number): never {
    const what = `an edge leads to operation ${this.#after[edge]}, of ${block.operations} in this rank`;
    return this.#wrong(block, block.edges + EDGE_BYTES * edge, what);
  }

  /** Where operations and edges do not take up the block, what seems wrong with one of them says nothing. */
  #wrong(block: Block, at: number, what: string): never {
    if (!isFilled(block)) this.#refuse(block);
    throw wrongAt(this.#source, block.begin + at, what, DAMAGED);
  }

  #refuse({ begin, bytes }: Block): never {
    throw otherLayout(this.#source, begin, bytes);
  }
}

/** Whether operations and edges take up all of the block. */
function isFilled({ view, bytes, records, edges }: Block): boolean {
  let count = 0;
  for (let at = records; at < edges; at += RECORD_BYTES)
    count += view.getUint32(at + AT.requiredBy, true) + view.getUint32(at + AT.startedBy, true);
  return edges + EDGE_BYTES * count === bytes.length;
}
