/** `bounds`: lower and upper bound of T if CPUs, NICs and links do one thing at a time. */
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

/** Without flags for sharing, which this command decides. */
const { cpu, nic, ...shared } = commonFlags;

const boundsFlags = {
  ...shared,
  ...linkFlags,
  pct: percentsFlag('slowdowns in percent'),
  doubled: Flags.integer({
    default: 3,
    min: 0,
    helpValue: '3',
    description: 'number of links of the critical path to evaluate with twice the bandwidth',
  }),
  all: Flags.boolean({
    description: 'also T ordered, serial, fair, and by replay',
  }),
};

type BoundsFlags = InferredFlags<typeof boundsFlags>;

interface BoundsFound {
  readonly found: Bounds;
  /** Null: NICs of ranks. */
  readonly links: LinkNetwork | null;
  readonly flags: LinkFlags;
  /** By other assumptions; null unless requested. */
  readonly others: readonly SharedRow[] | null;
}

/** Rows shown in words; all are in JSON. */
const SHOWN = 8;
/** Relative difference below which bounds meet. */
const SAME = 1e-9;

/** A bound, or another runtime for comparison. */
interface RuntimeRow {
  readonly model: string;
  readonly title: string;
  /** Null if unknown. */
  readonly ns: number | null;
  readonly lambda?: Sensitivity['lambda'];
}

/** Of {@link sharing}, what the bounds do not say. */
const OTHERS: Readonly<Partial<Record<SharedWay, string>>> = {
  ordered: 'ordered (CPUs and NICs in program order)',
  serial: 'serial (one at a time, order at this L)',
  replay: 'replay (another model, as LogGOPSim)',
};

const runtimeRows = ({ found, links, others }: BoundsFound): RuntimeRow[] => {
  const { plain, lower, upper, anyOrder, fair } = found;
  const front = [
    { model: 'plain', title: 'model T, no contention', ns: plain.runtime, lambda: plain.lambda },
    { model: 'lower', title: 'lower bound (any order)', ns: lower.runtime, lambda: lower.lambda },
    { model: 'upper', title: 'upper bound (first come, first served)', ns: upper },
  ];
  if (others === null) return front;
  const rows: RuntimeRow[] = [
    { model: 'any_order', title: 'upper bound (links any order, CPUs free)', ns: anyOrder },
    { model: 'fair_shares', title: 'fair sharing of links (no bound)', ns: fair },
    ...others.map(({ way, runtime }) => ({
      model: way,
      title: `${OTHERS[way]}${links === null ? '' : ', no links'}`,
      ns: runtime,
    })),
  ];
  return [...front, ...rows.filter(({ ns }) => ns !== null)];
};

/** `plainNs`: T without contention, for comparison. */
const runtimeColumns = (plainNs: number): Column<RuntimeRow>[] => [
  { key: 'model', title: '', align: 'left', of: ({ model }) => model, text: ({ title }) => title },
  { key: 'runtime_ns', title: 'T', of: ({ ns }) => ns },
  {
    title: 'vs no contention',
    text: ({ model, ns }) => (model === 'plain' ? '' : against(ns ?? 0, plainNs)),
  },
  { key: 'lambda_L', title: 'λ_L', of: ({ lambda }) => lambda?.L },
  { key: 'lambda_G_bytes', of: ({ lambda }) => lambda?.G },
  { key: 'lambda_o', of: ({ lambda }) => lambda?.o },
];

function against(ns: number, plainNs: number): string {
  if (plainNs === 0 && ns > 0) return '';
  const more = plainNs === 0 ? 0 : ns / plainNs - 1;
  if (Math.abs(more) < SAME) return percentText(0);
  return `${more > 0 ? '+' : ''}${percentText(more)}`;
}

const CRITICAL: readonly Column<Bounds['critical'][number]>[] = [
  { key: 'kind', of: ({ kind }) => kind },
  { key: 'name', title: 'on the critical path', align: 'left', of: ({ name }) => name },
  { key: 'index', of: ({ index }) => index },
  { key: 'stretches', title: 'stretches', of: ({ stretches }) => stretches },
  { key: 'users', title: 'uses', of: ({ users }) => users },
  { key: 'time_ns', title: 'time', of: ({ timeNs }) => timeNs },
  { key: 'share', title: 'of T', of: ({ share }) => share },
  { key: 'lambda_bytes', title: 'λ_G', of: ({ bytes }) => bytes, text: ({ bytes }) => `${bytes} B` },
  { key: 'lambda_o', title: 'λ_o', of: ({ overheads }) => overheads },
];

const DOUBLED: readonly Column<Bounds['doubled'][number]>[] = [
  { key: 'name', title: 'twice as fast', align: 'left', of: ({ name }) => name },
  { key: 'lower_ns', title: 'lower bound', of: ({ lowerNs }) => lowerNs },
  { key: 'saved_ns', title: 'saved', of: ({ savedNs }) => savedNs },
];

/** One of several programs. */
const BESIDE_OTHERS: readonly Column<BoundsFound>[] = [
  { key: 'plain_ns', title: 'T, no contention', of: ({ found }) => found.plain.runtime },
  { key: 'lower_ns', title: 'T at least', of: ({ found }) => found.lower.runtime },
  { key: 'upper_ns', title: 'T at most', of: ({ found }) => found.upper },
  { title: 'limited by', text: ({ found }) => found.critical[0]?.name ?? 'the program' },
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
      ...{ pct: percent, from_ns: from === null ? null : finite(from), to_ns: finite(to) },
      too_far_apart: from === null,
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

const sharedText = ({ links, flags }: BoundsFound): string =>
  links === null ? 'shared: the CPU and the NIC of each rank\n' : `shared: CPUs, ${linksText(flags, links)}`;

function runtimesText(all: BoundsFound): string {
  const { plain, lower, upper } = all.found;
  return `${tableText(runtimeColumns(plain.runtime), runtimeRows(all))}\n  T in the best order of service: ${intervalText(lower.runtime, upper)}\n`;
}

function intervalText(low: number, high: number): string {
  return high - low <= SAME * high ? `= ${formatTime(low)}` : `[${formatTime(low)}, ${formatTime(high)}]`;
}

function criticalText({ critical, lower }: Bounds): string {
  if (critical.length === 0) return '  no CPU, NIC or link decides the lower bound\n';
  const left = critical.length - SHOWN;
  const more = left > 0 ? `  … and ${count(left, 'resource')} more (--json shows all)\n` : '';
  return `${tableText(CRITICAL, critical.slice(0, SHOWN))}${more}${lower.lambda.L === 0 ? '  no latency on this path\n' : ''}`;
}

function toleranceText({ model }: LoadedModel, { tolerance }: Bounds): string {
  const { base, relative, name, wires } = model.latency;
  const latency = `${name}${wires === true ? ' per wire' : ''}`;
  const value = (ns: number): string =>
    Number.isFinite(ns) ? `${relative ? '+' : ''}${formatTime(ns)}` : 'unlimited';
  const columns: readonly Column<BoundedTolerance>[] = [
    { title: 'slower by', text: ({ percent }) => `${percent} %` },
    {
      title: `largest ${relative ? 'added ' : ''}${latency}: at least`,
      text: ({ from }) => (from === null ? 'bounds too far apart' : value(from)),
    },
    { title: 'at most', text: ({ to }) => value(to) },
  ];
  const own = relative ? '' : `  ${latency} of the machine: ${formatTime(base)}\n`;
  return `${tableText(columns, tolerance)}${own}`;
}

/** Overrides the machine file. */
const FREE = { cpu: 'free', nic: 'free' } as const;

async function boundsAnswer(inputs: readonly unknown[], flags: BoundsFlags): Promise<Answer> {
  const percents = parsePercents(flags.pct);
  const loaded = await loadModel(inputs, { ...flags, ...FREE });
  const links = linksOf(flags, loaded.resolved);
  const found = await bounds(loaded.model, { links, percents, doubled: flags.doubled });
  const others = flags.all ? (await sharing(loaded.model)).filter(({ way }) => way in OTHERS) : null;
  // Between the messages of a NIC the lower bound has the gap, unlike the model.
  const warnings = loaded.warnings.filter(({ code }) => links !== null || code !== 'gap-without-nic');
  return boundsView({ ...loaded, warnings }, { found, links, flags, others });
}

export default class BoundsCommand extends LlampCommand {
  static override summary = 'Bound the runtime under contention of CPUs, NICs and links.';
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
