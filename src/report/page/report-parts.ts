/** Parts of a report that take a program of their own, or a range: its curve, its places, contention. */

import { cutRegion, regionAmongCalls } from '../../analysis/cut/cut-region.js';
import type { RegionQuery } from '../../analysis/cut/region-bounds.js';
import { Model, type ModelOptions } from '../../analysis/model.js';
import { sharing } from '../../analysis/runtime-bounds.js';
import { reachOf, type ToleranceResult } from '../../analysis/sensitivity.js';
import type { SharedRow } from '../../analysis/shared-rows.js';
import type { Silence } from '../../analysis/what-if.js';
import type { CollectiveSpec } from '../../collectives/choice.js';
import { LimitError } from '../../errors.js';
import type { SiteNames } from '../../schedule/program-calls.js';
import type { MemoryGuard, Schedule } from '../../schedule/schedule.js';
import type { Program } from '../../sources/program.js';
import { parseRange } from '../../timing/axis-values.js';
import type { MeasuredPoint } from '../plots/curve-geometry.js';
import type { ReportSilence, ReportSilences } from './report-data.js';

/** Where the curve ends unless a range says so. */
export const DEFAULT_RANGE = 'to twice the largest tolerance';

/** By default the curve covers the machine's latency to twice the largest tolerance. */
const ROOM = 2;

/** The latencies of a curve. */
interface CurveRange {
  /** Interval of L as written, and its name in messages. */
  readonly range: string | undefined;
  readonly name: string;
  readonly measured?: readonly MeasuredPoint[];
}

/** The interval of the curve. Throws UsageError. */
export function intervalOf(
  result: ToleranceResult,
  { range, measured = [], name }: CurveRange,
): readonly [number, number] {
  const { axis } = result;
  if (range === undefined) {
    const points = measured.map(({ x }) => x);
    return [Math.min(axis.base, ...points), Math.max(reachOf(result, ROOM), ...points)];
  }
  const [low, high] = parseRange(axis, range, name);
  // The curve includes the machine's latency even outside of the range.
  return [Math.min(low, axis.base), Math.max(high, axis.base)];
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
  memory?: MemoryGuard,
  pause?: () => Promise<void>,
): Promise<SharedRow[] | null> {
  if (wanted === false || (wanted === undefined && model.schedule.operations > SHARED_OPERATIONS))
    return null;
  try {
    return await sharing(model, memory, pause);
  } catch (error) {
    if (wanted === undefined && error instanceof LimitError) return null;
    throw error;
  }
}
