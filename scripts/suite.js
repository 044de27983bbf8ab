// Runs a suite of MPI programs plain, traced and injected, and lists those that behave differently or cannot be read.
//
//   npm run suite -- mpich-4.0.2/test/mpi/pt2pt --cc mpicc.mpich --run mpirun.mpich
//
// Below the folder, each C file is a program. MPICH's own tests (test/mpi of its source) need util/mtest.c and
// include, which are found in a folder above; their testlist or testlist.in says how many ranks and which arguments.
// Options: --cc mpicc, --run mpirun; --ranks N of programs in no list (4); --flags "-I. more.c" for the compiler;
// --only REGEX of paths; -L of the injection (100us); --seconds that a run may take (60),
// or ten times as long as the plain run.
// A program that exits 0 by itself must do so traced and injected, at the second attempt at the latest, with the same
// lines on standard output in any order, unless a second plain run prints others too. Its trace must have a λ.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const CLI = fileURLToPath(new URL('../bin/run.js', import.meta.url));
/** Folders of MPICH's tests that hold no programs. */
const NO_PROGRAMS = new Set(['util', 'dtpools', 'include']);
/** What MPICH's configure writes, as far as the programs need it on Linux. */
const FACTS = 'STDARG_H STDLIB_H STRING_H SYS_TIME_H UNISTD_H PTHREAD_H PTHREAD_BARRIER_INIT MPI_WIN_CREATE';
const CONF = `#define HAVE_${FACTS.replaceAll(' ', ' 1\n#define HAVE_')} 1
#define THREAD_PACKAGE_NAME THREAD_PACKAGE_POSIX\n`;
const HELPERS = ['mtest_common.c', 'mtest_thread.c', 'mtest.c'];
/** Between asking a run to end and killing it. */
const GRACE_MS = 3000;
/** How many times as long as plain a run may take: many calls take a latency each. */
const LONGER = 10;
/** Letters of a failure that are shown. */
const TOLD = 300;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    cc: { type: 'string', default: 'mpicc' },
    run: { type: 'string', default: 'mpirun' },
    ranks: { type: 'string', default: '4' },
    flags: { type: 'string', default: '' },
    only: { type: 'string', default: '' },
    latency: { type: 'string', short: 'L', default: '100us' },
    seconds: { type: 'string', default: '60' },
  },
});
if (positionals.length !== 1) throw new Error('give one folder of C programs: npm run suite -- DIR');
const suite = resolve(positionals[0]);
const work = mkdtempSync(join(tmpdir(), 'llamp-suite-'));
let end = () => {}; // the process group of the command that runs
process.on('exit', () => {
  end('SIGKILL');
  rmSync(work, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));

function* programsIn(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) =>
    a.name < b.name ? -1 : 1,
  )) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !NO_PROGRAMS.has(entry.name)) yield* programsIn(path);
    else if (entry.name.endsWith('.c') && new RegExp(options.only).test(path)) yield path;
  }
}

/** The folder with MPICH's helpers, from `folder` upwards. */
function helpersAbove(folder) {
  if (existsSync(join(folder, 'util', 'mtest.c'))) return folder;
  return dirname(folder) === folder ? undefined : helpersAbove(dirname(folder));
}

/** Arguments of the compiler besides the program. */
function compilerFlags() {
  const own = options.flags.split(' ').filter((flag) => flag !== '');
  const mpich = helpersAbove(suite);
  if (mpich === undefined) return own;
  const include = join(mpich, 'include');
  if (!existsSync(join(include, 'mpitestconf.h'))) writeFileSync(join(work, 'mpitestconf.h'), CONF);
  const objects = HELPERS.map((name) => {
    const object = join(work, name.replace(/c$/, 'o'));
    const source = join(mpich, 'util', name);
    execFileSync(options.cc, ['-w', '-O1', `-I${include}`, `-I${work}`, '-c', source, '-o', object]);
    return object;
  });
  return [`-I${include}`, `-I${work}`, ...own, ...objects];
}

/** `name ranks arg=…` of the first line of a list that needs neither variables nor much memory. */
function listed(path) {
  const lists = ['testlist', 'testlist.in'].map((name) => join(dirname(path), name)).filter(existsSync);
  const lines = lists.flatMap((list) => readFileSync(list, 'utf8').split('\n'));
  const words = lines
    .map((line) => line.trim().split(/\s+/))
    .filter(([name]) => name === basename(path, '.c'));
  const [plain] = words.filter((line) => line.every((word) => !/^(env|mem)=/.test(word)));
  const [, ranks = options.ranks, ...rest] = plain ?? [];
  return { ranks, args: rest.flatMap((word) => (word.startsWith('arg=') ? [word.slice(4)] : [])) };
}

const env = {
  ...process.env,
  OMPI_ALLOW_RUN_AS_ROOT: '1',
  OMPI_ALLOW_RUN_AS_ROOT_CONFIRM: '1',
  OMPI_MCA_rmaps_base_oversubscribe: '1',
  OMPI_MCA_hwloc_base_binding_policy: 'none',
  OMPI_MCA_mpi_yield_when_idle: '1',
};

/** Runs a command in a process group of its own, which ends with it; for at most `seconds`. */
function run(command, args, seconds = Number(options.seconds)) {
  const began = performance.now();
  return new Promise((done) => {
    const child = spawn(command, args, { cwd: work, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    const said = { stdout: '', stderr: '', late: false };
    for (const stream of ['stdout', 'stderr']) child[stream].on('data', (text) => (said[stream] += text));
    end = (signal) => {
      try {
        process.kill(-child.pid, signal);
      } catch {
        // It has ended.
      }
    };
    let timer = setTimeout(() => {
      said.late = true;
      end('SIGTERM');
      // Ranks that outlive their launcher keep its output open.
      timer = setTimeout(() => {
        end('SIGKILL');
        done({ ...said, code: -1, seconds });
      }, GRACE_MS);
    }, seconds * 1000);
    child.on('error', (error) => done({ ...said, stderr: error.message, code: -1, seconds }));
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      end = () => {};
      done({ ...said, code: code ?? signal, seconds: (performance.now() - began) / 1000 });
    });
  });
}

const llamp = (seconds, ...args) => run(process.execPath, [CLI, ...args], seconds);
const linesOf = ({ stdout }) => stdout.split('\n').sort().join('\n');

/** What is wrong with a run; undefined: nothing. */
function wrongOf(made) {
  if (made.late) return `takes more than ${made.seconds.toFixed()} s. ${made.stderr}`;
  if (made.code !== 0) return `exit code ${made.code}. ${made.stderr}${made.stdout}`;
  return undefined;
}

/** The same of two attempts, with the output of a plain run: on a busy machine, a launcher or a rank may fail once. */
async function wrongTwice(attempt, plain, plainly) {
  let made = await attempt();
  if (wrongOf(made) !== undefined) made = await attempt();
  const wrong = wrongOf(made);
  if (wrong !== undefined || linesOf(made) === linesOf(plain)) return wrong;
  return linesOf(await plainly()) === linesOf(plain) ? `other output: ${made.stdout}` : undefined;
}

const STEPS = ['built', 'plain 0', 'traced same', 'read', 'injected same'];
const counts = new Map(STEPS.map((step) => [step, 0]));
const failures = [];
const flags = compilerFlags();

/** Counts a step that went well; tells one that did not, except programs that are no good by themselves. */
function passed(step, name, wrong) {
  if (wrong === undefined) counts.set(step, counts.get(step) + 1);
  else if (STEPS.indexOf(step) > 1) {
    failures.push(name);
    console.log(`${name}: ${step}: ${wrong.trim().replace(/\s+/g, ' ').slice(0, TOLD)}`);
  }
  return wrong === undefined;
}

async function tryProgram(path, number) {
  const name = relative(suite, path);
  const [program, trace] = [join(work, `program-${number}`), join(work, `trace-${number}`)];
  const built = spawnSync(options.cc, ['-w', '-O1', '-o', program, path, ...flags, '-lm'], {
    encoding: 'utf8',
  });
  if (!passed('built', name, built.status === 0 ? undefined : built.stderr)) return;
  const { ranks, args } = listed(path);
  const command = [options.run, '-np', ranks, program, ...args];
  const plainly = () => run(command[0], command.slice(1));
  const plain = await plainly();
  if (!passed('plain 0', name, wrongOf(plain))) return;
  const limit = Math.max(Number(options.seconds), LONGER * plain.seconds);
  const launch = ['--mpicc', options.cc, '--', ...command];
  const tracing = () => {
    rmSync(trace, { recursive: true, force: true });
    return llamp(limit, 'trace', 'run', '-q', '--output', trace, ...launch);
  };
  const traced = await wrongTwice(tracing, plain, plainly);
  if (passed('traced same', name, traced))
    passed('read', name, wrongOf(await llamp(limit, 'sensitivity', trace, '-q', '-L', '1us', '-o', '0')));
  const injected = () => llamp(limit, 'inject', 'run', '-q', '-L', options.latency, ...launch);
  passed('injected same', name, await wrongTwice(injected, plain, plainly));
  rmSync(program, { force: true });
  rmSync(trace, { recursive: true, force: true });
}

const programs = [...programsIn(suite)];
for (const [number, path] of programs.entries()) await tryProgram(path, number);
console.log(`\n${programs.length} programs, ${options.cc}`);
for (const [step, count] of counts) console.log(`${step.padEnd(14)} ${count}`);
process.exitCode = failures.length > 0 ? 1 : 0;
