/**
 * Call sites of programs that run here: lines of those with debug information, functions of those without, places of
 * stripped ones; C, Fortran and a shared library, under the MPIs of this machine.
 */
import { readdirSync, readFileSync, renameSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { resolveFrames } from '../../src/cli/pipeline/call-site-lookup.js';
import { nameTraces } from '../../src/questions/trace/run.js';
import { runCli } from '../cli/run.js';
import { readBinary, textOfBinary } from './decode.js';
import { type BuildOptions, binaryFile, findPython, RANKS, textFile } from './mpi.js';
import { underEachMpi } from './under-each-mpi.js';

interface Site {
  readonly call: string;
  readonly function: string | null;
  readonly file: string | null;
  readonly line: number | null;
  readonly object: string;
  readonly offset: number;
}

interface Told {
  readonly lambda: number;
  readonly groups: readonly { readonly name: string; readonly lambda: number; readonly site: Site }[];
  readonly warnings: readonly string[];
}

/** Lines of a program in which a text stands, from 1. */
function linesWith(file: string, text: string): number[] {
  const source = readFileSync(fileURLToPath(new URL(`programs/${file}`, import.meta.url)), 'utf8');
  return source.split('\n').flatMap((line, i) => (line.includes(text) ? [i + 1] : []));
}

/** λ_L by call site at a latency so high that the path takes every message it can, from the traces of one form. */
async function sitesOf(folder: string, form: 'bin' | 'txt' = 'bin'): Promise<Told> {
  const first = join(folder, `llamp-trace-rank-0.${form}`);
  const { code, stdout, stderr } = await runCli([
    'sensitivity',
    first,
    '-L',
    '10s',
    '--by',
    'site',
    '--json',
  ]);
  expect([code, stderr]).toEqual([0, '']);
  const { result, warnings } = JSON.parse(stdout);
  const groups: { name: string; lambda: { L: number }; site: Site }[] = result.breakdown.groups;
  expect(groups.reduce((sum, { lambda }) => sum + lambda.L, 0)).toBe(result.lambda.L);
  const told: { code: string; message: string }[] = warnings;
  return {
    lambda: result.lambda.L,
    groups: groups.map((one) => ({ ...one, lambda: one.lambda.L })),
    warnings: told.filter((one) => one.code === 'site-names').map(({ message }) => message),
  };
}

interface Node {
  readonly name: string;
  readonly inclusive: { readonly lambda: { readonly L: number } };
  readonly exclusive: { readonly lambda: { readonly L: number } };
  readonly children: readonly Node[];
}

/** λ_L by function, at the latency of {@link sitesOf}. */
async function treeOf(folder: string): Promise<readonly Node[]> {
  const first = join(folder, 'llamp-trace-rank-0.bin');
  const { stdout } = await runCli(['sensitivity', first, '-L', '10s', '--by', 'function', '--json']);
  const tree: readonly Node[] = JSON.parse(stdout).result.breakdown.tree;
  return tree;
}

const byCall = ({ groups }: Told, what: (site: Site) => unknown): Record<string, unknown> =>
  Object.fromEntries(groups.map(({ site }) => [site.call, what(site)]));

underEachMpi('call sites', (mpi) => {
  const traced = (file: string, build: BuildOptions, depth = 1): string => {
    const made = mpi.bench.run(file, { build, env: { LLAMP_DEPTH: String(depth) } });
    expect([made.code, made.stderr]).toEqual([0, '']);
    return made.folder;
  };
  const [dot] = linesWith('solver.c', 'MPI_Allreduce(');
  const [sendrecv] = linesWith('solver.c', 'MPI_Sendrecv(');
  const [isend] = linesWith('solver.c', 'MPI_Isend(');

  it('with debug information are its lines, in either form, and one on all ranks', async () => {
    const folder = traced('solver.c', { as: 'debug', flags: ['-g'] });
    const told = await sitesOf(folder);
    expect(byCall(told, ({ line, function: own }) => [line, own])).toEqual({
      MPI_Allreduce: [dot, 'dot'],
      MPI_Sendrecv: [sendrecv, 'halo'],
      MPI_Isend: [isend, 'halo'],
    });
    expect(told.groups[0].site.file).toMatch(/\/solver\.c$/);
    expect(told.warnings).toEqual([]);
    expect((await sitesOf(folder, 'txt')).groups).toEqual(told.groups);
    // 6 allreduces of 2 rounds, and 5 rounds of two halos.
    expect(told.groups.map(({ lambda }) => lambda)).toEqual([12, 5, 5]);
  });

  it('with debug information and two frames tell their callers apart', async () => {
    const told = await sitesOf(traced('solver.c', { as: 'debug', flags: ['-g'] }, 2));
    const calls = linesWith('solver.c', ' = dot(');
    const names = told.groups.filter(({ site }) => site.function === 'dot').map((one) => one.name);
    expect(names.sort()).toEqual(
      calls.map((line) => `solver.c:${dot} MPI_Allreduce via solver.c:${line}`).sort(),
    );
  });

  it('down to main make its call tree, without what starts it', async () => {
    const [main] = await treeOf(traced('solver.c', { as: 'debug', flags: ['-g'] }, 16));
    const told = ({ name: own, inclusive, exclusive }: Node): unknown[] => [
      ...[own, inclusive.lambda.L, exclusive.lambda.L],
    ];
    expect([main, ...main.children].map(told)).toEqual([
      ['main', 22, 0],
      ['dot', 12, 12],
      ['halo', 10, 10],
    ]);
  });

  it('without it are functions, as the symbols tell too where there is no addr2line', async () => {
    const told = await sitesOf(traced('solver.c', { as: 'plain' }));
    expect(byCall(told, (site) => [site.function, site.line])).toEqual({
      MPI_Allreduce: ['dot', null],
      MPI_Sendrecv: ['halo', null],
      MPI_Isend: ['halo', null],
    });
    expect(told.groups[0].name).toMatch(/^plain\+0x[0-9a-f]+ MPI_/);
    const frames = told.groups.map(({ site }) => site);
    const [{ places }] = await resolveFrames(frames, { tool: 'no-such-tool' });
    expect(frames.map(({ offset }) => places.get(offset)?.[0].function)).toEqual(
      frames.map((site) => site.function),
    );
  });

  it('of a stripped program are places in it', async () => {
    const told = await sitesOf(traced('solver.c', { as: 'stripped', flags: ['-s'] }));
    expect(told.groups).toHaveLength(3);
    for (const { name: group, site } of told.groups) {
      expect([site.function, site.file]).toEqual([null, null]);
      expect(group).toBe(`stripped+0x${site.offset.toString(16)} ${site.call}`);
    }
    expect(told.warnings).toEqual([]);
  });

  it('in a shared library are its lines', async () => {
    const flags = ['-g', '-shared', '-fPIC', '-Dmain=solve'];
    const made = mpi.bench.build('solver.c', { as: 'libsolve.so', flags });
    const folder = traced('calls_library.c', { flags: [made, `-Wl,-rpath,${mpi.bench.folder}`] });
    const told = await sitesOf(folder);
    expect(byCall(told, ({ line, object }) => [line, object])).toEqual({
      MPI_Allreduce: [dot, made],
      MPI_Sendrecv: [sendrecv, made],
      MPI_Isend: [isend, made],
    });
  });

  it.runIf(mpi.hasFortran)('in Fortran are its lines', async () => {
    const told = await sitesOf(traced('stencil.f90', { as: 'fortran', flags: ['-g'] }));
    expect(told.groups.length).toBeGreaterThan(0);
    for (const { site } of told.groups) {
      expect(site.file).toMatch(/\/stencil\.f90$/);
      const call = site.call.replace('MPI_', '');
      expect(linesWith('stencil.f90', call).concat(linesWith('stencil.f90', call.toLowerCase()))).toContain(
        site.line,
      );
    }
  });

  it.runIf(mpi.hasFortran)(
    'in Fortran 2008 are its lines, not those of the library that calls MPI for it',
    async () => {
      for (const depth of [1, 3]) {
        const told = await sitesOf(traced('halo08.f90', { as: 'halo08', flags: ['-g'] }, depth));
        const line = byCall(told, (site) => [site.file?.split('/').at(-1), site.line]);
        expect(line).toEqual({
          MPI_Isend: ['halo08.f90', ...linesWith('halo08.f90', 'MPI_Isend')],
          MPI_Allreduce: ['halo08.f90', ...linesWith('halo08.f90', 'MPI_Allreduce')],
        });
      }
    },
  );

  it.runIf(mpi.hasFortran)('in Fortran make a call tree from its program on', async () => {
    const tree = await treeOf(traced('stencil.f90', { as: 'unoptimised', flags: ['-O0'] }, 16));
    expect(tree.map(({ name: own }) => own)).toEqual(['MAIN__']);
  });

  const python = findPython(mpi.name);
  describe.skipIf(python === undefined)('in Python', () => {
    const [dotLine] = linesWith('grid.py', 'world.Allreduce(');
    const halos = linesWith('grid.py', 'world.Sendrecv(');
    const run = (env: Readonly<Record<string, string>>, traced = true) =>
      mpi.bench.run('grid.py', { interpreter: python ?? '', env, traced });

    it('are its lines and functions, and λ is as counted by hand', async () => {
      const made = run({});
      expect(made.code).toBe(0);
      expect(made.stdout).toBe(run({}, false).stdout);
      const told = await sitesOf(made.folder);
      // 6 allreduces of 2 rounds; 5 rounds of two exchanges, one behind the other.
      expect(told.groups.map(({ name: own, lambda, site }) => [own, site.function, lambda])).toEqual([
        [`grid.py:${dotLine} MPI_Allreduce`, 'dot', 12],
        [`grid.py:${halos[0]} MPI_Sendrecv`, 'Grid.halo', 5],
        [`grid.py:${halos[1]} MPI_Sendrecv`, 'Grid.halo', 5],
      ]);
      expect(told.groups[0].site).toMatchObject({ object: null, offset: null });
      expect(told.groups[0].site.file).toMatch(/\/programs\/grid\.py$/);
      expect(told.warnings).toEqual([]);
      expect((await sitesOf(made.folder, 'txt')).groups).toEqual(told.groups);
      for (let rank = 0; rank < RANKS; rank++)
        expect(textOfBinary(readBinary(binaryFile(made.folder, rank)))).toBe(textFile(made.folder, rank));
    });

    it('have callers as deep as the tracer is told, up to the module', async () => {
      const made = run({ LLAMP_DEPTH: '16' });
      const [module] = await treeOf(made.folder);
      const told = ({ name: own, inclusive, exclusive }: Node): unknown[] => [
        ...[own, inclusive.lambda.L, exclusive.lambda.L],
      ];
      expect([module, ...module.children].map(told)).toEqual([
        ['<module>', 22, 0],
        ['dot', 12, 12],
        ['Grid.halo', 10, 10],
      ]);
      const calls = linesWith('grid.py', 'dot(grid)').slice(1);
      const { groups } = await sitesOf(made.folder);
      expect(
        groups
          .filter(({ site }) => site.function === 'dot')
          .map((one) => one.name)
          .sort(),
      ).toEqual(calls.map((line) => `grid.py:${dotLine} MPI_Allreduce via grid.py:${line}`).sort());
    });

    it('keep them in threads of the program, whose turns the tracer waits for', async () => {
      const made = mpi.bench.run('threads.py', { interpreter: python ?? '' });
      expect(made.code).toBe(0);
      const [line] = linesWith('threads.py', 'comm.Barrier()');
      const places = textFile(made.folder, 0).match(/^#place: .*$/gm) ?? [];
      expect(places.filter((one) => one.includes(`,${line},`) && one.endsWith(',work'))).toHaveLength(1);
    });
  });

  it('keep the names that they had after the run, when the program is gone or another', async () => {
    const folder = traced('solver.c', { as: 'moved', flags: ['-g'] });
    const names = readdirSync(folder);
    expect(names.filter((one) => one.endsWith('.bin'))).toHaveLength(RANKS);
    expect(await nameTraces(folder, names)).toEqual([]);
    const named = await sitesOf(folder);
    const program = join(mpi.bench.folder, 'moved');
    renameSync(program, `${program}-away`);
    expect(await sitesOf(folder)).toEqual(named);
    rmSync(join(folder, 'llamp-trace-sites.json'));
    const gone = await sitesOf(folder);
    expect(gone.warnings).toEqual(['moved cannot be read here, so its call sites have no names']);
    expect(gone.groups.every(({ site }) => site.function === null)).toBe(true);
    renameSync(`${program}-away`, program);
    const later = Date.now() / 1000 + 3600;
    utimesSync(program, later, later);
    const newer = await sitesOf(folder);
    expect(newer.warnings).toEqual(['moved is newer than the traces, so its source lines may differ']);
    expect(newer.groups).toEqual(named.groups);
  });
});
