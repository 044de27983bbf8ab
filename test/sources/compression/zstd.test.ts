import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { InputError, LimitError } from '../../../src/errors.js';
import { compressionOf, unzstd } from '../../../src/sources/unpack.js';
import { cases } from '../../part.js';

/** Made by Debian's zstd and pzstd 1.5.4 from the same text; `flipped` is another with one bit turned. */
const packed = (name: string): Uint8Array => readFileSync(`test/sources/compression/data/${name}.zst`);
const text = readFileSync('goal-samples/three-slopes.goal');

async function unpack(bytes: Uint8Array, piece = bytes.length, onUnchecked?: () => void): Promise<Buffer> {
  const pieces = Array.from({ length: Math.ceil(bytes.length / piece) }, (_, i) =>
    bytes.subarray(i * piece, (i + 1) * piece),
  );
  const parts: Uint8Array[] = [];
  const unpacking = onUnchecked === undefined ? {} : { onUnchecked };
  for await (const part of unzstd(pieces, 'a.zst', unpacking)) parts.push(part);
  return Buffer.concat(parts);
}

describe('zstd data', () => {
  it.each(['checked', 'unchecked', 'streamed', 'two-frames', 'pzstd'])(
    '%s unpack to the text that was packed, however they are cut',
    async (name) => {
      const bytes = packed(name);
      for (const piece of [1, 5, 64, bytes.length]) expect(await unpack(bytes, piece)).toEqual(text);
    },
  );

  it('with any one bit turned are refused, or give the same text', async () => {
    const bytes = packed('checked');
    for (const bit of cases([...new Array(8 * bytes.length).keys()], (one) => one % 23 === 0)) {
      const turned = Uint8Array.from(bytes);
      turned[bit >> 3] ^= 1 << (bit & 7);
      const found: Buffer | Error = await unpack(turned).catch((error: unknown) => {
        if (error instanceof InputError || error instanceof LimitError) return error;
        throw error;
      });
      if (found instanceof Buffer) expect(found).toEqual(text);
    }
  });

  it('cut anywhere are refused, but between frames', async () => {
    const bytes = packed('two-frames');
    const whole: number[] = [];
    // The first frame, made of 500 bytes of text, ends where the second one's number begins.
    const end = Buffer.from(bytes).indexOf(Buffer.from([0x28, 0xb5, 0x2f, 0xfd]), 4);
    for (const length of cases([...bytes.keys()].slice(1), (one) => one % 10 === 0 || one === end)) {
      const done = await unpack(bytes.subarray(0, length)).then(
        () => true,
        () => false,
      );
      if (done) whole.push(length);
    }
    expect(whole).toEqual([end]);
  });

  it('say what is wrong with them', async () => {
    await expect(unpack(packed('flipped'))).rejects.toThrow(
      /^a\.zst: the zstd data is broken \(the checksum of its content does not match\)\. The file is truncated or damaged/,
    );
    const followed = Buffer.concat([packed('checked'), Buffer.from('more')]);
    await expect(unpack(followed)).rejects.toThrow('other data follow a frame');
  });

  it('without a checksum say so, and are held to their size', async () => {
    let unchecked = 0;
    await unpack(packed('unchecked'), 64, () => unchecked++);
    expect(unchecked).toBe(1);
    await unpack(packed('checked'), 64, () => unchecked++);
    expect(unchecked).toBe(1);
    // Descriptor 0x60: the size follows in two bytes, less 256. The text has 1099 bytes.
    const bytes = Uint8Array.from(packed('unchecked'));
    expect([bytes[4], bytes[5] + 256 * bytes[6] + 256]).toEqual([0x60, text.length]);
    bytes[5]++;
    await expect(unpack(bytes)).rejects.toThrow('says that it holds 1100 bytes and gives 1099');
  });

  it('that want more memory than zstd itself gives are a limit', async () => {
    // No single segment, no size; window exponent 18 over 1 KiB: 256 MiB.
    const bytes = Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0x00, 18 << 3, 1, 0, 0);
    await expect(unpack(bytes)).rejects.toThrow(LimitError);
    bytes[5] = 17 << 3;
    expect(await unpack(bytes)).toHaveLength(0);
  });

  it('with a table of weights that would never end are refused', async () => {
    // A compressed block whose literals bring a tree. Its weights are FSE of accuracy 0 + 5, 32 cells, and
    // the first symbol takes all: 33 = 32 + 1 among numbers up to 33, which take six bits, those above 31 as 30 more: 63.
    const weights = [0x0a, 0b1111_0000, 0b0000_0011, ...Array.from({ length: 7 }, () => 0xff), 0x7f];
    const block = [0b0000_0010, 0x40, 0x01, ...weights];
    const head = (block.length << 3) | 0b101;
    const bytes = [0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58, head & 0xff, head >> 8, 0, ...block];
    await expect(unpack(Uint8Array.from(bytes))).rejects.toThrow('no valid Huffman code');
  });
});

it('is known by its first bytes, also behind the frame that pzstd puts first', () => {
  expect(['checked', 'pzstd'].map((name) => compressionOf(packed(name)))).toEqual(['zstd', 'zstd']);
  expect(compressionOf(Uint8Array.of(0x1f, 0x8b, 8, 0))).toBe('gzip');
  expect(compressionOf(text)).toBeUndefined();
});
