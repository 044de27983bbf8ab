/** A byte order mark before a text changes nothing of what is read, in any format of text. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { readTraces } from '../../src/sources/liballprof/read-liballprof.js';
import { runCli } from '../cli/run.js';

const MARK = Uint8Array.of(0xef, 0xbb, 0xbf);
const folder = mkdtempSync(join(tmpdir(), 'llamp-mark-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The files of a folder, unpacked, with `before` in front of the texts among them; what INPUT is then called. */
function copied(source: string, name: string, before: Uint8Array): string {
  const into = join(folder, name);
  cpSync(source, into, { recursive: true });
  for (const file of readdirSync(into, { recursive: true, encoding: 'utf8' })) {
    if (statSync(join(into, file)).isDirectory()) continue;
    const bytes = readFileSync(join(into, file));
    rmSync(join(into, file));
    const text = file.endsWith('.gz') ? gunzipSync(bytes) : bytes;
    const isText = !text.includes(0);
    writeFileSync(join(into, file.replace(/\.gz$/, '')), isText ? Buffer.concat([before, text]) : text);
  }
  return into;
}

const asked = async (input: string, ...flags: string[]): Promise<string> => {
  const { code, stdout, stderr } = await runCli(['tolerance', input, '--csv', '-q', ...flags]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
};

describe.each([
  ['traces of liballprof', 'traces/cg-4', '', []],
  ['SMPI traces, and their list', 'traces/smpi', 'halo.trace', ['--flop-rate', '1Gf']],
  ['an SMPI trace of all ranks', 'traces/smpi', 'stencil.txt', ['--flop-rate', '1Gf']],
  ['a metafile of DUMPI', 'traces/dumpi', 'halo.meta', []],
] as const)('%s', (_, source, file, flags) => {
  it('are read the same', async () => {
    const name = source.replaceAll('/', '-');
    const plain = copied(source, `${name}-plain`, new Uint8Array(0));
    const marked = copied(source, `${name}-marked`, MARK);
    expect(await asked(join(marked, file), ...flags)).toBe(await asked(join(plain, file), ...flags));
  });
});

it('a mark that comes byte by byte is passed over, and only one', async () => {
  const names = readdirSync('traces/cg-4');
  const texts = names.map((name) => gunzipSync(readFileSync(join('traces/cg-4', name))));
  const files = (before: Uint8Array, size: number) =>
    texts.map((text, rank) => {
      const all = Buffer.concat([before, text]);
      const cuts = [0, 1, 2, 3, 4, size];
      const chunks = cuts.map((at, k) => all.subarray(at, cuts[k + 1] ?? all.length));
      return { source: `rank ${rank}`, rank, chunks };
    });
  expect(await readTraces(files(MARK, 100))).toEqual(await readTraces(files(new Uint8Array(0), 100)));
  await expect(readTraces(files(Buffer.concat([MARK, MARK]), 100))).rejects.toThrow(
    /rank 0:1: .* is no call/,
  );
});
