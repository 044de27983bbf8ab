/**
 * `tolerance`: growth of latency, or another parameter, until a program is x % slower; also for each of its parts, and with
 * its uncertainty.
 */
import { Flags } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
import type { Distribution } from '../analysis/distributions.js';
import { exactCurve, type WithinRuntime, withinRuntime } from '../analysis/exact-curve.js';
import { toleranceBy, toleranceByRegion } from '../analysis/group-tolerance.js';
import type { TraceError } from '../analysis/measurement-uncertainty.js';
import type { Model } from '../analysis/model.js';
import type { Curve } from '../analysis/piecewise.js';
import { gatesFound } from '../analysis/run-gates.js';
import { FINE_QUANTILES, runtimeDistribution } from '../analysis/runtime-distribution.js';
import { reachOf, type ToleranceResult, tolerance } from '../analysis/sensitivity.js';
import { type FrontierResult, frontier } from '../analysis/tolerance-frontier.js';
import type { UndecidedTolerance } from '../analysis/undecided-tolerance.js';
import { inputArgs, LlampCommand, refuseOfOtherForms } from '../cli/base-command.js';
import {
  changeFlag,
  commonFlags,
  distributionFlag,
  firstAllocated,
  isOnAll,
  MAX_SEED,
  parameterFlag,
  percentsFlag,
  sharedFlags,
  weightFlag,
} from '../cli/flags/common-flags.js';
import { oneName, parseDistribution, parsePair, parsePercents } from '../cli/flags/parameter-values.js';
import {
  type Answer,
  type Answered,
  GateNotMet,
  measuredFlag,
  type Part,
  type Plots,
  plotFlag,
} from '../cli/output/answer.js';
import type { CsvTable } from '../cli/output/table.js';
import {
  baselineAt,
  baselineSide,
  otherMachine,
  programSide,
  refuseOtherMachine,
  saveBaseline,
  withKept,
} from '../cli/pipeline/baseline.js';
import { envelopeOf, type LoadedModel, loadModel, namesBy, wholeWarning } from '../cli/pipeline/pipeline.js';
import { BY, groupTolerancesPart, PLACES, refuseUnplaced } from '../cli/present/breakdown-tables.js';
import {
  distributionPart,
  frontierPart,
  type MeasuredPart,
  measuredRunsOf,
} from '../cli/present/curve-tables.js';
import {
  addedBy,
  gatedRun,
  gateNotMet,
  gatesFlag,
  gatesPart,
  parseGates,
  sharedPart,
} from '../cli/present/gates.js';
import type { NetworksBeside, NetworksQuery } from '../cli/present/network-change-question.js';
import { type KeptTolerance, toleranceMix, toleranceRow } from '../cli/present/program-mix.js';
import {
  formatOn,
  inputText,
  machineText,
  sensitivityJson,
  sensitivityText,
  toleranceCsv,
  toleranceJson,
  toleranceText,
  traceErrorJson,
  traceErrorOf,
  undecidedJson,
  withinPart,
} from '../cli/present/solution-text.js';
import type { MixPart } from '../cli/several.js';
import { joinWarnings, UsageError } from '../errors.js';
import type { SiteNames } from '../schedule/program-calls.js';
import { type Axis, axisByName } from '../timing/axis.js';
import { parseOn } from '../timing/axis-values.js';
import { parseTime } from '../units.js';

const ownFlags = {
  ...commonFlags,
  pct: percentsFlag('slowdowns in percent'),
  runtime: Flags.string({
    helpValue: '2us',
    description: 'also show the largest value that keeps T within these times, separated by commas',
  }),
  parameter: parameterFlag('parameter that grows: L, G, o or a latency class'),
  frontier: Flags.string({
    helpValue: 'L,G',
    description: 'two parameters that grow together; shows the polygon of tolerated values',
  }),
  'frontier-from': Flags.option({
    options: ['machine', 'lowest'] as const,
    dependsOn: ['frontier'],
    description: "start of the polygon: the machine's values, or the lowest possible ones [default: machine]",
  })(),
  'latency-distribution': distributionFlag,
  by: Flags.string({
    helpValue: 'GROUP|iteration|part:A,B,C',
    exclusive: ['frontier', 'latency-distribution'],
    summary: 'tolerance of each group of messages, or part',
    description: `tolerance of each group of messages alone, by ${BY.join(', ')} (${PLACES}); or T, λ, ρ and tolerance of each part of the program: iteration, each repeated iteration; iteration:inner, the shorter ones of its inner loop; part:A,B,C, between bounds as in --region; part:region[:NAME], each visit of a named region; part:pcontrol, from one MPI_Pcontrol to the next`,
  }),
  'fail-below': Flags.string({
    helpValue: '5us',
    summary: 'exit with code 10 if the tolerance is smaller',
    description:
      'exit with code 10 if the tolerance of the first --pct is smaller than this added latency (per wire with --topology)',
  }),
  at: changeFlag('by', 'frontier', 'latency-distribution'),
  'fail-above': gatesFlag('gates against --baseline, whose computation replaces that of INPUT', 'baseline'),
  baseline: Flags.string({
    helpValue: 'FILE.json',
    dependsOn: ['fail-above'],
    exclusive: ['frontier', 'latency-distribution', 'save', 'weight'],
    summary: 'baseline for --fail-above',
    description:
      'baseline (from --save) to compare INPUT with by --fail-above; INPUT gets its machine, flags and computation',
  }),
  weight: weightFlag('by', 'frontier', 'latency-distribution'),
  save: Flags.string({
    helpValue: 'FILE.json',
    description: 'also write a baseline for diff and --baseline',
  }),
  plot: plotFlag(),
  measured: measuredFlag('plot'),
};

const { pct, parameter, by, plot: picture } = ownFlags;
const { region, ...wholeFlags } = sharedFlags;
const partsFlags = { ...wholeFlags, pct, by, plot: picture };

const helpGroup = 'UNCERTAINTY';

const uncertaintyFlags = {
  ...commonFlags,
  ...{ pct, parameter, plot: picture },
  uncertainty: Flags.boolean({
    helpGroup,
    summary: 'uncertainty of T, λ and tolerance',
    description:
      'uncertainty of T, λ and tolerance: from the spread of several INPUTs, which are runs of the same program, or from the rounded time stamps of one trace',
  }),
  resolution: Flags.string({
    helpGroup,
    helpValue: '1us',
    description: 'with one run: resolution of the time stamps [default: found from the traces]',
  }),
  samples: Flags.integer({
    helpGroup,
    min: 20,
    description: 'with one run: number of samples [default: 200]',
  }),
  seed: Flags.integer({
    helpGroup,
    min: 0,
    max: MAX_SEED,
    description: 'with one run: seed of the samples [default: 1]',
  }),
};

const toleranceFlags = { ...ownFlags, ...uncertaintyFlags };

/** Whether --by names parts of the program instead of groups of messages. */
const namesParts = (groups: string | undefined): groups is string =>
  groups === 'iteration' || groups === 'iteration:inner' || groups?.startsWith('part:') === true;

const OWN = { name: 'tolerance', flags: ownFlags };
const PARTS = { name: 'tolerance --by iteration', flags: partsFlags };
const UNCERTAINTY = { name: 'tolerance --uncertainty', flags: uncertaintyFlags };
const FORMS = [OWN, PARTS, UNCERTAINTY];

type ToleranceFlags = InferredFlags<typeof toleranceFlags>;

/** Settings, checked before anything is read. */
interface ToleranceQuery {
  /** Network changes and allocations; null: none. */
  readonly networks: NetworksQuery | null;
  /** Slowdowns, percent. */
  readonly percents: readonly number[];
  /** Limits of T, ns. */
  readonly runtimes: readonly number[];
  /** Groups of messages to analyse alone. */
  readonly by: (typeof BY)[number] | undefined;
}

function runtimesQuery({ runtime }: ToleranceFlags): number[] {
  if (runtime === undefined) return [];
  return runtime.split(',').map((part) => parseTime(part.trim(), { name: '--runtime' }));
}

async function toleranceQuery(flags: ToleranceFlags): Promise<ToleranceQuery> {
  const percents = parsePercents(flags.pct);
  if (flags.measured !== undefined && (flags.frontier ?? flags['latency-distribution']) !== undefined) {
    throw new UsageError(
      `--measured has no meaning with ${flags.frontier === undefined ? '--latency-distribution' : '--frontier'}`,
      'leave out one of the two',
    );
  }
  if (flags.by !== undefined && flags.parameter !== 'L')
    throw new UsageError(
      `--by works for the latency only, not for ${flags.parameter}`,
      'leave out --by or --parameter',
    );
  const grouped =
    flags.by === undefined
      ? undefined
      : oneName(flags.by, BY, '--by', ['iteration', 'iteration:inner', 'part:A,B']);
  refuseUnplaced({ ...flags, by: grouped });
  return { percents, runtimes: runtimesQuery(flags), by: grouped, networks: await networksOf(flags) };
}

/** Loaded on demand. */
const changes = () => import('../cli/present/network-change-question.js');

const networksOf = async (flags: ToleranceFlags): Promise<NetworksQuery | null> =>
  flags.at === undefined && !isOnAll(flags) ? null : (await changes()).networksQuery(flags);

interface ToleranceFound {
  readonly result: ToleranceResult;
  /** Known error of T; null: unknown. */
  readonly error: TraceError | null;
  /** Null: all that is undecided hardly matters. */
  readonly undecided: UndecidedTolerance | null;
  /** Time by nature; null: unknown. */
  readonly natures: Part | null;
  /** Further parts: limits of T, frontier, distribution, measured runs, groups of messages. */
  readonly parts: readonly Part[];
  /** Costs of network changes, and the spread over allocations: the last part. */
  readonly networks: NetworksBeside['part'] | null;
}

const toleranceView = (loaded: LoadedModel, found: ToleranceFound): Answer => ({
  json: () => envelopeOf(loaded, foundJson(found), found.result, ...allParts(found)),
  csv: () => foundCsv(found),
  text: () => foundText(loaded, found),
  shared: () => {
    const rows = found.networks?.shared() ?? toleranceRow(loaded.model.schedule.ranks, found.result);
    const more = 'more' in rows ? [rows.more] : [];
    return { head: machineText(loaded.resolved), ...rows, more: [...besideText(found), ...more].join('\n') };
  },
});

const allParts = ({ parts, networks }: ToleranceFound): readonly Part[] =>
  networks === null ? parts : [...parts, networks];

/** Time by nature, and the tolerance if undecided time waits: of traces alone, and loaded with them. */
async function foundOfTraces(
  loaded: LoadedModel,
  result: ToleranceResult,
): Promise<Pick<ToleranceFound, 'undecided' | 'natures'>> {
  const { model, conversion } = loaded;
  if (model.schedule.calls === null && conversion === undefined) return { undecided: null, natures: null };
  const [{ undecidedTolerance }, { naturesOfModel }] = await Promise.all([
    import('../analysis/undecided-tolerance.js'),
    import('../cli/present/time-by-nature.js'),
  ]);
  return { undecided: await undecidedTolerance(model, result), natures: naturesOfModel(loaded) };
}

const foundJson = (found: ToleranceFound): Record<string, unknown> => ({
  ...sensitivityJson(found.result),
  tolerance: toleranceJson(found.result.axis, found.result.tolerance),
  ...traceErrorJson(found.error, found.result),
  ...undecidedJson(found.undecided, found.result),
  ...found.natures?.json(),
  ...Object.assign({}, ...allParts(found).map(({ json }) => json())),
});

/** CSV has one table, that of the last part. */
const foundCsv = (found: ToleranceFound): CsvTable =>
  allParts(found)
    .findLast(({ csv }) => csv !== undefined)
    ?.csv?.() ?? toleranceCsv(found.result);

function foundText(loaded: LoadedModel, found: ToleranceFound): string {
  const { result, error, undecided, natures } = found;
  const own = [sensitivityText(result, error), toleranceText(result, error, undecided)];
  const verdict = found.networks === null ? [] : [found.networks.verdict()];
  const further = [...allParts(found).map(({ text }) => text()), natures?.text() ?? ''];
  return [inputText(loaded), ...verdict, ...own, ...further].filter((text) => text !== '').join('\n');
}

/** Further parts, without those that have rows of their own. */
const besideText = ({ parts }: ToleranceFound): string[] => parts.map(({ text }) => text());

/** The picture of tolerances extends a little beyond the largest. */
const PAST = 1.15;

/** Kept results of a program for a mix. */
interface KeptProgram extends KeptTolerance {
  readonly networks: NetworksBeside['found'] | null;
}

/** With the costs of network changes for the mix, if requested. */
const mixOf =
  (percents: readonly number[]) =>
  async (parts: readonly MixPart<KeptProgram>[], hours: number | null): Promise<Answer> => {
    const query = parts.flatMap(({ weight, kept: { networks } }) =>
      networks === null ? [] : [{ weight, found: networks }],
    );
    return query.length === 0 ? toleranceMix(percents)(parts) : (await changes()).networksMix(query, hours);
  };

/** Settings as values of the model; `spelled`: the distribution as the user wrote it. */
interface Question {
  readonly percents: readonly number[];
  readonly axis: Axis;
  /** Least distance from the machine's value that passes. */
  readonly gate: number | null;
  readonly pair: readonly [Axis, Axis] | null;
  readonly origin: 'machine' | 'lowest';
  readonly distribution: Distribution | null;
  readonly spelled: string;
}

/** Throws UsageError for values that the model does not have, and InputError for measured points. */
async function toleranceAnswer(
  loaded: LoadedModel,
  { percents, runtimes, by: grouped, networks: query }: ToleranceQuery,
  flags: ToleranceFlags,
  beside: readonly Part[] = [],
): Promise<Answered<KeptProgram>> {
  const { model } = loaded;
  const question = questionOf(model, percents, flags);
  const { axis, pair, distribution, origin, spelled } = question;
  const measured = await measuredRunsOf(flags.measured, model, axis, { ...loaded, ...flags });
  const result = await tolerance(model, percents, axis);
  const within: WithinRuntime[] = [];
  for (const limit of runtimes) within.push(await withinRuntime(model, limit, axis));
  const sites = await namesBy(grouped, model.schedule.sites);
  const polygons = pair && frontier(model, percents, pair, origin);
  const parts: (Part | null)[] = [
    within.length === 0 ? null : withinPart(result, within),
    polygons && frontierPart(polygons),
    distribution && distributionPart(await runtimeDistribution(model, distribution, percents, axis), spelled),
    measured,
    grouped === undefined ? null : await groupsBy(loaded, grouped, percents, axis, sites.names),
    ...beside,
  ];
  const networks = query && (await (await changes()).networksBeside(loaded, result, query));
  const warnings = joinWarnings(loaded, sites, wholeWarning(loaded));
  // With the computation of another run it is no longer the traced run.
  const error = beside.length > 0 ? null : await traceErrorOf(loaded, flags);
  const found = {
    ...{ result, error, ...(await foundOfTraces(loaded, result)) },
    parts: parts.filter((part) => part !== null),
    networks: networks?.part ?? null,
  };
  return {
    answer: toleranceView({ ...loaded, warnings }, found),
    picture:
      (measured === null ? networks?.picture : null) ??
      ((plots) => drawn(plots, model, question, { result, polygons }, measured?.points ?? [])),
    unmet: unmetGate(question.gate, result, networks?.found ?? null),
    line:
      pair === null && distribution === null && !networks?.picture ? () => curveTo(model, result, []) : null,
    kept: { model, result, networks: networks?.found ?? null },
    runtime: () => result.runtime,
  };
}

/** Throws UsageError for an input without call sites. */
async function groupsBy(
  { model, resolved }: LoadedModel,
  by: (typeof BY)[number],
  percents: readonly number[],
  { wires = false }: Axis,
  names: SiteNames,
): Promise<Part> {
  const naming = { nodeName: resolved.mapped?.nodeName, siteNames: names };
  const groups = await (by === 'function'
    ? toleranceByRegion(model, percents, names)
    : toleranceBy(model, by, percents, naming));
  return groupTolerancesPart(groups, wires);
}

function questionOf(model: Model, percents: readonly number[], flags: ToleranceFlags): Question {
  const { 'fail-below': least, frontier: pair, 'latency-distribution': spelled } = flags;
  const { machine } = model;
  const axis = axisByName(machine, flags.parameter);
  return {
    percents,
    axis,
    gate: least === undefined ? null : gateOn(axis, least),
    pair: pair === undefined ? null : parsePair(machine, pair, '--frontier'),
    origin: flags['frontier-from'] ?? 'machine',
    distribution: spelled === undefined ? null : parseDistribution(axis, spelled),
    spelled: spelled ?? '',
  };
}

/** Throws a UsageError for a percentage, which is the slowdown of --pct. */
function gateOn(axis: Axis, text: string): number {
  const percent = text.trim().replace(/\s*%$/, '');
  if (percent !== text.trim()) {
    const [added, shown] = axis.unit === 'ns' ? ['5us', '5 µs'] : ['0.01ns/B', '0.01 ns/B'];
    throw new UsageError(
      `--fail-below '${text}' is a percentage, not an amount added to ${axis.name}`,
      `write --pct ${percent} --fail-below ${added} to require that ${shown} more make the program at most ${percent} % slower`,
    );
  }
  return parseOn({ ...axis, base: 0, lowest: 0 }, text, '--fail-below');
}

/** The picture: a polygon, a distribution, or the curve of the tolerance. */
async function drawn(
  { frontierPlot, distributionPlot, curvePlot }: Plots,
  model: Model,
  { percents, axis, distribution }: Question,
  { result, polygons }: { readonly result: ToleranceResult; readonly polygons: FrontierResult | null },
  measured: MeasuredPart['points'],
): Promise<string> {
  if (polygons !== null) return frontierPlot(polygons.frontiers);
  if (distribution !== null)
    return distributionPlot(await runtimeDistribution(model, distribution, percents, axis, FINE_QUANTILES));
  const curve = await curveTo(model, result, measured);
  return curvePlot(curve, { percents, measured });
}

/** A little beyond the largest tolerance and all measured runs. */
function curveTo(
  model: Model,
  result: ToleranceResult,
  measured: readonly { readonly x: number }[],
): Promise<Curve> {
  const { axis } = result;
  const reach = Math.max(reachOf(result, PAST), ...measured.map(({ x }) => x));
  return exactCurve(model, axis.base, reach, { axis });
}

/** The first tolerance counts; of several allocations, all must pass. */
function unmetGate(
  gate: number | null,
  { axis, tolerance: [own] }: ToleranceResult,
  networks: NetworksBeside['found'] | null,
): GateNotMet | null {
  const all = (networks?.placed ?? []).map(({ allocation, found }) => {
    const [{ percent, delta }] = found[0].result.tolerance;
    return { percent, delta, where: allocation === null ? '' : ` on nodes ${allocation}` };
  });
  const first = all.reduce((least, one) => (one.delta < least.delta ? one : least), { ...own, where: '' });
  const passed = gate === null || !(first.delta < gate);
  if (passed) return null;
  const found = `${formatOn(axis, first.delta)}${axis.wires === true ? ' per wire' : ''}`;
  return new GateNotMet(
    `the ${first.percent} % tolerance is +${found}${first.where}, below the gate of +${formatOn(axis, gate)}`,
    1 - first.delta / gate,
  );
}

/** Compares with a baseline, on its machine and with its computation. Throws UsageError if it is none, or of another machine. */
async function baselineAnswer(
  path: string,
  inputs: readonly string[],
  query: ToleranceQuery,
  flags: ToleranceFlags,
): Promise<Answered<KeptTolerance>> {
  const gates = parseGates(flags['fail-above']);
  const baseline = await baselineAt([path]);
  if (baseline === null)
    throw new UsageError(
      `--baseline ${path} is not a baseline`,
      'write one with tolerance INPUT --save, or compare two runs with diff',
    );
  if (flags.parameter !== 'L')
    throw new UsageError(
      `--baseline works for the latency only, not for ${flags.parameter}`,
      'leave out --parameter',
    );
  const priced = withKept(flags, baseline.flags);
  const a = baselineSide(path, baseline);
  const b = await programSide(inputs, priced, query.percents, a.computation());
  const other = otherMachine(a.machine, b.machine);
  if (other !== null) refuseOtherMachine(other, flags);
  const [was, is] = [a, b].map((side) => gatedRun(side, gates, query.percents));
  const found = gatesFound(gates, was, is, addedBy(b));
  const parts = [...(b.shared === null ? [] : [sharedPart(b.shared, `${path} (A)`)]), gatesPart(found)];
  const answer = await toleranceAnswer(b.loaded, query, priced, parts);
  return { ...answer, unmet: answer.unmet ?? gateNotMet(found, 'the baseline', 'this run') };
}

export default class ToleranceCommand extends LlampCommand {
  static override summary = 'Find the added network latency at which the program runs x % slower.';
  static override examples = [
    '<%= config.bin %> tolerance trace.goal --pct 1',
    '<%= config.bin %> tolerance trace.goal --pct 1,2,5 --json',
    '<%= config.bin %> tolerance trace.goal --parameter G --pct 1',
    '<%= config.bin %> tolerance trace.goal --pct 1 --fail-below 5us',
    '<%= config.bin %> tolerance a.goal b.goal --topology fat-tree:k=16 --at switch:+200ns --weight hours --pct 1',
    '<%= config.bin %> tolerance trace.goal --frontier L,G --pct 1',
    '<%= config.bin %> tolerance trace.goal --latency-distribution lognormal:median=3us,sigma=0.3',
    '<%= config.bin %> tolerance llamp-trace --by function',
    '<%= config.bin %> tolerance traces/cg-4 --by iteration',
    '<%= config.bin %> tolerance traces/cg-4 --by part:start,first-message,last-message,end',
    '<%= config.bin %> tolerance run-1 run-2 run-3 run-4 run-5 --uncertainty',
    '<%= config.bin %> tolerance trace.goal --plot tolerance.svg',
    '<%= config.bin %> tolerance trace.goal --save baseline.json',
    '<%= config.bin %> tolerance trace.goal --baseline baseline.json --fail-above tolerance=-10%,messages=0',
  ];
  static override strict = false;
  static override args = inputArgs;
  static override flags = toleranceFlags;
  static override mostUsed: readonly (keyof typeof toleranceFlags)[] = [
    'pct',
    'by',
    'topology',
    'at',
    'weight',
    'allocation',
    'save',
    'fail-below',
  ];

  async run(): Promise<void> {
    const parsed = await this.parse(ToleranceCommand);
    const { argv, flags } = parsed;
    const parts = namesParts(flags.by) ? flags.by : null;
    const form = flags.uncertainty ? UNCERTAINTY : parts === null ? OWN : PARTS;
    refuseOfOtherForms(parsed, form, FORMS);
    if (flags.uncertainty) {
      const { uncertaintyAnswer } = await import('../cli/present/uncertainty-question.js');
      return this.drawAndAnswer(
        'tolerance-uncertainty',
        flags,
        await uncertaintyAnswer(argv.map(String), flags),
      );
    }
    if (parts !== null) {
      const { partsAnswer } = await import('../cli/present/parts-question.js');
      const inputs = await this.onlyOne(argv, form.name);
      return this.drawAndAnswer('tolerance-by-part', flags, await partsAnswer(inputs, parts, flags));
    }
    const query = await toleranceQuery(flags);
    if (flags.baseline !== undefined) {
      const inputs = await this.onlyOne(argv, 'tolerance --baseline');
      return this.drawAndAnswer(
        'tolerance',
        flags,
        await baselineAnswer(flags.baseline, inputs, query, flags),
      );
    }
    const { save } = flags;
    const programs = save === undefined ? argv : await this.onlyOne(argv, 'tolerance --save');
    await this.askAll('tolerance', programs, flags, {
      ask: async (inputs) => {
        // A baseline contains the digest of its input, as JSON does.
        const loaded = await loadModel(inputs, {
          ...firstAllocated(flags),
          json: flags.json || save !== undefined,
        });
        const answer = await toleranceAnswer(loaded, query, flags);
        if (save !== undefined) await saveBaseline(save, loaded, query.percents, flags);
        return answer;
      },
      mix: mixOf(query.percents),
    });
  }
}
