/**
 * Real applications that others wrote, as Debian has them: traced and not they compute the same, their traces are read, and
 * they run to their end with an injected latency. docs/applications.md has what was measured of them.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runCli } from '../cli/run.js';
import { sharedPath } from '../shared.js';
import { Bench, findMpi } from './mpi.js';

interface Application {
  readonly name: string;
  readonly package: string;
  /** A command that is there where the package is. */
  readonly has: readonly string[];
  readonly ranks: number;
  /** Puts inputs into the folder and returns the words of the program; undefined: an input is not here. */
  readonly prepare: (folder: string) => readonly string[] | undefined;
  /** What a run computed, of what it printed and left in the folder. */
  readonly computed: (stdout: string, folder: string) => string;
}

const lines = (text: string, which: RegExp): string =>
  text
    .split('\n')
    .filter((line) => which.test(line))
    .join('\n');

const within = (folder: string, ...words: readonly string[]): readonly string[] => [
  ...['sh', '-c', 'cd "$0" && exec "$@"', folder],
  ...words,
];

/** Lennard-Jones atoms that melt. */
const MELT = `units lj
atom_style atomic
lattice fcc 0.8442
region box block 0 6 0 6 0 6
create_box 1 box
create_atoms 1 box
mass 1 1.0
velocity all create 3.0 87287
pair_style lj/cut 2.5
pair_coeff 1 1 1.0 1.0 2.5
neighbor 0.3 bin
neigh_modify every 20 delay 0 check no
fix 1 all nve
thermo 10
run 30
`;

const silicon = (folder: string): string => `&control
 calculation='scf', prefix='si', pseudo_dir='/usr/share/espresso/pseudo/', outdir='${folder}/out'
/
&system
 ibrav=2, celldm(1)=10.2, nat=2, ntyp=1, ecutwfc=8.0
/
&electrons
 conv_thr=1.0d-4
/
ATOMIC_SPECIES
 Si 28.086 Si.pz-vbc.UPF
ATOMIC_POSITIONS alat
 Si 0.00 0.00 0.00
 Si 0.25 0.25 0.25
K_POINTS automatic
 1 1 1 1 1 1
`;

const JACOBI = `from mpi4py import MPI
c = MPI.COMM_WORLD; r = c.rank; p = c.size
row = [float(r == 0)] * 64
up, down = (r - 1) % p, (r + 1) % p
for k in range(20):
    requests = [c.isend(row[0], up, 1), c.isend(row[-1], down, 2)]
    below, above = c.recv(source=down, tag=1), c.recv(source=up, tag=2)
    MPI.Request.Waitall(requests)
    row = [(a + b) / 2 for a, b in zip([above] + row[:-1], row[1:] + [below])]
    total = c.allreduce(sum(row))
if r == 0: print('sum %.12f' % total)
`;

const CAVITY = '/usr/share/doc/openfoam-examples/examples/incompressible/icoFoam/cavity/cavity';
const HALVES = `FoamFile { version 2.0; format ascii; class dictionary; object decomposeParDict; }
numberOfSubdomains 2;
method simple;
simpleCoeffs { n (2 1 1); delta 0.001; }
`;

function cavity(folder: string): readonly string[] | undefined {
  if (!existsSync(CAVITY)) return undefined;
  const place = join(folder, 'cavity');
  cpSync(CAVITY, place, { recursive: true });
  spawnSync('gunzip', ['-rf', place]);
  const control = join(place, 'system/controlDict');
  writeFileSync(control, readFileSync(control, 'utf8').replace(/endTime +0\.5;/, 'endTime 0.05;'));
  writeFileSync(join(place, 'system/decomposeParDict'), HALVES);
  for (const step of ['blockMesh', 'decomposePar'])
    expect(spawnSync(step, ['-case', place], { stdio: 'ignore' }).status).toBe(0);
  return ['icoFoam', '-parallel', '-case', place];
}

const HPCC_INPUT = '/usr/share/doc/hpcc/examples/_hpccinf.txt';

function hpcc(folder: string): readonly string[] | undefined {
  if (!existsSync(HPCC_INPUT)) return undefined;
  const input = readFileSync(HPCC_INPUT, 'utf8')
    .replace(/^1000( +Ns)/m, '64$1')
    .replace(/^80( +NBs)/m, '16$1')
    .replace(/^2( +Ps)/m, '1$1');
  writeFileSync(join(folder, 'hpccinf.txt'), input);
  return within(folder, 'hpcc');
}

const APPLICATIONS: readonly Application[] = [
  {
    name: 'LAMMPS',
    package: 'lammps',
    has: ['lmp', '-help'],
    ranks: 2,
    prepare: (folder) => {
      writeFileSync(join(folder, 'in.melt'), MELT);
      return ['lmp', '-in', join(folder, 'in.melt'), '-log', 'none'];
    },
    computed: (stdout) => lines(stdout, /^ +\d+ +-?\d+\.\d+ +-?\d/),
  },
  {
    name: 'Quantum ESPRESSO',
    package: 'quantum-espresso',
    has: ['which', 'pw.x'],
    ranks: 2,
    prepare: (folder) => {
      writeFileSync(join(folder, 'si.in'), silicon(folder));
      return ['pw.x', '-in', join(folder, 'si.in')];
    },
    computed: (stdout) => lines(stdout, /^!? +total energy +=/),
  },
  {
    name: 'mpi4py',
    package: 'python3-mpi4py',
    has: ['/usr/bin/python3', '-c', 'import mpi4py'],
    ranks: 4,
    prepare: (folder) => {
      writeFileSync(join(folder, 'jacobi.py'), JACOBI);
      return ['/usr/bin/python3', join(folder, 'jacobi.py')];
    },
    computed: (stdout) => lines(stdout, /^sum/),
  },
  {
    name: 'OpenFOAM',
    package: 'openfoam, openfoam-examples',
    has: ['which', 'icoFoam'],
    ranks: 2,
    prepare: cavity,
    computed: (stdout) => lines(stdout, /Solving for|continuity errors/),
  },
  {
    name: 'HPC Challenge',
    package: 'hpcc',
    has: ['which', 'hpcc'],
    ranks: 2,
    prepare: hpcc,
    // Each run adds to the file.
    computed: (_, folder) => {
      const [last] = readFileSync(join(folder, 'hpccoutf.txt'), 'utf8').split('Begin of Summary').slice(-1);
      return lines(last, /^(Success|HPL_N|PTRANS_residual)=/);
    },
  },
  {
    name: 'GROMACS',
    package: 'gromacs',
    has: ['which', 'gmx_mpi'],
    ranks: 2,
    prepare: (folder) => {
      const input = sharedPath('data/apps/t.tpr');
      if (input === undefined) return undefined;
      return [
        ...['gmx_mpi', 'mdrun', '-s', input, '-ntomp', '1', '-nb', 'cpu', '-nsteps', '40'],
        ...['-deffnm', join(folder, 'water'), '-nobackup'],
      ];
    },
    // Balanced by time, so sums are of other terms each run.
    computed: (_, folder) =>
      lines(readFileSync(join(folder, 'water.log'), 'utf8'), /^Finished mdrun|Statistics over/).replace(
        / on rank.*/,
        '',
      ),
  },
];

/** As root is allowed to launch; one thread a rank; where OpenFOAM finds its own. */
const ENVIRONMENT = {
  OMPI_ALLOW_RUN_AS_ROOT: '1',
  OMPI_ALLOW_RUN_AS_ROOT_CONFIRM: '1',
  OMP_NUM_THREADS: '1',
  WM_PROJECT_DIR: '/usr/share/openfoam',
};

const openMpi = findMpi('Open MPI');
const bench = openMpi === undefined ? undefined : new Bench(openMpi);
beforeAll(() => {
  for (const [name, value] of Object.entries(ENVIRONMENT)) vi.stubEnv(name, value);
});
afterAll(() => {
  vi.unstubAllEnvs();
  bench?.remove();
});

/** The answer of a command in JSON. */
async function query(...words: readonly string[]) {
  const { code, stdout, stderr } = await runCli([...words]);
  expect([code, stderr]).toEqual([0, expect.any(String)]);
  return JSON.parse(stdout);
}

describe.skipIf(bench === undefined)('applications of Debian', () => {
  it.for(APPLICATIONS)('$name', async (one, test) => {
    if (bench === undefined) return;
    if (spawnSync(one.has[0], one.has.slice(1), { stdio: 'ignore' }).status !== 0) {
      console.log(`no ${one.name} here (${one.package}): it is not traced`);
      return test.skip();
    }
    const folder = join(bench.folder, one.package.replaceAll(/\W+/g, '-'));
    mkdirSync(folder);
    const program = one.prepare(folder);
    if (program === undefined) {
      console.log(`no input of ${one.name} here: it is not traced`);
      return test.skip();
    }
    const words = [...bench.launcher(one.ranks).split(' '), ...program];
    const plain = spawnSync(words[0], words.slice(1), { encoding: 'utf8' });
    expect(plain.status).toBe(0);
    const computed = one.computed(plain.stdout, folder);
    expect(computed).not.toBe('');

    const trace = join(folder, 'trace');
    const recording = ['-x', `LLAMP_TRACE=${trace}`, '-x', `LD_PRELOAD=${bench.tracer}`];
    const traced = spawnSync(words[0], [...recording, ...words.slice(1)], { encoding: 'utf8' });
    expect(traced.status).toBe(0);
    expect(one.computed(traced.stdout, folder)).toBe(computed);

    const { warnings } = await query('check', '--json', trace);
    expect(warnings.map(({ code }: { code: string }) => code)).not.toContain('requests-open');
    const { result } = await query('tolerance', '--json', trace, '-L', '1us');
    expect(result.lambda.L).toBeGreaterThan(0);

    const injected = await query(
      'inject',
      'run',
      '-L',
      '100us',
      '--tracer',
      bench.tracer,
      '--json',
      '--',
      ...words,
    );
    const [run] = injected.result.runs;
    // No message is faster than its latency.
    expect(run.runtime_ns).toBeGreaterThan(100_000);
  });
});
