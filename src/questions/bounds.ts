/** `bounds`: T between two numbers where CPUs, cards and links do one thing at a time. */
import { Flags } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
import { type BoundedTolerance, type Bounds, bounds } from '../analysis/runtime-bounds.js';
import type { Sensitivity } from '../analysis/sensitivity.js';
import { inputArgs, LlampCommand } from '../cli/base-command.js';
import { commonFlags } from '../cli/flags/common-flags.js';
import { percentsFlag } from '../cli/flags/engine-flags.js';
import { parsePercents } from '../cli/flags/parameter-values.js';
import type { Answer } from '../cli/output/answer.js';
import { finite } from '../cli/output/json.js';
import { type ColumnHead, type CsvTable, csvTable, table } from '../cli/output/table.js';
import { envelopeOf, type LoadedModel, loadModel } from '../cli/pipeline/pipeline.js';
import { type LinkFlags, linkFlags, linksOf, linksText } from '../cli/pipeline/site-of-flags.js';
import { certificateJson, count, inputText, machineText, percentText } from '../cli/present/solution-text.js';
import { LlampError } from '../errors.js';
import type { Machine } from '../machine/machine.js';
import type { LinkNetwork } from '../platform/link-network.js';
import type { Schedule } from '../schedule/schedule.js';
import { simulate } from '../simulation/simulate.js';
import { formatTime } from '../units.js';

// Flags of `bounds`.

/** How CPUs and NICs are shared is what is asked. */
const { cpu, nic, ...shared } = commonFlags;

const boundsFlags = {
  ...shared,
  ...linkFlags,
  pct: percentsFlag('slowdowns in percent'),
  doubled: Flags.integer({
    default: 3,
    min: 0,
    helpValue: '3',
    description: 'how many links of the critical path are tried with twice the bandwidth',
  }),
};

type BoundsFlags = InferredFlags<typeof boundsFlags>;

// Bounds as JSON, CSV and text.

interface BoundsFound {
  readonly found: Bounds;
  /** Null: cards of ranks. */
  readonly links: LinkNetwork | null;
  readonly flags: LinkFlags;
  /** Null where the replay finds no partner for some message. */
  readonly replayNs: number | null;
}

/** Rows shown in words; all are in JSON. */
const SHOWN = 8;
/** Relative difference below which bounds meet. */
const SAME = 1e-9;

const boundsView = (loaded: LoadedModel, all: BoundsFound): Answer => ({
  json: () => envelopeOf(loaded, boundsJson(all), all.found.plain.warnings),
  csv: () => boundsCsv(all),
  text: () =>
    [
      inputText(loaded) + sharedText(all),
      runtimesText(all),
      ...criticalText(all.found),
      ...doubledText(all.found),
      toleranceText(loaded, all.found),
    ].join('\n'),
  shared: () => ({
    head: machineText(loaded.resolved) + sharedText(all),
    heads: ['T plain', 'T at least', 'T at most', 'T replay', 'decided by'].map((title) => ({ title })),
    rows: [
      [
        formatTime(all.found.plain.runtime),
        formatTime(all.found.lower.runtime),
        formatTime(all.found.upper),
        all.replayNs === null ? '' : formatTime(all.replayNs),
        all.found.critical[0]?.name ?? 'the program',
      ],
    ],
  }),
});

function boundsJson({ found, links, replayNs }: BoundsFound): Record<string, unknown> {
  const { plain, lower, upper, anyOrder, fair, critical, lambdaByGap, doubled, busy, tolerance } = found;
  return {
    shared: links === null ? 'cards' : 'links',
    plain: solvedJson(plain),
    lower: { ...solvedJson(lower), rho_L: lower.rho, lambda_by_gap: lambdaByGap },
    upper: { runtime_ns: upper },
    any_order: anyOrder === null ? null : { runtime_ns: anyOrder },
    fair_shares: fair === null ? null : { runtime_ns: fair },
    replay: replayNs === null ? null : { runtime_ns: replayNs },
    critical: critical.map(({ kind, name, index, stretches, users, timeNs, share, bytes, overheads }) => ({
      ...{ kind, name, index, stretches, users, time_ns: timeNs, share },
      ...{ lambda_bytes: bytes, lambda_o: overheads },
    })),
    doubled: doubled.map(({ name, lowerNs, savedNs }) => ({ name, lower_ns: lowerNs, saved_ns: savedNs })),
    busy_links: busy.map(({ name, bytes, busyNs, waitedNs }) => ({
      ...{ name, bytes, busy_ns: busyNs, waited_ns: waitedNs },
    })),
    tolerance: tolerance.map(({ percent, from, to }) => ({
      ...{ pct: percent, from_ns: from, to_ns: finite(to) },
    })),
  };
}

const solvedJson = ({ engine, certificate, runtime, lambda }: Sensitivity): Record<string, unknown> => ({
  engine,
  certificate: certificateJson(certificate),
  runtime_ns: runtime,
  lambda,
});

function boundsCsv({ found, replayNs }: BoundsFound): CsvTable {
  const { plain, lower, upper } = found;
  return csvTable(
    ['model', 'runtime_ns', 'lambda_L', 'lambda_G_bytes', 'lambda_o'],
    [
      ['plain', plain.runtime, plain.lambda.L, plain.lambda.G, plain.lambda.o],
      ['lower', lower.runtime, lower.lambda.L, lower.lambda.G, lower.lambda.o],
      ['upper', upper, null, null, null],
      ['any_order', found.anyOrder, null, null, null],
      ['fair_shares', found.fair, null, null, null],
      ['replay', replayNs, null, null, null],
    ],
  );
}

/** What does one thing at a time. */
const sharedText = ({ links, flags }: BoundsFound): string =>
  links === null ? 'shared: the CPU and the card of each rank\n' : `shared: CPUs, ${linksText(flags, links)}`;

function runtimesText({ found, links, replayNs }: BoundsFound): string {
  const { plain, lower, upper, anyOrder, fair } = found;
  const against = (ns: number): string => {
    const more = plain.runtime === 0 ? 0 : ns / plain.runtime - 1;
    return percentText(Math.abs(more) < SAME ? 0 : more);
  };
  const heads: ColumnHead[] = [
    { title: '', align: 'left' },
    { title: 'T' },
    { title: 'against plain' },
    { title: 'λ_L' },
  ];
  const rows = [
    ['plain, nothing shared', formatTime(plain.runtime), '', String(plain.lambda.L)],
    [
      'lower bound, any order of service',
      formatTime(lower.runtime),
      against(lower.runtime),
      String(lower.lambda.L),
    ],
    ['upper bound, first come first served', formatTime(upper), against(upper), ''],
    ...optional('links in any order, CPUs free, at most', anyOrder, against),
    ...optional('links that share fairly, no bound', fair, against),
    ...optional(links === null ? 'replay, as LogGOPSim' : 'replay, which has no links', replayNs, against),
  ];
  return `${table(heads, rows)}\n  T of the best order: ${intervalText(lower.runtime, upper)}\n`;
}

/** A row of a T without λ; none where there is none. */
const optional = (name: string, ns: number | null, against: (ns: number) => string): string[][] =>
  ns === null ? [] : [[name, formatTime(ns), against(ns), '']];

function intervalText(low: number, high: number): string {
  return high - low <= SAME * high ? `= ${formatTime(low)}` : `[${formatTime(low)}, ${formatTime(high)}]`;
}

function criticalText({ critical, lower }: Bounds): string[] {
  if (critical.length === 0) return ['  nothing shared is on the critical path of the lower bound\n'];
  const heads: ColumnHead[] = [
    { title: 'on the critical path', align: 'left' },
    ...['stretches', 'uses', 'time', 'of T', 'λ', 'λ_o'].map((title) => ({ title })),
  ];
  const rows = critical
    .slice(0, SHOWN)
    .map(({ name, stretches, users, timeNs, share, bytes, overheads }) => [
      name,
      String(stretches),
      String(users),
      formatTime(timeNs),
      percentText(share),
      `${bytes} B`,
      String(overheads),
    ]);
  const left = critical.length - SHOWN;
  const more = left > 0 ? `and ${count(left, 'resource')} more: --json has all\n` : '';
  return [`${table(heads, rows)}${more}${lower.lambda.L === 0 ? '  no latency is on it\n' : ''}`];
}

function doubledText({ doubled }: Bounds): string[] {
  if (doubled.length === 0) return [];
  const heads: ColumnHead[] = [
    { title: 'twice as fast', align: 'left' },
    { title: 'lower bound' },
    { title: 'less by' },
  ];
  return [
    table(
      heads,
      doubled.map(({ name, lowerNs, savedNs }) => [name, formatTime(lowerNs), formatTime(savedNs)]),
    ),
  ];
}

function toleranceText({ model }: LoadedModel, { tolerance }: Bounds): string {
  const { base, relative, name } = model.latency;
  const value = (ns: number): string =>
    Number.isFinite(ns) ? `${relative ? '+' : ''}${formatTime(ns)}` : 'unlimited';
  const heads: ColumnHead[] = [{ title: `${name} tolerance` }, { title: 'at least' }, { title: 'at most' }];
  const rows = tolerance.map(({ percent, from, to }: BoundedTolerance) => [
    `${percent} %`,
    from === null ? 'not known' : value(from),
    value(to),
  ]);
  return `${table(heads, rows)}  the machine has ${value(base)}\n`;
}

// A program between its bounds, with the replay beside them.

/** Whatever a machine file says: sharing is the question. */
const FREE = { cpu: 'free', nic: 'free' } as const;

/** Throws all that LlampError is. */
async function boundsAnswer(inputs: readonly unknown[], flags: BoundsFlags): Promise<Answer> {
  const percents = parsePercents(flags.pct);
  const loaded = await loadModel(inputs, { ...flags, ...FREE });
  const links = linksOf(flags, loaded.resolved);
  const found = await bounds(loaded.model, { links, percents, doubled: flags.doubled });
  const replayNs = replayed(loaded.model.schedule, loaded.model.machine);
  return boundsView(loaded, { found, links, flags, replayNs });
}

/** T as `replay` has it, ns; null where its way of matching leaves messages over. */
function replayed(schedule: Schedule, machine: Machine): number | null {
  try {
    return simulate(schedule, { ...machine, cpu: 'serial', nic: 'serial', protocol: 'sync' }).runtime;
  } catch (error) {
    if (error instanceof LlampError) return null;
    throw error;
  }
}

export default class BoundsCommand extends LlampCommand {
  static override summary = 'Bound the runtime where CPUs, NICs and links each do one thing at a time.';
  static override examples = [
    '<%= config.bin %> bounds traces/halo3d-4',
    '<%= config.bin %> bounds traces/halo3d-4 --topology torus:dims=2x2 --link-bandwidth 25Gbit/s',
    '<%= config.bin %> bounds program.goal --topology fat-tree:k=8 --link-bandwidth core=50Gbit/s --pct 1,5',
  ];
  static override strict = false;
  static override args = inputArgs;
  static override flags = boundsFlags;
  static override mostUsed: readonly (keyof typeof boundsFlags)[] = [
    'topology',
    'link-bandwidth',
    'routing',
    'pct',
  ];

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(BoundsCommand);
    await this.askAll('bounds', argv, flags, {
      ask: async (inputs) => ({ answer: await boundsAnswer(inputs, flags) }),
    });
  }
}
