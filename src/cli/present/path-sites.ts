/** The critical path by lines of source, as a table and as CSV. */
import type { PathSites, SiteShares } from '../../analysis/path-sites.js';
import { formatTime } from '../../units/units.js';
import { type CsvTable, csvTable } from '../output/csv.js';
import { listed, moreText } from '../output/layout.js';
import { type ColumnHead, table } from '../output/table.js';
import { SITE_COLUMNS, siteCells, siteTable } from './call-sites.js';
import { percentText } from './solution.js';

/** Sites shown to people. */
const SHOWN = 15;

const HEADS: readonly ColumnHead[] = [
  { title: 'time' },
  { title: 'of T' },
  { title: 'computation', spare: 2 },
  { title: 'overhead', spare: 3 },
  { title: 'latency', spare: 4 },
  { title: 'bandwidth', spare: 1 },
];

export function pathSitesText({ sums }: PathSites, runtime: number): string {
  const shown = sums.slice(0, listed(SHOWN));
  const named = siteTable(shown.map(({ site }) => siteCells(site ?? undefined, 'between calls')));
  const rows = shown.map(({ computation, overhead, latency, bandwidth }, i) => {
    const time = computation + overhead + latency + bandwidth;
    const times = [computation, overhead, latency, bandwidth].map(formatTime);
    return [formatTime(time), percentText(runtime === 0 ? 0 : time / runtime), ...times, ...named.rows[i]];
  });
  const more = moreText(sums.length - shown.length);
  return `by call site\n${table([...HEADS, ...named.heads], rows)}${more}`;
}

/** A row for each call site, and one for what lies between calls. */
export function pathSitesCsv(sums: readonly SiteShares[]): CsvTable {
  const header = [...SITE_COLUMNS, 'computation_ns', 'overhead_ns', 'latency_ns', 'bandwidth_ns'];
  const rows = sums.map(({ site, computation, overhead, latency, bandwidth }) => [
    ...siteCells(site ?? undefined, 'between calls'),
    ...[computation, overhead, latency, bandwidth],
  ]);
  return csvTable(header, rows);
}
