/** Call sites as JSON, and in tables. */
import type { SiteCall, SiteTitle } from '../../analysis/site-groups.js';
import type { NamedPlace } from '../../schedule/call-sites.js';

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

/** What stands in these columns; `unknown` where there is no site. */
export function siteCells(title: SiteTitle | undefined, unknown: string): string[] {
  if (title === undefined) return [unknown, '', '', ''];
  const { place, via, site } = title;
  return [place, site.place.function, site.call, via.join(' < ')];
}

/** The columns that say something in some row, with their cells. */
export function siteTable(rows: readonly (readonly string[])[]): {
  readonly heads: readonly string[];
  readonly cells: readonly (readonly string[])[];
} {
  const filled = SITE_COLUMNS.map((_, i) => i === 0 || rows.some((row) => row[i] !== ''));
  return {
    heads: SITE_COLUMNS.filter((_, i) => filled[i]),
    cells: rows.map((row) => row.filter((_, i) => filled[i])),
  };
}
