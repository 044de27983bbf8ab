/** `schedgen`: a GOAL schedule made from traces, a synthetic pattern, or several programs. */

import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { Flags } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
import type { RegionQuery } from '../analysis/cut/region-bounds.js';
import { inputArgs, LlampCommand } from '../cli/base-command.js';
import { choicesOf } from '../cli/flags/collective-choices.js';
import { machineFlags, outputFlags, traceFlags } from '../cli/flags/common-flags.js';
import { regionFlags, regionQuery } from '../cli/flags/region-flags.js';
import { type LoadedSchedule, loadSchedule } from '../cli/input/load-input.js';
import { namingFlag, regionText } from '../cli/output/answer.js';
import { table } from '../cli/output/table.js';
import { patternFlags, patternProgram, refusePatternSettings } from '../cli/pipeline/compared-programs.js';
import { type Read, surroundings, within, withProgress } from '../cli/pipeline/pipeline.js';
import { conversionText, count } from '../cli/present/solution-text.js';
import { writeFileWhole } from '../cli/process/files.js';
import { hostMemory } from '../cli/process/memory.js';
import { streams, toStdout } from '../cli/process/streams.js';
import { programNames } from '../cli/several.js';
import { COLLECTIVES } from '../collectives/collective-algorithm.js';
import { algorithmsOf } from '../collectives/registry.js';
import { joinWarnings, UsageError } from '../errors.js';
import { mergeSchedules } from '../schedule/merge-schedules.js';
import { type Schedule, summarize } from '../schedule/schedule.js';
import { goalWarnings, writeGoal } from '../sources/goal/write-goal.js';
import { writeGoalBinary } from '../sources/goal-binary/write-goal-binary.js';
import { PATTERNS } from '../sources/patterns/synthetic-patterns.js';
import { grouped } from '../units.js';

const { machine, latency, overhead, 'gap-per-byte': gapPerByte, rendezvous } = machineFlags;

/** A machine for the times of a region; a file gives all of its values. */
const timingFlags = { machine, latency, overhead, 'gap-per-byte': gapPerByte, rendezvous };

const schedgenFlags = {
  ...traceFlags,
  ...patternFlags,
  ...regionFlags,
  ...timingFlags,
  extrapolate: Flags.integer({
    helpGroup: 'TRACES',
    helpValue: '4',
    min: 1,
    exclusive: ['pattern'],
    summary: 'factor on the number of ranks',
    description: 'factor on the number of ranks; messages are repeated, collectives span all ranks',
  }),
  merge: Flags.boolean({
    helpGroup: 'MERGING',
    exclusive: ['pattern', 'extrapolate', 'region'],
    description: 'merge INPUTs, each on its own ranks',
  }),
  interleave: Flags.boolean({
    helpGroup: 'MERGING',
    dependsOn: ['merge'],
    description:
      'take ranks of the INPUTs in turn [default: all ranks of the first INPUT, then those of the next]',
  }),
  list: Flags.boolean({ helpGroup: 'PATTERN', description: 'list patterns and algorithms' }),
  format: Flags.string({
    helpGroup: 'OUTPUT',
    options: ['goal', 'bin'],
    default: 'goal',
    summary: 'text or binary GOAL',
    description: 'GOAL text, or binary GOAL for LogGOPSim, ATLAHS and HTSIM',
  }),
  output: Flags.string({
    helpGroup: 'OUTPUT',
    helpValue: 'FILE',
    summary: 'write to FILE (.gz: gzipped)',
    description: 'write the schedule to FILE instead of standard output; gzipped if the name ends in .gz',
  }),
  quiet: outputFlags.quiet,
};

type SchedgenFlags = InferredFlags<typeof schedgenFlags>;

/** Throws UsageError for flags of the machine without a region, which needs times. */
function refuseMachine(flags: SchedgenFlags): void {
  if (flags.region !== undefined) return;
  const given = Object.entries(flags).find(
    ([name, value]) => name in timingFlags && value !== undefined && value !== false,
  );
  if (given === undefined) return;
  throw new UsageError(
    `--${given[0]} needs --region, because a schedule has no machine`,
    `leave it out, or name a region`,
  );
}

/** Ranks, operations and dependencies, in a line. */
function summaryText(schedule: Schedule): string {
  const { ranks, operations, calcs, sends, recvs, dependencies } = summarize(schedule);
  const parts = [
    count(ranks, 'rank'),
    `${count(operations, 'operation')} (${count(calcs, 'computation')}, ${count(sends, 'send')}, ${count(recvs, 'receive')})`,
    `${grouped(dependencies)} dependencies`,
  ];
  return `${parts.join(', ')}\n`;
}

/** Ranks of a merged program: `ranks 0 to 3`, or `ranks 0, 2, 4, 6`; of many the first and the last. */
function rankText(ranks: Int32Array): string {
  if (ranks.length === 0) return 'no ranks';
  const last = ranks[ranks.length - 1];
  if (ranks.length === 1) return `rank ${last}`;
  if (last - ranks[0] === ranks.length - 1) return `ranks ${ranks[0]} to ${last}`;
  if (ranks.length <= SHOWN_RANKS) return `ranks ${ranks.join(', ')}`;
  return `ranks ${ranks.subarray(0, 3).join(', ')} … ${last}`;
}

/** Ranks that are named one by one. */
const SHOWN_RANKS = 8;

/** All patterns, and all algorithms of collectives. */
function listText(): string {
  const patterns = PATTERNS.map(({ name, summary }) => [name, summary]);
  const algorithms = COLLECTIVES.map((name) => [
    name,
    algorithmsOf(name)
      .map((one) => one.name)
      .join(', '),
  ]);
  const left = 'left' as const;
  return (
    table(
      [
        { title: 'pattern', align: left },
        { title: 'description', align: left, prose: true },
      ],
      patterns,
    ) +
    `\n${table(
      [
        { title: 'collective', align: left },
        { title: 'algorithms (default first)', align: left, prose: true },
      ],
      algorithms,
    )}`
  );
}

/** A schedule and its description. */
interface MadeGoal {
  readonly schedule: Schedule;
  readonly describe: () => string;
}

async function goalQuery(inputs: readonly string[], flags: SchedgenFlags): Promise<MadeGoal> {
  refuseMachine(flags);
  const region = regionQuery(flags);
  if (flags.pattern !== undefined) return synthetic(inputs, flags, region);
  const loaded = await regional(await converted(inputs, flags), region, flags);
  return { schedule: loaded.schedule, describe: () => conversionSummary(loaded) };
}

/** The region of the flags, on their machine. */
async function regional<R extends Read>(
  read: R,
  region: RegionQuery | null,
  flags: SchedgenFlags,
): Promise<R> {
  if (region === null) return read;
  const { machineFor } = await surroundings(flags);
  return within(read, region, machineFor(read.schedule).machine);
}

async function synthetic(
  inputs: readonly string[],
  flags: SchedgenFlags,
  region: RegionQuery | null,
): Promise<MadeGoal> {
  if (inputs.length > 0) throw new UsageError('INPUT and --pattern cannot be combined', 'keep one of them');
  const program = patternProgram(flags);
  const made = program.schedule(choicesOf(flags.collective ?? []), hostMemory);
  const whole: LoadedSchedule = { ...made, info: { source: program.info.source, sha256: '' } };
  const { schedule, info } = await regional(whole, region, flags);
  return { schedule, describe: () => regionText(info.region) + summaryText(schedule) };
}

/** The schedule of INPUT with the algorithms of flags. Throws UsageError and InputError. */
async function converted(inputs: readonly string[], flags: SchedgenFlags): Promise<LoadedSchedule> {
  if (inputs.length === 0)
    throw new UsageError('no INPUT given', 'name traces (a file, a directory, a glob), or use --pattern');
  refusePatternSettings(flags);
  return withProgress(flags.quiet, async (progress) => {
    return loadSchedule(inputs, { ...flags, digest: false }, progress);
  });
}

/** Modelled calls, warnings, and counts. */
function conversionSummary({ schedule, conversion, warnings, info }: LoadedSchedule): string {
  const all = joinWarnings(warnings, goalWarnings(schedule).map(namingFlag));
  return [
    conversion === undefined ? '' : conversionText(conversion),
    ...all.map(({ message }) => `warning: ${message}\n`),
    regionText(info.region),
    summaryText(schedule),
  ].join('');
}

/** Output file and format of a schedule. */
interface GoalOutput {
  readonly output?: string | undefined;
  /** `bin`, otherwise text. */
  readonly format: string;
}

const toStandard = ({ output }: GoalOutput): boolean => output === undefined || output === '-';

/** Throws a UsageError for binary output to a terminal. */
function refuseTerminal(to: GoalOutput): void {
  if (to.format !== 'bin' || !toStandard(to) || streams().screen !== true) return;
  throw new UsageError('binary GOAL cannot be written to a terminal', 'add --output FILE, or use a pipe');
}

/** Gzipped if the name ends in .gz. Throws InputError if it cannot be written, or exceeds the format. */
async function putGoal(schedule: Schedule, to: GoalOutput): Promise<void> {
  const pieces = to.format === 'bin' ? writeGoalBinary(schedule) : writeGoal(schedule);
  const { output } = to;
  if (output === undefined || toStandard(to)) for (const piece of pieces) toStdout(piece);
  else await writeFileWhole(output, output.endsWith('.gz') ? gzipped(pieces) : pieces);
}

async function* gzipped(pieces: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const packer = createGzip();
  const done = pipeline(Readable.from(pieces, { objectMode: true }), packer);
  for await (const chunk of packer) yield new Uint8Array(chunk);
  await done;
}

/** `programs`: the INPUTs of each. Throws UsageError and InputError. */
async function mergedQuery(
  programs: readonly (readonly string[])[],
  flags: SchedgenFlags,
): Promise<MadeGoal> {
  refuseMachine(flags);
  const loaded: LoadedSchedule[] = [];
  for (const inputs of programs) loaded.push(await converted(inputs, flags));
  const { schedule, ranks } = mergeSchedules(
    loaded.map((one) => one.schedule),
    flags.interleave ? 'interleave' : 'side-by-side',
  );
  const names = programNames(programs);
  const describe = (): string =>
    loaded.map((one, i) => `${names[i]}, ${rankText(ranks[i])}\n${conversionSummary(one)}`).join('') +
    summaryText(schedule);
  return { schedule, describe };
}

export default class SchedgenCommand extends LlampCommand {
  static override summary = 'Write a GOAL schedule from MPI traces or from a synthetic pattern.';
  static override description =
    'Writes the schedule to standard output or to a file (gzipped if its name ends in .gz), and a summary of the modelled calls to standard error. Also converts GOAL files between text and binary.';
  static override examples = [
    '<%= config.bin %> schedgen traces/cg-4 --output cg.goal',
    '<%= config.bin %> schedgen traces/cg-4 --collective allreduce=ring --output cg-ring.goal.gz',
    '<%= config.bin %> schedgen --pattern halo2d --ranks 16 --bytes 64KiB --iterations 10 --compute 100us',
    '<%= config.bin %> schedgen traces/cg-4 --format bin --output cg.bin',
    '<%= config.bin %> schedgen traces/cg-4 --extrapolate 4 --output cg-16.goal',
    '<%= config.bin %> schedgen --merge traces/cg-4 traces/fft-4 --interleave --output both.goal',
    '<%= config.bin %> schedgen --list',
  ];
  static override strict = false;
  static override args = inputArgs;
  static override flags = schedgenFlags;
  static override mostUsed: readonly (keyof typeof schedgenFlags)[] = [
    'output',
    'format',
    'pattern',
    'ranks',
    'bytes',
    'iterations',
    'collective',
    'extrapolate',
    'merge',
    'list',
  ];
  static override forms = ['INPUT... [options]', '--pattern=NAME --ranks=N [options]'];

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(SchedgenCommand);
    if (flags.list) return this.putText(listText, flags.output);
    refuseTerminal(flags);
    const { schedule, describe } = flags.merge
      ? await mergedQuery(await this.programs(argv), flags)
      : await goalQuery(await this.onlyOne(argv, 'schedgen'), flags);
    if (!flags.quiet) this.tell(describe);
    await putGoal(schedule, flags);
  }
}
