/** One function of the library reads what the command line reads, packed or not. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/errors.js';
import { readProgram, type StoredFile } from '../../src/sources/formats.js';
import { readTraces } from '../../src/sources/liballprof/read-liballprof.js';
import { traceSetOf } from '../../src/sources/rank-files.js';

const file = (path: string): StoredFile => ({
  source: path,
  chunks: [readFileSync(path)],
  beside: (other) => {
    const found = ['', '.gz'].map((end) => join(dirname(path), other) + end).find((one) => existsSync(one));
    if (found === undefined)
      throw new InputError({ place: { source: other }, what: 'no such file', mend: 'check the path' });
    return file(found);
  },
});

/** With a byte order mark before each text, and so that the mark comes byte by byte. */
const marked = ({ source, chunks, beside, ...rest }: StoredFile): StoredFile => {
  const [bytes] = chunks as Uint8Array[];
  const text = source.endsWith('.gz') ? gunzipSync(bytes) : bytes;
  const all = text.includes(0) ? text : Buffer.concat([Uint8Array.of(0xef, 0xbb, 0xbf), text]);
  const cuts = [0, 1, 2, 3, 4];
  const pieces = cuts.map((at, i) => all.subarray(at, cuts[i + 1] ?? all.length));
  const found = beside;
  return {
    ...rest,
    source,
    chunks: pieces,
    ...(found && { beside: (path) => marked(found(path) as StoredFile) }),
  };
};

const set = (first: string): StoredFile[] =>
  traceSetOf(
    first,
    readdirSync(dirname(first)).map((name) => join(dirname(first), name)),
  ).map(({ name, rank }) => ({ ...file(name), rank }));

const inPieces = (bytes: Uint8Array, size: number): Uint8Array[] =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size));

describe('readProgram', () => {
  it.each([
    ['GOAL', 'goal-samples/fig4.goal', false, 2, 6],
    ['a binary trace of our tracer', 'traces/runs/solver-4/llamp-trace-rank-0.bin.gz', true, 4, 328],
    ['traces of liballprof', 'traces/cg-4/pmpi-trace-rank-0.txt.gz', true, 4, 4_828],
    ['an archive of OTF2', 'traces/otf2/solver-4/traces.otf2', false, 4, 328],
  ])('reads %s: operations as the pages show them', async (_, path, several, ranks, operations) => {
    const program = await readProgram(several ? set(path) : [file(path)]);
    const { schedule } = program.schedule([]);
    expect([schedule.ranks, schedule.operations]).toEqual([ranks, operations]);
    expect(program.info.source).toBe(path);
  });

  it.each([
    ['traces of liballprof', 'traces/cg-4/pmpi-trace-rank-0.txt.gz'],
    ['SMPI traces, and their list', 'traces/smpi/halo.trace'],
    ['an SMPI trace of all ranks', 'traces/smpi/stencil.txt'],
    ['a metafile of DUMPI', 'traces/dumpi/halo.meta'],
  ])('passes over a byte order mark before texts: %s', async (_, path) => {
    const files = path.endsWith('.gz') ? set(path) : [file(path)];
    const [plain, other] = await Promise.all(
      [files, files.map(marked)].map((one) => readProgram(one, { flopRate: 1e9 })),
    );
    expect(other.schedule([]).schedule).toEqual(plain.schedule([]).schedule);
  });

  it('takes two such marks for text', async () => {
    const text = Buffer.from('\ufeff\ufeff# a line\nMPI_Init:-:1:2:3\n');
    await expect(readTraces([{ source: 'a', chunks: [text] }])).rejects.toThrow(/a:1: .* is not a call/);
  });

  it('unpacks gzip of several members, in pieces of any size', async () => {
    const text = readFileSync('goal-samples/fig4.goal');
    const packed = Buffer.concat([gzipSync(text.subarray(0, 40)), gzipSync(text.subarray(40))]);
    const plain = (await readProgram([{ source: 'a', chunks: [text] }])).schedule([]).schedule;
    for (const size of [1, 7, packed.length]) {
      const read = await readProgram([{ source: 'a', chunks: inPieces(packed, size) }]);
      expect(read.schedule([]).schedule).toEqual(plain);
    }
  });

  it('refuses gzip that is cut, by its name', async () => {
    const packed = gzipSync(readFileSync('goal-samples/fig4.goal'));
    await expect(readProgram([{ source: 'a.gz', chunks: [packed.subarray(0, 60)] }])).rejects.toThrow(
      /^a\.gz: .*gzip/,
    );
  });

  it('hands on what is wrong with a file that it asks for', async () => {
    const whole = file('traces/otf2/solver-4/traces.otf2');
    const alone = {
      ...whole,
      beside: (path: string): StoredFile => ({
        source: path,
        chunks: {
          [Symbol.asyncIterator]() {
            throw new InputError({ place: { source: path }, what: 'no such file', mend: 'check the path' });
          },
        },
      }),
    };
    await expect(readProgram([alone])).rejects.toThrow('traces.def: no such file. Check the path');
  });

  it('refuses no file, and several that are not traces', async () => {
    await expect(readProgram([])).rejects.toThrow('no file. Give a GOAL file, or the traces of all ranks');
    const goal = file('goal-samples/fig4.goal');
    await expect(readProgram([goal, goal])).rejects.toThrow(InputError);
  });

  it('reads what is not packed although its name says so', async () => {
    const path = 'traces/runs/solver-4/llamp-trace-rank-0.bin.gz';
    const files = set(path).map((one, rank) => ({
      ...one,
      rank,
      chunks: inPieces(gunzipSync(readFileSync(one.source)), 1_000),
    }));
    expect((await readProgram(files)).schedule([]).schedule.ranks).toBe(4);
  });
});
