/**
 * Changes that what-if makes of a trace, and the same changes made in the source of the program: traced again, it has the λ
 * that was predicted. At these latencies the critical path takes every message that it can, so that no computation decides.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { runCli } from '../cli/run.js';
import type { BuildOptions } from './mpi.js';
import { underEachMpi } from './under-each-mpi.js';

const PROGRAMS = fileURLToPath(new URL('programs/', import.meta.url));
const LATENCIES = ['1ms', '10s'];

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
  readonly change: string;
  readonly lambda: { readonly L: number };
}

underEachMpi('what if', (mpi) => {
  const traced = (file: string, build: BuildOptions): string => {
    const flags = ['-g', '-I', PROGRAMS, ...(build.flags ?? [])];
    const { code, stderr, folder } = mpi.bench.run(file, {
      build: { ...build, flags },
      env: { LLAMP_DEPTH: '4' },
    });
    expect([code, stderr]).toEqual([0, '']);
    return join(folder, 'llamp-trace-rank-0.bin');
  };

  const changedTrace = ({ what, file, after }: Case): string => {
    const as = what.replaceAll(' ', '-');
    if (typeof after !== 'function') return traced(file, { as, flags: after });
    const source = sourceOf(file);
    const changed = after(source);
    expect(changed).not.toBe(source);
    const path = join(mpi.bench.folder, `${as}.c`);
    writeFileSync(path, changed);
    return traced(path, { as });
  };

  it.each(mpi.share(CASES))('$what in $file', async (one) => {
    const before = traced(one.file, { as: `${one.file.replace('.c', '')}-debug` });
    const again = changedTrace(one);
    for (const latency of LATENCIES) {
      const asked = await runCli(['what-if', before, ...one.flags, '-L', latency, '--json', '--quiet']);
      expect([asked.code, asked.stderr]).toEqual([0, '']);
      const rows: Row[] = JSON.parse(asked.stdout).result.rows;
      const told = await runCli(['tolerance', again, '-L', latency, '--json', '--quiet']);
      expect(rows.at(-1)?.lambda.L).toBe(JSON.parse(told.stdout).result.lambda.L);
    }
  });
});
