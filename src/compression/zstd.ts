/**
 * zstd data (RFC 8878) unpacked as it comes, and held to all that it says of itself: the structure of frames and
 * blocks, the size of the content, and its checksum, which the decoder passes over.
 *
 * A frame may carry neither (`zstd --no-check`): then damage within a block can only be seen where it leaves no valid
 * code. Dictionaries, and formats from before 0.8, are not read.
 */
import { LimitError } from '../errors.js';
import { damaged } from './damage.js';
import { weightsAreOneSymbol } from './huffman-weights.js';
import { Intake } from './intake.js';
import { Xxh64 } from './xxh64.js';
import {
  BLOCK_HEADER_BYTES,
  COMPRESSED,
  FRAME,
  type FrameHeader,
  headerBytes,
  littleEndian,
  RLE,
  readBlockHeader,
  readFrameHeader,
  SKIPPABLE,
  SKIPPABLE_MASK,
} from './zstd-header.js';

/** What zstd itself unpacks without being asked for more. */
const MAX_WINDOW = 1 << 27;
const CHECKSUM_BYTES = 4;
const MEBI = 2 ** 20;

interface Decoder {
  push(chunk: Uint8Array, final?: boolean): unknown;
}

type MakeDecoder = new (onData: (bytes: Uint8Array) => void) => Decoder;

/** What the caller may want to know while data are unpacked. */
export interface Unpacking {
  /** Called with the number of packed bytes that are done with. */
  readonly onTaken?: (bytes: number) => void;
  /** Called for each frame that carries no checksum. */
  readonly onUnchecked?: () => void;
}

/**
 * The content of all frames, piece by piece. What was given out is known to be whole only when the generator has ended.
 * Throws InputError for damaged data and LimitError for data that needs too much memory; both name `source`.
 */
export async function* unzstd(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  source: string,
  unpacking: Unpacking = {},
): AsyncGenerator<Uint8Array, void> {
  const { Decompress } = await import('fzstd');
  const intake = new Intake(chunks);
  try {
    yield* new ZstdReader(intake, source, Decompress, unpacking).content();
  } finally {
    await intake.close();
  }
}

class ZstdReader {
  readonly #intake: Intake;
  readonly #source: string;
  readonly #make: MakeDecoder;
  readonly #unpacking: Unpacking;
  readonly #ready: Uint8Array[] = [];

  constructor(intake: Intake, source: string, make: MakeDecoder, unpacking: Unpacking) {
    this.#intake = intake;
    this.#source = source;
    this.#make = make;
    this.#unpacking = unpacking;
  }

  async *content(): AsyncGenerator<Uint8Array, void> {
    for (;;) {
      const bytes = await this.#intake.take(4);
      if (bytes.length === 0) return;
      if (bytes.length < 4) this.#fail('it ends within a frame');
      const magic = littleEndian(bytes, 0, 4);
      if ((magic & SKIPPABLE_MASK) >>> 0 === SKIPPABLE) await this.#skipFrame();
      else if (magic === FRAME) yield* this.#frame(bytes);
      else this.#fail('something else follows a frame');
    }
  }

  async #skipFrame(): Promise<void> {
    const size = littleEndian(await this.#take(4), 0, 4);
    if (!(await this.#intake.skip(size))) this.#fail('it ends within a frame that is skipped');
  }

  async *#frame(magic: Uint8Array): AsyncGenerator<Uint8Array, void> {
    const descriptor = await this.#take(1);
    const rest = await this.#take(headerBytes(descriptor[0]));
    const header = readFrameHeader(descriptor[0], rest) ?? this.#fail('a frame has no valid header');
    this.#checkHeader(header);
    const decoder = new this.#make((bytes) => this.#ready.push(bytes));
    for (const part of [magic, descriptor, rest]) this.#push(decoder, part);
    const hash = header.hasChecksum ? new Xxh64() : undefined;
    let produced = 0;
    for (let last = false; !last; ) {
      last = await this.#block(decoder, header);
      if (last) this.#push(decoder, new Uint8Array(header.hasChecksum ? CHECKSUM_BYTES : 0), true);
      for (const bytes of this.#ready.splice(0)) {
        produced += bytes.length;
        hash?.update(bytes);
        if (bytes.length > 0) yield bytes;
      }
      this.#unpacking.onTaken?.(this.#intake.done);
    }
    if (produced !== (header.contentBytes ?? produced)) {
      this.#fail(`a frame says that it holds ${header.contentBytes} bytes and gives ${produced}`);
    }
    if (hash === undefined) this.#unpacking.onUnchecked?.();
    else await this.#checkSum(hash);
    this.#unpacking.onTaken?.(this.#intake.done);
  }

  #checkHeader(header: FrameHeader): void {
    if (header.dictionary !== 0) this.#fail(`it needs dictionary ${header.dictionary}`);
    if (header.windowBytes <= MAX_WINDOW) return;
    const needed = Math.ceil(header.windowBytes / MEBI);
    throw new LimitError(
      `${this.#source}: the zstd data needs ${needed} MiB at once, more than ${MAX_WINDOW / MEBI}`,
      'if it is not damaged, unpack it with zstd, or pack it anew without a long window',
    );
  }

  /** Hands a block to the decoder; whether it is the frame's last. */
  async #block(decoder: Decoder, frame: FrameHeader): Promise<boolean> {
    const head = await this.#take(BLOCK_HEADER_BYTES);
    const { last, kind, size } = readBlockHeader(head);
    if (kind > COMPRESSED) this.#fail('a block is of no known kind');
    if (size > frame.blockBytes) this.#fail('a block is larger than its frame allows');
    const body = await this.#take(kind === RLE ? 1 : size);
    if (kind === COMPRESSED && weightsAreOneSymbol(body)) this.#fail('a block has no valid Huffman code');
    this.#push(decoder, head);
    this.#push(decoder, body);
    return last;
  }

  async #checkSum(hash: Xxh64): Promise<void> {
    const kept = littleEndian(await this.#take(CHECKSUM_BYTES), 0, CHECKSUM_BYTES);
    if (Number(hash.digest() & 0xffff_ffffn) !== kept) this.#fail('the checksum of its content is another');
  }

  async #take(count: number): Promise<Uint8Array> {
    const bytes = await this.#intake.take(count);
    if (bytes.length < count) this.#fail('it ends within a frame');
    return bytes;
  }

  #push(decoder: Decoder, bytes: Uint8Array, final = false): void {
    try {
      decoder.push(bytes, final);
    } catch (error) {
      // Whatever a decoder trips over in bytes that it was given whole is the bytes' fault.
      this.#fail(error instanceof Error ? error.message : String(error));
    }
  }

  #fail(why: string): never {
    throw damaged(this.#source, 'zstd', why);
  }
}
