/** `budget`: change of each parameter that changes the runtime by 1 %. */
import { Flags } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
import { type Budget, budgetOf, type CallWorth, mixedBudget, type Worth } from '../analysis/procurement.js';
import { tolerance } from '../analysis/sensitivity.js';
import { inputArgs, LlampCommand } from '../cli/base-command.js';
import { changeFlag, commonFlags, firstAllocated, isOnAll, weightFlag } from '../cli/flags/common-flags.js';
import {
  hoursOf,
  parseWeights,
  runsOf,
  sumText,
  type Weights,
  weightsText,
} from '../cli/flags/mix-weights.js';
import { noInput, programsNamed } from '../cli/input/find-input.js';
import { type Answer, type Answered, inputJson, machineJson, plotFlag } from '../cli/output/answer.js';
import {
  type Column,
  type CsvTable,
  finite,
  narrowTable,
  percentText,
  stacked,
  tableCsv,
  tableText,
} from '../cli/output/table.js';
import { type LoadedModel, loadModel } from '../cli/pipeline/pipeline.js';
import type { NetworksBeside } from '../cli/present/network-change-question.js';
import { formatOn, gbitPerSecond, inputText, isGap, unitSuffix } from '../cli/present/solution-text.js';
import { listed, moreText } from '../cli/process/streams.js';
import { joinWarnings, UsageError } from '../errors.js';
import type { PlottedBudget } from '../report/plots/budget-plot.js';
import { formatBandwidth, formatTime, parseShare } from '../units.js';

const budgetFlags = {
  ...commonFlags,
  pct: Flags.string({
    default: '1',
    helpValue: '1',
    summary: 'change of the runtime, in percent',
    description: 'change of the runtime, in percent',
  }),
  at: changeFlag(),
  weight: weightFlag(),
  plot: plotFlag(),
};

type BudgetFlags = InferredFlags<typeof budgetFlags>;

/** The change of T in percent. Throws UsageError. */
function changeSpec({ pct }: BudgetFlags): number {
  const share = parseShare(pct, '--pct');
  if (share > 0 && share < 1) return share * 100;
  throw new UsageError(`--pct '${pct}' is not above 0 and below 100`, 'write one percentage, such as 1');
}

/** A program with its table. */
interface BudgetFound {
  readonly loaded: LoadedModel;
  readonly budget: Budget;
  /** Costs of network changes, and the spread over allocations; null: not requested. */
  readonly networks: NetworksBeside | null;
}

/** All programs together. */
interface MixFound {
  readonly budget: Budget;
  readonly weights: Weights;
  /** [programs] */
  readonly names: readonly string[];
  /** [programs] runs of each. */
  readonly runs: readonly number[];
  readonly networks: Answer | null;
}

const budgetView = (found: readonly BudgetFound[], mix: MixFound | null): Answer => ({
  json: () => {
    const [{ loaded }] = found;
    const inputs = found.map((one) => inputJson(one.loaded.info, one.loaded.model.graph));
    return {
      input: inputs.length === 1 ? inputs[0] : { programs: inputs },
      machine: machineJson(loaded.resolved),
      result: {
        pct: found[0].budget.percent,
        programs: found.map((one, i) => ({
          ...programJson(one),
          ...(mix === null ? {} : weightJson(mix, i)),
        })),
        ...(mix === null ? {} : { mix: mixJson(mix) }),
      },
      warnings: joinWarnings(
        ...found.flatMap(({ loaded: one, budget, networks }) => [
          ...[one, one.model, ...budget.parameters],
          networks?.part,
        ]),
      ),
    };
  },
  csv: () => networksCsv(found, mix) ?? tableCsv(BUDGET, [...found.flatMap(budgetRows), ...mixRows(mix)]),
  text: () => [...found.map(programText), ...(mix === null ? [] : [mixText(mix)])].join('\n'),
});

const programJson = ({ loaded, budget, networks }: BudgetFound): Record<string, unknown> => ({
  source: loaded.info.source,
  ...parametersJson(budget),
  calls: budget.calls?.map((one) => ({ call: one.call, messages: one.messages, ...worthJson(one) })) ?? null,
  calls_left_out: budget.left,
  ...networks?.part.json(),
});

const parametersJson = ({ runtime, parameters }: Budget): Record<string, unknown> => ({
  runtime_ns: runtime,
  parameters: parameters.map((one) => ({ parameter: one.axis.name, ...worthJson(one) })),
});

const weightJson = ({ weights, runs }: MixFound, i: number): Record<string, unknown> => ({
  weight: runs[i],
  ...(weights.by === 'hours' ? { hours: weights.values[i] } : {}),
});

const mixJson = ({ budget, networks }: MixFound): Record<string, unknown> => ({
  ...Object(networks?.json().result),
  ...parametersJson(budget),
});

const MIX = 'mix';

const mixRows = (mix: MixFound | null): BudgetRow[] =>
  (mix?.budget.parameters ?? []).map((one) => ({
    ...{ program: MIX, runtime: mix?.budget.runtime ?? 0, one, call: null },
  }));

/** The one table of CSV: that of the last part. Null if that is the budget. */
function networksCsv(found: readonly BudgetFound[], mix: MixFound | null): CsvTable | null {
  const tables = found.flatMap(({ loaded, networks }) => {
    const table = networks?.part.csv?.();
    return table === undefined ? [] : [{ name: loaded.info.source, table }];
  });
  if (tables.length === 0) return null;
  const together = mix?.networks?.csv?.();
  const all = together === undefined ? tables : [...tables, { name: MIX, table: together }];
  return stacked(
    all.map(({ name, table }) => ({
      header: ['program', ...table.header],
      rows: table.rows.map((row) => [name, ...row]),
    })),
  );
}

/** Values are null for added amounts; bandwidths only for G. */
function worthJson(one: Worth): Record<string, unknown> {
  const { axis, slower, faster } = one;
  const unit = unitSuffix(axis);
  const at = (value: number | null): Record<string, unknown> => ({
    [`value_${unit}`]: value === null || axis.relative ? null : finite(value),
    [`delta_${unit}`]: value === null ? null : finite(value - axis.base),
    ...(isGap(one.axis)
      ? { bandwidth_Gbit_per_s: value === null ? null : finite(gbitPerSecond(value)) }
      : {}),
  });
  return {
    [`value_${unit}`]: axis.relative ? null : axis.base,
    lambda: one.lambda,
    share: one.share,
    slower: at(slower),
    faster: faster === null ? null : at(faster),
    most_pct: 100 * one.most,
    takeover: one.takeover && { parameter: one.takeover.name, [`below_${unit}`]: one.takeover.below },
  };
}

/** A parameter of a program, or the latency of a call. */
interface BudgetRow {
  readonly program: string;
  readonly runtime: number;
  readonly one: Worth;
  /** Null for a parameter. */
  readonly call: CallWorth | null;
}

/** Null for added amounts. */
const absolute = ({ axis }: Worth, value: number | null): number | null => (axis.relative ? null : value);

const BUDGET: readonly Column<BudgetRow>[] = [
  { key: 'program', of: ({ program }) => program },
  { key: 'parameter', of: ({ call, one }) => (call === null ? one.axis.name : 'L') },
  { key: 'call', of: ({ call }) => call?.call },
  { key: 'unit', of: ({ one }) => one.axis.unit },
  { key: 'value', of: ({ one }) => absolute(one, one.axis.base) },
  { key: 'lambda', of: ({ one }) => one.lambda },
  { key: 'share', of: ({ one }) => one.share },
  { key: 'slower_delta', of: ({ one }) => one.slower - one.axis.base },
  { key: 'faster_delta', of: ({ one }) => (one.faster === null ? null : one.faster - one.axis.base) },
  { key: 'most_pct', of: ({ one }) => 100 * one.most },
  { key: 'takeover', of: ({ one }) => one.takeover?.name },
  { key: 'takeover_below', of: ({ one }) => one.takeover?.below },
  { key: 'messages', of: ({ call }) => call?.messages },
  { key: 'slower_value', of: ({ one }) => absolute(one, one.slower) },
  { key: 'faster_value', of: ({ one }) => absolute(one, one.faster) },
  { key: 'runtime_ns', of: ({ runtime }) => runtime },
];

const budgetRows = ({ loaded, budget: { runtime, parameters, calls } }: BudgetFound): BudgetRow[] => {
  const own = { program: loaded.info.source, runtime };
  return [
    ...parameters.map((one) => ({ ...own, one, call: null })),
    ...(calls ?? []).map((call) => ({ ...own, one: call, call })),
  ];
};

const programText = ({ loaded, budget, networks }: BudgetFound): string =>
  budgetText(
    inputText(loaded),
    budget,
    networks === null ? undefined : { verdict: networks.part.verdict(), text: networks.part.text() },
  );

/** `head`: the program; `networks`: network changes. */
function budgetText(
  head: string,
  budget: Budget,
  networks?: { readonly verdict: string; readonly text: string },
): string {
  const { percent, runtime, parameters, calls } = budget;
  const part = formatTime((runtime * percent) / 100);
  const nothing = parameters.every(({ lambda }) => lambda === 0);
  return [
    head,
    ...(networks === undefined ? [] : [networks.verdict]),
    `  runtime T  ${formatTime(runtime)}; ${percent} % of it is ${part}\n`,
    parametersText(parameters, percent),
    ...(nothing ? ['no parameter is on the critical path, so none makes this program faster\n'] : []),
    ...(calls === null || calls.length === 0 ? [] : [callsText(calls, budget)]),
    ...(networks === undefined ? [] : [networks.text]),
  ].join('\n');
}

function mixText({ budget, weights, names, networks }: MixFound): string {
  const shown = networks?.shared?.();
  const beside = shown && {
    verdict: shown.verdict ?? '',
    text: [narrowTable(shown.heads, shown.rows), shown.more].filter((text) => text !== '').join('\n'),
  };
  return budgetText(`${MIX}: ${weightsText(weights, names)}\n  ${sumText(weights)}\n`, budget, beside);
}

const parametersText = (parameters: readonly Worth[], percent: number): string =>
  tableText(
    [
      { title: 'parameter', align: 'left', text: nameText },
      { title: 'now', text: nowText },
      { key: 'share', title: 'of T', of: ({ share }) => share },
      { title: `${percent} % slower`, text: slowerText },
      { title: `${percent} % faster`, spare: 2, text: fasterText },
      { title: 'gain at 0', spare: 1, text: mostText },
      { title: 'better buy', align: 'left', spare: 3, text: takeoverText },
    ],
    parameters,
  );

function callsText(calls: readonly CallWorth[], { percent, left }: Budget): string {
  const shown = calls.slice(0, listed(calls.length));
  const columns: readonly Column<CallWorth>[] = [
    { key: 'messages', title: 'messages', spare: 1, of: ({ messages }) => messages },
    { key: 'lambda', title: 'λ_L', of: ({ lambda }) => lambda },
    { title: `${percent} % slower`, text: slowerText },
    { title: `${percent} % faster`, text: fasterText },
    { title: 'gain at 0', spare: 2, text: mostText },
    { key: 'call', title: 'call', align: 'left', name: true, of: ({ call }) => call },
  ];
  const more =
    moreText(calls.length - shown.length) +
    (left > 0 ? `  … and ${left} more calls with fewer messages\n` : '');
  return `latency of each call alone\n${tableText(columns, shown)}${more}`;
}

/** Data of the picture; without added amounts, which are no share of T. */
function plottedBudget(name: string, budget: Budget): PlottedBudget {
  const row = (of: string, one: Worth) => ({ name: of, share: one.share ?? 0, cost: slowerText(one) });
  return {
    name,
    parameters: budget.parameters
      .filter(({ share }) => share !== null)
      .map((one) => row(`${nameText(one)} ${nowText(one)}`, one)),
    calls: (budget.calls ?? []).filter(({ lambda }) => lambda > 0).map((one) => row(`L of ${one.call}`, one)),
  };
}

function nameText({ axis }: Worth): string {
  const name = axis.wires === true ? `${axis.name} per wire` : axis.name;
  return axis.relative ? `${name}, all classes` : name;
}

function nowText(one: Worth): string {
  if (one.axis.relative) return '';
  return isGap(one.axis) ? formatBandwidth(one.axis.base) : formatOn(one.axis, one.axis.base);
}

function slowerText(one: Worth): string {
  if (!Number.isFinite(one.slower)) return 'never';
  if (isGap(one.axis)) return `at ${formatBandwidth(one.slower)}`;
  return `+${formatOn(one.axis, one.slower - one.axis.base)}`;
}

function fasterText(one: Worth): string {
  if (isLowest(one)) return one.axis.relative ? 'one is already 0' : 'already 0';
  if (one.faster === null) return 'never';
  if (isGap(one.axis)) return `at ${formatBandwidth(one.faster)}`;
  return formatOn(one.axis, one.faster - one.axis.base);
}

/** A value that is already 0, also of one class, cannot fall. */
const isLowest = ({ axis }: Worth): boolean => axis.lowest >= axis.base;

function mostText(one: Worth): string {
  if (isLowest(one)) return '';
  return one.most <= 0 ? 'nothing' : percentText(one.most);
}

function takeoverText({ axis, takeover }: Worth): string {
  if (takeover === null) return '';
  const { name, below } = takeover;
  if (name !== null && below >= axis.base) return `${name}, already now`;
  const reached = isGap(axis)
    ? `bandwidth > ${formatBandwidth(below)}`
    : `${axis.name} < ${formatOn(axis, below)}`;
  return `${name ?? 'none'}, once ${reached}`;
}

/** Loaded on demand. */
const changes = () => import('../cli/present/network-change-question.js');

/** Throws UsageError, and all that reading and modelling throw. */
async function budgetAnswer(argv: readonly string[], flags: BudgetFlags): Promise<Answered> {
  const percent = changeSpec(flags);
  const query =
    flags.at === undefined && !isOnAll(flags) ? null : await (await changes()).networksQuery(flags);
  const programs = await programsNamed(argv);
  if (programs.length === 0) throw noInput();
  const names = await namesOf(programs, flags);
  const weights = parseWeights(flags.weight, names);
  const found: BudgetFound[] = [];
  for (const inputs of programs) {
    const loaded = await loadModel(inputs, firstAllocated(flags));
    const budget = await budgetOf(loaded.model, percent);
    const networks =
      query &&
      (await (await changes()).networksBeside(loaded, await tolerance(loaded.model, [percent]), query));
    found.push({ loaded, budget, networks });
  }
  const mix = weights === null ? null : await mixOf(found, weights, names);
  const plotted = [
    ...found.map(({ loaded, budget }) => plottedBudget(loaded.info.source, budget)),
    ...(mix === null ? [] : [plottedBudget(MIX, mix.budget)]),
  ];
  return {
    answer: budgetView(found, mix),
    picture: ({ budgetPlot }) => budgetPlot(plotted, { percent }),
  };
}

/** Names for a mix. Throws UsageError. */
async function namesOf(
  programs: readonly (readonly string[])[],
  { weight }: BudgetFlags,
): Promise<readonly string[]> {
  if (weight === undefined) return [];
  const { noMixOfOne, programNames } = await import('../cli/several.js');
  if (programs.length === 1) noMixOfOne(weight);
  return programNames(programs);
}

async function mixOf(
  found: readonly BudgetFound[],
  weights: Weights,
  names: readonly string[],
): Promise<MixFound> {
  const runs = runsOf(
    weights,
    found.map(({ budget }) => budget.runtime),
    names,
  );
  const budget = await mixedBudget(
    found.map(({ loaded: { model }, budget: own }, i) => ({ weight: runs[i], model, budget: own })),
  );
  const parts = found.flatMap(({ networks }, i) =>
    networks === null ? [] : [{ weight: runs[i], found: networks.found }],
  );
  const networks = parts.length === 0 ? null : await (await changes()).networksMix(parts, hoursOf(weights));
  return { budget, weights, names, runs, networks };
}

export default class BudgetCommand extends LlampCommand {
  static override summary = 'Show what 1 % of the runtime is worth in latency, overhead and bandwidth.';
  static override description =
    'For each parameter of the machine, each latency class and each MPI call, shows the value at which T is 1 % larger or 1 % smaller, the gain if the parameter were 0, and the value below which improving another parameter gains more. One table per program.';
  static override examples = [
    '<%= config.bin %> budget trace.goal',
    '<%= config.bin %> budget traces/cg-4 traces/fft-4 --machine piz-daint --pct 5',
    '<%= config.bin %> budget traces/cg-4 traces/fft-4 --weight cg-4=60h,fft-4=20h --topology fat-tree:k=4 --at switch:+200ns',
    '<%= config.bin %> budget traces/cg-4 --plot budget.svg',
  ];
  static override strict = false;
  static override args = inputArgs;
  static override flags = budgetFlags;
  static override mostUsed: readonly (keyof typeof budgetFlags)[] = ['pct', 'at', 'weight', 'allocation'];

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(BudgetCommand);
    await this.drawAndAnswer('budget', flags, await budgetAnswer(argv.map(String), flags));
  }
}
