/** The critical path by function of the program, as JSON, CSV and text. */
import { type PathRegions, timeOf } from '../../analysis/path-regions.js';
import type { Amounts, RegionAmounts } from '../../analysis/regions.js';
import type { PathShares } from '../../timing/path.js';
import { formatTime } from '../../units/units.js';
import { type CsvTable, csvTable } from '../output/csv.js';
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

type Own = Amounts<keyof PathShares>;
type Row = RegionAmounts<keyof PathShares>;

const amountsJson = ({ computation, overhead, latency, bandwidth }: Own): Record<string, number> => ({
  computation_ns: computation,
  overhead_ns: overhead,
  latency_ns: latency,
  bandwidth_ns: bandwidth,
});

const rowJson = ({ region, lines, inclusive, exclusive, calls }: Row): Record<string, unknown> => ({
  ...regionJson(region, lines),
  inclusive: amountsJson(inclusive),
  exclusive: amountsJson(exclusive),
  calls: calls.map(({ call, amounts }) => ({ call, ...amountsJson(amounts) })),
});

export const pathRegionsJson = ({ outside, nodes, functions }: PathRegions): Record<string, unknown> => ({
  between_calls: amountsJson(outside),
  functions: functions.map(rowJson),
  tree: nestedJson(nodes, rowJson),
});

/** A row for each node of the call tree, and one for what lies between calls. */
export function pathRegionsCsv({ outside, nodes }: PathRegions): CsvTable {
  const names = Object.keys(amountsJson(outside));
  const header = [...REGION_COLUMNS, ...names, ...names.map((name) => `exclusive_${name}`)];
  const values = (own: Own): number[] => Object.values(amountsJson(own));
  const cells = regionCells(nodes);
  const rows = nodes.map(({ inclusive, exclusive }, i) => [
    ...cells[i],
    ...values(inclusive),
    ...values(exclusive),
  ]);
  return csvTable(header, [...rows, [BETWEEN, 0, '', '', ...values(outside), ...values(outside)]]);
}

const BETWEEN = 'between calls';

const HEADS: readonly ColumnHead[] = [
  { title: 'time' },
  { title: 'of T' },
  { title: 'own' },
  { title: 'computation', spare: 2 },
  { title: 'overhead', spare: 3 },
  { title: 'latency', spare: 4 },
  { title: 'bandwidth', spare: 1 },
  REGION_HEAD,
];

/** `whole`: call paths go up to the program's first function. */
export function pathRegionsText({ total, outside, nodes }: PathRegions, whole: boolean): string {
  const of = (ns: number): string => percentText(timeOf(total) === 0 ? 0 : ns / timeOf(total));
  const shareOf = ({ inclusive }: Row): number => timeOf(inclusive) / timeOf(total);
  const { shown, left } = parted(nodes, shareOf);
  const cells = (inclusive: Own, exclusive: Own): string[] => [
    ...[formatTime(timeOf(inclusive)), of(timeOf(inclusive)), of(timeOf(exclusive))],
    ...[inclusive.computation, inclusive.overhead, inclusive.latency, inclusive.bandwidth].map(formatTime),
  ];
  const rows = [
    ...shown.map((one) => [...cells(one.inclusive, one.exclusive), treeCell(one)]),
    ...(timeOf(outside) === 0 ? [] : [[...cells(outside, outside), betweenText(outside)]]),
  ];
  const small = left.reduce((sum, { exclusive }) => sum + timeOf(exclusive), 0);
  const more = leftText(left, shareOf, timeOf(total) === 0 ? 0 : small / timeOf(total), 'T');
  const sums = '  time counts in every function above a call; own adds up to T\n';
  return `by region: functions, with all that they call\n${table(HEADS, rows)}${more}${sums}${depthNote(nodes, whole)}`;
}

/** Where calls of no known site are among it, it is not computation alone. */
const betweenText = ({ overhead, latency, bandwidth }: Own): string =>
  overhead + latency + bandwidth === 0 ? BETWEEN : `${BETWEEN}, unknown`;
