/**
 * `sensitivity`: runtime, its derivatives by L, G and o, and where they hold; by groups of messages, pairs of ranks and
 * functions.
 */

import { Flags } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
import type { Amounts, RegionAmounts } from '../analysis/call-tree.js';
import {
  type Breakdown,
  breakdown,
  type LatencyAmount,
  type RegionLatency,
  regionLatency,
  topCall,
} from '../analysis/latency-breakdown.js';
import { type PairSensitivity, type Pairwise, pairMatrix, pairwise } from '../analysis/rank-pairs.js';
import { type Sensitivity, sensitivity } from '../analysis/sensitivity.js';
import { inputArgs, LlampCommand } from '../cli/base-command.js';
import { commonFlags, parameterFlag, weightFlag } from '../cli/flags/common-flags.js';
import { type Answer, type Asked, formerly, type Plots, plotFlag } from '../cli/output/answer.js';
import {
  type Column,
  type CsvTable,
  csvTable,
  cutName,
  percentText,
  table,
  tableCsv,
  tableText,
} from '../cli/output/table.js';
import {
  envelopeOf,
  type FoundNames,
  type LoadedModel,
  loadModel,
  NO_NAMES,
  namesOf,
} from '../cli/pipeline/pipeline.js';
import {
  BY,
  breakdownCsv,
  breakdownJson,
  breakdownText,
  depthNote,
  leftText,
  nestedJson,
  PLACES,
  parted,
  REGION_COLUMNS,
  REGION_HEAD,
  refuseUnplaced,
  regionCells,
  regionJson,
  treeCell,
} from '../cli/present/breakdown-tables.js';
import { sensitivityMix, sensitivityRow } from '../cli/present/program-mix.js';
import {
  inputText,
  machineText,
  sensitivityJson,
  sensitivityText,
  WHOLE,
} from '../cli/present/solution-text.js';
import { listed, moreText } from '../cli/process/streams.js';
import { allTold } from '../errors.js';
import { axisByName } from '../timing/axis.js';

// Flags of `sensitivity`.

const sensitivityFlags = {
  ...commonFlags,
  parameter: parameterFlag('a parameter to look at beside L'),
  pairwise: Flags.boolean({
    exclusive: ['by'],
    summary: 'λ for every pair of ranks',
    description: 'λ of every pair of ranks; with --csv the matrix of λ_L, or with --parameter G that of λ_G',
  }),
  weight: weightFlag('by', 'pairwise'),
  plot: plotFlag('pairwise'),
  by: Flags.option({
    options: BY,
    summary: 'split λ_L by groups of messages',
    description: `split λ_L and the latency of the critical path by these groups of messages; ${PLACES}`,
  })(),
};

type SensitivityFlags = InferredFlags<typeof sensitivityFlags>;

// Pairwise sensitivities as JSON, CSV and text.

/** Pairs shown to people. */
const SHOWN_PAIRS = 20;

function pairwiseJson(result: Pairwise): Record<string, unknown> {
  return {
    by: result.by,
    lambda: { L: result.lambdaL, G: result.lambdaG },
    ...formerly({ lambda_L: result.lambdaL, lambda_G: result.lambdaG }),
    pairs: result.pairs.map(({ low, high, lambdaL, lambdaG }) => ({
      ranks: [low, high],
      lambda: { L: lambdaL, G: lambdaG },
      ...formerly({ lambda_L: lambdaL, lambda_G: lambdaG }),
    })),
  };
}

/** The symmetric matrix of λ_L^{ij} (messages) or λ_G^{ij} (bytes), one row a rank. */
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
  const rows = shown.map((one) => [
    `${one.low} – ${one.high}`,
    String(one.lambdaL),
    `${Number(((100 * one.lambdaL) / Math.max(lambdaL, 1)).toPrecision(4))} %`,
    `${one.lambdaG} B`,
  ]);
  const heads = [{ title: 'ranks' }, { title: 'λ_L' }, { title: 'of all' }, { title: 'λ_G' }];
  const kept =
    pairs.length > shown.length
      ? `the ${shown.length} most critical of ${pairs.length} pairs`
      : 'critical pairs';
  return `${kept} of ranks\n${table(heads, rows)}${moreText(pairs.length - shown.length)}`;
}

// λ_L by function of the program, as JSON, CSV and text.

type Own = Amounts<LatencyAmount>;
type Row = RegionAmounts<LatencyAmount>;

/** Letters of a name in the title. */
const TITLE = 40;
/** Functions of the flat table. */
const SHOWN_REGIONS = 30;

const part = (own: number, whole: number): number => (whole === 0 ? 0 : own / whole);

function regionLatencyJson(result: RegionLatency): Record<string, unknown> {
  const { total, outside, nodes, functions, runtime } = result;
  const amounts = ({ lambda, latencies, bytes, latency }: Own): Record<string, unknown> => ({
    lambda: { L: lambda },
    messages: latencies,
    bytes,
    latency_ns: latency,
    share_of_lambda: part(lambda, total.lambda),
    share_of_latency: part(latency, total.latency),
    share_of_runtime: part(latency, runtime),
  });
  const json = ({ region, lines, inclusive, exclusive, calls }: Row): Record<string, unknown> => ({
    ...regionJson(region, lines),
    inclusive: amounts(inclusive),
    exclusive: amounts(exclusive),
    calls: calls.map(({ call, amounts: own }) => ({ call, ...amounts(own) })),
  });
  return {
    by: result.by,
    lambda: { L: total.lambda },
    latency_ns: total.latency,
    unknown: amounts(outside),
    functions: functions.map(json),
    tree: nestedJson(nodes, json),
  };
}

/** A function, or what no call site is known of. `names`: what names it for machines, as {@link REGION_COLUMNS}. */
interface ShownRegion extends Pick<Row, 'inclusive' | 'exclusive' | 'calls'> {
  readonly names: readonly (string | number)[];
  readonly cell: string;
}

function regionColumns({ total, runtime }: RegionLatency): readonly Column<ShownRegion>[] {
  const ofLambda = ({ lambda }: Own): number => part(lambda, total.lambda);
  const ofLatency = ({ latency }: Own): number => part(latency, total.latency);
  const ofRuntime = ({ latency }: Own): number => part(latency, runtime);
  return [
    ...REGION_COLUMNS.map((key, i) => ({ key, of: ({ names }: ShownRegion) => names[i] })),
    { key: 'lambda_L', title: 'λ_L', of: ({ inclusive }) => inclusive.lambda },
    { key: 'share_of_lambda', title: 'of λ_L', of: ({ inclusive }) => ofLambda(inclusive) },
    { key: 'latency_ns', of: ({ inclusive }) => inclusive.latency },
    { key: 'share_of_latency', of: ({ inclusive }) => ofLatency(inclusive) },
    { key: 'share_of_runtime', title: 'of T', spare: 3, of: ({ inclusive }) => ofRuntime(inclusive) },
    { key: 'exclusive_lambda_L', title: 'own λ_L', spare: 4, of: ({ exclusive }) => exclusive.lambda },
    {
      ...{ key: 'exclusive_share_of_lambda', title: 'of λ_L', spare: 2 },
      of: ({ exclusive }: ShownRegion) => ofLambda(exclusive),
      format: percentText,
    },
    { key: 'exclusive_latency_ns', of: ({ exclusive }) => exclusive.latency },
    { key: 'exclusive_share_of_latency', of: ({ exclusive }) => ofLatency(exclusive) },
    { key: 'exclusive_share_of_runtime', of: ({ exclusive }) => ofRuntime(exclusive) },
    {
      ...{ key: 'call', title: 'mostly in', align: 'left', spare: 1 },
      of: ({ calls: [top] }: ShownRegion) => top?.call ?? '',
      text: ({ calls: [top] }) =>
        top === undefined ? '' : `${top.call} ${percentText(ofLambda(top.amounts))}`.trim(),
    },
    { key: 'call_lambda_L', of: ({ calls: [top] }) => top?.amounts.lambda ?? 0 },
    { ...REGION_HEAD, text: ({ cell }) => cell },
  ];
}

const unknownRow = ({ outside }: RegionLatency): ShownRegion => ({
  ...{ inclusive: outside, exclusive: outside, calls: [] },
  ...{ names: ['unknown', 0, '', ''], cell: 'unknown' },
});

/** A row for each node of the call tree, and one for what no call site is known of. */
function regionLatencyCsv(result: RegionLatency): CsvTable {
  const { outside, nodes } = result;
  const cells = regionCells(nodes);
  const rows = nodes.map((one, i): ShownRegion => ({ ...one, names: cells[i], cell: '' }));
  const known = outside.lambda === 0 && outside.latency === 0;
  return tableCsv(regionColumns(result), known ? rows : [...rows, unknownRow(result)]);
}

const shownRegion = (one: Row & { readonly depth: number }): ShownRegion => ({
  ...one,
  ...{ names: [], cell: treeCell(one) },
});

/** `whole`: call paths go up to the program's first function. */
function regionLatencyText(result: RegionLatency, whole: boolean): string {
  const { total, nodes, outside } = result;
  if (total.lambda === 0) return 'the critical path crosses no network latency\n';
  const share = ({ inclusive }: Row): number =>
    Math.max(part(inclusive.lambda, total.lambda), part(inclusive.latency, total.latency));
  const { shown, left } = parted(nodes, share);
  const rows = shown.map(shownRegion);
  if (outside.lambda > 0) rows.push(unknownRow(result));
  const small = left.reduce((sum, { exclusive }) => sum + exclusive.lambda, 0);
  const more = leftText(left, share, part(small, total.lambda), 'λ_L');
  const tree = tableText(regionColumns(result), rows);
  const sums = `  λ_L counts in every function above a call; own λ_L adds up to ${total.lambda}\n`;
  const head = `the critical path's latency by function, each with all that it calls\n`;
  return `${head}${topText(result)}${tree}${more}${sums}${depthNote(nodes, whole)}${flatText(result)}`;
}

/** The call with most of λ_L, and below which function all of it is. */
function topText(result: RegionLatency): string {
  const top = topCall(result);
  if (top === null || top.call === '') return '';
  const below = top.below === null ? '' : ` below ${cutName(top.below.region.name, TITLE)}`;
  return `${percentText(part(top.lambda, result.total.lambda))} of λ_L is in ${top.call}${below}\n`;
}

/** The functions that are at several places of the tree, each as one. */
function flatText(result: RegionLatency): string {
  const several = result.functions.filter(({ nodes }) => nodes > 1);
  const { shown } = parted(several, ({ inclusive }) => part(inclusive.lambda, result.total.lambda));
  if (shown.length === 0) return '';
  const rows = shown.slice(0, SHOWN_REGIONS).map((one) => shownRegion({ ...one, depth: 0 }));
  const more = moreText(several.length - rows.length);
  return `\nfunctions on several call paths, all of them together\n${tableText(regionColumns(result), rows)}${more}`;
}

// Sensitivities, and their parts where they were asked for, as JSON, CSV and text.

/** `pairs`, `groups`: null where they were not asked for; at most one of them is. */
interface SensitivityFound {
  readonly result: Sensitivity;
  readonly pairs: Pairwise | null;
  readonly groups: Breakdown | RegionLatency | null;
  /** Of which parameter the matrix of pairs is. */
  readonly pairsOf: 'L' | 'G';
}

const sensitivityView = (loaded: LoadedModel, found: SensitivityFound): Answer => ({
  json: () => envelopeOf(loaded, foundJson(found), found.result),
  csv: () => foundCsv(found),
  text: () => `${inputText(loaded)}\n${sensitivityText(found.result)}${partsText(loaded, found)}`,
  shared: () => ({
    head: machineText(loaded.resolved),
    ...sensitivityRow(loaded.model.schedule.ranks, found.result),
    more: partsText(loaded, found).trimStart(),
  }),
});

const foundJson = ({ result, pairs, groups }: SensitivityFound): Record<string, unknown> => ({
  ...sensitivityJson(result),
  ...(pairs === null ? {} : { pairwise: pairwiseJson(pairs) }),
  ...(groups === null ? {} : { breakdown: groupsJson(groups) }),
});

const groupsJson = (groups: Breakdown | RegionLatency): Record<string, unknown> =>
  groups.by === 'region' ? regionLatencyJson(groups) : breakdownJson(groups);

/** CSV is one table: that of the parts. */
function foundCsv({ result, pairs, groups, pairsOf }: SensitivityFound): CsvTable {
  if (pairs !== null) return pairwiseCsv(pairs, pairsOf);
  if (groups === null) return tableCsv(WHOLE, [result]);
  return groups.by === 'region' ? regionLatencyCsv(groups) : breakdownCsv(groups);
}

function partsText({ model }: LoadedModel, { pairs, groups }: SensitivityFound): string {
  if (pairs !== null) return `\n${pairwiseText(pairs)}`;
  if (groups === null) return '';
  const whole = model.schedule.sites?.whole === true;
  return `\n${groups.by === 'region' ? regionLatencyText(groups, whole) : breakdownText(groups)}`;
}

// Runtime and its derivatives, by pairs of ranks or by groups of messages where flags ask.

/** Throws UsageError. */
async function sensitivityAnswer(
  loaded: LoadedModel,
  { parameter, pairwise: inPairs, by }: SensitivityFlags,
): Promise<Asked<Sensitivity>> {
  const { model } = loaded;
  const sites = by === 'site' || by === 'function' ? await namesOf(model.schedule.sites) : NO_NAMES;
  const found = {
    result: await sensitivity(model, axisByName(model.machine, parameter)),
    pairs: inPairs ? await pairwise(model) : null,
    groups: by === undefined ? null : groupsBy(loaded, by, sites),
    pairsOf: parameter === 'G' ? ('G' as const) : ('L' as const),
  };
  const { pairs, pairsOf } = found;
  return {
    answer: sensitivityView({ ...loaded, warnings: allTold(loaded, sites) }, found),
    picture: pairs === null ? null : (plots) => heatMap(plots, pairs, pairsOf),
    kept: found.result,
  };
}

/** Throws UsageError where nothing says from where calls were made. */
function groupsBy(
  { model, resolved }: LoadedModel,
  by: (typeof BY)[number],
  { names }: FoundNames,
): Breakdown | RegionLatency {
  if (by === 'function') return regionLatency(model, names);
  return breakdown(model, by, resolved.mapped?.nodeName, names);
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
  static override summary = 'Compute the runtime, its derivatives by L, G and o, and where they hold.';
  static override examples = [
    '<%= config.bin %> sensitivity trace.goal',
    '<%= config.bin %> sensitivity trace.goal --parameter G --json',
    '<%= config.bin %> sensitivity trace.goal --pairwise --csv',
    '<%= config.bin %> sensitivity trace.goal --pairwise --plot pairs.svg',
    '<%= config.bin %> sensitivity trace.goal --by message-size',
    '<%= config.bin %> sensitivity llamp-trace --by function',
  ];
  static override strict = false;
  static override args = inputArgs;
  static override flags = sensitivityFlags;
  static override mostUsed: readonly (keyof typeof sensitivityFlags)[] = ['by', 'pairwise', 'parameter'];

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(SensitivityCommand);
    refuseUnplaced(flags);
    await this.askAll('sensitivity', argv, flags, {
      ask: async (inputs) => sensitivityAnswer(await loadModel(inputs, flags), flags),
      mix: sensitivityMix,
    });
  }
}
