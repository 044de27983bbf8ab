/** λ_L, the critical path's latency and tolerances by groups of messages, call sites and regions, as JSON, CSV and text. */

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
import { formerly, type Part } from '../output/answer.js';
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

// Call sites as JSON, and in tables.

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

/** All of a site: what is not known is null; `via` are its callers, innermost first. */
export const siteJson = ({ call, place, via }: SiteCall): Record<string, unknown> => ({
  call,
  ...placeJson(place),
  via: via.map(placeJson),
});

/** Columns of sites; `via`: callers, where a site needs them to be told from others. */
const SITE_COLUMNS = ['site', 'function', 'call', 'via'] as const;

/** What is in these columns; `unknown` where there is no site. */
function siteCells(title: SiteTitle | undefined, unknown: string): string[] {
  if (title === undefined) return [unknown, '', '', ''];
  const { place, via, site } = title;
  return [place, site.place.function, site.call, via.join(' < ')];
}

/** These columns of a table by site for machines; none of another. */
export const siteColumns = <Row>(
  by: string,
  of: (row: Row) => SiteTitle | undefined,
  unknown = '',
): Column<Row>[] =>
  by === 'site'
    ? SITE_COLUMNS.map((key, i) => ({ key, of: (row) => siteCells(of(row), unknown)[i], ...NOT_IN_JSON }))
    : [];

/** The same in tables for people: where they come from each other, and what the names of functions may be. */
const SHOWN_COLUMNS: readonly (ColumnHead & { readonly title: (typeof SITE_COLUMNS)[number] })[] = [
  { title: 'call', align: 'left', spare: 2 },
  { title: 'site', align: 'left', name: true },
  { title: 'function', align: 'left', name: true },
  { title: 'via', align: 'left' },
];

/** The columns that say something in some row, with their cells: the last of a table. `rows`: cells of {@link SITE_COLUMNS}. */
function siteTable(rows: readonly (readonly string[])[]): TableRows {
  const places = SHOWN_COLUMNS.map(({ title }) => SITE_COLUMNS.indexOf(title));
  const filled = places.filter((i) => i === 0 || rows.some((row) => row[i] !== ''));
  return {
    heads: SHOWN_COLUMNS.filter((_, i) => filled.includes(places[i])),
    rows: rows.map((row) => filled.map((i) => row[i])),
  };
}

/** The columns that name groups of messages, with their cells: one, or those of sites. */
function groupTable(
  by: string,
  groups: readonly { readonly name: string; readonly site?: SiteTitle | undefined }[],
): TableRows {
  if (by === 'site') return siteTable(groups.map(({ name, site }) => siteCells(site, name)));
  const head = { title: by === 'rank' ? 'sent by' : groupingName(by), align: 'left', name: true } as const;
  return { heads: [head], rows: groups.map(({ name }) => [name]) };
}

/** A table with what names its rows behind their figures. */
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
  ...formerly({ lambda_L: result.lambda }),
  latency_ns: result.latency,
  groups: jsonRows(breakdownColumns(result), result.groups),
});

type GroupOrigin = Pick<GroupTolerance, 'name' | 'site' | 'made' | 'region'>;

/** What names a group of messages for machines; JSON has where it comes from behind the rest: {@link originJson}. */
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
  {
    ...{ key: 'lambda_L', title: 'λ_L', of: ({ lambda }) => lambda },
    json: ({ lambda }) => ({ lambda: { L: lambda }, ...formerly({ lambda_L: lambda }) }),
  },
  ...(by === 'rank' ? [RECEIVED] : []),
  { key: 'messages', of: ({ latencies }) => latencies },
  { key: 'bytes', of: ({ bytes }) => bytes },
  { key: 'latency_ns', title: 'latency', spare: 3, of: (group) => group.latency },
  { key: 'share_of_latency', title: 'of the latency', of: (group) => share(group.latency, latency) },
  { key: 'share_of_runtime', title: 'of T', spare: 4, of: (group) => share(group.latency, runtime) },
  { title: 'bytes', spare: 1, text: ({ bytes }) => `${bytes} B` },
  { json: originJson },
];

const RECEIVED: Column<BreakdownGroup> = {
  ...{ key: 'lambda_L_received', title: 'λ_L received', spare: 2 },
  of: ({ received = 0 }: BreakdownGroup) => received,
  json: ({ received = 0 }) => ({
    ...{ lambda_received: { L: received }, ...formerly({ lambda_L_received: received }) },
  }),
};

/** The critical path's latency by groups of messages. */
export const breakdownPart = (result: Breakdown): Part => ({
  json: () => ({ breakdown: breakdownJson(result) }),
  csv: () => tableCsv(breakdownColumns(result), result.groups),
  text: () => breakdownText(result),
});

function breakdownText(result: Breakdown): string {
  const { groups, by } = result;
  if (groups.length === 0) return 'the critical path crosses no network latency\n';
  const shown = groups.slice(0, listed(SHOWN));
  const tabled = groupedText(breakdownColumns(result), shown, by, (group) => group);
  const more = moreText(groups.length - shown.length);
  return `the critical path's latency by ${by}\n${tabled}${more}${madeText(shown)}`;
}

/** What made communicators, on a line each. */
const madeText = (groups: readonly { readonly name: string; readonly made?: string }[]): string =>
  groups.map(({ name, made }) => (made === undefined ? '' : `  ${name}: ${made}\n`)).join('');

// Functions of a program, and the tree of their calls, in tables, JSON and CSV.

/** Least share that a function has in a table for people. */
const SHOWN_SHARE = 0.01;

/** What names a function: what is not known is null. */
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

/** A function, or what no function is known of. `names`: what {@link REGION_COLUMNS} hold of it. */
export interface ShownRegion<K extends string> {
  readonly inclusive: Amounts<K>;
  readonly exclusive: Amounts<K>;
  readonly calls: readonly RegionCall<K>[];
  readonly names: readonly (string | number)[];
  /** For people. */
  readonly cell: string;
}

/** What is shown of functions. */
interface RegionsAsked<K extends string> {
  /** Between what names a function for machines, and for people. */
  readonly columns: readonly Column<ShownRegion<K>>[];
  readonly json: (own: Amounts<K>) => Record<string, unknown>;
  /** What functions are shown by, and how people call it. */
  readonly amount: (own: Amounts<K>) => number;
  readonly of: string;
  /** The share by which one is shown, where it is not that of the amount. */
  readonly share?: (own: Amounts<K>) => number;
  /** What of none is known: for machines, and for people; `left`: a CSV leaves it out. */
  readonly outside: { readonly name: string; readonly cell: string; readonly left?: boolean };
  /** Call paths go up to the program's first function. */
  readonly whole: boolean;
}

/** Functions of a program, each with all that it calls and by itself, in all their forms. */
export class RegionTables<K extends string> {
  readonly #regions: Regions<K>;
  readonly #asked: RegionsAsked<K>;
  readonly #columns: readonly Column<ShownRegion<K>>[];

  constructor(regions: Regions<K>, asked: RegionsAsked<K>) {
    this.#regions = regions;
    this.#asked = asked;
    this.#columns = [
      ...REGION_COLUMNS.map((key, i) => ({ key, of: ({ names }: ShownRegion<K>) => names[i] })),
      ...asked.columns,
      { title: 'function', align: 'left', name: true, text: ({ cell }) => cell },
    ];
  }

  json(): Record<string, unknown> {
    const { json: amounts } = this.#asked;
    const json = ({ region, lines, inclusive, exclusive, calls }: RegionAmounts<K>) => ({
      ...regionJson(region, lines),
      inclusive: amounts(inclusive),
      exclusive: amounts(exclusive),
      calls: calls.map(({ call, amounts: own }) => ({ call, ...amounts(own) })),
    });
    const { nodes, functions } = this.#regions;
    return { functions: functions.map(json), tree: nestedJson(nodes, json) };
  }

  /** A row for each node of the call tree, its path as in folded stacks, `main;solve;dot`; and one for what is of none. */
  csv(): CsvTable {
    const paths: string[] = [];
    const rows = this.#regions.nodes.map(({ region, parent, depth, ...own }) => {
      paths.push(parent < 0 ? region.name : `${paths[parent]};${region.name}`);
      return { ...own, names: [paths.at(-1) ?? '', depth, region.function, region.file], cell: '' };
    });
    return tableCsv(this.#columns, this.#asked.outside.left ? rows : [...rows, this.#outside()]);
  }

  /** `below`: how the numbers of the tree add up. */
  text(below: string): string {
    const { of, amount, whole } = this.#asked;
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
    const shareOf = (own: Amounts<K>): number => this.#part(this.#asked.amount(own));
    const shown = this.#parted(several, shareOf).shown.slice(0, most);
    if (shown.length === 0) return '';
    const rows = shown.map((one) => ({ ...one, names: [], cell: one.region.name }));
    return `\nfunctions on several call paths, all of them together\n${tableText(this.#columns, rows)}${moreText(several.length - rows.length)}`;
  }

  #outside(): ShownRegion<K> {
    const { outside } = this.#regions;
    const { name, cell } = this.#asked.outside;
    return { inclusive: outside, exclusive: outside, calls: [], names: [name, 0, '', ''], cell };
  }

  #part(own: number): number {
    return share(own, this.#asked.amount(this.#regions.total));
  }

  #share(own: Amounts<K>): number {
    return this.#asked.share?.(own) ?? this.#part(this.#asked.amount(own));
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

/** How many rows are not shown, and what they come to; `of`: what their `shares` are of. */
function leftText(shares: readonly number[], together: number, of: string): string {
  const most = Math.max(0, ...shares);
  const each = most < SHOWN_SHARE ? `less than ${percentText(SHOWN_SHARE)}` : `at most ${percentText(most)}`;
  return moreText(shares.length, ` with ${each} of ${of} each, ${percentText(together)} together`);
}

/** Said where the call paths of traces end before the program's first function; `whole`: that they all reach it. */
function depthNote<K extends string>(nodes: readonly RegionNode<K>[], whole: boolean): string {
  // Of a function without a name nothing tells whether it is the first.
  const cut = ({ depth, region }: RegionNode<K>): boolean =>
    depth === 0 && !['', 'main', 'MAIN__', '<module>'].includes(region.function);
  if (whole || !nodes.some(cut)) return '';
  return '  callers end where the traces do: trace run --depth N records more\n';
}

// What --by takes.

/** Messages by the functions that called for them, as people name it: a region is a stretch of time. */
const FUNCTION = 'function';

/** What people call a grouping that answers call by its name in JSON. */
export const groupingName = (by: string): string => (by === 'region' ? FUNCTION : by);

/** Groups of messages that share none, and functions, which share those that they call. */
export const BY = [...GROUPINGS, FUNCTION] as const;

/** The last words of its description. */
export const PLACES =
  'communicator: that of the call that sent; site: the line of source that sent; function: those on its call path, each with all that it calls';

/** Throws a UsageError where nothing says on which node a rank is, and it is asked for. */
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
  throw new UsageError('grouping by node needs to know where the ranks sit', 'add --platform or --topology');
}

// How much latency each group of messages alone may gain, as JSON, CSV and text.

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
  {
    ...{ key: 'lambda_L', title: 'λ_L', of: ({ lambda }) => lambda },
    json: ({ lambda }) => ({ lambda: { L: lambda } }),
  },
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

function groupTolerancesText({ by, groups, left }: GroupTolerances, wires: boolean): string {
  if (groups.length === 0) return 'no messages\n';
  const shown = groups.slice(0, listed(groups.length));
  const more =
    moreText(groups.length - shown.length) +
    (left > 0 ? `  … and ${left} more, with less latency on the critical path\n` : '');
  const below = by === 'region' ? ', with all that it calls,' : '';
  return `latency${wires ? ' per wire' : ''} that the messages of one ${groupingName(by)}${below} alone may gain\n${groupedText(groupColumns(by, shown), shown, by, (group) => group)}${more}${madeText(shown)}`;
}
