/**
 * Changes that what-if makes of a trace, and the same changes made in the source of the program: the trace of the changed
 * program has the predicted λ, and with the computation of the first run the predicted T. At these latencies the critical
 * path takes every message that it can, so that no computation decides.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { runCli } from '../cli/run.js';
import { BOUNDS } from './bounds.js';
import { type BuildOptions, findPython } from './mpi.js';
import { underEachMpi } from './under-each-mpi.js';

const PROGRAMS = fileURLToPath(new URL('programs/', import.meta.url));
const LATENCIES = ['100ms', '10s'];

const sourceOf = (file: string): string => readFileSync(join(PROGRAMS, file), 'utf8');

/** `solver.c:24`: where a text first stands. */
function lineOf(file: string, text: string, nth = 0): string {
  const lines = sourceOf(file).split('\n');
  const found = lines.flatMap((line, i) => (line.includes(text) ? [i + 1] : []));
  return `${file}:${found[nth]}`;
}

interface Case {
  readonly what: string;
  readonly file: string;
  readonly flags: readonly string[];
  /** The changed program: compiled so, or its source written anew. */
  readonly after: readonly string[] | ((source: string) => string);
}

const without =
  (...texts: readonly string[]) =>
  (source: string) =>
    source
      .split('\n')
      .filter((line) => !texts.some((text) => line.includes(text)))
      .join('\n');

const EXCHANGED = lineOf('changes.c', 'MPI_Isend(out, 2');
const REST = lineOf('changes.c', 'MPI_Isend(out + 2');

const CASES: readonly Case[] = [
  {
    what: 'merged messages and collectives',
    file: 'changes.c',
    flags: [
      ...['--merge', `${EXCHANGED},${REST}`],
      ...['--merge', `${lineOf('changes.c', 'MPI_Reduce(')},${lineOf('changes.c', 'MPI_Bcast(')}`],
      ...[
        '--merge',
        `${lineOf('changes.c', 'MPI_Allreduce(two, all, 1')},${lineOf('changes.c', 'MPI_Allreduce(two + 1')}`,
      ],
    ],
    after: ['-DMERGED'],
  },
  {
    what: 'functions that send nothing',
    file: 'changes.c',
    flags: ['--without', 'exchange()', '--without', 'largest()'],
    after: ['-DBARE'],
  },
  {
    what: 'a wait behind computation',
    file: 'changes.c',
    flags: ['--overlap', lineOf('changes.c', 'MPI_Waitall(4', 1)],
    after: ['-DLATE'],
  },
  {
    what: 'a halo less',
    file: 'solver.c',
    flags: ['--without', lineOf('solver.c', 'MPI_Sendrecv(')],
    after: without('MPI_Sendrecv('),
  },
  {
    what: 'an exchange less',
    file: 'ring.c',
    flags: ['--without', 'MPI_Sendrecv_replace'],
    after: without('MPI_Sendrecv_replace(', 'must(got == right()'),
  },
  {
    what: 'no dot products',
    file: 'grid.py',
    flags: ['--without', lineOf('grid.py', 'world.Allreduce(')],
    after: without('world.Allreduce('),
  },
  {
    what: 'persistent requests to nobody',
    file: 'persistent.c',
    flags: ['--without', lineOf('persistent.c', 'MPI_Startall(')],
    after: (source) =>
      source
        .replace(/(_init\(&\w+\[\d\], 1, MPI_INT, )(left|right)\(\)/g, '$1MPI_PROC_NULL')
        .replace(/ +must\(.*\n/, ''),
  },
  {
    what: 'a halo to nobody',
    file: 'halo.c',
    flags: ['--without', 'MPI_Isend'],
    after: (source) =>
      source.replace(/to\[k\], (k|1 - k), W/g, 'MPI_PROC_NULL, $1, W').replace(/ +for .*must.*\n/, ''),
  },
];

interface Row {
  readonly runtime_ns: number;
  readonly lambda: { readonly L: number };
}

underEachMpi('what if', (mpi) => {
  const python = findPython(mpi.name);

  const traced = (file: string, build: BuildOptions): string => {
    const flags = ['-g', '-I', PROGRAMS, ...(build.flags ?? [])];
    const interpreter = file.endsWith('.py') ? { interpreter: python ?? '' } : {};
    const { code, stderr, folder } = mpi.bench.run(file, {
      ...interpreter,
      build: { ...build, flags },
      env: { LLAMP_DEPTH: '4' },
    });
    expect([code, stderr]).toEqual([0, '']);
    return join(folder, 'llamp-trace-rank-0.bin');
  };

  const answer = async (...words: readonly string[]) => {
    const { code, stdout, stderr } = await runCli([...words, '--json', '--quiet']);
    expect([code, stderr]).toEqual([0, '']);
    return JSON.parse(stdout).result;
  };

  const changedTrace = ({ what, file, after }: Case): string => {
    const as = what.replaceAll(' ', '-');
    if (typeof after !== 'function') return traced(file, { as, flags: after });
    const source = sourceOf(file);
    const changed = after(source);
    expect(changed).not.toBe(source);
    const path = join(mpi.bench.folder, `${as}${extname(file)}`);
    writeFileSync(path, changed);
    return traced(path, { as });
  };

  const here = CASES.filter(({ file }) => python !== undefined || !file.endsWith('.py'));

  it.each(mpi.share(here))('$what in $file', async (one) => {
    const before = traced(one.file, { as: `${one.file.replace('.c', '')}-debug` });
    const again = changedTrace(one);
    for (const latency of LATENCIES) {
      const { rows } = await answer('what-if', before, ...one.flags, '-L', latency);
      const { lambda, runtime_ns: predicted }: Row = rows.at(-1);
      const { b } = await answer('diff', before, again, '--computation-of', 'A', '-L', latency);
      expect((await answer('tolerance', again, '-L', latency)).lambda.L).toBe(lambda.L);
      expect(Math.abs(predicted / b.runtime_ns - 1)).toBeLessThan(BOUNDS.changed);
    }
  });
});
