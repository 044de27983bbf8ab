/** `path`: the critical path, its time by kind, call, call site and function, and the ranks it visits. */
import { Flags } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
import type { Amounts } from '../analysis/call-tree.js';
import {
  type CriticalPath,
  criticalPath,
  longestSegments,
  type PathRegions,
  type PathSegment,
  type PathSites,
  pathRegions,
  pathSites,
  type SiteShares,
  timeOf,
} from '../analysis/critical-path-shares.js';
import { requiredSites, type SiteTitle } from '../analysis/message-groups.js';
import { inputArgs, LlampCommand } from '../cli/base-command.js';
import { NO_ENGINE, sharedFlags } from '../cli/flags/common-flags.js';
import type { Answer, Part } from '../cli/output/answer.js';
import {
  type Column,
  facts,
  percentText,
  type TableRows,
  table,
  tableCsv,
  tableRows,
  tableWithLines,
} from '../cli/output/table.js';
import { drawRanksFlag, parseRanks, perfettoFlag, writeViewerFile } from '../cli/output/viewer-files.js';
import { envelopeOf, type LoadedModel, loadModel, namesOf } from '../cli/pipeline/pipeline.js';
import {
  groupedText,
  RegionTables,
  type ShownRegion,
  siteColumns,
  siteJson,
} from '../cli/present/breakdown-tables.js';
import { inputText, machineText } from '../cli/present/solution-text.js';
import { listed, moreText } from '../cli/process/streams.js';
import { joinWarnings } from '../errors.js';
import {
  baseName,
  Calls,
  callPlaceText,
  callText,
  NO_COMMUNICATOR,
  type OperationCall,
  spanText,
} from '../schedule/program-calls.js';
import { labelOf, rankOf, type Schedule } from '../schedule/schedule.js';
import type { PathShares } from '../timing/path-steps.js';
import { formatTime } from '../units.js';

/** Without an engine, because the program is simulated. */
const pathFlags = {
  ...sharedFlags,
  longest: Flags.integer({
    default: 10,
    min: 0,
    summary: 'longest segments to show, 0: all',
    description: 'number of longest segments to show; 0: all, in order of time',
  }),
  by: Flags.option({
    options: ['site', 'function'] as const,
    summary: 'group the path by source line or function',
    description:
      'sum the path by source line (the default if call sites are known) or by function including its callees; with --csv the sums replace the segments',
  })(),
  perfetto: perfettoFlag('ranks over time, their messages and the critical path'),
  'draw-ranks': drawRanksFlag('with --perfetto', 'perfetto'),
};

type PathFlags = InferredFlags<typeof pathFlags>;

// The calls in which segments of the critical path begin and end, as a line of text, JSON and CSV.

/** The call of an operation with its communicator's name, and its place in the program. */
interface NamedCall {
  readonly origin: OperationCall;
  /** Null for calls without a communicator. */
  readonly communicator: string | null;
}

/** Names the calls of a schedule's operations. */
class NamedCalls {
  readonly #schedule: Schedule;
  readonly #calls: Calls;

  private constructor(schedule: Schedule, calls: Calls) {
    this.#schedule = schedule;
    this.#calls = calls;
  }

  /** Null if the input has no calls, as GOAL files. */
  static of(schedule: Schedule): NamedCalls | null {
    const calls = Calls.of(schedule);
    return calls === null ? null : new NamedCalls(schedule, calls);
  }

  operation(op: number): NamedCall {
    const origin = this.#calls.operation(rankOf(this.#schedule, op), op);
    const { communicators } = this.#calls.table;
    const on = origin.communicator;
    return { origin, communicator: on === NO_COMMUNICATOR ? null : communicators[on].name };
  }
}

/** `site`: of the call; undefined if the input has no call sites. */
function callJson(
  { origin, communicator }: NamedCall,
  site: SiteTitle | null | undefined,
): Record<string, unknown> {
  const { call, occurrence, before, source, at, unit } = origin;
  return {
    call,
    occurrence,
    computation_before: before,
    communicator,
    source,
    [unit]: at,
    ...(site === undefined
      ? {}
      : { site: site && siteJson(site.site), region: site?.site.place.function || null }),
  };
}

/** `MPI_Recv#2 … MPI_Allreduce#3 (solver.c:10) at trace-3.txt:1865`: the first call of a segment, and the call by which it leaves its rank. */
function segmentCallsText(
  calls: NamedCalls,
  { first, last }: Pick<PathSegment, 'first' | 'last'>,
  leaves: SiteTitle | null,
): string {
  const { origin } = calls.operation(last);
  const site = leaves === null ? '' : [leaves.place, ...leaves.via].join(' < ');
  return spanText(calls.operation(first).origin, { ...origin, source: baseName(origin.source) }, site);
}

/** Columns of {@link segmentCallCells}. */
const SEGMENT_CALL_COLUMNS = [
  'first_call',
  'first_place',
  'last_call',
  'last_place',
  'last_communicator',
  'first_communicator',
] as const;

function segmentCallCells(calls: NamedCalls, { first, last }: Pick<PathSegment, 'first' | 'last'>): string[] {
  const [begins, ends] = [calls.operation(first), calls.operation(last)];
  return [
    ...[begins, ends].flatMap(({ origin }) => [callText(origin), callPlaceText(origin)]),
    ends.communicator ?? '',
    begins.communicator ?? '',
  ];
}

/** Kinds of time, and the order in which their columns are dropped. */
const KINDS = [
  ['computation', 2],
  ['overhead', 3],
  ['latency', 4],
  ['bandwidth', 1],
] as const;

const shareColumns = <Row>(of: (row: Row) => PathShares): Column<Row>[] =>
  KINDS.map(([kind, spare]) => ({ key: `${kind}_ns`, title: kind, spare, of: (row) => of(row)[kind] }));

const sharesJson = (shares: PathShares): Record<string, number> =>
  Object.fromEntries(KINDS.map(([kind]) => [`${kind}_ns`, shares[kind]]));

type Own = Amounts<keyof PathShares>;
type Row = ShownRegion<keyof PathShares>;

const BETWEEN = 'between calls';

/** `whole`: call paths reach the program's first function. */
function regionsPart(regions: PathRegions, whole: boolean): Part {
  const { total, outside } = regions;
  const of = (own: Own): string => percentText(timeOf(total) === 0 ? 0 : timeOf(own) / timeOf(total));
  const tables = new RegionTables(regions, {
    columns: [
      { title: 'time', text: ({ inclusive }) => formatTime(timeOf(inclusive)) },
      { title: 'of T', text: ({ inclusive }) => of(inclusive) },
      { title: 'own', text: ({ exclusive }) => of(exclusive) },
      ...shareColumns<Row>(({ inclusive }) => inclusive),
      ...KINDS.map(([kind]) => ({
        key: `exclusive_${kind}_ns`,
        of: ({ exclusive }: Row) => exclusive[kind],
      })),
    ],
    json: sharesJson,
    ...{ amount: timeOf, of: 'T', whole },
    outside: { name: BETWEEN, cell: betweenText(outside) },
  });
  const sums = 'time includes callees; own time adds up to T';
  return {
    json: () => ({ regions: { between_calls: sharesJson(outside), ...tables.json() } }),
    csv: () => tables.csv(),
    text: () => `by function, including callees\n${tables.text(sums)}`,
  };
}

/** Includes calls without a known site, so it is not only computation. */
const betweenText = ({ overhead, latency, bandwidth }: Own): string =>
  overhead + latency + bandwidth === 0 ? BETWEEN : `${BETWEEN}, unknown`;

/** Sites shown to people. */
const SHOWN = 15;

/** A row for each call site, and one for the time between calls. */
const siteSumColumns = (runtime: number): readonly Column<SiteShares>[] => [
  ...siteColumns<SiteShares>('site', ({ site }) => site ?? undefined, BETWEEN),
  { title: 'time', text: (sum) => formatTime(timeOf(sum)) },
  { title: 'of T', text: (sum) => percentText(runtime === 0 ? 0 : timeOf(sum) / runtime) },
  ...shareColumns<SiteShares>((sum) => sum),
];

const sitesPart = ({ sums }: PathSites, runtime: number): Part => ({
  json: () => ({ sites: sums.map(sumsJson) }),
  csv: () => tableCsv(siteSumColumns(runtime), sums),
  text: () => sitesText(sums, runtime),
});

const sumsJson = ({ site, ...shares }: SiteShares): Record<string, unknown> => ({
  site: site === null ? null : siteJson(site.site),
  ...sharesJson(shares),
});

function sitesText(sums: readonly SiteShares[], runtime: number): string {
  const shown = sums.slice(0, listed(SHOWN));
  const tabled = groupedText(siteSumColumns(runtime), shown, 'site', ({ site }) => ({
    ...{ name: BETWEEN, site: site ?? undefined },
  }));
  return `by call site\n${tabled}${moreText(sums.length - shown.length)}`;
}

/** Ranks shown to people before the rest is counted. */
const RANKS_SHOWN = 16;

/** The path and the places of its calls; null if the input has none. */
interface PathFound {
  readonly path: CriticalPath;
  readonly sites: PathSites | null;
  /** By call site, and by function if requested; JSON has all, other forms the last. */
  readonly sums: readonly Part[];
}

/** A segment, and the source lines at which the path enters and leaves it. */
interface ShownSegment {
  readonly segment: PathSegment;
  readonly enters: SiteTitle | null;
  readonly leaves: SiteTitle | null;
}

interface PathShown {
  /** Number of segments, longest first; 0: all, in order of time. */
  readonly longest: number;
  /** Whether CSV has the sums instead of the segments. */
  readonly sums: boolean;
}

function pathView(loaded: LoadedModel, found: PathFound, { longest, sums }: PathShown): Answer {
  const { schedule } = loaded.model;
  const { path, sites } = found;
  const last = found.sums.at(-1);
  const segments = shownSegments(found, longest);
  return {
    json: () => envelopeOf(loaded, pathJson(schedule, found, segments), loaded.model),
    csv: () => (sums && last?.csv?.()) || tableCsv(segmentColumns(schedule, sites), segments),
    text: () =>
      [
        `${inputText(loaded)}\n${sharesText(path)}`,
        ...(last === undefined ? [] : [last.text()]),
        segmentsText(schedule, segments, { longest, sites }),
      ].join('\n'),
    shared: () => ({
      head: machineText(loaded.resolved),
      ...pathRow(path),
      more: (sums && last?.text()) || '',
    }),
  };
}

function shownSegments({ path, sites }: PathFound, longest: number): ShownSegment[] {
  const places = new Map(path.segments.map((segment, i) => [segment, i]));
  const shown = longest === 0 ? path.segments : longestSegments(path, longest);
  return shown.map((segment) => {
    const place = places.get(segment) ?? -1;
    return { segment, enters: sites?.enters[place] ?? null, leaves: sites?.leaves[place] ?? null };
  });
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
  { path, sites, sums }: PathFound,
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
    ...Object.assign({}, ...sums.map(({ json }) => json())),
  };
}

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

/** With labels of operations for people if the input has no calls. */
function segmentColumns(schedule: Schedule, sites: PathSites | null): Column<ShownSegment>[] {
  const calls = NamedCalls.of(schedule);
  const label = (op: number): string => labelOf(schedule, op);
  const columns: Column<ShownSegment>[] = [
    { key: 'rank', title: 'rank', of: ({ segment }) => segment.rank },
    { key: 'start_ns', title: 'from', of: ({ segment }) => segment.start },
    { key: 'end_ns', title: 'to', spare: 1.5, of: ({ segment }) => segment.end },
    { title: 'duration', text: ({ segment }) => formatTime(segment.end - segment.start) },
    ...shareColumns<ShownSegment>(({ segment }) => segment),
    { key: 'first', of: ({ segment }) => label(segment.first) },
    { key: 'last', of: ({ segment }) => label(segment.last) },
    { key: 'operations', of: ({ segment }) => segment.steps },
  ];
  if (sites !== null) columns.push({ key: 'leaves_by', of: ({ leaves }) => leaves?.name ?? '' });
  if (calls === null)
    columns.push({ title: 'operations', text: ({ segment }) => labelsText(schedule, segment) });
  else
    columns.push(
      ...SEGMENT_CALL_COLUMNS.map(
        (key, i): Column<ShownSegment> => ({
          ...{ key, of: ({ segment }) => segmentCallCells(calls, segment)[i] },
        }),
      ),
    );
  return columns;
}

/** With the calls of each on a line below it, if the input has calls. */
function segmentsText(
  schedule: Schedule,
  segments: readonly ShownSegment[],
  { longest, sites }: { readonly longest: number; readonly sites: PathSites | null },
): string {
  const calls = NamedCalls.of(schedule);
  const { heads, rows } = tableRows(segmentColumns(schedule, sites), segments);
  const longestOnes =
    segments.length === 1 ? 'the longest segment' : `the ${segments.length} longest segments`;
  const title = longest === 0 ? 'all segments' : longestOnes;
  if (calls === null) return `${title}\n${table(heads, rows)}`;
  const lines = segments.map(({ segment, leaves }) => segmentCallsText(calls, segment, leaves));
  return `${title}\n${tableWithLines(heads, rows, { title: 'calls', lines })}`;
}

const labelsText = (schedule: Schedule, { first, last }: PathSegment): string =>
  first === last ? labelOf(schedule, first) : `${labelOf(schedule, first)} … ${labelOf(schedule, last)}`;

/** Throws UsageError for sums of an input without call sites. */
async function pathAnswer(loaded: LoadedModel, flags: PathFlags): Promise<Answer> {
  const { longest, by, perfetto } = flags;
  const { schedule } = loaded.model;
  if (by !== undefined) requiredSites(schedule);
  const path = criticalPath(loaded.model);
  const named = await namesOf(schedule.sites);
  const sites = pathSites(schedule, path, named.names);
  const sums = sites === null ? [] : [sitesPart(sites, path.runtime)];
  if (by === 'function') {
    const regions = pathRegions(schedule, path, named.names);
    sums.push(regionsPart(regions, schedule.sites?.whole === true));
  }
  if (perfetto !== undefined) {
    const query = {
      source: loaded.info.source,
      ranks: parseRanks(flags['draw-ranks'], schedule.ranks),
      path,
    };
    const { playedByModel, traceEvents } = await import('../report/trace-events.js');
    const played = playedByModel(loaded.model.played());
    await writeViewerFile(perfetto, () => traceEvents(played, { ...query, siteNames: named.names }));
  }
  const warned = { ...loaded, warnings: joinWarnings(loaded, named) };
  return pathView(warned, { path, sites, sums }, { longest, sums: by !== undefined });
}

export default class PathCommand extends LlampCommand {
  static override summary = 'Show the critical path: its time by kind, its ranks and longest segments.';
  static override examples = [
    '<%= config.bin %> path trace.goal',
    '<%= config.bin %> path trace.goal --csv --longest 0',
    '<%= config.bin %> path llamp-trace --by function',
    '<%= config.bin %> path traces/runs/solver-4 --perfetto path.json',
  ];
  static override strict = false;
  static override args = inputArgs;
  static override flags = pathFlags;
  static override mostUsed: readonly (keyof typeof pathFlags)[] = ['longest', 'by', 'perfetto'];

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(PathCommand);
    if (flags.perfetto !== undefined) await this.onlyOne(argv, 'path --perfetto');
    await this.askAll('path', argv, flags, {
      ask: async (inputs) => ({
        answer: await pathAnswer(await loadModel(inputs, { ...flags, ...NO_ENGINE }), flags),
      }),
    });
  }
}
