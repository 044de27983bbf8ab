/** Whatever is read by the table is one program, also after it has crossed to another thread. */
import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { shareData } from '../../src/cli/workers/plan.js';
import { parseCollectiveSpec } from '../../src/collectives/choice.js';
import { FORMATS, formatOf, formatOfSeveral, HEAD_BYTES } from '../../src/sources/formats.js';
import { PatternProgram } from '../../src/sources/patterns/pattern-program.js';
import { lenientProgram, type Program } from '../../src/sources/program.js';
import { programOf } from '../../src/sources/restored-program.js';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

async function* once(chunk: Uint8Array): AsyncGenerator<Uint8Array> {
  yield chunk;
}

const goal = (text: string): Promise<Program> => {
  const head = bytes(text);
  return formatOf(head).read([{ source: 'a.goal', chunks: once(head) }], { source: 'a' });
};

const traces = (): Promise<Program> => {
  const files = readdirSync('traces/cg-4').map((name) => gunzipSync(readFileSync(`traces/cg-4/${name}`)));
  return formatOfSeveral(files[0]).read(
    files.map((text, rank) => ({ source: `rank ${rank}`, rank, chunks: once(text) })),
    { source: 'CG' },
  );
};

const pattern = async (text = 'allreduce'): Promise<Program> =>
  new PatternProgram({
    info: { source: text, format: 'a pattern' },
    pattern: text,
    options: { ranks: 5, bytes: 64 },
  });

const GOAL = 'num_ranks 2\nrank 0 {\nl1: send 8b to 1\n}\nrank 1 {\nl1: recv 8b from 0\n}\n';

describe('formats', () => {
  it.each([
    ["# htor's PMPI Tracer 1.1 Output File\n", 'traces'],
    ['# collprof 0.9 output file\n', 'traces'],
    ['MPI_Init:-:1:2:3\n', 'traces'],
    ['\n \nMPI_Init:0:1\n', 'traces'],
    ['num_ranks 4\n', 'a GOAL file'],
    ['# a comment that names no tracer\nMPI_Init:-:1:2:3\n', 'a GOAL file'],
    ['', 'a GOAL file'],
    [`${' '.repeat(HEAD_BYTES)}MPI_Init:-:1:2:3\n`, 'a GOAL file'],
  ])('%j is told by its head', (text, name) => {
    expect(formatOf(bytes(text)).name).toBe(name);
  });

  it('of several files are those that come as several, whatever is in them', () => {
    expect(formatOfSeveral(bytes('num_ranks 4\n'))).toBe(FORMATS.findLast(({ files }) => files === 'ranks'));
  });

  it('have names of their own', () => {
    expect(new Set(FORMATS.map(({ name }) => name)).size).toBe(FORMATS.length);
  });
});

describe('a program', () => {
  it('without operations is refused', async () => {
    await expect(goal('num_ranks 1\nrank 0 {\n}\n')).rejects.toThrow(
      'a.goal: the schedule has no operations',
    );
  });

  it('says which collectives are to be chosen, by ranks and size', async () => {
    expect((await goal(GOAL)).calls()).toBeNull();
    expect((await traces()).calls()).toEqual([{ collective: 'allreduce', bytes: 8, calls: 101, ranks: 4 }]);
    expect((await pattern()).calls()).toEqual([{ collective: 'allreduce', bytes: 64, calls: 1, ranks: 5 }]);
    expect((await pattern('barrier')).calls()).toMatchObject([{ bytes: 1 }]);
    expect((await pattern('halo2d')).calls()).toEqual([]);
  });

  it('takes choices where its collectives are calls', async () => {
    const ring = [parseCollectiveSpec('allreduce=ring')];
    const operations = (program: Program, choices = ring) => program.schedule(choices).schedule.operations;
    for (const program of [await traces(), await pattern()])
      expect(operations(program)).not.toBe(operations(program, []));
    const fixed = await goal(GOAL);
    expect(operations(fixed)).toBe(operations(fixed, []));
  });

  it('of a pattern refuses choices that no call of it takes', async () => {
    const ring = [parseCollectiveSpec('allreduce=ring')];
    for (const [text, message] of [
      ['halo2d', 'pattern halo2d has no collectives for allreduce=ring'],
      ['bcast', 'allreduce=ring has no effect, because the pattern is bcast'],
      ['allreduce=ring', 'pattern allreduce=ring already has an algorithm'],
    ]) {
      const program = await pattern(text);
      expect(() => program.schedule(ring)).toThrow(message);
    }
  });

  it('lets pass what it is told to, in another thread as well', async () => {
    const lenient = { sizes: 'send', unmatched: 'ignore' } as const;
    const program = lenientProgram(await goal(GOAL), lenient);
    const there = await programOf(structuredClone(shareData(program.data)));
    expect(there.schedule([]).schedule.lenient).toEqual(lenient);
    expect(there.schedule([])).toEqual(program.schedule([]));
    const strict = await goal(GOAL);
    expect(lenientProgram(strict, {})).toBe(strict);
  });

  it.each([
    ['GOAL', () => goal(GOAL)],
    ['traces', traces],
    ['a pattern', pattern],
  ])('is the same after it has crossed to another thread: %s', async (_, make) => {
    const program = await make();
    const data = structuredClone(shareData(program.data));
    const there = await programOf(data);
    const choices = program.calls() === null ? [] : [parseCollectiveSpec('allreduce=ring')];
    expect(there.info).toEqual(program.info);
    expect(there.calls()).toEqual(program.calls());
    expect(there.schedule(choices)).toEqual(program.schedule(choices));
    expect(buffersOf(data).every((buffer) => buffer instanceof SharedArrayBuffer)).toBe(true);
  });
});

/** What lies under every column of a record, however deep. */
function buffersOf(value: unknown): unknown[] {
  if (ArrayBuffer.isView(value)) return [value.buffer];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(buffersOf);
}
