/** The critical path as JSON, CSV and text. */
import { type CriticalPath, longestSegments, type PathSegment } from '../../analysis/path.js';
import type { PathRegions } from '../../analysis/path-regions.js';
import type { PathSites, SiteShares } from '../../analysis/path-sites.js';
import type { SiteTitle } from '../../analysis/site-groups.js';
import { labelOf, type Schedule } from '../../schedule/schedule.js';
import type { PathShares } from '../../timing/path.js';
import { formatTime } from '../../units/units.js';
import type { Answer } from '../output/answer.js';
import { type CsvTable, csvTable } from '../output/csv.js';
import { type ColumnHead, facts, type TableRows, table, tableWithLines } from '../output/table.js';
import { envelopeOf, type LoadedModel } from '../pipeline/pipeline.js';
import { siteJson } from './call-sites.js';
import { inputText, machineText } from './input.js';
import {
  callJson,
  NamedCalls,
  SEGMENT_CALL_COLUMNS,
  segmentCallCells,
  segmentCallsText,
} from './path-calls.js';
import { pathRegionsCsv, pathRegionsJson, pathRegionsText } from './path-regions.js';
import { pathSitesCsv, pathSitesText } from './path-sites.js';
import { percentText } from './solution.js';

/** Ranks shown in words before the rest is counted. */
const RANKS_SHOWN = 16;

/** The path, and where its calls stand; null where the input does not say. */
export interface PathFound {
  readonly path: CriticalPath;
  readonly sites: PathSites | null;
  /** By function; null where it was not asked for. */
  readonly regions: PathRegions | null;
}

/** A segment, and the lines of source by which the path enters and leaves it. */
interface ShownSegment {
  readonly segment: PathSegment;
  readonly enters: SiteTitle | null;
  readonly leaves: SiteTitle | null;
}

/** What of the path is shown. */
export interface PathShown {
  /** How many segments, the longest first; 0: all, in time. */
  readonly longest: number;
  /** Whether CSV has the sums instead of the segments. */
  readonly sums: boolean;
}

export function pathView(loaded: LoadedModel, found: PathFound, { longest, sums }: PathShown): Answer {
  const { schedule, warnings } = loaded.model;
  const { path, sites } = found;
  const segments = shownSegments(found, longest);
  return {
    json: () => envelopeOf(loaded, pathJson(schedule, found, segments), warnings),
    csv: () => (sums ? sumsCsv(found) : segmentsCsv(schedule, segments, sites)),
    text: () =>
      [
        `${inputText(loaded)}\n${sharesText(path)}`,
        ...sumsText(schedule, found),
        segmentsText(schedule, segments, longest),
      ].join('\n'),
    shared: () => ({
      head: machineText(loaded.resolved),
      ...pathRow(path),
      more: sums ? sumsText(schedule, found).join('\n') : '',
    }),
  };
}

/** By function where that was asked for, else by call site where the input tells them. */
function sumsText({ sites: table }: Schedule, { path, sites, regions }: PathFound): string[] {
  if (regions !== null) return [pathRegionsText(regions, table?.whole === true)];
  return sites === null ? [] : [pathSitesText(sites, path.runtime)];
}

function sumsCsv({ sites, regions }: PathFound): CsvTable {
  if (regions !== null) return pathRegionsCsv(regions);
  return pathSitesCsv(sites?.sums ?? []);
}

function shownSegments({ path, sites }: PathFound, longest: number): ShownSegment[] {
  const places = new Map(path.segments.map((segment, i) => [segment, i]));
  const shown = longest === 0 ? path.segments : longestSegments(path, longest);
  return shown.map((segment) => {
    const place = places.get(segment) ?? -1;
    return { segment, enters: sites?.enters[place] ?? null, leaves: sites?.leaves[place] ?? null };
  });
}

function sharesJson(shares: PathShares): Record<string, number> {
  return {
    computation_ns: shares.computation,
    overhead_ns: shares.overhead,
    latency_ns: shares.latency,
    bandwidth_ns: shares.bandwidth,
  };
}

function segmentJson(
  schedule: Schedule,
  { segment, enters, leaves }: ShownSegment,
  sites: PathSites | null,
  calls: NamedCalls | null,
): Record<string, unknown> {
  const siteOf = (site: SiteTitle | null): SiteTitle | null | undefined =>
    sites === null ? undefined : site;
  return {
    rank: segment.rank,
    start_ns: segment.start,
    end_ns: segment.end,
    first: labelOf(schedule, segment.first),
    last: labelOf(schedule, segment.last),
    operations: segment.steps,
    ...sharesJson(segment),
    ...(calls && {
      first_call: callJson(calls.operation(segment.first), siteOf(enters)),
      last_call: callJson(calls.operation(segment.last), siteOf(leaves)),
    }),
    ...(sites === null ? {} : { leaves_by: leaves === null ? null : siteJson(leaves.site) }),
  };
}

function pathJson(
  schedule: Schedule,
  { path, sites, regions }: PathFound,
  segments: readonly ShownSegment[],
): Record<string, unknown> {
  const calls = NamedCalls.of(schedule);
  return {
    runtime_ns: path.runtime,
    ...sharesJson(path),
    messages: path.messages,
    operations: path.steps.length,
    ranks: path.ranks,
    segments: segments.map((segment) => segmentJson(schedule, segment, sites, calls)),
    ...(sites === null ? {} : { sites: sites.sums.map(sumsJson) }),
    ...(regions === null ? {} : { regions: pathRegionsJson(regions) }),
  };
}

const sumsJson = ({ site, ...shares }: SiteShares): Record<string, unknown> => ({
  site: site === null ? null : siteJson(site.site),
  ...sharesJson(shares),
});

function sharesText(path: CriticalPath): string {
  const part = (ns: number): string =>
    `${formatTime(ns)}  (${percentText(path.runtime === 0 ? 0 : ns / path.runtime)})`;
  const visited = path.ranks.slice(0, RANKS_SHOWN).join(' → ');
  const more = path.ranks.length > RANKS_SHOWN ? ` → … (${path.ranks.length} visits)` : '';
  return facts([
    ['runtime T', formatTime(path.runtime)],
    ['computation', part(path.computation)],
    ['overhead', part(path.overhead)],
    ['latency', part(path.latency)],
    ['bandwidth', part(path.bandwidth)],
    ['messages', String(path.messages)],
    ['ranks', visited + more],
  ]);
}

/** The path of one of several programs. */
function pathRow(path: CriticalPath): TableRows {
  const titles = ['T', 'computation', 'overhead', 'latency', 'bandwidth', 'messages'];
  const parts = [path.computation, path.overhead, path.latency, path.bandwidth];
  const shares = parts.map((ns) => percentText(path.runtime === 0 ? 0 : ns / path.runtime));
  const row = [formatTime(path.runtime), ...shares, String(path.messages)];
  return { heads: titles.map((title) => ({ title })), rows: [row] };
}

const HEADS: readonly ColumnHead[] = [
  { title: 'rank' },
  { title: 'from' },
  { title: 'to', spare: 2 },
  { title: 'duration' },
  { title: 'computation', spare: 3 },
  { title: 'overhead', spare: 4 },
  { title: 'latency', spare: 5 },
  { title: 'bandwidth', spare: 1 },
];

/** With the calls of each on a line below it where the input tells them, else with the labels of its operations. */
function segmentsText(schedule: Schedule, segments: readonly ShownSegment[], longest: number): string {
  const calls = NamedCalls.of(schedule);
  const rows = segments.map(({ segment: s }) => [
    String(s.rank),
    formatTime(s.start),
    formatTime(s.end),
    ...[s.end - s.start, s.computation, s.overhead, s.latency, s.bandwidth].map(formatTime),
    ...(calls === null ? [labelsText(schedule, s)] : []),
  ]);
  const longestOnes =
    segments.length === 1 ? 'the longest segment' : `the ${segments.length} longest segments`;
  const title = longest === 0 ? 'all segments' : longestOnes;
  if (calls === null) return `${title}\n${table([...HEADS, { title: 'operations' }], rows)}`;
  const lines = segments.map((one) => callsText(calls, one));
  return `${title}\n${tableWithLines(HEADS, rows, { title: 'calls', lines })}`;
}

const callsText = (calls: NamedCalls, { segment, leaves }: ShownSegment): string =>
  segmentCallsText(calls, segment, leaves);

const labelsText = (schedule: Schedule, { first, last }: PathSegment): string =>
  first === last ? labelOf(schedule, first) : `${labelOf(schedule, first)} … ${labelOf(schedule, last)}`;

function segmentsCsv(
  schedule: Schedule,
  segments: readonly ShownSegment[],
  sites: PathSites | null,
): CsvTable {
  const calls = NamedCalls.of(schedule);
  const header = [
    'rank',
    'start_ns',
    'end_ns',
    'computation_ns',
    'overhead_ns',
    'latency_ns',
    'bandwidth_ns',
    'first',
    'last',
    'operations',
    ...(sites === null ? [] : ['leaves_by']),
    ...(calls === null ? [] : SEGMENT_CALL_COLUMNS),
  ];
  const rows = segments.map(({ segment: s, leaves }) => [
    s.rank,
    s.start,
    s.end,
    s.computation,
    s.overhead,
    s.latency,
    s.bandwidth,
    labelOf(schedule, s.first),
    labelOf(schedule, s.last),
    s.steps,
    ...(sites === null ? [] : [leaves?.name ?? '']),
    ...(calls === null ? [] : segmentCallCells(calls, s)),
  ]);
  return csvTable(header, rows);
}
