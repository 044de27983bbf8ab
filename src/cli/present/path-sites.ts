/** The critical path by lines of source, as a table and as CSV. */
import type { PathSites, SiteShares } from '../../analysis/path-sites.js';
import { formatTime } from '../../units/units.js';
import { type CsvTable, csvTable } from '../output/csv.js';
import { table } from '../output/table.js';
import { SITE_COLUMNS, siteCells, siteTable } from './call-sites.js';
import { percentText } from './solution.js';

/** Sites shown to people. */
const SHOWN = 15;

export function pathSitesText({ sums }: PathSites, runtime: number): string {
  const shown = sums.slice(0, SHOWN);
  const { heads, cells } = siteTable(shown.map(({ site }) => siteCells(site ?? undefined, 'between calls')));
  const parts = ['time', 'of T', 'computation', 'overhead', 'latency', 'bandwidth'];
  const rows = shown.map(({ computation, overhead, latency, bandwidth }, i) => {
    const time = computation + overhead + latency + bandwidth;
    const times = [computation, overhead, latency, bandwidth].map(formatTime);
    return [...cells[i], formatTime(time), percentText(runtime === 0 ? 0 : time / runtime), ...times];
  });
  const columns = [
    ...heads.map((title) => ({ title, align: 'left' as const })),
    ...parts.map((title) => ({ title })),
  ];
  const more = sums.length > SHOWN ? `  … and ${sums.length - SHOWN} more\n` : '';
  return `by call site\n${table(columns, rows)}${more}`;
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
