/** The benchmark run by a launcher, and what it printed. */
import { InputError, LimitError, UsageError } from '../../errors.js';
import type { Measurements } from '../../measure/points.js';
import { readMeasurements } from '../../measure/read.js';
import { formatTime } from '../../units/units.js';
import { streams, toStderr } from '../output/streams.js';
import { type Ended, run } from '../tracer/process.js';

/** A line of the benchmark's own; all others are the launcher's. */
const OWN = /(^|\s)llamp-measure,/;
/** The ranks end themselves a little before the launcher is stopped: it may leave them behind. */
const SECOND = 1e9;

export interface Launched {
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
      'do its ranks reach one another? Allow more by --timeout, or ask for less by --repeats and --max-bytes',
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
