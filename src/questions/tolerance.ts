/**
 * `tolerance`: how much latency, or another parameter, a program bears before it runs x % slower; also of each of its parts,
 * and how sure that is.
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
import { inputArgs, LlampCommand, refuseOfOtherForms } from '../cli/base-command.js';
import {
  ALL_ALLOCATIONS,
  changeFlag,
  commonFlags,
  distributionFlag,
  firstAllocated,
  MAX_SEED,
  parameterFlag,
  percentsFlag,
  sharedFlags,
  weightFlag,
} from '../cli/flags/common-flags.js';
import {
  oneName,
  parseDistribution,
  parseOn,
  parsePair,
  parsePercents,
} from '../cli/flags/parameter-values.js';
import {
  type Answer,
  type Asked,
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
import { distributionPart, frontierPart, type HeldPart, heldRunsOf } from '../cli/present/curve-tables.js';
import {
  addedBy,
  gateNotMet,
  gatesFlag,
  gatesPart,
  heldRun,
  parseGates,
  sharedPart,
} from '../cli/present/gates.js';
import type { NetworksAsked, NetworksBeside } from '../cli/present/network-change-question.js';
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
  withinPart,
} from '../cli/present/solution-text.js';
import type { MixPart } from '../cli/several.js';
import { allTold, UsageError } from '../errors.js';
import type { SiteNames } from '../schedule/program-calls.js';
import { type Axis, axisByName } from '../timing/axis.js';
import { parseTime } from '../units.js';

// Flags of `tolerance`.

const ownFlags = {
  ...commonFlags,
  pct: percentsFlag('slowdowns in percent'),
  runtime: Flags.string({
    helpValue: '2us',
    description: 'also the largest value with T within these times, separated by commas',
  }),
  parameter: parameterFlag('the parameter that grows'),
  frontier: Flags.string({
    helpValue: 'L,G',
    description: 'two parameters that grow together: the polygon of what they may be',
  }),
  'frontier-from': Flags.option({
    options: ['machine', 'lowest'] as const,
    dependsOn: ['frontier'],
    description:
      "where the polygon begins: at the machine's values, or at the lowest that there are [default: machine]",
  })(),
  'latency-distribution': distributionFlag,
  by: Flags.string({
    helpValue: 'GROUP|iteration|part:A,B,C',
    exclusive: ['frontier', 'latency-distribution'],
    summary: 'tolerance of each group of messages, or part',
    description: `how much latency each group of messages alone may gain: by ${BY.join(', ')} (${PLACES}); or T, λ, ρ and the tolerance of each part of the program: iteration, each that the program repeats; part:A,B,C, each between bounds as --region has them; part:region[:NAME], each time that it is in a region which it names; part:pcontrol, each from one MPI_Pcontrol to the next`,
  }),
  'fail-below': Flags.string({
    helpValue: '5us',
    summary: 'exit with 10 when the tolerance is smaller',
    description:
      'gate on the tolerance at the first --pct: exit with 10 when it is nearer to the machine than this',
  }),
  at: changeFlag('by', 'frontier', 'latency-distribution'),
  'fail-above': gatesFlag('gates against --baseline, whose computation INPUT is priced with', 'baseline'),
  baseline: Flags.string({
    helpValue: 'FILE.json',
    dependsOn: ['fail-above'],
    exclusive: ['frontier', 'latency-distribution', 'save', 'weight'],
    summary: 'what --fail-above holds INPUT against',
    description:
      'a baseline (--save) that --fail-above holds INPUT against; it gives its machine, its choices and its computation to INPUT',
  }),
  weight: weightFlag('by', 'frontier', 'latency-distribution'),
  save: Flags.string({
    helpValue: 'FILE.json',
    description: 'also write a baseline, which diff holds later runs against',
  }),
  plot: plotFlag(),
  measured: measuredFlag('plot'),
};

const { pct, parameter, by, plot: picture } = ownFlags;
const { region, 'steady-state': steadyState, ...wholeFlags } = sharedFlags;
const partsFlags = { ...wholeFlags, pct, by, plot: picture };

const helpGroup = 'UNCERTAINTY';

const uncertaintyFlags = {
  ...commonFlags,
  ...{ pct, parameter, plot: picture },
  uncertainty: Flags.boolean({
    helpGroup,
    summary: 'how certain T, λ and tolerance are',
    description:
      'how certain T, λ and tolerance are: several INPUTs are runs of one program at one size, one INPUT is a set of traces, whose time stamps are rounded',
  }),
  resolution: Flags.string({
    helpGroup,
    helpValue: '1us',
    description: 'of one run: step of the time stamps [default: as the traces show it]',
  }),
  'tracer-overhead': Flags.string({
    helpGroup,
    helpValue: '80ns',
    description:
      'of one run: what the tracer added to the computation before each call [default: what the traces say, else 0]',
  }),
  samples: Flags.integer({
    helpGroup,
    min: 20,
    description: 'of one run: sets of times that are drawn [default: 200]',
  }),
  seed: Flags.integer({
    helpGroup,
    min: 0,
    max: MAX_SEED,
    description: 'of one run: seed of what is drawn [default: 1]',
  }),
};

const toleranceFlags = { ...ownFlags, ...uncertaintyFlags };

/** Whether parts of the program are named, rather than groups of its messages. */
const namesParts = (groups: string | undefined): groups is string =>
  groups === 'iteration' || groups?.startsWith('part:') === true;

const OWN = { name: 'tolerance', flags: ownFlags };
const PARTS = { name: 'tolerance --by iteration', flags: partsFlags };
const UNCERTAINTY = { name: 'tolerance --uncertainty', flags: uncertaintyFlags };
const FORMS = [OWN, PARTS, UNCERTAINTY];

type ToleranceFlags = InferredFlags<typeof toleranceFlags>;

/** What is asked, known before anything is read. */
interface ToleranceAsked {
  /** Changes of the network, and allocations; null: none. */
  readonly networks: NetworksAsked | null;
  /** Slowdowns, percent. */
  readonly percents: readonly number[];
  /** Times that T may take, ns. */
  readonly runtimes: readonly number[];
  /** Groups of messages that are asked about, each alone. */
  readonly by: (typeof BY)[number] | undefined;
}

function runtimesAsked({ runtime, unit }: ToleranceFlags): number[] {
  if (runtime === undefined) return [];
  const options = unit === undefined ? { name: '--runtime' } : { name: '--runtime', unit };
  return runtime.split(',').map((part) => parseTime(part.trim(), options));
}

/** Throws UsageError. */
async function toleranceAsked(flags: ToleranceFlags): Promise<ToleranceAsked> {
  const percents = parsePercents(flags.pct);
  if (flags.measured !== undefined && (flags.frontier ?? flags['latency-distribution']) !== undefined) {
    throw new UsageError(
      '--measured belongs to the curve, which this picture is not',
      'leave it out, or ask for the tolerance alone',
    );
  }
  if (flags.by !== undefined && flags.parameter !== 'L')
    throw new UsageError(`--by is about latency, not ${flags.parameter}`, 'leave out --by or --parameter');
  const grouped = flags.by === undefined ? undefined : oneName(flags.by, BY, '--by');
  refuseUnplaced({ ...flags, by: grouped });
  return { percents, runtimes: runtimesAsked(flags), by: grouped, networks: await networksOf(flags) };
}

/** Loaded for those who ask. */
const changes = () => import('../cli/present/network-change-question.js');

const networksOf = async (flags: ToleranceFlags): Promise<NetworksAsked | null> =>
  flags.at === undefined && flags.allocation !== ALL_ALLOCATIONS
    ? null
    : (await changes()).networksAsked(flags);

// The tolerance, and what was asked beside it, as JSON, CSV and text.

interface ToleranceFound {
  readonly result: ToleranceResult;
  /** How far off T is known to be; null: nobody knows. */
  readonly error: TraceError | null;
  /** What was asked beside it: times to stay within, the frontier, the distribution, measured runs, groups of messages. */
  readonly parts: readonly Part[];
  /** What changes of the network cost, and what allocations do: the last of what was asked. */
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

const foundJson = (found: ToleranceFound): Record<string, unknown> => ({
  ...sensitivityJson(found.result),
  tolerance: toleranceJson(found.result.axis, found.result.tolerance),
  ...traceErrorJson(found.error, found.result),
  ...Object.assign({}, ...allParts(found).map(({ json }) => json())),
});

/** CSV is one table: that of the last question. */
const foundCsv = (found: ToleranceFound): CsvTable =>
  allParts(found)
    .findLast(({ csv }) => csv !== undefined)
    ?.csv?.() ?? toleranceCsv(found.result);

function foundText(loaded: LoadedModel, found: ToleranceFound): string {
  const { result, error } = found;
  const own = [sensitivityText(result, error), toleranceText(result, error)];
  return [inputText(loaded), ...own, ...allParts(found).map(({ text }) => text())].join('\n');
}

/** What was asked beside the tolerance, but for what has rows of its own. */
const besideText = ({ parts }: ToleranceFound): string[] => parts.map(({ text }) => text());

// How much a program bears: the tolerance, with the frontier and the distribution that flags ask for beside it.

/** The picture of tolerances goes a little past the largest. */
const PAST = 1.15;

/** What a mix needs of a program. */
interface KeptProgram extends KeptTolerance {
  readonly networks: NetworksBeside['found'] | null;
}

/** With what changes of the network cost all programs together, where that was asked. */
const mixOf =
  (percents: readonly number[]) =>
  async (parts: readonly MixPart<KeptProgram>[], hours: number | null): Promise<Answer> => {
    const asked = parts.flatMap(({ weight, kept: { networks } }) =>
      networks === null ? [] : [{ weight, found: networks }],
    );
    return asked.length === 0 ? toleranceMix(percents)(parts) : (await changes()).networksMix(asked, hours);
  };

/** What flags ask, in the terms of the model; `spelled`: the distribution as the user wrote it. */
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

/** Throws UsageError for values of flags that the model has no place for, and InputError of measured points. */
async function toleranceAnswer(
  loaded: LoadedModel,
  { percents, runtimes, by: grouped, networks: asked }: ToleranceAsked,
  flags: ToleranceFlags,
  beside: readonly Part[] = [],
): Promise<Asked<KeptProgram>> {
  const { model } = loaded;
  const question = questionOf(model, percents, flags);
  const { axis, pair, distribution, origin, spelled } = question;
  const held = await heldRunsOf(flags.measured, model, axis, { ...loaded, ...flags });
  const result = await tolerance(model, percents, axis);
  const within: WithinRuntime[] = [];
  for (const limit of runtimes) within.push(await withinRuntime(model, limit, axis));
  const sites = await namesBy(grouped, model.schedule.sites);
  const polygons = pair && frontier(model, percents, pair, origin);
  const parts: (Part | null)[] = [
    within.length === 0 ? null : withinPart(result, within),
    polygons && frontierPart(polygons),
    distribution && distributionPart(await runtimeDistribution(model, distribution, percents, axis), spelled),
    held,
    grouped === undefined ? null : await groupsBy(loaded, grouped, percents, axis, sites.names),
    ...beside,
  ];
  const networks = asked && (await (await changes()).networksBeside(loaded, result, asked));
  const warnings = allTold(loaded, sites, wholeWarning(loaded));
  // With the computation of another run it is not the run that was traced.
  const error = beside.length > 0 ? null : await traceErrorOf(loaded, flags);
  const found = {
    ...{ result, error },
    parts: parts.filter((part) => part !== null),
    networks: networks?.part ?? null,
  };
  return {
    answer: toleranceView({ ...loaded, warnings }, found),
    picture:
      (held === null ? networks?.picture : null) ??
      ((plots) => drawn(plots, model, question, { result, polygons }, held?.points ?? [])),
    unmet: unmetGate(question.gate, result, networks?.found ?? null),
    line:
      pair === null && distribution === null && !networks?.picture ? () => curveTo(model, result, []) : null,
    kept: { model, result, networks: networks?.found ?? null },
    runtime: () => result.runtime,
  };
}

/** Throws UsageError where nothing says from where calls were made. */
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
  const { 'fail-below': least, frontier: pair, 'latency-distribution': spelled, unit } = flags;
  const { machine } = model;
  const axis = axisByName(machine, flags.parameter);
  return {
    percents,
    axis,
    gate: least === undefined ? null : parseOn({ ...axis, base: 0, lowest: 0 }, least, '--fail-below', unit),
    pair: pair === undefined ? null : parsePair(machine, pair, '--frontier'),
    origin: flags['frontier-from'] ?? 'machine',
    distribution: spelled === undefined ? null : parseDistribution(axis, spelled, unit),
    spelled: spelled ?? '',
  };
}

/** The picture of the larger question: a polygon, a distribution, or the tolerance's own curve. */
async function drawn(
  { frontierPlot, distributionPlot, curvePlot }: Plots,
  model: Model,
  { percents, axis, distribution }: Question,
  { result, polygons }: { readonly result: ToleranceResult; readonly polygons: FrontierResult | null },
  measured: HeldPart['points'],
): Promise<string> {
  if (polygons !== null) return frontierPlot(polygons.frontiers);
  if (distribution !== null)
    return distributionPlot(await runtimeDistribution(model, distribution, percents, axis, FINE_QUANTILES));
  const curve = await curveTo(model, result, measured);
  return curvePlot(curve, { percents, measured });
}

/** A little past the largest tolerance, and as far as there are measured runs. */
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
  const found = formatOn(axis, first.delta);
  return new GateNotMet(
    `${first.percent} % tolerance is ${found} above the machine${first.where}, below the gate of ${formatOn(axis, gate)}`,
    1 - first.delta / gate,
  );
}

/** Held against a baseline, on its machine and with its computation. Throws UsageError where it is none, or of another machine. */
async function heldAnswer(
  path: string,
  inputs: readonly string[],
  asked: ToleranceAsked,
  flags: ToleranceFlags,
): Promise<Asked<KeptTolerance>> {
  const gates = parseGates(flags['fail-above']);
  const baseline = await baselineAt([path]);
  if (baseline === null)
    throw new UsageError(
      `--baseline ${path} is no baseline`,
      'write one by tolerance INPUT --save, or hold two runs against each other by diff',
    );
  if (flags.parameter !== 'L')
    throw new UsageError(`--baseline is about latency, not ${flags.parameter}`, 'leave out --parameter');
  const priced = withKept(flags, baseline.flags);
  const a = baselineSide(path, baseline);
  const b = await programSide(inputs, priced, asked.percents, a.computation());
  const other = otherMachine(a.machine, b.machine);
  if (other !== null) refuseOtherMachine(other, flags);
  const [was, is] = [a, b].map((side) => heldRun(side, gates, asked.percents));
  const found = gatesFound(gates, was, is, addedBy(b));
  const parts = [...(b.shared === null ? [] : [sharedPart(b.shared, `${path} (A)`)]), gatesPart(found)];
  const answer = await toleranceAnswer(b.loaded, asked, priced, parts);
  return { ...answer, unmet: answer.unmet ?? gateNotMet(found, 'the baseline', 'this run') };
}

export default class ToleranceCommand extends LlampCommand {
  static override summary = 'Find how far the network latency may grow before the program runs x % slower.';
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
    'at',
    'fail-below',
    'uncertainty',
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
    const asked = await toleranceAsked(flags);
    if (flags.baseline !== undefined) {
      const inputs = await this.onlyOne(argv, 'tolerance --baseline');
      return this.drawAndAnswer('tolerance', flags, await heldAnswer(flags.baseline, inputs, asked, flags));
    }
    const { save } = flags;
    const programs = save === undefined ? argv : await this.onlyOne(argv, 'tolerance --save');
    await this.askAll('tolerance', programs, flags, {
      ask: async (inputs) => {
        // A baseline names what it is of by its digest, as JSON does.
        const loaded = await loadModel(inputs, {
          ...firstAllocated(flags),
          json: flags.json || save !== undefined,
        });
        const answer = await toleranceAnswer(loaded, asked, flags);
        if (save !== undefined) await saveBaseline(save, loaded, asked.percents, flags);
        return answer;
      },
      mix: mixOf(asked.percents),
    });
  }
}
