import { InputError } from '../../errors.js';
import { ScheduleBuilder } from '../../schedule/builder.js';
import type { MemoryGuard } from '../../schedule/memory.js';
import { MAX_RANKS, type Schedule } from '../../schedule/schedule.js';
import { BlockReader } from './block.js';
import { ByteFeed } from './feed.js';
import {
  BLOCK_HEAD_BYTES,
  ENTRY_BYTES,
  HEADER_BYTES,
  type Highest,
  MAGIC,
  MAGIC_BYTES,
  RECORD_BYTES,
  U32,
} from './layout.js';
import { CUT, wrongAt } from './problems.js';

/** What the file is called in errors, and how large it may be. */
export interface ReadGoalBinaryOptions {
  /** Name of the input in error messages. */
  readonly source?: string;
  /** Size of the file in bytes, where it is known: saves copies while columns grow. */
  readonly sizeHint?: number;
  /** Asked before columns grow. */
  readonly memory?: MemoryGuard;
}

/** Bytes of an operation with its dependency, to guess the operations of a file from its size. */
const BYTES_PER_OPERATION = RECORD_BYTES + 4;

/** Where the block of a rank lies in the file. */
interface Block {
  readonly rank: number;
  readonly begin: number;
  readonly end: number;
}

/**
 * Reads a binary GOAL schedule from chunks of bytes, however they are cut. Blocks are read as they lie in the file,
 * whichever ranks they are of. Throws InputError with the byte at which something is wrong.
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
    const bytes = await this.exactly(HEADER_BYTES, 'its header');
    const view = viewOf(bytes);
    if (u64(view, 0) !== MAGIC) {
      throw new InputError({
        place: { source: this.#source },
        what: 'this is not a binary GOAL schedule',
        mend: `it begins with ${MAGIC} in 8 bytes`,
      });
    }
    const ranks = view.getUint32(MAGIC_BYTES, true);
    if (ranks > 0 && ranks <= MAX_RANKS)
      return { ranks, cpu: view.getUint8(MAGIC_BYTES + 4), nic: view.getUint8(MAGIC_BYTES + 5) };
    throw wrongAt(this.#source, MAGIC_BYTES, `${ranks} ranks are out of range, 1 to ${MAX_RANKS}`);
  }

  /** The blocks of all ranks as they lie in the file, one right behind the other. */
  async blocks(ranks: number): Promise<Block[]> {
    const view = viewOf(await this.exactly(ranks * ENTRY_BYTES, 'its jump table'));
    const blocks: Block[] = [];
    for (let rank = 0; rank < ranks; rank++) {
      const begin = u64(view, rank * ENTRY_BYTES) + MAGIC_BYTES;
      const end = u64(view, rank * ENTRY_BYTES + 8) + MAGIC_BYTES;
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

  #follows({ rank, begin, end }: Block, at: number): void {
    const entry = HEADER_BYTES + rank * ENTRY_BYTES;
    if (begin !== at) {
      const what =
        begin < at ? 'which is taken already' : `and bytes ${at} to ${begin - 1} belong to no rank`;
      throw wrongAt(this.#source, entry, `rank ${rank} begins at byte ${begin}, ${what}`);
    }
    if (end - begin >= BLOCK_HEAD_BYTES && end <= Number.MAX_SAFE_INTEGER) return;
    throw wrongAt(
      this.#source,
      entry + 8,
      `rank ${rank} is at bytes ${begin} to ${end}, which hold no operations`,
    );
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
    throw wrongAt(this.#source, at, 'something follows behind the last rank');
  }
}

const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const u64 = (view: DataView, at: number): number =>
  view.getUint32(at, true) + view.getUint32(at + 4, true) * U32;
