/** The message benchmark: compiled with the site's MPI, run by a launcher, and its output. */

import { mkdtempSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { quantile } from '../../analysis/statistics.js';
import { InputError, LimitError, UsageError } from '../../errors.js';
import { type Measurements, readMeasurements } from '../../measure/benchmark-times.js';
import { formatTime } from '../../units.js';
import { type Ended, launchOf, run } from '../process/child-programs.js';
import { fileError } from '../process/files.js';
import { packageFiles } from '../process/package-files.js';
import { passToStderr, streams } from '../process/streams.js';
import { builtOnce, runCompiler, wordsOf } from './build-tracer.js';

/** A line of the benchmark; all others are the launcher's. */
const OWN = /(^|\s)llamp-measure,/;
/** The ranks end a little before the launcher is stopped, which might otherwise leave them running. */
const SECOND = 1e9;

interface Launched {
  /** The launcher with its words; the program and its own follow. */
  readonly launcher: readonly string[];
  readonly program: string;
  readonly options: readonly string[];
  readonly timeoutNs: number;
  /** Replaces this process's environment. */
  readonly env?: NodeJS.ProcessEnv;
}

/**
 * Runs the benchmark. Other output goes to standard error. Throws UsageError for one rank, LimitError after the time limit,
 * InputError for a missing or failing launcher, and for incomplete output.
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
    err: (bytes) => passToStderr(new TextDecoder().decode(bytes)),
    timeout: timeoutNs / 1e6,
    ...(env === undefined ? {} : { env }),
  });
  if (ended === undefined)
    throw new InputError({
      what: `the launcher '${launcher[0]}' does not exist`,
      mend: 'check its name and the PATH',
    });
  tellOthers(ended.stdout);
  if (ended.stdout.includes('llamp-measure,error')) return readMeasurements(ended.stdout, 'the benchmark');
  refuseFailure(ended, timeoutNs);
  return readMeasurements(ended.stdout, 'the benchmark');
}

function tellOthers(stdout: string): void {
  const others = stdout.split('\n').filter((line) => line.trim() !== '' && !OWN.test(line));
  if (others.length > 0) passToStderr(`${others.join('\n')}\n`);
}

function refuseFailure({ code, signal, late }: Ended, timeoutNs: number): void {
  if (late || signal === 'SIGALRM')
    throw new LimitError(
      `the benchmark did not end within ${formatTime(timeoutNs)}`,
      'check that its ranks can reach one another, raise --timeout, or lower --repeat and --max-bytes',
    );
  if (code === 0) return;
  throw new InputError({
    what: `the launcher ended with ${signal ?? `exit code ${code}`}`,
    mend: 'see its output above, and check that it belongs to the MPI that compiled the benchmark',
  });
}

/** Throws UsageError without a launcher. */
export function launcherOf(words: readonly string[]): readonly string[] {
  if (words.length > 0) return words;
  throw new UsageError(
    'no launcher given',
    'write it after --, with two ranks or more, as in -- mpirun -np 2',
  );
}

/** Ships with the package. */
const sources = (): string => packageFiles().folder('tracer/measure');
const FLAGS = ['-O2', '-std=gnu99'];
const PROGRAM = 'llamp-measure';

/** The command for building it by hand, if {@link buildBenchmark} fails. */
const byHand = (mpicc: string): string =>
  `${mpicc} ${FLAGS.join(' ')} -o ${PROGRAM} ${sources()}/*.c, then use --program ${PROGRAM}`;

/** A new folder in `folder` for compiled files. Throws InputError if it cannot be made. */
export function workIn(folder: string): string {
  try {
    return mkdtempSync(join(folder, '.llamp-measure-'));
  } catch (error) {
    throw fileError(error, folder);
  }
}

/** Puts the benchmark into `folder`, compiled or from the cache, and returns its path. Throws LimitError if that fails. */
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

/** Each takes two latencies. */
const OPTIONS = ['--repeats', '12', '--most', '64'];
/** Quantile of the repeats, against interference of the machine. */
const FASTER = 0.25;
const TIMEOUT_NS = 300e9;

interface OverheadQuery {
  /** The latency that `variables` inject, ns. */
  readonly L: number;
  readonly variables: Readonly<Record<string, string>>;
  readonly mpicc: string;
  /** Folder for compiled files. */
  readonly folder: string;
  readonly quiet: boolean;
}

/**
 * o, ns: half a round trip of the smallest message between two ranks of `launcher` takes 2·o + L. Throws as the benchmark
 * does. (An exchange of all ranks would predict better with a core for each, but not with fewer cores.)
 */
export async function overheadUnder(
  launcher: readonly string[],
  { L, variables, mpicc, folder, quiet }: OverheadQuery,
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
