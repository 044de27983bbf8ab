/** How much latency each group of messages alone may gain, as JSON, CSV and text. */
import type { GroupTolerance, GroupTolerances } from '../../analysis/group-tolerance.js';
import { formatTime } from '../../units/units.js';
import { type CsvTable, csvTable } from '../output/csv.js';
import { finite } from '../output/json.js';
import { listed, moreText } from '../output/layout.js';
import { type ColumnHead, table } from '../output/table.js';
import { madeText } from './breakdown.js';
import { groupTable, SITE_COLUMNS, siteCells, siteJson } from './call-sites.js';
import { regionJson } from './regions.js';

export const groupTolerancesJson = ({ by, groups, left }: GroupTolerances): Record<string, unknown> => ({
  by,
  left_out: left,
  groups: groups.map(({ name, site, made, region, messages, lambda, tolerance }) => ({
    name,
    messages,
    lambda: { L: lambda },
    tolerance: tolerance.map(({ percent, added }) => ({ pct: percent, delta_ns: finite(added) })),
    ...(site === undefined ? {} : { site: siteJson(site.site) }),
    ...(made === undefined ? {} : { made_by: made }),
    ...(region === undefined ? {} : { region: regionJson(region) }),
  })),
});

/** A row for each group and percentage. */
export function groupTolerancesCsv({ by, groups }: GroupTolerances): CsvTable {
  const bySite = by === 'site';
  const header = ['group', ...(bySite ? SITE_COLUMNS : []), 'messages', 'lambda_L', 'pct', 'delta_ns'];
  const rowsOf = ({
    name,
    site,
    messages,
    lambda,
    tolerance,
  }: GroupTolerance): (string | number | null)[][] =>
    tolerance.map(({ percent, added }) => [
      name,
      ...(bySite ? siteCells(site, '') : []),
      ...[messages, lambda, percent, finite(added)],
    ]);
  return csvTable(header, groups.flatMap(rowsOf));
}

/** `wires`: latency is that of a wire. */
export function groupTolerancesText({ by, groups, left }: GroupTolerances, wires: boolean): string {
  if (groups.length === 0) return 'no messages\n';
  const shown = groups.slice(0, listed(groups.length));
  const named = groupTable(by, shown);
  const columns: readonly ColumnHead[] = [
    { title: 'messages', spare: 1 },
    { title: 'λ_L' },
    ...groups[0].tolerance.map(({ percent }, i) => ({ title: `+${percent} %`, ...(i > 0 && { spare: 3 }) })),
    ...named.heads,
  ];
  const rows = shown.map(({ messages, lambda, tolerance }, i) => [
    ...[messages, lambda].map(String),
    ...tolerance.map(({ added }) => (Number.isFinite(added) ? `+${formatTime(added)}` : 'unlimited')),
    ...named.rows[i],
  ]);
  const more =
    moreText(groups.length - shown.length) +
    (left > 0 ? `  … and ${left} more, with less latency on the critical path\n` : '');
  const below = by === 'region' ? ', with all that it calls,' : '';
  return `latency${wires ? ' per wire' : ''} that the messages of one ${by}${below} alone may gain\n${table(columns, rows)}${more}${madeText(shown)}`;
}
