/** The benchmark of messages: compiled by the site's MPI, run by a launcher, and what it printed. */

import { mkdtempSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { quantile } from '../../analysis/statistics.js';
import { InputError, LimitError, UsageError } from '../../errors.js';
import { type Measurements, readMeasurements } from '../../measure/benchmark-times.js';
import { formatTime } from '../../units.js';
import { type Ended, launchOf, run } from '../process/child-programs.js';
import { fileError } from '../process/files.js';
import { packageFiles } from '../process/package-files.js';
import { streams, toStderr } from '../process/streams.js';
import { builtOnce, runCompiler, wordsOf } from './build-tracer.js';

/** A line of the benchmark's own; all others are the launcher's. */
const OWN = /(^|\s)llamp-measure,/;
/** The ranks end themselves a little before the launcher is stopped: it may leave them behind. */
const SECOND = 1e9;

interface Launched {
  /** The launcher with its words; the program and its own follow. */
  readonly launcher: readonly string[];
  readonly program: string;
  readonly options: readonly string[];
  readonly timeoutNs: number;
  /** In place of this process's. */
  readonly env?: NodeJS.ProcessEnv;
}

/**
 * Runs the benchmark. What others print goes to standard error. Throws UsageError for one rank, LimitError where the
 * time is over, InputError for a launcher that there is not or that fails, and for an output that is not whole.
 */
export async function launch({
  launcher,
  program,
  options,
  timeoutNs,
  env,
}: Launched): Promise<Measurements> {
  const seconds = Math.max(1, Math.ceil(timeoutNs / SECOND));
  const ended = await run([...launcher, program, ...options, '--seconds', String(seconds)], {
    input: streams().input,
    err: (bytes) => toStderr(new TextDecoder().decode(bytes)),
    timeout: timeoutNs / 1e6,
    ...(env === undefined ? {} : { env }),
  });
  if (ended === undefined)
    throw new InputError({
      what: `there is no launcher '${launcher[0]}'`,
      mend: 'check its name and the PATH',
    });
  tellOthers(ended.stdout);
  if (ended.stdout.includes('llamp-measure,error')) return readMeasurements(ended.stdout, 'the benchmark');
  refuseFailure(ended, timeoutNs);
  return readMeasurements(ended.stdout, 'the benchmark');
}

function tellOthers(stdout: string): void {
  const others = stdout.split('\n').filter((line) => line.trim() !== '' && !OWN.test(line));
  if (others.length > 0) toStderr(`${others.join('\n')}\n`);
}

function refuseFailure({ code, signal, late }: Ended, timeoutNs: number): void {
  if (late || signal === 'SIGALRM')
    throw new LimitError(
      `the benchmark did not end within ${formatTime(timeoutNs)}`,
      'do its ranks reach one another? Allow more by --timeout, or ask for less by --repeat and --max-bytes',
    );
  if (code === 0) return;
  throw new InputError({
    what: `the launcher ended with ${signal ?? `exit code ${code}`}`,
    mend: 'its own words stand above; is it that of the MPI which compiled the benchmark?',
  });
}

/** Throws UsageError where no launcher is named. */
export function launcherOf(words: readonly string[]): readonly string[] {
  if (words.length > 0) return words;
  throw new UsageError('no launcher given', 'name it behind --, with two ranks or more: -- mpirun -np 2');
}

// The benchmark, compiled at the user's site by the MPI whose messages it measures.

/** Ships with the package. */
const sources = (): string => packageFiles().folder('tracer/measure');
const FLAGS = ['-O2', '-std=gnu99'];
const PROGRAM = 'llamp-measure';

/** The one command that does what {@link buildBenchmark} does, for where it can't. */
const byHand = (mpicc: string): string =>
  `${mpicc} ${FLAGS.join(' ')} -o ${PROGRAM} ${sources()}/*.c, and --program ${PROGRAM} runs it`;

/** A new folder in `folder`, for what is compiled. Throws InputError where it can't be made. */
export function workIn(folder: string): string {
  try {
    return mkdtempSync(join(folder, '.llamp-measure-'));
  } catch (error) {
    throw fileError(error, folder);
  }
}

/** Puts the benchmark into `folder` and returns its path: compiled, or kept. Throws LimitError where that can't be done. */
export async function buildBenchmark(mpicc: string, folder: string, quiet: boolean): Promise<string> {
  const program = join(folder, PROGRAM);
  const from = sources();
  const files = readdirSync(from)
    .filter((name) => name.endsWith('.c'))
    .map((name) => join(from, name));
  const what = 'the benchmark';
  await builtOnce({ mpicc, what, flags: FLAGS, sources: from, quiet }, program, () =>
    runCompiler([...wordsOf(mpicc), ...FLAGS, '-o', program, ...files], { mpicc, what, hand: byHand(mpicc) }),
  );
  return program;
}

// o of messages under injected latency: what they take beyond it.

/** Each takes two latencies. */
const OPTIONS = ['--repeats', '12', '--most', '64'];
/** Of the repeats: what else the machine does is not the program's. */
const FASTER = 0.25;
const TIMEOUT_NS = 300e9;

interface OverheadAsked {
  /** The latency that `variables` inject, ns. */
  readonly L: number;
  readonly variables: Readonly<Record<string, string>>;
  readonly mpicc: string;
  /** For what is compiled. */
  readonly folder: string;
  readonly quiet: boolean;
}

/**
 * o, in ns: half a round trip of the smallest message between two ranks that `launcher` starts takes 2·o + L. Throws as the
 * benchmark does. (What an exchange of all ranks takes predicts better on a core for each, and on fewer cores is whatever
 * the others' turns are.)
 */
export async function overheadUnder(
  launcher: readonly string[],
  { L, variables, mpicc, folder, quiet }: OverheadAsked,
): Promise<number> {
  const program = await buildBenchmark(mpicc, folder, quiet);
  const { words, env } = await launchOf(launcher, { ...variables, LLAMP_COLLECTIVES: 'library' });
  const { points } = await launch({ launcher: words, program, options: OPTIONS, timeoutNs: TIMEOUT_NS, env });
  const trips = points.filter(
    ({ kind, bytes, messages, delayNs, repeat }) =>
      kind === 'round-trip' && bytes === 1 && messages === 1 && delayNs === 0 && repeat >= 0,
  );
  const half =
    quantile(
      trips.map(({ ns }) => ns),
      FASTER,
    ) / 2;
  return Math.max(0, Math.round((half - L) / 2));
}
