/** `measure`: L, o, g, G and S of this machine, measured with its own MPI. */

import { existsSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, resolve } from 'node:path';
import { Flags } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
import type { Estimate } from '../analysis/statistics.js';
import { LlampCommand } from '../cli/base-command.js';
import { outputFlags } from '../cli/flags/common-flags.js';
import { type Answer, type Plots, plot, plotFlag } from '../cli/output/answer.js';
import { type Column, finite, jsonRows, table, tableText } from '../cli/output/table.js';
import { count } from '../cli/present/solution-text.js';
import { writeFileWhole } from '../cli/process/files.js';
import { working } from '../cli/process/streams.js';
import { buildBenchmark, launch, launcherOf, workIn } from '../cli/tracer/benchmark-run.js';
import { traceBuildFlags } from '../cli/tracer/trace-run.js';
import { InputError, UsageError, type Warning } from '../errors.js';
import { overheadOf } from '../machine/machine.js';
import { type Measurements, pointsCsv } from '../measure/benchmark-times.js';
import {
  fitMachine,
  fittedMachine,
  type MeasuredMachine,
  predictedHalf,
  worstMisfit,
} from '../measure/fit-machine.js';
import {
  formatBytes,
  machineText,
  measureWarnings,
  refuseVague,
  spreadText,
} from '../measure/machine-text.js';
import {
  channelsOf,
  type MeasuredChannel,
  type PlatformTextOptions,
  pairsByDistance,
  platformText,
  shapeOf,
} from '../measure/platform-text.js';
import { overheadFor } from '../measure/round-trip.js';
import type { CollectiveSeries } from '../report/plots/all-plots.js';
import { formatGapPerByte, formatTime, parseSize, parseTime } from '../units.js';

const measureFlags = {
  output: Flags.string({
    helpValue: 'FILE',
    default: 'llamp-machine.yaml',
    summary: 'machine file',
    description: 'machine file to write; raw times are written next to it as .csv',
  }),
  save: Flags.string({
    helpValue: 'FILE',
    summary: 'also measure pairs, write a platform',
    description:
      'also measure pairs of ranks at every distance and write a platform; the launcher must bind ranks to cores',
  }),
  name: Flags.string({
    helpValue: 'NAME',
    summary: 'name of the machine [default: its host name]',
    description: 'name of the machine [default: the name of this host]',
  }),
  method: Flags.string({
    options: ['ping-pong', 'exchange'],
    default: 'ping-pong',
    summary: 'how o is measured',
    description:
      'how the o of the machine file is measured: with single messages, or while all ranks exchange messages',
  }),
  'max-bytes': Flags.string({
    helpValue: 'SIZE',
    default: '1MiB',
    summary: 'largest message',
    description: 'largest message, as in the programs to predict',
  }),
  repeat: Flags.integer({
    min: 3,
    max: 100_000,
    default: 100,
    description: 'measurements per size',
  }),
  timeout: Flags.string({
    helpValue: 'TIME',
    default: '10min',
    summary: 'time limit of a benchmark',
    description: 'time after which a benchmark is stopped',
  }),
  mpicc: traceBuildFlags.mpicc,
  program: Flags.string({
    helpValue: 'FILE',
    description: 'benchmark compiled by hand, instead of compiling it',
  }),
  plot: plotFlag(),
  json: Flags.boolean({ helpGroup: 'OUTPUT', description: 'print one JSON object' }),
  quiet: outputFlags.quiet,
};

type MeasureFlags = InferredFlags<typeof measureFlags>;

/** Largest message of the benchmark. */
const [LEAST, MOST] = [64, 2 ** 30];
/** Limits of a timeout, ns: a second and a day. */
const [SHORTEST, LONGEST] = [1e9, 86_400e9];

interface MeasuredRun {
  readonly measured: MeasuredMachine;
  readonly measurements: Measurements;
  /** Files that were written. */
  readonly machine: string;
  readonly points: string;
  /** Undefined without a platform. */
  readonly platform: MeasuredPlatform | undefined;
  readonly warnings: readonly Warning[];
}

interface MeasuredPlatform {
  readonly file: string;
  readonly channels: readonly MeasuredChannel[];
}

/** Path of the points, next to the machine file. */
const pointsFile = (machine: string): string => `${machine.replace(/\.(ya?ml|json)$/i, '')}.csv`;

/**
 * Measures with the ranks that `words` launch, and writes the machine file and its points. Throws UsageError for invalid
 * flags and for one rank, LimitError without a compiler and after the timeout, InputError for failures, and ModelError,
 * before writing, for times that fit no machine.
 */
async function measureMachine(words: readonly string[], flags: MeasureFlags): Promise<MeasuredRun> {
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

function optionsOf({ 'max-bytes': text, save: platform, repeat }: MeasureFlags): string[] {
  const most = parseSize(text, { name: '--max-bytes' });
  if (most < LEAST || most > MOST || !Number.isInteger(most))
    throw new UsageError(`--max-bytes ${text} is out of range`, 'give a size from 64B to 1GiB');
  const pairs = platform === undefined ? [] : ['--pairs'];
  return ['--repeats', String(repeat), '--most', String(most), ...pairs];
}

function timeoutOf({ timeout: text }: MeasureFlags): number {
  const timeout = parseTime(text, { name: '--timeout' });
  if (timeout >= SHORTEST && timeout <= LONGEST) return timeout;
  throw new UsageError(`--timeout ${text} is out of range`, 'give a time from 1s to 1440min');
}

async function programFor({ program, mpicc, quiet }: MeasureFlags, work: string): Promise<string> {
  if (program === undefined) return buildBenchmark(mpicc, work, quiet);
  if (!existsSync(program))
    throw new InputError({
      place: { source: program },
      what: 'no such file',
      mend: 'leave --program out to compile the benchmark',
    });
  return resolve(program);
}

async function written(measurements: Measurements, flags: MeasureFlags): Promise<MeasuredRun> {
  const measured = fitMachine(measurements);
  const { ranks } = measurements;
  const overhead = flags.method === 'exchange' ? 'exchange' : 'ping-pong';
  refuseVague(measured, overhead);
  const origin = { name: flags.name ?? hostname(), source: sourceOf(measurements, flags) };
  const points = pointsFile(flags.output);
  await writeFileWhole(flags.output, machineText(measured, { ...origin, ranks: ranks.length, overhead }));
  await writeFileWhole(points, pointsCsv(measurements.points));
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
  { save: file, output }: MeasureFlags,
): Promise<MeasuredPlatform | undefined> {
  if (file === undefined) return undefined;
  const channels = channelsOf(measurements.points, pairsByDistance(measurements), measured);
  const shape = shapeOf(measurements);
  await writeFileWhole(file, platformText(channels, shape, { ...origin, machine: basename(output) }));
  return { file, channels };
}

/** Origin of the file, in one line. */
function sourceOf({ mpi, ranks }: Measurements, { repeat }: MeasureFlags): string {
  const hosts = [...new Set(ranks.map(({ host }) => host))];
  const where = hosts.length > 2 ? `${hosts.length} hosts` : hosts.join(' and ');
  const day = new Date().toISOString().slice(0, 10);
  return `llamp-ts measure, ${day}: ${mpi.split(',')[0]}, ${ranks.length} ranks on ${where}, ${repeat} repeats`;
}

// The picture of `measure`: o over the message size, as measured and as in the machine file.

type Points = CollectiveSeries['points'];

/** Medians of a send, a receive and the part of round trips due to o; the line is o of the machine file. */
export function overheadPicture(
  { collectivePlot }: Plots,
  { measured, machine: file }: Pick<MeasuredRun, 'measured' | 'machine'>,
): string {
  const { L, G, S, protocol, sizes } = measured;
  const machine = fittedMachine(measured);
  const wire = { L: L.value, G: G.value, S, protocol };
  const over = (of: (size: (typeof sizes)[number]) => number | undefined): Points =>
    sizes.flatMap((size) => {
      const latency = of(size);
      return latency === undefined || latency <= 0 ? [] : [{ x: size.bytes, latency }];
    });
  const all: CollectiveSeries[] = [
    { name: 'a send, o_s', measured: true, points: over(({ send }) => send?.value) },
    { name: 'a receive, o_r', measured: true, points: over(({ receive }) => receive?.value) },
    {
      name: 'half a round trip without L and G',
      measured: true,
      points: over(({ half, bytes }) => overheadFor(wire, half.value, bytes)),
    },
    {
      name: 'o of the machine file, single message',
      measured: false,
      points: over(({ bytes }) => overheadOf(machine, bytes)),
    },
  ];
  const series = all.flatMap((one, style) => (one.points.length === 0 ? [] : [{ ...one, style }]));
  return collectivePlot(series, {
    title: `Overhead by message size: ${basename(file)}`,
    over: 'bytes',
    value: 'overhead o',
  });
}

const measuredAnswer = (facts: MeasuredRun): Answer => ({
  json: () => ({ input: {}, machine: {}, result: measuredJson(facts), warnings: facts.warnings }),
  text: () => [headText(facts), estimatesText(facts), ...channelsText(facts), filesText(facts)].join('\n'),
});

const quartiles = ({ value, low, high }: Estimate): object => ({ value, low, high });
const orNull = (estimate: Estimate | null): object | null => estimate && quartiles(estimate);

function measuredJson({
  measured,
  measurements,
  machine,
  points,
  platform,
}: MeasuredRun): Record<string, unknown> {
  const { L, o, send, receive, exchange, G, g, S, protocol, overheadBySize } = measured;
  return {
    machine_file: machine,
    points_file: points,
    mpi: measurements.mpi,
    ranks: measurements.ranks.map(({ rank, host, cpu, bound }) => ({ rank, host, cpu, bound })),
    latency_ns: quartiles(L),
    overhead_ns: quartiles(o),
    send_overhead_ns: quartiles(send),
    receive_overhead_ns: quartiles(receive),
    exchange_overhead_ns: orNull(exchange),
    gap_per_byte_ns: quartiles(G),
    gap_ns: quartiles(g),
    rendezvous_bytes: finite(S),
    rendezvous_protocol: protocol,
    overhead_by_size: overheadBySize?.map(({ bytes, ns }) => ({ bytes, overhead_ns: ns })) ?? null,
    sizes: measured.sizes.map((size) => sizeJson(measured, size)),
    ...(platform === undefined ? {} : platformJson(platform)),
  };
}

const platformJson = ({ file, channels }: MeasuredPlatform): object => ({
  platform_file: file,
  channels: jsonRows(CHANNELS, channels),
});

function sizeJson(
  measured: MeasuredMachine,
  size: MeasuredMachine['sizes'][number],
): Record<string, unknown> {
  return {
    bytes: size.bytes,
    half_round_trip_ns: quartiles(size.half),
    predicted_ns: predictedHalf(measured, size.bytes),
    gap_ns: quartiles(size.gap),
    send_overhead_ns: orNull(size.send),
    receive_overhead_ns: orNull(size.receive),
  };
}

function headText({ measurements: { mpi, ranks } }: MeasuredRun): string {
  const hosts = new Set(ranks.map(({ host }) => host)).size;
  return `${mpi.split(',')[0]}: ${count(ranks.length, 'rank')} on ${count(hosts, 'host')}\n`;
}

const ESTIMATES = [
  { title: '', align: 'left' },
  { title: 'value' },
  { title: 'quartiles', align: 'left' },
  { title: 'measured as', align: 'left' },
] as const;

/** A line for each parameter. */
function estimatesText({ measured, measurements: { ranks } }: MeasuredRun): string {
  const { L, o, send, receive, exchange, G, g, overheadBySize, S, tried, protocol } = measured;
  const line = (letter: string, one: Estimate, how: string, format = formatTime): string[] => [
    ...[letter, format(one.value), spreadText(one, format), how],
  ];
  const bySize = overheadBySize === null ? '' : ' at 1 B; depends on size';
  const all = `the same while all ${ranks.length} ranks exchange`;
  const threshold = Number.isFinite(S)
    ? [formatBytes(S), '', `larger sends wait for their receives (closest protocol: ${protocol})`]
    : ['none', '', `no send of up to ${formatBytes(tried)} waits for its receive`];
  return table(ESTIMATES, [
    line('L', L, 'half a round trip of 1 B without both overheads'),
    line('o', o, `mean of o_s and o_r${bySize}`),
    line('o_s', send, 'a send of 1 B, with computation between sends'),
    line('o_r', receive, 'a receive of 1 B that has arrived'),
    ...(exchange === null ? [] : [line('o (all)', exchange, all)]),
    line('g', g, 'interval of back-to-back sends of 1 B'),
    line('G', G, 'per byte of large back-to-back messages', formatGapPerByte),
    ['S', ...threshold],
  ]);
}

const CHANNELS: readonly Column<MeasuredChannel>[] = [
  { key: 'channel', title: 'channel', align: 'left', of: ({ name }) => name },
  { key: 'latency_ns', title: 'L', of: ({ L }) => L },
  { key: 'gap_per_byte_ns', title: 'G', of: ({ G }) => G, format: formatGapPerByte },
  {
    ...{ title: 'half a round trip of 1 B', text: ({ half }) => formatTime(half.value) },
    json: ({ half }) => ({ half_round_trip_ns: quartiles(half) }),
  },
  { title: 'quartiles', align: 'left', text: ({ half }) => spreadText(half, formatTime) },
  { title: 'pairs', text: ({ pairs }) => String(pairs.length), json: ({ pairs }) => ({ pairs }) },
];

const channelsText = ({ platform }: MeasuredRun): string[] =>
  platform === undefined ? [] : [tableText(CHANNELS, platform.channels)];

function filesText({ measured, machine, points, platform }: MeasuredRun): string {
  const { sizes, overheadBySize } = measured;
  const { bytes, error } = worstMisfit(measured);
  const knots =
    overheadBySize === null ? 'one o and one G' : `o by size, ${count(overheadBySize.length, 'point')}`;
  const percent = `${(100 * Math.abs(error)).toFixed(1)} %`;
  return `half round trips of ${count(sizes.length, 'size')}, ${knots}: predicted within ${percent} (worst at ${formatBytes(bytes)})
raw times in ${points}
next: llamp-ts tolerance INPUT --machine ${machine}${platform === undefined ? '' : ` --platform ${platform.file}`}
`;
}

export default class MeasureCommand extends LlampCommand {
  static override summary = 'Measure L, o, g, G and S of this machine with its own MPI.';
  static override description =
    'Compiles a small benchmark, appends it to the command line after --, and fits a machine file for --machine to its measurements. Needs two ranks or more, at most one per core.';
  static override examples = [
    '<%= config.bin %> measure -- mpirun -np 2',
    '<%= config.bin %> measure --output cluster.yaml --method exchange -- srun -N 2 -n 64',
  ];
  static override strict = false;
  static override runsProgram = true;
  static override flags = measureFlags;
  static override mostUsed: readonly (keyof typeof measureFlags)[] = [
    'output',
    'method',
    'max-bytes',
    'repeat',
    'save',
    'name',
    'timeout',
    'mpicc',
  ];

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(MeasureCommand);
    const measured = await measureMachine(this.behindDashes(argv), flags);
    const { json, quiet } = flags;
    await plot(flags.plot, (plots) => overheadPicture(plots, measured));
    await this.answer('measure', { json, quiet }, measuredAnswer(measured));
  }
}
