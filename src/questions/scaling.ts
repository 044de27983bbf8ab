/** `scaling`: T, λ and tolerance as laws over the number of ranks. */
import { Flags } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
import { Model } from '../analysis/model.js';
import { type ToleranceResult, tolerance } from '../analysis/sensitivity.js';
import { inputArgs, LlampCommand } from '../cli/base-command.js';
import { choicesOf } from '../cli/flags/collective-choices.js';
import { commonFlags, parameterFlag, percentsFlag } from '../cli/flags/common-flags.js';
import { parsePercents } from '../cli/flags/parameter-values.js';
import { regionQuery } from '../cli/flags/region-flags.js';
import { type LoadedProgram, programsNamed } from '../cli/input/find-input.js';
import { runsIn } from '../cli/input/input-files.js';
import { type LoadOptions, loadProgram, scheduleBy, unpriced } from '../cli/input/load-input.js';
import {
  type Answer,
  type Answered,
  type InputInfo,
  inputJson,
  machineJson,
  occupiedJson,
  plotFlag,
  regionsText,
} from '../cli/output/answer.js';
import {
  type Column,
  finite,
  jsonRows,
  NOT_IN_JSON,
  percentText,
  tableCsv,
  tableText,
} from '../cli/output/table.js';
import {
  type PatternFlags,
  patternFlags,
  patternProgram,
  refusePatternSettings,
} from '../cli/pipeline/compared-programs.js';
import { nodesText } from '../cli/pipeline/machine-of-flags.js';
import { guardedOptions, surroundings, within, withProgress } from '../cli/pipeline/pipeline.js';
import { formatOn, machineText, toleranceJson } from '../cli/present/solution-text.js';
import type { ProgressBar } from '../cli/process/progress.js';
import { joinWarnings, UsageError, type Warning } from '../errors.js';
import type { SitedMachine } from '../platform/site.js';
import type { Schedule } from '../schedule/schedule.js';
import {
  type AlgorithmsTaken,
  algorithmsTaken,
  changeWarnings,
  type FittedLaw,
  isPowerOfTwo,
  lawAt,
  nextRanks,
  type ScaledQuantity,
  type ScalingLaw,
  type ScalingPrediction,
  scaling,
  termText,
  twins,
} from '../study/scaling-law.js';
import { axisByName } from '../timing/axis.js';
import { formatGapPerByte, formatTime } from '../units.js';

const scalingFlags = {
  ...commonFlags,
  ...patternFlags,
  pct: percentsFlag('slowdowns in percent', '1', '1,2,5'),
  parameter: parameterFlag('parameter of the tolerance: L, G, o or a latency class'),
  predict: Flags.string({
    helpValue: '128,256',
    summary: 'numbers of ranks to predict',
    description: 'numbers of ranks to predict [default: two and four times the largest]',
  }),
  plot: plotFlag(),
};

type ScalingFlags = InferredFlags<typeof scalingFlags>;

/** Numbers of ranks, as in 128,256. Throws UsageError. */
function parseRanks(text: string, name: string): number[] {
  const list = text.split(',').map((part) => Number(part.trim()));
  if (list.every((ranks) => Number.isSafeInteger(ranks) && ranks >= 1)) return list;
  throw new UsageError(
    `${name} '${text}' is not a list of numbers of ranks`,
    'write whole numbers from 1, such as 64,128',
  );
}

/** `ranks`: those of a pattern. Reads one after the other, and keeps only the current one. Throws UsageError and InputError. */
async function* scaledPrograms(
  inputs: readonly string[],
  flags: PatternFlags & LoadOptions,
  ranks: readonly number[] | undefined,
  progress: ProgressBar,
): AsyncGenerator<LoadedProgram> {
  if (flags.pattern === undefined) {
    refusePatternSettings(flags);
    if (inputs.length === 0)
      throw new UsageError('no INPUT given', 'name traces with several numbers of ranks, or use --pattern');
    // A folder of runs means all of them.
    const named = inputs.length === 1 ? runsIn(inputs[0]) : inputs;
    for (const names of await programsNamed(named)) yield loadProgram(names, flags, progress);
    return;
  }
  if (inputs.length > 0) throw new UsageError('INPUT and --pattern cannot be combined', 'keep one of them');
  if (ranks === undefined) throw new UsageError('--pattern needs --ranks', 'add --ranks 4,8,16,32');
  for (const one of ranks) {
    const program = patternProgram({ ...flags, ranks: one });
    yield { program, info: { source: program.info.source, sha256: '' } };
  }
}

interface ProgramQuery {
  readonly ranks: number;
  readonly result: ToleranceResult;
  readonly info: InputInfo;
  readonly resolved: SitedMachine;
  readonly counts: { readonly schedule: Schedule; readonly messages: number };
}

const scalingView = (
  programs: readonly ProgramQuery[],
  quantities: readonly ScaledQuantity[],
  warnings: readonly Warning[],
): Answer => ({
  json: () => ({
    input: { programs: programs.map(({ info, counts }) => inputJson(info, counts)) },
    machine: machineJson(programs[programs.length - 1].resolved),
    result: {
      programs: jsonRows(programColumns(programs), programs, ['source']),
      laws: jsonRows(LAWS, quantities),
    },
    warnings,
  }),
  csv: () => tableCsv(POINTS, quantities.flatMap(pointsOf)),
  text: () => scalingText(programs, quantities),
});

function programColumns([{ result: first }]: readonly ProgramQuery[]): readonly Column<ProgramQuery>[] {
  const { axis } = first;
  return [
    { key: 'ranks', title: 'ranks', of: ({ ranks }) => ranks },
    { json: ({ resolved }) => occupiedJson(resolved) },
    { key: 'runtime_ns', title: 'T', of: ({ result }) => result.runtime },
    {
      title: 'λ_L',
      text: ({ result }) => String(result.lambda.L),
      json: ({ result }) => ({ lambda: result.lambda }),
    },
    { key: 'rho_L', title: 'ρ_L', of: ({ result }) => result.rho },
    ...first.tolerance.map(({ percent }, i) => ({
      title: `Δ${axis.name} at ${percent} %`,
      text: ({ result }: ProgramQuery) => formatOn(axis, result.tolerance[i].delta),
    })),
    { json: ({ result }) => ({ tolerance: toleranceJson(result.axis, result.tolerance) }) },
    { key: 'source', title: 'program', align: 'left', of: ({ info }) => info.source },
  ];
}

/** Suffix of keys that hold a value of the quantity. */
const suffixOf = ({ unit }: ScaledQuantity): string =>
  ({ ns: '_ns', 'ns/B': '_ns_per_B', B: '_B', '1': '' })[unit];

function lawJson(law: FittedLaw, suffix: string): Record<string, unknown> {
  const { term, constant, coefficient, exact, crossError } = law;
  return {
    term: term === null ? null : termText(term),
    p_exponent: term?.i.value ?? 0,
    log2_p_exponent: term?.j ?? 0,
    log2_p_rounded: term?.rounding ?? 'none',
    [`constant${suffix}`]: constant,
    [`coefficient${suffix}`]: coefficient,
    exact,
    cross_validation_error: crossError,
  };
}

const left = { align: 'left' } as const;

const LAWS: readonly Column<ScaledQuantity>[] = [
  {
    ...{ key: 'quantity', title: 'quantity', ...left, of: ({ name }) => name },
    text: (one) => quantityTitle(one),
  },
  { json: ({ percent }) => (percent === null ? {} : { pct: percent }) },
  {
    ...{ title: 'law over p ranks', ...left },
    text: (one) =>
      one.law === null ? `none (unlimited at ${unlimitedAt(one)})` : lawText(one, one.law.best),
    json: (one) => ({ law: one.law && lawJson(one.law.best, suffixOf(one)) }),
  },
  {
    ...{ title: 'cross-validation error', ...left },
    text: (one) => (one.law === null ? '' : errorText(one, one.law.best)),
  },
  {
    ...{ title: 'nearly as good', ...left },
    text: ({ law }) => (law === null ? '' : othersText(law)),
    json: (one) => ({
      others: (one.law?.plausible ?? []).slice(1).map((law) => lawJson(law, suffixOf(one))),
    }),
  },
  {
    json: (one) => {
      const points = pointsOf(one);
      return {
        points: jsonRows(POINTS, points.filter(isRead)),
        predictions: jsonRows(POINTS, points.filter(isPredicted)),
      };
    },
  },
];

/** A quantity at a number of ranks: computed, with `prediction` null, or predicted by its law. */
interface LawPoint {
  readonly quantity: ScaledQuantity;
  readonly ranks: number;
  readonly read: number | null;
  readonly law: number | null;
  readonly prediction: ScalingPrediction | null;
}

const isRead = ({ prediction }: LawPoint): boolean => prediction === null;
const isPredicted = (point: LawPoint): boolean => !isRead(point);

const pointsOf = (quantity: ScaledQuantity): LawPoint[] => [
  ...quantity.points.map(({ ranks, value: read }) => {
    const law = quantity.law === null ? null : lawAt(quantity.law.best, ranks);
    return { quantity, ranks, read, law, prediction: null };
  }),
  ...quantity.predictions.map((prediction) => ({
    ...{ quantity, ranks: prediction.ranks, read: null, law: prediction.value, prediction },
  })),
];

/** Cells of predictions only. */
const predicted =
  <Value>(of: (quantity: ScaledQuantity, prediction: ScalingPrediction) => Value, none: Value) =>
  ({ quantity, prediction }: LawPoint): Value =>
    prediction === null ? none : of(quantity, prediction);

const POINTS: readonly Column<LawPoint>[] = [
  {
    ...{ key: 'quantity', title: 'predicted', ...left, of: ({ quantity }) => quantity.name },
    ...{ text: ({ quantity }) => quantityTitle(quantity), ...NOT_IN_JSON },
  },
  { key: 'pct', of: ({ quantity }) => quantity.percent, ...NOT_IN_JSON },
  { key: 'unit', of: ({ quantity }) => quantity.unit, ...NOT_IN_JSON },
  { key: 'ranks', title: 'ranks', of: ({ ranks }) => ranks },
  {
    ...{ key: 'read', of: ({ read }) => read },
    json: ({ quantity, read }) => (read === null ? {} : { [`value${suffixOf(quantity)}`]: finite(read) }),
  },
  {
    ...{ key: 'law', title: 'value', of: ({ law }) => law, text: predicted(predictedText, '') },
    json: ({ quantity, law, read }) => ({ [`${read === null ? 'value' : 'law'}${suffixOf(quantity)}`]: law }),
  },
  { json: predicted((one, { rounded }) => rounded && { [`value_rounded${suffixOf(one)}`]: rounded }, null) },
  { key: 'low95', of: predicted((_, { low }) => low, null), ...NOT_IN_JSON },
  { key: 'high95', of: predicted((_, { high }) => high, null), ...NOT_IN_JSON },
  {
    ...{ title: '95 % interval', ...left, text: predicted(intervalText, '') },
    json: predicted((one, { low, high }) => ({ [`interval95${suffixOf(one)}`]: [low, finite(high)] }), null),
  },
  {
    ...{ key: 'beyond', title: '', ...left, of: predicted((_, { beyond }) => beyond, 1) },
    text: predicted((_, { beyond }) => beyondText(beyond), ''),
    json: predicted((_, { beyond }) => ({ extrapolated: beyond > 1, beyond }), null),
  },
  { key: 'law_rounded_down', of: predicted((_, { rounded }) => rounded?.[0], null), ...NOT_IN_JSON },
  { key: 'law_rounded_up', of: predicted((_, { rounded }) => rounded?.[1], null), ...NOT_IN_JSON },
];

function scalingText(programs: readonly ProgramQuery[], quantities: readonly ScaledQuantity[]): string {
  const { resolved } = programs[programs.length - 1];
  const others = programs.slice(0, -1).map((one) => nodesText(one.resolved.mapped));
  const parts = [
    `${regionsText(programs)}${machineText(resolved)}${others.join('')}`,
    tableText(programColumns(programs), programs),
    tableText(LAWS, quantities),
  ];
  const predictions = quantities.flatMap(pointsOf).filter(isPredicted);
  if (predictions.length > 0) parts.push(tableText(POINTS, predictions));
  return parts.join('\n');
}

const NAMES: Readonly<Record<ScaledQuantity['name'], string>> = {
  runtime: 'T',
  latency: 'latency in T',
  lambda_L: 'λ_L',
  lambda_G: 'λ_G',
  lambda_o: 'λ_o',
  tolerance: 'tolerance',
};

const quantityTitle = ({ name, percent }: Pick<ScaledQuantity, 'name' | 'percent'>): string =>
  percent === null ? NAMES[name] : `${NAMES[name]} at ${percent} %`;

const digits = (value: number): string => String(Number(value.toPrecision(4)));

function valueText({ unit }: ScaledQuantity, value: number): string {
  if (unit === 'ns') return formatTime(value);
  if (unit === 'ns/B') return formatGapPerByte(value);
  return unit === 'B' ? `${digits(value)} B` : digits(value);
}

/** Such as `1.2 ms + 3 µs · p`. */
function lawText(quantity: ScaledQuantity, { term, constant, coefficient }: FittedLaw): string {
  if (term === null) return `${valueText(quantity, constant)}, constant`;
  const [first, second] = [constant, coefficient].map((part) => valueText(quantity, Math.abs(part)));
  const grown = `${second} · ${termText(term)}`;
  const least = 1e-9 * Math.max(...quantity.points.map(({ value }) => value));
  if (Math.abs(constant) <= least) return coefficient < 0 ? `−${grown}` : grown;
  return `${constant < 0 ? '−' : ''}${first} ${coefficient < 0 ? '−' : '+'} ${grown}`;
}

/** Relative if no value is 0, otherwise in the quantity's unit. */
function errorText(quantity: ScaledQuantity, { exact, crossError }: FittedLaw): string {
  if (exact) return 'exact on all points';
  const relative = quantity.points.every(({ value }) => value > 0);
  return relative ? percentText(crossError) : valueText(quantity, crossError);
}

function unlimitedAt({ points }: ScaledQuantity): string {
  const ranks = points.filter(({ value }) => !Number.isFinite(value)).map((one) => one.ranks);
  return `${ranks.join(', ')} ${ranks.join() === '1' ? 'rank' : 'ranks'}`;
}

/** The first two other laws that are nearly as good, and the number of further ones. */
function othersText({ best, plausible: [, ...others] }: ScalingLaw): string {
  const isTwin = ({ term }: FittedLaw, of: FittedLaw): boolean =>
    term !== null && of.term !== null && twins(term, of.term);
  const twin = others.filter((one) => isTwin(one, best));
  // Each form once.
  const rest = others.filter(
    (one, k) => !isTwin(one, best) && !others.slice(0, k).some((before) => isTwin(one, before)),
  );
  const names = [...twin, ...rest].map(({ term }) => (term === null ? 'constant' : termText(term)));
  const shown = names.slice(0, 2).join(', ');
  return names.length > 2 ? `${shown}, ${names.length - 2} more` : shown;
}

/** Such as `5, 5.585 or 6`. */
function predictedText(quantity: ScaledQuantity, { value, rounded }: ScalingPrediction): string {
  if (rounded === null) return valueText(quantity, value);
  const [low, middle, high] = [value, ...rounded]
    .sort((a, b) => a - b)
    .map((one) => valueText(quantity, one));
  return `${low}, ${middle} or ${high}`;
}

function intervalText(quantity: ScaledQuantity, { low, high }: ScalingPrediction): string {
  if (quantity.law?.best.exact === true && low === high) return 'none (exact law)';
  return `${valueText(quantity, low)} to ${valueText(quantity, high)}`;
}

const beyondText = (beyond: number): string =>
  beyond > 1 ? `extrapolated ${digits(beyond)}×` : 'between the points';

/** A program with its results. */
interface SizeQuery extends ProgramQuery {
  readonly taken: AlgorithmsTaken;
  readonly warnings: readonly Warning[];
}

async function scalingAnswer(inputs: readonly string[], flags: ScalingFlags): Promise<Answered> {
  const predict = flags.predict === undefined ? undefined : parseRanks(flags.predict, '--predict');
  const programs = (await programsQuery(inputs, flags)).sort((a, b) => a.ranks - b.ranks);
  const predicted = predict ?? nextRanks(programs.map(({ ranks }) => ranks));
  const quantities = scaling(programs, predicted);
  const warnings = joinWarnings(warningsOf(programs), changeWarnings(programs), lawWarnings(quantities));
  const { axis } = programs[0].result;
  return {
    answer: scalingView(programs, quantities, warnings),
    picture: ({ scalingPlot }) => scalingPlot(quantities, axis),
  };
}

async function programsQuery(inputs: readonly string[], flags: ScalingFlags): Promise<SizeQuery[]> {
  const { ranks, ...rest } = flags;
  const percents = parsePercents(flags.pct);
  const region = regionQuery(flags);
  const choices = choicesOf(flags.collective ?? []);
  const around = await surroundings(flags);
  const wanted = ranks === undefined ? undefined : parseRanks(ranks, '--ranks');
  return withProgress(flags.quiet, async (progress) => {
    const query: SizeQuery[] = [];
    const programs = scaledPrograms(inputs, { ...rest, digest: flags.json }, wanted, progress);
    for await (const { program, info: whole } of programs) {
      const made = scheduleBy(program, choices);
      const resolved = around.machineFor(made.schedule);
      const part = within({ ...made, info: whole }, region, resolved.machine);
      const { schedule, info } = part;
      progress.begin(`solving ${info.source}`);
      const model = await Model.of(schedule, resolved.machine, guardedOptions(flags));
      const result = await tolerance(model, percents, axisByName(model.machine, flags.parameter));
      query.push({
        ranks: schedule.ranks,
        result,
        info,
        resolved,
        counts: { schedule, messages: model.graph.messages },
        taken: algorithmsTaken(program, choices),
        warnings: joinWarnings(part, resolved, result, await unpriced(program, choices, resolved.machine)),
      });
    }
    return query;
  });
}

/** Warnings of several programs once, and of one with its name. */
function warningsOf(programs: readonly SizeQuery[]): Warning[] {
  const sources = new Map<string, { readonly warning: Warning; readonly of: Set<string> }>();
  for (const { info, warnings } of programs)
    for (const warning of warnings) {
      const known = sources.get(warning.message) ?? { warning, of: new Set() };
      sources.set(warning.message, { warning, of: known.of.add(info.source) });
    }
  return [...sources.values()].map(({ warning, of }) =>
    of.size === programs.length
      ? warning
      : { ...warning, message: `${[...of].join(', ')}: ${warning.message}` },
  );
}

/** Fewer points hardly distinguish similar laws. */
const ENOUGH = 5;

function lawWarnings([{ points, predictions }]: readonly ScaledQuantity[]): Warning[] {
  const odd = predictions.map(({ ranks }) => ranks).filter((ranks) => !isPowerOfTwo(ranks));
  return joinWarnings(
    points.length < ENOUGH && {
      code: 'few-points',
      message: `${points.length} numbers of ranks hardly distinguish the laws; use five or more`,
    },
    odd.length > 0 &&
      points.every(({ ranks }) => isPowerOfTwo(ranks)) && {
        code: 'powers-of-two',
        message: `the number of ranks of every program is a power of two, but not that of every prediction (${odd.join(', ')}). The fit cannot distinguish log2 p from ⌊log2 p⌋ and ⌈log2 p⌉, and many collectives take more steps at other numbers. Add a program whose number of ranks is not a power of two.`,
      },
  );
}

export default class ScalingCommand extends LlampCommand {
  static override summary = 'Fit T, λ and tolerance to the number of ranks, and extrapolate to more ranks.';
  static override description =
    'INPUTs are the same program with different numbers of ranks, at least three, better five. The laws are c0 + c1 · p^i · log2(p)^j, chosen by cross-validation.';
  static override examples = [
    '<%= config.bin %> scaling app-8 app-16 app-32 app-64 app-128',
    '<%= config.bin %> scaling app-8 app-16 app-32 app-64 app-128 --predict 256,512 --plot scaling.svg',
    '<%= config.bin %> scaling --pattern allreduce --ranks 4,8,16,32,64',
  ];
  static override strict = false;
  static override args = inputArgs;
  static override flags = scalingFlags;
  static override mostUsed: readonly (keyof typeof scalingFlags)[] = [
    'predict',
    'pattern',
    'ranks',
    'parameter',
  ];
  static override forms = ['INPUT INPUT INPUT... [options]', '--pattern=NAME --ranks=N,N,N... [options]'];

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(ScalingCommand);
    await this.drawAndAnswer('scaling', flags, await scalingAnswer(argv.map(String), flags));
  }
}
