/** The MPIs of this machine, the tracer built for them, and programs that run under it. */
import { execFileSync, type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Bounds on one compilation and on one run, in ms. */
const COMPILING = 120_000;
const RUNNING = 60_000;
const STRICT = ['-O2', '-Wall', '-Wextra', '-Werror', '-std=gnu99'];

/**
 * What injection refuses where other work takes the cores: a message by itself takes longer than the milliseconds that are
 * asked, or too long to compare clocks by.
 */
export const TOO_BUSY =
  /LLAMP_L=\d{6,} is below the \d+ ns of a message here|more than a tenth of L \(\d{6,} ns\)/;
/** How long is waited for a calm moment, ms. */
const PATIENCE = 60_000;

/** What a run gives in a moment when the machine is not too busy for it. */
export function calmly<Ran extends { readonly stderr: string }>(run: () => Ran): Ran {
  const end = performance.now() + PATIENCE;
  let ran = run();
  while (TOO_BUSY.test(ran.stderr) && performance.now() < end) ran = run();
  return ran;
}

export const RANKS = 4;
const TRACER = fileURLToPath(new URL('../../tracer/', import.meta.url));
const PROGRAMS = fileURLToPath(new URL('programs/', import.meta.url));

/** How an MPI is called. */
interface Library {
  readonly name: 'Open MPI' | 'MPICH';
  readonly cc: string;
  readonly fc: string;
  readonly run: string;
  /** What `run --version` says. */
  readonly says: RegExp;
}

const has = (command: string): boolean =>
  spawnSync(command, ['--version'], { timeout: COMPILING }).status === 0;

/** Debian's names first: there, both may be installed, and one of them is `mpicc`. */
const KNOWN: readonly Library[] = [
  {
    name: 'Open MPI',
    cc: 'mpicc.openmpi',
    fc: 'mpif90.openmpi',
    run: 'mpirun.openmpi',
    says: /Open MPI|OpenRTE/,
  },
  { name: 'Open MPI', cc: 'mpicc', fc: 'mpif90', run: 'mpirun', says: /Open MPI|OpenRTE/ },
  { name: 'MPICH', cc: 'mpicc.mpich', fc: 'mpif90.mpich', run: 'mpiexec.mpich', says: /HYDRA/i },
  { name: 'MPICH', cc: 'mpicc', fc: 'mpif90', run: 'mpiexec', says: /HYDRA/i },
];

/** The library of that name, or undefined with a line that says so. */
export function findMpi(name: 'Open MPI' | 'MPICH'): Library | undefined {
  const found = KNOWN.find((one) => {
    if (one.name !== name || !has(one.cc)) return false;
    const { status, stdout } = spawnSync(one.run, ['--version'], { encoding: 'utf8', timeout: COMPILING });
    return status === 0 && one.says.test(stdout);
  });
  if (found === undefined) console.log(`no ${name} here: the tracer is not tested with it`);
  return found;
}

/** Whether the library's Fortran compiler is there; a line says so where it is not. */
export function hasFortran({ name, fc }: Library): boolean {
  if (has(fc)) return true;
  console.log(`no Fortran for ${name} here: the tracer is not tested with it`);
  return false;
}

/** Where a tracer of these very sources is kept, once it was compiled: that takes longer than most tests. */
function keptTracer({ cc }: Library, folder: string): string {
  const hash = createHash('sha256').update([cc, ...STRICT].join(' '));
  const files = readdirSync(folder, { withFileTypes: true }).filter((one) => one.isFile());
  for (const { name } of files.sort((a, b) => (a.name < b.name ? -1 : 1)))
    hash.update(name).update(readFileSync(join(folder, name)));
  return join(tmpdir(), `llamp-tracer-${hash.digest('hex').slice(0, 16)}.so`);
}

/** A Python whose mpi4py uses this library; undefined, with a line that says so, where there is none. */
export function findPython(name: Library['name']): string | undefined {
  const script =
    'import mpi4py; mpi4py.rc.initialize = False; from mpi4py import MPI; print(MPI.get_vendor()[0])';
  const found = ['python3', '/usr/bin/python3'].find((python) => {
    const { stdout } = spawnSync(python, ['-c', script], { encoding: 'utf8', timeout: COMPILING });
    return stdout?.trim() === name;
  });
  if (found === undefined)
    console.log(`no mpi4py for ${name} here: programs in Python are not traced with it`);
  return found;
}

type Variables = Readonly<Record<string, string>>;

/** How a program is compiled. */
export interface BuildOptions {
  /** Beside those that all programs have. */
  readonly flags?: readonly string[];
  /** Name of what is made; by default that of its source. */
  readonly as?: string;
}

export interface RunOptions {
  readonly build?: BuildOptions;
  readonly env?: Variables;
  /** Of the last rank alone. */
  readonly last?: Variables;
  readonly ranks?: number;
  readonly args?: readonly string[];
  /** What interprets the program, which is then not compiled. */
  readonly interpreter?: string;
  /** Default true: the tracer is loaded, and LLAMP_TRACE names a new folder. */
  readonly traced?: boolean;
  /** Libraries that are loaded behind the tracer. */
  readonly preload?: readonly string[];
  /** In ms. */
  readonly timeout?: number;
}

export interface RunResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Where the trace is. */
  readonly folder: string;
}

/** The tracer and programs for one library, in a folder of their own. */
export class Bench {
  readonly library: Library;
  readonly folder = mkdtempSync(join(tmpdir(), 'llamp-tracer-'));
  /** The library. */
  readonly tracer = join(this.folder, 'libllamp-trace.so');
  readonly #built = new Set<string>();
  #runs = 0;

  /** `tracer`: the folder of its sources. */
  constructor(library: Library, tracer = TRACER) {
    this.library = library;
    const sources = readdirSync(tracer).filter((file) => file.endsWith('.c'));
    if (sources.length === 0) throw new Error(`no sources in ${tracer}`);
    const kept = keptTracer(library, tracer);
    if (!existsSync(kept)) {
      const files = sources.map((file) => join(tracer, file));
      this.#compile(library.cc, [...STRICT, '-fPIC', '-shared', '-o', this.tracer, ...files]);
      copyFileSync(this.tracer, `${kept}.${process.pid}`);
      renameSync(`${kept}.${process.pid}`, kept);
    } else copyFileSync(kept, this.tracer);
  }

  /** The launcher with its words. */
  launcher(ranks: number): string {
    return [this.library.run, ...this.words(ranks, {})].join(' ');
  }

  remove(): void {
    // Where a rank ended before MPI_Init, MPICH's other ranks may outlive their launcher, and compute for ever.
    spawnSync('pkill', ['-9', '-f', this.folder]);
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Compiles a program of programs/, or any other C file. */
  build(
    file: string,
    { flags: own = [], as = basename(file).replace(/\.\w+$/, '') }: BuildOptions = {},
  ): string {
    const program = join(this.folder, as);
    if (this.#built.has(program)) return program;
    const source = file.includes('/') ? file : join(PROGRAMS, file);
    const c = file.endsWith('.c');
    const flags = c ? ['-I', TRACER, '-pthread'] : ['-J', this.folder];
    const regions = c || !file.startsWith('named') ? [] : [this.#regions()];
    this.#compile(c ? this.library.cc : this.library.fc, [
      '-O1',
      '-w',
      ...flags,
      '-o',
      program,
      source,
      ...regions,
      ...own,
    ]);
    this.#built.add(program);
    return program;
  }

  /** Runs a program under the tracer. */
  run(file: string, options: RunOptions = {}): RunResult {
    const { env = {}, ranks = RANKS, args = [], traced = true, build = {}, timeout = RUNNING } = options;
    const libraries = [this.tracer, ...(options.preload ?? [])].join(':');
    const { interpreter } = options;
    const program =
      interpreter === undefined ? [this.build(file, build)] : [interpreter, resolve(PROGRAMS, file)];
    const folder = join(this.folder, `trace-${this.#runs++}`);
    const own = traced ? { LLAMP_TRACE: folder, LLAMP_FORMAT: 'both', ...env } : env;
    const preload = traced ? { LD_PRELOAD: libraries } : {};
    const words = this.started([...program, ...args], ranks, { ...own, ...preload }, options.last);
    const ran = calmly(() => this.#launch(words, timeout));
    return { code: ran.status, stdout: ran.stdout, stderr: ran.stderr, folder };
  }

  #launch(words: readonly string[], timeout: number): SpawnSyncReturns<string> {
    return spawnSync(this.library.run, words, {
      encoding: 'utf8',
      timeout,
      env: { ...process.env, UCX_TLS: 'posix,sysv,cma,self', OMPI_ALLOW_RUN_AS_ROOT: '1' },
    });
  }

  /** llamp.h for Fortran, as its README says. */
  #regions(): string {
    const object = join(this.folder, 'llamp-fortran.o');
    const words = [
      '-Wall',
      '-Wextra',
      '-x',
      'c',
      '-DLLAMP_FORTRAN',
      '-c',
      join(TRACER, 'llamp.h'),
      '-o',
      object,
    ];
    this.#compile(this.library.cc, words);
    return object;
  }

  /** What a launcher is told for so many ranks with these variables. */
  words(ranks: number, env: Variables): string[] {
    const all =
      this.library.name === 'MPICH'
        ? ['-bind-to', 'none']
        : [
            ...['--allow-run-as-root', '--oversubscribe', '--bind-to', 'none'],
            ...['--mca', 'btl', 'vader,self', '--mca', 'mpi_yield_when_idle', '1'],
          ];
    return [...all, ...this.#part(ranks, env)];
  }

  /** The same and the program; `last`: of the last rank alone. */
  started(program: readonly string[], ranks: number, env: Variables, last?: Variables): string[] {
    if (last === undefined) return [...this.words(ranks, env), ...program];
    const others = [...this.words(ranks - 1, env), ...program];
    return [...others, ':', ...this.#part(1, { ...env, ...last }), ...program];
  }

  #part(ranks: number, env: Variables): string[] {
    const pairs = Object.entries(env);
    return this.library.name === 'MPICH'
      ? ['-n', `${ranks}`, ...pairs.flatMap(([name, value]) => ['-env', name, value])]
      : ['-np', `${ranks}`, ...pairs.flatMap(([name, value]) => ['-x', `${name}=${value}`])];
  }

  #compile(compiler: string, words: readonly string[]): void {
    execFileSync(compiler, words, { timeout: COMPILING, stdio: ['ignore', 'inherit', 'inherit'] });
  }
}

/** A rank's trace, also of a run that did not come to its end. */
function traceFile(folder: string, rank: number, ending: string): string {
  const whole = join(folder, `llamp-trace-rank-${rank}.${ending}`);
  return existsSync(whole) ? whole : `${whole}.part`;
}

/** The text of a rank's trace. */
export const textFile = (folder: string, rank: number): string =>
  readFileSync(traceFile(folder, rank, 'txt'), 'utf8');

export const binaryFile = (folder: string, rank: number): Uint8Array =>
  readFileSync(traceFile(folder, rank, 'bin'));

/** Calls of all ranks by name, MPI_Init and MPI_Finalize aside. */
export function callsOf(folder: string, ranks = RANKS): Record<string, number> {
  const counts: Record<string, number> = {};
  for (let rank = 0; rank < ranks; rank++) {
    for (const [, name] of textFile(folder, rank).matchAll(/^MPI_(\w+):/gm)) {
      if (name !== 'Init' && name !== 'Finalize') counts[name] = (counts[name] ?? 0) + 1;
    }
  }
  return counts;
}

const librarySays = (folder: string, version: RegExp): boolean =>
  version.test(headerOf(folder, 0, 'mpi') ?? '');

/** Whether the library of a trace is of MPI 4. */
export const hasMpi4 = (folder: string): boolean =>
  librarySays(folder, /^(MPICH Version:\s*[4-9]|Open MPI v[6-9])/);

/** Whether it has all calls of MPI 4, but perhaps without large counts. */
export const hasCallsOfMpi4 = (folder: string): boolean =>
  hasMpi4(folder) || librarySays(folder, /^Open MPI v5/);

/** Whether it has persistent collectives: those of MPI 4, or the extension of Open MPI 4. */
export const hasPersistentCollectives = (folder: string): boolean =>
  hasCallsOfMpi4(folder) || librarySays(folder, /^Open MPI v4/);

/** Comment lines `#name: …` of a rank, without the name. */
export const notesOf = (folder: string, rank: number, name: string): string[] =>
  [...textFile(folder, rank).matchAll(new RegExp(`^#${name}: (.*)$`, 'gm'))].map(([, rest]) => rest);

/** A value of the header. */
export const headerOf = (folder: string, rank: number, name: string): string | undefined =>
  new RegExp(`^# ${name}: (.*)$`, 'm').exec(textFile(folder, rank))?.[1];
