/** `diff`: explains the difference between two runs, machines or choices of algorithms. */
import { Flags, Parser } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
import {
  apportioned,
  type Difference,
  difference,
  type GroupDifference,
  type PriceDifference,
  type TimePair,
  unitsOf,
} from '../analysis/run-difference.js';
import { gatesFound } from '../analysis/run-gates.js';
import {
  type Baseline,
  PROFILE_GROUPINGS,
  type ProfileGrouping,
  type RunProfile,
  SHARES,
} from '../analysis/run-profile.js';
import type { RunComputation } from '../analysis/shared-computation.js';
import { inputArgs, LlampCommand } from '../cli/base-command.js';
import {
  commonFlags,
  machineFlags,
  percentsFlag,
  refuseEngine,
  traceFlags,
} from '../cli/flags/common-flags.js';
import { parsePercents } from '../cli/flags/parameter-values.js';
import { programsNamed } from '../cli/input/find-input.js';
import { type Answered, type Part, plotFlag } from '../cli/output/answer.js';
import {
  addedText,
  type Column,
  type CsvTable,
  factsBeside,
  finite,
  jsonRow,
  jsonRows,
  percentText,
  table,
  tableCsv,
  tableRows,
  tableText,
} from '../cli/output/table.js';
import {
  baselineAt,
  baselineSide,
  idleBetweenBaselines,
  otherMachine,
  programSide,
  type RunSide,
  refuseOtherMachine,
  withKept,
} from '../cli/pipeline/baseline.js';
import { groupingName } from '../cli/present/breakdown-tables.js';
import {
  addedBy,
  gatedRun,
  gateNotMet,
  gatesFlag,
  gatesPart,
  ownComputation,
  parseGates,
  sharedPart,
} from '../cli/present/gates.js';
import { inputText } from '../cli/present/solution-text.js';
import { listed } from '../cli/process/streams.js';
import { joinWarnings, UsageError, type Warning } from '../errors.js';
import type { PlottedDifference } from '../report/plots/difference-plot.js';
import { timeUnit, type Unit } from '../report/plots/scales.js';
import type { PathShares } from '../timing/path-steps.js';
import { formatTime } from '../units.js';

const { collective } = traceFlags;

/** Flags that may have another value for B. */
const second = { ...machineFlags, collective };

const diffFlags = {
  ...commonFlags,
  b: Flags.string({
    helpValue: "'FLAGS'",
    summary: "flags for B alone, such as --b '-L 5us'",
    description:
      "flags of the machine, its network and --collective for B alone, in one word: --b '-L 5us', --b '--collective allreduce=ring'",
  }),
  by: Flags.option({
    options: ['call', 'function', 'site', 'rank'] as const,
    summary: 'how to split the difference',
    description: 'how to split the difference [default: call if both runs have calls, otherwise rank]',
  })(),
  pct: percentsFlag('slowdowns in percent', '1', '1,2,5'),
  'computation-of': Flags.option({
    options: ['A'] as const,
    summary: 'use the computation of A in both runs',
    description:
      'use the computation times of A between the same calls in both runs, which removes the noise of computation; lists computation of one run only',
  })(),
  'fail-above': gatesFlag('gates on B; 2% alone limits T'),
  plot: plotFlag(),
};

type DiffFlags = InferredFlags<typeof diffFlags> & {
  /** Those of --b, parsed. */
  readonly ofB: Readonly<Record<string, unknown>>;
};

/** The flags of --b. Throws UsageError, and what oclif throws for a flag. */
async function flagsForB({ b = '' }: InferredFlags<typeof diffFlags>): Promise<DiffFlags['ofB']> {
  const words = [...b.matchAll(/(?:[^\s"']|"[^"]*"|'[^']*')+/g)].map(([word]) => word.replace(/["']/g, ''));
  const { argv, flags } = await Parser.parse(words, { flags: second, strict: false });
  if (argv.length > 0)
    throw new UsageError(`--b '${b}' has '${argv[0]}', which is not a flag`, "write --b '-L 5us'");
  return Object.fromEntries(Object.entries(flags).filter(([, one]) => one !== undefined && one !== false));
}

const givenToB = ({ ofB }: DiffFlags): string[] => Object.keys(ofB);

/** Flags of B: those of A, overridden by flags for B alone. */
const flagsOfB = (flags: DiffFlags): DiffFlags => ({ ...flags, ...flags.ofB });

/** Errors about a value of a flag for B say so. */
const namingFlagsOfB = (flags: DiffFlags) => (error: unknown) => {
  if (!(error instanceof UsageError)) throw error;
  const own = givenToB(flags);
  const [{ what, mend }] = error.problems;
  const isOfB = [...what.matchAll(/--([a-z][a-z-]*)/g)].some(([, name]) => own.includes(name));
  throw new UsageError(isOfB ? `of --b, ${what}` : what, mend);
};

interface Named {
  readonly inputs: readonly string[];
  readonly baseline: Baseline | null;
}

/** Throws UsageError for anything but two runs, and all that reading and modelling throw. */
async function sidesOf(
  argv: readonly string[],
  flags: DiffFlags,
  percents: readonly number[],
): Promise<readonly [RunSide, RunSide]> {
  const [a, b] = await namedSides(argv, flags);
  refuseIdle(a, b, flags);
  const kept = (a.baseline ?? b.baseline)?.flags ?? {};
  // Algorithms are compared on a machine that spaces the messages of a rank; a baseline keeps its own.
  const compares = flags.ofB.collective !== undefined && a.baseline === null && b.baseline === null;
  const common = { ...withKept(flags, kept), ...(compares ? { sharing: 'ordered' as const } : {}) };
  const one = await sideOf(a, common, percents);
  const given = flags['computation-of'] === undefined ? null : one.computation();
  const other = await sideOf(b, flagsOfB(common), percents, given).catch(namingFlagsOfB(flags));
  const baselines = [a, b].filter(({ baseline }) => baseline !== null).length;
  const unlike = baselines === 0 ? [] : checkSameMachine(one, other, flags, baselines === 2);
  return [one, { ...other, warnings: joinWarnings(other, unlike) }];
}

const sideOf = async (
  { inputs, baseline }: Named,
  flags: DiffFlags,
  percents: readonly number[],
  given: RunComputation | null = null,
): Promise<RunSide> =>
  baseline === null ? programSide(inputs, flags, percents, given) : baselineSide(inputs[0], baseline);

async function namedSides(argv: readonly string[], flags: DiffFlags): Promise<readonly [Named, Named]> {
  const programs = await programsNamed(argv);
  const sides = await Promise.all(
    programs.map(async (inputs) => ({ inputs, baseline: await baselineAt(inputs) })),
  );
  const [a, b, c] = sides;
  if (c !== undefined)
    throw new UsageError(`diff compares two runs, not ${programs.length}`, 'name two runs, A and B');
  if (a === undefined) throw new UsageError('no INPUT given', 'name two runs, A and B');
  if (b !== undefined) return [a, b];
  if (a.baseline !== null) throw new UsageError('no run to compare with the baseline', 'name a run after it');
  if (givenToB(flags).length > 0) {
    if (!a.inputs.includes('-')) return [a, a];
    throw new UsageError('standard input cannot be read for both A and B', 'name a file');
  }
  throw new UsageError(
    'only one run is given, without a difference for B',
    "name a second INPUT, or flags for B, such as --b '--machine piz-daint' or --b '--collective allreduce=ring'",
  );
}

/** Throws UsageError for flags that would change a baseline. */
function refuseIdle({ baseline: a }: Named, { baseline: b }: Named, flags: DiffFlags): void {
  const refuse = (names: readonly string[], why: string): void => {
    if (names.length > 0)
      throw new UsageError(
        `${names.map((name) => `--${name}`).join(', ')} cannot be used, because ${why}`,
        `leave ${names.length === 1 ? 'this flag' : 'these flags'} out`,
      );
  };
  if (a !== null && b !== null) {
    refuseEngine(flags, 'both runs are baselines, which are solved already');
    refuse(idleBetweenBaselines(flags), 'both runs are baselines, which are solved already');
  }
  if (b !== null && flags['computation-of'] !== undefined)
    refuse(['computation-of'], 'B is a baseline, which is solved already');
  if (b !== null && givenToB(flags).length > 0) refuse(['b'], 'B is a baseline, which is solved already');
}

/**
 * Throws UsageError if the machine differs from that of the baseline without a flag for B; for two baselines returns a
 * warning.
 */
function checkSameMachine(a: RunSide, b: RunSide, flags: DiffFlags, both: boolean): Warning[] {
  const what = otherMachine(
    a.machine,
    b.machine,
    both ? 'the machine of B differs from that of A' : undefined,
  );
  if (what === null || givenToB(flags).length > 0) return [];
  if (both) return [{ code: 'machine-differs', message: what }];
  return refuseOtherMachine(
    what,
    flags,
    // Flags for B have no meaning where it is the baseline.
    (said) => (b.loaded === null ? '' : `, or use --b '${said.join(' ')} …' if B differs`),
  );
}

const answerColumns = (percents: readonly number[]): readonly Column<RunProfile>[] => [
  { title: 'sensitivity λ_L', text: ({ lambda }) => String(lambda.L), json: ({ lambda }) => ({ lambda }) },
  { key: 'rho_L', title: 'latency share ρ_L', of: ({ rho }) => rho },
  { key: 'messages', title: 'messages on the path', of: ({ messages }) => messages },
  ...percents.map((percent) => ({
    title: `${percent} % latency tolerance`,
    text: (one: RunProfile) => toleranceText(one, percent) ?? '',
  })),
];

const runJson = (profile: RunProfile): Record<string, unknown> => ({
  ...jsonRow(answerColumns([]), profile, ['messages']),
  tolerance: profile.tolerance.map(({ percent, delta }) => ({ pct: percent, delta_ns: finite(delta) })),
});

function answersText(a: RunProfile, b: RunProfile): string {
  const percents = a.tolerance.map(({ percent }) => percent);
  const columns = answerColumns(percents.filter((percent) => toleranceText(b, percent) !== undefined));
  return factsBeside(columns, { A: a, B: b });
}

function toleranceText({ tolerance }: RunProfile, percent: number): string | undefined {
  const found = tolerance.find((one) => one.percent === percent);
  return found && addedText(found.delta);
}

// Tables of differences whose rounded numbers add up: one unit, three decimals, largest-remainder rounding.

/** Groups shown to people. */
const SHOWN = 15;
/** Decimals shown, and their power of ten. */
const SHOWN_DECIMALS = 3;

/** One unit for all differences of an answer: that of the largest part. */
function unitFor({ runtime, kinds, prices, groups }: Difference): Unit {
  const parts = prices.flatMap(({ program, machine, delta }) => [program ?? 0, machine ?? 0, delta]);
  const listed = Object.values(groups).flatMap((list) => list.map(({ delta }) => delta));
  const all = [runtime.delta, ...Object.values(kinds).map(({ delta }) => delta), ...parts, ...listed];
  const largest = all.reduce((most, one) => Math.max(most, Math.abs(one)), 0);
  return timeUnit(largest);
}

/** A shown difference: whole thousandths of the unit. */
const decimalsOf = ({ size }: Unit): number => SHOWN_DECIMALS - Math.round(Math.log10(size));

function shown(thousandths: number): string {
  if (thousandths === 0) return '0';
  return `${thousandths > 0 ? '+' : ''}${(thousandths / 10 ** SHOWN_DECIMALS).toFixed(SHOWN_DECIMALS)}`;
}

/** Rounded growth of each kind; they add up to the whole. */
function shownKinds({ runtime, kinds }: Difference, unit: Unit): Record<keyof PathShares, number> {
  const decimals = decimalsOf(unit);
  const deltas = SHARES.map((kind) => kinds[kind].delta);
  const whole = deltas.every((one) => one === 0) ? 0 : unitsOf(runtime.delta, decimals);
  const [computation, overhead, latency, bandwidth] = apportioned(deltas, whole, decimals);
  return { computation, overhead, latency, bandwidth };
}

function kindsText(difference: Difference, unit: Unit): string {
  const { runtime, kinds } = difference;
  const grown = shownKinds(difference, unit);
  const share = (delta: number): string => {
    if (runtime.a === 0) return '';
    return `${delta > 0 ? '+' : ''}${percentText(delta / runtime.a)}`;
  };
  const row = (name: string, { a, b, delta }: TimePair, units: number): string[] => [
    ...[name, formatTime(a), formatTime(b), shown(units), share(delta)],
  ];
  const rows = [
    row('runtime T', runtime, sumOf(Object.values(grown))),
    ...SHARES.map((kind) => row(kind, kinds[kind], grown[kind])),
  ];
  const heads = ['A', 'B', `Δ in ${unit.name}`, 'of T_A'].map((title) => ({ title }));
  return table([{ title: '', align: 'left' }, ...heads], rows);
}

const sumOf = (parts: readonly number[]): number => parts.reduce((sum, part) => sum + part, 0);

const WORDS = { overhead: 'other overhead', latency: 'other latency', bandwidth: 'other bandwidth' } as const;

/** `units`: rounded contributions of program and machine. */
interface ShownPrice extends PriceDifference {
  readonly units?: readonly [number, number];
}

function priceColumns(kind: PriceDifference['kind'], unit: Unit): readonly Column<ShownPrice>[] {
  const [price, times] = kind === 'bandwidth' ? ['ns_per_B', ' B'] : ['ns', ''];
  const counted = (count: number): string => `${count}${times}`;
  return [
    {
      ...{ key: 'parameter', title: 'parameter', align: 'left', of: ({ name }) => name },
      text: ({ name }) => name ?? WORDS[kind],
    },
    { key: 'kind', of: () => kind },
    { key: `a_${price}`, title: 'A', of: ({ priceA }) => priceA },
    { key: `b_${price}`, title: 'B', of: ({ priceB }) => priceB },
    { key: 'paid_a', title: 'count in A', spare: 1, of: ({ countA }) => countA, format: counted },
    { key: 'paid_b', title: 'count in B', spare: 2, of: ({ countB }) => countB, format: counted },
    {
      ...{ key: 'program_ns', title: `program, ${unit.name}`, of: ({ program }) => program },
      text: ({ program, units: [of] = [0] }) => `${shown(of)}${program === null ? ' in total' : ''}`,
    },
    {
      ...{ key: 'machine_ns', title: `machine, ${unit.name}`, of: ({ machine }) => machine },
      text: ({ program, units: [, of] = [0, 0] }) => (program === null ? '' : shown(of)),
    },
    { key: 'delta_ns', of: ({ delta }) => delta },
  ];
}

/** Contributions of machine and program, parameter by parameter. */
function pricesText(difference: Difference, unit: Unit): string {
  const grown = shownKinds(difference, unit);
  const tables = (['overhead', 'latency', 'bandwidth'] as const).map((kind) => {
    const list = difference.prices.filter((one) => one.kind === kind);
    const units = shownParts(list.flatMap(partsOf), grown[kind], unit);
    const rows = list.map((one, i): ShownPrice => ({ ...one, units: [units[2 * i], units[2 * i + 1]] }));
    return tableRows(priceColumns(kind, unit), rows);
  });
  const title =
    'Δ due to the program (count changed, value of A) and to the machine (value changed, count of B)';
  const rows = tables.flatMap((one) => one.rows);
  return `${title}\n${table(tables[0].heads, rows)}`;
}

const partsOf = ({ program, machine, delta }: PriceDifference): number[] =>
  program === null || machine === null ? [delta, 0] : [program, machine];

/** Rounded parts, which add up to the whole. */
const shownParts = (parts: readonly number[], whole: number, unit: Unit): readonly number[] =>
  parts.every((part) => part === 0) ? parts : apportioned(parts, whole, decimalsOf(unit));

/** Order in which columns of kinds are dropped. */
const SPARE = { bandwidth: 1, overhead: 2, computation: 3, latency: 4 } as const;

/** `units`: rounded growth of each kind. */
interface ShownGroup extends GroupDifference {
  readonly units?: readonly number[];
}

/** For machines, the last columns are the parts of the difference. */
const groupColumns = (by: string, unit: Unit): readonly Column<ShownGroup>[] => [
  { key: 'a_ns', title: 'A', spare: 5, of: ({ a }) => a },
  { key: 'b_ns', title: 'B', of: ({ b }) => b },
  {
    ...{ key: 'delta_ns', title: `Δ in ${unit.name}`, of: ({ delta }) => delta },
    text: ({ units = [] }) => shown(sumOf(units)),
  },
  ...SHARES.map(
    (kind, i): Column<ShownGroup> => ({
      ...{ key: `${kind}_ns`, title: kind, spare: SPARE[kind], of: ({ kinds }: ShownGroup) => kinds[kind] },
      text: ({ units = [] }) => shown(units[i]),
    }),
  ),
  {
    ...{ key: by, title: groupingName(by), align: 'left', name: true, of: ({ name }) => name },
    json: ({ name }) => ({ name }),
  },
];

/** Groups by decreasing size; the rest is one row, and all add up to the runtime's difference. */
function groupsText(difference: Difference, by: ProfileGrouping, unit: Unit): string {
  const all = difference.groups[by] ?? [];
  const grown = shownKinds(difference, unit);
  const most = listed(SHOWN);
  const list = all.length > most ? [...all.slice(0, most - 1), others(all.slice(most - 1))] : all;
  const parts = SHARES.map((kind) => {
    const values = list.map(({ kinds }) => kinds[kind]);
    return shownParts(values, grown[kind], unit);
  });
  const rows = list.map((one, i) => ({ ...one, units: parts.map((column) => column[i]) }));
  return `Δ by ${groupingName(by)}\n${tableText(groupColumns(by, unit), rows)}`;
}

function others(rest: readonly GroupDifference[]): GroupDifference {
  const sum = (of: (one: GroupDifference) => number): number => sumOf(rest.map(of));
  return {
    name: `${rest.length} others`,
    a: sum(({ a }) => a),
    b: sum(({ b }) => b),
    delta: sum(({ delta }) => delta),
    kinds: {
      computation: sum(({ kinds }) => kinds.computation),
      overhead: sum(({ kinds }) => kinds.overhead),
      latency: sum(({ kinds }) => kinds.latency),
      bandwidth: sum(({ kinds }) => kinds.bandwidth),
    },
  };
}

interface DiffFound {
  readonly a: RunSide;
  readonly b: RunSide;
  readonly by: ProfileGrouping;
  readonly difference: Difference;
  /** Shared computation, and gates. */
  readonly parts: readonly Part[];
}

const diffView = (found: DiffFound) => ({
  json: () => ({
    input: { a: found.a.input, b: found.b.input },
    machine: { a: found.a.machine, b: found.b.machine },
    result: Object.assign(resultJson(found), ...found.parts.map(({ json }) => json())),
    warnings: joinWarnings(found.a, found.b, found.difference, ...found.parts),
  }),
  csv: () => groupsCsv(found),
  text: () => diffText(found),
});

const sharesJson = (of: (kind: keyof PathShares) => number): Record<string, number> =>
  Object.fromEntries(SHARES.map((kind) => [`${kind}_ns`, of(kind)]));

function resultJson({ a, b, difference }: DiffFound): Record<string, unknown> {
  const { runtime, kinds, prices, groups } = difference;
  const unit = unitFor(difference);
  return {
    a: { runtime_ns: runtime.a, ...sharesJson((kind) => kinds[kind].a), ...runJson(a.profile) },
    b: { runtime_ns: runtime.b, ...sharesJson((kind) => kinds[kind].b), ...runJson(b.profile) },
    delta: {
      runtime_ns: runtime.delta,
      pct: finite((100 * runtime.delta) / runtime.a),
      ...sharesJson((kind) => kinds[kind].delta),
    },
    parameters: prices.map((one) =>
      jsonRow(priceColumns(one.kind, unit), one, ['parameter', 'kind', 'paid_a', 'paid_b']),
    ),
    by: Object.fromEntries(
      Object.entries(groups).map(([by, list]) => [by, jsonRows(groupColumns(by, unit), list, ['name'])]),
    ),
  };
}

const groupsCsv = ({ by, difference }: DiffFound): CsvTable =>
  tableCsv(groupColumns(by, unitFor(difference)), difference.groups[by] ?? [], [by]);

function plottedDifference({ by, difference: { runtime, kinds, groups } }: DiffFound): PlottedDifference {
  return {
    ...{ a: runtime.a, b: runtime.b },
    kinds: SHARES.map((kind) => ({ name: kind, value: kinds[kind].delta })),
    groups: (groups[by] ?? []).map(({ name, delta }) => ({ name, value: delta })),
  };
}

function headText({ loaded, input, machine }: RunSide): string {
  if (loaded === null)
    return `${String(input.baseline)}: baseline of ${String(input.source)} on ${String(machine.source)}\n`;
  const { collective } = input;
  return inputText(loaded) + (Array.isArray(collective) ? `collectives ${collective.join(', ')}\n` : '');
}

function diffText({ a, b, by, difference, parts }: DiffFound): string {
  const unit = unitFor(difference);
  return [
    `A  ${headText(a)}`,
    `B  ${headText(b)}`,
    kindsText(difference, unit),
    pricesText(difference, unit),
    groupsText(difference, by, unit),
    answersText(a.profile, b.profile),
    ...parts.map(({ text }) => text()).filter((text) => text !== ''),
  ].join('\n');
}

/** Throws UsageError, and all that reading and modelling throw. */
async function diffAnswer(argv: readonly string[], flags: DiffFlags): Promise<Answered> {
  const percents = parsePercents(flags.pct);
  const gates = parseGates(flags['fail-above']);
  const sides = await sidesOf(argv, flags, percents);
  const [a, b] = sides;
  const by = groupingOf(a, b, flags.by === 'function' ? 'region' : flags.by);
  const [one, other] = [a, b].map((side) => gatedRun(side, gates, percents));
  const tripped = gatesFound(gates, one, other, addedBy(b));
  const parts = [
    ...(b.shared === null ? [] : [sharedPart(b.shared)]),
    gatesPart(tripped, ownComputation(gates, a, b)),
  ];
  const found = { a, b, by, difference: difference(a.profile, b.profile), parts };
  return {
    answer: diffView(found),
    picture: ({ differencePlot }) => differencePlot(plottedDifference(found), { by: groupingName(by) }),
    unmet: gateNotMet(tripped, 'A', 'B'),
  };
}

const has = ({ profile }: RunSide, by: ProfileGrouping): boolean => profile.groups[by] !== undefined;

/** Throws UsageError if one of the runs does not have the grouping. */
function groupingOf(a: RunSide, b: RunSide, query: ProfileGrouping | undefined): ProfileGrouping {
  if (query === undefined) return has(a, 'call') && has(b, 'call') ? 'call' : 'rank';
  if (has(a, query) && has(b, query)) return query;
  const both = PROFILE_GROUPINGS.filter((by) => has(a, by) && has(b, by));
  const name = groupingName(query);
  throw new UsageError(
    `--by ${name} needs the ${name} of each operation, which ${has(a, query) ? 'B' : 'A'} does not contain`,
    `use --by ${both.map(groupingName).join(' or ')}`,
  );
}

export default class DiffCommand extends LlampCommand {
  static override summary = 'Explain the difference between two runs, machines or sets of algorithms.';
  static override description =
    'Splits ΔT into computation, overhead, latency and bandwidth, into contributions of program and machine, and by calls, functions, lines or ranks. All parts add up exactly. A and B are INPUTs or baselines (tolerance --save); --b gives flags to B alone.';
  static override examples = [
    '<%= config.bin %> diff before.goal after.goal',
    '<%= config.bin %> diff traces/cg-4 --b "--machine piz-daint"',
    '<%= config.bin %> diff traces/cg-4 --collective allreduce=ring --b "--collective allreduce=recursive-doubling"',
    '<%= config.bin %> diff before.goal after.goal --plot diff.svg',
    '<%= config.bin %> diff baseline.json llamp-trace --computation-of A --fail-above communication=1%,messages=0',
  ];
  static override strict = false;
  static override args = inputArgs;
  static override flags = diffFlags;
  static override mostUsed: readonly (keyof typeof diffFlags)[] = ['by', 'computation-of', 'fail-above', 'b'];
  static override forms = ['A B [options]', "INPUT --b='FLAGS' [options]"];

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(DiffCommand);
    await this.drawAndAnswer(
      'diff',
      flags,
      await diffAnswer(argv.map(String), { ...flags, ofB: await flagsForB(flags) }),
    );
  }
}
