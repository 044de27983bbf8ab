/** λ_L, latency on the critical path and tolerances by groups of messages, call sites and regions, as JSON, CSV and text. */

import type {
  Amounts,
  Region,
  RegionAmounts,
  RegionCall,
  RegionNode,
  Regions,
} from '../../analysis/call-tree.js';
import type { GroupTolerance, GroupTolerances } from '../../analysis/group-tolerance.js';
import type { Breakdown, BreakdownGroup } from '../../analysis/latency-breakdown.js';
import { GROUPINGS, type SiteCall, type SiteTitle } from '../../analysis/message-groups.js';
import { UsageError } from '../../errors.js';
import type { NamedPlace } from '../../schedule/program-calls.js';
import type { Part } from '../output/answer.js';
import {
  addedText,
  type Column,
  type ColumnHead,
  type CsvTable,
  jsonRows,
  NOT_IN_JSON,
  percentText,
  type TableRows,
  table,
  tableCsv,
  tableRows,
  tableText,
} from '../output/table.js';
import { listed, moreText } from '../process/streams.js';

const placeJson = ({
  function: name,
  file,
  line,
  object,
  offset,
  named,
}: NamedPlace): Record<string, unknown> => ({
  function: name === '' ? null : name,
  file: file === '' ? null : file,
  line: file === '' ? null : line,
  object: object === '' ? null : object,
  offset: named === undefined ? offset : null,
});

/** A site; unknown facts are null. `via`: its callers, innermost first. */
export const siteJson = ({ call, place, via }: SiteCall): Record<string, unknown> => ({
  call,
  ...placeJson(place),
  via: via.map(placeJson),
});

/** Columns of sites; `via`: callers, if needed to distinguish sites. */
const SITE_COLUMNS = ['site', 'function', 'call', 'via'] as const;

/** Cells of these columns; `unknown` without a site. */
function siteCells(title: SiteTitle | undefined, unknown: string): string[] {
  if (title === undefined) return [unknown, '', '', ''];
  const { place, via, site } = title;
  return [place, site.place.function, site.call, via.join(' < ')];
}

/** These columns of a table by site for machines; none of other tables. */
export const siteColumns = <Row>(
  by: string,
  of: (row: Row) => SiteTitle | undefined,
  unknown = '',
): Column<Row>[] =>
  by === 'site'
    ? SITE_COLUMNS.map((key, i) => ({ key, of: (row) => siteCells(of(row), unknown)[i], ...NOT_IN_JSON }))
    : [];

/** The same in tables for people. */
const SHOWN_COLUMNS: readonly (ColumnHead & { readonly title: (typeof SITE_COLUMNS)[number] })[] = [
  { title: 'call', align: 'left', spare: 2 },
  { title: 'site', align: 'left', name: true },
  { title: 'function', align: 'left', name: true },
  { title: 'via', align: 'left' },
];

/** The columns that are not empty, with their cells: the last of a table. `rows`: cells of {@link SITE_COLUMNS}. */
function siteTable(rows: readonly (readonly string[])[]): TableRows {
  const places = SHOWN_COLUMNS.map(({ title }) => SITE_COLUMNS.indexOf(title));
  const filled = places.filter((i) => i === 0 || rows.some((row) => row[i] !== ''));
  return {
    heads: SHOWN_COLUMNS.filter((_, i) => filled.includes(places[i])),
    rows: rows.map((row) => filled.map((i) => row[i])),
  };
}

/** The columns that name groups of messages, with their cells: one column, or those of sites. */
function groupTable(
  by: string,
  groups: readonly { readonly name: string; readonly site?: SiteTitle | undefined }[],
): TableRows {
  if (by === 'site') return siteTable(groups.map(({ name, site }) => siteCells(site, name)));
  const head = { title: by === 'rank' ? 'sent by' : groupingName(by), align: 'left', name: true } as const;
  return { heads: [head], rows: groups.map(({ name }) => [name]) };
}

/** A table with the names of its rows in the last columns. */
export function groupedText<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  by: string,
  named: (row: Row) => Parameters<typeof groupTable>[1][number],
): string {
  const { heads, rows: names } = groupTable(by, rows.map(named));
  const figures = tableRows(columns, rows);
  return table(
    [...figures.heads, ...heads],
    figures.rows.map((row, i) => [...row, ...names[i]]),
  );
}

/** Groups shown to people. */
const SHOWN = 30;

const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);

const breakdownJson = (result: Breakdown): Record<string, unknown> => ({
  by: result.by,
  lambda: { L: result.lambda },
  latency_ns: result.latency,
  groups: jsonRows(breakdownColumns(result), result.groups),
});

type GroupOrigin = Pick<GroupTolerance, 'name' | 'site' | 'made' | 'region'>;

/** Names of a group of messages for machines; JSON has its origin last: {@link originJson}. */
const namedColumns = (by: string): Column<Pick<GroupOrigin, 'name' | 'site'>>[] => [
  { key: 'group', of: ({ name }) => name, json: ({ name }) => ({ name }) },
  ...siteColumns<Pick<GroupOrigin, 'site'>>(by, ({ site }) => site),
];

const originJson = ({ site, made, region }: Omit<GroupOrigin, 'name'>): Record<string, unknown> => ({
  ...(site === undefined ? {} : { site: siteJson(site.site) }),
  ...(made === undefined ? {} : { made_by: made }),
  ...(region === undefined ? {} : { region: regionJson(region) }),
});

const breakdownColumns = ({ by, latency, runtime }: Breakdown): Column<BreakdownGroup>[] => [
  ...namedColumns(by),
  { key: 'lambda_L', title: 'λ_L', of: ({ lambda }) => lambda },
  ...(by === 'rank' ? [RECEIVED] : []),
  { key: 'messages', of: ({ latencies }) => latencies },
  { key: 'bytes', of: ({ bytes }) => bytes },
  { key: 'latency_ns', title: 'latency', spare: 3, of: (group) => group.latency },
  { key: 'share_of_latency', title: 'share', of: (group) => share(group.latency, latency) },
  { key: 'share_of_runtime', title: 'of T', spare: 4, of: (group) => share(group.latency, runtime) },
  { title: 'bytes', spare: 1, text: ({ bytes }) => `${bytes} B` },
  { json: originJson },
];

const RECEIVED: Column<BreakdownGroup> = {
  ...{ key: 'lambda_L_received', title: 'λ_L received', spare: 2 },
  of: ({ received = 0 }: BreakdownGroup) => received,
};

/** The critical path's latency by groups of messages. */
export const breakdownPart = (result: Breakdown): Part => ({
  json: () => ({ breakdown: breakdownJson(result) }),
  csv: () => tableCsv(breakdownColumns(result), result.groups),
  text: () => breakdownText(result),
});

function breakdownText(result: Breakdown): string {
  const { groups, by } = result;
  if (groups.length === 0) return 'no network latency on the critical path\n';
  const shown = groups.slice(0, listed(SHOWN));
  const tabled = groupedText(breakdownColumns(result), shown, by, (group) => group);
  const more = moreText(groups.length - shown.length);
  return `latency on the critical path by ${by}\n${tabled}${more}${madeText(shown)}`;
}

/** Origins of communicators, one per line. */
const madeText = (groups: readonly { readonly name: string; readonly made?: string }[]): string =>
  groups.map(({ name, made }) => (made === undefined ? '' : `  ${name}: ${made}\n`)).join('');

// Functions of a program, and the tree of their calls, in tables, JSON and CSV.

/** Least share that a function has in a table for people. */
const SHOWN_SHARE = 0.01;

/** Names of a function; unknown facts are null. */
const regionJson = (
  { name, function: own, file, object }: Region,
  lines?: readonly number[],
): Record<string, unknown> => ({
  name,
  function: own === '' ? null : own,
  file: file === '' ? null : file,
  object: object === '' ? null : object,
  ...(lines === undefined ? {} : { lines }),
});

/** The nodes as objects within each other: `json` of each with its `children`. */
function nestedJson<N extends { readonly parent: number }>(
  nodes: readonly N[],
  json: (node: N) => Record<string, unknown>,
): Record<string, unknown>[] {
  const roots: Record<string, unknown>[] = [];
  const children: Record<string, unknown>[][] = [];
  for (const node of nodes) {
    const below: Record<string, unknown>[] = [];
    children.push(below);
    (node.parent < 0 ? roots : children[node.parent]).push({ ...json(node), children: below });
  }
  return roots;
}

/** The columns that name a node in CSV. */
const REGION_COLUMNS = ['path', 'depth', 'function', 'file'] as const;

/** A function, or the part without a known function. `names`: cells of {@link REGION_COLUMNS}. */
export interface ShownRegion<K extends string> {
  readonly inclusive: Amounts<K>;
  readonly exclusive: Amounts<K>;
  readonly calls: readonly RegionCall<K>[];
  readonly names: readonly (string | number)[];
  /** For people. */
  readonly cell: string;
}

/** What is shown of functions. */
interface RegionsQuery<K extends string> {
  /** Columns behind the names, for machines and for people. */
  readonly columns: readonly Column<ShownRegion<K>>[];
  readonly json: (own: Amounts<K>) => Record<string, unknown>;
  /** The amount that is shown, and its title. */
  readonly amount: (own: Amounts<K>) => number;
  readonly of: string;
  /** The share that selects rows, if it is not that of the amount. */
  readonly share?: (own: Amounts<K>) => number;
  /** The part without a known function, for machines and people; `left`: not in CSV. */
  readonly outside: { readonly name: string; readonly cell: string; readonly left?: boolean };
  /** Whether call paths reach the program's first function. */
  readonly whole: boolean;
}

/** Functions of a program, inclusive and exclusive of their callees, in all forms. */
export class RegionTables<K extends string> {
  readonly #regions: Regions<K>;
  readonly #query: RegionsQuery<K>;
  readonly #columns: readonly Column<ShownRegion<K>>[];

  constructor(regions: Regions<K>, query: RegionsQuery<K>) {
    this.#regions = regions;
    this.#query = query;
    this.#columns = [
      ...REGION_COLUMNS.map((key, i) => ({ key, of: ({ names }: ShownRegion<K>) => names[i] })),
      ...query.columns,
      { title: 'function', align: 'left', name: true, text: ({ cell }) => cell },
    ];
  }

  json(): Record<string, unknown> {
    const { json: amounts } = this.#query;
    const json = ({ region, lines, inclusive, exclusive, calls }: RegionAmounts<K>) => ({
      ...regionJson(region, lines),
      inclusive: amounts(inclusive),
      exclusive: amounts(exclusive),
      calls: calls.map(({ call, amounts: own }) => ({ call, ...amounts(own) })),
    });
    const { nodes, functions } = this.#regions;
    return { functions: functions.map(json), tree: nestedJson(nodes, json) };
  }

  /** A row for each node of the call tree, its path as in folded stacks, `main;solve;dot`; and one for the part without a function. */
  csv(): CsvTable {
    const paths: string[] = [];
    const rows = this.#regions.nodes.map(({ region, parent, depth, ...own }) => {
      paths.push(parent < 0 ? region.name : `${paths[parent]};${region.name}`);
      return { ...own, names: [paths.at(-1) ?? '', depth, region.function, region.file], cell: '' };
    });
    return tableCsv(this.#columns, this.#query.outside.left ? rows : [...rows, this.#outside()]);
  }

  /** `below`: how the numbers of the tree add up. */
  text(below: string): string {
    const { of, amount, whole } = this.#query;
    const { nodes, outside } = this.#regions;
    const { shown, left } = this.#parted(nodes);
    const rows = shown.map((one): ShownRegion<K> => ({ ...one, names: [], cell: treeCell(one) }));
    if (amount(outside) > 0) rows.push(this.#outside());
    const small = left.reduce((sum, { exclusive }) => sum + amount(exclusive), 0);
    const more = leftText(
      left.map(({ inclusive }) => this.#share(inclusive)),
      this.#part(small),
      of,
    );
    return `${tableText(this.#columns, rows)}${more}  ${below}\n${depthNote(nodes, whole)}`;
  }

  /** Functions that are at several places of the tree, each as one: the first `most`. */
  severalText(most: number): string {
    const several = this.#regions.functions.filter(({ nodes }) => nodes > 1);
    const shareOf = (own: Amounts<K>): number => this.#part(this.#query.amount(own));
    const shown = this.#parted(several, shareOf).shown.slice(0, most);
    if (shown.length === 0) return '';
    const rows = shown.map((one) => ({ ...one, names: [], cell: one.region.name }));
    return `\nfunctions with several call paths, summed\n${tableText(this.#columns, rows)}${moreText(several.length - rows.length)}`;
  }

  #outside(): ShownRegion<K> {
    const { outside } = this.#regions;
    const { name, cell } = this.#query.outside;
    return { inclusive: outside, exclusive: outside, calls: [], names: [name, 0, '', ''], cell };
  }

  #part(own: number): number {
    return share(own, this.#query.amount(this.#regions.total));
  }

  #share(own: Amounts<K>): number {
    return this.#query.share?.(own) ?? this.#part(this.#query.amount(own));
  }

  /** Rows that are shown, in their order, and those that are smaller. */
  #parted<T extends RegionAmounts<K>>(
    rows: readonly T[],
    shareOf = (own: Amounts<K>): number => this.#share(own),
  ): { shown: T[]; left: T[] } {
    const large = rows.filter(({ inclusive }) => shareOf(inclusive) >= SHOWN_SHARE);
    large.sort((a, b) => shareOf(b.inclusive) - shareOf(a.inclusive));
    const kept = new Set(large.slice(0, listed(rows.length)));
    return { shown: rows.filter((row) => kept.has(row)), left: rows.filter((row) => !kept.has(row)) };
  }
}

/** A function as a row of the tree. */
const treeCell = ({ region: { name }, depth }: Pick<RegionNode<never>, 'region' | 'depth'>): string =>
  ' '.repeat(2 * depth) + name;

/** Number and sum of the rows that are not shown; `of`: the whole of their `shares`. */
function leftText(shares: readonly number[], together: number, of: string): string {
  const most = Math.max(0, ...shares);
  const each = most < SHOWN_SHARE ? `less than ${percentText(SHOWN_SHARE)}` : `at most ${percentText(most)}`;
  return moreText(shares.length, ` with ${each} of ${of} each, ${percentText(together)} together`);
}

/** A note if call paths of traces end before the program's first function; `whole`: all reach it. */
function depthNote<K extends string>(nodes: readonly RegionNode<K>[], whole: boolean): string {
  // A function without a name may be the first.
  const cut = ({ depth, region }: RegionNode<K>): boolean =>
    depth === 0 && !['', 'main', 'MAIN__', '<module>'].includes(region.function);
  if (whole || !nodes.some(cut)) return '';
  return '  the traces contain no further callers; use trace run --depth N to record more\n';
}

/** Messages by function; answers call it region, which means a part of the run elsewhere. */
const FUNCTION = 'function';

/** Name of a grouping for people. */
export const groupingName = (by: string): string => (by === 'region' ? FUNCTION : by);

/** Disjoint groups of messages, and functions, which include their callees. */
export const BY = [...GROUPINGS, FUNCTION] as const;

/** Explains the groups. */
export const PLACES =
  'communicator, site (source line) and function (all functions on the call path, including their callees) are those of the send';

/** Throws a UsageError for --by node without a placement. */
export function refuseUnplaced({
  by,
  platform,
  topology,
}: {
  readonly by?: (typeof BY)[number] | undefined;
  readonly platform?: string | undefined;
  readonly topology?: string | undefined;
}): void {
  if (by !== 'node' || (platform ?? topology) !== undefined) return;
  throw new UsageError('--by node needs a placement of the ranks', 'add --platform or --topology');
}

/** `wires`: latency is that of a wire. */
export const groupTolerancesPart = (found: GroupTolerances, wires: boolean): Part => ({
  json: () => ({ tolerance_by: groupTolerancesJson(found) }),
  csv: () => groupTolerancesCsv(found),
  text: () => groupTolerancesText(found, wires),
});

const groupTolerancesJson = ({ by, groups, left }: GroupTolerances): Record<string, unknown> => ({
  by,
  left_out: left,
  groups: jsonRows(groupColumns(by, groups), groups),
});

const groupColumns = (by: string, groups: readonly GroupTolerance[]): Column<GroupTolerance>[] => [
  ...namedColumns(by),
  { key: 'messages', title: 'messages', spare: 1, of: ({ messages }) => messages },
  { key: 'lambda_L', title: 'λ_L', of: ({ lambda }) => lambda },
  ...(groups[0]?.tolerance ?? []).map(({ percent }, i) => ({
    ...{ title: `+${percent} %`, ...(i > 0 && { spare: 3 }) },
    text: ({ tolerance }: GroupTolerance) => addedText(tolerance[i].added),
  })),
  { json: ({ tolerance }) => ({ tolerance: jsonRows(ADDED, tolerance) }) },
  { json: originJson },
];

const ADDED: readonly Column<GroupTolerance['tolerance'][number]>[] = [
  { key: 'pct', of: ({ percent }) => percent },
  { key: 'delta_ns', of: ({ added }) => added },
];

/** A row for each group and percentage. */
function groupTolerancesCsv({ by, groups }: GroupTolerances): CsvTable {
  const rows = groups.flatMap((group) => group.tolerance.map((one) => ({ ...group, ...one })));
  return tableCsv([...groupColumns(by, groups), ...ADDED], rows);
}

const ONE_GROUP: Readonly<Record<GroupTolerances['by'], string>> = {
  rank: 'that one rank sends',
  node: 'of one node or pair of nodes',
  'message-size': 'of one range of sizes',
  call: 'of one MPI call',
  communicator: 'of one communicator',
  site: 'of one site',
  region: 'of one function and its callees',
};

function groupTolerancesText({ by, groups, left }: GroupTolerances, wires: boolean): string {
  if (groups.length === 0) return 'no messages\n';
  const shown = groups.slice(0, listed(groups.length));
  const more =
    moreText(groups.length - shown.length) +
    (left > 0 ? `  … and ${left} more groups with less latency on the critical path\n` : '');
  return `latency${wires ? ' per wire' : ''} that may be added to the messages ${ONE_GROUP[by]}\n${groupedText(groupColumns(by, shown), shown, by, (group) => group)}${more}${madeText(shown)}`;
}
