/** Call sites as JSON, and in tables. */
import type { SiteCall, SiteTitle } from '../../analysis/site-groups.js';
import type { NamedPlace } from '../../schedule/call-sites.js';
import type { ColumnHead, TableRows } from '../output/table.js';

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
export const SITE_COLUMNS = ['site', 'function', 'call', 'via'] as const;

/** What is in these columns; `unknown` where there is no site. */
export function siteCells(title: SiteTitle | undefined, unknown: string): string[] {
  if (title === undefined) return [unknown, '', '', ''];
  const { place, via, site } = title;
  return [place, site.place.function, site.call, via.join(' < ')];
}

/** The same in tables for people: where they come from each other, and what the names of functions may be. */
const SHOWN_COLUMNS: readonly (ColumnHead & { readonly title: (typeof SITE_COLUMNS)[number] })[] = [
  { title: 'call', align: 'left', spare: 2 },
  { title: 'site', align: 'left', name: true },
  { title: 'function', align: 'left', name: true },
  { title: 'via', align: 'left' },
];

/** The columns that say something in some row, with their cells: the last of a table. `rows`: cells of {@link SITE_COLUMNS}. */
export function siteTable(rows: readonly (readonly string[])[]): TableRows {
  const places = SHOWN_COLUMNS.map(({ title }) => SITE_COLUMNS.indexOf(title));
  const filled = places.filter((i) => i === 0 || rows.some((row) => row[i] !== ''));
  return {
    heads: SHOWN_COLUMNS.filter((_, i) => filled.includes(places[i])),
    rows: rows.map((row) => filled.map((i) => row[i])),
  };
}

/** The columns that name groups of messages, with their cells: one, or those of sites. */
export function groupTable(
  by: string,
  groups: readonly { readonly name: string; readonly site?: SiteTitle | undefined }[],
): TableRows {
  if (by === 'site') return siteTable(groups.map(({ name, site }) => siteCells(site, name)));
  const head = { title: by === 'rank' ? 'sent by' : by, align: 'left', name: true } as const;
  return { heads: [head], rows: groups.map(({ name }) => [name]) };
}
