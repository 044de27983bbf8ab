/** `bounds`: T between two numbers where CPUs, cards and links do one thing at a time. */
import { Flags } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
import { type BoundedTolerance, type Bounds, bounds, sharing } from '../analysis/runtime-bounds.js';
import type { Sensitivity } from '../analysis/sensitivity.js';
import type { SharedRow, SharedWay } from '../analysis/shared-rows.js';
import { inputArgs, LlampCommand } from '../cli/base-command.js';
import { commonFlags, percentsFlag } from '../cli/flags/common-flags.js';
import { parsePercents } from '../cli/flags/parameter-values.js';
import type { Answer } from '../cli/output/answer.js';
import {
  type Column,
  finite,
  jsonRow,
  percentText,
  tableCsv,
  tableRows,
  tableText,
} from '../cli/output/table.js';
import { envelopeOf, type LoadedModel, loadModel } from '../cli/pipeline/pipeline.js';
import { type LinkFlags, linkFlags, linksOf, linksText } from '../cli/pipeline/site-of-flags.js';
import { certificateJson, count, inputText, machineText } from '../cli/present/solution-text.js';
import type { LinkNetwork } from '../platform/link-network.js';
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
  all: Flags.boolean({
    description: 'every other runtime beside the bounds: ordered, serial, any order, fair shares, replay',
  }),
};

type BoundsFlags = InferredFlags<typeof boundsFlags>;

// Bounds as JSON, CSV and text.

interface BoundsFound {
  readonly found: Bounds;
  /** Null: cards of ranks. */
  readonly links: LinkNetwork | null;
  readonly flags: LinkFlags;
  /** By other assumptions; null unless requested. */
  readonly others: readonly SharedRow[] | null;
}

/** Rows shown in words; all are in JSON. */
const SHOWN = 8;
/** Relative difference below which bounds meet. */
const SAME = 1e-9;

/** A bound, or what stands beside them. */
interface RuntimeRow {
  readonly model: string;
  readonly title: string;
  /** Null where it was not found. */
  readonly ns: number | null;
  readonly lambda?: Sensitivity['lambda'];
}

/** Of {@link sharing}, what the bounds do not say. */
const OTHERS: Readonly<Partial<Record<SharedWay, string>>> = {
  ordered: 'CPUs and NICs in program order',
  serial: 'one at a time, in the order at this machine',
  replay: 'event by event, as LogGOPSim',
};

const runtimeRows = ({ found, links, others }: BoundsFound): RuntimeRow[] => {
  const { plain, lower, upper, anyOrder, fair } = found;
  const front = [
    { model: 'plain', title: 'model T, no contention', ns: plain.runtime, lambda: plain.lambda },
    { model: 'lower', title: 'lower bound, best order of service', ns: lower.runtime, lambda: lower.lambda },
    { model: 'upper', title: 'upper bound, first come first served', ns: upper },
  ];
  if (others === null) return front;
  const rows: RuntimeRow[] = [
    { model: 'any_order', title: 'links in any order, CPUs free: at most', ns: anyOrder },
    { model: 'fair_shares', title: 'links shared fairly: no bound', ns: fair },
    ...others.map(({ way, runtime }) => ({
      model: way,
      title: `${OTHERS[way]}${links === null ? '' : ', no links'}`,
      ns: runtime,
    })),
  ];
  return [...front, ...rows.filter(({ ns }) => ns !== null)];
};

/** `plainNs`: what others are held against. */
const runtimeColumns = (plainNs: number): Column<RuntimeRow>[] => [
  { key: 'model', title: '', align: 'left', of: ({ model }) => model, text: ({ title }) => title },
  { key: 'runtime_ns', title: 'T', of: ({ ns }) => ns },
  { title: 'against plain', text: ({ model, ns }) => (model === 'plain' ? '' : against(ns ?? 0, plainNs)) },
  { key: 'lambda_L', title: 'λ_L', of: ({ lambda }) => lambda?.L },
  { key: 'lambda_G_bytes', of: ({ lambda }) => lambda?.G },
  { key: 'lambda_o', of: ({ lambda }) => lambda?.o },
];

function against(ns: number, plainNs: number): string {
  const more = plainNs === 0 ? 0 : ns / plainNs - 1;
  return percentText(Math.abs(more) < SAME ? 0 : more);
}

const CRITICAL: readonly Column<Bounds['critical'][number]>[] = [
  { key: 'kind', of: ({ kind }) => kind },
  { key: 'name', title: 'on the critical path', align: 'left', of: ({ name }) => name },
  { key: 'index', of: ({ index }) => index },
  { key: 'stretches', title: 'stretches', of: ({ stretches }) => stretches },
  { key: 'users', title: 'uses', of: ({ users }) => users },
  { key: 'time_ns', title: 'time', of: ({ timeNs }) => timeNs },
  { key: 'share', title: 'of T', of: ({ share }) => share },
  { key: 'lambda_bytes', title: 'λ', of: ({ bytes }) => bytes, text: ({ bytes }) => `${bytes} B` },
  { key: 'lambda_o', title: 'λ_o', of: ({ overheads }) => overheads },
];

const DOUBLED: readonly Column<Bounds['doubled'][number]>[] = [
  { key: 'name', title: 'twice as fast', align: 'left', of: ({ name }) => name },
  { key: 'lower_ns', title: 'lower bound', of: ({ lowerNs }) => lowerNs },
  { key: 'saved_ns', title: 'less by', of: ({ savedNs }) => savedNs },
];

/** One of several programs. */
const BESIDE_OTHERS: readonly Column<BoundsFound>[] = [
  { key: 'plain_ns', title: 'T plain', of: ({ found }) => found.plain.runtime },
  { key: 'lower_ns', title: 'T at least', of: ({ found }) => found.lower.runtime },
  { key: 'upper_ns', title: 'T at most', of: ({ found }) => found.upper },
  { title: 'decided by', text: ({ found }) => found.critical[0]?.name ?? 'the program' },
];

const boundsView = (loaded: LoadedModel, all: BoundsFound): Answer => ({
  json: () => envelopeOf(loaded, boundsJson(all), all.found.plain),
  csv: () => tableCsv(runtimeColumns(all.found.plain.runtime), runtimeRows(all)),
  text: () =>
    [
      inputText(loaded) + sharedText(all),
      runtimesText(all),
      criticalText(all.found),
      ...(all.found.doubled.length === 0 ? [] : [tableText(DOUBLED, all.found.doubled)]),
      toleranceText(loaded, all.found),
    ].join('\n'),
  shared: () => ({
    head: machineText(loaded.resolved) + sharedText(all),
    ...tableRows(BESIDE_OTHERS, [all]),
  }),
});

function boundsJson({ found, links, others }: BoundsFound): Record<string, unknown> {
  const { plain, lower, upper, anyOrder, fair, critical, lambdaByGap, doubled, busy, tolerance } = found;
  return {
    shared: links === null ? 'cards' : 'links',
    plain: solvedJson(plain),
    lower: { ...solvedJson(lower), rho_L: lower.rho, lambda_by_gap: lambdaByGap },
    upper: { runtime_ns: upper },
    any_order: anyOrder === null ? null : { runtime_ns: anyOrder },
    fair_shares: fair === null ? null : { runtime_ns: fair },
    ...Object.fromEntries(Object.keys(OTHERS).map((way) => [way, otherJson(others, way)])),
    critical: critical.map((one) => jsonRow(CRITICAL, one)),
    doubled: doubled.map((one) => jsonRow(DOUBLED, one)),
    busy_links: busy.map(({ name, bytes, busyNs, waitedNs }) => ({
      ...{ name, bytes, busy_ns: busyNs, waited_ns: waitedNs },
    })),
    tolerance: tolerance.map(({ percent, from, to }) => ({
      ...{ pct: percent, from_ns: from, to_ns: finite(to) },
    })),
  };
}

function otherJson(others: readonly SharedRow[] | null, way: string): Record<string, unknown> | null {
  const found = others?.find((one) => one.way === way);
  return found === undefined ? null : { runtime_ns: found.runtime, lambda_L: found.lambda };
}

const solvedJson = ({ engine, certificate, runtime, lambda }: Sensitivity): Record<string, unknown> => ({
  engine,
  certificate: certificateJson(certificate),
  runtime_ns: runtime,
  lambda,
});

/** What does one thing at a time. */
const sharedText = ({ links, flags }: BoundsFound): string =>
  links === null ? 'shared: the CPU and the card of each rank\n' : `shared: CPUs, ${linksText(flags, links)}`;

function runtimesText(all: BoundsFound): string {
  const { plain, lower, upper } = all.found;
  return `${tableText(runtimeColumns(plain.runtime), runtimeRows(all))}\n  T of the best order: ${intervalText(lower.runtime, upper)}\n`;
}

function intervalText(low: number, high: number): string {
  return high - low <= SAME * high ? `= ${formatTime(low)}` : `[${formatTime(low)}, ${formatTime(high)}]`;
}

function criticalText({ critical, lower }: Bounds): string {
  if (critical.length === 0) return '  nothing shared is on the critical path of the lower bound\n';
  const left = critical.length - SHOWN;
  const more = left > 0 ? `and ${count(left, 'resource')} more: --json has all\n` : '';
  return `${tableText(CRITICAL, critical.slice(0, SHOWN))}${more}${lower.lambda.L === 0 ? '  no latency is on it\n' : ''}`;
}

function toleranceText({ model }: LoadedModel, { tolerance }: Bounds): string {
  const { base, relative, name } = model.latency;
  const value = (ns: number): string =>
    Number.isFinite(ns) ? `${relative ? '+' : ''}${formatTime(ns)}` : 'unlimited';
  const columns: readonly Column<BoundedTolerance>[] = [
    { title: `${name} tolerance`, text: ({ percent }) => `${percent} %` },
    { title: 'at least', text: ({ from }) => (from === null ? 'not known' : value(from)) },
    { title: 'at most', text: ({ to }) => value(to) },
  ];
  return `${tableText(columns, tolerance)}  the machine has ${value(base)}\n`;
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
  const others = flags.all ? (await sharing(loaded.model)).filter(({ way }) => way in OTHERS) : null;
  return boundsView(loaded, { found, links, flags, others });
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
    'all',
  ];

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(BoundsCommand);
    await this.askAll('bounds', argv, flags, {
      ask: async (inputs) => ({ answer: await boundsAnswer(inputs, flags) }),
    });
  }
}
