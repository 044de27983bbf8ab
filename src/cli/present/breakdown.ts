/** λ_L and the critical path's latency by groups of messages, as JSON, CSV and text. */
import type { Breakdown, BreakdownGroup } from '../../analysis/breakdown.js';
import { formatTime } from '../../units/units.js';
import { type CsvTable, csvTable } from '../output/csv.js';
import { formerly } from '../output/json.js';
import { listed, moreText } from '../output/layout.js';
import { type ColumnHead, table } from '../output/table.js';
import { groupTable, SITE_COLUMNS, siteCells, siteJson } from './call-sites.js';
import { percentText } from './solution.js';

/** Groups shown to people. */
const SHOWN = 30;

const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);

export function breakdownJson(result: Breakdown): Record<string, unknown> {
  return {
    by: result.by,
    lambda: { L: result.lambda },
    ...formerly({ lambda_L: result.lambda }),
    latency_ns: result.latency,
    groups: result.groups.map((group) => ({
      name: group.name,
      lambda: { L: group.lambda },
      ...formerly({ lambda_L: group.lambda }),
      ...(group.received === undefined
        ? {}
        : { lambda_received: { L: group.received }, ...formerly({ lambda_L_received: group.received }) }),
      messages: group.latencies,
      bytes: group.bytes,
      latency_ns: group.latency,
      share_of_latency: share(group.latency, result.latency),
      share_of_runtime: share(group.latency, result.runtime),
      ...(group.site === undefined ? {} : { site: siteJson(group.site.site) }),
      ...(group.made === undefined ? {} : { made_by: group.made }),
    })),
  };
}

export function breakdownCsv(result: Breakdown): CsvTable {
  const received = result.by === 'rank';
  const bySite = result.by === 'site';
  const header = ['group', ...(bySite ? SITE_COLUMNS : []), 'lambda_L'];
  header.push(...(received ? ['lambda_L_received'] : []));
  header.push('messages', 'bytes', 'latency_ns', 'share_of_latency', 'share_of_runtime');
  const row = (group: BreakdownGroup): (string | number)[] => [
    group.name,
    ...(bySite ? siteCells(group.site, '') : []),
    group.lambda,
    ...(received ? [group.received ?? 0] : []),
    group.latencies,
    group.bytes,
    group.latency,
    share(group.latency, result.latency),
    share(group.latency, result.runtime),
  ];
  return csvTable(header, result.groups.map(row));
}

export function breakdownText(result: Breakdown): string {
  const { groups, by } = result;
  if (groups.length === 0) return 'the critical path crosses no network latency\n';
  const received = by === 'rank';
  const shown = groups.slice(0, listed(SHOWN));
  const named = groupTable(by, shown);
  const heads: readonly ColumnHead[] = [
    { title: 'λ_L' },
    ...(received ? [{ title: 'λ_L received', spare: 2 }] : []),
    { title: 'latency', spare: 3 },
    { title: 'of the latency' },
    { title: 'of T', spare: 4 },
    { title: 'bytes', spare: 1 },
    ...named.heads,
  ];
  const rows = shown.map((group, i) => [
    String(group.lambda),
    ...(received ? [String(group.received ?? 0)] : []),
    formatTime(group.latency),
    percentText(share(group.latency, result.latency)),
    percentText(share(group.latency, result.runtime)),
    `${group.bytes} B`,
    ...named.rows[i],
  ]);
  const more = moreText(groups.length - shown.length);
  return `the critical path's latency by ${by}\n${table(heads, rows)}${more}${madeText(shown)}`;
}

/** What made communicators, on a line each. */
export const madeText = (groups: readonly { readonly name: string; readonly made?: string }[]): string =>
  groups.map(({ name, made }) => (made === undefined ? '' : `  ${name}: ${made}\n`)).join('');
