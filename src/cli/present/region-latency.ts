/** λ_L by function of the program, as JSON, CSV and text. */
import { type LatencyAmount, type RegionLatency, topCall } from '../../analysis/region-latency.js';
import type { Amounts, RegionAmounts } from '../../analysis/regions.js';
import { type CsvTable, csvTable } from '../output/csv.js';
import { cutName } from '../output/fit.js';
import { moreText } from '../output/layout.js';
import { type ColumnHead, table } from '../output/table.js';
import {
  depthNote,
  leftText,
  nestedJson,
  parted,
  REGION_COLUMNS,
  REGION_HEAD,
  regionCells,
  regionJson,
  treeCell,
} from './regions.js';
import { percentText } from './solution.js';

type Own = Amounts<LatencyAmount>;
type Row = RegionAmounts<LatencyAmount>;

/** Letters of a name in the title. */
const TITLE = 40;
/** Functions of the flat table. */
const SHOWN = 30;

const part = (own: number, whole: number): number => (whole === 0 ? 0 : own / whole);

export function regionLatencyJson(result: RegionLatency): Record<string, unknown> {
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

/** A row for each node of the call tree, and one for what no call site is known of. */
export function regionLatencyCsv({ total, outside, nodes, runtime }: RegionLatency): CsvTable {
  const names = ['lambda_L', 'share_of_lambda', 'latency_ns', 'share_of_latency', 'share_of_runtime'];
  const header = [
    ...REGION_COLUMNS,
    ...names,
    ...names.map((name) => `exclusive_${name}`),
    'call',
    'call_lambda_L',
  ];
  const amounts = ({ lambda, latency }: Own): number[] => [
    ...[lambda, part(lambda, total.lambda), latency],
    ...[part(latency, total.latency), part(latency, runtime)],
  ];
  const cells = regionCells(nodes);
  const rows = nodes.map(({ inclusive, exclusive, calls: [top] }, i) => [
    ...cells[i],
    ...amounts(inclusive),
    ...amounts(exclusive),
    ...(top === undefined ? ['', 0] : [top.call, top.amounts.lambda]),
  ]);
  const known = outside.lambda === 0 && outside.latency === 0;
  const unknown = ['unknown', 0, '', '', ...amounts(outside), ...amounts(outside), '', 0];
  return csvTable(header, known ? rows : [...rows, unknown]);
}

/** `whole`: call paths go up to the program's first function. */
export function regionLatencyText(result: RegionLatency, whole: boolean): string {
  const { total, nodes } = result;
  if (total.lambda === 0) return 'the critical path crosses no network latency\n';
  const share = ({ inclusive }: Row): number =>
    Math.max(part(inclusive.lambda, total.lambda), part(inclusive.latency, total.latency));
  const { shown, left } = parted(nodes, share);
  const cells = shown.map((one) => [...amountCells(result, one), treeCell(one)]);
  const small = left.reduce((sum, { exclusive }) => sum + exclusive.lambda, 0);
  const more = leftText(left, share, part(small, total.lambda), 'λ_L');
  const tree = table(HEADS, [...cells, ...unknownRow(result)]);
  const sums = `  λ_L counts in every function above a call; own λ_L adds up to ${total.lambda}\n`;
  const head = `the critical path's latency by region: functions, with all that they call\n`;
  return `${head}${topText(result)}${tree}${more}${sums}${depthNote(nodes, whole)}${flatText(result)}`;
}

const HEADS: readonly ColumnHead[] = [
  { title: 'λ_L' },
  { title: 'of λ_L' },
  { title: 'of T', spare: 3 },
  { title: 'own λ_L', spare: 4 },
  { title: 'of λ_L', spare: 2 },
  { title: 'mostly in', align: 'left', spare: 1 },
  REGION_HEAD,
];

function amountCells(
  { total, runtime }: RegionLatency,
  { inclusive, exclusive, calls: [top] }: Row,
): string[] {
  const of = (lambda: number): string => percentText(part(lambda, total.lambda));
  return [
    ...[String(inclusive.lambda), of(inclusive.lambda), percentText(part(inclusive.latency, runtime))],
    ...[String(exclusive.lambda), of(exclusive.lambda)],
    top === undefined ? '' : `${top.call} ${of(top.amounts.lambda)}`.trim(),
  ];
}

function unknownRow({ total, outside, runtime }: RegionLatency): string[][] {
  if (outside.lambda === 0) return [];
  const { lambda, latency } = outside;
  const of = percentText(part(lambda, total.lambda));
  return [[String(lambda), of, percentText(part(latency, runtime)), String(lambda), of, '', 'unknown']];
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
  const rows = shown
    .slice(0, SHOWN)
    .map((one) => [...amountCells(result, one), treeCell({ ...one, depth: 0 })]);
  const more = moreText(several.length - rows.length);
  return `\nfunctions on several call paths, all of them together\n${table(HEADS, rows)}${more}`;
}
