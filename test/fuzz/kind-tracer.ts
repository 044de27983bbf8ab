/** The tracer's environment: values right and wrong, before a program whose calls, words and exit code are known. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { CALC } from '../../src/schedule/schedule.js';
import { readProgram } from '../../src/sources/formats.js';
import { Bench, findMpi, TOO_BUSY } from '../tracer/mpi.js';
import { decode, encode, Finding, type FuzzInput, fileOf, type Kind, numberOf } from './input.js';
import type { Random } from './random.js';

const FILE = 'environment.json';
const PROGRAM = 'test/tracer/programs/spoken.c';
/** Names the input in the environment of all its processes. */
const MARK = 'FUZZED_BY';
const LIMIT_MS = 20_000;
const MOST_RANKS = 3;
const LONG = '9'.repeat(5_000);
/** Paths that the system takes, and that it does not. */
const DEEP = `@/${'d/'.repeat(1_900)}d`;
const TOO_DEEP = [`@/${'d/'.repeat(2_010)}d`, `@/${'d/'.repeat(2_500)}d`];
const NO_FILES = ['/proc/none', '@/file/x', '/dev/null/x', '@/pipe', `@/${'n'.repeat(300)}`, ...TOO_DEEP];
const NO_NUMBERS = ['-1', 'nan', 'inf', '1e999', 'many', '1ms', '1,5', ' ', '1 ', '\n', '-', '0x', LONG];
const NO_WORDS = ['-1', 'none', ' ', 'WALL', 'both\n', 'wall,cpu', 'library ', '%s%n', LONG];

/** Values of each variable; `@` at their beginning is a folder of the input's own. */
const VALUES: Readonly<Record<string, { right: readonly string[]; wrong: readonly string[] }>> = {
  LLAMP_TRACE: {
    right: ['@/new', 'here', './', '@/a/b/c/', '@/with space', '@/two\nlines', '@/old', DEEP],
    wrong: ['@/file', ...NO_FILES],
  },
  LLAMP_FORMAT: { right: ['binary', 'text', 'both', ''], wrong: NO_WORDS },
  LLAMP_CLOCK: { right: ['wall', 'cpu', ''], wrong: NO_WORDS },
  LLAMP_DEPTH: { right: ['0', '1', '4', '64', '1e1', ''], wrong: ['65', '1.5', '1e-9', ...NO_NUMBERS] },
  LLAMP_BUFFER: { right: ['0.001', '0.01', '64', '65536', ''], wrong: ['0', '65537', '9e-4', ...NO_NUMBERS] },
  LLAMP_L: { right: ['3e6', '5000000', ''], wrong: ['0', '1', '3.7e12', ...NO_NUMBERS] },
  LLAMP_ADD: { right: ['0', '2e5', '1e6', ''], wrong: ['3.7e12', ...NO_NUMBERS] },
  LLAMP_G: { right: ['0', '0.5', '1e3', ''], wrong: ['1e10', ...NO_NUMBERS] },
  LLAMP_O: { right: ['0', '1e5', ''], wrong: ['3.7e12', ...NO_NUMBERS] },
  LLAMP_S: { right: ['0', '8', '9e18', ''], wrong: ['1e19', ...NO_NUMBERS] },
  LLAMP_COLLECTIVES: {
    right: ['library', 'auto', 'bcast=chain:segment=8,reduce=linear@64..,mpich', 'barrier=tree', ''],
    wrong: [
      '@/file',
      'bcast',
      'bcast=',
      'bcast=ring',
      'bcast=chain@9..8',
      'auto,,',
      'Bcast=chain',
      ...NO_WORDS,
    ],
  },
  LLAMP_DILATE: { right: ['1', '1.5', '3', ''], wrong: ['0', '0.99', '1e7', ...NO_NUMBERS] },
  LLAMP_RELEASE: { right: ['constant', 'added', ''], wrong: NO_WORDS },
  LLAMP_NODE_RANKS: { right: ['1', '2', '1e6', ''], wrong: ['0', '1.5', '1e7', ...NO_NUMBERS] },
  LLAMP_RESULT: {
    right: ['@/result', 'result', '@/a result', '@/kept', ''],
    wrong: ['@/', '@/old', '@/none/x', ...NO_FILES],
  },
};
const NAMES = Object.keys(VALUES);
const OF_LATENCY = ['LLAMP_G', 'LLAMP_O', 'LLAMP_S', 'LLAMP_COLLECTIVES'];

type Environment = Readonly<Record<string, string>>;

function make(random: Random): FuzzInput {
  const env: Record<string, string> = {};
  for (const name of NAMES) if (random.chance(0.4)) env[name] = random.pick(VALUES[name].right);
  if (random.chance(0.8)) settle(env);
  if (random.chance(0.5)) {
    const name = random.pick(NAMES);
    env[name] = random.pick(VALUES[name].wrong);
  }
  const choices = {
    mpi: random.pick(['Open MPI', 'MPICH']),
    ranks: random.between(1, MOST_RANKS),
    code: random.pick([0, 7]),
    threads: random.chance(0.1) ? 'multiple' : 'single',
    // A variable that the last rank does not have.
    apart: random.chance(0.1) ? random.pick(NAMES) : '',
  };
  const files = new Map([[FILE, encode(JSON.stringify(env, null, 1))]]);
  return { files, choices, whole: troubles(env, choices).length === 0 };
}

/** Leaves out what contradicts the rest. */
function settle(env: Record<string, string>): void {
  if (env.LLAMP_L) delete env.LLAMP_ADD;
  if (!env.LLAMP_L && !env.LLAMP_ADD) for (const name of OF_LATENCY) delete env[name];
  if (env.LLAMP_DILATE) delete env.LLAMP_CLOCK;
}

/** The variables of which a refusal has to name one; none: the program runs. */
function troubles(env: Environment, { ranks, apart }: FuzzInput['choices']): string[] {
  if (ranks !== 1 && env[String(apart)]) return [String(apart)];
  const wrong = NAMES.filter((name) => VALUES[name].wrong.includes(env[name]));
  const latency = ['LLAMP_L', 'LLAMP_ADD'].filter((name) => env[name]);
  const slower = Number(env.LLAMP_DILATE) > 1 ? ['LLAMP_DILATE'] : [];
  if (ranks === 1 && env.LLAMP_L === '1') wrong.splice(wrong.indexOf('LLAMP_L'), 1);
  if (latency.length === 2) wrong.push(...latency);
  if (latency.length === 0) wrong.push(...OF_LATENCY.filter((name) => env[name]));
  if (env.LLAMP_CLOCK === 'cpu') wrong.push(...slower);
  return wrong;
}

/** What the program says and does in its messages without any trouble. */
interface Untroubled {
  readonly stdout: string;
  readonly operations: string;
}

const benches = new Map<string, Bench>();
const known = new Map<string, Untroubled>();
process.on('exit', () => {
  for (const bench of benches.values()) bench.remove();
});

/** Of the MPIs that are here; findMpi says which are not. */
function prepare(): void {
  for (const name of ['Open MPI', 'MPICH'] as const) {
    const library = findMpi(name);
    if (library !== undefined) benches.set(name, new Bench(library));
  }
}

async function untroubled(bench: Bench, ranks: number): Promise<Untroubled> {
  const key = `${bench.library.name} ${ranks}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const options = { ranks, args: ['0', '.', 'single'], env: { LLAMP_FORMAT: 'binary' } };
  const { stdout } = bench.run(PROGRAM, { ...options, traced: false, env: {} });
  const { folder } = bench.run(PROGRAM, options);
  const operations = await operationsIn(folder, ranks, 'bin');
  const made = { stdout, operations };
  known.set(key, made);
  return made;
}

/** Messages of all ranks in order, as the library reads them in whole files, and what it warns of but for threads. */
async function operationsIn(folder: string, ranks: number, ending: string): Promise<string> {
  const names = Array.from({ length: ranks }, (_, rank) => `llamp-trace-rank-${rank}.${ending}`);
  const files = names.map((source, rank) => ({ source, rank, chunks: [readFileSync(join(folder, source))] }));
  const { schedule, warnings } = (await readProgram(files)).schedule([]);
  const rows = [...schedule.kind.keys()].filter((op) => schedule.kind[op] !== CALC);
  const columns = [schedule.kind, schedule.peer, schedule.value, schedule.tag];
  const told = warnings.flatMap(({ code, message }) => (code === 'threads' ? [] : [message]));
  return [...told, ...rows.map((op) => columns.map((of) => of[op]).join())].join('\n');
}

/** The folder of an input: `cwd`, where the program starts, `away`, where it goes, and what paths lead to. */
function furnish(folder: string): void {
  for (const name of ['cwd', 'away', 'old']) mkdirSync(join(folder, name));
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  for (const name of ['file', 'kept', 'old/llamp-trace-rank-0.bin']) writeFileSync(join(folder, name), '');
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => !one.isDirectory())
    .map((one) => relative(folder, join(one.parentPath, one.name)))
    .sort();

/** Open MPI gives every rank a process group of its own: what is left is found by the mark. */
function endAll(mark: string): void {
  for (const pid of readdirSync('/proc').map(Number).filter(Number.isInteger)) {
    try {
      if (readFileSync(`/proc/${pid}/environ`, 'latin1').includes(mark)) process.kill(pid, 'SIGKILL');
    } catch {
      // It is over by now, or another user's.
    }
  }
}

interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Throws a Finding where it does not end. */
function launch(bench: Bench, { choices }: FuzzInput, folder: string, env: Environment): Ran {
  const { code, threads, apart } = choices;
  const ranks = Number(choices.ranks);
  const last = ranks > 1 && apart !== '' ? { [String(apart)]: '' } : undefined;
  const program = [bench.build(PROGRAM), String(code), join(folder, 'away'), String(threads)];
  const words = bench.started(program, ranks, { LD_PRELOAD: bench.tracer }, last);
  // Launchers of Open MPI that end take the folder that they have in common from those that begin.
  const settings = { UCX_TLS: 'posix,sysv,cma,self', TMPDIR: bench.folder, [MARK]: folder };
  const { status, error, stdout, stderr } = spawnSync(bench.library.run, words, {
    cwd: join(folder, 'cwd'),
    env: { ...process.env, ...settings, ...env },
    encoding: 'utf8',
    timeout: LIMIT_MS,
    killSignal: 'SIGKILL',
  });
  if (error === undefined) return { code: status, stdout, stderr };
  endAll(`${MARK}=${folder}\0`);
  throw new Finding('every program ends', JSON.stringify({ env, choices, error: error.message, stderr }));
}

async function check(input: FuzzInput): Promise<string> {
  const bench = benches.get(String(input.choices.mpi)) ?? [...benches.values()][0];
  if (bench === undefined) return 'skipped: no MPI';
  const ranks = numberOf(input, 'ranks');
  const quiet = await untroubled(bench, ranks);
  const folder = mkdtempSync(join(tmpdir(), 'llamp-fuzz-tracer-'));
  try {
    furnish(folder);
    const before = filesIn(folder);
    const given: Environment = JSON.parse(decode(fileOf(input, FILE)));
    const placed = Object.entries(given).map(([name, value]) => [name, value.replace(/^@/, folder)]);
    const env: Environment = Object.fromEntries(placed);
    const ran = launch(bench, input, folder, env);
    const made = filesIn(folder).filter((name) => !before.includes(name));
    const told = JSON.stringify({ env, ...ran, made })
      .replaceAll(LONG, 'LONG')
      .slice(0, 6_000);
    const names = troubles(given, input.choices);
    const seen = { names, env, made, told };
    if (names.length > 0) return checkRefused(ran, seen);
    if (TOO_BUSY.test(ran.stderr)) return 'too busy';
    if (ran.code !== input.choices.code || ran.stdout !== quiet.stdout)
      throw new Finding('a program ends as it does without the tracer', told);
    const words = ran.stderr.split('\n').filter((line) => line.startsWith('llamp-trace: '));
    if (words.some((line) => !/contains traces of another run|MPI_THREAD_MULTIPLE/.test(line)))
      throw new Finding('nothing else is said of what is right', told);
    await checkLeft(folder, seen, ranks, quiet.operations);
    return 'ran';
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Seen {
  /** Variables, of which a refusal has to name one. */
  readonly names: readonly string[];
  readonly env: Environment;
  /** New files. */
  readonly made: readonly string[];
  readonly told: string;
}

function checkRefused({ code, stdout, stderr }: Ran, { names, env, made, told }: Seen): string {
  if (code !== 2 || stdout !== '')
    throw new Finding('what is wrong is refused before the program works', told);
  const words = stderr.split('llamp-trace: ').filter((text) => text.includes('LLAMP_'));
  const name = names.find((one) => words[0]?.includes(one));
  if (words.length !== 1 || name === undefined) throw new Finding('one line names what is wrong', told);
  const value = words[0].split(`${name}=`)[1] ?? env[name];
  const shown = [env[name].slice(0, 60), String(Math.trunc(Number(env[name])))];
  if (!shown.some((text) => value.startsWith(text))) throw new Finding('a refusal has the value', told);
  if (!/give |leave |remove |cannot be/.test(words[0])) throw new Finding('a refusal says what to do', told);
  if (made.length > 0) throw new Finding('what is refused leaves no file', told);
  return 'refused by name';
}

const ENDINGS: Readonly<Record<string, readonly string[]>> = { text: ['txt'], both: ['bin', 'txt'] };

/** All files that are to be there, and no other. */
async function checkLeft(folder: string, seen: Seen, ranks: number, operations: string): Promise<void> {
  const { env, made, told } = seen;
  const at = (path: string): string => resolve(folder, 'cwd', path);
  const { LLAMP_TRACE: trace, LLAMP_RESULT: result } = env;
  const place = trace ? at(trace === join(folder, 'old') ? `${trace}/run-2` : trace) : '';
  const endings = trace ? (ENDINGS[env.LLAMP_FORMAT] ?? ['bin']) : [];
  const traces = endings.flatMap((ending) =>
    Array.from({ length: ranks }, (_, rank) => join(place, `llamp-trace-rank-${rank}.${ending}`)),
  );
  const wanted = [...traces, ...(result ? [at(result)] : [])].map((path) => relative(folder, path));
  const fresh = wanted.filter((name) => name !== 'kept').sort();
  if (made.join() !== fresh.join()) throw new Finding('the named files are left, and no other', told);
  for (const ending of endings)
    if ((await operationsIn(place, ranks, ending)) !== operations)
      throw new Finding('a trace has the operations of the program', told);
  if (!result) return;
  const { T_ns, L_ns } = JSON.parse(readFileSync(at(result), 'utf8'));
  if (!(T_ns > 0) || (env.LLAMP_L && L_ns !== Number(env.LLAMP_L)))
    throw new Finding('the result has the runtime and the latency', told);
}

/** Not in the mix: each input starts a program. */
export const tracer: Kind = { name: 'tracer', weight: 1, prepare, make, check };
