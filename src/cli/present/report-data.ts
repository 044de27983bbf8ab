/** Data of the report, and its flags. */
import { basename, resolve } from 'node:path';
import { Flags } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
import { supportWarning } from '../../analysis/collective-support.js';
import { exactCurve } from '../../analysis/exact-curve.js';
import type { TraceError } from '../../analysis/measurement-uncertainty.js';
import type { Model } from '../../analysis/model.js';
import type { Curve } from '../../analysis/piecewise.js';
import type { VariantAxis } from '../../analysis/rank-variants.js';
import { type ToleranceResult, tolerance } from '../../analysis/sensitivity.js';
import type { SharedRow } from '../../analysis/shared-rows.js';
import { joinWarnings, UsageError, type Warning } from '../../errors.js';
import type { SitedMachine } from '../../platform/site.js';
import { machineRows, type ReportOptions } from '../../report/page/build-report.js';
import {
  type ComparedCrossovers,
  type ComparedVariant,
  type ReportData,
  type ReportSilences,
  reportNoise,
} from '../../report/page/report-data.js';
import { DEFAULT_RANGE, intervalOf } from '../../report/page/report-parts.js';
import type { MeasuredPoint } from '../../report/plots/curve-geometry.js';
import type { SiteNames } from '../../schedule/program-calls.js';
import { withoutPacking } from '../../sources/rank-files.js';
import { collectiveAxis } from '../flags/collective-choices.js';
import { commonFlags, jsonFlag, latencyRangeFlag, percentsFlag, weightFlag } from '../flags/common-flags.js';
import { parsePercents } from '../flags/parameter-values.js';
import { noiseDrawFlags, noiseSourceFlags, noiseWanted } from '../input/noise-input.js';
import { type Answer, type InputInfo, measuredFlag, type Part, regionText } from '../output/answer.js';
import { envelopeOf, type LoadedModel } from '../pipeline/pipeline.js';
import { packageVersion } from '../process/package-files.js';
import { type Comparison, crossoverFacts } from './compared-variants.js';
import { type NoiseFound, noiseJson } from './noise-tables.js';
import { toleranceRow } from './program-mix.js';
import {
  machineText,
  sensitivityJson,
  toleranceJson,
  traceErrorJson,
  traceErrorText,
} from './solution-text.js';

interface ReportRequest {
  readonly info: InputInfo;
  readonly resolved: SitedMachine;
  readonly percents: readonly number[];
  /** Interval of L as written, and the unit of bare numbers. */
  readonly range: string | undefined;
  readonly title: string;
  /** Algorithms of collectives, such as `allreduce=ring`. */
  readonly choices: readonly string[];
  readonly measured: readonly MeasuredPoint[];
  /** The same compared with the model; null if not requested. */
  readonly held: Part | null;
  readonly comparison: ReportedComparison;
  readonly warnings: readonly Warning[];
  /** Names of return addresses. */
  readonly names: SiteNames;
  /** Most critical paths; by default as many as take about a second. */
  readonly stops?: number;
  /** By assumptions about contention; null: not requested. */
  readonly shared?: readonly SharedRow[] | null;
  /** Runs with noise; null: not requested. */
  readonly noise?: NoiseFound | null;
  /** Null if calls are not known, or too many. */
  readonly silences?: ReportSilences | null;
  /** Known error of T; null: unknown. */
  readonly error?: TraceError | null;
}

export interface MadeReport {
  readonly data: ReportData;
  readonly curve: Curve;
  readonly result: ToleranceResult;
  readonly held: Part | null;
  readonly noise: NoiseFound | null;
  readonly error: TraceError | null;
}

/** The report of a model. Throws UsageError. */
export async function makeReport(model: Model, request: ReportRequest): Promise<MadeReport> {
  const { buildReportData } = await import('../../report/page/build-report.js');
  const result = await tolerance(model, request.percents);
  const curve = await exactCurve(model, ...intervalOf(result, { ...request, name: '--latency-range' }));
  const data = buildReportData(model, curve, reportOptions(request, result));
  const { held, noise = null, error = null } = request;
  return { curve, result, held, noise, error, data };
}

/** The answer about a report that was written to `file`. */
export const reportView = (
  loaded: LoadedModel,
  { data, result, held, noise, error }: MadeReport,
  file: string,
  live: string,
): Answer => ({
  json: () => {
    const tolerance = toleranceJson(result.axis, result.tolerance);
    const shared = data.shared === undefined ? {} : { shared: sharedJson(data.shared) };
    const lucky = noise === null ? {} : { noise: noiseJson(noise) };
    const solved = { ...sensitivityJson(result), tolerance, ...traceErrorJson(error, result) };
    const silent = data.silences === undefined ? {} : { silences: silencesJson(data.silences) };
    const said = {
      file,
      headline: data.headline,
      ...solved,
      ...silent,
      ...held?.json(),
      ...shared,
      ...lucky,
    };
    return envelopeOf(loaded, said, data);
  },
  text: () => `${data.headline}\n${bestLine(data.silences)}${held?.text() ?? ''}${file}\n${live}`,
  shared: () => ({
    head: machineText(loaded.resolved),
    ...toleranceRow(loaded.model.schedule.ranks, result),
  }),
});

const bestLine = (silences: ReportSilences | undefined): string =>
  silences === undefined || silences.best === '' ? '' : `${silences.best}\n`;

const silencesJson = ({ best, percent, rows }: ReportSilences): Record<string, unknown> => ({
  headline: best || null,
  pct: percent,
  places: rows.map(({ place, ofLambda, without }) => ({
    ...{ place, lambda_share: ofLambda },
    runtime_ns: without?.runtime ?? null,
    lambda_L: without?.lambda ?? null,
    tolerance_ns: without?.tolerance ?? null,
  })),
});

const sharedJson = (rows: readonly SharedRow[]): Record<string, unknown>[] =>
  rows.map(({ way, runtime, upper, lambda }) => ({
    assumed: way,
    runtime_ns: runtime,
    ...(upper === null ? {} : { runtime_upper_ns: upper }),
    lambda_L: lambda,
  }));

/** The words around the numbers. */
export function reportOptions(request: ReportRequest, result: ToleranceResult): ReportOptions {
  const { info, title, choices, percents, measured, held, comparison, resolved, names, stops } = request;
  const { shared, noise, silences, error } = request;
  const { compared, crossovers } = comparison;
  return {
    title,
    choices,
    source: [info.source, regionText(info.region).trimEnd()].filter((part) => part !== '').join(', '),
    ...(info.sha256 === '' ? {} : { sha256: info.sha256 }),
    version: packageVersion(),
    percents,
    tolerance: result.tolerance,
    wiresPerMessage: result.wiresPerMessage,
    measured,
    ...(held === null ? {} : { measuredNote: held.text().trimEnd() }),
    compared,
    crossovers,
    machine: machineRows(resolved),
    names,
    warnings: joinWarnings(request, result, comparison, held),
    ...(stops === undefined ? {} : { stops }),
    ...(silences == null ? {} : { silences }),
    ...(shared == null ? {} : { shared }),
    ...(error == null ? {} : { accuracy: `Here ${traceErrorText(error)}.` }),
    ...(noise == null ? {} : { noise: reportNoise(noise.question, noise.result, noise.words) }),
  };
}

/** Of the first INPUT: `traces/jacobi2d-4` → jacobi2d-4, `my runs/app.goal.zst` → app. */
export function titleOf([first]: readonly string[]): string {
  if (first === undefined || first === '-') return 'report';
  const name = withoutPacking(basename(resolve(first))).replace(/\.goal$/, '');
  return name === '' ? 'report' : name.replaceAll('*', '');
}

/** Variants of a comparison as the report shows them. */
export interface ReportedComparison {
  readonly compared: readonly ComparedVariant[];
  readonly crossovers: ComparedCrossovers | null;
  readonly warnings: readonly Warning[];
}

export const NOTHING_COMPARED: ReportedComparison = { compared: [], crossovers: null, warnings: [] };

export function reportedComparison(comparison: Comparison): ReportedComparison {
  const { list, judgement } = comparison;
  const { alike, budgets, crossovers } = judgement;
  const compared = list.map(({ variant, outcome: { result } }, i): ComparedVariant => {
    const { runtime, lambda, rho, curve, followed } = result;
    return {
      name: variant.name,
      runtime,
      lambda: lambda.L,
      rho,
      tolerance: budgets[i].map(({ percent, delta, reason }) => ({
        percent,
        delta: delta !== null && Number.isFinite(delta) ? delta : null,
        without: reason,
      })),
      fastest: alike.runtime.includes(i),
      tolerant: alike.tolerance.includes(i),
      ...(Number.isFinite(curve.high) ? { curve: { curve, followed } } : {}),
    };
  });
  return {
    compared,
    crossovers: { base: crossoverFacts(comparison).base, asked: comparison.asked, pairs: crossovers },
    warnings: joinWarnings(supportWarning(list.map(({ outcome }) => outcome.support))),
  };
}

// Flags of `report`.

const { json, csv, markdown, output, ...shared } = commonFlags;

export const reportFlags = {
  ...shared,
  json: jsonFlag(),
  output: Flags.string({
    helpGroup: 'OUTPUT',
    helpValue: 'FILE.html',
    summary: "file to write, '-' for standard output",
    description: "file to write; '-' is standard output [default: named after INPUT, in this folder]",
  }),
  collective: Flags.string({
    helpGroup: 'TRACES',
    multiple: true,
    multipleNonGreedy: true,
    helpValue: 'NAME=A,B[:option=value]',
    summary: 'algorithms; several are compared',
    description: 'algorithms of a collective; several of them are compared',
  }),
  'latency-range': latencyRangeFlag(
    `interval of L on the curve, such as +0..+100us [default: ${DEFAULT_RANGE}]`,
  ),
  live: Flags.boolean({
    summary: 'let the page compute other settings by itself',
    description:
      'write a page on which the machine and other settings can be changed; it contains all messages, sizes and times of the program',
  }),
  measured: measuredFlag(),
  pct: percentsFlag('slowdowns in percent'),
  shared: Flags.boolean({
    allowNo: true,
    description:
      'show T and λ with and without contention of CPUs and NICs [default: up to 10,000 operations]',
  }),
  ...noiseSourceFlags,
  ...noiseDrawFlags,
  title: Flags.string({ helpValue: 'TEXT', description: 'title of the report [default: INPUT]' }),
  weight: weightFlag(),
};

export type ReportFlags = InferredFlags<typeof reportFlags>;

/** Settings of flags, before anything is read; `compares`: whether a collective has several algorithms. */
export interface ReportQuery {
  readonly percents: readonly number[];
  readonly axes: readonly VariantAxis[];
  readonly compares: boolean;
}

/** Throws a UsageError for what the page cannot compute by itself. */
function refuseOfLive({ algorithms }: ReportFlags, compares: boolean): void {
  if (compares)
    throw new UsageError(
      '--live takes one algorithm of each collective',
      'name one; the page offers all algorithms',
    );
  if (algorithms !== undefined)
    throw new UsageError(
      '--live and --algorithms cannot be combined, because the page has only the shipped algorithms',
      'leave one of them out',
    );
}

/** Throws UsageError. */
export function reportQuery(flags: ReportFlags): ReportQuery {
  const { pct, collective = [], json, output: file } = flags;
  const percents = parsePercents(pct);
  const axes = collective.map((text) => collectiveAxis(text));
  if (json && file === '-')
    throw new UsageError('--json and --output - both write to standard output', 'name a file for the report');
  noiseWanted(flags);
  const compares = axes.some(({ values }) => values.length > 1);
  if (flags.live) refuseOfLive(flags, compares);
  return { percents, axes, compares };
}
