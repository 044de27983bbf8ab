/** Headers of zstd frames and blocks. Source: RFC 8878, sections 3.1.1 and 3.1.2. */

/** Little-endian, as the first four bytes of a frame. */
export const FRAME = 0xfd2f_b528;
export const SKIPPABLE = 0x184d_2a50;
/** The last four bits of a skippable frame's number are free. */
export const SKIPPABLE_MASK = 0xffff_fff0;

const MAX_BLOCK = 1 << 17;
const CHECKSUM = 0b0000_0100;
const RESERVED = 0b0000_1000;
const SINGLE_SEGMENT = 0b0010_0000;

export interface FrameHeader {
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
export function headerBytes(descriptor: number): number {
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
export function readFrameHeader(descriptor: number, bytes: Uint8Array): FrameHeader | undefined {
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
export function littleEndian(bytes: Uint8Array, from: number, count: number): number {
  let value = 0;
  for (let i = from + count - 1; i >= from; i--) value = value * 256 + bytes[i];
  return value;
}

export const RAW = 0;
export const RLE = 1;
export const COMPRESSED = 2;

export interface BlockHeader {
  readonly last: boolean;
  readonly kind: number;
  /** Size of the content of a raw or RLE block, of the packed data of a compressed one. */
  readonly size: number;
}

export const BLOCK_HEADER_BYTES = 3;

export function readBlockHeader(bytes: Uint8Array): BlockHeader {
  const value = littleEndian(bytes, 0, BLOCK_HEADER_BYTES);
  return { last: (value & 1) === 1, kind: (value >> 1) & 3, size: value >>> 3 };
}
