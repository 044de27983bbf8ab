/** What the page reads: the same data are refused as on the command line. Node has the browser's streams. */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { Budget, chunksOf } from '../../web/client/bytes.js';

const text = readFileSync('goal-samples/three-slopes.goal');
const packed = (name: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(readFileSync(`test/sources/compression/data/${name}.zst`));

async function read(bytes: Uint8Array<ArrayBuffer>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunksOf(new File([bytes], 'a.zst'), new Budget())) parts.push(chunk);
  return Buffer.concat(parts);
}

it.each([
  ['plain', () => Uint8Array.from(text)],
  ['gzip', () => Uint8Array.from(gzipSync(text))],
  ['zstd', () => packed('checked')],
  ['pzstd', () => packed('pzstd')],
])('%s gives the text', async (_, make) => {
  expect(await read(make())).toEqual(text);
});

it.each([
  ['zstd with one bit turned', () => packed('flipped'), 'the checksum of its content does not match'],
  ['zstd that is cut', () => packed('checked').slice(0, -3), 'it ends within a frame'],
  ['gzip that is cut', () => Uint8Array.from(gzipSync(text)).slice(0, -3), 'the gzip data is broken'],
])('%s is refused', async (_, make, message) => {
  await expect(read(make())).rejects.toThrow(message);
});
