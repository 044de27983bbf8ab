import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { askJson, runCli } from './run.js';
import { scratch } from './scratch.js';

const sample = 'goal-samples/three-slopes.goal';
const folder = scratch();

/** The sample as zstd and pzstd write it. */
const zstd = (name: string): string => `test/sources/compression/data/${name}.zst`;

function withoutName(text: string): unknown {
  const body: { input: { source?: string } } = JSON.parse(text);
  delete body.input.source;
  return body;
}

it('the same bytes by file, gzip, zstd and standard input give the identical result', async () => {
  const bytes = readFileSync(sample);
  writeFileSync(join(folder, 'a.gz'), gzipSync(bytes));
  // Two members, as `cat a.gz b.gz` makes them, and the zeros that fill a tape.
  writeFileSync(
    join(folder, 'parts.gz'),
    Buffer.concat([gzipSync(bytes.subarray(0, 300)), gzipSync(bytes.subarray(300)), new Uint8Array(512)]),
  );
  const plain = withoutName((await runCli(['tolerance', sample, '--json'])).stdout);
  for (const path of [join(folder, 'a.gz'), join(folder, 'parts.gz'), zstd('checked'), zstd('pzstd')]) {
    expect(withoutName((await runCli(['tolerance', path, '--json'])).stdout)).toEqual(plain);
  }
  expect(withoutName((await runCli('tolerance - --json', { input: bytes })).stdout)).toEqual(plain);
  expect(withoutName((await runCli('tolerance - --json', { input: gzipSync(bytes) })).stdout)).toEqual(plain);
});

it('zstd without a checksum gives the same result and a warning', async () => {
  const { stdout, stderr } = await runCli(['tolerance', zstd('unchecked'), '--json']);
  const { result, warnings } = JSON.parse(stdout);
  expect(result).toEqual((await askJson(['tolerance', sample])).result);
  expect(warnings).toContainEqual({
    code: 'no-checksum',
    message: expect.stringMatching(/unchecked\.zst has no checksum, so damage may go unnoticed/),
  });
  expect(stderr).toMatch(/^(warning: .*no checksum.*\n)?$/);
});
