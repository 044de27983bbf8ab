/** How much latency each group of messages alone may gain, as JSON, CSV and text. */
import type { GroupTolerance, GroupTolerances } from '../../analysis/group-tolerance.js';
import { formatTime } from '../../units/units.js';
import { type CsvTable, csvTable } from '../output/csv.js';
import { finite } from '../output/json.js';
import { table } from '../output/table.js';
import { madeText } from './breakdown.js';
import { SITE_COLUMNS, siteCells, siteJson, siteTable } from './call-sites.js';
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
  const { heads, cells } =
    by === 'site'
      ? siteTable(groups.map(({ name, site }) => siteCells(site, name)))
      : { heads: [by === 'rank' ? 'sent by' : by], cells: groups.map(({ name }) => [name]) };
  const columns = [
    ...heads.map((title) => ({ title, align: 'left' as const })),
    ...['messages', 'λ_L', ...groups[0].tolerance.map(({ percent }) => `+${percent} %`)].map((title) => ({
      title,
    })),
  ];
  const rows = groups.map(({ messages, lambda, tolerance }, i) => [
    ...cells[i],
    ...[messages, lambda].map(String),
    ...tolerance.map(({ added }) => (Number.isFinite(added) ? `+${formatTime(added)}` : 'unlimited')),
  ]);
  const more = left > 0 ? `  … and ${left} more, with less latency on the critical path\n` : '';
  const below = by === 'region' ? ', with all that it calls,' : '';
  return `latency${wires ? ' per wire' : ''} that the messages of one ${by}${below} alone may gain\n${table(columns, rows)}${more}${madeText(groups)}`;
}
