/** Data of the report, and its flags. */
import { basename, resolve } from 'node:path';
import { Flags } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
import { supportWarning } from '../../analysis/collective-support.js';
import { cutRegion, regionAmongCalls } from '../../analysis/cut/cut-region.js';
import type { RegionQuery } from '../../analysis/cut/region-bounds.js';
import { exactCurve } from '../../analysis/exact-curve.js';
import type { TraceError } from '../../analysis/measurement-uncertainty.js';
import { Model, type ModelOptions } from '../../analysis/model.js';
import type { Curve } from '../../analysis/piecewise.js';
import type { VariantAxis } from '../../analysis/rank-variants.js';
import { sharing } from '../../analysis/runtime-bounds.js';
import { reachOf, type ToleranceResult, tolerance } from '../../analysis/sensitivity.js';
import type { SharedRow } from '../../analysis/shared-rows.js';
import type { Silence } from '../../analysis/what-if.js';
import type { CollectiveSpec } from '../../collectives/choice.js';
import { joinWarnings, LimitError, UsageError, type Warning } from '../../errors.js';
import type { SitedMachine } from '../../platform/site.js';
import { machineRows, type ReportOptions } from '../../report/page/build-report.js';
import {
  type ComparedCrossovers,
  type ComparedVariant,
  type ReportData,
  type ReportSilence,
  type ReportSilences,
  reportNoise,
} from '../../report/page/report-data.js';
import type { MeasuredPoint } from '../../report/plots/curve-geometry.js';
import type { SiteNames } from '../../schedule/program-calls.js';
import type { Schedule } from '../../schedule/schedule.js';
import type { Program } from '../../sources/program.js';
import { withoutPacking } from '../../sources/rank-files.js';
import { collectiveAxis } from '../flags/collective-choices.js';
import { commonFlags, jsonFlag, latencyRangeFlag, percentsFlag, weightFlag } from '../flags/common-flags.js';
import { parsePercents, parseRange } from '../flags/parameter-values.js';
import { noiseDrawFlags, noiseSourceFlags, noiseWanted } from '../input/noise-input.js';
import { type Answer, type InputInfo, measuredFlag, type Part, regionText } from '../output/answer.js';
import { envelopeOf, type LoadedModel } from '../pipeline/pipeline.js';
import { hostMemory } from '../process/memory.js';
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

/** By default the curve covers the machine's latency to twice the largest tolerance. */
const ROOM = 2;

interface ReportRequest {
  readonly info: InputInfo;
  readonly resolved: SitedMachine;
  readonly percents: readonly number[];
  /** Interval of L as written, and the unit of bare numbers. */
  readonly range: string | undefined;
  readonly unit: string | undefined;
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
  const curve = await exactCurve(model, ...intervalOf(result, request));
  const data = buildReportData(model, curve, reportOptions(request, result));
  const { held, noise = null, error = null } = request;
  return { curve, result, held, noise, error, data };
}

/** The answer about a report that was written to `file`. */
export const reportView = (
  loaded: LoadedModel,
  { data, result, held, noise, error }: MadeReport,
  file: string,
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
  text: () => `${data.headline}\n${bestLine(data.silences)}${held?.text() ?? ''}${file}\n`,
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

/** The interval of the curve. Throws UsageError. */
export function intervalOf(
  result: ToleranceResult,
  { range, unit, measured }: Pick<ReportRequest, 'range' | 'unit' | 'measured'>,
): readonly [number, number] {
  const { axis } = result;
  if (range === undefined) {
    const points = measured.map(({ x }) => x);
    return [Math.min(axis.base, ...points), Math.max(reachOf(result, ROOM), ...points)];
  }
  const [low, high] = parseRange(axis, range, '--latency-range', unit);
  // The curve includes the machine's latency even outside of the range.
  return [Math.min(low, axis.base), Math.max(high, axis.base)];
}

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

/** Where the curve ends unless a range says so. */
export const DEFAULT_RANGE = 'to twice the largest tolerance';

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
    description: 'algorithms of a collective; several of them are compared',
  }),
  'latency-range': latencyRangeFlag(
    `interval of L on the curve, such as +0..+100us [default: ${DEFAULT_RANGE}]`,
  ),
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

/** Throws UsageError. */
export function reportQuery(flags: ReportFlags): ReportQuery {
  const { pct, collective = [], json, output: file } = flags;
  const percents = parsePercents(pct);
  const axes = collective.map((text) => collectiveAxis(text));
  if (json && file === '-')
    throw new UsageError('--json and --output - both write to standard output', 'name a file for the report');
  noiseWanted(flags);
  return { percents, axes, compares: axes.some(({ values }) => values.length > 1) };
}

// The program without the messages of a place, as a part of other answers.

/** Places to try, and most operations of a program for that: each place is a program of its own. */
const SILENCES = 10;
const SILENCED_OPERATIONS = 200_000;

interface SilencesQuery {
  /** Model of the analysed part. */
  readonly model: Model;
  /** The whole program. */
  readonly whole: Schedule;
  readonly region: RegionQuery | null;
  readonly choices: readonly CollectiveSpec[];
  readonly percents: readonly number[];
  readonly names: SiteNames;
  readonly options: ModelOptions;
}

/** Null if the program's calls are not known, or too many. `pause` is awaited before each place, and may throw. */
export async function silencesOf(
  program: Program,
  { model, whole, region, choices, percents, names, options }: SilencesQuery,
  pause: () => Promise<void> = async () => undefined,
): Promise<ReportSilences | null> {
  if (whole.operations > SILENCED_OPERATIONS) return null;
  const { bestSilence, isChangeable, WhatIf } = await import('../../analysis/what-if.js');
  if (!isChangeable(program)) return null;
  const { machine } = model;
  const base = region === null ? model : await Model.of(whole, machine, options);
  const sameCalls = region && regionAmongCalls(base.graph, machine, region);
  const part =
    sameCalls === null
      ? model
      : await Model.of(cutRegion(whole, machine, sameCalls).schedule, machine, options);
  const whatIf = new WhatIf(program, base, {
    ...{ percents, names, choices, region: sameCalls },
    modelOf: (schedule) => Model.of(schedule, machine, options),
  });
  const rows = await whatIf.silences(part, SILENCES, pause);
  const best = bestSilence(await whatIf.now(part), rows);
  return { best, percent: percents[0], rows: rows.map(reportedSilence) };
}

function reportedSilence({ title, share, variant }: Silence): ReportSilence {
  const named = { place: title, ofLambda: share };
  if (variant === null) return { ...named, without: null };
  const { runtime, lambda, tolerance } = variant.result;
  const [{ delta }] = tolerance;
  return {
    ...named,
    without: { runtime, lambda: lambda.L, tolerance: Number.isFinite(delta) ? delta : null },
  };
}

// Contention, as a part of other answers.

/** Most operations for which contention is shown by default: it takes at most a third of the other time. */
export const SHARED_OPERATIONS = 10_000;

/** Null if not requested by `wanted`, or, without it, if the program is too large. */
export async function sharedOf(
  model: Model,
  wanted: boolean | undefined,
  pause?: () => Promise<void>,
): Promise<SharedRow[] | null> {
  if (wanted === false || (wanted === undefined && model.schedule.operations > SHARED_OPERATIONS))
    return null;
  try {
    return await sharing(model, hostMemory, pause);
  } catch (error) {
    if (wanted === undefined && error instanceof LimitError) return null;
    throw error;
  }
}
