/** Parameters of the machine that the page may change; fields are called as the flags of the command line. */

import { briefTexts, type Machine } from '../machine/machine.js';
import { PARAMETER_ROWS, type PageField, type ParameterRow } from '../machine/parameters.js';
import { CASE_STUDY } from '../platform/platform.js';
import { REPLACED, type Site } from '../platform/site.js';

interface Field {
  readonly key: ParameterRow['key'];
  readonly field: PageField;
  readonly words: string;
  readonly label: string;
  readonly example: string;
  readonly flag: NonNullable<ParameterRow['flag']>;
}

export const PAGE_FIELDS: readonly Field[] = PARAMETER_ROWS.flatMap(({ key, words, flag, page }) => {
  if (page === undefined || flag === undefined) return [];
  return [
    { key, words, flag, field: flag.name as PageField, label: page.label, example: page.example ?? '' },
  ];
});

/** Text fields for the placement, in addition to the lists of platforms and levels. */
export const SITE_TEXTS = [
  { field: 'topology', label: 'topology', example: 'none' },
  { field: 'wire-latency', label: 'latency per wire', example: `${CASE_STUDY.wireNs}ns` },
  { field: 'switch-latency', label: 'latency per switch', example: `${CASE_STUDY.switchNs}ns` },
  { field: 'ranks-per-node', label: 'ranks per node', example: 'default' },
] as const;

export const REPLACED_FIELDS: Readonly<Record<Site['kind'], readonly PageField[]>> = {
  platform: fieldsOf(REPLACED.platform),
  topology: fieldsOf(REPLACED.topology),
};

function fieldsOf(keys: readonly ParameterRow['key'][]): PageField[] {
  return PAGE_FIELDS.filter(({ key }) => keys.includes(key)).map(({ field }) => field);
}

/** Values of empty fields on a machine. */
export function fieldTexts(machine: Machine): Readonly<Record<PageField, string>> {
  const entries = briefTexts(machine).flatMap(({ parameter: { page, flag }, text }) =>
    page === undefined || flag === undefined ? [] : [[flag.name, text]],
  );
  return Object.fromEntries(entries) as Record<PageField, string>;
}
