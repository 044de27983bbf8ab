import { appendFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { causeOf, openBytes } from '../../src/cli/input/input-files.js';
import { InputError } from '../../src/errors.js';
import { scratch } from './scratch.js';

const folder = scratch();
beforeAll(() => {
  // Packs 70 times smaller: guessing a size from it goes far wrong.
  writeFileSync(join(folder, 'a.goal.gz'), gzipSync('l1: calc 5\n'.repeat(1_000_000)));
  writeFileSync(join(folder, 'a.goal'), 'l1: calc 5\n'.repeat(300_000));
});

describe('what is done with of an input', () => {
  it.each([
    ['a.goal', () => join(folder, 'a.goal')],
    ['a.goal.gz', () => join(folder, 'a.goal.gz')],
    ['pzstd.zst', () => 'test/sources/compression/data/pzstd.zst'],
  ])('grows to the stored size of %s and not past it', async (_, path) => {
    const bytes = openBytes(path());
    const seen: number[] = [];
    for await (const chunk of bytes.chunks) {
      expect(chunk.length).toBeGreaterThan(0);
      seen.push(bytes.done());
    }
    expect(bytes.storedBytes).toBe(statSync(path()).size);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(Math.max(...seen)).toBeLessThanOrEqual(bytes.storedBytes);
    expect(bytes.done()).toBe(bytes.storedBytes);
  });
});

describe('chunks of an input', () => {
  /** Chunks, each copied before the next is asked for, and the memory that they came in. */
  async function taken(path: string, lent: boolean) {
    const bytes = openBytes(path);
    if (lent) bytes.lend();
    const copies: Uint8Array[] = [];
    const buffers = new Set<ArrayBufferLike>();
    for await (const chunk of bytes.chunks) {
      copies.push(chunk.slice());
      buffers.add(chunk.buffer);
    }
    return { text: Buffer.concat(copies).toString(), chunks: copies.length, buffers: buffers.size };
  }

  it('that are lent come in one piece of memory, with the same bytes', async () => {
    const kept = await taken(join(folder, 'a.goal'), false);
    const lent = await taken(join(folder, 'a.goal'), true);
    expect(kept.chunks).toBeGreaterThan(3);
    expect(kept.buffers).toBe(kept.chunks);
    expect(lent).toEqual({ ...kept, buffers: 1 });
  });

  it('that are unpacked are the same, lent or not', async () => {
    const { text } = await taken(join(folder, 'a.goal.gz'), true);
    expect(text).toBe('l1: calc 5\n'.repeat(1_000_000));
    const packed = 'test/sources/compression/data/pzstd.zst';
    expect((await taken(packed, true)).text).toBe((await taken(packed, false)).text);
  });
});

it('a small file takes no more memory than it has bytes, and what is written behind it meanwhile is read', async () => {
  const path = join(folder, 'small.goal');
  writeFileSync(path, 'l1: calc 5\n'.repeat(1000));
  const { chunks } = openBytes(path);
  appendFileSync(path, 'l2: calc 6\n'.repeat(1000));
  let text = '';
  let memory = 0;
  for await (const chunk of chunks) {
    text += Buffer.from(chunk).toString('latin1');
    memory += chunk.buffer.byteLength;
  }
  expect(text).toBe('l1: calc 5\n'.repeat(1000) + 'l2: calc 6\n'.repeat(1000));
  expect(memory).toBeLessThan(2 * text.length);
});

it('an error in the text of damaged data is blamed on the damage', async () => {
  const inText = new InputError({ what: "expected ':'" });
  const flipped = 'test/sources/compression/data/flipped.zst';
  expect(String(await causeOf(inText, flipped))).toContain('the zstd data is broken');
  expect(await causeOf(inText, 'test/sources/compression/data/checked.zst')).toBe(inText);
});
