/** Reads binary GOAL: blocks of ranks → schedule. */

import { InputError } from '../../errors.js';
import { ScheduleBuilder } from '../../schedule/builder.js';
import {
  ANY,
  CALC,
  MAX_RANKS,
  type MemoryGuard,
  NOBODY,
  NOBODY_RANK,
  RECV,
  type Schedule,
  SEND,
} from '../../schedule/schedule.js';
import { MAX_QUANTITY } from '../../units.js';
import {
  ANY_U32,
  AT,
  BYTES,
  CUT,
  DAMAGED,
  GOAL_BINARY_MAGIC,
  type Highest,
  otherLayout,
  TYPE,
  U32,
  wrongAt,
} from './goal-binary-layout.js';

/** What the file is called in errors, and how large it may be. */
export interface ReadGoalBinaryOptions {
  /** Name of the input in error messages. */
  readonly source?: string;
  /** Size of the file in bytes, where it is known: saves copies while columns grow. */
  readonly sizeHint?: number;
  /** Called before columns grow. */
  readonly memory?: MemoryGuard;
}

/** Bytes of an operation with its dependency, to guess the operations of a file from its size. */
const BYTES_PER_OPERATION = BYTES.record + 4;

/** Place of the block of a rank in the file. */
interface BlockPlace {
  readonly rank: number;
  readonly begin: number;
  readonly end: number;
}

/**
 * Reads a binary GOAL schedule from chunks of bytes of any size. Blocks are read in the order of the file, for any
 * order of ranks. Throws InputError with the byte of the error.
 */
export async function readGoalBinary(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { source = 'goal', sizeHint = 0, memory }: ReadGoalBinaryOptions = {},
): Promise<Schedule> {
  const reader = new Reader(source, new ByteFeed(chunks));
  const { ranks, ...highest } = await reader.header();
  const blocks = await reader.blocks(ranks);
  const builder = new ScheduleBuilder(ranks, undefined, memory);
  builder.expect(Math.ceil(sizeHint / BYTES_PER_OPERATION));
  const block = new BlockReader(source, builder, highest);
  for (const { rank, begin, end } of blocks) {
    const bytes = await reader.exactly(end - begin, `the operations of rank ${rank}`);
    builder.beginRank(rank);
    block.read(bytes, begin);
  }
  await reader.end();
  return builder.finish();
}

class Reader {
  readonly #source: string;
  readonly #feed: ByteFeed;

  constructor(source: string, feed: ByteFeed) {
    this.#source = source;
    this.#feed = feed;
  }

  /** The number of ranks, and the highest CPU and NIC. */
  async header(): Promise<{ readonly ranks: number } & Highest> {
    const bytes = await this.exactly(BYTES.header, 'its header');
    const view = viewOf(bytes);
    if (u64(view, 0) !== GOAL_BINARY_MAGIC) {
      throw new InputError({
        place: { source: this.#source },
        what: 'this is not a binary GOAL schedule',
        mend: `give a file whose first 8 bytes hold ${GOAL_BINARY_MAGIC}`,
      });
    }
    const ranks = view.getUint32(BYTES.magic, true);
    if (ranks > 0 && ranks <= MAX_RANKS)
      return { ranks, cpu: view.getUint8(BYTES.magic + 4), nic: view.getUint8(BYTES.magic + 5) };
    throw wrongAt(this.#source, BYTES.magic, `${ranks} ranks are out of range, 1 to ${MAX_RANKS}`);
  }

  /** The blocks of all ranks in the order of the file, without gaps. */
  async blocks(ranks: number): Promise<BlockPlace[]> {
    const view = viewOf(await this.exactly(ranks * BYTES.entry, 'its jump table'));
    const blocks: BlockPlace[] = [];
    for (let rank = 0; rank < ranks; rank++) {
      const begin = u64(view, rank * BYTES.entry) + BYTES.magic;
      const end = u64(view, rank * BYTES.entry + 8) + BYTES.magic;
      blocks.push({ rank, begin, end });
    }
    blocks.sort((a, b) => a.begin - b.begin || a.end - b.end);
    let at = this.#feed.taken;
    for (const block of blocks) {
      this.#follows(block, at);
      at = block.end;
    }
    return blocks;
  }

  #follows({ rank, begin, end }: BlockPlace, at: number): void {
    const entry = BYTES.header + rank * BYTES.entry;
    if (begin !== at) {
      const what =
        begin < at
          ? 'which another part of the file uses'
          : `but bytes ${at} to ${begin - 1} belong to no rank`;
      throw wrongAt(this.#source, entry, `rank ${rank} begins at byte ${begin}, ${what}`);
    }
    if (end - begin >= BYTES.blockHead && end <= Number.MAX_SAFE_INTEGER) return;
    throw wrongAt(this.#source, entry + 8, `bytes ${begin} to ${end} of rank ${rank} contain no operations`);
  }

  /** The next bytes, all of them. */
  async exactly(length: number, what: string): Promise<Uint8Array> {
    const begin = this.#feed.taken;
    const bytes = await this.#feed.take(length);
    if (bytes.length === length) return bytes;
    const all = `${length} bytes from byte ${begin} on`;
    throw wrongAt(this.#source, begin + bytes.length, `the file ends within ${what} (${all})`, CUT);
  }

  async end(): Promise<void> {
    const at = this.#feed.taken;
    if ((await this.#feed.take(1)).length === 0) return;
    throw wrongAt(this.#source, at, 'data after the last rank');
  }
}

const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const u64 = (view: DataView, at: number): number =>
  view.getUint32(at, true) + view.getUint32(at + 4, true) * U32;

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

/** Adds the operations of a block to the open rank, and checks every number in it against the others. */
class BlockReader {
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

  /** `begin`: place of the block in the file. Throws InputError. */
  read(bytes: Uint8Array, begin: number): void {
    const view = viewOf(bytes);
    const operations = view.getUint32(0, true);
    const roots = view.getUint32(4, true);
    const records = BYTES.blockHead + BYTES.edge * roots;
    const edges = records + BYTES.record * operations;
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
    const count = Math.floor((bytes.length - edges) / BYTES.edge);
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
    for (let op = 0, at = records; op < operations; op++, at += BYTES.record) {
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
      else this.#wrong(block, at + AT.type, `type ${type} is not 1 (send), 2 (receive) or 3 (computation)`);
    }
    builder.filled(operations);
    if (resources > 0) this.#takeResources(block);
  }

  #takeResources(block: Block): void {
    const { view, operations, records } = block;
    const highest = this.#highest;
    for (let op = 0, at = records; op < operations; op++, at += BYTES.record) {
      const cpu = view.getUint8(at + AT.cpu);
      const nic = view.getUint8(at + AT.nic);
      if (cpu > highest.cpu) this.#tooHigh(block, at + AT.cpu, `CPU ${cpu}`, highest.cpu);
      if (nic > highest.nic) this.#tooHigh(block, at + AT.nic, `NIC ${nic}`, highest.nic);
      this.#builder.resource(cpu, nic, op);
    }
  }

  #tooHigh(block: Block, at: number, what: string, highest: number): never {
    return this.#wrong(block, at, `${what} exceeds ${highest}, the highest in the header`);
  }

  #size(block: Block, at: number): number {
    const low = block.view.getUint32(at, true);
    const high = block.view.getUint32(at + 4, true);
    if (high === 0) return low;
    const size = high * U32 + low;
    return size <= MAX_QUANTITY ? size : this.#wrong(block, at, `size ${size} exceeds 2^53`);
  }

  /** A partner that is none of the ranks. */
  #noRank(block: Block, at: number, type: number, peer: number): number {
    if (peer === ANY_U32 && type === TYPE.recv) return ANY;
    if (peer === NOBODY_RANK) return NOBODY;
    const { ranks } = this.#builder;
    return this.#wrong(
      block,
      at + AT.peer,
      `rank ${peer} does not exist; the file has ranks 0 to ${ranks - 1}`,
    );
  }

  /** Who waits for whom. */
  #takeEdges(block: Block): void {
    this.#takeLists(block);
    const { view, bytes, operations, records, edges } = block;
    const after = this.#after;
    new Uint8Array(after.buffer).set(bytes.subarray(edges));
    const length = (bytes.length - edges) / BYTES.edge;
    for (let i = 0; i < length; i++) if (after[i] >= operations) this.#refuseEdge(block, i);
    const op = this.#builder.dependents(after, this.#ends, this.#counts);
    if (op < 0) return;
    const at = records + BYTES.record * op;
    const said = view.getUint32(at + AT.dependencies, true);
    this.#wrong(block, at, `operation ${op} has another number of dependencies than it states (${said})`);
  }

  /** Where the lists of edges end, and that they are all; whether the roots are those that wait for nothing. */
  #takeLists(block: Block): void {
    const { view, bytes, operations, roots, records, edges } = block;
    const ends = this.#ends;
    const counts = this.#counts;
    let next = 0;
    let root = 0;
    for (let op = 0, at = records; op < operations; op++, at += BYTES.record) {
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
    if (edges + BYTES.edge * next !== bytes.length) this.#refuse(block);
    if (root === roots) return;
    const at = BYTES.blockHead + BYTES.edge * root;
    this.#wrong(block, at, `root ${view.getUint32(at, true)} does not exist or has dependencies`);
  }

  /** The roots are the operations without dependencies, in their order. */
  #checkRoot(block: Block, root: number, op: number): void {
    const at = BYTES.blockHead + BYTES.edge * root;
    if (root < block.roots && block.view.getUint32(at, true) === op) return;
    this.#wrong(block, at, `operation ${op} has no dependencies but is not a root of its rank`);
  }

  /** The lists of edges follow each other in the order of their operations. */
  #checkFirst(block: Block, at: number, next: number): void {
    const first = block.view.getUint32(at, true);
    if (first !== next)
      this.#wrong(block, at, `the edges of this operation begin at ${first}, not at ${next}`);
  }

  #refuseEdge(block: Block, edge: number): never {
    const what = `an edge leads to operation ${this.#after[edge]}, but the rank has operations 0 to ${block.operations - 1}`;
    return this.#wrong(block, block.edges + BYTES.edge * edge, what);
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
  for (let at = records; at < edges; at += BYTES.record)
    count += view.getUint32(at + AT.requiredBy, true) + view.getUint32(at + AT.startedBy, true);
  return edges + BYTES.edge * count === bytes.length;
}

/** Where more than this is wanted, room for it is made as it comes: a length may be damaged. */
const TRUSTED = 1 << 16;

/** Bytes that come in chunks, taken in pieces of the length that is wanted. */
class ByteFeed {
  readonly #chunks: AsyncIterator<Uint8Array> | Iterator<Uint8Array>;
  #chunk: Uint8Array = new Uint8Array(0);
  #used = 0;
  #taken = 0;
  /** Room for pieces that span several chunks, reused. */
  #room = new Uint8Array(TRUSTED);

  constructor(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
    this.#chunks =
      Symbol.asyncIterator in chunks ? chunks[Symbol.asyncIterator]() : chunks[Symbol.iterator]();
  }

  get taken(): number {
    return this.#taken;
  }

  /** The next `length` bytes, fewer where the input ends. They hold until more are taken. */
  async take(length: number): Promise<Uint8Array> {
    if (this.#used === this.#chunk.length) await this.#next();
    const piece = this.#piece(length);
    if (piece.length === length || piece.length === 0) return piece;
    return this.#gathered(piece, length);
  }

  /** A piece that spans several chunks. */
  async #gathered(first: Uint8Array, length: number): Promise<Uint8Array> {
    let filled = 0;
    for (let piece = first; piece.length > 0; ) {
      if (filled + piece.length > this.#room.length)
        this.#room = larger(this.#room, filled + piece.length, length);
      this.#room.set(piece, filled);
      filled += piece.length;
      if (filled === length || !(await this.#next())) break;
      piece = this.#piece(length - filled);
    }
    return this.#room.subarray(0, filled);
  }

  /** What is at hand of the next `length` bytes. */
  #piece(length: number): Uint8Array {
    const piece = this.#chunk.subarray(this.#used, this.#used + length);
    this.#used += piece.length;
    this.#taken += piece.length;
    return piece;
  }

  /** False where the input ends. */
  async #next(): Promise<boolean> {
    for (let next = await this.#chunks.next(); next.done !== true; next = await this.#chunks.next()) {
      if (next.value.length === 0) continue;
      this.#chunk = next.value;
      this.#used = 0;
      return true;
    }
    return false;
  }
}

function larger(bytes: Uint8Array, needed: number, most: number): Uint8Array<ArrayBuffer> {
  const next = new Uint8Array(Math.min(most, Math.max(needed, bytes.length * 2)));
  next.set(bytes);
  return next;
}
