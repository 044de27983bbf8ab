/** The same inputs through the command line: exit codes, one object on stdout, nothing of ours on stderr. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Finding, type FuzzInput, type Kind } from './input.js';
import { goal } from './kind-goal.js';
import { packed } from './kind-packed.js';
import { trace } from './kind-trace.js';
import { machine, platform } from './kind-yaml.js';
import type { Random } from './random.js';

/** Commands as they are written, with what each asks besides the program and the machine. */
const ASKED: Readonly<Record<string, readonly string[]>> = {
  check: [],
  tolerance: [],
  sensitivity: [],
  'what-if': ['--top', '3'],
  'critical-latencies': ['--latency-range', '0..100us'],
  curve: ['--latency-range', '0..100us'],
  path: [],
  'export --format lp': [],
  report: [],
  validate: [],
  'tolerance --by iteration': [],
  replay: [],
  bounds: [],
  noise: ['--jitter', 'L=exp:mean=1us', '--samples', '64'],
  'export --format dot': [],
  budget: [],
  diff: [],
  // A machine without latency has no range of its own.
  'compare --map': [
    '--collective',
    'bcast',
    '--ranks',
    '4',
    '--bytes',
    '8B..1KiB',
    '--latency-range',
    '0..10us',
  ],
  'tolerance --uncertainty': ['--samples', '20'],
  scaling: ['--predict', '200'],
  compare: ['--jobs', '1'],
  placement: ['--evaluations', '20'],
  schedgen: [],
  'compare --topology fat-tree:k=8,torus:dims=8x8': ['--at', '+1us'],
  tune: ['--evaluations', '20', '--jobs', '1'],
};
const COMMANDS = Object.keys(ASKED);

/** Commands that no program of the fuzzer is given to, and why. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  'collective contention': 'no INPUT: models of collectives, which read platforms',
  'collective fit': 'no INPUT: tables of measurements',
  'collective formula': 'no INPUT: models of collectives',
  'collective predict': 'no INPUT: models of collectives',
  'collective validate': 'no INPUT: tables of measurements',
  completion: 'reads nothing',
  demo: 'reads what ships',
  docs: 'reads what ships',
  'inject run': 'starts a program under MPI',
  study: 'reads a study, whose cells are these',
  'study report': 'reads a study',
  'study status': 'reads a study',
  'study table': 'reads a study',
  measure: 'starts a program under MPI',
  'trace build': 'compiles the tracer',
  'trace run': 'starts a program under MPI',
  view: 'serves until it is ended; what it computes, the others do',
};

/** Answers that are no JSON. */
const TO_FILES = ['export --format lp', 'report', 'export --format dot', 'schedgen'];
/** Of those, the ones that say nothing else. */
const SILENT = ['export --format lp', 'export --format dot', 'schedgen'];
/** Why a program that is right may be refused: it does not fit the machine, or has not what is asked about. */
const RIGHTLY =
  /do not fit|ranks|no steady state|has no time stamps|exceeds the limit|are already messages|instead of MPI calls|calls no collectives|only one run is given|names no latency|is not a trace/;
/** Numbers of ranks beside the program's own, of which a law needs three. */
const SIZES = [101, 103];
/** What `validate` is held against. */
const MEASURED = 'measured.csv';
const RUNS = 'L_ns,T_ns\n1000,10000\n2000,20000\n';
/** Documented in docs/cli.md; what is no bug of ours. */
const CODES = [0, 2, 3, 4, 5, 10];
const LIMIT_MS = 120_000;

function make(random: Random): FuzzInput {
  const made = random.pick([goal, trace, machine, platform, packed]).make(random);
  const command = random.pick(COMMANDS);
  return { files: made.files, choices: { command }, whole: made.whole };
}

/** `command` on the files, as a user would give them. */
function argvOf(command: string, names: readonly string[], folder: string): string[] {
  const input = names.find((name) => !name.endsWith('.yaml')) ?? '';
  const query = ASKED[command] ?? [];
  const measured = command === 'validate' ? ['--measured', join(folder, MEASURED)] : [];
  const output = TO_FILES.includes(command) ? ['--output', join(folder, 'out')] : ['--json'];
  const more = command === 'check' ? [] : [...siteOf(command, names, folder), ...query, ...measured];
  const inputs = inputsOf(command, join(folder, input), folder);
  return [...command.split(' '), ...inputs, ...more, ...output, '--quiet'];
}

/** A collective is no INPUT's; a difference is that of two, and a law needs several sizes. */
function inputsOf(command: string, input: string, folder: string): string[] {
  if (command === 'compare --map') return [];
  if (command === 'diff') return [input, input];
  return command === 'scaling' ? [input, ...SIZES.map((ranks) => join(folder, `${ranks}.goal`))] : [input];
}

/** Machine and platform of the input; where a network is needed, one without them. */
function siteOf(command: string, names: readonly string[], folder: string): string[] {
  const own = names.includes('machine.yaml') ? [join(folder, 'machine.yaml')] : [];
  // What is compared is this machine and another.
  const machines = command === 'compare' ? [...(own.length > 0 ? own : ['cscs-testbed']), 'piz-daint'] : own;
  const machine = machines.length === 0 ? [] : ['--machine', machines.join(',')];
  const platform = names.includes('platform.yaml') ? ['--platform', join(folder, 'platform.yaml')] : [];
  if (command.startsWith('compare --topology')) return machine;
  // It takes a machine only to cut out a region.
  if (command === 'schedgen') return [];
  const topology = command === 'placement' && platform.length === 0 ? ['--topology', 'fat-tree:k=8'] : [];
  return [...machine, ...platform, ...topology];
}

/** A program of so many ranks, each of which computes. */
const computing = (ranks: number): string =>
  `num_ranks ${ranks}\n${Array.from({ length: ranks }, (_, r) => `rank ${r} { l1: calc ${ranks} }\n`).join('')}`;

async function check(input: FuzzInput): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'llamp-fuzz-cli-'));
  try {
    for (const [name, bytes] of input.files) writeFileSync(join(folder, name), bytes);
    writeFileSync(join(folder, MEASURED), RUNS);
    for (const ranks of SIZES) writeFileSync(join(folder, `${ranks}.goal`), computing(ranks));
    const argv = argvOf(String(input.choices.command), [...input.files.keys()], folder);
    const { status, stdout, stderr, error } = spawnSync(process.execPath, ['bin/run.js', ...argv], {
      encoding: 'utf8',
      timeout: LIMIT_MS,
    });
    const told = `${argv.join(' ')}: exit ${status} ${error ?? ''}\n${stdout.slice(0, 2_000)}\n${stderr.slice(0, 2_000)}`;
    if (status === null || !CODES.includes(status))
      throw new Finding('exit codes are those of the docs', told);
    if (/^\s+at .*\.js:\d/m.test(stdout + stderr)) throw new Finding('no stack is shown', told);
    if (input.whole && status !== 0 && !RIGHTLY.test(stdout + stderr))
      throw new Finding('what is right is accepted', told);
    if (argv[0] === 'check' && status === 4) return;
    if (argv.includes('--json')) checkJson(stdout, status, told);
    else if (SILENT.some((one) => one.startsWith(argv[0])) && stdout !== '')
      throw new Finding('an answer in a file leaves stdout empty', told);
    if (argv[0] === 'diff' && status === 0) checkSame(stdout, told);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A run differs from itself by nothing. */
function checkSame(stdout: string, told: string): void {
  const { result }: { result: { delta: { runtime_ns: number } } } = JSON.parse(stdout);
  if (result.delta.runtime_ns !== 0) throw new Finding('ΔT of a run and itself is 0', told);
}

function checkJson(stdout: string, status: number, told: string): void {
  let answer: unknown;
  try {
    answer = JSON.parse(stdout);
  } catch {
    throw new Finding('--json prints one object', told);
  }
  const failed = typeof answer === 'object' && answer !== null && 'error' in answer;
  if (failed !== (status !== 0)) throw new Finding('--json says error where the exit code does', told);
  // JSON has no NaN: it becomes null.
  if (/"(runtime_ns|lambda|rho_L|L|G|o)": null/.test(stdout))
    throw new Finding('every number is finite', told);
}

export const cli: Kind = { name: 'cli', weight: 0.2, make, check };

/** Commands of the manifest that the fuzzer neither tries nor leaves out for a reason, and those that are no longer there. */
export function forgotten(commands: readonly string[]): { untried: string[]; gone: string[] } {
  const known = [...COMMANDS.map((command) => command.replace(/ --.*/, '')), ...Object.keys(LEFT_OUT)];
  return {
    untried: commands.filter((command) => !known.includes(command)),
    gone: known.filter((command) => !commands.includes(command)),
  };
}
