/** A machine measured: the benchmark built, launched and fitted, and the files written. */
import { existsSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, resolve } from 'node:path';
import { InputError, UsageError, type Warning } from '../../errors.js';
import { channelsOf, type MeasuredChannel } from '../../measure/channels.js';
import { pairsByDistance, shapeOf } from '../../measure/distances.js';
import { fitMachine, type MeasuredMachine } from '../../measure/fit.js';
import { machineText } from '../../measure/machine-text.js';
import { type PlatformTextOptions, platformText } from '../../measure/platform-text.js';
import { type Measurements, pointsCsv } from '../../measure/points.js';
import { measureWarnings, refuseVague } from '../../measure/warnings.js';
import { parseSize, parseTime } from '../../units/units.js';
import type { MeasureFlags } from '../flags/measure.js';
import { writeFileWhole } from '../output/files.js';
import { working } from '../output/heartbeat.js';
import { buildBenchmark, workIn } from './build.js';
import { launch, launcherOf } from './launch.js';

/** The benchmark takes no larger messages. */
const [LEAST, MOST] = [64, 2 ** 30];
/** Of a timeout, ns: a second and a day. */
const [SHORTEST, LONGEST] = [1e9, 86_400e9];

export interface MeasuredRun {
  readonly measured: MeasuredMachine;
  readonly measurements: Measurements;
  /** Files that were written. */
  readonly machine: string;
  readonly points: string;
  /** Undefined where no platform was asked for. */
  readonly platform: MeasuredPlatform | undefined;
  readonly warnings: readonly Warning[];
}

export interface MeasuredPlatform {
  readonly file: string;
  readonly channels: readonly MeasuredChannel[];
}

/** Where the points of a machine file go: beside it. */
export const pointsFile = (machine: string): string => `${machine.replace(/\.(ya?ml|json)$/i, '')}.csv`;

/**
 * Measures by the ranks that `words` launch, and writes the machine file and its points. Throws UsageError for flags that
 * make no sense and for one rank, LimitError without a compiler and past the timeout, InputError for what fails, and
 * ModelError, with no file written, for times that make no machine.
 */
export async function measureMachine(words: readonly string[], flags: MeasureFlags): Promise<MeasuredRun> {
  const launcher = launcherOf(words);
  const options = optionsOf(flags);
  const timeoutNs = timeoutOf(flags);
  const work = workIn(dirname(resolve(flags.output)));
  try {
    working('building the benchmark');
    const program = await programFor(flags, work);
    working('measuring');
    const measurements = await launch({ launcher, program, options, timeoutNs });
    return await written(measurements, flags);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function optionsOf({ 'max-bytes': text, 'platform-out': platform, repeats }: MeasureFlags): string[] {
  const most = parseSize(text, { name: '--max-bytes' });
  if (most < LEAST || most > MOST || !Number.isInteger(most))
    throw new UsageError(`--max-bytes ${text} is no size to measure`, 'name one from 64B to 1GiB');
  const pairs = platform === undefined ? [] : ['--pairs'];
  return ['--repeats', String(repeats), '--most', String(most), ...pairs];
}

function timeoutOf({ timeout: text }: MeasureFlags): number {
  const timeout = parseTime(text, { name: '--timeout' });
  if (timeout >= SHORTEST && timeout <= LONGEST) return timeout;
  throw new UsageError(`--timeout ${text} is no time to wait`, 'name one from 1s to 1440min');
}

async function programFor({ program, mpicc, quiet }: MeasureFlags, work: string): Promise<string> {
  if (program === undefined) return buildBenchmark(mpicc, work, quiet);
  if (!existsSync(program))
    throw new InputError({
      place: { source: program },
      what: 'no such file',
      mend: 'leave --program out, and the benchmark is compiled',
    });
  return resolve(program);
}

async function written(measurements: Measurements, flags: MeasureFlags): Promise<MeasuredRun> {
  const measured = fitMachine(measurements);
  const { ranks } = measurements;
  const overhead = flags.overhead === 'exchange' ? 'exchange' : 'ping-pong';
  refuseVague(measured, overhead);
  const origin = { name: flags.name ?? hostname(), source: sourceOf(measurements, flags) };
  const points = pointsFile(flags.output);
  await writeText(flags.output, machineText(measured, { ...origin, ranks: ranks.length, overhead }));
  await writeText(points, pointsCsv(measurements.points));
  return {
    measured,
    measurements,
    machine: flags.output,
    points,
    platform: await writtenPlatform(measured, measurements, origin, flags),
    warnings: measureWarnings(measured, ranks),
  };
}

async function writtenPlatform(
  measured: MeasuredMachine,
  measurements: Measurements,
  origin: Pick<PlatformTextOptions, 'name' | 'source'>,
  { 'platform-out': file, output }: MeasureFlags,
): Promise<MeasuredPlatform | undefined> {
  if (file === undefined) return undefined;
  const channels = channelsOf(measurements.points, pairsByDistance(measurements), measured);
  const shape = shapeOf(measurements);
  await writeText(file, platformText(channels, shape, { ...origin, machine: basename(output) }));
  return { file, channels };
}

const writeText = (path: string, text: string): Promise<void> =>
  writeFileWhole(path, [new TextEncoder().encode(text)]);

/** What a reader of the file wants to know of it, in one line. */
function sourceOf({ mpi, ranks }: Measurements, { repeats }: MeasureFlags): string {
  const hosts = [...new Set(ranks.map(({ host }) => host))];
  const where = hosts.length > 2 ? `${hosts.length} hosts` : hosts.join(' and ');
  const day = new Date().toISOString().slice(0, 10);
  return `llamp-ts measure, ${day}: ${mpi.split(',')[0]}, ${ranks.length} ranks on ${where}, ${repeats} repeats`;
}
