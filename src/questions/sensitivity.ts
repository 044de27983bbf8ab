/**
 * `sensitivity`: runtime, its derivatives by L, G and o, and where they hold; by groups of messages, pairs of ranks and
 * functions.
 */

import { Flags } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
import type { Amounts } from '../analysis/call-tree.js';
import { criticalPath, pathRegions } from '../analysis/critical-path-shares.js';
import {
  breakdown,
  type LatencyAmount,
  type RegionLatency,
  regionLatency,
  topCall,
} from '../analysis/latency-breakdown.js';
import type { TraceError } from '../analysis/measurement-uncertainty.js';
import { type PairSensitivity, type Pairwise, pairMatrix, pairwise } from '../analysis/rank-pairs.js';
import { type Sensitivity, sensitivity } from '../analysis/sensitivity.js';
import { inputArgs, LlampCommand } from '../cli/base-command.js';
import { commonFlags, parameterFlag, weightFlag } from '../cli/flags/common-flags.js';
import { type Answer, type Answered, type Part, type Plots, plotFlag } from '../cli/output/answer.js';
import {
  type Column,
  type CsvTable,
  csvTable,
  cutName,
  jsonRows,
  percentText,
  tableCsv,
  tableText,
} from '../cli/output/table.js';
import { speedscopeFlag, writeViewerFile } from '../cli/output/viewer-files.js';
import {
  envelopeOf,
  type FoundNames,
  type LoadedModel,
  loadModel,
  namesBy,
} from '../cli/pipeline/pipeline.js';
import {
  BY,
  breakdownPart,
  PLACES,
  RegionTables,
  refuseUnplaced,
  type ShownRegion,
} from '../cli/present/breakdown-tables.js';
import { sensitivityMix, sensitivityRow } from '../cli/present/program-mix.js';
import {
  inputText,
  machineText,
  sensitivityJson,
  sensitivityText,
  traceErrorJson,
  traceErrorOf,
  WHOLE,
} from '../cli/present/solution-text.js';
import { listed, moreText } from '../cli/process/streams.js';
import { joinWarnings, UsageError } from '../errors.js';
import type { SpeedscopeProfile } from '../report/speedscope-text.js';
import { axisByName } from '../timing/axis.js';
import type { PathShares } from '../timing/path-steps.js';

const sensitivityFlags = {
  ...commonFlags,
  parameter: parameterFlag('further parameter besides L: G, o or a latency class'),
  pairwise: Flags.boolean({
    exclusive: ['by'],
    summary: 'λ for every pair of ranks',
    description: 'λ of every pair of ranks; --csv prints the matrix of λ_L, or of λ_G with --parameter G',
  }),
  weight: weightFlag('by', 'pairwise'),
  plot: plotFlag('pairwise'),
  by: Flags.option({
    options: BY,
    summary: 'split λ_L by groups of messages',
    description: `split λ_L and the latency on the critical path by groups of messages; ${PLACES}`,
  })(),
  speedscope: speedscopeFlag('by'),
};

type SensitivityFlags = InferredFlags<typeof sensitivityFlags>;

/** Pairs shown to people. */
const SHOWN_PAIRS = 20;

/** For people and JSON; CSV is a matrix. `all`: λ_L of all pairs. */
const pairColumns = (all: number): readonly Column<PairSensitivity>[] => [
  {
    title: 'ranks',
    text: ({ low, high }) => `${low} – ${high}`,
    json: ({ low, high }) => ({ ranks: [low, high] }),
  },
  { title: 'λ_L', text: ({ lambdaL }) => String(lambdaL), json: lambdasJson },
  {
    title: 'of all',
    text: ({ lambdaL }) => `${Number(((100 * lambdaL) / Math.max(all, 1)).toPrecision(4))} %`,
  },
  { title: 'λ_G', text: ({ lambdaG }) => `${lambdaG} B` },
];

const lambdasJson = ({ lambdaL: L, lambdaG: G }: Pick<Pairwise, 'lambdaL' | 'lambdaG'>) => ({
  lambda: { L, G },
});

const pairwisePart = (result: Pairwise, of: 'L' | 'G'): Part => ({
  json: () => {
    const pairs = jsonRows(pairColumns(result.lambdaL), result.pairs);
    return { pairwise: { by: result.by, ...lambdasJson(result), pairs } };
  },
  csv: () => pairwiseCsv(result, of),
  text: () => pairwiseText(result),
});

/** The symmetric matrix of λ_L^{ij} (messages) or λ_G^{ij} (bytes), one row per rank. */
function pairwiseCsv(result: Pairwise, of: 'L' | 'G'): CsvTable {
  const { ranks } = result;
  const matrix = pairMatrix(result, of);
  const names = Array.from({ length: ranks }, (_, rank) => String(rank));
  return csvTable(
    [`lambda_${of}`, ...names],
    names.map((_, rank) => [rank, ...matrix.subarray(rank * ranks, (rank + 1) * ranks)]),
  );
}

function pairwiseText(result: Pairwise): string {
  const { pairs, lambdaL } = result;
  if (pairs.length === 0) return 'no pair of ranks is on the critical path\n';
  const most = (a: PairSensitivity, b: PairSensitivity): number =>
    b.lambdaL - a.lambdaL || b.lambdaG - a.lambdaG || a.low - b.low || a.high - b.high;
  const shown = [...pairs].sort(most).slice(0, listed(SHOWN_PAIRS));
  const kept =
    pairs.length > shown.length
      ? `the ${shown.length} most critical of ${pairs.length} pairs`
      : 'critical pairs';
  return `${kept} of ranks\n${tableText(pairColumns(lambdaL), shown)}${moreText(pairs.length - shown.length)}`;
}

type Row = ShownRegion<LatencyAmount>;

/** Letters of a name in the title. */
const TITLE = 40;
/** Functions of the flat table. */
const SHOWN_REGIONS = 30;

const part = (own: number, whole: number): number => (whole === 0 ? 0 : own / whole);

/** `whole`: call paths reach the program's first function. */
function regionsPart(result: RegionLatency, whole: boolean): Part {
  const { by, total, outside, runtime } = result;
  const ofLambda = ({ lambda }: Amounts<LatencyAmount>): number => part(lambda, total.lambda);
  const ofLatency = ({ latency }: Amounts<LatencyAmount>): number => part(latency, total.latency);
  const ofRuntime = ({ latency }: Amounts<LatencyAmount>): number => part(latency, runtime);
  const amounts = (own: Amounts<LatencyAmount>): Record<string, unknown> => ({
    lambda: { L: own.lambda },
    messages: own.latencies,
    bytes: own.bytes,
    latency_ns: own.latency,
    share_of_lambda: ofLambda(own),
    share_of_latency: ofLatency(own),
    share_of_runtime: ofRuntime(own),
  });
  const columns: readonly Column<Row>[] = [
    { key: 'lambda_L', title: 'λ_L', of: ({ inclusive }) => inclusive.lambda },
    { key: 'share_of_lambda', title: 'of λ_L', of: ({ inclusive }) => ofLambda(inclusive) },
    { key: 'latency_ns', of: ({ inclusive }) => inclusive.latency },
    { key: 'share_of_latency', of: ({ inclusive }) => ofLatency(inclusive) },
    { key: 'share_of_runtime', title: 'of T', spare: 3, of: ({ inclusive }) => ofRuntime(inclusive) },
    { key: 'exclusive_lambda_L', title: 'own λ_L', spare: 4, of: ({ exclusive }) => exclusive.lambda },
    {
      ...{ key: 'exclusive_share_of_lambda', title: 'of λ_L', spare: 2 },
      of: ({ exclusive }: Row) => ofLambda(exclusive),
      format: percentText,
    },
    { key: 'exclusive_latency_ns', of: ({ exclusive }) => exclusive.latency },
    { key: 'exclusive_share_of_latency', of: ({ exclusive }) => ofLatency(exclusive) },
    { key: 'exclusive_share_of_runtime', of: ({ exclusive }) => ofRuntime(exclusive) },
    {
      ...{ key: 'call', title: 'mostly in', align: 'left', spare: 1 },
      of: ({ calls: [top] }: Row) => top?.call ?? '',
      text: ({ calls: [top] }) =>
        top === undefined ? '' : `${top.call} ${percentText(ofLambda(top.amounts))}`.trim(),
    },
    { key: 'call_lambda_L', of: ({ calls: [top] }) => top?.amounts.lambda ?? 0 },
  ];
  const tables = new RegionTables(result, {
    ...{ columns, json: amounts, amount: ({ lambda }) => lambda, of: 'λ_L', whole },
    share: (own) => Math.max(ofLambda(own), ofLatency(own)),
    outside: { name: 'unknown', cell: 'unknown', left: outside.lambda === 0 && outside.latency === 0 },
  });
  const head = 'latency on the critical path by function, including callees\n';
  const sums = `λ_L includes callees; own λ_L adds up to ${total.lambda}`;
  const own = { by, lambda: { L: total.lambda }, latency_ns: total.latency, unknown: amounts(outside) };
  return {
    json: () => ({ breakdown: { ...own, ...tables.json() } }),
    csv: () => tables.csv(),
    text: () =>
      total.lambda === 0
        ? 'no network latency on the critical path\n'
        : `${head}${topText(result)}${tables.text(sums)}${tables.severalText(SHOWN_REGIONS)}`,
  };
}

/** The call with most of λ_L, and the function that contains all of it. */
function topText(result: RegionLatency): string {
  const top = topCall(result);
  if (top === null || top.call === '') return '';
  const below = top.below === null ? '' : ` below ${cutName(top.below.region.name, TITLE)}`;
  return `${percentText(part(top.lambda, result.total.lambda))} of λ_L is in ${top.call}${below}\n`;
}

/** `part`: null if not requested; `error`: known error of T. */
const sensitivityView = (
  loaded: LoadedModel,
  result: Sensitivity,
  part: Part | null,
  error: TraceError | null,
): Answer => ({
  json: () =>
    envelopeOf(loaded, { ...sensitivityJson(result), ...traceErrorJson(error), ...part?.json() }, result),
  csv: () => part?.csv?.() ?? tableCsv(WHOLE, [result]),
  text: () =>
    [`${inputText(loaded)}\n${sensitivityText(result, error)}`, ...(part ? [part.text()] : [])].join('\n'),
  shared: () => ({
    head: machineText(loaded.resolved),
    ...sensitivityRow(loaded.model.schedule.ranks, result),
    more: part?.text() ?? '',
  }),
});

// Runtime and its derivatives, also by pairs of ranks or by groups of messages.

async function sensitivityAnswer(
  loaded: LoadedModel,
  flags: SensitivityFlags,
): Promise<Answered<Sensitivity>> {
  const { parameter, pairwise: inPairs, by, speedscope } = flags;
  const { model } = loaded;
  const error = await traceErrorOf(loaded, flags);
  const sites = await namesBy(by, model.schedule.sites);
  const result = await sensitivity(model, axisByName(model.machine, parameter));
  if (inPairs && parameter === 'o')
    throw new UsageError('--pairwise has no λ_o, because o is a cost of ranks, not of pairs', 'use L or G');
  const pairs = inPairs ? await pairwise(model) : null;
  const pairsOf = parameter === 'G' ? 'G' : 'L';
  const groups = by === undefined ? null : groupsPart(loaded, by, sites);
  if (speedscope !== undefined) await writeSpeedscope(speedscope, loaded, sites);
  const part = pairs === null ? groups : pairwisePart(pairs, pairsOf);
  return {
    answer: sensitivityView({ ...loaded, warnings: joinWarnings(loaded, sites) }, result, part, error),
    picture: pairs === null ? null : (plots) => heatMap(plots, pairs, pairsOf),
    kept: result,
    runtime: () => result.runtime,
  };
}

/** Throws UsageError for an input without call sites. */
function groupsPart({ model, resolved }: LoadedModel, by: (typeof BY)[number], { names }: FoundNames): Part {
  if (by !== 'function') return breakdownPart(breakdown(model, by, resolved.mapped?.nodeName, names));
  return regionsPart(regionLatency(model, names), model.schedule.sites?.whole === true);
}

/** λ_L, and the time of the critical path, each by function. */
async function writeSpeedscope(file: string, { model, info }: LoadedModel, { names }: FoundNames) {
  const { speedscopeText } = await import('../report/speedscope-text.js');
  const lambda: SpeedscopeProfile<LatencyAmount> = {
    ...{ name: 'λ_L', unit: 'none', outside: 'unknown', kinds: ['lambda'] },
    regions: regionLatency(model, names),
  };
  const time: SpeedscopeProfile<keyof PathShares> = {
    ...{ name: 'time', unit: 'nanoseconds', outside: 'between calls' },
    kinds: ['computation', 'overhead', 'latency', 'bandwidth'],
    regions: pathRegions(model.schedule, criticalPath(model), names),
  };
  await writeViewerFile(file, () => [speedscopeText(info.source, [lambda, time])]);
}

/** λ_L or λ_G of every pair; a pair counts both ways. */
function heatMap({ pairwisePlot }: Plots, { ranks, pairs }: Pairwise, of: 'L' | 'G'): string {
  const both = pairs.flatMap(({ low, high, lambdaL, lambdaG }) => {
    const value = of === 'G' ? lambdaG : lambdaL;
    const there = { source: low, destination: high, value };
    return low === high ? [there] : [there, { source: high, destination: low, value }];
  });
  return pairwisePlot(ranks, both, {
    quantity: of === 'G' ? 'λ_G (bytes)' : 'λ_L (latencies)',
    bothWays: true,
  });
}

export default class SensitivityCommand extends LlampCommand {
  static override summary = 'Compute the runtime, its derivatives by L, G and o, and their range.';
  static override examples = [
    '<%= config.bin %> sensitivity trace.goal',
    '<%= config.bin %> sensitivity trace.goal --parameter G --json',
    '<%= config.bin %> sensitivity trace.goal --pairwise --csv',
    '<%= config.bin %> sensitivity trace.goal --pairwise --plot pairs.svg',
    '<%= config.bin %> sensitivity trace.goal --by message-size',
    '<%= config.bin %> sensitivity llamp-trace --by function',
    '<%= config.bin %> sensitivity llamp-trace --by function --speedscope lambda.json',
  ];
  static override strict = false;
  static override args = inputArgs;
  static override flags = sensitivityFlags;
  static override mostUsed: readonly (keyof typeof sensitivityFlags)[] = ['by', 'pairwise', 'parameter'];

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(SensitivityCommand);
    refuseUnplaced(flags);
    if (flags.speedscope !== undefined) {
      if (flags.by !== 'function')
        throw new UsageError(`--speedscope has no meaning with --by ${flags.by}`, 'use --by function');
      await this.onlyOne(argv, 'sensitivity --speedscope');
    }
    await this.askAll('sensitivity', argv, flags, {
      ask: async (inputs) => sensitivityAnswer(await loadModel(inputs, flags), flags),
      mix: sensitivityMix,
    });
  }
}
