import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCli } from './run.js';

const sample = 'goal-samples/three-slopes.goal';
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'llamp-bytes-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A zstd frame of one raw block: magic, no checksum, single segment with a 4-byte size, last block, raw. */
function zstdRaw(bytes: Uint8Array): Uint8Array {
  const head = new DataView(new ArrayBuffer(12));
  head.setUint32(0, 0xfd2fb528, true);
  head.setUint8(4, 0b1010_0000);
  head.setUint32(5, bytes.length, true);
  const block = (bytes.length << 3) | 1;
  head.setUint8(9, block & 0xff);
  head.setUint8(10, (block >> 8) & 0xff);
  head.setUint8(11, (block >> 16) & 0xff);
  return Buffer.concat([new Uint8Array(head.buffer), bytes]);
}

function withoutName(text: string): unknown {
  const body: { input: { source?: string } } = JSON.parse(text);
  delete body.input.source;
  return body;
}

it('the same bytes by file, gzip, zstd and standard input give the identical result', async () => {
  const bytes = readFileSync(sample);
  writeFileSync(join(folder, 'a.gz'), gzipSync(bytes));
  writeFileSync(join(folder, 'a.zst'), zstdRaw(bytes));
  const plain = withoutName((await runCli(['tolerance', sample, '--json'])).stdout);
  for (const argv of [[join(folder, 'a.gz')], [join(folder, 'a.zst')]]) {
    expect(withoutName((await runCli(['tolerance', ...argv, '--json'])).stdout)).toEqual(plain);
  }
  expect(withoutName((await runCli(['tolerance', '-', '--json'], { input: bytes })).stdout)).toEqual(plain);
  expect(
    withoutName((await runCli(['tolerance', '-', '--json'], { input: gzipSync(bytes) })).stdout),
  ).toEqual(plain);
});
