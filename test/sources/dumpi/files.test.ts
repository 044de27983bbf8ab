/** How traces of DUMPI are given: told by their content, by a metafile, in a folder. */
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { formatOf, formatOfSeveral, isAnchor } from '../../../src/sources/formats.js';
import { runCli } from '../../cli/run.js';

const text = (words: string): Uint8Array => new TextEncoder().encode(words);
const bin = readFileSync('traces/dumpi/halo-0000.bin');
let folder = '';
const made: string[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'llamp-dumpi-'));
  made.push(folder);
  for (const name of readdirSync('traces/dumpi'))
    copyFileSync(join('traces/dumpi', name), join(folder, name));
});
afterAll(() => {
  for (const one of made) rmSync(one, { recursive: true });
});

/** What check says of an input on standard error, where it refuses it. */
async function refusal(...inputs: string[]): Promise<string> {
  const { stderr, code } = await runCli(['check', ...inputs]);
  expect(code).toBe(3);
  return stderr;
}

describe('a file', () => {
  it('is of DUMPI by its first bytes, whatever its name', () => {
    expect(formatOf(bin.subarray(0, 512)).name).toBe('DUMPI traces');
    expect(formatOfSeveral(bin.subarray(0, 512)).name).toBe('DUMPI traces');
    expect(formatOf(Uint8Array.of(0x7f, 0x10, 0, 0, 0, 0, 0, 0)).name).not.toBe('DUMPI traces');
  });

  it('leads to others by its name and what it says', () => {
    expect(isAnchor('a/b.meta')).toBe(true);
    expect(isAnchor('b.meta.txt')).toBe(false);
    expect(formatOf(text('hostname=a\nnumprocs=4\nfileprefix=b\n')).name).toBe('a metafile of DUMPI traces');
    expect(formatOf(text('numprocs=4\n')).name).toBe('a GOAL file');
  });
});

describe('a metafile', () => {
  it('leads to files that may be packed', async () => {
    for (const rank of [0, 2]) {
      const path = join(folder, `halo-000${rank}.bin`);
      writeFileSync(`${path}.gz`, gzipSync(readFileSync(path)));
      rmSync(path);
    }
    const { stdout, code } = await runCli(['check', folder]);
    expect(code).toBe(0);
    expect(stdout).toContain('no problems');
  });

  it.each([
    ['numprocs=4\nfileprefix=\n', 'numprocs=4 and fileprefix= name no files. Name the files of its ranks'],
    ['numprocs=0\nfileprefix=halo\n', 'numprocs=0 and fileprefix=halo name no files'],
    [
      'numprocs=4\nfileprefix=halo\nfileprefix=halo2\n',
      'the metafile has several values of fileprefix (halo and halo2)',
    ],
    ['numprocs=1e9\nfileprefix=halo\n', 'numprocs=1e9 and fileprefix=halo name no files'],
  ])('that says %j leads nowhere', async (words, what) => {
    writeFileSync(join(folder, 'halo.meta'), words);
    expect(await refusal(join(folder, 'halo.meta'))).toContain(`halo.meta: ${what}`);
  });

  it('of a file that is not there is refused by its name', async () => {
    rmSync(join(folder, 'halo-0003.bin'));
    expect(await refusal(folder)).toContain(join(folder, 'halo-0003.bin'));
  });

  it('of a million ranks is refused at its first file, without looking for the others', async () => {
    const meta = join(folder, 'halo.meta');
    writeFileSync(meta, 'numprocs=1000000\nfileprefix=nowhere\n');
    const looked: string[] = [];
    const { readProgram } = await import('../../../src/sources/formats.js');
    const file = (source: string) => ({ source, chunks: [readFileSync(source)] });
    const beside = (path: string) => {
      looked.push(path);
      return file(join(folder, path));
    };
    await expect(readProgram([{ ...file(meta), beside }])).rejects.toThrow('nowhere-0000.bin');
    expect(looked).toEqual(['nowhere-0000.bin']);
    expect(await refusal(meta)).toContain(`${join(folder, 'nowhere-0000.bin')}: no such file`);
  });

  it('of which there are several is to be named', async () => {
    copyFileSync(join(folder, 'halo.meta'), join(folder, 'other.meta'));
    expect(await refusal(folder)).toContain('2 runs. Name one of them');
  });
});

it('a rank that is missing is said by those that are there', async () => {
  rmSync(join(folder, 'halo-0003.bin'));
  expect(await refusal(join(folder, 'halo-0000.bin'))).toContain(
    'halo-0000.bin:2: MPI_Comm_size returned 4, but the number of given files is 3',
  );
});

it('--request-pitch means nothing for numbers of requests', async () => {
  const { stderr, code } = await runCli(['check', folder, '--rules', 'request-pitch=4']);
  expect(code).toBe(2);
  expect(stderr).toContain(
    '--rules request-pitch=4 has no meaning for a metafile of DUMPI traces, where requests have numbers instead of addresses',
  );
});
