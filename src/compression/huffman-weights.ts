/**
 * Whether a compressed block describes its Huffman code by weights that are all one symbol. No encoder writes
 * that (such literals are no Huffman code), damage does, and the decoder would read weights for ever: a table of one
 * symbol takes no bit. Source: RFC 8878, sections 3.1.1.3.1 and 4.1.1.
 */

/** Kind of literals that bring their own Huffman tree. */
const WITH_TREE = 2;
/** Bytes of the literals' header by its size format. */
const HEADER_BYTES = [3, 3, 4, 5];
/** A smaller first byte of the tree means weights packed by FSE. */
const DIRECT_WEIGHTS = 128;

export function weightsAreOneSymbol(block: Uint8Array): boolean {
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
