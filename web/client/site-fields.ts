/** Form fields that depend on platform and topology. */
import type { Site } from '../../src/platform/site.js';
import { html } from './dom.js';

/** Names of fields by the kind of site. */
type ByKind = Readonly<Record<Site['kind'], readonly string[]>>;

export interface SiteForm {
  /** The element of a field's name; undefined if the form has none. */
  readonly field: (name: string) => HTMLElement | null;
  /** Levels to map by, of each platform. */
  readonly levels: Readonly<Record<string, readonly string[]>>;
  /** Fields that a site replaces, and fields that only a site uses. */
  readonly replaced: ByKind;
  readonly own: ByKind;
}

/** Enables the fields that apply to the present site; `level`: that of the mapping, if the platform has it. */
export function followSite(form: SiteForm, level: string): void {
  const platform = textIn(form.field('platform'));
  const topology = textIn(form.field('topology')).trim();
  // If both are given they stay enabled, because one of them must be cleared.
  const both = platform !== '' && topology !== '';
  const kind = platform !== '' ? 'platform' : topology !== '' ? 'topology' : null;
  enable(form, 'platform', both || kind !== 'topology');
  enable(form, 'topology', both || kind !== 'platform');
  for (const name of new Set([...form.replaced.platform, ...form.replaced.topology]))
    enable(form, name, kind === null || !form.replaced[kind].includes(name));
  for (const name of new Set([...form.own.platform, ...form.own.topology]))
    enable(form, name, kind !== null && form.own[kind].includes(name));
  offerLevels(form.field('mapBy'), form.levels[platform] ?? [], level);
}

function enable({ field }: SiteForm, name: string, enabled: boolean): void {
  const found = field(name);
  if (found instanceof HTMLInputElement || found instanceof HTMLSelectElement) found.disabled = !enabled;
}

export const textIn = (field: HTMLElement | null): string =>
  field instanceof HTMLInputElement || field instanceof HTMLSelectElement ? field.value : '';

function offerLevels(list: HTMLElement | null, levels: readonly string[], chosen: string): void {
  if (!(list instanceof HTMLSelectElement)) return;
  list.replaceChildren(
    html('option', { value: '' }, 'default'),
    ...levels.map((name) => html('option', { value: name }, name)),
  );
  list.value = levels.includes(chosen) ? chosen : '';
}
