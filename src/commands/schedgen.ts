import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { Flags } from '@oclif/core';
import { inputArgs, LlampCommand } from '../cli/base-command.js';
import { outputFlags, traceFlags } from '../cli/flags/common.js';
import { patternFlags } from '../cli/flags/pattern.js';
import { choicesOf } from '../cli/input/choices.js';
import { refuseChoice } from '../cli/input/compared.js';
import { findInput } from '../cli/input/find.js';
import { loadFound } from '../cli/input/load.js';
import { type PatternFlags, patternProgram, refusePatternSettings } from '../cli/input/patterns.js';
import type { TraceFlags } from '../cli/input/traces.js';
import { writeFileWhole } from '../cli/output/files.js';
import { ProgressBar } from '../cli/output/progress.js';
import { toStdout } from '../cli/output/streams.js';
import { table } from '../cli/output/table.js';
import { count } from '../cli/present/input.js';
import { percentText } from '../cli/present/solution.js';
import { COLLECTIVES } from '../collectives/names.js';
import { algorithmsOf } from '../collectives/registry.js';
import { UsageError } from '../errors.js';
import { type Schedule, summarize } from '../schedule/schedule.js';
import type { CallCoverage } from '../sources/coverage.js';
import { goalWarnings, writeGoal } from '../sources/goal/write.js';
import { PATTERNS } from '../sources/patterns/index.js';
import type { Conversion } from '../sources/program.js';
import { formatTime } from '../units/units.js';

export default class SchedgenCommand extends LlampCommand {
  static override summary = 'Make a GOAL schedule from MPI traces, or a synthetic one.';
  static override description =
    'The schedule goes to standard output or to a file (gzipped when its name ends in .gz); what was understood of the traces is told on standard error. A GOAL file is written anew in the same form.';
  static override examples = [
    '<%= config.bin %> schedgen traces/cg-4 --output cg.goal',
    '<%= config.bin %> schedgen traces/cg-4 --collective allreduce=ring --output cg-ring.goal.gz',
    '<%= config.bin %> schedgen --pattern halo2d --ranks 16 --bytes 64KiB --iterations 10 --compute 100us',
    '<%= config.bin %> schedgen --list',
  ];
  static override strict = false;
  static override args = inputArgs;
  static override flags = {
    ...traceFlags,
    ...patternFlags,
    list: Flags.boolean({ helpGroup: 'PATTERN', description: 'list patterns and algorithms' }),
    output: Flags.string({
      helpGroup: 'OUTPUT',
      helpValue: 'FILE',
      description: 'write the schedule to FILE instead of standard output; gzipped for a name in .gz',
    }),
    quiet: outputFlags.quiet,
  };

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(SchedgenCommand);
    if (flags.list) {
      await this.put(listText(), flags.output);
      return;
    }
    const schedule =
      flags.pattern === undefined ? await this.converted(argv, flags) : this.synthetic(argv, flags);
    if (!flags.quiet) this.tell(summaryText(schedule));
    await write(schedule, flags.output);
  }

  private synthetic(argv: readonly unknown[], flags: SchedgenFlags): Schedule {
    if (argv.length > 0)
      throw new UsageError('both INPUT and --pattern are given', 'keep the one to make a schedule of');
    return patternProgram(flags).schedule(choicesOf(flags.collective ?? [])).schedule;
  }

  private async converted(argv: readonly unknown[], flags: SchedgenFlags): Promise<Schedule> {
    if (argv.length === 0)
      throw new UsageError('no INPUT given', 'name traces (a file, a directory, a glob), or --pattern');
    refusePatternSettings(flags);
    const progress = new ProgressBar(flags.quiet);
    try {
      const found = await findInput(argv.map(String));
      const [choice] = flags.collective ?? [];
      if (choice !== undefined)
        refuseChoice(choice, found, 'leave it out, or name the traces it was made from');
      const loaded = await loadFound(found, { ...flags, digest: false }, progress);
      const { schedule, warnings, conversion } = loaded;
      progress.stop();
      if (!flags.quiet && conversion !== undefined) this.tell(conversionText(conversion));
      const all = [...warnings, ...goalWarnings(schedule)];
      if (!flags.quiet) for (const warning of all) this.tell(`warning: ${warning.message}\n`);
      return schedule;
    } finally {
      progress.stop();
    }
  }
}

type SchedgenFlags = TraceFlags & PatternFlags & { readonly quiet: boolean };

async function write(schedule: Schedule, output: string | undefined): Promise<void> {
  const pieces = writeGoal(schedule);
  if (output === undefined || output === '-') for (const piece of pieces) toStdout(piece);
  else await writeFileWhole(output, output.endsWith('.gz') ? gzipped(pieces) : pieces);
}

async function* gzipped(pieces: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const packer = createGzip();
  const done = pipeline(Readable.from(pieces, { objectMode: true }), packer);
  for await (const chunk of packer) yield new Uint8Array(chunk);
  await done;
}

const BECOMES: Readonly<Record<CallCoverage['kind'], string>> = {
  modelled: 'operations',
  creation: 'computation',
  local: 'computation',
  unknown: 'not understood',
  skipped: 'nothing: left out',
};

function conversionText({ coverage, facts }: Conversion): string {
  const heads = [
    { title: 'call', align: 'left' },
    { title: 'calls' },
    { title: 'time' },
    { title: 'share' },
    { title: 'becomes', align: 'left' },
  ] as const;
  const rows = coverage.calls.map(({ name, calls, missed, kind, time, share }) => {
    const becomes = BECOMES[kind];
    const lost = kind === 'modelled' && missed > 0 ? `, ${missed} not understood` : '';
    return [name, String(calls), formatTime(time), percentText(share), `${becomes}${lost}`];
  });
  return `${table(heads, rows)}${facts.map((fact) => `${fact}\n`).join('')}`;
}

function summaryText(schedule: Schedule): string {
  const { ranks, operations, calcs, sends, recvs, dependencies } = summarize(schedule);
  const parts = [
    count(ranks, 'rank'),
    `${count(operations, 'operation')} (${count(calcs, 'computation')}, ${count(sends, 'send')}, ${count(recvs, 'receive')})`,
    `${dependencies.toLocaleString('en-US')} dependencies`,
  ];
  return `${parts.join(', ')}\n`;
}

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
        { title: 'what every rank does', align: left },
      ],
      patterns,
    ) +
    `\n${table(
      [
        { title: 'collective', align: left },
        { title: 'algorithms, the default first', align: left },
      ],
      algorithms,
    )}`
  );
}
