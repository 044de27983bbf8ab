/** From a model and its exact curve to the data of a report. */

import type { RegionNode } from '../../analysis/call-tree.js';
import {
  type BreakdownGroup,
  breakdown,
  type LatencyAmount,
  regionLatency,
} from '../../analysis/latency-breakdown.js';
import type { Model } from '../../analysis/model.js';
import { type Curve, pieceAt, rhoAt, runtimeAt } from '../../analysis/piecewise.js';
import type { Tolerance } from '../../analysis/sensitivity.js';
import type { SharedRow } from '../../analysis/shared-rows.js';
import { joinWarnings, UsageError, type Warning } from '../../errors.js';
import type { ExecutionGraph } from '../../graph/execution-graph.js';
import { type Machine, reportedParameters } from '../../machine/machine.js';
import type { ParameterKey } from '../../machine/parameters.js';
import { REPLACED, type SitedMachine, siteFacts } from '../../platform/site.js';
import { baseName, type SiteNames } from '../../schedule/program-calls.js';
import { summarize } from '../../schedule/schedule.js';
import { crossings, endOfPath, messagesOf, sharesOf } from '../../timing/path-steps.js';
import { Replay } from '../../timing/replay.js';
import { formatTime } from '../../units.js';
import { originOf, pathColumns, type StopPlace, stopsOf } from '../critical-path-columns.js';
import { type MeasuredPoint, PERCENTS, zonesOf } from '../plots/curve-geometry.js';
import { type OccupancySize, Occupation, occupancySize } from '../timeline-occupancy.js';
import { curveColumns, toBase64 } from './report-columns.js';
import type {
  BesideCurve,
  ComparedCrossovers,
  ComparedVariant,
  MachineValue,
  ReportData,
  ReportNoise,
  ReportRegion,
  ReportSilences,
  ReportSite,
  ReportTolerance,
  Stop,
  Timeline,
} from './report-data.js';

// The answer in one sentence.

interface HeadlineFacts {
  readonly title: string;
  readonly choices: readonly string[];
  readonly lambda: number;
  readonly rho: number;
  readonly tolerance: readonly ReportTolerance[];
  /** ΔL at the end of the curve, ns. */
  readonly reach: number;
  /** Whether the latency is that of a wire, and the number of wires per message of the critical path, if known. */
  readonly wires: boolean;
  readonly wiresPerMessage: number | null;
}

/** The tolerance of the program, and its present share of latency. */
function headlineOf(facts: HeadlineFacts): string {
  const { lambda, rho, tolerance, reach, choices } = facts;
  const title = choices.length === 0 ? facts.title : `${facts.title} with ${choices.join(', ')}`;
  const added = (ns: number): string => addedText(ns, facts);
  const [first, ...others] = tolerance;
  if (first === undefined) return `${title} spends ${share(rho)} of its critical path on network latency.`;
  if (first.value === null && !first.beyond) {
    return `${title} tolerates any network latency, because no message is on its critical path.`;
  }
  if (first.beyond) {
    return `${title} runs at most ${first.percent} % slower up to ${added(reach)}, the end of the range.`;
  }
  const rest = others
    .filter((one) => one.delta !== null)
    .map((one) => `${one.percent} % at ${formatTime(one.delta ?? 0)}`);
  const further = rest.length === 0 ? '' : ` (${rest.join(', ')})`;
  const now =
    lambda === 0
      ? 'Its critical path has no latency today'
      : `Latency is ${share(rho)} of its critical path today`;
  return `${title} tolerates ${added(first.delta ?? 0)} before it runs ${first.percent} % slower${further}. ${now}.`;
}

/** On a topology the amount is per wire, and a message crosses several wires. */
function addedText(ns: number, { wires, wiresPerMessage }: HeadlineFacts): string {
  if (!wires) return `${formatTime(ns)} of added network latency`;
  const message = wiresPerMessage === null ? '' : `, ${formatTime(ns * wiresPerMessage)} per message,`;
  return `${formatTime(ns)} of added latency per wire${message}`;
}

const share = (rho: number): string => `${Number((rho * 100).toPrecision(3))} %`;

// The functions with λ, for the report.

/** The call tree at the machine; none if the input does not record call sites. */
function reportRegions(model: Model, names: SiteNames | undefined): ReportRegion[] {
  if (model.schedule.sites === null) return [];
  const { nodes, total, runtime } = regionLatency(model, names);
  const of = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);
  return nodes.map((node) => {
    const { region, depth, inclusive, exclusive, calls } = node;
    return {
      ...{ name: region.name, place: regionPlace(node), depth },
      lambda: inclusive.lambda,
      ofLambda: of(inclusive.lambda, total.lambda),
      ofRuntime: of(inclusive.latency, runtime),
      ownLambda: exclusive.lambda,
      ownOfLambda: of(exclusive.lambda, total.lambda),
      call: calls[0]?.call ?? '',
      callOfLambda: of(calls[0]?.amounts.lambda ?? 0, total.lambda),
    };
  });
}

const regionPlace = ({ region: { file }, lines }: RegionNode<LatencyAmount>): string =>
  file === '' ? '' : `${baseName(file)}:${lines.join(',')}`;

// The source lines with λ, for the report.

/** By falling latency at the machine; none if the input does not record call sites. */
function sitesOf(model: Model, names: SiteNames | undefined): ReportSite[] {
  if (model.schedule.sites === null) return [];
  const { groups, lambda, runtime } = breakdown(model, 'site', undefined, names);
  return groups.map((group) => ({
    ...sitePlace(group),
    lambda: group.lambda,
    ofLambda: lambda === 0 ? 0 : group.lambda / lambda,
    ofRuntime: runtime === 0 ? 0 : group.latency / runtime,
  }));
}

function sitePlace({ name, site }: BreakdownGroup): Pick<ReportSite, 'place' | 'function' | 'call' | 'via'> {
  if (site === undefined) return { place: name, function: '', call: '', via: [] };
  return { place: site.place, function: site.site.place.function, call: site.site.call, via: site.via };
}

/** The texts of a report. */
export interface ReportOptions {
  /** The title; by default the source. */
  readonly title?: string;
  /** Name of the input. */
  readonly source?: string;
  readonly sha256?: string;
  readonly version?: string;
  readonly percents?: readonly number[];
  /** Computed tolerances; by default they are read from the curve, as far as it goes. */
  readonly tolerance?: readonly Tolerance[];
  /** Wires per message of the critical path, as in `sensitivity`; null without wires. */
  readonly wiresPerMessage?: number | null;
  /** Another curve over latency, its own tolerances, and the names of both settings. */
  readonly beside?: Pick<BesideCurve, 'own' | 'name' | 'note'> & {
    readonly curve: Curve;
    readonly tolerance: readonly Tolerance[];
  };
  readonly measured?: readonly MeasuredPoint[];
  /** A sentence that compares the measured runs with the curve. */
  readonly measuredNote?: string;
  /** Algorithms of collectives that the headline names, such as `allreduce=ring`. */
  readonly choices?: readonly string[];
  /** A sentence after the headline about the known error of its figures. */
  readonly accuracy?: string;
  /** The machine's values with a source each; or one source for all of them. */
  readonly machine?: readonly MachineValue[];
  readonly machineSource?: string;
  /** Names of return addresses; without them call sites are places in objects. */
  readonly names?: SiteNames;
  readonly compared?: readonly ComparedVariant[];
  readonly crossovers?: ComparedCrossovers | null;
  readonly silences?: ReportSilences;
  readonly shared?: readonly SharedRow[];
  readonly noise?: ReportNoise;
  readonly warnings?: readonly Warning[];
  /** Maximum number of critical paths; by default as many as take about a second. */
  readonly stops?: number;
  /** An existing timeline, or {@link NO_TIMELINE}; by default it is drawn here. */
  readonly timeline?: Timeline;
}

/** Maximum number of operations replayed for all stops: about a second and a half on one core. */
const REPLAY_BUDGET = 10_000_000;
const MIN_STOPS = 6;
const MAX_STOPS = 32;
/** Limits of the page's data: cells of all stops, and segments of their paths. */
const CELL_BUDGET = 1_500_000;
const SEGMENT_BUDGET = 48_000;
const MAX_SEGMENTS = 6_000;

/** The data of a report. Throws UsageError if the curve is not over latency, or excludes the machine's own. */
export function buildReportData(model: Model, curve: Curve, options: ReportOptions = {}): ReportData {
  const { axis } = curve;
  if (axis.latency === null) {
    throw new UsageError(
      `a report covers latency, not ${axis.name}`,
      'use a curve over L or a latency class',
    );
  }
  if (axis.base < curve.low || axis.base > curve.high) {
    throw new UsageError(
      `the range of the curve excludes the machine's latency, ${axis.base} ns`,
      'begin the range there',
    );
  }
  const source = options.source ?? 'input';
  const title = options.title ?? source;
  const runtime = runtimeAt(curve, axis.base);
  const { lambda } = pieceAt(curve, axis.base);
  const rho = rhoAt(curve, axis.base);
  const tolerance = tolerances(curve, options);
  const { schedule } = model;
  return {
    schema: 'llamp-ts/report/1',
    version: options.version ?? '',
    title,
    headline: [
      headlineOf({
        ...{ title, lambda, rho, tolerance, choices: options.choices ?? [] },
        reach: curve.high - axis.base,
        wires: axis.wires === true,
        wiresPerMessage: options.wiresPerMessage ?? null,
      }),
      ...(options.accuracy === undefined ? [] : [options.accuracy]),
    ].join(' '),
    input: {
      source,
      sha256: options.sha256 ?? null,
      ...summarize(schedule),
      messages: model.graph.messages,
    },
    machine: options.machine ?? machineValues(model.machine, options.machineSource ?? 'as given'),
    engine: model.engine.name,
    runtime,
    lambda,
    rho,
    tolerance,
    curve: curveColumns(curve),
    ...(options.beside === undefined ? {} : { beside: besideCurve(options.beside) }),
    measured: options.measured ?? [],
    ...(options.measuredNote === undefined ? {} : { measuredNote: options.measuredNote }),
    timeline: options.timeline ?? timelineOf(model, curve, tolerance, options.stops, options.names),
    sites: sitesOf(model, options.names),
    regions: reportRegions(model, options.names),
    ...(options.silences === undefined ? {} : { silences: options.silences }),
    compared: options.compared ?? [],
    crossovers: options.crossovers ?? null,
    ...(options.shared === undefined ? {} : { shared: options.shared }),
    ...(options.noise === undefined ? {} : { noise: options.noise }),
    warnings: joinWarnings(model, curve, options),
  };
}

function besideCurve({ curve, tolerance, ...words }: NonNullable<ReportOptions['beside']>): BesideCurve {
  const { base } = curve.axis;
  return {
    ...words,
    curve: curveColumns(curve),
    runtime: runtimeAt(curve, base),
    lambda: pieceAt(curve, base).lambda,
    rho: rhoAt(curve, base),
    tolerance: tolerance.map(toleranceQuery),
  };
}

export function toleranceQuery({ percent, value, delta }: Tolerance): ReportTolerance {
  const limited = Number.isFinite(value);
  return { percent, value: limited ? value : null, delta: limited ? delta : null, beyond: false };
}

function tolerances(curve: Curve, options: ReportOptions): ReportTolerance[] {
  if (options.tolerance !== undefined) return options.tolerance.map(toleranceQuery);
  const flat = pieceAt(curve, curve.high).lambda === 0 && curve.lambdaAfter === 0;
  return zonesOf(curve, options.percents ?? PERCENTS).map(({ percent, tolerance }) => {
    const known = Number.isFinite(tolerance);
    const value = known ? tolerance + curve.axis.base : null;
    return { percent, value, delta: known ? tolerance : null, beyond: !known && !flat };
  });
}

function timelineOf(
  model: Model,
  curve: Curve,
  tolerance: readonly ReportTolerance[],
  limit: number | undefined,
  names: SiteNames | undefined,
): Timeline {
  const drawing = drawTimeline(model, curve, limitsOf(tolerance), limit, names);
  for (let step = drawing.next(); ; step = drawing.next()) if (step.done === true) return step.value;
}

const limitsOf = (tolerance: readonly ReportTolerance[]): number[] =>
  tolerance.flatMap(({ value }) => (value === null ? [] : [value]));

/** The page without a timeline. */
export const NO_TIMELINE: Timeline = { lanes: 1, ranksPerLane: 1, bins: 1, stops: [], pieces: 0 };

/**
 * Draws the critical paths one at a time, and yields the number done. `wanted`: latencies that must be included, besides
 * the base. `names`: of return addresses, without which call sites are places in objects.
 */
export function* drawTimeline(
  model: Model,
  curve: Curve,
  wanted: readonly number[],
  limit?: number,
  names?: SiteNames,
): Generator<number, Timeline, void> {
  const { operations, ranks } = model.schedule;
  const affordable = Math.floor(REPLAY_BUDGET / Math.max(operations, 1));
  const count = limit ?? Math.min(MAX_STOPS, Math.max(MIN_STOPS, affordable));
  const places = stopsOf(curve, [curve.axis.base, ...wanted], count);
  const size = occupancySize(ranks, Math.floor(CELL_BUDGET / places.length));
  const segments = Math.min(MAX_SEGMENTS, Math.floor(SEGMENT_BUDGET / places.length));
  const stops: Stop[] = [];
  const played = replays(model, curve, size);
  for (const place of places) {
    stops.push(stopOf(played(place.x), curve, place, segments, names));
    yield stops.length;
  }
  const ranksPerLane = Math.ceil(ranks / size.lanes);
  return {
    lanes: Math.ceil(ranks / ranksPerLane),
    ranksPerLane,
    bins: size.bins,
    stops,
    pieces: curve.pieces.length,
  };
}

/** A played program, and the activity of its ranks. */
interface Played {
  readonly replay: Replay;
  readonly occupation: Occupation;
}

/** The program played at one x after the other: one replay for all with the same order of messages. */
function replays({ graph, machine }: Model, curve: Curve, size: OccupancySize): (x: number) => Played {
  let kept: (Played & { readonly of: ExecutionGraph }) | null = null;
  return (x) => {
    const of = pieceAt(curve, x).graph ?? graph;
    if (kept?.of === of) {
      kept.replay.moveTo(x);
      return kept;
    }
    const replay = new Replay(of, machine, curve.axis, x);
    kept = { of, replay, occupation: new Occupation(replay, size) };
    return kept;
  };
}

function stopOf(
  { replay, occupation }: Played,
  curve: Curve,
  place: StopPlace,
  limit: number,
  names: SiteNames | undefined,
): Stop {
  const steps = replay.criticalPath();
  const runtime = endOfPath(steps);
  const occupancy = occupation.on(runtime);
  const path = pathColumns(replay, steps, limit, names);
  return {
    ...place,
    runtime,
    lambda: pieceAt(curve, place.x).lambda,
    path,
    segments: path.merged.reduce((a, b) => a + b, 0),
    messages: crossings(messagesOf(steps)),
    shares: sharesOf(steps),
    computation: toBase64(occupancy.computation),
    overhead: toBase64(occupancy.overhead),
    laneEnd: Array.from(occupancy.end),
    origin: originOf(replay, curve.axis, steps),
  };
}

// A machine as rows of a table.

/** The parameters of `machine` except those in `without`; `source`: of each. */
function machineValues(
  machine: Machine,
  source: string | ((key: ParameterKey) => string),
  without: readonly ParameterKey[] = [],
): MachineValue[] {
  return reportedParameters(machine)
    .filter(({ parameter }) => !without.includes(parameter.key))
    .map(({ parameter, name, value }) => ({
      name,
      value,
      source: typeof source === 'string' ? source : source(parameter.key),
    }));
}

// A machine on its site as rows of a report.

/**
 * Every value with its source; on a site the site's values replace the machine's. `given`: the source of values set for
 * this machine only; by default their own.
 */
export function machineRows(resolved: SitedMachine, given?: string): MachineValue[] {
  const { machine, provenance, citation, mapped } = resolved;
  const from = (key: ParameterKey): string => {
    const { kind, text } = provenance[key];
    if (kind === 'given' && given !== undefined) return given;
    return kind === 'preset' ? `${text}: ${citation}` : text;
  };
  if (mapped === undefined) return machineValues(machine, from);
  return [...siteFacts(mapped), ...machineValues(machine, from, REPLACED[mapped.site.kind])];
}
