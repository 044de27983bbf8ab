/**
 * Compressed input: gzip and zstd (RFC 8878), recognised by their first bytes, and unpacked as they come.
 *
 * zstd is checked against all that it states about itself: the structure of frames and blocks, the size of the content,
 * and its checksum, which the decoder ignores. A frame may have neither (`zstd --no-check`): then damage within a block
 * is only detected where it leaves no valid code. Dictionaries, and formats from before 0.8, are not read.
 */
import { InputError, LimitError, LlampError, type Warning } from '../errors.js';
import { Xxh64 } from './xxh64.js';

type Compression = 'gzip' | 'zstd';

const GZIP = [0x1f, 0x8b];
const ZSTD = [0x28, 0xb5, 0x2f, 0xfd];
/** A frame to be skipped, which pzstd writes before each of its own: its first byte is 0x50 to 0x5f. */
const SKIPPABLE_MAGIC = [0x2a, 0x4d, 0x18];

/** Bytes of a file that {@link compressionOf} looks at. */
const MAGIC_BYTES = 4;

/** By the content, whatever the name says; undefined for plain text. */
export function compressionOf(head: Uint8Array): Compression | undefined {
  const has = (wanted: readonly number[], from = 0): boolean =>
    wanted.every((byte, i) => head[from + i] === byte);
  if (has(GZIP)) return 'gzip';
  if (has(ZSTD) || (head[0] >> 4 === 5 && has(SKIPPABLE_MAGIC, 1))) return 'zstd';
  return undefined;
}

/** The error of compressed bytes that are not what was packed. */
export function damaged(source: string, format: string, why: string): InputError {
  return new InputError({
    place: { source },
    what: `the ${format} data is broken (${why})`,
    mend: 'the file is truncated or damaged; copy it again, or compress it again',
  });
}

/** Warning of a frame whose bytes cannot be checked. */
export function withoutChecksum(source: string): Warning {
  const message = `${source} has no checksum, so damage may go unnoticed; compress it with a checksum`;
  return { code: 'no-checksum', message };
}

// Whether a compressed block describes its Huffman code by weights that are all one symbol. No encoder writes
// that (such literals are no Huffman code), damage does, and the decoder would read weights for ever: a table of one
// symbol takes no bit. Source: RFC 8878, sections 3.1.1.3.1 and 4.1.1.

/** Kind of literals that bring their own Huffman tree. */
const WITH_TREE = 2;
/** Bytes of the literals' header by its size format. */
const HEADER_BYTES = [3, 3, 4, 5];
/** A smaller first byte of the tree means weights packed by FSE. */
const DIRECT_WEIGHTS = 128;

function weightsAreOneSymbol(block: Uint8Array): boolean {
  if ((block[0] & 3) !== WITH_TREE) return false;
  const tree = HEADER_BYTES[(block[0] >> 2) & 3];
  if (!(block[tree] < DIRECT_WEIGHTS)) return false;
  const bits = new Bits(block, tree + 1);
  const cells = 1 << (bits.take(4) + 5);
  return firstShare(bits, cells) === cells;
}

/** Cells of the table that the first symbol with any takes. */
function firstShare(bits: Bits, cells: number): number {
  while (!bits.atEnd) {
    const share = bits.upTo(cells + 1) - 1;
    if (share !== 0) return share;
    while (!bits.atEnd && bits.take(2) === 3);
  }
  return 0;
}

class Bits {
  readonly #bytes: Uint8Array;
  #at: number;

  constructor(bytes: Uint8Array, from: number) {
    this.#bytes = bytes;
    this.#at = from * 8;
  }

  get atEnd(): boolean {
    return this.#at >= this.#bytes.length * 8;
  }

  #peek(count: number): number {
    const byte = this.#at >> 3;
    const word = this.#bytes[byte] | (this.#bytes[byte + 1] << 8) | (this.#bytes[byte + 2] << 16);
    return (word >> (this.#at & 7)) & ((1 << count) - 1);
  }

  take(count: number): number {
    const value = this.#peek(count);
    this.#at += count;
    return value;
  }

  /** A number from 0 to `most`, the smaller ones in a bit less. */
  upTo(most: number): number {
    const count = 32 - Math.clz32(most);
    const full = (1 << count) - 1;
    const half = full >> 1;
    const saved = full - most;
    const value = this.#peek(count);
    if ((value & half) < saved) {
      this.#at += count - 1;
      return value & half;
    }
    this.#at += count;
    return value > half ? value - saved : value;
  }
}

/** A stream of bytes, taken in pieces of a wanted length however it is cut. */
class Intake {
  readonly #chunks: AsyncIterator<Uint8Array> | Iterator<Uint8Array>;
  #chunk: Uint8Array = new Uint8Array(0);
  #at = 0;
  /** Bytes taken so far. */
  done = 0;

  constructor(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
    this.#chunks =
      Symbol.asyncIterator in chunks ? chunks[Symbol.asyncIterator]() : chunks[Symbol.iterator]();
  }

  /** The next `count` bytes; fewer where the stream ends. */
  async take(count: number): Promise<Uint8Array> {
    const first = await this.#some(count);
    if (first.length === count || first.length === 0) return first;
    const bytes = new Uint8Array(count);
    bytes.set(first);
    let length = first.length;
    while (length < count) {
      const part = await this.#some(count - length);
      if (part.length === 0) break;
      bytes.set(part, length);
      length += part.length;
    }
    return bytes.subarray(0, length);
  }

  /** Passes over `count` bytes; false when the stream ends before. */
  async skip(count: number): Promise<boolean> {
    let left = count;
    while (left > 0) {
      const part = await this.#some(left);
      if (part.length === 0) return false;
      left -= part.length;
    }
    return true;
  }

  /** Lets go of the stream. */
  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  /** At most `count` bytes of the chunk at hand, or of the next one; none at the end. */
  async #some(count: number): Promise<Uint8Array> {
    while (this.#at === this.#chunk.length) {
      const next = await this.#chunks.next();
      if (next.done === true) return new Uint8Array(0);
      this.#chunk = next.value;
      this.#at = 0;
    }
    const part = this.#chunk.subarray(this.#at, this.#at + count);
    this.#at += part.length;
    this.done += part.length;
    return part;
  }
}

// Headers of zstd frames and blocks. Source: RFC 8878, sections 3.1.1 and 3.1.2.

/** Little-endian, as the first four bytes of a frame. */
const FRAME = 0xfd2f_b528;
const SKIPPABLE = 0x184d_2a50;
/** The last four bits of a skippable frame's number are free. */
const SKIPPABLE_MASK = 0xffff_fff0;

const MAX_BLOCK = 1 << 17;
const CHECKSUM = 0b0000_0100;
const RESERVED = 0b0000_1000;
const SINGLE_SEGMENT = 0b0010_0000;

interface FrameHeader {
  /** Bytes that the frame's content has; undefined when it does not say. */
  readonly contentBytes: number | undefined;
  /** Bytes behind the present one that may be repeated. */
  readonly windowBytes: number;
  /** Largest block, packed or not. */
  readonly blockBytes: number;
  readonly hasChecksum: boolean;
  /** Number of the dictionary without which the frame says nothing; 0 for none. */
  readonly dictionary: number;
}

/** Bytes of a frame's header behind the magic number and the descriptor, which is its first byte. */
function headerBytes(descriptor: number): number {
  return windowBytes(descriptor) + dictionaryBytes(descriptor) + contentSizeBytes(descriptor);
}

const isSingleSegment = (descriptor: number): boolean => (descriptor & SINGLE_SEGMENT) !== 0;
const windowBytes = (descriptor: number): number => (isSingleSegment(descriptor) ? 0 : 1);
const dictionaryBytes = (descriptor: number): number => [0, 1, 2, 4][descriptor & 3];

function contentSizeBytes(descriptor: number): number {
  const flag = descriptor >> 6;
  return flag === 0 ? (isSingleSegment(descriptor) ? 1 : 0) : 1 << flag;
}

/** `bytes`: what follows the descriptor. Undefined for a header that no encoder of this format writes. */
function readFrameHeader(descriptor: number, bytes: Uint8Array): FrameHeader | undefined {
  if ((descriptor & RESERVED) !== 0) return undefined;
  const dictionaryAt = windowBytes(descriptor);
  const sizeAt = dictionaryAt + dictionaryBytes(descriptor);
  const sizeBytes = contentSizeBytes(descriptor);
  // A size in two bytes begins where one byte ends.
  const size = littleEndian(bytes, sizeAt, sizeBytes) + (sizeBytes === 2 ? 256 : 0);
  const window = isSingleSegment(descriptor) ? size : windowOf(bytes[0]);
  return {
    contentBytes: sizeBytes === 0 ? undefined : size,
    windowBytes: window,
    blockBytes: Math.min(MAX_BLOCK, window),
    hasChecksum: (descriptor & CHECKSUM) !== 0,
    dictionary: littleEndian(bytes, dictionaryAt, sizeAt - dictionaryAt),
  };
}

/** Five bits of exponent over 1 KiB, three of eighths. */
function windowOf(byte: number): number {
  const base = 2 ** (10 + (byte >> 3));
  return base + (base / 8) * (byte & 7);
}

/** Past 2^53 rounded, which is past every limit too. */
function littleEndian(bytes: Uint8Array, from: number, count: number): number {
  let value = 0;
  for (let i = from + count - 1; i >= from; i--) value = value * 256 + bytes[i];
  return value;
}

const RLE = 1;
const COMPRESSED = 2;

interface BlockHeader {
  readonly last: boolean;
  readonly kind: number;
  /** Size of the content of a raw or RLE block, of the packed data of a compressed one. */
  readonly size: number;
}

const BLOCK_HEADER_BYTES = 3;

function readBlockHeader(bytes: Uint8Array): BlockHeader {
  const value = littleEndian(bytes, 0, BLOCK_HEADER_BYTES);
  return { last: (value & 1) === 1, kind: (value >> 1) & 3, size: value >>> 3 };
}

/** The most that zstd itself unpacks by default. */
const MAX_WINDOW = 1 << 27;
const CHECKSUM_BYTES = 4;
const MEBI = 2 ** 20;

interface Decoder {
  push(chunk: Uint8Array, final?: boolean): unknown;
}

type MakeDecoder = new (onData: (bytes: Uint8Array) => void) => Decoder;

/** What the caller may want to know while data are unpacked. */
interface Unpacking {
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
      else this.#fail('other data follow a frame');
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
    if (header.dictionary !== 0)
      throw new InputError({
        place: { source: this.#source },
        what: `the file needs zstd dictionary ${header.dictionary}`,
        mend: 'compress it again without a dictionary',
      });
    if (header.windowBytes <= MAX_WINDOW) return;
    const needed = Math.ceil(header.windowBytes / MEBI);
    throw new LimitError(
      `${this.#source}: decompression with zstd needs ${needed} MiB at once, more than ${MAX_WINDOW / MEBI}`,
      'decompress it with zstd, or compress it again without a long window',
    );
  }

  /** Hands a block to the decoder; whether it is the frame's last. */
  async #block(decoder: Decoder, frame: FrameHeader): Promise<boolean> {
    const head = await this.#take(BLOCK_HEADER_BYTES);
    const { last, kind, size } = readBlockHeader(head);
    if (kind > COMPRESSED) this.#fail('a block is of unknown kind');
    if (size > frame.blockBytes) this.#fail('a block is larger than its frame allows');
    const body = await this.#take(kind === RLE ? 1 : size);
    if (kind === COMPRESSED && weightsAreOneSymbol(body)) this.#fail('a block has no valid Huffman code');
    this.#push(decoder, head);
    this.#push(decoder, body);
    return last;
  }

  async #checkSum(hash: Xxh64): Promise<void> {
    const kept = littleEndian(await this.#take(CHECKSUM_BYTES), 0, CHECKSUM_BYTES);
    if (Number(hash.digest() & 0xffff_ffffn) !== kept)
      this.#fail('the checksum of its content does not match');
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

// Bytes as they are stored → their content: compressed with gzip or zstd, by their first bytes, or plain.

/** Pieces of a file, in order. */
type Pieces = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** The content of a file, unpacked, piece by piece. Throws InputError for damaged data, which names `source`. */
export async function* unpacked(pieces: Pieces, source: string): AsyncGenerator<Uint8Array, void> {
  const { head, all } = await peek(pieces, MAGIC_BYTES);
  const compression = compressionOf(head);
  if (compression === 'gzip') yield* gunzip(all, source);
  else if (compression === 'zstd') yield* unzstd(all, source);
  else yield* all;
}

/** The first `count` bytes of pieces, or all that there are, and all pieces from the first on. */
export async function peek(
  pieces: Pieces,
  count: number,
): Promise<{ readonly head: Uint8Array; readonly all: AsyncGenerator<Uint8Array, void> }> {
  const rest = iterated(pieces);
  const seen: Uint8Array[] = [];
  let length = 0;
  while (length < count) {
    const next = await rest.next();
    if (next.done === true) break;
    seen.push(next.value);
    length += next.value.length;
  }
  const head = new Uint8Array(length);
  for (let at = 0, i = 0; i < seen.length; at += seen[i++].length) head.set(seen[i], at);
  return { head: head.subarray(0, count), all: after(seen, rest) };
}

async function* iterated(pieces: Pieces): AsyncGenerator<Uint8Array, void> {
  yield* pieces;
}

async function* after(
  seen: readonly Uint8Array[],
  rest: AsyncGenerator<Uint8Array, void>,
): AsyncGenerator<Uint8Array, void> {
  try {
    yield* seen;
    yield* rest;
  } finally {
    await rest.return();
  }
}

/** The parts of Node that are used, where there is Node. */
interface WithNode {
  readonly process?: { getBuiltinModule?(name: 'node:zlib' | 'node:stream'): object | undefined };
}

interface Decompressor {
  readonly readable: ReadableStream<Uint8Array>;
  readonly writable: WritableStream<Uint8Array<ArrayBuffer>>;
}

/**
 * gzip takes several members one behind another, as pigz and bgzip write them. The web's own decompressor refuses what is
 * behind the first, and so does Node's from 26 on: in Node it is made of zlib.
 */
function decompressor(): Decompressor {
  const { process }: WithNode = Object(globalThis);
  const zlib: { createGunzip?(): object } | undefined = process?.getBuiltinModule?.('node:zlib');
  const stream: { Duplex?: { toWeb(duplex: object): Decompressor } } | undefined =
    process?.getBuiltinModule?.('node:stream');
  if (zlib?.createGunzip === undefined || stream?.Duplex === undefined)
    return new DecompressionStream('gzip');
  return stream.Duplex.toWeb(zlib.createGunzip());
}

async function* gunzip(
  pieces: AsyncGenerator<Uint8Array, void>,
  source: string,
): AsyncGenerator<Uint8Array, void> {
  const { readable, writable } = decompressor();
  const fed = feed(pieces, writable.getWriter());
  // It is waited for below; until then a failure is the reader's, too.
  fed.catch(() => undefined);
  const reader = readable.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
    await fed;
  } catch (error) {
    if (error instanceof LlampError) throw error;
    throw damaged(source, 'gzip', error instanceof Error ? error.message : String(error));
  } finally {
    await reader.cancel().catch(() => undefined);
    await pieces.return();
  }
}

async function feed(
  pieces: AsyncIterable<Uint8Array>,
  writer: WritableStreamDefaultWriter<Uint8Array<ArrayBuffer>>,
): Promise<void> {
  try {
    for await (const piece of pieces) await writer.write(Uint8Array.from(piece));
    await writer.close();
  } catch (error) {
    await writer.abort(error).catch(() => undefined);
    throw error;
  }
}
